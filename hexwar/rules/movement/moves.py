"""Moves carried out, and what becomes of hexes that are left too full (section ``movement``).

:class:`Moves` first pays for a move, then places the unit, then remembers which units are on the
move and how many points each has left. Where enemies hide, a unit comes only as far as the hex
before the first of them. In the midst of a phase a hex may hold too many units, as long as enough
of them can still move on; once too few can, moves into it are undone, the latest first
(``send_back``).

:class:`Course`, below, is a move made hex by hex, where others may act between its steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hexwar.engine.slot import UnitMask
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.task import AutomaticTask
from hexwar.hexmap import Passage, spent
from hexwar.hexmap.axial import turned
from hexwar.hexmap.flood import Steered, SteeredWay
from hexwar.rules.language.wording import number
from hexwar.rules.movement.limits import hexes_that_can_clear
from hexwar.rules.movement.rules import MovementRules, way_costs
from hexwar.rules.sequence.rules import BEGAN, MOVED, SPENT, Going, end_moves, going_on, moving
from hexwar.rules.units.rules import mask_of

_FEW_POINTS = 12
"""Up to so many points, looking back through a flood point by point is faster than halving it."""

_Leavers = dict[int, tuple[tuple[int, ...], int, int]]
"""By cell, what was last found out of an overstacked hex: the units in it, one of them that makes
room for the rest if it leaves, and a hex to which that one can go, both as masks. It holds as long
as the same units are there, that one has not moved and its goal is not full.
"""

_NOBODY_LEAVES = ((), 0, 0)
"""For a cell of which nothing has been found out yet."""


class Moves:
    """Carries out what :class:`MovementRules` allows."""

    def __init__(self, rules: MovementRules) -> None:
        self._rules = rules
        self._board = rules.board
        self._forces, self._facing = rules.forces, rules.bounds.facing
        self._stacking = rules.stacking
        self._side = rules.forces.side
        self._limits = rules.stacking.limits
        self._stacks = rules.stacks

    def move(self, state: Position, unit: int, path: tuple[str, ...], look: int = -1) -> None:
        """Move a unit: ``path`` is a destination, or a path that begins where it stands; ``look``
        is the facing in which it ends, -1 if that is left open.
        """
        if state.secret_at:
            way_made, met = self.until_met(state, unit, path)
            if met:
                self._move_and_meet(state, [(unit, way_made, met)])
                return
        origin, goal = state.cells[unit], self._board.cell[path[-1]]
        # Paid before it is placed: what it costs is asked of where the unit still stands.
        points_left = self._pay(state, unit, goal, path, look=look)
        self.arrive(state, unit, origin, goal, points_left)
        if state.rules.hooks.did:
            state.did("moved", 1 << unit)

    def move_stack(self, state: Position, units: tuple[int, ...], path: tuple[str, ...]) -> None:
        """Move units of one hex together, each at its own cost, from what it has left."""
        if state.secret_at:
            ways = [(unit, *self.until_met(state, unit, path)) for unit in units]
            if any(met for _, _, met in ways):
                self._move_and_meet(state, ways)
                return
        origin, goal = state.cells[units[0]], self._board.cell[path[-1]]
        many = len(units)
        going = [(unit, self._pay(state, unit, goal, path, together=many)) for unit in units]
        stack = going_on(state.memory[MOVED].stack, going)
        # At one moment: a stack seen with some of it gone would tell what lies below its top
        # counter.
        with state.at_once():
            for unit, points_left in going:
                self.arrive(state, unit, origin, goal, points_left, stack)
        state.did("moved", mask_of(units))

    def until_met(
        self, state: Position, unit: int, path: tuple[str, ...]
    ) -> tuple[tuple[str, ...], int]:
        """The part of its path that a unit gets through, and the cell of the hidden enemies that
        stop it there; all of the path and ``OFF_MAP`` if none do.
        """
        cells = self._rules.whole_way(state, unit, path)
        hiding = state.secret_at & ~state.occupied[self._forces.side[unit]]
        for index, cell in enumerate(cells):
            if hiding >> cell & 1:
                return tuple(self._board.number[step] for step in cells[:index]), cell
        return path, OFF_MAP

    def _move_and_meet(self, state: Position, ways: list[tuple[int, tuple[str, ...], int]]) -> None:
        """Move units of one hex as far as they come; those met show themselves, and the move is
        over. Each of the ``ways`` is a unit with its answer of :meth:`until_met`.
        """
        origin = state.cells[ways[0][0]]
        goals = {unit: self._board.cell[path[-1]] for unit, path, _ in ways}
        # A unit stopped before its first step has not moved, but its move is over all the same.
        movers = [unit for unit, goal in goals.items() if goal != origin]
        for unit, path, _ in ways:
            if unit in movers:
                self._pay(state, unit, goals[unit], path, together=len(movers))
        with state.at_once():
            for unit in movers:
                self.arrive(state, unit, origin, goals[unit], 0)
        state.did("moved", mask_of(movers))
        end_moves(state, tuple(goals))
        for unit, _, met in ways:
            # The first to meet them may have brought them into the open.
            if state.secret_at >> met & 1:
                for hook in state.rules.hooks.meets:
                    hook(state, unit, met)

    def _pay(
        self,
        state: Position,
        unit: int,
        goal: int,
        path: tuple[str, ...],
        *,
        together: int = 1,
        look: int = -1,
    ) -> int:
        """Pay for a unit's move, one of so many ``together``, and tell of it; answers with the
        points that it has left.
        """
        rules = self._rules
        passage, bit = rules.passage(state, unit), self._board.bit[goal]
        steered_passage = None if self._facing is None else passage.steered
        if steered_passage is not None:
            return self._pay_and_turn(state, unit, steered_passage, path, together, look)
        ends = passage.ends & bit
        is_watched = state.events is not None or state.rules.hooks.passes
        if ends and not is_watched:
            return 0  # nobody asks what it cost
        # A layer holds the cells that so many points reach, from none to all that it has.
        layers = rules.layers_now(state, unit)
        cost = points = len(layers) - 1
        # What is out of reach is the one hex that a unit may always move: it costs all points.
        if len(path) > 1:
            cost = min(rules.path_cost(passage, path) or points, points)
        elif points > _FEW_POINTS:
            cost = spent(layers, goal) or points
        else:
            # Most units spend nearly all points, so that the search from the end is short.
            while cost and layers[cost - 1] & bit:
                cost -= 1
        if is_watched:
            if len(path) == 1:
                cells = rules.cheapest_path(state, unit, goal, layers)
                path = tuple(self._board.number[cell] for cell in cells)
            self._pass_through(state, unit, path, cost, together)
        return 0 if ends else points - cost

    def _pay_and_turn(
        self,
        state: Position,
        unit: int,
        passage: Steered,
        path: tuple[str, ...],
        together: int,
        look: int,
    ) -> int:
        """What :meth:`_pay` does for a unit with a facing, which also turns on its way."""
        points, facing = len(self._rules.layers_now(state, unit)) - 1, self._facing
        turns_freely = facing is not None and facing.is_free("moved")
        # Where the last turn is free, the way need not end in the facing that is wanted.
        look_on_arrival = -1 if turns_freely else look
        way = steered(self._rules, passage, state.cells[unit], points, path, look_on_arrival)
        if facing is not None:
            if turns_freely and look >= 0:
                facing.turn_freely(state, unit, look)
            else:
                facing.turn(state, unit, way.facing, way.turned)
        cost = min(way.cost, points)
        numbers = tuple(self._board.number[cell] for cell in way.cells)
        self._pass_through(state, unit, numbers, cost, together)
        return 0 if passage.ends >> way.cells[-1] & 1 else points - cost

    def _pass_through(
        self, state: Position, unit: int, path: tuple[str, ...], cost: int, together: int
    ) -> None:
        """Call the hooks that ask for a unit's way, and tell of the move."""
        entered = self._board.mask(path[1:])
        for hook in state.rules.hooks.passes:
            hook(state, unit, entered)
        if state.events is not None:
            if state.scopes.hiding:
                for hook in state.rules.hooks.treads:
                    hook(state, unit, entered)
            terrain, name = self._rules.terrain, self._forces.ids[unit]
            origin, destination = (state.frame.map.called(number) for number in (path[0], path[-1]))
            looks = self._facing.name(state, unit) if self._facing else ""
            facing = f", facing {looks}" if looks else ""
            state.tell(
                "moved",
                self._rules.cite.get("allowance", ""),
                f"{name} moves {origin} to {destination} ({terrain.written(cost)}){facing}.",
                unit=name,
                path=path,
                cost=str(terrain.points(cost)),
                **self._paid_for(state, unit, path, cost),
                **({"together": together} if together > 1 else {}),
                **({"facing": looks} if looks else {}),
            )

    def _paid_for(
        self, state: Position, unit: int, path: tuple[str, ...], cost: int
    ) -> dict[str, str]:
        """The field of the event that itemises the cost: ``woods 2, river 1``; none where all of
        it went to one thing.
        """
        # The zone of control of a hidden unit would give it away.
        if state.scopes.hiding:
            return {}
        paid = way_costs(self._rules, state, unit, path)
        # The one hex that a unit may always move costs other than the sum of its items.
        if len(paid) < 2 or sum(paid.values()) != cost:
            return {}
        points = self._rules.terrain.points
        return {
            "paid": ", ".join(f"{what.lower()} {number(points(n))}" for what, n in paid.items())
        }

    def arrive(
        self,
        state: Position,
        unit: int,
        origin: int,
        goal: int,
        left: int,
        stack: Going | None = None,
    ) -> None:
        """Put a moving unit into a hex and remember that it is the one that moves now, with so many
        points ``left``; the caller tells the hooks that it moved.

        ``stack`` has the units that move together, it among them, each with the points it has left;
        without it the unit moves by itself.
        """
        progress = state.memory[MOVED]
        moved, trail, crowded = progress.moved, progress.trail, progress.crowded
        if stack is None:
            stack = ((unit, left),) if self._stacks else ()
            # One of a stack that goes on by itself leaves the others on the move.
            if len(progress.stack) > 1:
                stack = going_on(progress.stack, stack)
        state.place(unit, goal)
        if progress.mover != unit:
            moved |= 1 << unit
            # A unit by itself that goes on has its step here already: it is sent back to where its
            # whole move began.
            trail = (*trail, (unit, origin))
        side = self._side[unit]
        if state.stacked[side] and len(state.standing(goal)) > self._limits[side]:
            crowded = crowded or self._stacking.too_many(state, unit)
        state.remember(MOVED, moving(moved, unit, left, stack, trail, crowded))
        for hook in state.rules.hooks.moved:
            hook(state, unit)

    def go_on_together(self, state: Position, going: Iterable[tuple[int, int]]) -> None:
        """Let units be those that move now, where they stand, each with so many points left."""
        stack = tuple(going)
        for unit, points_left in stack:
            self.go_on(state, unit, points_left)
        if self._stacks:
            state.remember(MOVED, state.memory[MOVED]._replace(stack=stack))

    def go_on(self, state: Position, unit: int, left: int) -> None:
        """Let a unit be the one that moves now, where it stands, with so many points left."""
        progress = state.memory[MOVED]
        trail = progress.trail
        if not progress.moved >> unit & 1:
            trail = (*trail, (unit, state.cells[unit]))
        stack = going_on(progress.stack, ((unit, left),)) if self._stacks else ()
        moved = progress.moved | 1 << unit
        state.remember(
            MOVED,
            progress._replace(moved=moved, mover=unit, left=left, stack=stack, trail=trail),
        )

    def spend(self, state: Position, units: tuple[int, ...]) -> None:
        """End moves and attacks of units for this turn; others go on with their move."""
        mask, progress, began = mask_of(units), state.memory[MOVED], state.memory[BEGAN]
        left = 0 if progress.mover in units else progress.left
        stack = tuple(
            (unit, 0 if unit in units else points_left) for unit, points_left in progress.stack
        )
        moved = progress.moved | mask
        state.remember(MOVED, progress._replace(moved=moved, left=left, stack=stack))
        state.remember(BEGAN, began._replace(outside=began.outside | mask))
        state.remember(SPENT, UnitMask(state.memory[SPENT].units | mask))

    def put_down(self, state: Position, unit: int, cell: int) -> None:
        """Place a unit from off the map that has not moved yet, whichever unit is moving now."""
        state.place(unit, cell)
        progress = state.memory[MOVED]
        crowded = progress.crowded or self._stacking.too_many(state, unit)
        trail = (*progress.trail, (unit, OFF_MAP))
        state.remember(MOVED, progress._replace(trail=trail, crowded=crowded))

    # -- too many in a hex ---------------------------------------------------------------------

    def send_back(self, state: Position, side: int) -> list[int]:
        """Undo moves into overstacked hexes that can no longer be cleared, the last mover first.

        Answers with the units that are off the map again.
        """
        outside: list[int] = []
        while state.memory[MOVED].crowded:
            over = self._stacking.overstacked(state, side)
            if not over:
                state.remember(MOVED, state.memory[MOVED]._replace(crowded=False))
                break
            hopeless = self._cannot_be_cleared(state, side, over)
            # Enough can still leave every hex that holds too many: its owner mends that himself.
            if not hopeless:
                break
            trail = state.memory[MOVED].trail
            into_them = [step for step in trail if hopeless & self._board.bit[state.cells[step[0]]]]
            if not into_them:
                break
            last_step = into_them[-1]
            unit, origin = last_step
            left_cell = state.cells[unit]
            state.place(unit, origin)
            # Each step is undone once, or a unit whose first hex is too full as well would be sent
            # back for ever.
            trail = tuple(step for step in trail if step != last_step)
            # To be sent back counts as a move, and ends the one that is under way.
            progress = state.memory[MOVED]
            moved = progress.moved | 1 << unit
            left = 0 if progress.mover == unit else progress.left
            state.remember(MOVED, progress._replace(moved=moved, left=left, trail=trail))
            self._stacking.tell_sent_back(state, unit, left_cell, origin)
            if origin == OFF_MAP:
                outside.append(unit)
        return outside

    def _cannot_be_cleared(self, state: Position, side: int, over: int) -> int:
        """Mask of those overstacked hexes that too few units can still leave."""
        moved, standing, hopeless = state.memory[MOVED].moved, state.by_cell(), 0
        full = self._stacking.perhaps_full(state, side)
        leavers: _Leavers = state.still[side].setdefault("leavers", {})
        for cell in self._board.cells(over):
            # Most often the same units are there, and the one that could leave still can.
            units, leaver, goal = leavers.get(cell, _NOBODY_LEAVES)
            if units is standing[cell] and not (leaver & moved or goal & full):
                continue
            if not self._enough_may_leave(state, side, cell, full, leavers):
                hopeless |= self._board.bit[cell]
        return hopeless

    def _enough_may_leave(
        self, state: Position, side: int, cell: int, full: int, leavers: _Leavers
    ) -> bool:
        """Whether the rest fits into a hex when all units that can leave it have left; ``full`` are
        the hexes that may be full. A unit whose leaving is enough, and that surely can, is noted
        among the ``leavers``.
        """
        rules, moved, standing = self._rules, state.memory[MOVED].moved, state.standing(cell)
        staying = [unit for unit in standing if self._side[unit] == side]
        for unit in staying[:]:
            free = 0
            if not moved >> unit & 1:
                # The hexes next door first: they are told much more quickly than all it reaches.
                free = rules.sure_steps(state, unit) & ~full
                free = free or rules.reach_mask(state, unit) & ~full
            if free and rules.steps_last and len(standing) <= self._limits[side] + 1:
                leavers[cell] = standing, 1 << unit, free & -free  # one of them is enough
            if free or self._may_yet_leave(state, unit):
                staying.remove(unit)
                if self._stacking.fit(state, cell, staying):
                    return True
        return False

    def _may_yet_leave(self, state: Position, unit: int) -> bool:
        """Whether the unit can move on, now or once the unit that is moving has gone on."""
        rules, mover = self._rules, state.memory[MOVED].mover
        if not rules.able(state, unit):
            return False
        if rules.can_move(state, unit):
            return True
        if mover in (unit, NOBODY) or not rules.can_move(state, mover):
            return False
        taken = rules.reach_mask(state, unit) & self._stacking.full(state, unit)
        if not taken:
            return False
        # The unit on the move is taken as not done: it may still go on and clear the hex.
        done = state.memory[MOVED].moved & ~(1 << mover)
        return hexes_that_can_clear(rules, state, done, (unit,), taken) != 0


