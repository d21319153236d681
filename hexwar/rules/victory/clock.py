"""How much of a game is left, and how often each side moves in it."""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.state import NOBODY, State
from hexwar.rules.language.foresight import Ahead
from hexwar.rules.sequence.section import SequenceOfPlay

MOVING = frozenset({"movement", "activation"})
"""The kinds of phase in which units go somewhere."""

FIGHTING = frozenset({"combat", "fire", "activation"})
"""The kinds of phase in which units are attacked."""


class Clock:
    """The time of one game; a phase whose side is found in play may be anybody's."""

    __slots__ = ("_acting", "_frame", "_known", "_moving", "_whose")

    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        phases = frame.resolved[SequenceOfPlay].phases
        self._moving, self._acting = (
            [
                tuple(phase.kind in kinds and phase.side in ("", side) for phase in phases)
                for side in frame.side_ids
            ]
            for kinds in (MOVING, MOVING | FIGHTING)
        )
        sides = [*frame.side_ids, ""]
        self._whose = [(phase.kind, sides.index(phase.side)) for phase in phases]
        self._known: dict[tuple[int, int, int], Ahead] = {}

    def until(self, state: State, turn: int) -> Ahead:
        """The time from now to the end of a turn."""
        key = (state.turn, state.phase_index, turn)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._reckoned(*key)
        return found

    def _reckoned(self, now: int, phase: int, until: int) -> Ahead:
        many, turns = len(self._frame.phase_ids), self._frame.turns
        whole, comes = max(0, until - now), until >= now
        left = (whole + 1 - phase / many if comes else 0) / turns
        gone = (now - 1 + phase / many) / turns
        moves, acts = (
            tuple(comes * (whole * sum(those) + sum(those[phase:])) for those in by_side)
            for by_side in (self._moving, self._acting)
        )
        rest = [*self._whose[phase:], *(self._whose if whole else ())] if comes else []
        fights = [side for kind, side in rest if kind in FIGHTING]
        goes = [side for kind, side in rest if kind in MOVING]
        return Ahead(
            left,
            gone,
            moves,
            acts,
            until,
            self._known_side(fights[:1]),
            self._known_side(goes[-1:]),
        )

    def _known_side(self, one: list[int]) -> int:
        return one[0] if one and one[0] < len(self._frame.side_ids) else NOBODY
