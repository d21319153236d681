"""Movements are mended where something is given up for nothing, and only there."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.search.budget import Budget, Halving
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.mending import Mender
from hexwar.players.search.plans import Plan
from hexwar.players.search.player import planning
from hexwar.rules.state import State

US = 1

SFO = hexwar.load_game("strike_force_one")

FAR = {"A": "0802", "B": "0803", "C": "0804"}
NEAR = {"A": "0803", "B": "0804"}


def us_moves(there: dict[str, str]) -> State:
    """The towns are 0302, 0405 and 0603."""
    return SFO.start("standard", setup=there, phase="us_movement", turn=2, seed=1)


def mended(state: State, *actions: str) -> list[str]:
    """What is left of some actions, to the end of the phase."""
    given = tuple(map(Action.parse, (*actions, "done")))
    return [str(action) for action in Mender(state, US).mended(given)]


def test_an_empty_town_in_reach_is_entered() -> None:
    state = us_moves({"X": "0505", "Y": "0603", "Z": "0302", **FAR})
    assert mended(state) == ["move X 0405", "done"]
    assert mended(state, "move X 0504") == ["move X 0405", "done"], "instead of where it went"
    assert mended(state, "move X 0405") == ["move X 0405", "done"]


ENTERS = tuple(
    Action.parse(f"enter {unit} {hex_}")
    for hex_, units in {"01.09": ("M2", "M3", "A3"), "01.04": ("I7", "I8")}.items()
    for unit in units
)


def league_moves(there: dict[str, str], turn: int = 2) -> State:
    """Reinforcements must enter first."""
    game = hexwar.load_game("scs_sample")
    return game.start(setup=there, phase="league_movement", turn=turn, seed=1)


def test_whoever_must_come_first_comes_before_who_takes_a_town() -> None:
    """In the second turn of Velda reinforcements enter the map before anybody moves; and whoever
    has entered may be the one.
    """
    state = league_moves({"C1": "18.10", "H1": "23.09", "RHQ": "24.10"})
    mended = Mender(state, 0).mended((*ENTERS, Action("done")))
    assert mended[:5] == ENTERS
    assert Action.parse("move C1 23.13") in mended, "nobody else could go there"
    assert {"M2", "M3", "A3"} & {unit for action in mended[5:] for unit in action.units}


def test_who_holds_a_town_alone_is_the_last_to_be_sent_to_another() -> None:
    """X would do, and so would Y, who is listed before it and holds 0603."""
    state = us_moves({"X": "0603", "Y": "0504", "Z": "0302", **FAR})
    assert mended(state) == ["move Y 0405", "done"]


def test_who_would_leave_a_town_for_nothing_stays() -> None:
    state = us_moves({"X": "0405", "Y": "0603", "Z": "0302", **NEAR})
    assert mended(state, "move Y 0502") == ["done"]


@pytest.mark.parametrize(("there", "kept"), [(("RHQ",), 7), (("H1", "G1"), 5)])
def test_a_town_is_left_for_an_attack_that_is_worth_it(there: tuple[str, ...], kept: int) -> None:
    """A1 leaves 18.11 to overrun 23.13: a headquarters alone, or two regiments."""
    state = league_moves({"A1": "18.11", "C1": "13.03", **dict.fromkeys(there, "23.13")}, turn=3)
    plan = (*ENTERS, *map(Action.parse, ("move A1 22.14", "overrun 23.13 by A1")))
    assert Mender(state, 0).mended(plan) == plan[:kept]
    policy = Candidates(state, 0, Random(1), planning)
    mended = policy.mended(Plan(plan)).actions
    assert mended[:kept] == plan[:kept]
    assert (mended[kept:] == ()) == (kept == 7), "the rest of the phase is planned, too"
    assert kept == 7 or "A1" not in {unit for action in mended for unit in action.units}


def test_a_town_that_another_unit_takes_over_may_be_left() -> None:
    state = us_moves({"X": "0405", "Y": "0603", "Z": "0302", "W": "0604", **FAR})
    moves = ["move Y 0602", "move W 0603"]
    assert mended(state, *moves) == [*moves, "done"]


def test_what_ends_with_no_phase_is_not_mended() -> None:
    state = us_moves({"X": "0505", "Y": "0603", "Z": "0302", **FAR})
    moves = (Action.parse("move X 0504"),)
    assert Mender(state, US).mended(moves) == moves


def test_no_unit_is_led_out_of_supply() -> None:
    game = hexwar.load_game("orva_front")
    state = game.start(seed=1)
    while state.agenda[-1].kind != "movement":
        state.apply(next(iter(state.legal_actions())), events=False)
    side = state.agenda[-1].side(state)
    out = [
        action
        for action in state.legal_actions()
        if action.verb == "move" and _is_cut_off(state, action)
    ]
    assert out, "nobody can be led out of supply here: choose another position"
    assert out[0] not in Mender(state, side).mended((out[0], Action("done")))


def _is_cut_off(state: State, move: Action) -> bool:
    """Whether a unit that moves so has a line of supply before and none afterwards, and its side
    gains nothing by it.
    """
    if state.supply_path(move.units[0]) is None:
        return False
    after, side = state.clone(), state.side_to_act or ""
    after.apply(move, events=False)
    lost = after.supply_path(move.units[0]) is None
    return lost and after.evaluate(side) <= state.evaluate(side)


# -- who is preferred ---------------------------------------------------------------------------


def compared(sound: float, other: float) -> str:
    """Which of two is preferred that come to so much in every trial."""
    worth = {"first": 0.2, "other": other, "sound": sound}
    budget = Budget(40, None)
    budget.keep(10)
    halving = Halving(["first", "other"], lambda one, trial: worth[one], budget)
    assert halving.best() == "other"
    budget.keep(0)
    return halving.rather("sound", "other")


def test_the_sound_plan_is_preferred_unless_it_is_clearly_worse() -> None:
    assert compared(0.9, 0.9) == "sound"
    assert compared(0.89, 0.9) == "sound"
    assert compared(0.2, 0.9) == "other"


def test_a_plan_that_has_been_tried_is_not_tried_again() -> None:
    """Where it is preferred to another, of which there are more trials."""
    tries: list[tuple[str, int]] = []

    def tried(one: str, trial: int) -> float:
        tries.append((one, trial))
        return 0.5

    halving = Halving(["first", "sound", "bad"], tried, Budget(5, None))
    halving.values[0] += [0.5] * 3
    halving.values[1].append(0.5)
    assert halving.best_of(lambda one: one != "first") == "sound"
    assert halving.best_of(lambda one: one == "bad") is None, "it has not been tried"
    assert halving.rather("sound", "first") == "sound"
    assert tries == [("sound", 1), ("sound", 2)]


@pytest.mark.parametrize(("worth", "chosen"), [(0.6, 0), (0.99, 1)])
def test_who_is_rash_has_to_be_much_better(worth: float, chosen: int) -> None:
    values = (0.5, worth)
    halving = Halving(
        [0, 1], lambda one, trial: values[one], Budget(8, None), rash=lambda one: one == 1
    )
    assert halving.best() == chosen
    calm = Halving([0, 1], lambda one, trial: values[one], Budget(8, None))
    assert calm.best() == 1


def test_no_more_is_tried_than_it_takes_to_be_sure() -> None:
    budget = Budget(1000, None)
    halving = Halving([0, 1], lambda one, trial: float(one), budget)
    assert halving.best() == 1
    assert budget.spent < 100


def test_both_are_tried_so_often_before_the_sound_one_is_left() -> None:
    """In two trials of the same position a town that is kept may look worse by luck."""
    worth = {"bold": [0.5] * 6, "sound": [0.4, 0.4, *[0.6] * 4]}

    def preferred(least: int) -> tuple[str, int]:
        budget = Budget(2, None)
        halving = Halving(["bold"], lambda one, trial: worth[one][trial], budget, noise=0.0)
        halving.values[0] += worth["bold"][:2]
        budget.grant(10)
        return halving.rather("sound", "bold", least), len(halving.values[0])

    assert preferred(0) == ("bold", 2)
    assert preferred(6) == ("sound", 6)


def test_more_may_be_granted_to_who_counts_rollouts() -> None:
    counted, timed = Budget(1, None), Budget(None, 10.0)
    assert counted.spend() and not counted.spend()
    counted.grant(2)
    assert counted.left() == 2
    before = timed.left()
    timed.grant(2)
    assert timed.left() <= before
