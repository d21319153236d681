"""Section ``plots``: which orders a side may write for which units, and why not.

In a phase of kind plot sides write orders without seeing one another's: a path for a unit, or a
state. First what is remembered of them; then which plot concerns which units in which phase, how
far a path may lead, and how it is refused; then where units are to look at the end. ``task`` is the
phase, ``carrying`` the one in which all of it happens. As long as orders are written and not
carried out, nothing of them may reach the other side: see the end of `PlotRules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import Passage
from hexwar.hexmap.axial import turned
from hexwar.rules.deeds import DeedRules
from hexwar.rules.language.section import ValueOf
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import either, several
from hexwar.rules.movement.rules import Layers, MovementRules
from hexwar.rules.plots.section import AS_USUAL, CarriedOut, Plot, PlotPhases, Plots
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules


# What is written, which sides have finished, and how units went the last time.
#
# Rows begin with the plot and the unit and are kept in order, so that records of the same orders
# are equal in whichever order they were written.


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
        both = zip(self, other, strict=True)
        return Written(*(tuple(sorted(rows + others)) for rows, others in both))  # type: ignore[arg-type]

    def path(self, plot: int, unit: int) -> Cells | None:
        """The path of a unit; ``None`` if none is written."""
        return next((course for at, who, course in self.paths if (at, who) == (plot, unit)), None)

    def state(self, plot: int, unit: int) -> int | None:
        """The place of the state of a unit; ``None`` if none is written."""
        return next((word for at, who, word in self.states if (at, who) == (plot, unit)), None)

    def with_path(self, plot: int, unit: int, way: Cells | None) -> Written:
        """The record with another path of a unit, or none."""
        unchanged = tuple([row for row in self.paths if row[:2] != (plot, unit)])
        added = () if way is None else ((plot, unit, way),)
        return self._replace(paths=tuple(sorted((*unchanged, *added))))

    def with_state(self, plot: int, unit: int, word: int) -> Written:
        """The record with another state of a unit."""
        unchanged = [row for row in self.states if row[:2] != (plot, unit)]
        return self._replace(states=tuple(sorted((*unchanged, (plot, unit, word)))))

    def look(self, plot: int, unit: int) -> int | None:
        """Where a unit looks at the end of its path; ``None`` if nothing is written of it."""
        return next((look for at, who, look in self.looks if (at, who) == (plot, unit)), None)

    def with_look(self, plot: int, unit: int, look: int | None) -> Written:
        """The record with a unit that looks somewhere at the end of its path, or as it comes."""
        unchanged = tuple([row for row in self.looks if row[:2] != (plot, unit)])
        added = () if look is None else ((plot, unit, look),)
        return self._replace(looks=tuple(sorted((*unchanged, *added))))

    def gone(self, plot: int, unit: int, directions: Cells) -> Written:
        """The record with the way in which a unit was written to go."""
        unchanged = [row for row in self.before if row[:2] != (plot, unit)]
        return self._replace(before=tuple(sorted((*unchanged, (plot, unit, directions)))))

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


PLOT, ORDER = "plot", "order"


@dataclass(frozen=True, slots=True, eq=False)
class CompiledPlot:
    """A plot with its place among the others; ``fits`` as each side sees it."""

    index: int
    form: Plot
    fits: tuple[Callable[[Position], int], ...]


class PlotRules:
    """What sides write; ``plots`` are those of the section."""

    def __init__(
        self,
        frame: Frame,
        section: Plots,
        carried_out: CarriedOut | None,
        sequence: SequenceOfPlay,
        selectors: Selectors,
        movement: MovementRules,
        states: StateRules | None,
        deeds: DeedRules,
    ) -> None:
        self._deeds = deeds
        self._frame, self._movement, self._states = frame, movement, states
        self.cite = (carried_out or AS_USUAL).cite
        sides = range(len(frame.side_ids))
        self.plots = tuple(
            CompiledPlot(at, order, tuple(selectors.mask(order.only, side) for side in sides))
            for at, order in enumerate(section.by_id.values())
        )
        self._by_phase = tuple(
            tuple(plot for plot in self.plots if phase.id in plot.form.phase)
            for phase in sequence.phases
        )
        names = list(section.by_id)
        self._carried = tuple(
            tuple(self.plots[names.index(name)] for name in phase[PlotPhases].plots)
            for phase in sequence.phases
        )
        self._writers = tuple(
            self._sides(phase[PlotPhases].sides, frame.phase_sides[at])
            for at, phase in enumerate(sequence.phases)
        )

    def _sides(self, form: object, owner: int) -> tuple[int, ...]:
        """The sides that write in a phase: its owner if it has one, those that it names, or all."""
        if owner != NOBODY:
            return (owner,)
        if isinstance(form, tuple):
            return tuple(map(self._frame.side_index.__getitem__, form))
        return self._frame.played

    def concerned_at(self, moment: str) -> bool:
        """Whether the game has plots at all."""
        return bool(self.plots)

    def written_in(self, phase: int) -> tuple[CompiledPlot, ...]:
        """The plots that are written in a phase."""
        return self._by_phase[phase]

    def carried_out_in(self, phase: int) -> tuple[CompiledPlot, ...]:
        """The plots that are carried out in a phase, in their order."""
        return self._carried[phase]

    # -- the sides that write --------------------------------------------------------------------

    def writers_of(self, state: Position, phase: int) -> tuple[int, ...]:
        """The sides that write in a phase, in their order."""
        if self._frame.phase_decided[phase]:
            return (state.phase_side,)
        return self._writers[phase]

    def writer(self, state: Position) -> int:
        """The side that writes now: the first that has not finished; ``NOBODY`` if all have."""
        finished = state.memory[FINISHED].sides
        for side in self.writers_of(state, state.phase_index):
            if not finished >> side & 1:
                return side
        return NOBODY

    def begin(self, state: Position) -> None:
        """A phase of writing begins, and with it the turn of the sides that write; what was written
        before, and never carried out, is void.
        """
        writers = self.writers_of(state, state.phase_index)
        for side in writers:
            self._deeds.begin_turn(state, side)
        # What was never carried out: it would be taken for an order of this turn.
        plots_here = [plot.index for plot in self._by_phase[state.phase_index]]
        mine = sum(self._movement.forces.mask_of_side[side] for side in writers)
        written: Written = state.memory[WRITTEN]
        if any(
            entry[0] in plots_here for entry in (*written.paths, *written.states, *written.looks)
        ):
            state.remember(WRITTEN, written.void(plots_here, mine))

    def title(self, word: str) -> str:
        """What players read of a state."""
        return self._states.title(word) if self._states and self._states.knows(word) else word

    def finish(self, state: Position, side: int) -> None:
        """A side has finished writing."""
        finished = state.memory[FINISHED].sides
        state.remember(FINISHED, Finished(finished | 1 << side))

    def able(self, state: Position, plot: CompiledPlot, side: int) -> int:
        """Mask of the units for which a side may write a plot."""
        units = plot.fits[side](state) & self._movement.forces.mask_of_side[side]
        if not plot.form.is_path:
            return units
        units &= ~self._movement.barred(state)
        # A path is kept as directions, and out of a box none leads.
        boxes, number = self._frame.map.boxes, self._frame.board.number
        if not boxes:
            return units
        return mask_of(unit for unit in bits(units) if number[state.cells[unit]] not in boxes)

    def can_write(self, state: Position, side: int) -> bool:
        """Whether there is any unit for which a side may write."""
        return any(self.able(state, plot, side) for plot in self._by_phase[state.phase_index])

    def plot_of(
        self, state: Position, unit: int, *, path: bool, word: str = ""
    ) -> CompiledPlot | None:
        """The plot that is meant by writing a path, or a state, for a unit; ``None`` if none is."""
        side = self._frame.unit_side[unit]
        # Of several that fit the first of the section is meant.
        for plot in self._by_phase[state.phase_index]:
            meant = plot.form.is_path if path else word in plot.form.states
            if meant and self.able(state, plot, side) >> unit & 1:
                return plot
        return None

    # -- paths -----------------------------------------------------------------------------------

    def most(self, state: Position, plot: CompiledPlot, unit: int) -> int:
        """The most hexes of a path; 0 where only movement points bound it."""
        most = plot.form.most
        if isinstance(most, ValueOf):
            return max(0, int(self._movement.values.by_name(state, unit, most.value)))
        return most or 0

    def passage(self, state: Position, plot: CompiledPlot, unit: int) -> Passage:
        """What a path of a unit may lead through, as far as country alone decides it."""
        movement = self._movement
        costs = movement.bounds.costs(state, unit, movement.costs[unit])
        closed = movement.bounds.closed(state, unit)
        most = self.most(state, plot, unit)
        return movement.bounds.passage(state, unit, costs, closed, most=most)

    def layers(self, state: Position, plot: CompiledPlot, unit: int) -> tuple[Passage, Layers]:
        """The passage of a unit's paths, and how far they lead, by movement points."""
        key = ("plotted", plot.index, unit)
        flooded: tuple[Passage, Layers] | None = state.near.get(key)
        if flooded is not None:
            return flooded
        passage, cell = self.passage(state, plot, unit), state.cells[unit]
        values, layers = self._movement.values, tuple[int, ...]((0,))
        # Of no hexes at most there is no flood, which would take 0 for no limit.
        if plot.form.most is None or self.most(state, plot, unit):
            layers = passage.flood(cell, values.allowance(state, unit))
            # A unit may always move one hex, whatever it costs; one without movement may not.
            if self._movement.minimum and values.printed_allowance(state, unit):
                steps = self._movement.steps[unit][cell] & ~passage.closed
                layers = (*layers[:-1], layers[-1] | steps)
        state.near[key] = passage, layers
        return passage, layers

    def destinations(self, state: Position, plot: CompiledPlot, unit: int) -> int:
        """Mask of the hexes to which a path may be written, its own among them: it stays."""
        return self.layers(state, plot, unit)[1][-1] | self._frame.board.bit[state.cells[unit]]

    def way(
        self,
        state: Position,
        plot: CompiledPlot,
        unit: int,
        numbers: tuple[str, ...],
        look: int = -1,
    ) -> Cells:
        """The cells to enter: of a path that begins where the unit stands, or to a destination by
        a cheapest path; one at the end of which it can ``look`` somewhere, if that is said.
        """
        cells = tuple(map(self._frame.board.cell.__getitem__, numbers))
        # One number is a destination, several are a path; its own hex alone means that it stays.
        if len(cells) > 1 or cells[0] == state.cells[unit]:
            return cells[1:]
        passage, layers = self.layers(state, plot, unit)
        if look >= 0 and passage.steered is not None:
            points = self._movement.values.allowance(state, unit)
            course = passage.steered.way(state.cells[unit], cells[0], points, look)
            if course is not None:
                return tuple(course.cells[1:])
        try:
            return tuple(passage.path(state.cells[unit], cells[0], layers)[1:])
        except ValueError:
            return cells  # the one hex that a unit may always move

    def why_closed(self, unit: int, number: str) -> Violation | None:
        """Why a unit never comes to a hex, however far it goes: its terrain is prohibited."""
        cell = self._frame.board.cell.get(number)
        if cell is None or self._movement.costs[unit].passable >> cell & 1:
            return None
        return self._movement.terrain.prohibited(self._frame.unit_ids[unit], cell)

    def why_not_path(
        self, state: Position, plot: CompiledPlot, unit: int, numbers: tuple[str, ...]
    ) -> str:
        """Why a path may not be written; empty if it may."""
        board, name = self._frame.board, self._frame.unit_ids[unit]
        unknown = next((number for number in numbers if number not in board.cell), None)
        if unknown is not None:
            return f"There is no hex {unknown}."
        if len(numbers) == 1:
            goals, origin = self.destinations(state, plot, unit), state.cells[unit]
            if goals >> board.cell[numbers[0]] & 1:
                return ""
            if not goals & ~(1 << origin):
                steered = self.passage(state, plot, unit).steered is not None
                closed = "no hex ahead is open to it" if steered else "no hex around is open to it"
                return f"{name} can only stay in {board.number[origin]}: {closed}."
            return f"{name} cannot come to {numbers[0]}: {self._bound(state, plot, unit)}."
        if board.cell[numbers[0]] != state.cells[unit]:
            return f"The path of {name} begins in {board.number[state.cells[unit]]}."
        return self._why_not_way(state, plot, unit, self.way(state, plot, unit, numbers))

    def _why_not_way(self, state: Position, plot: CompiledPlot, unit: int, way: Cells) -> str:
        """Why a path is not written for a unit, step by step; empty if it is."""
        board, name = self._frame.board, self._frame.unit_ids[unit]
        passage, spent = self.passage(state, plot, unit), 0
        points = self._movement.values.allowance(state, unit)
        whole = (state.cells[unit], *way)
        for number, (from_cell, to_cell) in enumerate(pairwise(whole), 1):
            if to_cell not in board.neighbours[from_cell]:
                return f"{board.number[to_cell]} is not next to {board.number[from_cell]}."
            cost = passage.step_cost(from_cell, to_cell)
            if cost is None:
                return (
                    f"{name} may not enter {board.number[to_cell]} from {board.number[from_cell]}."
                )
            # What holds units where they enter does not hold one that begins there.
            if number > 1 and passage.ends >> from_cell & 1:
                return f"{name} goes no further than {board.number[from_cell]}."
            spent += cost
        if passage.steered is not None:
            along = passage.steered.along(whole)
            if along is None:
                return f"{name} does not go so for where it looks."
            spent = along.cost
        limits = [self.most(state, plot, unit)] if plot.form.most is not None else []
        limits += [self._movement.most_hexes] if self._movement.most_hexes else []
        # The hex beside it that a unit may always move to, dear as it is.
        first = len(way) == 1 and self.destinations(state, plot, unit) >> way[0] & 1
        if any(len(way) > most for most in limits) or (spent > points and not first):
            return f"That is too far for {name}: {self._bound(state, plot, unit)}."
        return ""

    def _bound(self, state: Position, plot: CompiledPlot, unit: int) -> str:
        """What bounds the paths of a unit: ``it has 3 hexes, 6 MP for hexes and turns``."""
        points = self._movement.values.allowance(state, unit)
        bound = self._movement.terrain.written(points)
        if self.passage(state, plot, unit).steered is not None:
            bound = f"{bound} for hexes and turns"
        if plot.form.most is not None:
            bound = f"{several(self.most(state, plot, unit), 'hex')}, {bound}"
        return f"it has {bound}"

    def as_before(self, state: Position, plot: CompiledPlot, unit: int) -> Cells:
        """The way of a unit for which nothing is written: as it was written the last time, as far
        as country lets it.
        """
        if plot.form.unwritten != "as_before" or not state.cells[unit]:
            return ()
        before = state.memory[WRITTEN].before
        # Directions and not hexes are kept: the way goes on from where the unit is now.
        directions = next(
            (directed for at, mover, directed in before if (at, mover) == (plot.index, unit)), ()
        )
        course: list[int] = []
        cell = state.cells[unit]
        for direction in directions:
            cell = self._frame.board.neighbours[cell][direction]
            if cell == OFF_MAP or self._why_not_way(state, plot, unit, (*course, cell)):
                break
            course.append(cell)
        return tuple(course)

    def why_not_look(
        self, state: Position, plot: CompiledPlot, unit: int, numbers: tuple[str, ...], look: int
    ) -> Violation | None:
        """Why a unit may not look somewhere at the end of a path that may be written."""
        facing, passage = self._movement.bounds.facing, self.layers(state, plot, unit)[0].steered
        if facing is None or passage is None:
            return facing.looks_nowhere(unit) if facing else self.refusal("Nobody turns.")
        points = self._movement.values.allowance(state, unit)
        cells = tuple(map(self._frame.board.cell.__getitem__, numbers))
        course = passage.along_or_to(state.cells[unit], cells, points, look)
        if course is not None and course.cost <= points:
            return None
        name, looks = self._frame.unit_ids[unit], facing.names[look]
        text = f"{name} cannot look {looks} in {numbers[-1]}: {self._bound(state, plot, unit)}."
        return facing.refuse("turns", text)

    def looks_at_the_end(
        self, state: Position, plot: CompiledPlot, unit: int, cells: Cells
    ) -> tuple[int, ...]:
        """Where a unit can be written to look at the end of a path, its own cell first."""
        facing, passage = self._movement.bounds.facing, self.layers(state, plot, unit)[0].steered
        if facing is None or passage is None:
            return ()
        points = self._movement.values.allowance(state, unit)
        ways = ((look, passage.along(cells, look)) for look in range(len(facing.names)))
        return tuple(
            [look for look, course in ways if course is not None and course.cost <= points]
        )

    def directions(self, start: int, way: Cells) -> Cells | None:
        """A way as directions, places among the neighbours of each hex; ``None`` if it does not
        begin beside ``start``.
        """
        neighbours = self._frame.board.neighbours
        steps = list(pairwise((start, *way)))
        if any(to_cell not in neighbours[from_cell] for from_cell, to_cell in steps):
            return None
        return tuple(neighbours[from_cell].index(to_cell) for from_cell, to_cell in steps)

    # -- writing -----------------------------------------------------------------------------------

    def write_path(
        self, state: Position, unit: int, numbers: tuple[str, ...], look: int = -1
    ) -> None:
        """Write a path for a unit, in place of another if there was one; and where it is to look
        at its end, if that is said.
        """
        plot = self.plot_of(state, unit, path=True)
        if plot is not None:
            course = self.way(state, plot, unit, numbers, look)
            written = state.memory[WRITTEN].with_path(plot.index, unit, course)
            written = written.with_look(plot.index, unit, None if look < 0 else look)
            state.remember(WRITTEN, written)

    def write_state(self, state: Position, unit: int, word: str) -> None:
        """Write a state for a unit, in place of another if there was one."""
        plot = self.plot_of(state, unit, path=False, word=word)
        if plot is not None:
            place = plot.form.states.index(word)
            state.remember(WRITTEN, state.memory[WRITTEN].with_state(plot.index, unit, place))

    def to_write(self, state: Position, side: int) -> Iterator[tuple[CompiledPlot, int]]:
        """The plots of the phase, each with the units of a side for which it may be written."""
        for plot in self._by_phase[state.phase_index]:
            for unit in bits(self.able(state, plot, side)):
                # A unit has one plot of a kind: the first in the section that is for it.
                word = plot.form.states[0] if plot.form.states else ""
                if self.plot_of(state, unit, path=plot.form.is_path, word=word) is plot:
                    yield plot, unit

    def still_to_write(self, state: Position, side: int) -> Iterator[tuple[CompiledPlot, int]]:
        """Those of them that have none yet."""
        written: Written = state.memory[WRITTEN]
        for plot, unit in self.to_write(state, side):
            if not written.has(plot.index) >> unit & 1:
                yield plot, unit

    def why_not(
        self, state: Position, unit: int, *, path: bool, word: str = ""
    ) -> Violation | None:
        """Why nothing of a kind is written for a unit; ``None`` if it may be."""
        name, side = self._frame.unit_ids[unit], self.writer(state)
        if self._frame.unit_side[unit] != side:
            return self.refusal(f"{name} belongs to the other side.")
        if not state.cells[unit]:
            return self.refusal(f"{name} is not on the map.")
        if self.plot_of(state, unit, path=path, word=word) is not None:
            return None
        barred = path and self._states and self._states.why_not(state, unit, "move")
        if barred:
            return barred
        words = [word for plot in self._by_phase[state.phase_index] for word in plot.form.states]
        if not path and words and word not in words:
            titles = either(dict.fromkeys(words))
            return self.refusal(f"Write one of these for {name}: {titles}.")
        lacking = "No path" if path else "No such order"
        return self.refusal(f"{lacking} is written for {name} in this phase.")

    def refusal(self, text: str) -> Violation:
        """A violation of the rules about writing."""
        return Violation(self.cite.get("written", ""), text, "plots.written")

    # -- what a side does not know -----------------------------------------------------------------

    def keeps(self, state: Position) -> bool:
        """Whether orders are being written, or are written and not carried out: else nobody keeps
        anything from anybody.
        """
        written: Written = state.memory[WRITTEN]
        return bool(self._by_phase[state.phase_index] or written.paths or written.states)

    def keep_secret(self, state: Position, side: int) -> None:
        """In a copy for a side, forget what the others have written, and that they have."""
        owner, written = self._frame.unit_side, state.memory[WRITTEN]
        if written != WRITTEN.empty:
            state.remember(WRITTEN, written.where(lambda unit: owner[unit] == side))
        # How often others have written can be told from how much was played.
        state.ply, state.shown = 0, -1


