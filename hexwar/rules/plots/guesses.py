"""What others may have written, for the worlds that a side thinks possible.

A computer player that thinks for one side does not know what the others have written; in each world
that it thinks possible they have written something. It hangs on the phases whether they have:
written and not carried out yet, seen from now backwards.
"""

from __future__ import annotations

from functools import partial
from random import Random

from hexwar.engine.frame import Frame
from hexwar.engine.moments import Guess
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.plots.memory import FINISHED, WRITTEN, Written
from hexwar.rules.plots.rules import CompiledPlot, PlotRules

TRIES = 4
"""Of so many paths a side is taken to have written the one that leads nearest to an enemy, or to
have drawn one of them: it wants something, and nobody knows what."""


class PlotGuesses:
    """Writes orders for the units of others, where they have finished writing and it has not been
    seen yet what.
    """

    __slots__ = ("_frame", "_plots")

    def __init__(self, frame: Frame, plots: PlotRules) -> None:
        self._frame, self._plots = frame, plots

    def concerned_at(self, moment: str) -> bool:
        """Whether the game has plots at all."""
        return bool(self._plots.plots)

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to write for the others in a copy of what a side sees; ``None`` where nothing is."""
        others = [other for other in self._frame.played if other != side]
        wanted = [
            (plot, other)
            for plot in self._plots.plots
            for other in others
            if self._is_written(seen, plot, other)
        ]
        return partial(self._write, wanted) if wanted else None

    def _is_written(self, seen: Position, plot: CompiledPlot, side: int) -> bool:
        """Whether a side has written a plot that is still to be carried out."""
        phases = len(self._frame.phase_ids)
        # Back through the phases: whichever comes first, written or carried out, was the last.
        for back in range(phases):
            phase = (seen.phase_index - back) % phases
            # There was no turn before the first.
            if back > seen.phase_index and seen.turn == 1:
                return False
            if plot in self._plots.carried_out_in(phase):
                return False
            if plot in self._plots.written_in(phase) and side in self._plots.writers_of(
                seen, phase
            ):
                # In the phase of writing itself only who has finished has written all that he will.
                return bool(back) or bool(seen.memory[FINISHED].sides >> side & 1)
        return False

    def _write(
        self, wanted: list[tuple[CompiledPlot, int]], world: Position, random: Random
    ) -> None:
        written: Written = world.memory[WRITTEN]
        for plot, side in wanted:
            for unit in bits(self._plots.able(world, plot, side) & ~written.has(plot.index)):
                if plot.said.is_path:
                    way = self._way(world, plot, unit, random)
                    written = written.with_path(plot.index, unit, way)
                else:
                    word = int(random.random() * len(plot.said.states))
                    written = written.with_state(plot.index, unit, word)
        world.remember(WRITTEN, written)

    def _way(
        self, world: Position, plot: CompiledPlot, unit: int, random: Random
    ) -> tuple[int, ...]:
        board = self._frame.board
        ends = self._plots.destinations(world, plot, unit)
        drawn = [board.draw(ends, random) for _ in range(TRIES)]
        goal = drawn[0]
        # Otherwise the first that was drawn, wherever it leads: nobody knows what they want.
        if random.random() < 0.7:
            enemies = board.cells(world.enemies_of(self._frame.unit_side[unit]))
            goal = min(drawn, key=lambda cell: self._nearest(cell, enemies))
        return self._plots.way(world, plot, unit, (board.number[goal],))

    def _nearest(self, cell: int, enemies: list[int]) -> int:
        """The hexes to the nearest of some cells."""
        number, distance = self._frame.board.number, self._frame.map.distance
        return min((distance(number[cell], number[other]) for other in enemies), default=0)
