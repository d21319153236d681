"""Where was it lost? The chance of a side after every action, and the moments in which it swung.

Here is what is told of a game that is over: readings of the chance, a :class:`Swing` for each
moment that made a difference, and a :class:`Hindsight` with all of them, in the words that window,
page and terminal share. :func:`hexwar.records.looking_back.look_back` works it out.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexwar.definition.grammar import in_prose, opening

LEAST = 0.05
"""A smaller difference is no moment to look at again."""

SET_UP = "Set-up"

_MOSTLY = 0.7
"""The share of a swing from which it was mostly luck."""


class Reading(NamedTuple):
    """The chance (0 to 1) after so many actions (``at``), the last of them made in ``phase``.

    ``ends``: the game was over with it, so that the chance is no estimate but the outcome.
    """

    at: int
    turn: int
    phase: str
    chance: float
    ends: bool = False

    @property
    def when(self) -> str:
        """Turn and phase."""
        if self.ends:
            return "The end"
        return when_in_words(self.turn, self.phase) if self.at else "The beginning"


class Risk(NamedTuple):
    """The phase in which a side, by its name, last could have kept the enemy from what it tried."""

    name: str
    turn: int
    phase: str

    @property
    def in_words(self) -> str:
        """The side that took a risk, and when."""
        when = when_in_words(self.turn, self.phase)
        return f"{opening(self.name)} risked this in {when[:1].lower()}{when[1:]}"


class Swing(NamedTuple):
    """A moment that made a difference: the actions after ``since``, up to ``at``.

    ``told`` says what was done. ``expected`` is the chance that was to be expected of it before the
    dice fell; None where none were thrown, or too many to say. ``risk``: the side that had allowed
    it, where average luck was to bring far more than the position showed before it was done.
    """

    since: int
    at: int
    turn: int
    phase: str
    before: float
    after: float
    told: str
    expected: float | None
    risk: Risk | None = None

    @property
    def when(self) -> str:
        """Turn and phase."""
        return when_in_words(self.turn, self.phase)

    def course(self, names: Sequence[str]) -> str:
        """From what chance to which: of a side by its name, and of its opponent by the second."""
        ways = zip(both(self.before), both(self.after), strict=True)
        changes = (
            f"{name} {begin} to {end}" for name, (begin, end) in zip(names, ways, strict=False)
        )
        return ", ".join(changes)

    def fortune(self, names: Sequence[str]) -> str:
        """What of it was luck, for whom, and what chance of a side by its name, and of its opponent
        by the second, would have come of average luck; empty where no dice were thrown. What
        average luck would have brought does not count as luck: it was done, or risked before.
        """
        if self.expected is None:
            return ""
        luck = self.after - self.expected
        share = luck / (self.after - self.before)
        whose = f"{'good' if luck > 0 else 'bad'} for {in_prose(names[0])}"
        average = f"with average luck, {had(self.expected, names, 'would have had')}."
        little = "Luck made little difference"
        if self.risk is not None:
            told_of_luck = (
                f"The rest, {whose}, was luck" if share > 0 else f"Luck, {whose}, took some back"
            )
            verdict = little if abs(luck) < LEAST else told_of_luck
            return f"{self.risk.in_words}: {average} {verdict}."
        if abs(luck) < LEAST:
            verdict = little
        elif share > 0:
            verdict = f"{'Mostly' if share >= _MOSTLY else 'Partly'} luck, {whose}"
        else:
            verdict = f"In spite of luck that was {whose}"
        return f"{verdict}: {average}"

    def details(self, names: Sequence[str]) -> str:
        """What was done, and what of it was luck."""
        return f"{self.told} {self.fortune(names)}".rstrip()

    def in_words(self, names: Sequence[str]) -> str:
        """When it was, from what chance to which, what was done and what of it was luck."""
        return f"{self.when}: {self.course(names)}. {self.details(names)}"


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The chance of ``side`` through a game that is over: a reading for the beginning and for
    every action, and the greatest swings in the order in which they came.

    ``given_up``: how the game ended, where that was by the will of those who played it. ``costs``:
    what a person lost by which move, where he played against computers.
    """

    side: str
    readings: tuple[Reading, ...]
    swings: tuple[Swing, ...]
    given_up: str = ""
    costs: tuple[str, ...] = ()

    @property
    def by_turn(self) -> dict[int, float]:
        """Turn to the chance at its end; as the position stood, where the game was given up."""
        chances = {reading.turn: reading.chance for reading in self.readings}
        if self.given_up:
            chances[self.readings[-1].turn] = self.readings[-2].chance
        return chances

    def line(self, since: int = 0, at: int | None = None) -> list[tuple[float, float]]:
        """Place (as in ``places``) and chance of each point to draw, for all readings or between
        two.

        The outcome is not approached by degrees like an estimate: it is a step at the very end.
        """
        last = len(self.readings) - 1
        at = last if at is None else at
        places, chances = self.places, [reading.chance for reading in self.readings]
        points = list(zip(places[since : at + 1], chances[since : at + 1], strict=True))
        if since < at == last and self.readings[at].ends:
            points.insert(-1, (places[at], chances[at - 1]))
        return points

    def in_words(self, names: Sequence[str]) -> str:
        """The chance at the beginning and at the end of every turn: that of a side by its name, and
        that of its opponent by the second.
        """
        moments = [("At the beginning", self.readings[0].chance)]
        moments += [(f"turn {turn}", chance) for turn, chance in self.by_turn.items()]
        lines = (
            ", ".join(f"{when}: {both(chance)[place]}" for when, chance in moments)
            for place in range(len(names))
        )
        pairs = zip(names, lines, strict=True)
        sentences = [f"Chance of {in_prose(name)}, as it stood. {line}." for name, line in pairs]
        return " ".join([*sentences, *self.remarks(names)])

    def remarks(self, names: Sequence[str]) -> list[str]:
        """What the line and the swings leave open, in sentences: how the game was given up, that
        there is no swing, and which moves cost a person what.
        """
        sentences = []
        if self.given_up:
            stood = had(self.readings[-2].chance, names)
            sentences.append(f"{self.given_up.rstrip('.')}; as the position stood, {stood}.")
        if not self.swings:
            sentences.append(
                f"No single moment of play changed the chance by {percent(LEAST)} or more."
            )
        return [*sentences, *self.costs]

    def among(self, numbers: Sequence[int]) -> Hindsight:
        """This hindsight as if only the actions of these numbers had been made, in their order."""

        def place(number: int) -> int:
            return bisect_right(numbers, number)

        readings = [r for r in self.readings if not r.at or r.at in numbers]
        return replace(
            self,
            readings=tuple([r._replace(at=place(r.at)) for r in readings]),
            swings=tuple([s._replace(since=place(s.since), at=place(s.at)) for s in self.swings]),
        )

    @property
    def places(self) -> list[float]:
        """Where every reading stands along the game (0 to 1), if all turns are equally long."""
        turns = list(self.by_turn)
        actions = Counter(reading.turn for reading in self.readings[1:])
        done, places = Counter[int](), [0.0]
        for reading in self.readings[1:]:
            done[reading.turn] += 1
            share = done[reading.turn] / actions[reading.turn]
            places.append((turns.index(reading.turn) + share) / len(turns))
        return places


