"""Case 7.2b where it is large: a dozen units around one hex, all of whose parts may attack."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from hexwar.rules.state import State
from tests.conformance.scs.field import (
    CENTRE,
    RING,
    allowed,
    battle,
    dice_for,
    listed,
    play,
    position,
)


def attack(target: str, units: Sequence[str]) -> str:
    """The notation of an attack."""
    return f"attack {target} by {' '.join(units)}"


DOZEN = ("RI1", "RI2", "RI3", "RI4", "RI5", "RI6", "RT1", "RT2", "RT3", "RT4", "RM1", "RM2")


def dozen(dice: Sequence[int] | None = None) -> State:
    """Twelve units around one hex, two in each of the six."""
    setup = dict(zip(DOZEN, [*RING, *RING], strict=True))
    return position({**setup, "B9": CENTRE, "B7": CENTRE}, "red_combat", dice=dice)


@pytest.mark.rule("scs", "7.2b")
def test_every_part_of_a_dozen_may_attack() -> None:
    state = dozen()
    for size in range(1, len(DOZEN) + 1):
        for force in combinations(DOZEN, size):
            assert allowed(state, attack(CENTRE, force))


@pytest.mark.rule("scs", "7.2b")
def test_few_of_them_are_listed() -> None:
    """The whole force, each unit alone, and for each column the smallest force that reaches it.

    The strongest so many units attack with more than any others of that number.
    """
    state = dozen()
    attacks = [action for action in state.legal_actions() if action.verb == "attack"]
    assert len(attacks) <= 64
    assert len({frozenset(action.units) for action in attacks}) == len(attacks)
    forces = {frozenset(action.units) for action in attacks}
    assert frozenset(DOZEN) in forces
    assert {frozenset([unit]) for unit in DOZEN} <= forces
    strongest = sorted(DOZEN, key=lambda unit: not unit.startswith("RT"))  # 6 each, the rest 4
    best = [strongest[:size] for size in range(1, 13)]
    assert smallest_by_column(state, [a.units for a in attacks]) == smallest_by_column(state, best)


@pytest.mark.rule("scs", "7.2b")
def test_no_force_is_listed_that_a_smaller_one_does_for() -> None:
    """Against a unit that is seen, but for stacks: a column that as many less one do not reach."""
    setup = dict(zip(DOZEN, [*RING, *RING], strict=True))
    state = position({**setup, "B9": CENTRE}, "red_combat")
    stacks = {frozenset(pair) for pair in zip(DOZEN[:6], DOZEN[6:], strict=True)}
    forces = {frozenset(a.units) for a in state.legal_actions() if a.verb == "attack"}
    several = {force for force in forces if len(force) > 1} - stacks - {frozenset(DOZEN)}
    assert several
    strongest = sorted(DOZEN, key=lambda unit: not unit.startswith("RT"))
    for force in several:
        fewer = state.preview(attack(CENTRE, strongest[: len(force) - 1]))
        assert state.preview(attack(CENTRE, sorted(force))).column > fewer.column


def smallest_by_column(state: State, forces: Sequence[Sequence[str]]) -> list[int]:
    """For each column, below the table first, the size of the smallest force that reaches it."""
    reached: dict[int, int] = {}
    for force in forces:
        index = state.preview(attack(CENTRE, force)).column
        reached[index] = min(reached.get(index, len(DOZEN)), len(force))
    best = range(-1, max(reached) + 1)
    return [min(size for at, size in reached.items() if at >= index) for index in best]


@pytest.mark.rule("scs", "7.2b")
def test_every_subset_of_six_is_listed() -> None:
    """Up to 64 forces are listed one by one: 63 of six units, and the end of the phase."""
    setup = {**dict(zip(DOZEN[:6], RING, strict=True)), "B9": CENTRE}
    attacks = listed(position(setup, "red_combat"), "attack")
    assert len(attacks) == 63


@pytest.mark.rule("scs", "7.2b")
def test_a_part_that_is_not_listed_may_be_drawn_and_fights() -> None:
    state = dozen(dice=dice_for("1:1", "NE"))
    everything = listed(state)
    random = Random(7)
    drawn = {str(state.sample_action(random)) for _ in range(60)}
    assert all(action in state.legal_actions() for action in drawn)
    assert drawn - everything
    unlisted = attack(CENTRE, ["RI1", "RI4", "RT3", "RM2"])
    assert unlisted not in everything
    fought = battle(play(state, unlisted))
    assert set(fought.attackers) == {"RI1", "RI4", "RT3", "RM2"}


@pytest.mark.rule("scs", "7.2b")
def test_each_stack_alone_is_listed() -> None:
    forces = {frozenset(a.units) for a in dozen().legal_actions() if a.verb == "attack"}
    pairs = {frozenset(pair) for pair in zip(DOZEN[:6], DOZEN[6:], strict=True)}
    assert pairs <= forces


@pytest.mark.rule("scs", "0.6")
@pytest.mark.rule("scs", "7.2b")
def test_what_is_listed_does_not_tell_what_a_stack_hides() -> None:
    """A garrison or a division under the top counter: the list is the same."""
    setup = dict(zip(DOZEN, [*RING, *RING], strict=True))
    lists = [
        [
            str(a)
            for a in position({**setup, "B4": CENTRE, under: CENTRE}, "red_combat").legal_actions()
        ]
        for under in ("B5", "B9", "BH1")
    ]
    assert lists[0] == lists[1] == lists[2]
    assert len(lists[0]) < 64
