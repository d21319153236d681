"""Orders that are written in secret: a few for each unit, tried against plots that are guessed.

How a unit may be written to go: on as before, nearer to an enemy or to what is fought for, off from
him, or to stay; where it looks somewhere, so that its guns bear; every state that can be written.
The orders of a side are made better one by one: what comes of all of them is carried out on copies
in which the others have written what they may have, and the position that is left is judged, with
the fire that would follow.

First how orders are compared (:class:`Plotting`) and tried on copies (:func:`carried_out`), then
which are worth trying; below, what fire promises to a unit that looks somewhere. All orders of a
phase are carried out together, so that none can be judged by what it leads to alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, reduce
from operator import or_
from random import Random
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from hexwar.engine import Action
from hexwar.engine.action import DONE
from hexwar.engine.notation import FACING
from hexwar.hexmap import Passage
from hexwar.players.decider import QUICK, Briefing, Decider, Effort, Value
from hexwar.players.goals import objectives_of
from hexwar.players.player import Player
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.plots.rules import (
    FINISHED,
    ORDER,
    PLOT,
    WRITTEN,
    Cells,
    CompiledPlot,
    Finished,
    PlotRules,
    Written,
)
from hexwar.rules.state import State

if TYPE_CHECKING:
    from hexwar.hexmap.turning import Stance


T = TypeVar("T")


class PlottedOrder(NamedTuple):
    """An order that might be written for a unit, and what would then stand in the record: a way in
    cells with where to look at its end, or the place of a state in its plot.
    """

    action: Action
    plot: int
    unit: int
    way: Cells | None = None
    look: int | None = None
    state: int = 0

    def put(self, written: Written) -> Written:
        """The record with it."""
        if self.way is None:
            return written.with_state(self.plot, self.unit, self.state)
        path = written.with_path(self.plot, self.unit, self.way)
        return path.with_look(self.plot, self.unit, self.look)


Options = dict[tuple[int, int], list[list[PlottedOrder]]]
"""By side and phase, the orders that are worth trying, unit by unit."""

MOST = 40
"""With full effort so many ways to stand somewhere are compared for a unit, those nearest to
enemies.
"""

GUESSES = 3
"""With full effort orders are tried against so many plots of the others, which are thought over as
well; with less against one that is drawn.
"""

FEW = 8
"""With less effort than ``QUICK`` so many ways to stand somewhere are compared for a unit."""

FIRE = 0.25
"""What it counts that a unit can be taken by fire, in parts of a victory."""

STOPPED = 0.03
"""What it costs that a unit does not come to where it was ordered, in parts of a victory: the units
that it meets on its way, and what comes of that, depend on dice, of which few throws are tried.
"""

AIMED = 4
"""So many ways to stand are tried for a unit from which its guns probably bear."""

BOLD = 0.6
"""So often a unit is taken to go nearer to an enemy, where nothing is known."""

LONGEST = 200
"""After so many choices nobody waits any longer for orders to be carried out."""


class Plotting(Decider[T]):
    """Writes the orders of a side, all of a phase at once."""

    def __init__(self, priorities: T, *, value_of: Callable[[Briefing, T], Value]) -> None:
        super().__init__(priorities)
        self._value_of = value_of
        self._phase = (0, 0)
        self._planned: list[Action] = []

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The orders, one after the other, then the end of writing."""
        seen = briefing.seen
        phase = (seen.turn, seen.phase_index)
        if phase != self._phase or not self._planned:
            self._phase = phase
            self._planned = self._orders(briefing)
        while self._planned:
            yield self._planned.pop(0)
        yield DONE

    def _orders(self, briefing: Briefing) -> list[Action]:
        """The orders to write in this phase, and the end of writing."""
        # In the many games that a search plays out nothing is tried: a draw has to be enough.
        improves = briefing.effort.share >= QUICK
        most = briefing.effort.of(MOST) if improves else FEW
        options = orders_worth_trying(briefing.seen, briefing.side, most)
        if not options:
            return [DONE]
        chosen = [drawn(each, briefing.random) for each in options]
        if improves:
            self._improve(briefing, options, chosen)
        return [*(order.action for order in chosen), DONE]

    def _improve(
        self, briefing: Briefing, options: list[list[PlottedOrder]], chosen: list[PlottedOrder]
    ) -> None:
        """Exchange orders one by one for better ones."""
        value, side = self._value_of(briefing, self._priorities), briefing.side
        seeds = [
            briefing.random.getrandbits(32)
            for _ in range(GUESSES if briefing.effort.is_full else 1)
        ]
        worlds = [briefing.seen for _ in seeds]
        if briefing.effort.is_full:
            # In each the others have written what a writer like this one thinks of for them.
            seen, random = briefing.seen, briefing.random
            writer = partial(Writer, self._priorities, self._value_of)
            worlds = [
                with_sheet(seen.clone(), side, seen, sheet_of_others(seen, side, writer, random))
                for _ in seeds
            ]
        others: Options = {}

        def worth(orders: list[PlottedOrder]) -> float:
            pairs = zip(worlds, seeds, strict=True)
            # Equal seeds for all orders: what differs is the orders, and not the luck of the dice.
            ends = (carried_out(world, orders, seed, others) for world, seed in pairs)
            return sum(
                value(end) + FIRE * fire_balance(end, side) - STOPPED * stopped(end, orders)
                for end in ends
            )

        best = worth(chosen)
        for index, orders in enumerate(options):
            for order in orders:
                if order == chosen[index]:
                    continue
                tried = [*chosen[:index], order, *chosen[index + 1 :]]
                gained = worth(tried)
                if gained > best:
                    best, chosen[index] = gained, order


