"""Throws of several dice are listed by what they come to, beside a twin that lists every face.

Fire with opposed pools, checks of morale, casualties, the initiative and contests: of each what
``state.outcomes`` says is held against the same dice thrown one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.engine import Action
from hexwar.engine.dice import Thrown, chances
from hexwar.engine.position import PositionData
from hexwar.engine.queries import FirePreview
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.language import dice as throws
from hexwar.rules.language.dice import (
    BLOCKS,
    DiceThrow,
    all_throws,
    throws_of_hits,
    throws_read,
    throws_to_pass,
    unblocked,
)
from hexwar.rules.reactions.acts import ExchangeTurns
from hexwar.rules.state import State
from tests.conformance.fof.table import fof
from tests.examples import examples
from tests.rules.reacting import NEAR, red_acts, run
from tests.rules.test_morale import SETUP, UNDER_FIRE
from tests.rules.tiny import place, tiny, varied

DICE = st.lists(st.sampled_from([2, 3, 4, 6]), max_size=3).map(tuple)

Told = list[tuple[State, Fraction]]


def every_throw(dice: Sequence[int], comes_to: Callable[..., Hashable]) -> Sequence[Thrown]:
    """The first faces in order that come to something, with the chance of all that do."""
    rolls = list(product(*(range(1, sides + 1) for sides in dice)))
    counted = Counter(map(comes_to, rolls))
    first = {comes_to(faces): faces for faces in reversed(rolls)}
    return sorted((first[what], Fraction(n, prod(dice))) for what, n in counted.items())


@given(st.sampled_from(["1d6", "2d6", "3d4", "d66"]), st.integers(2, 40))
@examples(2)
def test_what_is_read_of_a_table_is_listed_by_the_result(written: str, least: int) -> None:
    dice = DiceThrow.written(written)
    faces = every_throw((dice.sides,) * dice.count, lambda rolled: dice.read(rolled) >= least)
    assert throws_read(dice, lambda total: total >= least) == faces


@given(DICE, DICE, st.integers(2, 6), st.sampled_from(BLOCKS), st.none() | st.integers(0, 4))
@examples(2)
def test_opposed_pools_are_listed_by_their_hits(
    attack: tuple[int, ...],
    defense: tuple[int, ...],
    success: int,
    blocks: str,
    most: int | None,
) -> None:
    cap = len(attack) if most is None else most

    def hits(faces: tuple[int, ...]) -> int:
        thrown, against = faces[: len(attack)], faces[len(attack) :]
        return min(cap, len(unblocked(thrown, against, success, blocks)))

    expected = every_throw((*attack, *defense), hits)
    assert throws_of_hits(attack, defense, success, blocks, most) == expected


@given(DICE, st.integers(1, 7), st.integers(0, 4))
def test_a_check_is_listed_by_whether_it_is_passed(
    dice: tuple[int, ...], success: int, needed: int
) -> None:
    expected = every_throw(dice, lambda faces: sum(f >= success for f in faces) >= needed)
    assert throws_to_pass(dice, success, needed) == expected


def test_what_differs_too_much_is_listed_die_by_die(monkeypatch: pytest.MonkeyPatch) -> None:
    def faces(shown: tuple[int, ...], _: int, face: int) -> tuple[int, ...]:
        return (*shown, face)

    nothing: tuple[int, ...] = ()
    assert len(all_throws((4, 6), nothing, faces, sum)) == 9
    monkeypatch.setattr(throws, "MOST_TOLD_APART", 23)
    alone = [((face,), Fraction(1, 4)) for face in range(1, 5)]
    assert all_throws((4, 6), nothing, faces, sum) == alone


# -- in play ---------------------------------------------------------------------------------------


def listed_both_ways(
    state: State, action: str, monkeypatch: pytest.MonkeyPatch, most: int
) -> tuple[Told, Told]:
    """The outcomes of an action, of at most so many throws; and those with each die by itself."""
    found = [(one.state, one.probability) for one in state.outcomes(action, most=most)]

    def one_by_one(self: State, dice: Sequence[int], results: object) -> tuple[int, ...]:
        return tuple([self.roll(sides) for sides in dice])

    monkeypatch.setattr(PositionData, "throw", one_by_one)
    with pytest.raises(ValueError, match="throws are possible"):
        state.outcomes(action, most=most)
    every = [(one.state, one.probability) for one in state.outcomes(action)]
    monkeypatch.undo()
    return found, every


def same(found: Told, every: Told) -> bool:
    """Whether they are equal positions with equal chances, in whatever order."""
    left = list(every)
    for one in found:
        if one not in left:
            return False
        left.remove(one)
    return not left


def begun(name: str, phase: str, hit: dict[str, int], **setup: str) -> State:
    """A position of a tiny game of figures, of which some are hit."""
    state = place(name, setup, phase)
    for unit, number in hit.items():
        state.rules[FigureRules].hit(state, state.frame.unit_index[unit], number)
    return state


def test_a_fire_of_opposed_pools(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two d6 against two d8: 2,304 throws come to nothing, or to the only man who is left."""
    state = begun("squads", "red_fire", {"R1": 7, "B1": 3}, R1="0102", B1="0902")
    found, every = listed_both_ways(state, "fire 0902 by R1", monkeypatch, most=3)
    assert len(found) == 2
    assert same(found, every)


