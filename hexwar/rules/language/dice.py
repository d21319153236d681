"""Dice as games write them, and everything that a throw of them can come to.

The first part reads ``2d6`` or ``d66`` and knows its totals. The second finds outcomes with exact
chances, and never by listing throws: eight dice have 1,679,616 of them, and all that is read from
them is how many show a success. Dice are added one by one to what matters of those before them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import product
from math import comb, prod
from typing import Annotated, TypeVar

from hexwar.definition.forms import becomes, matching
from hexwar.engine.dice import Thrown
from hexwar.engine.state import Position


@dataclass(frozen=True, slots=True)
class DiceThrow:
    """``count`` dice of ``sides`` faces, summed, or read one after the other as digits (11-66)."""

    count: int
    sides: int
    digits: bool = False

    @classmethod
    def written(cls, text: str) -> DiceThrow:
        """``2d6`` as dice; ``d66`` are two dice read one after the other."""
        if text == "d66":
            return cls(2, 6, digits=True)
        count, faces = text.split("d")
        return cls(int(count), int(faces))

    def __str__(self) -> str:
        """The dice as games write them: ``2d6``, ``d66``."""
        return "d" + str(self.sides) * self.count if self.digits else f"{self.count}d{self.sides}"

    @property
    def totals(self) -> tuple[int, ...]:
        """Every total that can be rolled, ascending."""
        if self.digits:
            faces = range(1, self.sides + 1)
            return tuple(self.read(rolled) for rolled in product(faces, repeat=self.count))
        return tuple(range(self.count, self.count * self.sides + 1))

    def read(self, faces: Iterable[int]) -> int:
        """What the faces rolled amount to.

        >>> DiceThrow(2, 6).read([3, 5]), DiceThrow(2, 6, digits=True).read([3, 5])
        (8, 35)
        """
        return int("".join(map(str, faces))) if self.digits else sum(faces)

    def within(self, key: str) -> list[int]:
        """The totals that a row of a table is for: ``7``, or several such as ``11..23``.

        Where the dice are summed, totals that they cannot show are among them.

        >>> DiceThrow.written("d66").within("15..22"), DiceThrow.written("1d6").within("-1..1")
        ([15, 16, 21, 22], [-1, 0, 1])
        """
        first, dots, last = key.partition("..")
        low, high = sorted((int(first), int(last or first)))
        if not self.digits:
            return list(range(low, high + 1))
        between = {total for total in self.totals if low <= total <= high}
        return sorted(between | {low, high}) if dots else [low]


SEVERAL_DICE = matching(
    "^([1-9]d([2-9]|[1-9][0-9]|100)|d66)$",
    "1 to 9 dice of 2 to 100 faces, added up; d66 alone is two dice read as digits, 11 to 66.",
)
ONE_DIE = matching("^d([2-9]|[1-9][0-9]|100)$", "A die has 2 to 100 faces.")

DiceWritten = Annotated[str, SEVERAL_DICE, becomes(DiceThrow.written)]
"""What reads dice in a form."""


@cache
def chances_of_totals(dice: DiceThrow) -> dict[int, Fraction]:
    """The probability of every total."""
    ways: dict[int, int] = {}
    for faces in product(range(1, dice.sides + 1), repeat=dice.count):
        total = dice.read(faces)
        ways[total] = ways.get(total, 0) + 1
    everything = sum(ways.values())
    return {total: Fraction(ways[total], everything) for total in sorted(ways)}


# What dice that are thrown together come to: throws that make no difference count as one.
#
# Of eight dice it is never read which of them shows a success, only how many do. So all that a
# throw can come to is found die by die, with what matters of the dice so far in place of their
# faces.


MOST_TOLD_APART = 4_000
"""Where more than this matters of some dice, they are listed one after the other."""

Ways = tuple[tuple[int, ...], int]
"""The first faces, in order, that come to something, and how many throws do."""

K = TypeVar("K", bound=Hashable)


def join(all_ways: dict[K, Ways], to: K, more: Ways) -> None:
    """Add ways to come to something to those that are known."""
    faces, number = all_ways.get(to, more)
    ways_before = number if to in all_ways else 0
    all_ways[to] = min(faces, more[0]), ways_before + more[1]


def all_throws(
    dice: Sequence[int],
    nothing: K,
    after: Callable[[K, int, int], K],
    comes_to: Callable[[K], Hashable],
) -> Sequence[Thrown]:
    """Everything that dice, each by its number of faces, can come to, with its chance and the first
    faces in order that bring it.

    ``after``: what matters of a throw, which is ``nothing`` before the first die, when the die at a
    place (from 0) shows a face; ``comes_to``: what follows from that in the end. If too much
    matters, what the first die shows is listed alone.
    """
    ways: dict[K, Ways] = {nothing: ((), 1)}
    for place, sides in enumerate(dice):
        then: dict[K, Ways] = {}
        for faces_thrown, (faces, number) in ways.items():
            for face in range(1, sides + 1):
                join(then, after(faces_thrown, place, face), ((*faces, face), number))
        if len(then) > MOST_TOLD_APART:
            return [((face,), Fraction(1, dice[0])) for face in range(1, dice[0] + 1)]
        ways = then
    by_outcome: dict[Hashable, Ways] = {}
    for faces_thrown, ways_of_faces in ways.items():
        join(by_outcome, comes_to(faces_thrown), ways_of_faces)
    every = prod(dice)
    return [(faces, Fraction(number, every)) for faces, number in sorted(by_outcome.values())]


def throws_read(dice: DiceThrow, comes_to: Callable[[int], Hashable]) -> Sequence[Thrown]:
    """All that dice come to when what is read is what they amount to.

    >>> throws_read(DiceThrow(2, 6), lambda total: total > 11)
    [((1, 1), Fraction(35, 36)), ((6, 6), Fraction(1, 36))]
    """
    shift = 10 if dice.digits else 1
    return all_throws(
        (dice.sides,) * dice.count, 0, lambda so_far, _, face: so_far * shift + face, comes_to
    )


@lru_cache(maxsize=4096)
def throws_to_pass(dice: tuple[int, ...], success: int, needed: int) -> Sequence[Thrown]:
    """The two things that dice come to when so many of them must show a success; or the only one.

    >>> throws_to_pass((6, 6), success=4, needed=1)
    [((1, 1), Fraction(1, 4)), ((1, 4), Fraction(3, 4))]
    """
    return all_throws(
        dice,
        0,
        lambda successes, _, face: min(needed, successes + (face >= success)),
        lambda successes: successes >= needed,
    )


def throw_and_read(
    state: Position, dice: DiceThrow, comes_to: Callable[[int], Hashable]
) -> tuple[int, ...]:
    """Throw dice; read what they amount to, and what that comes to."""
    return state.throw((dice.sides,) * dice.count, partial(throws_read, dice, comes_to))


def throw_to_pass(
    state: Position, dice: tuple[int, ...], success: int, needed: int = 1
) -> tuple[int, ...]:
    """Throw dice, each by its number of faces, so many of which must show a success."""
    # Listed as passed or failed: a list of all that can come of it has two outcomes.
    return state.throw(dice, partial(throws_to_pass, dice, success, needed))


# Dice that are read one by one: opposed pools, checks of one pool, and contests of single dice.
#
# A success is a face of at least some number. In an opposed roll the defender's successes block the
# attacker's: each blocks one like it or lower, and the defender blocks as many as possible. Chances
# are exact, and found by the rule that resolves a roll: a walk from the highest face down that
# carries the blocks not used yet.


LIKE_OR_LOWER, ANY = "like_or_lower", "any"
BLOCKS = (LIKE_OR_LOWER, ANY)
"""What a defender's success blocks: one attacking success like it or lower, or any one."""

