"""Who may clear which markers now, and how: engineers lift mines.

A clearing takes the place of the unit's move, in the phases that the kind names, from a hex near
enough. With a roll it may fail; the unit has had its time all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.markers.rules import LAID, MarkerKind, MarkerRules, why_no_time
from hexwar.rules.markers.section import Clearing


class CompiledClearing(NamedTuple):
    """How markers of one kind are cleared, compiled; ``by`` as each side sees it."""

    place: int
    said: Clearing
    phases: frozenset[int]
    by: tuple[Callable[[Position], int], ...]


class ClearingRules:
    """Clearing by units: ``clear UNIT HEX NAME``."""

    __slots__ = ("_board", "_frame", "_lifting", "_rules", "_selectors")

    def __init__(self, frame: Frame, rules: MarkerRules, selectors: Selectors) -> None:
        self._frame, self._board, self._rules = frame, frame.board, rules
        self._selectors = selectors
        self._lifting = {
            kind.said.id: self._compiled(place, kind, kind.said.clear)
            for place, kind in enumerate(rules.kinds)
            if kind.said.clear is not None
        }

    def _compiled(self, place: int, kind: MarkerKind, said: Clearing) -> CompiledClearing:
        sides, forces = range(len(self._frame.side_ids)), self._selectors.forces

        def mine(side: int) -> Callable[[Position], int]:
            chosen, own = self._selectors.mask(said.by, side), forces.mask_of_side[side]
            return lambda state: chosen(state) & own

        phases = frozenset(map(self._frame.phase_ids.index, said.phase))
        return CompiledClearing(place, said, phases, tuple(mine(side) for side in sides))

    def concerns(self, phase: int) -> bool:
        """Whether anything is ever cleared in a phase."""
        return any(phase in lifting.phases for lifting in self._lifting.values())

    def able(self, state: Position) -> Iterator[tuple[int, int, str]]:
        """The units that may clear a marker now, each with the hex and the kind."""
        for name, lifting in self._lifting.items():
            lying = self._rules.lying(state)[lifting.place]
            if not lying or state.phase_index not in lifting.phases or state.phase_side < 0:
                continue
            for unit in bits(lifting.by[state.phase_side](state)):
                near = self._near(state, unit, lifting.said) & lying
                if near and self._why_not_unit(state, unit, name) is None:
                    yield from ((unit, cell, name) for cell in bits(near))

    def _near(self, state: Position, unit: int, said: Clearing) -> int:
        cell = state.cells[unit]
        return self._selectors.around(cell, said.within) if cell else 0

    def why_not(self, state: Position, unit: int, name: str, number: str) -> Violation | None:
        """Why a unit does not clear a marker in a hex now; ``None`` if it may."""
        who, side = self._frame.unit_ids[unit], state.phase_side
        lifting = self._lifting.get(name)
        if lifting is None:
            return Violation("", f"Nobody clears {name}.", "markers.clear")
        title = self._title(name)
        if self._frame.unit_side[unit] != side:
            return self._refuse(name, f"{who} belongs to the other side.")
        if state.phase_index not in lifting.phases:
            return self._refuse(name, f"{title} is not cleared in this phase.")
        if not lifting.by[side](state) >> unit & 1:
            return self._refuse(name, f"{who} does not clear {title}.")
        cell = self._board.cell.get(number)
        if cell is None or not self._rules.lying(state)[lifting.place] >> cell & 1:
            return self._refuse(name, f"There is no {title} in {number}.")
        if not self._near(state, unit, lifting.said) >> cell & 1:
            return self._refuse(name, f"{number} is too far away for {who}.")
        return self._why_not_unit(state, unit, name)

    def _why_not_unit(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit has no time to clear anything."""
        why = why_no_time(state, unit, already="placed or cleared one", does="clears")
        return self._refuse(name, why) if why else None

    def clear(self, state: Position, unit: int, name: str, cell: int) -> None:
        """Let a unit clear a marker, or try to."""
        lifting, laid = self._lifting[name], state.memory[LAID]
        # Before the die is thrown: a unit that fails has had its time, too.
        state.remember(LAID, laid._replace(units=laid.units | 1 << unit))
        if lifting.said.roll is not None and not self._rolled(state, unit, name, lifting, cell):
            return
        self._rules.take_off(state, lifting.place, self._board.bit[cell])

    def _rolled(
        self, state: Position, unit: int, name: str, lifting: CompiledClearing, cell: int
    ) -> bool:
        """Whether a unit has rolled enough to clear a marker."""
        roll = lifting.said.roll
        if roll is None:
            return True
        faces = tuple([state.roll(roll.dice.sides) for _ in range(roll.dice.count)])
        total = roll.dice.read(faces)
        cleared = total >= roll.at_least
        if state.events is not None:
            who, number = self._frame.unit_ids[unit], self._board.number[cell]
            how = "cleared" if cleared else "not cleared"
            text = f"{who} clears {self._title(name)} in {number}: die {total}, {how}."
            rule = self._rules.kinds[lifting.place].said.cite.get("clear", "")
            state.tell("check", rule, text, unit=who, dice=faces, passed=cleared)
        return cleared

    def title(self, name: str) -> str:
        """What players read of a kind; its id if nobody clears it."""
        return self._title(name) if name in self._lifting else name

    def _title(self, name: str) -> str:
        return self._rules.kinds[self._lifting[name].place].said.title

    def _refuse(self, name: str, text: str) -> Violation:
        rule = self._rules.kinds[self._lifting[name].place].said.cite.get("clear", "")
        return Violation(rule, text, "markers.clear")