class Writer(Generic[T]):
    """A player that writes orders and does nothing else: it tries them against one guess.

    It is what writes for the others, when :class:`Plotting` guesses at their orders.
    """

    is_human = False

    def __init__(self, priorities: T, value_of: Callable[[Briefing, T], Value]) -> None:
        self._plotting = Plotting(priorities, value_of=value_of)

    def choose(self, state: State, random: Random) -> Action:
        """An order, or the end of writing."""
        briefing = Briefing(state, state.agenda[-1].side(state), random, Effort(QUICK))
        wanted = self._plotting.wanted(briefing)
        return next(action for action in wanted if state.explain(action) is None)


def plotting(value_of: Callable[[Briefing, T], Value]) -> Mapping[str, Callable[[T], Decider[T]]]:
    """The decider of written orders for a way of leading units, by what it thinks of positions."""
    return {kind: partial(decider, value_of=value_of) for kind, decider in DECIDES.items()}


def sheet_of_others(
    thought: State, side: int, policy: Callable[[], Player], random: Random
) -> Written:
    """What the others may have written, or be about to write: a policy writes for each of them, in
    a position as a side (an index) thinks it to be, and knows no orders but its own.
    """
    sheet, owner = WRITTEN.empty, thought.frame.unit_side
    # Of a side that does not write in this phase nobody could be asked what it writes.
    for other in thought.rules[PlotRules].writers_of(thought, thought.phase_index):
        twin = thought.clone(seed=random.getrandbits(32))
        twin.remember(WRITTEN, WRITTEN.empty._replace(before=twin.memory[WRITTEN].before))
        twin.remember(FINISHED, Finished(~(1 << other)))
        writer = policy()
        while other != side and (action := writer.choose(twin, random)) != DONE:
            twin.apply(action, events=False)
        theirs = {unit for unit, whose in enumerate(owner) if whose == other}
        sheet = sheet.beside(twin.memory[WRITTEN].where(theirs.__contains__))
    return sheet


def with_sheet(world: State, side: int, thought: State, sheet: Written) -> State:
    """A world in which the others have written what stands in a sheet, for those of their units
    that are where they were thought to be.
    """
    owner, cells, there = world.frame.unit_side, world.cells, thought.cells
    seen = {unit for unit, cell in enumerate(cells) if owner[unit] != side and cell == there[unit]}
    written = world.memory[WRITTEN].where(lambda unit: unit not in seen)
    world.remember(WRITTEN, written.beside(sheet.where(seen.__contains__)))
    return world


def drawn(orders: list[PlottedOrder], random: Random) -> PlottedOrder:
    """One of some orders for a unit: the first, which leads nearest to the enemy, most often."""
    return orders[0] if random.random() < BOLD else random.choice(orders)


def carried_out(seen: State, orders: list[PlottedOrder], seed: int, others: Options) -> State:
    """A copy in which a side has written these orders, the others what they may have written, and
    all has been carried out. ``others``: what they may have, once it has been thought of.
    """
    state, random = seen.clone(seed=str(seed)), Random(seed)
    _write(state, orders)
    state.apply(DONE, events=False)
    turn = state.turn
    for _ in range(LONGEST):
        # Until no orders are written any more, nor any that are written have to be carried out.
        written: Written = state.memory[WRITTEN]
        writing = state.rules[PlotRules].written_in(state.phase_index)
        is_owed = writing or written.paths or written.states
        if state.is_over or state.turn != turn or not is_owed:
            break
        if not writing:
            state.apply(state.sample_action(random), events=False)
            continue
        # The others write what they may want; of what else is asked, anything is chosen.
        writer = state.agenda[-1].side(state)
        key = (writer, state.phase_index)
        if key not in others:
            others[key] = orders_worth_trying(state, writer)
        _write(state, [drawn(choices, random) for choices in others[key]])
        state.apply(DONE, events=False)
    return state