Pool = tuple[int, ...]
"""Dice, each by its number of faces; or what they show."""


def blocked(attackers: int, blocks: int) -> tuple[int, int]:
    """A number of attacking successes of a face meet a number of blocks like it or higher: how many
    successes are left, and how many blocks for lower faces.
    """
    used = min(attackers, blocks)
    return attackers - used, blocks - used


def unblocked(
    attack: Iterable[int], defense: Iterable[int], success: int, blocks: str = LIKE_OR_LOWER
) -> Pool:
    """The attacking faces that nothing blocks, highest first; of the faces of an opposed roll.

    >>> unblocked([6, 5, 5, 4, 4, 4, 3, 3, 1], [7, 6, 4, 4, 2], success=4)
    (5, 4)
    """
    hits = Counter(face for face in attack if face >= success)
    shields = Counter(face for face in defense if face >= success)
    if blocks == ANY:
        hits_left, _ = blocked(hits.total(), shields.total())
        return tuple(sorted(hits.elements())[:hits_left][::-1])
    faces: list[int] = []
    spare = 0
    for face in sorted(hits | shields, reverse=True):
        hits_left, spare = blocked(hits[face], spare + shields[face])
        faces += [face] * hits_left
    return tuple(faces)


def blocks_of(
    attack: Iterable[int], defense: Iterable[int], success: int, blocks: str = LIKE_OR_LOWER
) -> list[tuple[int, int]]:
    """Which die blocks which in an opposed roll: pairs of an attacking face and the face that
    blocks it, 0 where there is none, highest first; then the defending faces that block nothing.

    >>> blocks_of([6, 5, 4, 4, 1], [7, 4, 2], success=4)
    [(6, 7), (5, 0), (4, 0), (4, 4), (1, 0), (0, 2)]
    """
    faces, shields = sorted(attack, reverse=True), sorted(defense)
    unblocked_hits = Counter(unblocked(faces, shields, success, blocks))
    pairs: list[tuple[int, int]] = []
    for face in faces:
        shield = 0
        if face >= success and unblocked_hits[face]:
            unblocked_hits[face] -= 1
        elif face >= success:
            # The least that is enough: the others may have to block what is lower.
            least = success if blocks == ANY else face
            shield = next(shown for shown in shields if shown >= least)
            shields.remove(shield)
        pairs.append((face, shield))
    return pairs + [(0, shown) for shown in reversed(shields)]


