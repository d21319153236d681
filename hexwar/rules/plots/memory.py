"""What is written, who has finished, and how units went the last time.

Rows begin with the plot and the unit and are kept in order, so that records of the same orders are
equal in whichever order they were written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hexwar.engine.slot import Slot

Cells = tuple[int, ...]


class Written(NamedTuple):
    """Orders that are written and not carried out: ``(plot, unit, what)`` by index.

    ``paths``: the cells still to enter, the one where it begins not among them. ``states``: the
    place of a state in its plot. ``before``: the directions in which a unit was written to go the
    last time, as places among its neighbours. ``looks``: where a unit looks at the end of its path,
    0 to 5, if that is written.
    """

    paths: tuple[tuple[int, int, Cells], ...] = ()
    states: tuple[tuple[int, int, int], ...] = ()
    before: tuple[tuple[int, int, Cells], ...] = ()
    looks: tuple[tuple[int, int, int], ...] = ()

    def without(self, units: int) -> Written:
        """The record without these units (a mask)."""
        return self.where(lambda unit: not units >> unit & 1)

    def where(self, keeps: Callable[[int], bool]) -> Written:
        """The record of those units alone."""
        return Written(*(tuple([row for row in rows if keeps(row[1])]) for rows in self))  # type: ignore[arg-type]

    def beside(self, other: Written) -> Written:
        """The record of these units and, in another record, of others."""
        return Written(*(tuple(sorted(own + more)) for own, more in zip(self, other, strict=True)))  # type: ignore[arg-type]

    def path(self, plot: int, unit: int) -> Cells | None:
        """The path of a unit; ``None`` if none is written."""
        return next((way for at, who, way in self.paths if (at, who) == (plot, unit)), None)

    def state(self, plot: int, unit: int) -> int | None:
        """The place of the state of a unit; ``None`` if none is written."""
        return next((word for at, who, word in self.states if (at, who) == (plot, unit)), None)

    def with_path(self, plot: int, unit: int, way: Cells | None) -> Written:
        """The record with another path of a unit, or none."""
        rest = tuple([row for row in self.paths if row[:2] != (plot, unit)])
        more = () if way is None else ((plot, unit, way),)
        return self._replace(paths=tuple(sorted((*rest, *more))))

    def with_state(self, plot: int, unit: int, word: int) -> Written:
        """The record with another state of a unit."""
        rest = [row for row in self.states if row[:2] != (plot, unit)]
        return self._replace(states=tuple(sorted((*rest, (plot, unit, word)))))

    def look(self, plot: int, unit: int) -> int | None:
        """Where a unit looks at the end of its path; ``None`` if nothing is written of it."""
        return next((look for at, who, look in self.looks if (at, who) == (plot, unit)), None)

    def with_look(self, plot: int, unit: int, look: int | None) -> Written:
        """The record with a unit that looks somewhere at the end of its path, or as it comes."""
        rest = tuple([row for row in self.looks if row[:2] != (plot, unit)])
        more = () if look is None else ((plot, unit, look),)
        return self._replace(looks=tuple(sorted((*rest, *more))))

    def gone(self, plot: int, unit: int, directions: Cells) -> Written:
        """The record with the way in which a unit was written to go."""
        rest = [row for row in self.before if row[:2] != (plot, unit)]
        return self._replace(before=tuple(sorted((*rest, (plot, unit, directions)))))

    def carried_out(self, plot: int) -> Written:
        """The record without a plot."""
        return self._replace(
            paths=tuple([row for row in self.paths if row[0] != plot]),
            states=tuple([row for row in self.states if row[0] != plot]),
            looks=tuple([row for row in self.looks if row[0] != plot]),
        )

    def void(self, plots: Sequence[int], units: int) -> Written:
        """The record without these plots of these units (a mask)."""

        def keeps(plot: int, unit: int) -> bool:
            return plot not in plots or not units >> unit & 1

        return self._replace(
            paths=tuple([row for row in self.paths if keeps(*row[:2])]),
            states=tuple([row for row in self.states if keeps(*row[:2])]),
            looks=tuple([row for row in self.looks if keeps(*row[:2])]),
        )

    def has(self, plot: int) -> int:
        """Mask of the units for which a plot is written."""
        return sum({1 << unit for at, unit, _ in (*self.paths, *self.states) if at == plot})


WRITTEN = Slot("written_orders", Written(), lasts="game")


class Finished(NamedTuple):
    """Mask of the sides that have finished writing in this phase."""

    sides: int = 0


FINISHED = Slot("finished_writing", Finished(), lasts="phase")
