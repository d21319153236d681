"""Moves carried out, and what becomes of hexes that are left too full (section ``movement``).

A move is paid for, the unit placed, and it is remembered which units are on the move, with how many
points left; where others hide, the unit comes only as far as the first hex of theirs. Hexes may
hold too many in the midst of a phase, as long as enough units there can still move on. Once too few
can, moves into them are undone, the latest first (``send_back``).

Below: a move made hex by hex, where others may act between its steps.
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
"""Up to so many points, going back through a flood point by point beats halving it."""

_Leavers = dict[int, tuple[tuple[int, ...], int, int]]
"""By cell: the units there; one of them that can leave it, if it has not moved, and a hex to which
it can, as masks of one each: then there is room for the rest.
"""

NOBODY_LEAVES = ((), 0, 0)
"""For a cell in which no unit is known that can leave it."""


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
        """Move a unit: ``path`` is a destination, or a path that begins where it stands; ``look``:
        where it looks in the end, if that is said.
        """
        if state.secret_at:
            as_far, met = self.until_met(state, unit, path)
            if met:
                self._move_and_meet(state, [(unit, as_far, met)])
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
        """How far a unit comes on its way, and the cell before which others that hide stop it."""
        course = self._rules.whole_way(state, unit, path)
        hiding = state.secret_at & ~state.occupied[self._forces.side[unit]]
        for index, cell in enumerate(course):
            if hiding >> cell & 1:
                return tuple(self._board.number[step] for step in course[:index]), cell
        return path, OFF_MAP

    def _move_and_meet(self, state: Position, ways: list[tuple[int, tuple[str, ...], int]]) -> None:
        """Move units as far as they come; those met show themselves, and the move is over."""
        origin = state.cells[ways[0][0]]
        goals = {unit: self._board.cell[path[-1]] for unit, path, _ in ways}
        many = sum(goal != origin for goal in goals.values())
        for unit, path, _ in ways:
            if goals[unit] != origin:
                self._pay(state, unit, goals[unit], path, together=many)
        with state.at_once():
            for unit, goal in goals.items():
                if goal != origin:
                    self.arrive(state, unit, origin, goal, 0)
        state.did("moved", mask_of(unit for unit, goal in goals.items() if goal != origin))
        end_moves(state, tuple(goals))
        for unit, _, met in ways:
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
        """Tell of a unit's move, one of so many ``together``; the points that it has left."""
        rules = self._rules
        passage, bit = rules.passage(state, unit), self._board.bit[goal]
        with_facing = None if self._facing is None else passage.steered
        if with_facing is not None:
            return self._pay_and_turn(state, unit, with_facing, path, together, look)
        ends = passage.ends & bit
        is_watched = state.events is not None or state.rules.hooks.passes
        if ends and not is_watched:
            return 0  # nobody asks what it cost
        layers = rules.layers_now(state, unit)
        cost = points = len(layers) - 1
        # The one hex that a unit may always move costs it everything.
        if len(path) > 1:
            cost = min(rules.path_cost(passage, path) or points, points)
        elif points > _FEW_POINTS:
            cost = spent(layers, goal) or points
        else:
            # Most come in with the last points.
            while cost and layers[cost - 1] & bit:
                cost -= 1
        if is_watched:
            whole = path
            if len(path) == 1:
                cells = rules.cheapest_path(state, unit, goal, layers)
                whole = tuple(self._board.number[cell] for cell in cells)
            self._pass_through(state, unit, whole, cost, together)
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
        free = facing is not None and facing.is_free("moved")
        course = steered(
            self._rules, passage, state.cells[unit], points, path, -1 if free else look
        )
        cost, numbers = (
            min(course.cost, points),
            tuple(self._board.number[at] for at in course.cells),
        )
        if facing is not None:
            if free and look >= 0:
                facing.turn_freely(state, unit, look)
            else:
                facing.turn(state, unit, course.facing, course.turned)
        self._pass_through(state, unit, numbers, cost, together)
        return 0 if passage.ends >> course.cells[-1] & 1 else points - cost

    def _pass_through(
        self, state: Position, unit: int, path: tuple[str, ...], cost: int, together: int
    ) -> None:
        """Call the hooks that ask for a unit's way, and note the event of the move."""
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
        """What the points of a way went to, where that is more than one thing: ``woods 2, river
        1``. Nothing where units hide, as a zone of control could be theirs.
        """
        if state.scopes.hiding:
            return {}
        paid = way_costs(self._rules, state, unit, path)
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
        """Put a moving unit into a hex and remember that it is the one that moves now; the caller
        says that it did.

        ``stack``: the units that move with it, and what each has left; a unit by itself if left
        out.
        """
        progress = state.memory[MOVED]
        moved, trail, crowded, going = progress.moved, progress.trail, progress.crowded, stack
        if going is None:
            alone = ((unit, left),) if self._stacks else ()
            going = going_on(progress.stack, alone) if len(progress.stack) > 1 else alone
        state.place(unit, goal)
        if progress.mover != unit:
            moved |= 1 << unit
            # A unit by itself that goes on has its step here already: it is sent back to where its
            # whole move began.
            trail = (*trail, (unit, origin))
        side = self._side[unit]
        if state.stacked[side] and len(state.standing(goal)) > self._limits[side]:
            crowded = crowded or self._stacking.too_many(state, unit)
        state.remember(MOVED, moving(moved, unit, left, going, trail, crowded))
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
        fresh = not progress.moved >> unit & 1
        trail = (*progress.trail, (unit, state.cells[unit])) if fresh else progress.trail
        stack = going_on(progress.stack, ((unit, left),)) if self._stacks else ()
        moved = progress.moved | 1 << unit
        going = progress._replace(moved=moved, mover=unit, left=left, stack=stack, trail=trail)
        state.remember(MOVED, going)

    def spend(self, state: Position, units: tuple[int, ...]) -> None:
        """End moves and attacks of units for this turn; others go on with their move."""
        mask, progress, began = mask_of(units), state.memory[MOVED], state.memory[BEGAN]
        stays = tuple(
            (unit, 0 if mask >> unit & 1 else points_left) for unit, points_left in progress.stack
        )
        points_left = 0 if progress.mover in units else progress.left
        state.remember(
            MOVED, progress._replace(moved=progress.moved | mask, left=points_left, stack=stays)
        )
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
        """Undo moves into hexes that can no longer be mended, the last mover first.

        Answers with the units that are off the map again.
        """
        outside: list[int] = []
        while state.memory[MOVED].crowded:
            over = self._stacking.overstacked(state, side)
            if not over:
                progress = state.memory[MOVED]
                done = moving(
                    progress.moved,
                    progress.mover,
                    progress.left,
                    progress.stack,
                    progress.trail,
                    crowded=False,
                )
                state.remember(MOVED, done)
                break
            # Those overstacked hexes from which too few units can still leave.
            moved, standing, hopeless = state.memory[MOVED].moved, state.by_cell(), 0
            full = self._stacking.perhaps_full(state, side)
            leavers: _Leavers = state.still[side].setdefault("leavers", {})
            for cell in self._board.cells(over):
                # Most often the same units are there, and the one that could leave still can.
                leavers_so_far, unit, goal = leavers.get(cell, NOBODY_LEAVES)
                if leavers_so_far is standing[cell] and not (unit & moved or goal & full):
                    continue
                if not self._enough_may_leave(state, side, cell, full, leavers):
                    hopeless |= self._board.bit[cell]
            # Enough can still leave every hex that holds too many: the owner mends that himself.
            if not hopeless:
                break
            trail = state.memory[MOVED].trail
            into_them = [step for step in trail if hopeless & self._board.bit[state.cells[step[0]]]]
            if not into_them:
                break
            last = into_them[-1]
            # Each step is undone once, or a unit whose first hex is too full as well would be sent
            # back for ever.
            trail = tuple(step for step in trail if step != last)
            unit, origin = last
            cell_left = state.cells[unit]
            state.place(unit, origin)
            # To be sent back counts as a move, and ends the one that is under way.
            progress = state.memory[MOVED]
            moved, points_left = (
                progress.moved | 1 << unit,
                0 if progress.mover == unit else progress.left,
            )
            state.remember(MOVED, progress._replace(moved=moved, left=points_left, trail=trail))
            self._stacking.tell_sent_back(state, unit, cell_left, origin)
            if origin == OFF_MAP:
                outside.append(unit)
        return outside

    def _enough_may_leave(
        self, state: Position, side: int, cell: int, full: int, leavers: _Leavers
    ) -> bool:
        """Whether the rest fits into a hex when all units that can leave it have; ``full``: the
        hexes that may be full. If it is enough that one leaves that surely can, it is noted among
        the ``leavers``.
        """
        rules, moved, standing = self._rules, state.memory[MOVED].moved, state.standing(cell)
        staying = [unit for unit in standing if self._side[unit] == side]
        for unit in staying[:]:
            goals = 0 if moved >> unit & 1 else rules.sure_steps(state, unit)
            if goals & full == goals and not moved >> unit & 1:
                goals = rules.reach_mask(state, unit)
            free = goals & ~full
            if free and rules.steps_last and len(standing) <= self._limits[side] + 1:
                leavers[cell] = standing, 1 << unit, free & -free
            if free or self._may_yet_leave(state, unit):
                staying.remove(unit)
                if self._stacking.fit(state, cell, staying):
                    return True
        return False

    def _may_yet_leave(self, state: Position, unit: int) -> bool:
        """Whether the unit can move on, now or once the unit that is moving has gone on."""
        if not self._rules.able(state, unit):
            return False
        if self._rules.can_move(state, unit):
            return True
        progress = state.memory[MOVED]
        moved, mover = progress.moved, progress.mover
        if mover in (unit, NOBODY):
            return False
        if not self._rules.can_move(state, mover):
            return False
        taken = self._rules.reach_mask(state, unit) & self._stacking.full(state, unit)
        if not taken:
            return False
        # The unit on the move is taken as not done: it may still go on and clear the hex.
        done = moved & ~(1 << mover)
        return hexes_that_can_clear(self._rules, state, done, (unit,), taken) != 0


