"""Movement as a flood by cost: what a unit can reach, on bitboards.

The flood is Dijkstra's algorithm with one bucket for each movement point spent, where a bucket is
a mask of hexes instead of a queue: all hexes reached at one cost spread to their neighbours in a
handful of shifts. Costs are whole numbers; a map with fractional costs scales them up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hexwar.hexmap.bitboard import Board

CANNOT_CROSS = -1
"""The cost, in the crossings of ``EntryCosts``, of a step that may not be made."""

Group = tuple[int, int]
"""A cost in movement points and the mask of the hexes that are entered at that cost."""

_MANY_POINTS = 24
"""Allowances above this are fractions scaled up: most buckets stay empty and are best skipped."""


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """What enemy zones of control do to movement.

    ``stop``        a unit that enters a zone hex goes no further
    ``between``     a unit may step from one zone hex directly to another
    ``entry_cost``  extra movement points to enter a zone hex
    ``exit_cost``   extra movement points to leave a zone hex
    """

    stop: bool = False
    between: bool = True
    entry_cost: int = 0
    exit_cost: int = 0


NO_EFFECT = ZoneEffect()


class EntryCosts:
    """What each step costs one class of units, compiled for a board.

    ``entry`` gives the cost to enter each cell; a cell that it lacks is prohibited. ``crossing``
    gives the total cost of a step from one cell to a neighbour where a hexside or a path makes it
    another than the entry cost: dearer (a river), cheaper or possible at all (a road), or
    ``CANNOT_CROSS``. Each direction has its own entry. Raises ``ValueError`` for a cost below 1 and
    for a crossing between cells that are not neighbours.

    ``uniform``   groups of hexes entered at the same cost from every side where that is allowed
    ``directed``  for each shift towards a neighbour, groups of hexes entered at a cost of their own
                  by a step in that direction
    ``passable``  mask of the hexes that can be entered from at least one side
    """

    __slots__ = ("_crossing", "_entry", "directed", "passable", "uniform")

    def __init__(
        self,
        board: Board,
        entry: Mapping[int, int],
        crossing: Mapping[tuple[int, int], int] | None = None,
    ) -> None:
        self._entry = dict(entry)
        self._crossing = dict(crossing or {})
        self._check(board)
        one_by_one = self._entered_side_by_side()
        uniform: dict[int, int] = {}
        for cell, cost in self._entry.items():
            if cell not in one_by_one:
                uniform[cost] = uniform.get(cost, 0) | board.bit[cell]
        directed: dict[int, dict[int, int]] = {}
        for from_cell, to_cell in self._directed_steps(board, one_by_one):
            step_cost = self.cost(from_cell, to_cell)
            if step_cost is not None:
                side = directed.setdefault(to_cell - from_cell, {})
                side[step_cost] = side.get(step_cost, 0) | board.bit[to_cell]
        self.uniform: tuple[Group, ...] = tuple(sorted(uniform.items()))
        self.directed: tuple[tuple[int, tuple[Group, ...]], ...] = tuple(
            (shift, tuple(sorted(groups.items()))) for shift, groups in sorted(directed.items())
        )
        self.passable = 0
        for groups in (self.uniform, *(groups for _, groups in self.directed)):
            for _, mask in groups:
                self.passable |= mask

    def cost(self, from_cell: int, to_cell: int) -> int | None:
        """Movement points for the step between two neighbours, None when it cannot be made."""
        cost = self._crossing.get((from_cell, to_cell))
        if cost is None:
            return self._entry.get(to_cell)
        return None if cost == CANNOT_CROSS else cost

    def _check(self, board: Board) -> None:
        for cell, cost in self._entry.items():
            if cost < 1:
                raise ValueError(f"entering {board.number[cell]} must cost 1 or more, not {cost}")
        for (from_cell, to_cell), cost in self._crossing.items():
            names = f"{board.number[from_cell]} to {board.number[to_cell]}"
            if to_cell not in board.neighbours[from_cell] or not to_cell:
                raise ValueError(f"a crossing from {names} is not between neighbours")
            if cost < 1 and cost != CANNOT_CROSS:
                raise ValueError(f"crossing from {names} must cost 1 or more, not {cost}")

    def _entered_side_by_side(self) -> set[int]:
        """Cells with a side that is dearer than the rest, or shut.

        A cheaper side can be added on top of the uniform cost, as the cheapest step wins. A dearer
        one cannot, so such a cell leaves the uniform group and has each of its sides listed.
        """
        return {
            to_cell
            for (_, to_cell), cost in self._crossing.items()
            if to_cell in self._entry and (cost == CANNOT_CROSS or cost > self._entry[to_cell])
        }

    def _directed_steps(self, board: Board, one_by_one: set[int]) -> Iterable[tuple[int, int]]:
        for from_cell, to_cell in self._crossing:
            if to_cell not in one_by_one:
                yield from_cell, to_cell
        for to_cell in one_by_one:
            for from_cell in board.neighbours[to_cell]:
                if from_cell:
                    yield from_cell, to_cell


def flood(
    board: Board,
    costs: EntryCosts,
    start: int,
    allowance: int,
    *,
    closed: int = 0,
    zone: int = 0,
    effect: ZoneEffect = NO_EFFECT,
) -> tuple[int, ...]:
    """Everything that a unit can reach from the cell ``start``, by movement points spent.

    Returns ``allowance + 1`` masks; number ``k`` holds the cells that can be reached for at most
    ``k`` movement points, so the last one is the reach. The start itself is in none of them.
    ``closed`` cells cannot be entered; ``zone`` holds the cells in enemy zones of control.
    """
    return _spread(
        board, costs, board.bit[start], board.adjacent[start], allowance, closed, zone, effect
    )


def threat(
    board: Board,
    costs: EntryCosts,
    starts: int,
    allowance: int,
    *,
    closed: int = 0,
    zone: int = 0,
    effect: ZoneEffect = NO_EFFECT,
) -> int:
    """Every cell that a unit on any of the cells of ``starts`` can be in: one flood for a side.

    The starts are included, as a unit may stay where it is.
    """
    around = board.expand(starts)
    return starts | _spread(board, costs, starts, around, allowance, closed, zone, effect)[-1]


def spent(layers: Sequence[int], cell: int) -> int | None:
    """The fewest movement points that reach a cell, None when the flood does not reach it."""
    bit = 1 << cell
    return next((points for points, mask in enumerate(layers) if mask & bit), None)


def step_cost(
    costs: EntryCosts, from_cell: int, to_cell: int, zone: int = 0, effect: ZoneEffect = NO_EFFECT
) -> int | None:
    """Movement points for one step among enemy zones of control, None when it is forbidden."""
    cost = costs.cost(from_cell, to_cell)
    if cost is None:
        return None
    leaves, enters = zone >> from_cell & 1, zone >> to_cell & 1
    if leaves and enters and not effect.between:
        return None
    return cost + leaves * effect.exit_cost + enters * effect.entry_cost


def flood_path(
    board: Board,
    costs: EntryCosts,
    start: int,
    goal: int,
    layers: Sequence[int],
    *,
    closed: int = 0,
    zone: int = 0,
    effect: ZoneEffect = NO_EFFECT,
) -> list[int]:
    """One cheapest path from ``start`` to ``goal``, both included, as cells.

    ``layers`` is what ``flood`` returned for the same start, obstacles and effect. Among equally
    cheap paths the choice is fixed by the order of directions, looking back from the goal. Raises
    ``ValueError`` when the flood did not reach the goal.
    """
    path = [goal]
    while goal != start:
        goal = _step_before(board, costs, start, goal, layers, closed, zone, effect)
        path.append(goal)
    path.reverse()
    return path


def _step_before(
    board: Board,
    costs: EntryCosts,
    start: int,
    cell: int,
    layers: Sequence[int],
    closed: int,
    zone: int,
    effect: ZoneEffect,
) -> int:
    points = spent(layers, cell)
    if points is not None:
        for before in board.neighbours[cell]:
            if before == start:
                so_far: int | None = 0
            elif not before or closed >> before & 1 or (effect.stop and zone >> before & 1):
                continue
            else:
                so_far = spent(layers, before)
            cost = step_cost(costs, before, cell, zone, effect)
            if so_far is not None and cost is not None and so_far + cost == points:
                return before
    raise ValueError(f"the flood does not reach {board.number[cell]}")


def _spread(
    board: Board,
    costs: EntryCosts,
    starts: int,
    around: int,
    allowance: int,
    closed: int,
    zone: int,
    effect: ZoneEffect,
) -> tuple[int, ...]:
    if costs.directed or allowance > _MANY_POINTS:
        return _spread_by_sides(board, costs, starts, allowance, closed, zone, effect)
    if zone and (effect.exit_cost or not (effect.stop or effect.between)):
        return _spread_by_sides(board, costs, starts, allowance, closed, zone, effect)
    return _spread_uniform(board, costs, starts, around, allowance, closed, zone, effect)


def _spread_uniform(
    board: Board,
    costs: EntryCosts,
    starts: int,
    around: int,
    allowance: int,
    closed: int,
    zone: int,
    effect: ZoneEffect,
) -> tuple[int, ...]:
    """The flood where a hex costs the same from every side, and zones at most stop."""
    open_ = board.on_map & ~(closed | starts)
    free = open_
    groups = [(cost, mask & open_) for cost, mask in costs.uniform]
    if zone:
        if effect.entry_cost:
            groups = _dearer_in_zone(groups, zone, effect.entry_cost)
        if effect.stop:
            free &= ~zone
            if not effect.between and starts & zone:
                around = board.expand(starts & ~zone) | board.expand(starts & zone) & ~zone
    stride = board.stride
    diagonal = stride - 1
    longest = max((cost for cost, _ in groups), default=1)
    # Entry -c of `touched` holds the cells next to anything reached c points before this layer.
    touched = [0] * longest
    touched[-1] = around
    layers = [0]
    for _ in range(allowance):
        reached = 0
        for cost, mask in groups:
            reached |= touched[-cost] & mask
        layers.append(reached)
        # The hexagon of a cell and its neighbours is the sum of three segments, so three shifts
        # grow a set by one hex all round. The shift towards cell 0 comes last: before the others
        # it would drop bits that they bring back.
        grown = reached & free
        grown |= grown << 1
        grown |= grown << diagonal
        grown |= grown >> stride
        touched.append(around | grown)
    return tuple(layers)


def _dearer_in_zone(groups: Iterable[Group], zone: int, extra: int) -> list[Group]:
    """The same groups with a surcharge for zone hexes, cheapest first."""
    split = [(cost, mask & ~zone) for cost, mask in groups]
    split += [(cost + extra, mask & zone) for cost, mask in groups]
    return sorted(group for group in split if group[1])


class _Steps:
    """The steps that are open to a unit, by direction: what one bucket of the flood pours into.

    ``sides`` holds (shift, groups), each direction's groups cheapest first.
    """

    __slots__ = ("diagonal", "sides", "stride", "uniform")

    def __init__(
        self, stride: int, uniform: list[Group], sides: list[tuple[int, list[Group]]]
    ) -> None:
        self.stride = stride
        self.diagonal = stride - 1
        self.uniform = uniform
        self.sides = sides

    def leaving_zone(self, zone: int, effect: ZoneEffect) -> _Steps:
        """The steps of a unit that leaves a zone hex."""
        shut = 0 if effect.between else zone

        def leaving(groups: list[Group]) -> list[Group]:
            return [(cost + effect.exit_cost, mask & ~shut) for cost, mask in groups]

        sides = [(shift, leaving(groups)) for shift, groups in self.sides]
        return _Steps(self.stride, leaving(self.uniform), sides)

    def pour(self, fresh: int, points: int, buckets: list[int]) -> None:
        """Put the neighbours of ``fresh``, reached for ``points``, into the buckets they cost."""
        last = len(buckets) - 1 - points
        if self.uniform:
            grown = fresh | fresh << 1
            grown |= grown << self.diagonal
            grown |= grown >> self.stride
            for cost, mask in self.uniform:
                if cost > last:
                    break
                buckets[points + cost] |= grown & mask
        for shift, groups in self.sides:
            moved = fresh << shift if shift > 0 else fresh >> -shift
            for cost, mask in groups:
                if cost > last:
                    break
                buckets[points + cost] |= moved & mask


def _open_steps(
    board: Board, costs: EntryCosts, open_: int, zone: int, effect: ZoneEffect
) -> _Steps:
    extra = effect.entry_cost if zone else 0

    def opened(groups: Iterable[Group]) -> list[Group]:
        kept = [(cost, mask & open_) for cost, mask in groups]
        return _dearer_in_zone(kept, zone, extra) if extra else kept

    sides = [(shift, opened(groups)) for shift, groups in costs.directed]
    return _Steps(board.stride, opened(costs.uniform), sides)


def _spread_by_sides(
    board: Board,
    costs: EntryCosts,
    starts: int,
    allowance: int,
    closed: int,
    zone: int,
    effect: ZoneEffect,
) -> tuple[int, ...]:
    """The flood in full: sides with costs of their own, all that zones can do, many points."""
    steps = _open_steps(board, costs, board.on_map & ~(closed | starts), zone, effect)
    apart = zone if effect.stop or effect.exit_cost or not effect.between else 0
    buckets = [0] * (allowance + 1)
    steps.pour(starts & ~apart, 0, buckets)
    leaving = steps
    if apart and (starts & apart or not effect.stop):
        leaving = steps.leaving_zone(zone, effect)
        leaving.pour(starts & apart, 0, buckets)
    reached = 0
    layers = [0]
    for points in range(1, allowance + 1):
        fresh = buckets[points] & ~reached
        if fresh:
            reached |= fresh
            steps.pour(fresh & ~apart, points, buckets)
            if apart and not effect.stop:
                leaving.pour(fresh & apart, points, buckets)
        layers.append(reached)
    return tuple(layers)