def stopped(end: State, orders: Iterable[PlottedOrder]) -> int:
    """How many units have not come to where they were ordered, when all has been carried out."""
    # A unit ordered to stay has a way of no hexes, and one that takes a state has no way.
    ways = ((order.unit, order.way) for order in orders)
    return sum(end.cells[unit] != way[-1] for unit, way in ways if way)


def _write(state: State, orders: Iterable[PlottedOrder]) -> None:
    """Put orders, each of which might be written, into the record."""
    written: Written = state.memory[WRITTEN]
    for order in orders:
        written = order.put(written)
    state.remember(WRITTEN, written)


def orders_worth_trying(state: State, side: int, most: int = MOST) -> list[list[PlottedOrder]]:
    """A few orders for each plot and unit of a side that has none yet, the boldest first. ``most``:
    so many ways to stand somewhere are compared.
    """
    known: list[list[PlottedOrder]] | None = state.near.get(("orders", side, most))
    if known is not None:
        return known
    rules, ids = state.rules[PlotRules], state.frame.unit_ids
    gunnery, by_unit = Gunnery(state, side, most), []
    for plot, unit in rules.still_to_write(state, side):
        name = (ids[unit],)
        if plot.form.is_path:
            by_unit.append([*_aimed(state, gunnery, plot, unit), *_paths(state, plot, unit)])
        else:
            by_unit.append(
                [
                    PlottedOrder(Action(ORDER, name, name=word), plot.index, unit, state=index)
                    for index, word in enumerate(plot.form.states)
                ]
            )
    worth_trying = state.near["orders", side, most] = [orders for orders in by_unit if orders]
    return worth_trying


def _aimed(state: State, gunnery: Gunnery, plot: CompiledPlot, unit: int) -> Iterator[PlottedOrder]:
    """Paths at the end of which the guns of a unit probably bear, of one that looks somewhere."""
    rules, facing = state.rules[PlotRules], state.rules.find(FacingRules)
    if facing is None:
        return
    points = state.rules[MovementRules].values.allowance(state, unit)
    passage, number = rules.layers(state, plot, unit)[0], state.frame.board.number
    for cell, look in gunnery.places(unit, passage, points)[:AIMED]:
        name = f"{FACING} {facing.names[look]}"
        action = Action(PLOT, (state.frame.unit_ids[unit],), (number[cell],), name)
        way = rules.way(state, plot, unit, action.hexes, look)
        yield PlottedOrder(action, plot.index, unit, way, look)


def _paths(state: State, plot: CompiledPlot, unit: int) -> Iterator[PlottedOrder]:
    """A few paths for a unit: nearest to a goal, half of the way there, on as before, off from all
    goals, and to stay.
    """
    rules, board, distance = state.rules[PlotRules], state.frame.board, state.frame.map.distance
    number, here = board.number, state.cells[unit]
    # What the unit is to reach, or the enemies where that is nothing.
    objectives = [own.hexes for own in objectives_of(state.rules).own(state, unit)]
    enemies = state.enemies_of(state.frame.unit_side[unit])
    goals = board.cells(reduce(or_, objectives, 0) or enemies)
    ends = board.cells(rules.destinations(state, plot, unit))

    def away(cell: int) -> int:
        """Hexes from a cell to the nearest goal."""
        return min((distance(number[cell], number[goal]) for goal in goals), default=0)

    nearest = min(ends, key=lambda cell: (away(cell), distance(number[here], number[cell])))
    farthest = max(ends, key=lambda cell: (away(cell), -distance(number[here], number[cell])))
    half = (away(here) + away(nearest)) // 2
    between = min(ends, key=lambda cell: (abs(away(cell) - half), abs(away(cell) - away(here))))
    before = rules.as_before(state, plot, unit)
    on = before[-1] if before else here
    for cell in dict.fromkeys([nearest, between, on, farthest, here]):
        action = Action(PLOT, (state.frame.unit_ids[unit],), (number[cell],))
        way = rules.way(state, plot, unit, action.hexes)
        yield PlottedOrder(action, plot.index, unit, way)