# Where units are written to look at the end of their paths, if they look anywhere.
#
# Only in games with facing. A path may end in a hex with a look of its own; without one a unit
# looks as it came. `face` writes it, for a unit that stays, too; it is turned when its path has
# been carried out.


FACE = "face"


class PlottedLooks:
    """``face UNIT FACING`` while orders are written, and the turn when they are carried out."""

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
            if plot.form.is_path and written.look(plot.index, unit) is None:
                yield from self.of_unit(state, plot, unit)

    def of_unit(self, state: Position, plot: CompiledPlot, unit: int) -> Iterator[Action]:
        """The turns that can be written for a unit at the end of its path, or where it stays."""
        if self.facing is None or not plot.form.is_path:
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
        course = passage.along(self._course(state, plot, unit))
        return NOBODY if course is None else course.facing

    def _course(self, state: Position, plot: CompiledPlot, unit: int) -> tuple[int, ...]:
        """The path that is written for a unit, from where it stands."""
        course = state.memory[WRITTEN].path(plot.index, unit) or ()
        return (state.cells[unit], *course)

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
        course = tuple(number[cell] for cell in self._course(state, plot, unit))
        return self._plots.why_not_look(state, plot, unit, course, self.facing.names.index(name))

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
        course = passage.along((state.cells[unit], goal))
        return self.facing.names[course.facing] if course else ""

    def turn_all(self, state: Position, plot: CompiledPlot) -> None:
        """Turn the units that have come to the end of their paths."""
        written, facing = state.memory[WRITTEN], self.facing
        if facing is None:
            return
        for at, unit, look in written.looks:
            came = at == plot.index and state.cells[unit] and not written.path(at, unit)
            if not came or not facing.has(state, unit):
                continue
            barred = self._movement.why_barred(state, unit) or state.forbidden(unit, "move")
            looks_now = facing.of(state, unit)
            if barred is None and look != looks_now:
                facing.turn(state, unit, look, turned(looks_now, look))
                if state.events is not None:
                    facing.tell(state, unit)
