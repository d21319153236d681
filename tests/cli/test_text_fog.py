"""Hidden stacks in a terminal: nothing that is printed tells more than the player's view."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli.text.commands import COMMANDS
from hexwar.cli.text.visibility import seen_in
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.cli.conversation import answer, talk

FIELD = Path(__file__).resolve().parent.parent / "games" / "scs_field"
SETUP = {"RI1": "04.05", "RI2": "04.05", "BI1": "05.05", "BI2": "05.05", "BH1": "05.05"}
"""Red and blue next to each other, each a stack with its top counter first."""


@pytest.fixture(scope="module")
def field() -> Game:
    """Stacks are hidden under their top counter here."""
    return hexwar.load_game(FIELD)


def session(
    field: Game, phase: str = "red_combat", dice: list[int] | None = None, **players: str
) -> Session:
    """The two stacks."""
    return Session(field, field.start("field", setup=SETUP, phase=phase, dice=dice), players)


def named(text: str, *units: str) -> list[str]:
    """Which units a text names."""
    return [unit for unit in units if re.search(rf"\b{unit}\b", text)]


@pytest.mark.parametrize(
    "line", ["map", "hex 05.05", "hex BI1", "odds 05.05", "legal", "log", "", "legal attack"]
)
def test_hidden_units_are_not_named(field: Game, line: str) -> None:
    """The top counter is, as far as a command tells of the hex at all."""
    printed = talk(session(field), line)
    assert named(printed, "BI1", "BI2", "BH1") == ["BI1"]


def test_every_command_is_silent_about_them(field: Game) -> None:
    """With nothing and with a hidden unit after it, which itself is of course repeated."""
    for name in set(COMMANDS) - {"quit", "save"}:
        for words in (name, f"{name} BH1"):
            printed = answer(session(field), words)
            if name != "units":
                assert named(printed, "BI2") == [], words
            assert not re.search(r"BH1.{0,80}05\.05|05\.05.{0,80}BH1", printed), words


def test_units_says_who_is_not_seen(field: Game) -> None:
    """One cannot tell a unit below a top counter from one that waits off the map."""
    lines = {
        words[0]: words
        for line in answer(session(field), "units").splitlines()
        if (words := line.split())
    }
    assert lines["BI1"][-1] == "05.05"
    assert lines["BI2"][-2:] == ["not", "seen"]
    assert lines["BI3"][-2:] == ["not", "seen"]  # it is not on the map
    assert lines["RI2"][-1] == "04.05"
    assert "not on the map" in " ".join(lines["RI3"])


def test_the_map_and_a_hex_say_that_there_is_more(field: Game) -> None:
    """A plus, and in words."""
    assert "[BI1 +]" in answer(session(field), "map")
    assert "(RI1 RI2)" in answer(session(field), "map")
    assert "BI1 and more below (Blue)" in answer(session(field), "hex 05.05")


def test_odds_are_given_as_a_range(field: Game) -> None:
    """At most what the top counter alone would make of it."""
    game = session(field)
    preview = game.state.view("red").preview("attack 05.05 by RI1 RI2")
    low, high = (preview.headings[column] for column in preview.columns)
    printed = answer(game, "odds 05.05")
    assert low != high
    assert f"at best column {high}; at worst {low}" in printed


def test_the_attack_brings_them_to_light(field: Game) -> None:
    """Who fights is in the open."""
    printed = talk(session(field, dice=[5, 5]), "attack 05.05 by RI1 RI2")
    assert named(printed, "BI1", "BI2") == ["BI1", "BI2"]


def test_a_counter_is_put_on_top(field: Game) -> None:
    """By its owner; the enemy sees another one then."""
    game = session(field)
    assert "RI2 is put on top in 04.05." in answer(game, "TOP ri2")
    assert game.state.view("blue").units_at("04.05") == ("RI2",)


def test_a_computer_moves_unseen(field: Game) -> None:
    """Neither its action nor the event names the unit, at the time or in the log."""
    setup = {**SETUP, "BI3": "06.06"}
    state = field.start("field", setup=setup, phase="blue_movement")
    game = Session(field, state, {"blue": "random"})
    game.apply("move BH1 06.06")
    printed = answer(game, "log")
    assert "Blue: move, out of sight" in printed
    assert "A unit below a top counter moves." in printed
    assert named(printed, "BH1") == []


def positions(field: Game) -> Iterator[State]:
    """Some positions of random games in which something is hidden from the side to act."""
    for seed in range(3):
        state, random = field.start("field", seed=seed), Random(seed)
        for number in range(120):
            if state.is_over:
                break
            if number % 6 == 0:
                yield state
            state.apply(state.sample_action(random))


def test_refusals_say_nothing_of_where_a_hidden_unit_is(field: Game) -> None:
    """What is refused of it is refused in the same words when it is not on the map at all."""
    asked = 0
    for state in positions(field):
        view = state.view(state.side_to_act or "")
        known = state.seen_by(view.side)
        seen = [u for u in state.frame.unit_ids if view.position(u)]
        for unit in (unit for unit in state.frame.unit_ids if not view.sees(unit)):
            at = state.position(unit)
            if at is None:
                continue
            beside = state.resolved.map.neighbors(at)[0]
            for line in (
                f"move {unit} {beside}",
                f"attack {beside} by {unit}",
                f"overrun {beside} by {unit}",
                f"enter {unit} {beside}",
                f"place {unit} {beside}",
                f"top {unit}",
                f"lose {unit}",
                *(f"move {mate}+{unit} {beside}" for mate in seen),
            ):
                refused, known_refused = state.explain(line), known.explain(line)
                assert refused is not None and known_refused is not None
                assert refused.message == known_refused.message, line
                assert at not in refused.message
                asked += 1
    assert asked > 50


def test_two_computer_players_hide_nothing_from_who_watches(field: Game) -> None:
    """Nor does a finished game."""
    both = session(field, red="random", blue="random")
    assert seen_in(both).view is None
    one = session(field, red="random")
    assert seen_in(one).view is not None
    one.apply("resign")
    assert seen_in(one).view is None


def test_units_leaves_out_those_that_a_scenario_does_not_use() -> None:
    """The lesson has ten counters of the thirty-five."""
    game = hexwar.load_game("scs_sample")
    printed = answer(Session(game, game.start("lesson")), "units")
    used = game.definition.resolve("lesson").scenario.setup
    assert named(printed, *game.units) == [unit for unit in game.units if unit in used]


def test_the_set_up_is_no_phase_of_the_first_turn() -> None:
    game = hexwar.load_game("scs_sample")
    printed = answer(Session(game, game.start("lesson")), "")
    assert "Set-up before turn 1 of 3. Republic:" in printed
    assert "Turn 1" not in printed
