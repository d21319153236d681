"""Section ``initiative``: who has it, and the roll for it.

All sides roll their dice together; they are ranked by successes or by totals, and who are equal
stay as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from hexwar.definition.grammar import does
from hexwar.engine.dice import Thrown
from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.initiative.section import Initiative
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.throws import all_throws


class Ranks(NamedTuple):
    """The indices of the sides in the order of the last roll; none if there was none yet."""

    sides: tuple[int, ...] = ()


RANKS = Slot("initiative", Ranks(), lasts="game")


class InitiativeRules:
    """The side with the initiative, which its phase rolls for."""

    __slots__ = (
        "_begins",
        "_cite",
        "_count",
        "_counted",
        "_divide",
        "_faces",
        "_frame",
        "_sides",
        "_success",
    )

    def __init__(self, frame: Frame, section: Initiative, selectors: Selectors) -> None:
        self._frame = frame
        self._cite = section.cite
        first = frame.side_index[section.first]
        others = [side for side in range(len(frame.side_ids)) if side != first]
        self._begins = (first, *others)
        self._faces = tuple(int(section.die[side][1:]) for side in frame.side_ids)
        self._success = section.success
        dice = section.dice
        self._count = dice if isinstance(dice, int) else 0
        self._divide = 1 if isinstance(dice, int) else dice.divide
        only = None if isinstance(dice, int) else dice.only
        self._sides = selectors.forces.mask_of_side
        self._counted = selectors.mask(only)

    def side(self, state: Position) -> int:
        """The index of the side that has the initiative."""
        return self.order(state)[0]

    def order(self, state: Position) -> tuple[int, ...]:
        """The indices of all sides, the one with the initiative first."""
        return state.memory[RANKS].sides or self._begins

    def give(self, state: Position, side: int) -> None:
        """Let a side have the initiative, the others after it in the order in which they were."""
        others = (other for other in self.order(state) if other != side)
        state.remember(RANKS, Ranks((side, *others)))

    def dice(self, state: Position, side: int) -> int:
        """How many dice a side rolls now."""
        if self._count:
            return self._count
        return (self._counted(state) & self._sides[side]).bit_count() // self._divide

    def roll(self, state: Position) -> None:
        """Roll for the initiative: the best side has it; those who are equal stay as they were."""
        counts = [self.dice(state, side) for side in range(len(self._faces))]
        owner = [side for side, count in enumerate(counts) for _ in range(count)]
        before = self.order(state)
        # All dice together: what can come of them is listed as orders of the sides, not as faces.
        thrown = state.throw(
            [self._faces[side] for side in owner], partial(self._throws, owner, before)
        )
        rolls = [
            tuple([face for face, whose in zip(thrown, owner, strict=True) if whose == side])
            for side in range(len(counts))
        ]
        scores = [self._score(faces) for faces in rolls]
        order = _ranked(before, scores)
        state.remember(RANKS, Ranks(order))
        if state.events is not None:
            self._tell(state, rolls, scores, order[0], order[0] == before[0])

    def _score(self, faces: Iterable[int]) -> int:
        if self._success is None:
            return sum(faces)
        return sum([face >= self._success for face in faces])

    def _throws(self, owner: Sequence[int], before: tuple[int, ...]) -> Sequence[Thrown]:
        """The orders of the sides that dice can come to, each die by the side that it is of."""

        def after(scores: tuple[int, ...], die: int, face: int) -> tuple[int, ...]:
            totals = list(scores)
            totals[owner[die]] += self._score((face,))
            return tuple(totals)

        dice = [self._faces[side] for side in owner]
        nothing = (0,) * len(self._faces)
        return all_throws(dice, nothing, after, partial(_ranked, before))

    def _tell(
        self,
        state: Position,
        rolls: list[tuple[int, ...]],
        scores: list[int],
        side: int,
        kept: bool,
    ) -> None:
        names = self._frame.side_names
        results = []
        for name, faces, score in zip(names, rolls, scores, strict=True):
            thrown = ", ".join(map(str, faces)) or "no dice"
            results.append(f"{name} {thrown} ({self._scored(score)})")
        has = does(names[side], "keeps" if kept else "has")
        state.tell(
            "initiative",
            self._cite.get("roll", ""),
            f"Initiative: {'; '.join(results)}. {has} it.",
            side=self._frame.side_ids[side],
            dice=tuple(face for faces in rolls for face in faces),
            counts=tuple(map(len, rolls)),
            scores=tuple(scores),
        )

    def _scored(self, score: int) -> str:
        if self._success is None:
            return str(score)
        return f"{score or 'no'} success{'' if score == 1 else 'es'}"


def _ranked(before: tuple[int, ...], scores: Sequence[int]) -> tuple[int, ...]:
    """The sides by their scores, the best first; those who are equal as they were."""
    # Sorting is stable: who are equal keep the order in which they were.
    return tuple(sorted(before, key=lambda side: -scores[side]))
