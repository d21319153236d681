"""What a player is told of his own battles: whose shot it was, what an attack lacks, who may not
be named, which of his orders cross.
"""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.engine import Action, Event, FirePreview
from hexwar.records import Session
from hexwar.viewer.match.passing import Passing
from hexwar.viewer.table.fights import FightsView, likeliest, odds_at_target
from tests.skerry import GAME as SKERRY
from tests.skerry import at
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    pygame.display.quit()


def test_a_shot_that_hits_nobody_names_who_fired_and_at_whom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With the name of the firing ship alone it reads as what that ship suffered."""
    state = at({"I1": "0505/N", "R1": "0705/N"}, *[4] * 40, phase="isles_last", turn=2)
    table = Table(Session(SKERRY, state))
    match = table.board.match
    match.act("fire 0705 by I1")
    fired = next(event for event in match.known_events() if event.kind == "fire")
    assert match.fight(fired).title == "I1 against R1"
    lines: list[str] = []

    def note(
        view: FightsView,
        overlay: object,
        number: str,
        faces: object,
        words: list[str],
        *rest: object,
    ) -> None:
        lines.extend(words)

    monkeypatch.setattr(FightsView, "_tag", note)
    table.board.after_action()
    table.settle()
    assert lines[-1] == "I1 against R1: 0 hits"


def test_own_fire_is_not_among_the_fights_of_others() -> None:
    """Where it was resolved in an action of theirs, such as their answer, it is no news to him."""
    state = at({"I1": "0505/N", "R1": "0705/N"}, *[4] * 40, phase="isles_last", turn=2)
    players = {"isles": "human", "regent": "greedy"}
    match = Table(Session(SKERRY, state, players=players)).board.match
    match.act("fire 0705 by I1")
    match.meanwhile._since["isles"] = 0
    assert match.meanwhile.whole.fights == []


def test_a_phase_that_is_over_is_no_news_after_the_turn_of_another() -> None:
    """It was told as it ended."""
    ends = Event("phase_ends", "", "", phase="combat", forced=True)
    passing = Passing([], [])
    passing.took([ends], {"red"}, by_person=True)
    assert passing.phases == ["combat"]
    passing.took([Event("moved", "", "", unit="B1")], {"red"}, by_person=False)
    assert passing.phases == []


def test_an_attack_that_cannot_be_made_so_is_grey_with_its_reason() -> None:
    setup = {"A": "0703", "F": "0806", "W": "0603"}
    state = hexwar.load_game("strike_force_one").start(setup=setup, phase="soviet_combat", seed=1)
    table = Table(Session(hexwar.load_game("strike_force_one"), state))
    table.click("0603")
    button = table.tree.find(key="attack")
    assert button.enabled
    table.board.selection.attackers = ("A", "F")
    table.board.rebuild()
    why = str(state.explain("attack 0603 by A F"))
    assert why != "None"
    assert table.label("attack-refused") == why
    assert not table.tree.find(key="attack").enabled
    assert why.partition(": ")[2] in table.label("prompt")


def test_results_alike_are_told_in_words_and_never_by_the_codes_of_the_table() -> None:
    setup = {"B": "0703", "C": "0704", "W": "0603"}
    state = hexwar.load_game("strike_force_one").start(setup=setup, phase="soviet_combat")
    preview = state.preview("attack 0603 by B C")
    titles = [outcome.title for outcome in preview.outcomes]
    assert str(likeliest(preview)) == f"50 % each: {titles[0]}; {titles[1]}"


def test_a_fire_says_that_its_numbers_are_dice() -> None:
    """ "6 to 8" alone is taken for odds."""
    setup = {"Charlie": "1118", "T2": "2121"}
    state = hexwar.load_game("force_on_force").start(setup=setup, phase="others")
    preview = state.preview("fire 2121 by Charlie")
    assert isinstance(preview, FirePreview)
    count, against = len(preview.attack_dice), len(preview.defense_dice)
    assert odds_at_target(preview) == f"{count} dice against {against}"


def test_who_may_not_lose_the_step_is_told_why() -> None:
    """Of those who fought; nothing is said of the rest of the side."""
    setup = {"A1": "0806", "A2": "0806", "N1": "0907", "N2": "0303", "D5": "0906", "D8": "0906"}
    game = hexwar.load_game("orva_front")
    state = game.start(setup=setup, phase="union_combat", dice=[1] * 20)
    state.apply(Action.parse("attack 0906 by A1 A2 N1"))
    while state.decision is not None and state.decision.kind == "commitment":
        state.apply("pass")
    table = Table(Session(game, state))
    assert table.label("choices-others") == (
        "Not N1: 9.1: The first step comes from the strongest: A1 or A2."
    )


def test_orders_that_cross_are_told_again_before_they_are_final() -> None:
    """The warning as one is written is soon forgotten."""
    state = at({"I1": "0505/N", "I2": "0504/S", "R1": "1105/N"})
    for unit, number in (("I1", "0504"), ("I2", "0505")):
        state.apply(f"plot {unit} {number}")
    meetings = [order.meets for order in state.written_orders()]
    assert meetings[0].startswith("it would meet I2 ")
    table = Table(Session(SKERRY, state))
    if table.app.screen is not table.board:
        table.press("enter")
    table.press("e")
    assert table.app.screen is not table.board
    asked = " ".join(node.label for node in table.tree.walk())
    assert "I1 would meet I2" in asked
    assert "I2 would meet I1" not in asked, "of a pair once"