# -- where units would do well to be when the guns fire, and which way to look ---------------------

# Nobody knows where the others will be: enemies are taken to go on some way as they look. What fire
# is worth from there, and to them, says which ways of standing somewhere deserve a thought.


AHEAD = 2
"""So many hexes an enemy is taken to go on."""

NEARER = 0.02
"""What a hex nearer to the nearest enemy is worth, in parts of a unit."""

Place = tuple[int, int]
"""A cell, and where to look in it."""


def fire_balance(state: State, side: int) -> float:
    """What the best fire of each unit of a side is worth as all stand, less what that of the others
    is, in units taken.
    """
    fire, owner = state.rules.find(FireRules), state.frame.unit_side
    if fire is None:
        return 0.0
    balance = 0.0
    for unit, cell in enumerate(state.cells):
        if cell:
            worth = _best(fire, state, unit)
            balance += worth if owner[unit] == side else -worth
    return balance


def _best(fire: FireRules, state: State, unit: int) -> float:
    """What the best fire of a unit is worth from where it stands, in units taken."""
    cells = state.frame.board.cells(fire.enemies_in_reach(state, unit))
    return max((fire.worth_alone(state, unit, cell) for cell in cells), default=0.0)


class Gunnery:
    """The units of one side (an index), with the enemies where they are expected. ``most``: so many
    ways to stand somewhere are compared.
    """

    def __init__(self, seen: State, side: int, most: int = MOST) -> None:
        self._fire = seen.rules.find(FireRules)
        self._facing = seen.rules.find(FacingRules)
        self._side, self._most, self._expected = side, most, seen.clone()
        if self._facing is not None and self._fire is not None:
            for foe in self._foes():
                self._send_on(foe)

    def _foes(self) -> Iterator[int]:
        """The enemies that are on the map."""
        owner, foes = self._expected.frame.unit_side, self._expected.frame.foes[self._side]
        cells = self._expected.cells
        return (unit for unit, cell in enumerate(cells) if cell and owner[unit] in foes)

    def _send_on(self, foe: int) -> None:
        """Let an enemy go on as it looks, as far as it can."""
        state, facing = self._expected, self._facing
        if facing is None or not facing.has(state, foe):
            return
        movement, board = state.rules[MovementRules], state.frame.board
        look = facing.of(state, foe)
        for _ in range(AHEAD):
            ahead = board.neighbours[state.cells[foe]][look] if not facing.corner else 0
            # A unit that faces a corner has no single hex ahead.
            open_ = ahead and movement.costs[foe] is not None and not state.standing(ahead)
            if not open_ or movement.passage(state, foe).step_cost(state.cells[foe], ahead) is None:
                return
            state.place(foe, ahead)

    def places(self, unit: int, passage: Passage, points: int) -> list[Place]:
        """How a unit could stand somewhere, the best first; none where that says nothing."""
        from hexwar.hexmap.turning import SteeredPassage  # not in games without facings

        if self._fire is None or self._facing is None or not isinstance(passage, SteeredPassage):
            return []
        state, number = self._expected, self._expected.frame.board.number
        here, look = state.cells[unit], self._facing.of(state, unit)
        reached = passage.stances(here, points)
        stances = {stance[:2]: stance for stance in (*reached.arrived, *reached.ready)}
        distance, foes = state.frame.map.distance, [state.cells[foe] for foe in self._foes()]
        away = {
            cell: min((distance(number[cell], number[foe]) for foe in foes), default=0)
            for cell in {place[0] for place in stances}
        }
        near = sorted(stances, key=lambda place: (away[place[0]], place))[: self._most]
        worths = {
            place: self._worth(unit, stances[place]) - NEARER * away[place[0]] for place in near
        }
        # The unit was moved about to judge each place: back to where it was.
        state.place(unit, here)
        self._facing.turn(state, unit, look)
        return sorted(near, key=lambda place: -worths[place])

    def _worth(self, unit: int, stance: Stance) -> float:
        """What it is worth to a unit to stand so: its fire less that of the enemies at it."""
        state, (cell, look, _) = self._expected, stance
        if self._fire is None or self._facing is None:
            return 0.0
        if any(other != unit for other in state.standing(cell)):
            return -1.0
        state.place(unit, cell)
        self._facing.turn(state, unit, look)
        mine = _best(self._fire, state, unit)
        theirs = sum(self._fire.worth_alone(state, foe, cell) for foe in self._foes())
        return mine - theirs / 2


DECIDES = {"plot": Plotting}
