"""Dice as the booklet throws them: pools, blocks, casualties, morale, contests.

Part of a second reading of the rules, made from the booklet and the list of rulings alone. Nothing
here is taken from the engine, and everything is counted out: an exact fraction is the number of
throws that come out so, divided by the number of throws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

SUCCESS = 4
Pool = tuple[int, ...]
"""The sides of each die: ``(8, 8, 8)`` is three d8."""


def left_unblocked(attack: Sequence[int], defense: Sequence[int]) -> list[int]:
    """Which of the attacker's dice remain, highest first. "Like blocks like or lower" (5.8).

    The highest block that is left goes to the highest success that it can block: no other way to
    block stops more of them.
    """
    blocks = sorted(die for die in defense if die >= SUCCESS)
    remain = []
    for hit in sorted((die for die in attack if die >= SUCCESS), reverse=True):
        if blocks and blocks[-1] >= hit:
            blocks.pop()
        else:
            remain.append(hit)
    return remain


def casualties(attack: Sequence[int], defense: Sequence[int], effective: int) -> int:
    """How many figures go down: every success that is not blocked, no more than there are (5.9)."""
    return min(len(left_unblocked(attack, defense)), effective)


def _throws(pool: Pool) -> Iterator[tuple[tuple[int, ...], int]]:
    """The successes of each throw of a pool, and how many throws show just these."""
    seen: Counter[tuple[int, ...]] = Counter({(): 1})
    for sides in pool:
        after: Counter[tuple[int, ...]] = Counter()
        for faces, ways in seen.items():
            after[faces] += ways * min(SUCCESS - 1, sides)
            for face in range(SUCCESS, sides + 1):
                after[tuple(sorted((*faces, face)))] += ways
        seen = after
    yield from seen.items()


@cache
def _counted(attack: Pool, defense: Pool) -> Mapping[int, Fraction]:
    thrown: Counter[int] = Counter()
    blocking = list(_throws(defense))
    for hits, hit_ways in _throws(attack):
        for blocks, block_ways in blocking:
            thrown[len(left_unblocked(hits, blocks))] += hit_ways * block_ways
    total = sum(thrown.values())
    return {number: Fraction(ways, total) for number, ways in thrown.items()}


def chances(attack: Pool, defense: Pool, effective: int) -> dict[int, Fraction]:
    """How likely each number of casualties is, over all throws of both pools."""
    answer: dict[int, Fraction] = {}
    for number, chance in _counted(attack, defense).items():
        fallen = min(number, effective)
        answer[fallen] = answer.get(fallen, Fraction(0)) + chance
    return dict(sorted(answer.items()))


def stands(rolled: Sequence[int]) -> bool:
    """Morale: at least as many successes as failures, one die for each survivor (6.1)."""
    successes = sum(die >= SUCCESS for die in rolled)
    return successes >= len(rolled) - successes


def chance_to_stand(survivors: int, sides: int) -> Fraction:
    """How likely so many survivors pass: a team without any has nobody to check."""
    good = Fraction(sides - SUCCESS + 1, sides)
    return sum(
        (
            comb(survivors, successes) * good**successes * (1 - good) ** (survivors - successes)
            for successes in range(survivors + 1)
            if 2 * successes >= survivors
        ),
        Fraction(0),
    )


def after_fire(attack: Pool, defense: Pool, effective: int, morale: int) -> Fraction:
    """How likely a fire pins its target: casualties, survivors, and a check that fails."""
    return sum(
        (
            chance * (1 - chance_to_stand(effective - fallen, morale))
            for fallen, chance in chances(attack, defense, effective).items()
            if 0 < fallen < effective
        ),
        Fraction(0),
    )


# -- contests --------------------------------------------------------------------------------------


class Roller:
    """Who rolls in an exchange: `sides` of its die, `bonus` (amped up), whether of the side with
    initiative, and what it is there for: ``actor``, ``interrupter`` or ``overwatch``."""

    def __init__(self, name: str, sides: int, role: str, initiative: bool, bonus: int = 0) -> None:
        self.name, self.sides, self.role = name, sides, role
        self.initiative, self.bonus = initiative, bonus


def succeeded(roller: Roller, natural: int) -> bool:
    """Whether it may do something: the actor has its action in any case."""
    return roller.role == "actor" or natural + roller.bonus >= SUCCESS


def turns(rolled: Sequence[tuple[Roller, int]]) -> list[list[str]]:
    """Who acts after whom: groups in order. Within a group the owner chooses (7.2).

    Highest first; ties go to the side with initiative; who failed is not there.
    """
    acting = [(roller, die + roller.bonus) for roller, die in rolled if succeeded(roller, die)]
    ranks = sorted({(-total, not roller.initiative) for roller, total in acting})
    return [
        [roller.name for roller, total in acting if (-total, not roller.initiative) == rank]
        for rank in ranks
    ]


def barred(rolled: Sequence[tuple[Roller, int]]) -> set[str]:
    """Who reacts no more in this turn: units without initiative that rolled below 4 (7.3)."""
    return {
        roller.name
        for roller, die in rolled
        if not roller.initiative and roller.role != "actor" and not succeeded(roller, die)
    }


def fog(rolled: Sequence[tuple[Roller, int]]) -> int:
    """How many rolls of the fog of war: each natural 1 of any die of a reaction test (10.1)."""
    return sum(die == 1 for _, die in rolled)


def contest(rollers: Sequence[Roller], who: str) -> dict[str, Fraction]:
    """How likely `who` acts before the actor, after it, or not at all, by every throw there is."""
    ways: Counter[str] = Counter()
    for dice in product(*(range(1, roller.sides + 1) for roller in rollers)):
        order = [name for group in turns(list(zip(rollers, dice, strict=True))) for name in group]
        actor = next(roller.name for roller in rollers if roller.role == "actor")
        if who not in order:
            ways["fails"] += 1
        elif order.index(who) < order.index(actor):
            ways["first"] += 1
        else:
            ways["after"] += 1
    total = sum(ways.values())
    return {outcome: Fraction(number, total) for outcome, number in sorted(ways.items())}
