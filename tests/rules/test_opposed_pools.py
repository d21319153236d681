"""Opposed dice pools, beside a twin that tries every roll and every way of blocking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from math import prod

from hypothesis import given
from hypothesis import strategies as st

from hexwar.rules.language.dice import (
    ANY,
    BLOCKS,
    blocks_of,
    chance_to_pass,
    chances_of_hits,
    needed_to_pass,
    unblocked,
)

DICE = st.lists(st.sampled_from([2, 3, 4, 6]), max_size=3).map(tuple)
FACES = st.lists(st.integers(1, 12), max_size=5)


def fewest_left(attack: Sequence[int], defense: Sequence[int], success: int, blocks: str) -> int:
    """Every assignment of the defender's successes to the attacker's; the best for the defender."""
    hits = [face for face in attack if face >= success]
    shields: list[int | None] = [face for face in defense if face >= success]
    shields += [None] * len(hits)
    return min(
        sum(
            shield is None or (blocks != ANY and shield < hit)
            for hit, shield in zip(hits, assigned, strict=False)
        )
        for assigned in permutations(shields, len(hits))
    )


def every_roll(dice: Sequence[int]) -> product[tuple[int, ...]]:
    return product(*(range(1, sides + 1) for sides in dice))


def test_the_worked_example() -> None:
    """A 6, a 5 and two 4s are blocked; a 5 and a 4 are left."""
    assert unblocked((6, 5, 5, 4, 4, 4, 3, 3, 1), (7, 6, 4, 4, 2), success=4) == (5, 4)


def test_a_success_blocks_one_like_it_and_none_higher() -> None:
    assert unblocked((5,), (5,), success=4) == ()
    assert unblocked((5, 5), (5,), success=4) == (5,)
    assert unblocked((6,), (5, 5), success=4) == (6,)


def test_a_face_below_the_success_number_neither_hits_nor_blocks() -> None:
    assert unblocked((3, 4), (3, 3), success=4) == (4,)
    assert unblocked((3, 4), (3, 3), success=3) == (4,)


@given(FACES, FACES, st.integers(2, 6), st.sampled_from(BLOCKS))
def test_each_die_is_shown_with_the_one_that_blocks_it(
    attack: list[int], defense: list[int], success: int, blocks: str
) -> None:
    """Every die once, no block that the rule does not allow, and what is left is what hits."""
    pairs = blocks_of(attack, defense, success, blocks)
    assert Counter(one for one, _ in pairs if one) == Counter(attack)
    assert Counter(other for _, other in pairs if other) == Counter(defense)
    for face, shield in pairs:
        if face and shield:
            assert face >= success
            assert shield >= (success if blocks == ANY else face)
    left = tuple(face for face, shield in pairs if face >= success and not shield)
    assert left == unblocked(attack, defense, success, blocks)


def test_where_any_success_blocks_any_the_highest_are_blocked() -> None:
    assert unblocked((6, 5, 4), (4, 4, 1), success=4, blocks=ANY) == (4,)


@given(FACES, FACES, st.integers(2, 6), st.sampled_from(BLOCKS))
def test_the_defender_blocks_as_many_as_can_be(
    attack: list[int], defense: list[int], success: int, blocks: str
) -> None:
    left = unblocked(attack, defense, success, blocks)
    assert len(left) == fewest_left(attack, defense, success, blocks)
    assert not Counter(left) - Counter(face for face in attack if face >= success)


@given(DICE, DICE, st.integers(2, 5), st.sampled_from(BLOCKS), st.none() | st.integers(0, 3))
def test_chances_are_those_of_every_roll(
    attack: tuple[int, ...],
    defense: tuple[int, ...],
    success: int,
    blocks: str,
    most: int | None,
) -> None:
    counted: Counter[int] = Counter()
    for hits in every_roll(attack):
        for shields in every_roll(defense):
            left = fewest_left(hits, shields, success, blocks)
            counted[left if most is None else min(left, most)] += 1
    rolls = prod(attack) * prod(defense)
    expected = {hits: Fraction(number, rolls) for hits, number in counted.items()}
    assert chances_of_hits(attack, defense, success, blocks, most) == expected


def test_of_nine_dice_against_six_every_number_has_its_chance() -> None:
    chances = chances_of_hits((6,) * 9, (8,) * 6, 4)
    assert sum(chances.values()) == 1
    assert list(chances) == list(range(10))
    least = [Fraction(7 - face, 6) ** 9 for face in (4, 5, 6, 7)]
    assert chances[9] == sum(
        (least[n] - least[n + 1]) * Fraction(face - 1, 8) ** 6 for n, face in enumerate((4, 5, 6))
    )


def test_what_is_beyond_the_number_of_figures_counts_as_all_of_them() -> None:
    free, capped = (
        chances_of_hits((6,) * 6, (8,) * 2, 4),
        chances_of_hits((6,) * 6, (8,) * 2, 4, most=2),
    )
    assert set(capped) == {0, 1, 2}
    assert capped[2] == sum(chance for hits, chance in free.items() if hits >= 2)


@given(DICE, st.integers(2, 5))
def test_a_check_is_passed_with_as_many_successes_as_failures(
    dice: tuple[int, ...], success: int
) -> None:
    rolls = list(every_roll(dice))
    good = [
        faces
        for faces in rolls
        if sum(face >= success for face in faces) >= sum(face < success for face in faces)
    ]
    assert chance_to_pass(dice, success) == Fraction(len(good), len(rolls))
    needed = needed_to_pass(len(dice))
    assert [f for f in rolls if sum(face >= success for face in f) >= needed] == good


def test_two_dice_of_ten_pass_a_check_at_four() -> None:
    assert chance_to_pass((10, 10), 4) == 1 - Fraction(3, 10) ** 2
