"""For which units a phase is: ``only``, and within an activation whoever is activated."""

from __future__ import annotations

from hexwar.engine.rules import Contributed
from hexwar.engine.state import Position
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.sequence.moved import ACTIVE, SPENT
from hexwar.rules.sequence.section import SequenceOfPlay


class UnitsOfPhase:
    """The selectors of the phases, compiled."""

    __slots__ = ("_barred", "_inner", "_plain", "_who")

    def __init__(
        self, sequence: SequenceOfPlay, selectors: Selectors, contributed: Contributed
    ) -> None:
        self._barred = tuple(
            any(bars.bars_in(index) for bars in contributed["barred"])
            for index in range(len(sequence.phases))
        )
        only = (phase[WhoMoves].only for phase in sequence.phases)
        self._who = tuple(selectors.anywhere(who) if who else None for who in only)
        self._inner = tuple(bool(phase.within) for phase in sequence.phases)
        asked = zip(self._who, self._barred, self._inner, strict=True)
        self._plain = tuple(not any(asks) for asks in asked)

    def outside(self, state: Position) -> int:
        """The mask of the units that the current phase is not for, as things stand.

        Also those for which the whole turn is over, who cannot pay for what they would do, and for
        whom no leader has an order left.
        """
        mask = state.memory[SPENT].units
        if self._plain[state.phase_index]:
            return mask
        who = self._who[state.phase_index]
        if who is not None:
            mask |= ~who(state)
        if self._barred[state.phase_index]:
            for bars in state.rules.contributed["barred"]:
                mask |= bars.barred(state)
        return mask | ~state.memory[ACTIVE].units if self._inner[state.phase_index] else mask

    def fits(self, state: Position, unit: int) -> bool:
        """Whether the current phase is for a unit."""
        return not self.outside(state) >> unit & 1
