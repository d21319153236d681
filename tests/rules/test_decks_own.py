"""Section decks: cards that mean the side that plays them, and its enemy."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.rules.state import State
from tests.rules.cards import hand
from tests.rules.tiny import varied

WORDS = """
pools:
  red_factors: {side: red, kept: always}
  blue_factors: {side: blue, kept: always}
decks:
  command:
    hand: {red: 2, blue: 2}
    cards:
      {probe_left: null, probe_right: null, both_flanks: null, guns: null, many: null, march: null,
       assault: null, CARD}
"""


def with_card(tmp_path: Path, card: str) -> State:
    """The battle of command cards with one kind of card; red has to play one."""
    return varied(tmp_path, WORDS.replace("CARD", card), "command_cards").start(seed=1)


@pytest.mark.parametrize(
    ("during", "red", "blue"),
    [("", 4, 4), ("during: own, ", 4, 3), ("during: enemy, ", 3, 4)],
)
def test_a_patch_is_in_force_in_the_phases_of_whom_it_is_for(
    during: str, red: int, blue: int, tmp_path: Path
) -> None:
    """The allowance of one unit of each side, in a meadow where it is 3."""
    card = (
        f"press: {{count: 9, orders: [{{state: ordered}}], {during}patch: {{movement: {{modifiers: "
        "{press: {title: Press on, add: 1, only: {state: ordered}}}}}}"
    )
    state = with_card(
        tmp_path, f"{card}, ambush: null, rest: {{count: 9, orders: [{{state: ordered}}]}}"
    )
    allowances = []
    for unit, play in (("R1", "press"), ("B1", "rest")):
        while f"play {play}" not in map(str, state.legal_actions()):
            state.apply("done")
        state.apply(f"play {play}")
        assert state.phase.endswith("_movement")
        allowances.append(max(cost.cost for cost in state.reach(unit).values()))
    assert allowances == [red, blue]


@pytest.mark.parametrize(("whose", "loser"), [("own", "red"), ("enemy", "blue")])
def test_cards_are_lost_by_whom_the_player_of_the_card_means(
    whose: str, loser: str, tmp_path: Path
) -> None:
    card = f"spies: {{count: 9, do: [{{discard: {{deck: command, side: {whose}}}}}]}}, ambush: null"
    state = with_card(tmp_path, card)
    before = {side: len(hand(state, side)) for side in ("red", "blue")}
    events = state.apply("play spies")
    lost = [event.side for event in events if event.kind == "card_lost"]
    assert (lost, before) == ([loser], {"red": 2, "blue": 2})


@pytest.mark.parametrize(("whose", "red", "blue"), [("own", 2, 0), ("enemy", 0, 2)])
def test_points_come_to_the_pool_of_whom_the_player_of_the_card_means(
    whose: str, red: int, blue: int, tmp_path: Path
) -> None:
    amount = f"{{count: 2, of: {whose}}}"
    card = f"spies: {{count: 9, do: [{{gain: {{red_factors: {amount}, blue_factors: {amount}}}}}]}}"
    state = with_card(tmp_path, f"{card}, ambush: null")
    state.apply("play spies")
    records = state.records()
    assert (records["red_factors"], records["blue_factors"]) == (red, blue)


def test_in_the_enemys_turn_own_is_who_answers(tmp_path: Path) -> None:
    """Blue answers an attack of red's turn, and draws a card itself."""
    card = (
        "press: {count: 8, orders: [{state: ordered}]}, "
        "ambush: {count: 8, answers: {attack: always}, do: [{deal: {deck: command, side: own}}]}"
    )
    game = varied(tmp_path, WORDS.replace("CARD", card), "command_cards")
    setup = {"R1": "0303", "R2": "0304", "B1": "0403"}
    state = game.start(setup=setup, dice=[9, 9, 1, 1, 9, 1, 1, 1])
    state.apply("play press")
    while state.phase != "red_combat":
        state.apply("done")
    state.apply("attack 0403 by R1")
    events = state.apply("play ambush")
    assert [str(event) for event in events if event.kind == "cards_drawn"][:1] == [
        "Blue draws Press."
    ]


def test_a_card_that_answers_leaves_a_battle_the_kind_that_it_is_of_by_itself(
    tmp_path: Path,
) -> None:
    """Both are in force: the ambush on the column, the charge on the die."""
    kinds = (
        "kinds: {charge: {attackers: {trait: foot}, patch: {combat: {modifiers: {c: {roll: 1}}}}}}"
    )
    card = (
        "press: {count: 8, orders: [{state: ordered}]}, ambush: {count: 8, "
        "answers: {attack: always}, patch: {combat: {modifiers: {ambush: {roll: 2}}}}}"
    )
    yaml = WORDS.replace("CARD", card) + f"combat: {{modifiers: {{}}, {kinds}}}\n"
    game = varied(tmp_path, yaml + "units: {types: {foot: {traits: [foot]}}}\n", "command_cards")
    setup = {"R1": "0303", "R2": "0304", "B1": "0403"}
    state = game.start(setup=setup, dice=[9, 9, 1, 1, 3, 1, 1, 1])
    state.apply("play press")
    while state.phase != "red_combat":
        state.apply("done")
    state.apply("attack 0403 by R1")
    events = list(state.apply("play ambush"))
    while state.agenda[-1].kind == "answer":
        events += state.apply("pass")
    (battle,) = [event for event in events if event.kind == "battle"]
    assert battle.fields["modifier"] == 3
