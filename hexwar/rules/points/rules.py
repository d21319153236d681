"""Section ``points``: victory points, counted when somebody asks or scored turn by turn, and what
they are scored for, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexwar.definition.grammar import does
from hexwar.definition.model import ResolvedGame
from hexwar.engine.notation import brought
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, Measure, counted
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import titles
from hexwar.rules.points.section import Award, Points
from hexwar.rules.units.rules import Forces


class Scored(NamedTuple):
    """By award, in the order of the section: what has been scored for good so far."""

    points: tuple[int, ...] = ()


SCORED = Slot("points", Scored(), lasts="game")


class PointsRules:
    """What each side scores for, compiled."""

    __slots__ = ("_awards", "_names", "_side_ids")

    def __init__(self, section: Points | None, forces: Forces, conditions: Conditions) -> None:
        self._names = forces.side_names
        self._side_ids = forces.side_ids
        self._awards = tuple(
            (
                award,
                forces.side_ids.index(award.side),
                _count(award, conditions),
                conditions.test(award.condition),
            )
            for award in (section or Points()).awards.values()
        )

    def of(self, state: Position, side: int) -> int:
        """The victory points of a side now."""
        return sum(points for _, points in self.parts(state, side))

    def parts(self, state: Position, side: int) -> Iterator[tuple[Award, int]]:
        """What a side scores for, and what it has brought until now."""
        scored = state.memory[SCORED].points
        for index, (award, whose, count, holds) in enumerate(self._awards):
            if whose != side:
                continue
            if award.scored != "as_it_stands":
                yield award, scored[index] if scored else 0
            else:
                yield award, award.each * count(state) if holds(state) else 0

    def all(self, state: Position) -> dict[str, int]:
        """The victory points of every side; empty in a game without any."""
        if not self._awards:
            return {}
        return {name: self.of(state, side) for side, name in enumerate(self._side_ids)}

    def concerned_at(self, moment: str) -> bool:
        """Whether anything is scored every turn."""
        return any(award.scored == "every_turn" for award, _, _, _ in self._awards)

    def turn_ends(self, state: Position) -> None:
        """Score what is scored every turn."""
        self._score(state, "every_turn")

    def game_ends(self, state: Position) -> None:
        """Score what is scored at the end; to be called once, when nothing follows any more."""
        self._score(state, "at_the_end")

    def as_if_over(self, state: Position) -> Position:
        """The position with what is scored once it is over; the same where nothing is."""
        if state.is_over or all(award.scored != "at_the_end" for award, *_ in self._awards):
            return state
        twin = state.clone()
        twin.events = None
        self.game_ends(twin)
        return twin

    def _score(self, state: Position, when: str) -> None:
        so_far = list(state.memory[SCORED].points) or [0] * len(self._awards)
        for index, (award, side, count, holds) in enumerate(self._awards):
            scored = award.each * count(state) if award.scored == when else 0
            if not scored or not holds(state):
                continue
            so_far[index] += scored
            state.remember(SCORED, Scored(tuple(so_far)))
            if state.events is not None:
                text = f"{does(self._names[side], 'scores')} {scored}: {award.title}."
                state.tell("points", award.cite, text, side=award.side, points=scored)

    def final(self, state: Position) -> str:
        """The points of all sides as a sentence, or nothing."""
        if not self._awards:
            return ""
        each = (f"{name} {self.of(state, side)}" for side, name in enumerate(self._names))
        return f"Victory points: {', '.join(each)}."


def _count(award: Award, conditions: Conditions) -> Measure:
    if award.counted is None:
        return lambda state: 1
    return conditions.measure(award.counted)


_SCORED = {
    "as_it_stands": "",
    "every_turn": ", again at the end of every turn",
    "at_the_end": ", when the game is over",
}


def scoring(game: ResolvedGame) -> Iterator[str]:
    """A sentence for each thing that victory points are scored for, with its title and rule."""
    names, wordings = titles(game), brought(game.packages).wordings
    for award in game[Points].awards.values():
        each = f" for each {counted(award.counted, names)}" if award.counted else ""
        asked = award.condition
        when = f", if {in_a_sentence(asked, names, wordings)}" if asked else ""
        again = _SCORED[award.scored]
        cited = f" (rule {award.cite})" if award.cite else ""
        scores = f"{does(names[award.side], 'scores')} {award.each}{each}{when}{again}"
        yield f"{award.title}: {scores}.{cited}"
