"""Section ``withdrawals``: who leaves the map, and when.

When its phase begins and its condition holds, a withdrawal is due: units that are named, or that a
selector fits. All of them leave, or so many as their owner picks. They are neither lost nor
destroyed, and may come again as reinforcements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.units.rules import mask_of
from hexwar.rules.withdrawals.section import Withdrawal, Withdrawals


class Withdrawn(NamedTuple):
    """Mask of the withdrawals that have taken place, by their places in the section."""

    groups: int = 0


WITHDRAWN = Slot("withdrawals", Withdrawn(), lasts="game")


class CompiledWithdrawal(NamedTuple):
    """A withdrawal compiled: its phase and side as indices, and which units it is about."""

    said: Withdrawal
    phase: int
    holds: Test
    fits: Callable[[Position], int]


class WithdrawalRules:
    """Units leave when a phase begins: all that are meant, or those that their owner chooses."""

    __slots__ = ("_frame", "_leaving")

    def __init__(
        self, frame: Frame, section: Withdrawals, conditions: Conditions, selectors: Selectors
    ) -> None:
        self._frame = frame
        index = frame.unit_index
        mine = [
            mask_of(unit for unit, whose in enumerate(frame.unit_side) if whose == side)
            for side in range(len(frame.side_ids))
        ]

        def compiled(said: Withdrawal) -> CompiledWithdrawal:
            side = frame.side_ids.index(said.side)
            named = mask_of(index[unit] for unit in said.units) if said.units else mine[side]
            chosen = selectors.mask(said.only, side)
            phase = frame.phase_ids.index(said.phase)
            holds = conditions.test(said.condition)
            return CompiledWithdrawal(
                said, phase, holds, lambda state: chosen(state) & named & mine[side]
            )

        self._leaving = tuple(compiled(withdrawal) for withdrawal in section.by_id.values())

    def title(self, place: int) -> str:
        """What players read of a withdrawal, by its place in the section."""
        return self._leaving[place].said.title

    def cite(self, place: int) -> str:
        """The rule that it comes from."""
        return self._leaving[place].said.cite

    def due(self, state: Position) -> list[tuple[int, tuple[int, ...], int]]:
        """What takes place now: each by its place, with its units and how many of them leave.

        What takes place once is noted, even if nobody is left to leave.
        """
        leaving = []
        for place, withdrawal in enumerate(self._leaving):
            # A withdrawal that comes again is due in every turn in which it holds.
            over = state.memory[WITHDRAWN].groups >> place & 1 and withdrawal.said.again == "never"
            if withdrawal.phase != state.phase_index or over or not withdrawal.holds(state):
                continue
            state.remember(WITHDRAWN, Withdrawn(state.memory[WITHDRAWN].groups | 1 << place))
            units = tuple(bits(withdrawal.fits(state)))
            if units:
                count = withdrawal.said.count or len(units)
                leaving.append((place, units, min(count, len(units))))
        return leaving

    def leave(self, state: Position, place: int, unit: int) -> None:
        """Take a unit off the map; it is no loss."""
        frame = self._frame
        number = frame.board.number[state.cells[unit]]
        state.place(unit, OFF_MAP)
        if state.events is not None:
            withdrawal, name = self._leaving[place].said, frame.unit_ids[unit]
            text = f"{name} leaves the map from {number}: {withdrawal.title}."
            state.tell("withdrawn", withdrawal.cite, text, unit=name, hex=number)
