"""Where units are written to look at the end of their paths, if they look anywhere.

Only in games with facing. A path may end in a hex with a look of its own; without one a unit looks
as it came. `face` writes it, for a unit that stays, too; it is turned when its path has been
carried out.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.action import Action
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.hexmap.axial import turned
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.plots.memory import WRITTEN, Written
from hexwar.rules.plots.rules import CompiledPlot, PlotRules

FACE = "face"


class PlottedLooks:
    """``face UNIT FACING`` while orders are written, and the turn when they are carried out."""

    __slots__ = ("_movement", "_plots", "facing")

    def __init__(self, plots: PlotRules, movement: MovementRules) -> None:
        self._plots, self._movement = plots, movement
        self.facing = movement.bounds.facing

    # -- writing ---------------------------------------------------------------------------------

    def actions(self, state: Position, side: int) -> Iterator[Action]:
        """Turns of the units of a side for which none is written yet, clockwise."""
        if self.facing is None:
            return
        written = state.memory[WRITTEN]
        for plot, unit in self._plots.to_write(state, side):
            if plot.said.is_path and written.look(plot.index, unit) is None:
                yield from self.of_unit(state, plot, unit)

    def of_unit(self, state: Position, plot: CompiledPlot, unit: int) -> Iterator[Action]:
        """The turns that can be written for a unit at the end of its path, or where it stays."""
        if self.facing is None or not plot.said.is_path:
            return
        cells, name = self._course(state, plot, unit), state.frame.unit_ids[unit]
        comes = self.in_the_end(state, plot, unit)
        for look in self._plots.looks_at_the_end(state, plot, unit, cells):
            if look != comes:
                yield Action(FACE, (name,), (), self.facing.names[look])

    def in_the_end(self, state: Position, plot: CompiledPlot, unit: int) -> int:
        """Where a unit will look when its path has been carried out; ``NOBODY`` if nowhere."""
        written = state.memory[WRITTEN].look(plot.index, unit)
        passage = self._plots.layers(state, plot, unit)[0].steered
        if self.facing is None or passage is None:
            return NOBODY
        if written is not None:
            return written
        way = passage.along(self._course(state, plot, unit))
        return NOBODY if way is None else way.facing

    def _course(self, state: Position, plot: CompiledPlot, unit: int) -> tuple[int, ...]:
        way = state.memory[WRITTEN].path(plot.index, unit) or ()
        return (state.cells[unit], *way)

    def why_not(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a turn may not be written; ``None`` if it may."""
        refused = self._plots.why_not(state, unit, path=True)
        plot = self._plots.plot_of(state, unit, path=True)
        if refused is not None or plot is None:
            return refused
        if self.facing is None or not self.facing.has(state, unit):
            return self.why_none(unit)
        if name not in self.facing.names:
            return self.facing.none_such(name)
        number = state.frame.board.number
        way = tuple(number[cell] for cell in self._course(state, plot, unit))
        return self._plots.why_not_look(state, plot, unit, way, self.facing.names.index(name))

    def why_none(self, unit: int) -> Violation:
        """Why a unit is not turned: it looks nowhere, or nobody does."""
        if self.facing is None:
            return self._plots.refusal("Nobody looks anywhere in this game.")
        return self.facing.looks_nowhere(unit)

    def write(self, state: Position, unit: int, name: str) -> None:
        """Write where a unit looks at the end of its path; it stays if it has none."""
        plot = self._plots.plot_of(state, unit, path=True)
        if plot is None or self.facing is None:
            return
        written: Written = state.memory[WRITTEN]
        # To look somewhere is an order, too: without a path it would go on as before, or be asked
        # for.
        if written.path(plot.index, unit) is None:
            written = written.with_path(plot.index, unit, ())
        look = self.facing.names.index(name)
        state.remember(WRITTEN, written.with_look(plot.index, unit, look))

    # -- carrying out ----------------------------------------------------------------------------

    def entering(self, state: Position, unit: int, goal: int) -> str:
        """Where a unit looks when it enters the next hex, by name; empty if nowhere."""
        costs = self._movement.bounds.costs(state, unit, self._movement.costs[unit])
        passage = self._movement.bounds.passage(state, unit, costs).steered
        if self.facing is None or passage is None:
            return ""
        way = passage.along((state.cells[unit], goal))
        return self.facing.names[way.facing] if way else ""

    def turn_all(self, state: Position, plot: CompiledPlot) -> None:
        """Turn those who have come to the end of their paths."""
        written = state.memory[WRITTEN]
        for at, unit, look in written.looks if self.facing else ():
            came = at == plot.index and state.cells[unit] and not written.path(at, unit)
            if came and self._turns(state, unit, look):
                self._turn(state, unit, look)

    def _turns(self, state: Position, unit: int, look: int) -> bool:
        """Whether a unit still may, and does not look there already."""
        if self.facing is None or not self.facing.has(state, unit):
            return False
        barred = self._movement.why_barred(state, unit) or state.forbidden(unit, "move")
        return barred is None and look != self.facing.of(state, unit)

    def _turn(self, state: Position, unit: int, look: int) -> None:
        if self.facing is not None:
            self.facing.turn(state, unit, look, turned(self.facing.of(state, unit), look))
            if state.events is not None:
                self.facing.tell(state, unit)