def when_in_words(turn: int, phase: str) -> str:
    """Turn and phase; the set-up is before all turns."""
    return f"Turn {turn}, {phase}" if phase != SET_UP else phase


def percent(chance: float) -> str:
    """A chance as people write it; a hundredth is kept for what is certain.

    >>> percent(0.346), percent(0.999), percent(1)
    ('35 %', '99 %', '100 %')
    """
    per_cent = round(100 * chance)
    if 0 < chance < 1:
        per_cent = min(99, max(1, per_cent))
    return f"{per_cent} %"


def had(chance: float, names: Sequence[str], verb: str = "had") -> str:
    """Who had what chance: a side by its name, and its opponent by the second.

    >>> had(0.346, ["Red"]), had(0.346, ["Red", "Blue"])
    ('Red had a winning chance of 35 %', 'Red had a winning chance of 35 % and Blue one of 65 %')
    """
    words = (f"{verb} a winning chance", "one")
    parts = zip(names, words, both(chance), strict=False)
    return " and ".join(f"{in_prose(name)} {word} of {share}" for name, word, share in parts)


def both(chance: float) -> tuple[str, str]:
    """The chance of a side, and that of its only opponent.

    >>> both(0.346)
    ('35 %', '65 %')
    """
    return percent(chance), percent(1 - chance)