def test_a_fire_and_the_morale_of_those_who_are_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One die at a team of four: nobody falls, or one, and two of three dice must pass then."""
    game = varied(tmp_path, UNDER_FIRE, "casualties")
    state = game.start(None, setup={**SETUP, "R3": "0502"}, phase="red_fire", dice=())
    state.rules[FigureRules].hit(state, state.frame.unit_index["R3"], 1)
    found, every = listed_both_ways(state, "fire 0401 by R3", monkeypatch, most=5)
    assert len(found) == 3
    assert same(found, every)


def test_casualties_are_told_apart_by_what_becomes_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three figures are down, of which each dies, is hurt badly or lightly, or is fit."""
    state = begun("casualties", "blue_movement", {"R1": 3}, R1="0102", B1="0702")
    found, every = listed_both_ways(state, "done", monkeypatch, most=150)
    assert same(found, every)


def test_the_initiative_is_told_apart_by_who_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    state = tiny("initiative").start(dice=())
    while state.phase != "second":
        state.apply("done")
    found, every = listed_both_ways(state, "done", monkeypatch, most=3)
    assert [one.records()["initiative"] for one, _ in found] == ["Red", "Blue"]
    assert same(found, every)


def test_totals_are_told_apart_by_who_has_the_initiative(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = varied(tmp_path, "initiative: {success: null}", "initiative")
    state = game.start(dice=())
    while state.phase != "second":
        state.apply("done")
    found, every = listed_both_ways(state, "done", monkeypatch, most=3)
    assert same(found, every)


def in_order(told: Told) -> Told:
    """Outcomes in which of the dice of an exchange only their order is left."""
    found: Told = []
    for state, chance in told:
        for at, task in enumerate(state.agenda):
            if isinstance(task, ExchangeTurns):
                scores = sorted({entry[1] for entry in task.entries})
                ranked = [(e[0], scores.index(e[1]), *e[2:]) for e in task.entries]
                state.agenda[at] = replace(task, entries=tuple(ranked))
        known = next((at for at, one in enumerate(found) if one[0] == state), len(found))
        found[known : known + 1] = [(state, chance + sum(c for _, c in found[known : known + 1]))]
    return found


def test_a_contest_is_told_apart_by_who_fails_and_who_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R1 (d6) acts, B1 (d8) reacts; each 1 is a roll on a table of one result."""
    state = red_acts(setup=NEAR)
    run(state, "move R1 0403", "react B1")
    found, every = listed_both_ways(state, "done", monkeypatch, most=80)
    assert same(in_order(found), in_order(every))


def test_a_great_fire_has_few_outcomes() -> None:
    """Of eleven d6 and five d8 it matters how many of four marines fall, and whether the others
    stand.
    """
    setup = {"Bravo": "0320", "T1": "0316", "T2": "3636", "Charlie": "0322"}
    state = fof().start("lost_and_found", setup=setup, phase="actions", turn=2, seed=1)
    action = "fire 0320 by T1"
    preview = state.preview(action)
    assert isinstance(preview, FirePreview)
    assert (len(preview.attack_dice), len(preview.defense_dice)) == (11, 5)
    state.apply(action)
    outcomes = state.outcomes("decline", most=20)
    assert sum(one.probability for one in outcomes) == 1
    left: dict[int, Fraction] = {}
    for one in outcomes:
        fallen = 4 - one.state.figures("Bravo").get("fit", 0)
        left[fallen] = left.get(fallen, Fraction(0)) + one.probability
    assert left == preview.casualties


def test_what_is_rare_can_be_left_out_and_the_others_keep_their_proportions() -> None:
    state = place("battle_dice", {"R1": "0304", "B1": "0404", "B2": "0701"}, "red_combat")
    attack, rare = Action.parse("attack 0404 by R1"), Fraction(1, 10)
    every = {one.dice: one.probability for one in chances(state, attack, 40)}
    likely = {dice: chance for dice, chance in every.items() if chance >= rare}
    assert 1 < len(likely) < len(every)
    kept = {one.dice: one.probability for one in chances(state, attack, 40, rare)}
    assert kept == {dice: chance / sum(likely.values()) for dice, chance in likely.items()}