def steered(
    rules: MovementRules, passage: Steered, origin: int, points: int, path: Sequence[str], look: int
) -> SteeredWay:
    """The way of a legal move by a unit with a facing: along a path, or the cheapest one to a
    destination for so many points. It ends in the facing ``look``, in any if that is -1.
    """
    cells = [rules.board.cell[number] for number in path]
    way = passage.along_or_to(origin, cells, points, look)
    if way is None:  # the one hex that a unit may always move
        way = passage.along([origin, cells[-1]])
    return way or SteeredWay([origin, cells[-1]], points, passage.facing, 0)


# -- a move that is made hex by hex, because it may be interrupted on the way ----------------------

# Before each hex it is asked again whether the unit may go on: a reaction may have moved it, held
# it, closed the way or changed it. What comes between is put on the agenda above the course, and
# the course goes on when that is settled; before it, the part of the way made so far is told.


BY_ITSELF = -1
"""In place of the points left: a move for which no movement phase keeps accounts."""


@dataclass(slots=True)
class Course(AutomaticTask):
    """A unit on its way; what is put on the agenda above it is settled before it goes on.

    ``ahead`` are the cells still to enter, ``way`` those where it has been, from the one where it
    began to the one where it stands; the first ``told`` of them are in events already. ``left``
    are the movement points left in a movement phase, or ``BY_ITSELF``. A move in reaction is
    ``safe``: nobody interrupts it. The steps of a move that is ``paid`` for cost nothing more.
    ``look`` is the facing in which it ends, -1 if that is left open.
    """

    kind = "course"
    unit: int
    ahead: tuple[int, ...]
    way: tuple[int, ...]
    told: int = 1
    left: int = BY_ITSELF
    safe: bool = False
    paid: bool = False
    look: int = -1

    def settle(self, state: Position) -> bool:
        """Go on hex by hex, as long as nothing comes between and the way is open."""
        state.agenda.pop()
        course = self
        while course.ahead and course._may_go_on(state):
            if state.stopped(course.unit, course.ahead[0]):
                break
            course = course._step(state)
            if not course.safe and course._interrupted(state):
                return False
        if course.ahead and state.cells[course.unit]:
            name = state.frame.unit_ids[course.unit]
            standing_in = state.frame.board.number[state.cells[course.unit]]
            rule = state.rules[MovementRules].cite.get("stopped", "")
            text = f"{name} is stopped in {standing_in}: the rest of its move is lost."
            state.tell("stopped", rule, text, unit=name, hex=standing_in)
        elif course.look >= 0 and state.cells[course.unit]:
            course._look_about(state)
        course._end(state)
        return False

    def _may_go_on(self, state: Position) -> bool:
        """Whether the next hex is still open and can be paid for."""
        # A reaction may have sent it elsewhere.
        if state.cells[self.unit] != self.way[-1] or state.forbidden(self.unit, "move") is not None:
            return False
        passage = state.rules[MovementRules].passage(state, self.unit)
        if passage.closed >> self.ahead[0] & 1:
            return False
        if self.paid:
            return True
        # The way itself may have changed under it, as by a bridge that is blown.
        cost = self._cost(passage)
        if self.left == BY_ITSELF:
            return cost is not None or passage.steered is None
        # The first hex was found legal when the unit set out: it may be the one that all may move.
        return cost is not None and (cost <= self.left or len(self.way) == 1)

    def _cost(self, passage: Passage) -> int | None:
        """What the next step costs; ``None`` where it may not be made."""
        from_cell, to_cell = self.way[-1], self.ahead[0]
        if passage.steered is not None and to_cell in passage.board.neighbours[from_cell]:
            steered_step = passage.steered.along((from_cell, to_cell))
            return steered_step.cost if steered_step else None
        return passage.step_cost(from_cell, to_cell)

    def _step(self, state: Position) -> Course:
        """Enter the next hex; answers with the course from there."""
        rules, goal, points_left = state.rules[MovementRules], self.ahead[0], self.left
        from_cell, passage = state.cells[self.unit], rules.passage(state, self.unit)
        if points_left == BY_ITSELF:
            rules.bounds.turn(state, self.unit, passage, goal)
            state.place(self.unit, goal)
            state.did("moved", 1 << self.unit)
            for hook in state.rules.hooks.moved:
                hook(state, self.unit)
        else:
            cost = 0 if self.paid else self._cost(passage) or 0
            points_left = 0 if passage.ends >> goal & 1 else max(0, points_left - cost)
            rules.bounds.turn(state, self.unit, passage, goal)
            state.rules[Moves].arrive(state, self.unit, from_cell, goal, points_left)
            state.did("moved", 1 << self.unit)
        # Not by ``replace``, which takes several times as long: this is done for every hex.
        ahead, gone = self.ahead[1:], (*self.way, goal)
        return Course(
            self.unit, ahead, gone, self.told, points_left, self.safe, self.paid, self.look
        )

    def _look_about(self, state: Position) -> None:
        """Turn in the last hex as it was said, if that can still be paid for."""
        from hexwar.rules.facing.rules import FacingRules  # not in games without it

        facing, points_left = state.rules[FacingRules], self.left
        if facing.is_free("moved"):
            facing.turn_freely(state, self.unit, self.look)
            return
        before = facing.of(state, self.unit)
        turns = turned(before, self.look)
        price = facing.steering(state, self.unit).price(turns)
        if before == self.look or price is None:
            return
        if points_left != BY_ITSELF and price > points_left:
            return
        facing.turn(state, self.unit, self.look, turns)
        if points_left != BY_ITSELF:
            state.rules[Moves].go_on(state, self.unit, points_left - price)

    def _interrupted(self, state: Position) -> bool:
        """Whether a hook has put something on the agenda above the course, which comes first."""
        below = len(state.agenda)
        state.agenda.append(self)
        for hook in state.rules.hooks.interrupts:
            hook(state, self.unit, OFF_MAP)
        if len(state.agenda) == below + 1:
            state.agenda.pop()
            return False
        self._tell(state)
        state.agenda[below] = replace(self, told=len(self.way))
        return True

    def _end(self, state: Position) -> None:
        """The move is over; where there is no room to stay the unit goes back along its way."""
        self._tell(state)
        if not state.cells[self.unit] or self.left != BY_ITSELF:
            return
        rules = state.rules[MovementRules]
        stacking = rules.stacking
        if not stacking.too_many(state, self.unit):
            return
        full = stacking.full(state, self.unit)
        # It may have passed through full hexes: it goes back to the latest on its way that has
        # room.
        room = [cell for cell in self.way[:-1] if not full >> cell & 1]
        if room:
            standing_in, back = state.cells[self.unit], room[-1]
            state.place(self.unit, back)
            stacking.tell_sent_back(state, self.unit, standing_in, back)

    def _tell(self, state: Position) -> None:
        """Tell of the part of the way that no event has told yet."""
        if state.events is None or len(self.way) == self.told:
            return
        number, name = state.frame.board.number, state.frame.unit_ids[self.unit]
        path = tuple(number[cell] for cell in self.way[self.told - 1 :])
        rules = state.rules[MovementRules]
        passage = rules.passage(state, self.unit)
        cost = rules.path_cost(passage.steered.plain if passage.steered else passage, path)
        called = state.frame.map.called
        state.tell(
            "moved",
            rules.cite.get("allowance", ""),
            f"{name} moves {called(path[0])} to {called(path[-1])}.",
            unit=name,
            path=path,
            cost=str(rules.terrain.points(cost)),
        )
