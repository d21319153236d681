"""The phase in which orders are carried out, moment by moment, all sides together.

Orders are carried out in moments. At each, every unit that has a path enters its next hex, all
together or (`by: units`) one after the other. Before anybody does, it is looked at what keeps them
from it: the ground, hidden enemies, units that meet, friends in the way. One such thing is settled,
and then the moment is looked at again, as a unit that stays may be in the way of another. Others
may react to a unit that has entered a hex. At the end of a plot units turn as written, and a unit
that finds no room goes back along its way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.model import Effect
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.hexmap import Passage
from hexwar.rules.initiative import InitiativeRules
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.programs import Carried, Layout
from hexwar.rules.language.section import ValueOf
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.plots.rules import WRITTEN, Cells, CompiledPlot, PlotRules, PlottedLooks
from hexwar.rules.plots.section import AS_USUAL, CARRYING_OUT, CarriedOut
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules


# Which units enter which hexes at one moment, which of them meet, and which are in others' way.
#
# Two units clash if both would be in one hex at one moment, or would change places, and are not of
# those that may be together. Enemies never are; friends only if the game says that they meet, too,
# and then as stacking has it. Where an order among units matters (`order`), it is the initiative, a
# value, the dice, or that of the units file.


Wants = dict[int, int]
"""Units that are to enter a hex now, each with its cell."""

Pair = tuple[int, int]


class Clash(NamedTuple):
    """Two units that would meet: one that moves, the other, and the hex that it is about.

    ``passing``: they change places. ``both``: both would enter the hex.
    """

    unit: int
    other: int
    cell: int
    passing: bool
    both: bool

    @property
    def pair(self) -> Pair:
        """The two units, the same whichever of them comes to the other."""
        return min(self.unit, self.other), max(self.unit, self.other)


def _at(way: Cells, step: int) -> int:
    """Where a way has come to with a step; it stays at its end."""
    return way[min(step, len(way) - 1)]


class TogetherRules:
    """What keeps units from entering a hex at the moment when others enter theirs."""

    def __init__(
        self,
        frame: Frame,
        section: CarriedOut | None,
        movement: MovementRules,
        initiative: InitiativeRules | None,
    ) -> None:
        self._frame, self._movement = frame, movement
        self._initiative = initiative
        manner = section or AS_USUAL
        self._order, self._by_moments = manner.order, manner.by != "units"
        self._friends_meet = manner.meet.among == "all"

    @property
    def by_dice(self) -> bool:
        """Whether the dice say which of two units enters a hex."""
        return self._order == "dice"

    def ordered(self, state: Position, units: Iterable[int]) -> list[int]:
        """Units in the order in which they come, where it matters."""
        order, owner = self._order, self._frame.unit_side
        if isinstance(order, ValueOf):
            value, values = order.value, self._movement.values
            return sorted(units, key=lambda unit: (-values.by_name(state, unit, value), unit))
        if order == "initiative" and self._initiative is not None:
            sides = self._initiative.order(state)
            return sorted(units, key=lambda unit: (sides.index(owner[unit]), unit))
        return sorted(units)

    # -- one unit ----------------------------------------------------------------------------------

    def passage(self, state: Position, unit: int) -> Passage:
        """What a unit may enter now, whatever units stand there."""
        movement, bounds = self._movement, self._movement.bounds
        costs = bounds.costs(state, unit, movement.costs[unit])
        zone, effect = movement.zones.met_by(state, unit), movement.zones.effects.on(state, unit)
        closed = bounds.closed(state, unit)
        return bounds.passage(state, unit, costs, closed, zone, effect)

    def why_not(self, state: Position, unit: int, cell: int) -> str:
        """Why a unit does not enter a hex, whatever other units do; empty if it may."""
        barred = self._movement.why_barred(state, unit) or state.forbidden(unit, "move")
        if barred is not None:
            return barred.message
        locked = self._movement.why_locked(state, unit)
        if locked is not None:
            return locked.message
        origin, number = state.cells[unit], self._frame.board.number[cell]
        if cell not in self._frame.board.neighbours[origin]:
            return f"{self._frame.unit_ids[unit]} is not next to {number} any more."
        passage = self.passage(state, unit)
        if passage.step_cost(origin, cell) is None:
            return f"{self._frame.unit_ids[unit]} may not enter {number} any more."
        if passage.steered is not None and passage.steered.along((origin, cell)) is None:
            return f"{self._frame.unit_ids[unit]} does not enter {number} for where it looks."
        return ""

    # -- two units ---------------------------------------------------------------------------------

    def apart(self, state: Position, unit: int, other: int, cell: int) -> bool:
        """Whether two units cannot be in a hex at the same moment."""
        owner = self._frame.unit_side
        if owner[other] in self._frame.foes[owner[unit]]:
            return True
        if not self._friends_meet:
            return False
        if owner[other] != owner[unit]:
            return True
        return not self._movement.stacking.fit(state, cell, [unit, other])

    def clashes(self, state: Position, wants: Wants) -> Iterator[Clash]:
        """The meetings of this moment, of each pair once, in the order of units."""
        met: set[Pair] = set()
        cells, present = state.cells, [unit for unit, cell in enumerate(state.cells) if cell]
        for unit in self.ordered(state, wants):
            goal = wants[unit]
            for other in present:
                if other == unit:
                    continue
                share_goal = wants.get(other) == goal
                # Changing places: they would meet on the hexside, though never in a hex.
                passing = wants.get(other) == cells[unit] and goal == cells[other]
                stays = other not in wants and cells[other] == goal
                if not (share_goal or passing or stays) or not self.apart(state, unit, other, goal):
                    continue
                clash = Clash(unit, other, goal, passing, share_goal)
                if clash.pair not in met:
                    met.add(clash.pair)
                    yield clash

    def foreseen(self, state: Position, unit: int) -> Clash | None:
        """The first meeting with a unit of its own side that the written paths bring to a unit, if
        nothing else keeps them from going on.
        """
        owner, cells = self._frame.unit_side, state.cells
        ways = {
            other: (cells[other], *course)
            for _, other, course in state.memory[WRITTEN].paths
            if owner[other] == owner[unit]
        }
        mine = ways.pop(unit, ())
        longest = max(map(len, (mine, *ways.values()))) if mine and self._by_moments else 0
        for step in range(1, longest):
            before, goal = _at(mine, step - 1), _at(mine, step)
            for other, course in ways.items():
                came, comes = _at(course, step - 1), _at(course, step)
                both = comes == goal and (before, came) != (goal, goal)
                passing = before != goal and (comes, came) == (before, goal)
                if (both or passing) and self.apart(state, unit, other, goal):
                    return Clash(unit, other, goal, passing, both)
        return None

    def in_the_way(self, state: Position, wants: Wants) -> int | None:
        """A unit that would pass a friend that stays, where friends block; else ``None``."""
        if not self._movement.friends_block:
            return None
        owner = self._frame.unit_side
        for unit in self.ordered(state, wants):
            for other in state.standing(wants[unit]):
                if other not in wants and owner[other] == owner[unit]:
                    return unit
        return None


@dataclass(slots=True)
class CarryOutPhase(AutomaticTask, PhaseTask):
    """The plots of the phase are carried out one after the other; nobody chooses anything."""

    kind = CARRYING_OUT

    def begin(self, state: Position) -> None:
        """Begin with the first plot."""
        state.agenda.append(CarryingOut(self.index))

    def settle(self, state: Position) -> bool:
        """All is carried out: end the phase."""
        state.end_phase()
        return False


@dataclass(slots=True)
class CarryingOut(AutomaticTask):
    """Plots that are being carried out; all of it everybody sees.

    ``at`` is the plot's place in the phase, ``begun`` whether it has begun. ``through`` is the mask
    of the units that have done what they do at this moment, ``moved`` whether anybody has entered a
    hex at it, ``met`` the pairs that have met; ``heard`` are units that have entered a hex, and
    nobody has had time to react to it yet.
    ``ways``: the way that each unit has gone, with the cell where it began.
    """

    kind = "carrying_out"
    phase: int
    at: int = 0
    begun: bool = False
    through: int = 0
    moved: bool = False
    met: tuple[Pair, ...] = ()
    heard: tuple[int, ...] = ()
    ways: tuple[tuple[int, Cells], ...] = ()

    def settle(self, state: Position) -> bool:
        """Go on by one moment, or to what comes between."""
        state.rules[CarryRules].go_on(state, self)
        return False

    def next_moment(self) -> CarryingOut:
        """The task at the moment that follows, of the same plot."""
        return replace(self, through=0, moved=False, met=())

    def next_plot(self) -> CarryingOut:
        """The task at the beginning of the plot that follows."""
        return CarryingOut(self.phase, self.at + 1)

    def way(self, unit: int) -> Cells:
        """The way that a unit has gone; empty if it has not moved."""
        return dict(self.ways).get(unit, ())

    def went(self, state: Position, wants: Wants) -> CarryingOut:
        """The task once units have gone from where the state has them to where they want."""
        ways = dict(self.ways)
        for unit, goal in wants.items():
            ways[unit] = (*ways.get(unit, (state.cells[unit],)), goal)
        return replace(self, ways=tuple(sorted(ways.items())))


@dataclass(slots=True)
class MeetingResult(Carried):
    """What a meeting brings, while it is carried out; ``step`` counts its steps."""

    kind = "meeting_result"
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    hexes: tuple[int, ...]
    origins: tuple[int, ...]
    step: int = 0
    overrun: bool = False
    spared: tuple[int, ...] = ()

    @property
    def targets(self) -> tuple[int, ...]:
        """Nobody was fired at."""
        return ()

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        if self.carry_out(state, self):
            state.battle_ended()
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the meeting does, laid out."""
        return state.rules[CarryRules].program


