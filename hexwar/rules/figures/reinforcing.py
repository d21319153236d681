"""Figures that come back together, as a new unit (section ``figures``, the step ``reinforce``)."""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.figures.section import Figures, Reinforce
from hexwar.rules.language.wording import several
from hexwar.rules.movement.rules import MovementRules


class FigureReinforcements:
    """Who comes back, and where."""

    __slots__ = ("_cite", "_figures", "_frame", "_movement")

    def __init__(
        self, frame: Frame, section: Figures, figures: FigureRules, movement: MovementRules
    ) -> None:
        self._frame, self._figures, self._movement = frame, figures, movement
        self._cite = section.cite.get("reinforce", "")

    def gather(self, state: Position, said: Reinforce) -> int | None:
        """Put all the figures into the first counter that is free; ``None`` if nobody can come."""
        figures, frame = self._figures, self._frame
        before, after = figures.place(said.condition), figures.place(said.becomes)
        side = frame.side_ids.index(said.side)
        index = [frame.unit_index[unit] for unit in said.units]
        free = (u for u in index if state.cells[u] == OFF_MAP and not sum(figures.counts(state, u)))
        unit = next(free, None)
        if unit is None or not self.hexes(state, unit, said.region):
            return None
        number = 0
        for other in self._movement.forces.of_side[side]:
            these = figures.counts(state, other)[before]
            if these:
                figures.change(state, other, before, after, these)
                number += these
        if not number:
            return None
        counts = figures.counts(state, unit)
        figures.put(state, unit, (counts[0] + number, *counts[1:]))
        return unit

    def hexes(self, state: Position, unit: int, region: str) -> int:
        """Mask of the hexes of the region where it may come on."""
        movement, side = self._movement, self._frame.unit_side[unit]
        area = self._frame.board.mask(self._frame.map.region(region))
        area &= movement.costs[unit].passable & ~state.enemies_of(side)
        return area & ~movement.stacking.full(state, unit)

    def bring_on(self, state: Position, unit: int, cell: int) -> None:
        """Put the unit into a hex."""
        state.place(unit, cell)
        state.did("entered", 1 << unit)
        if state.events is not None:
            name, number = self._frame.unit_ids[unit], self._frame.board.number[cell]
            figures = several(self._figures.effective(state, unit), "figure")
            text = f"{name} comes on in {number} with {figures}."
            state.tell("entered", self._cite, text, unit=name, path=(number,))