def steered(
    rules: MovementRules, passage: Steered, origin: int, points: int, path: Sequence[str], look: int
) -> SteeredWay:
    """The way of a unit that looks somewhere, with so many points: along a path, or a cheapest one
    to a destination, looking there in the end if that is said. The move is legal.
    """
    cells = [rules.board.cell[number] for number in path]
    course = passage.along_or_to(origin, cells, points, look)
    if course is None:  # the one hex that a unit may always move
        course = passage.along([origin, cells[-1]])
    return course or SteeredWay([origin, cells[-1]], points, passage.facing, 0)


# -- a move that is made hex by hex, because it may be interrupted on the way ----------------------

# Before each hex it is asked again whether the unit may go on: a reaction may have moved it, held
# it, closed the way or changed it. What comes between is put on the agenda above the course, and
# the course goes on when that is settled; what was gone so far is told before.


BY_ITSELF = -1
"""In place of the points left: a move for which no movement phase keeps accounts."""


@dataclass(slots=True)
class Course(AutomaticTask):
    """A unit on its way; what is put on the agenda above it is settled before it goes on.

    ``ahead`` are the cells still to enter, ``way`` those where it has been, with the one where it
    began and the one where it stands; the first ``told`` of them have been told. ``left`` are the
    movement points left in a movement phase, or ``BY_ITSELF``. A move in reaction is ``safe``:
    nobody interrupts it. Of a move that is ``paid`` for, steps cost nothing more. ``look``: where
    it looks in the end, if that is said.
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
            name, number = state.frame.unit_ids[course.unit], state.frame.board.number
            standing_in = number[state.cells[course.unit]]
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
        """Enter the next hex."""
        goal, points_left = self.ahead[0], self.left
        if points_left == BY_ITSELF:
            rules = state.rules[MovementRules]
            rules.bounds.turn(state, self.unit, rules.passage(state, self.unit), goal)
            state.place(self.unit, goal)
            state.did("moved", 1 << self.unit)
            for hook in state.rules.hooks.moved:
                hook(state, self.unit)
        else:
            rules, from_cell = state.rules[MovementRules], state.cells[self.unit]
            passage = rules.passage(state, self.unit)
            stops = passage.ends >> goal & 1
            cost = 0 if self.paid else self._cost(passage) or 0
            points_left = 0 if stops else max(0, points_left - cost)
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
        price = facing.steering(state, self.unit).price(turned(before, self.look))
        if (
            price is None
            or before == self.look
            or (points_left != BY_ITSELF and price > points_left)
        ):
            return
        facing.turn(state, self.unit, self.look, turned(before, self.look))
        if points_left != BY_ITSELF:
            state.rules[Moves].go_on(state, self.unit, points_left - price)

    def _interrupted(self, state: Position) -> bool:
        """Whether something is put on the agenda that comes first."""
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
        """Tell how far the unit has come since it was told last."""
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
