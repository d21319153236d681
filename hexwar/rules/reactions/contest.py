"""The dice of a contest: who acts first when units react to one that acts.

All throw a die (:class:`Rolled`); what it counts for says in which order they act. Exactly reckoned
from that: the chances of each unit to act before the acting unit, after it, or not at all, which
players are told before they react (:func:`chances_of_contest`); and the throws that differ in what
they lead to, which a search asks for in place of all (:func:`throws_of_contest`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.dice import Thrown
from hexwar.rules.language.dice import all_throws
from hexwar.rules.reactions.section import (
    Contest,
)

if TYPE_CHECKING:
    pass


class Rolled(NamedTuple):
    """A die of a contest: its face, and what it counts for."""

    face: int
    score: int

    def __str__(self) -> str:
        added = self.score - self.face
        return f"{self.face}{added:+d}" if added else str(self.face)


class Chances(NamedTuple):
    """The chances of a unit in a contest; they add up to one.

    ``first``: it acts before the unit whose action it is. ``later``: when that is done; of that
    unit itself, that it goes on in its own time. ``fails``: it does not act.
    """

    first: Fraction
    later: Fraction
    fails: Fraction


Shown = tuple[tuple[bool, int | None], ...]
"""Of each die whether it brings a mishap, and what it counts for; nothing if it fails."""


class OneDie(NamedTuple):
    """A die of a contest: whose, of how many faces, what is added to it, and of which side."""

    unit: int
    sides: int
    added: int
    side: int


def chances_of_contest(
    dice: Sequence[OneDie], success: int, wins_ties: Collection[int]
) -> dict[int, Chances]:
    """The chances of each; the first is the acting unit: it has its action whatever it rolls, last
    of all if its die does not reach ``success``. ``wins_ties`` are the units whose equal die comes
    before its own.

    Each unit meets the one that acts alone: what others roll makes no difference to when.

    >>> marine, talib = OneDie(0, 8, 0, 0), OneDie(1, 6, 0, 1)
    >>> chances_of_contest([marine, talib], 4, [])[1]
    Chances(first=Fraction(1, 4), later=Fraction(1, 4), fails=Fraction(1, 2))
    """
    actor, *others = dice
    chances = {actor.unit: Chances(Fraction(0), Fraction(1), Fraction(0))}
    for reactor in others:
        throws, first, later = reactor.sides * actor.sides, 0, 0
        for face in range(1, reactor.sides + 1):
            score = face + reactor.added
            if score < success:
                continue
            for other in range(1, actor.sides + 1):
                against = other + actor.added
                # The actor has its action with any die: one that is too low lets all others go
                # first.
                ahead = against < success or score > against
                ahead = ahead or (score == against and reactor.unit in wins_ties)
                first, later = first + ahead, later + (not ahead)
        fails = throws - first - later
        chances[reactor.unit] = Chances(
            *(Fraction(count, throws) for count in (first, later, fails))
        )
    return chances


def throws_of_contest(
    dice: tuple[int, ...], added: tuple[int, ...], contest: Contest | None
) -> Sequence[Thrown]:
    """All that dice of a contest can come to: which bring a mishap, which fail, and in what order
    the others come. By how much one is higher than another makes no difference.
    """
    success = contest.success if contest is not None else 1
    mishaps = contest is not None and bool(contest.on_one)

    def after(so_far: Shown, die: int, face: int) -> Shown:
        score = face + added[die]
        return (*so_far, (mishaps and face == 1, score if score >= success else None))

    def comes_to(throw: Shown) -> Shown:
        ranks = sorted({score for _, score in throw if score is not None})
        return tuple([(bad, None if score is None else ranks.index(score)) for bad, score in throw])

    no_dice: Shown = ()
    return all_throws(dice, no_dice, after, comes_to)