@lru_cache(maxsize=4096)
def chances_of_hits(
    attack: Pool, defense: Pool, success: int, blocks: str = LIKE_OR_LOWER, most: int | None = None
) -> dict[int, Fraction]:
    """The probability of every number of unblocked attacking successes; ``most`` caps the number.

    Dice are given by their faces and may differ: ``(6, 6, 8)``. The answer must not be changed.
    """
    cap = len(attack) if most is None else most
    if blocks == ANY:
        chances = dict.fromkeys(range(cap + 1), Fraction(0))
        for hits, chance in chances_of_successes(attack, success).items():
            for shields, other in chances_of_successes(defense, success).items():
                chances[min(blocked(hits, shields)[0], cap)] += chance * other
        return {hits: chance for hits, chance in chances.items() if chance}
    ways = _walk(Counter(attack), Counter(defense), success, cap)
    everything = prod(attack) * prod(defense)
    return {hits: Fraction(ways[hits], everything) for hits in sorted(ways)}


def _walk(attack: Counter[int], defense: Counter[int], success: int, cap: int) -> dict[int, int]:
    """In how many ways of all the dice each number of hits comes about.

    A die that has shown no face above this one shows each of those left in one way, no matter how
    many faces it has. So it is enough to know how many dice are left: each die joins at its highest
    face, and dice that show this face leave. Positions are (attackers left, defenders left, blocks
    not used, hits).
    """
    ways = {(0, 0, 0, 0): 1}
    for face in range(max((*attack, *defense), default=0), success - 1, -1):
        shown: dict[tuple[int, int, int, int], int] = {}
        for (attackers, waiting, spare, hits), number in ways.items():
            rolling, defenders = attackers + attack[face], waiting + defense[face]
            for blocks, chosen in enumerate(_ways_to_choose(defenders)):
                position = (rolling, defenders - blocks, spare + blocks, hits)
                shown[position] = shown.get(position, 0) + number * chosen
        ways = {}
        for (attackers, defenders, spare, hits), number in shown.items():
            for index, chosen in enumerate(_ways_to_choose(attackers)):
                hits_left, unused = blocked(index, spare)
                position = (attackers - index, defenders, unused, min(hits + hits_left, cap))
                ways[position] = ways.get(position, 0) + number * chosen
    # Dice too small for a success never join the walk: all of their faces are failures.
    short = prod(die for die in (attack + defense).elements() if die < success)
    total: dict[int, int] = {}
    for (attackers, defenders, _, hits), number in ways.items():
        failures = short * (success - 1) ** (attackers + defenders)
        total[hits] = total.get(hits, 0) + number * failures
    return total


@cache
def _ways_to_choose(count: int) -> list[int]:
    """In how many ways none, one, ... all of so many are chosen."""
    return [comb(count, number) for number in range(count + 1)]


@lru_cache(maxsize=4096)
def throws_of_hits(
    attack: Pool, defense: Pool, success: int, blocks: str = LIKE_OR_LOWER, most: int | None = None
) -> Sequence[Thrown]:
    """For each number of hits that dice may bring, a throw that brings it, and its chance.

    A throw is the faces of the attack, then of the defence: the first such in order. So nothing is
    blocked, and no more dice hit than must, the last that can. ``success`` is more than 1.

    >>> throws_of_hits((6, 6), (6,), success=4, most=1)
    [((1, 1, 1), Fraction(5, 12)), ((1, 4, 1), Fraction(7, 12))]
    """
    able = [place for place, sides in enumerate(attack) if sides >= success]
    throws = []
    for hits, chance in chances_of_hits(attack, defense, success, blocks, most).items():
        faces = [1] * (len(attack) + len(defense))
        for place in able[len(able) - hits :]:
            faces[place] = success
        throws.append((tuple(faces), chance))
    return throws


@lru_cache(maxsize=4096)
def chances_of_successes(dice: Pool, success: int) -> dict[int, Fraction]:
    """The probability of every number of successes. The answer must not be changed."""
    chances = [Fraction(1)]
    for sides in dice:
        hit = Fraction(max(0, min(sides, sides - success + 1)), sides)
        missed = [chance * (1 - hit) for chance in chances] + [Fraction(0)]
        chances = [
            without + before * hit
            for without, before in zip(missed, [Fraction(0), *chances], strict=True)
        ]
    return {number: chance for number, chance in enumerate(chances) if chance}


def needed_to_pass(dice: int) -> int:
    """The least number of successes among so many dice that is not below that of the failures."""
    return (dice + 1) // 2


def chance_to_pass(dice: Pool, success: int) -> Fraction:
    """The probability that a check of these dice is passed; certain without dice."""
    chances, needed = chances_of_successes(dice, success), needed_to_pass(len(dice))
    return sum((p for number, p in chances.items() if number >= needed), Fraction(0))