class CarryRules:
    """Carries plots out. ``program`` is what a meeting brings."""

    def __init__(
        self,
        frame: Frame,
        section: CarriedOut | None,
        plots: PlotRules,
        together: TogetherRules,
        looks: PlottedLooks,
        movement: MovementRules,
        selectors: Selectors,
        conditions: Conditions,
        states: StateRules | None,
    ) -> None:
        self._section = section or AS_USUAL
        self._frame, self._cite = frame, self._section.cite
        self._plots, self._together, self._movement = plots, together, movement
        self._states, self._looks = states, looks
        self._by_units = self._section.by == "units"
        self.program = Layout(selectors, conditions).steps(self._section.meet.steps)

    def go_on(self, state: Position, task: CarryingOut) -> None:
        """Do what comes next, and put down on the agenda what is left."""
        plots = self._plots.carried_out_in(task.phase)
        if task.at == len(plots):
            state.agenda.pop()
        elif not task.begun:
            self._begin(state, plots[task.at])
            state.agenda[-1] = replace(task, begun=True)
        elif not plots[task.at].form.is_path:
            self._into_states(state, plots[task.at])
            state.agenda[-1] = task.next_plot()
        # Between two moments: reactions to a unit that entered a hex come before any enters the
        # next.
        elif task.heard:
            state.agenda[-1] = replace(task, heard=task.heard[1:])
            unit = task.heard[0]
            if state.cells[unit]:
                # Let others react to it: it has entered a hex, and aims at none.
                for hook in (*state.rules.hooks.action_begins, *state.rules.hooks.interrupts):
                    hook(state, unit, OFF_MAP)
        else:
            self._moment(state, task, plots[task.at])

    def _begin(self, state: Position, plot: CompiledPlot) -> None:
        """Let units without orders go on as before; drop the orders of units that cannot act."""
        written = state.memory[WRITTEN]
        for side in range(len(self._frame.side_ids)):
            able = self._plots.able(state, plot, side) if plot.form.is_path else 0
            for unit in bits(able & ~written.has(plot.index)):
                course = self._plots.as_before(state, plot, unit)
                if course:
                    written = written.with_path(plot.index, unit, course)
        for at, unit, course in written.paths:
            if at == plot.index and state.cells[unit]:
                directions = self._plots.directions(state.cells[unit], course)
                if directions is None:  # something has displaced it since
                    written = written.with_path(plot.index, unit, None)
                    written = written.with_look(plot.index, unit, None)
                elif plot.form.unwritten == "as_before":
                    written = written.gone(plot.index, unit, directions)
        state.remember(WRITTEN, written)

    # -- states ------------------------------------------------------------------------------------

    def _into_states(self, state: Position, plot: CompiledPlot) -> None:
        """Units come into the states that are written for them, and out of the others."""
        written, states = state.memory[WRITTEN], self._states
        if states is None:
            return
        chosen = dict.fromkeys(plot.form.states, 0)
        for at, unit, place in written.states:
            if at == plot.index and state.cells[unit]:
                chosen[plot.form.states[place]] |= 1 << unit
        state.remember(WRITTEN, written.carried_out(plot.index))
        # A unit has one state of a plot at most: masks without a common bit may be added up.
        ordered = sum(chosen.values())
        sides = range(len(self._frame.side_ids))
        meant = ordered | sum(self._plots.able(state, plot, side) for side in sides)
        concerned = ordered if plot.form.unwritten == "as_before" else meant
        for name, units in chosen.items():
            states.lift(state, name, concerned & ~units)
        for name, units in chosen.items():
            fresh = units & ~states.has(state, name)
            if fresh:
                states.put(state, name, fresh)

    # -- paths -------------------------------------------------------------------------------------

    def _moment(self, state: Position, task: CarryingOut, plot: CompiledPlot) -> None:
        """All units that go on enter their next hex; or one thing that keeps them from it is
        settled.
        """
        # Whatever is settled here ends the look at this moment, which then begins again: a unit
        # that has stopped may be in the way of others now, and one that was in the way may be gone.
        wants = self._hexes_wanted(state, task, plot)
        for unit in self._together.ordered(state, wants):
            why = self._together.why_not(state, unit, wants[unit])
            if why:
                self._block(state, task, plot, unit, why)
                return
        if state.secret_at:
            for unit in wants:
                if state.stopped(unit, wants[unit]):
                    return  # the hidden unit is seen now, and they meet
        if any(True for _ in self._together.clashes(state, wants)):
            self._clash(state, task, plot, wants)
            return
        held = self._together.in_the_way(state, wants)
        if held is not None:
            number = self._frame.board.number[wants[held]]
            why = f"{self._frame.unit_ids[held]} does not come through {number}."
            self._block(state, task, plot, held, why)
            return
        if wants:
            self._enter(state, task, plot, wants)
        elif task.moved:
            state.agenda[-1] = task.next_moment()
        else:
            self._end(state, task, plot)
            state.agenda[-1] = task.next_plot()

    def _hexes_wanted(self, state: Position, task: CarryingOut, plot: CompiledPlot) -> Wants:
        """The hex that each unit is to enter at this moment."""
        wants = {
            unit: course[0]
            for at, unit, course in state.memory[WRITTEN].paths
            if at == plot.index and course and state.cells[unit] and not task.through >> unit & 1
        }
        if self._by_units and wants:
            first = self._together.ordered(state, wants)[0]
            return {first: wants[first]}
        return wants

    def _clash(self, state: Position, task: CarryingOut, plot: CompiledPlot, wants: Wants) -> None:
        """Let two units meet; or let two that have met already pass each other, or not."""
        clashes = list(self._together.clashes(state, wants))
        # A pair meets once a moment; if both still want to go on, they pass, or one is in the way.
        fresh = next((clash for clash in clashes if clash.pair not in task.met), None)
        if fresh is not None:
            self._meet(state, task, plot, fresh)
            return
        clash = next((clash for clash in clashes if not clash.passing), None)
        if clash is None:
            self._enter(state, task, plot, wants)
            return
        ids, stays, blocker = self._frame.unit_ids, clash.unit, clash.other
        if clash.both:
            # Of two that want one hex the first in the order of units enters it, or the dice say.
            blocker, stays = clash.unit, clash.other
            if self._together.by_dice:
                face, number = state.roll(6), self._frame.board.number[clash.cell]
                if face % 2 == 0:
                    blocker, stays = stays, blocker
                if state.events is not None:
                    text = f"Die {face}: {ids[blocker]} enters {number} before {ids[stays]}."
                    rule, first = self._cite.get("meet", ""), ids[blocker]
                    state.tell("first_to_enter", rule, text, unit=first, die=face, hex=number)
        self._block(state, task, plot, stays, f"{ids[blocker]} is in the way of {ids[stays]}.")

    def _meet(self, state: Position, task: CarryingOut, plot: CompiledPlot, clash: Clash) -> None:
        """Two units meet: what the game says of it, and whether they go on."""
        ids, number = self._frame.unit_ids, self._frame.board.number
        unit, other, cell = clash.unit, clash.other, clash.cell
        stops = self._section.meet.then == "stops"
        # They would have come where units hide from them: these are seen from now on.
        if state.secret_at:
            for hook in state.rules.hooks.meets:
                hook(state, unit, state.cells[other])
                hook(state, other, state.cells[unit])
        if state.events is not None:
            how = f"meet in {number[cell]}"
            if clash.passing:
                how = f"meet between {number[state.cells[unit]]} and {number[cell]}"
            ends = ": both stop" if stops else ""
            text, rule = f"{ids[unit]} and {ids[other]} {how}{ends}.", self._cite.get("meet", "")
            met_in = number[cell]
            state.tell("units_meet", rule, text, units=(ids[unit], ids[other]), hex=met_in)
        if stops:
            for stopped in (unit, other):
                self._drop(state, plot, stopped)
        state.agenda[-1] = replace(task, met=(*task.met, clash.pair))
        if self.program:
            origins = (state.cells[unit],)
            state.agenda.append(MeetingResult((unit,), (other,), (cell,), origins))

    def _drop(self, state: Position, plot: CompiledPlot, unit: int) -> None:
        """Strike off what is left of a unit's path, and where it was to look at its end."""
        written = state.memory[WRITTEN]
        if written.path(plot.index, unit) is not None:
            dropped = written.with_path(plot.index, unit, None)
            state.remember(WRITTEN, dropped.with_look(plot.index, unit, None))

    def _block(
        self, state: Position, task: CarryingOut, plot: CompiledPlot, unit: int, why: str
    ) -> None:
        """A unit cannot go on: it waits, or its order ends."""
        blocked, name = self._section.blocked, self._frame.unit_ids[unit]
        number = self._frame.board.number[state.cells[unit]]
        does = {
            "stops": f"its path ends in {number}",
            "waits": f"it waits in {number}",
            "loses_rest": f"its orders end in {number}",
        }[blocked]
        if state.events is not None:
            text, rule = f"{why} {name}: {does}.", self._cite.get("blocked", "")
            state.tell("order_blocked", rule, text, unit=name, hex=number)
        if blocked != "waits":
            self._drop(state, plot, unit)
        if blocked == "loses_rest":
            # All that is written for it goes, but not what it did before: `as_before` may ask for
            # that.
            written = state.memory[WRITTEN]
            still_written = written.where(lambda other: other != unit)
            state.remember(WRITTEN, still_written._replace(before=written.before))
        state.agenda[-1] = replace(task, through=task.through | 1 << unit)

    def _enter(self, state: Position, task: CarryingOut, plot: CompiledPlot, wants: Wants) -> None:
        """Units enter their hexes, all at one moment."""
        going = self._together.ordered(state, wants)
        written = state.memory[WRITTEN]
        for unit in going:
            course = written.path(plot.index, unit) or ()
            steps_left = course[1:] if course[1:] else None
            written = written.with_path(plot.index, unit, steps_left)
        state.remember(WRITTEN, written)
        # By units, a unit goes on to the end of its path before the next.
        through = task.through if self._by_units else task.through | mask_of(wants)
        gone = replace(task.went(state, wants), through=through, moved=True, heard=tuple(going))
        # Before anything happens: what hooks bring is put down on top, and settled first.
        state.agenda[-1] = gone
        for unit in going:
            # Told from where it stands: after it has been placed the hex it left would be lost.
            self._tell_step(state, unit, wants[unit], len(going))
            for passes in state.rules.hooks.passes:
                passes(state, unit, self._frame.board.bit[wants[unit]])
        with state.at_once():
            for unit in going:
                passage = self._together.passage(state, unit)
                self._movement.bounds.turn(state, unit, passage, wants[unit])
                state.place(unit, wants[unit])
            for unit in going:
                for hook in state.rules.hooks.moved:
                    hook(state, unit)
        state.did("moved", mask_of(going))
        for unit in going:
            # End the path of a unit that has come where it goes no further: a zone, a swamp.
            steps_left, cell = state.memory[WRITTEN].path(plot.index, unit), state.cells[unit]
            if not steps_left or not cell:
                continue
            passage = self._together.passage(state, unit)
            if not passage.ends >> cell & 1:
                continue
            self._drop(state, plot, unit)
            if state.events is not None:
                why = self._movement.bounds.why_stops(state, unit, passage, cell)
                name, number = self._frame.unit_ids[unit], self._frame.board.number[cell]
                text = f"{why.message} {name}: its path ends in {number}."
                state.tell("order_blocked", why.rule, text, unit=name, hex=number)

    def _tell_step(self, state: Position, unit: int, goal: int, together: int) -> None:
        """Tell of a step before it is made, one of so many ``together``."""
        if state.events is None:
            return
        frame, number = self._frame, self._frame.board.number
        path = (number[state.cells[unit]], number[goal])
        origin, destination = map(frame.map.called, path)
        looks = self._looks.entering(state, unit, goal)
        facing = f", facing {looks}" if looks else ""
        text = f"{frame.unit_ids[unit]} moves {origin} to {destination}{facing}."
        rule = self._cite.get("carried_out", "")
        details: dict[str, object] = {"together": together} if together > 1 else {}
        details |= {"facing": looks} if looks else {}
        points = self._together.passage(state, unit).cost_along((state.cells[unit], goal))
        cost = str(self._movement.terrain.points(points))
        state.tell("moved", rule, text, unit=frame.unit_ids[unit], path=path, cost=cost, **details)

    # -- the end -----------------------------------------------------------------------------------

    def _end(self, state: Position, task: CarryingOut, plot: CompiledPlot) -> None:
        """All units have come to their ends: they turn, and those without room go back."""
        # All turn before the plot is struck off, as their looks go with it.
        self._looks.turn_all(state, plot)
        state.remember(WRITTEN, state.memory[WRITTEN].carried_out(plot.index))
        ways_left = dict(task.ways)
        order = self._together.ordered(state, ways_left)

        def must_go_back(unit: int) -> bool:
            can = len(ways_left[unit]) > 1 and state.cells[unit]
            return bool(can) and bool(self._movement.stacking.too_many(state, unit))

        # The unit that came last, in the order that the game gives, is the first to make room.
        while (crowded := next(filter(must_go_back, reversed(order)), None)) is not None:
            crowded_cell = state.cells[crowded]
            ways_left[crowded] = self._goes_back_to(state, crowded, ways_left[crowded])
            if ways_left[crowded]:
                state.place(crowded, ways_left[crowded][-1])
                self._movement.stacking.tell_sent_back(
                    state, crowded, crowded_cell, ways_left[crowded][-1]
                )

    def _goes_back_to(self, state: Position, unit: int, way: Cells) -> Cells:
        """A way cut off where its unit goes back to: the last hex with room or, if there is none,
        the one before, from where others go back; nothing if enemies hold all of it.
        """
        enemies = state.enemies_of(self._frame.unit_side[unit])
        full = self._movement.stacking.full(state, unit)
        for closed in (enemies | full, enemies):
            for length in range(len(way) - 1, 0, -1):
                if not closed >> way[length - 1] & 1:
                    return way[:length]
        return ()
