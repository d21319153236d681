"""Games that nothing is tuned to, to see how the computer plays what it never saw.

Two are written from the rules of published introductory games; three are small ones of families
that are rare: fires that only mark, a column that has to leave, points that come from cards alone.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.players.goals import objectives_of
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.state import State

HERE = Path(__file__).resolve().parent
GAMES = sorted(path.parent.name for path in HERE.glob("*/game.yaml"))


def test_there_are_five() -> None:
    assert GAMES == ["breakout", "broadsides", "forty_points", "seven_weeks", "two_hands"]


def deeds(name: str, seed: int) -> tuple[Counter[str], State]:
    """What greedy players do in a game of each other, by verb, and how it ends."""
    game, random, done = hexwar.load_game(HERE / name), Random(seed), Counter[str]()
    state, players = game.start(seed=seed), {side: make_player("greedy") for side in game.sides}
    while not state.is_over:
        side = str(state.side_to_act)
        action = players[side].choose(state.seen_by(side), random)
        done[action.verb] += 1
        state.apply(action, events=False)
    return done, state


@pytest.mark.parametrize("seed", [1, 2])
def test_ships_close_and_fire_though_a_hit_only_marks(seed: int) -> None:
    done, state = deeds("broadsides", seed)
    assert done["fire"] >= 10
    assert state.eliminated


@pytest.mark.parametrize("seed", [1, 2])
def test_who_begins_at_the_gate_goes_for_the_guard_first_and_leaves_then(seed: int) -> None:
    done, state = deeds("breakout", seed)
    assert done["attack"]
    assert (state.winner, done["leave"] >= 2) == ("column", True)


@pytest.mark.parametrize(
    ("victory", "column", "hunters"),
    [
        ("{winner: column, if: {exited: {exit: home}}}", True, False),
        ("{winner: hunters, if: {exited: {exit: home}}}", False, False),
        ("{winner: hunters, if: {not: {exited: {exit: home}}}}", True, False),
        ("{winner: hunters, if: {exited: {exit: home, at_most: 2}}}", True, False),
        ("{winner: column, if: {exited: {exit: away}}}", False, False),
        ("{winner: hunters, if: {exited: {exit: away}}}", False, True),
    ],
)
def test_leaving_counts_for_the_side_whose_line_it_is(
    victory: str, column: bool, hunters: bool, tmp_path: Path
) -> None:
    written = (HERE / "breakout" / "game.yaml").read_text(encoding="utf-8")
    before, _, after = written.partition("victory:")
    _, _, scenarios = after.partition("scenarios:")
    text = f"{before}victory:\n  - {victory}\n  - {{winner: draw}}\nscenarios:{scenarios}"
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    state = hexwar.load_game(tmp_path).start(seed=1)
    objectives, unit = objectives_of(state.rules), state.frame.unit_index
    counted = objectives.counts_out(state, unit["C1"]), objectives.counts_out(state, unit["S1"])
    assert counted == (column, hunters)


def test_an_exit_that_is_shut_draws_nobody() -> None:
    game = hexwar.load_game(HERE / "breakout")
    shut, unit = game.start(seed=1), 0
    assert objectives_of(shut.rules).exits_of(shut, unit) == 0
    open_ = game.start(setup={"C1": "0103", "S1": "0803"}, phase="column_moves", seed=1)
    position = open_.to_dict()
    position["eliminated"].append("G1")
    open_ = game.state_from_dict(position)
    assert objectives_of(open_.rules).exits_of(open_, unit).bit_count() == 3


@pytest.mark.parametrize("seed", [1, 2])
def test_points_of_cards_are_spent_on_attacks_whose_losses_two_tables_say(seed: int) -> None:
    done, state = deeds("two_hands", seed)
    assert done["attack"] >= 5
    assert state.eliminated


def test_a_game_is_the_same_whatever_was_played_before() -> None:
    """What results are worth is sampled once: by whom, and when, makes no difference."""
    first, state = deeds("broadsides", 3)
    deeds("broadsides", 4)
    again, same = deeds("broadsides", 3)
    assert (first, state.to_dict()) == (again, same.to_dict())


def test_a_mark_is_worth_what_it_kills_later() -> None:
    """A ship that is hit may burn; one that is missed may not."""
    game = hexwar.load_game(HERE / "broadsides")
    setup = {"W1": "0505", "E1": "0705", "E2": "1301"}
    state = game.start(setup=setup, phase="west_fires", seed=1)
    fire, unit = state.rules[FireRules], state.frame.unit_index["W1"]
    assert 0 < fire.worth(state, unit, state.frame.board.cell["0705"]) < 0.5


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_them(name: str) -> None:
    assert not [found for found in hexwar.check(HERE / name) if found.severity == "error"]


@pytest.mark.parametrize("name", GAMES)
def test_they_are_played_to_an_end(name: str) -> None:
    state, random = hexwar.load_game(HERE / name).start(seed=1), Random(1)
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
    assert state.decision is None


def test_the_strengths_are_those_of_the_rules() -> None:
    """89 points against 73, and 34 that come."""
    game = hexwar.load_game(HERE / "forty_points")
    strengths = {"french": Fraction(0), "allied": Fraction(0)}
    for unit in game.units.values():
        strengths[unit.side] += unit.steps[0].attack or 0
    assert strengths == {"french": 89, "allied": 73 + 34}


@pytest.mark.parametrize(("last", "winner"), [("GH", None), ("I2", "allied")])
def test_who_has_lost_forty_points_has_lost(last: str, winner: str | None) -> None:
    """35 points and 4 are not enough, 35 and 5 are."""
    game = hexwar.load_game(HERE / "forty_points")
    position = game.start(seed=1).to_dict()
    for unit in (
        "GG",
        "CG",
        "YG",
        "I9",
        "I6",
        "GA",
        last,
    ):
        del position["units"][unit]
        position["eliminated"].append(unit)
    state = game.state_from_dict(position)
    state.apply("done")
    assert state.winner == winner


def test_who_alone_must_attack_all_beside_it_is_offered_just_these() -> None:
    """Though it could fire at others besides, with which it owes nothing."""
    game = hexwar.load_game(HERE / "forty_points")
    setup = {"BA2": "1309", "I9": "1209", "GA": "1310", "YG": "1210", "A6": "1109", "C5": "1110"}
    state = game.start(setup=setup, phase="allied_combat", turn=3, seed=1)
    assert [str(action) for action in state.legal_actions()] == ["attack 1209-1210-1310 by BA2"]
