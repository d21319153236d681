"""Movement as a flood by cost: what a unit can reach, on bitboards.

The flood is Dijkstra's algorithm with one bucket for each movement point spent, where a bucket is
a mask of hexes instead of a queue: all hexes reached at one cost spread to their neighbours in a
handful of shifts. Costs are whole numbers; a map with fractional costs scales them up.

What steps cost is sorted into groups once (:class:`EntryCosts`); what zones of control do to it is
a :class:`ZoneEffect`; a :class:`Passage` joins both with where units stand, and is flooded. Where a
hex costs the same from every side and zones at most stop, a flood of its own needs four shifts a
point; all others go through ``_flood_in_full``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from math import gcd
from operator import or_
from typing import NamedTuple

from hexwar.hexmap.bitboard import Board

# -- what steps cost one class of units: by the hex that is entered, and where its side matters ----

# A map says it step by step; a flood wants to know which hexes of a mask are entered for so many
# points. So costs are sorted once into groups: hexes that cost the same from every side are one
# mask for each cost, and where a river, a road or a wall makes a side differ, one mask for each
# cost and side.


CANNOT_CROSS = -1
"""The cost, in the crossings of ``EntryCosts``, of a step that may not be made."""

MOST_DEARER = 16
"""Of so many ways in which markers lie the costs of one class of units are kept."""

Group = tuple[int, int]
"""A cost in movement points and the mask of the hexes that cost it to enter, from any side."""

SidedGroup = tuple[int, int, tuple[int, ...]]
"""A cost, the mask of the hexes that cost it from some side, and six masks: those of them that
cost it when entered by each of the six shifts, the one furthest towards cell 0 first."""


class EntryCosts:
    """What each step costs one class of units, compiled for a board.

    ``entry`` gives the cost to enter each cell; a cell that it lacks is prohibited. ``crossing``
    gives the total cost of a step from one cell to a neighbour where a hexside or a path makes it
    another than the entry cost: dearer (a river), cheaper or possible at all (a road), or
    ``CANNOT_CROSS``. Each direction has its own entry. Raises ``ValueError`` for a cost below 1 and
    for a crossing between cells that are not neighbours.

    ``uniform``   groups of hexes that cost the same from every side, cheapest first
    ``sided``     groups of hexes whose cost depends on the side, by cost and side
    ``passable``  mask of the hexes that can be entered from at least one side
    ``halting``   mask of the hexes in which a unit that enters them stops
    ``steps``     by cell, what :meth:`steps_from` has found; nothing where it was not asked
    ``rough``     mask of the hexes with a step out that is none of a uniform group
    ``rough_steps``  by cell, such steps: by cost, the cells that they enter
    ``least``     what the cheapest step of all costs; ``least_uniform``: of the uniform groups
    ``grain``     the greatest number of which all costs are multiples, as fractions scaled up are
    """

    __slots__ = (
        "_crossing",
        "_dearer",
        "_entry",
        "grain",
        "halting",
        "least",
        "least_uniform",
        "passable",
        "rough",
        "rough_steps",
        "sided",
        "steps",
        "uniform",
    )

    def __init__(
        self,
        board: Board,
        entry: Mapping[int, int],
        crossing: Mapping[tuple[int, int], int] | None = None,
        *,
        halting: int = 0,
    ) -> None:
        self.halting = halting
        self._entry = dict(entry)
        self._crossing = dict(crossing or {})
        self._dearer: dict[Hashable, EntryCosts] = {}
        self.steps: list[tuple[Group, ...]] = [()] * board.size
        for cell, cost in self._entry.items():
            if cost < 1:
                raise ValueError(f"entering {board.number[cell]} must cost 1 or more, not {cost}")
        for (from_cell, to_cell), cost in self._crossing.items():
            names = f"{board.number[from_cell]} to {board.number[to_cell]}"
            if to_cell not in board.neighbours[from_cell] or not to_cell:
                raise ValueError(f"a crossing from {names} is not between neighbours")
            if cost < 1 and cost != CANNOT_CROSS:
                raise ValueError(f"crossing from {names} must cost 1 or more, not {cost}")
        side_by_side = {
            to_cell
            for (_, to_cell), cost in self._crossing.items()
            if to_cell in self._entry and (cost == CANNOT_CROSS or cost > self._entry[to_cell])
        }
        uniform: dict[int, int] = {}
        for cell, cost in self._entry.items():
            if cell not in side_by_side:
                uniform[cost] = uniform.get(cost, 0) | board.bit[cell]
        shifts = sorted(board.direction_shift(direction) for direction in range(6))
        sided: dict[int, list[int]] = {}
        rough: dict[int, dict[int, int]] = {}
        for from_cell, to_cell in self._sided_steps(board, side_by_side):
            step_cost = self.cost(from_cell, to_cell)
            if step_cost is not None:
                # Neighbours differ by one of the six shifts, whichever strip they lie in.
                side = shifts.index(to_cell - from_cell)
                sided.setdefault(step_cost, [0] * 6)[side] |= board.bit[to_cell]
                steps = rough.setdefault(from_cell, {})
                steps[step_cost] = steps.get(step_cost, 0) | board.bit[to_cell]
        self.uniform: tuple[Group, ...] = tuple(sorted(uniform.items()))
        self.sided: tuple[SidedGroup, ...] = tuple(
            (cost, reduce(or_, sides), tuple(sides)) for cost, sides in sorted(sided.items())
        )
        self.rough_steps: list[tuple[Group, ...]] = [()] * board.size
        for cell, steps in rough.items():
            self.rough_steps[cell] = tuple(sorted(steps.items()))
        self.rough = reduce(or_, [board.bit[cell] for cell in rough], 0)
        # A flood counts in steps of it: points that no sum of costs comes to are passed over.
        self.grain = gcd(*uniform, *sided)
        self.least_uniform = min(uniform, default=0)
        self.least = min((*uniform, *sided), default=0)
        entered = (*uniform.values(), *[mask for _, mask, _ in self.sided])
        self.passable = reduce(or_, entered, 0)

    def entry(self, cell: int) -> int | None:
        """Movement points to enter a cell where no crossing says otherwise; None: prohibited."""
        return self._entry.get(cell)

    def cost(self, from_cell: int, to_cell: int) -> int | None:
        """Movement points for the step between two neighbours, None when it cannot be made."""
        cost = self._crossing.get((from_cell, to_cell))
        if cost is None:
            return self._entry.get(to_cell)
        return None if cost == CANNOT_CROSS else cost

    def steps_from(self, board: Board, cell: int) -> tuple[Group, ...]:
        """The steps that a unit in a cell can take: by cost, the cells that it enters."""
        by_cost: dict[int, int] = {}
        for to_cell in board.neighbours[cell]:
            cost = self.cost(cell, to_cell) if to_cell else None
            if cost is not None:
                by_cost[cost] = by_cost.get(cost, 0) | board.bit[to_cell]
        self.steps[cell] = groups = tuple(sorted(by_cost.items()))
        return groups

    def without(self, board: Board, steps: Iterable[tuple[int, int]]) -> EntryCosts:
        """The same costs where some steps cannot be made."""
        shut = dict.fromkeys(steps, CANNOT_CROSS)
        return EntryCosts(board, self._entry, {**self._crossing, **shut}, halting=self.halting)

    def dearer(self, board: Board, more: Mapping[int, int], halting: int = 0) -> EntryCosts:
        """The same costs with more points to enter some cells, from any side; more of them halt.

        Kept, as markers lie where they lie through many positions, and are asked for in each.
        """
        key = tuple(more.items()), halting
        dearer = self._dearer.get(key)
        if dearer is None:
            if len(self._dearer) == MOST_DEARER:
                self._dearer.clear()
            dearer = self._dearer[key] = self._made_dearer(board, more, halting)
        return dearer

    def _made_dearer(self, board: Board, more: Mapping[int, int], halting: int) -> EntryCosts:
        """What :meth:`dearer` answers with, compiled anew."""
        entry = {cell: cost + more.get(cell, 0) for cell, cost in self._entry.items()}
        crossing = {
            step: cost if cost == CANNOT_CROSS else cost + more.get(step[1], 0)
            for step, cost in self._crossing.items()
        }
        return EntryCosts(board, entry, crossing, halting=self.halting | halting)

    def dearer_from(self, board: Board, cell: int, more: int) -> EntryCosts:
        """The same costs with more points for every step out of a cell."""
        steps = {(cell, to): self.cost(cell, to) for to in board.neighbours[cell] if to}
        paid = {step: cost + more for step, cost in steps.items() if cost is not None}
        return EntryCosts(board, self._entry, {**self._crossing, **paid}, halting=self.halting)

    def _sided_steps(self, board: Board, side_by_side: set[int]) -> Iterable[tuple[int, int]]:
        """Steps that no uniform group has: cheaper or possible by a crossing alone (a road), and
        all those into a hex that is dearer or closed from some side (``side_by_side``).
        """
        for (from_cell, to_cell), cost in self._crossing.items():
            if to_cell not in side_by_side and cost != self._entry.get(to_cell):
                yield from_cell, to_cell
        for to_cell in side_by_side:
            for from_cell in board.neighbours[to_cell]:
                if from_cell:
                    yield from_cell, to_cell


# Allowances and costs above this are fractions scaled up: most points see nothing reached, and
# the flood that skips them is the faster one.
_MANY_POINTS = 24
_FEW_CELLS = 3
"""So many cells are poured one by one; more of them together, cost by cost."""
_FEW_SIDED = 8
"""The same of cells where hexsides matter."""


@dataclass(frozen=True, slots=True)
class ZoneEffect:
    """What enemy zones of control do to movement.

    ``stop``        a unit that enters a zone hex goes no further
    ``between``     a unit may step from one zone hex directly to another
    ``entry_cost``  extra movement points to enter a zone hex
    ``exit_cost``   extra movement points to leave a zone hex
    ``locks``       a unit in a zone hex does not leave it, and so goes no further either
    ``bars``        a unit does not enter a zone hex
    ``between_cost``  extra movement points for a step from one zone hex to another
    """

    stop: bool = False
    between: bool = True
    entry_cost: int = 0
    exit_cost: int = 0
    locks: bool = False
    bars: bool = False
    between_cost: int = 0


NO_EFFECT = ZoneEffect()


class Passage:
    """What one class of units can enter while the other side stands still.

    ``closed`` cells cannot be entered: they are ``taken``, or zones bar them. ``zone`` holds the
    cells in enemy zones of control, which do to movement what ``effect`` says. During one phase of
    movement these stay the same for all units, so an engine makes a passage once and floods it for
    each.

    >>> from hexwar.hexmap import Hex
    >>> board = Board({"0101": Hex(0, 0), "0102": Hex(0, 1), "0103": Hex(0, 2)})
    >>> passage = Passage(board, EntryCosts(board, dict.fromkeys(board.cell.values(), 2)))
    >>> [board.numbers(mask) for mask in passage.flood(board.cell["0101"], 4)]
    [[], [], ['0102'], ['0102'], ['0102', '0103']]
    """

    __slots__ = (
        "_cost_one",
        "_dear",
        "_dearer",
        "_free",
        "_longest",
        "_open",
        "_out_of_zone",
        "_shut",
        "_simple",
        "_stops",
        "board",
        "closed",
        "costs",
        "effect",
        "ends",
        "taken",
        "zone",
    )

    def __init__(
        self,
        board: Board,
        costs: EntryCosts,
        *,
        closed: int = 0,
        zone: int = 0,
        effect: ZoneEffect = NO_EFFECT,
    ) -> None:
        self.board = board
        self.costs = costs
        self.taken = closed
        self.closed = closed | zone if effect.bars else closed
        self.zone = zone
        self.effect = effect
        self._stops = effect.stop or effect.locks
        # Where a unit that comes there goes no further.
        self.ends = costs.halting | zone if self._stops else costs.halting
        # Where a step out of a zone hex may not lead.
        self._shut = board.on_map if effect.locks else 0 if effect.between else zone
        # Asked with `&` alone: a shift, or the opposite of a mask, takes twice as long.
        self._open = board.on_map & ~self.closed
        self._out_of_zone = self._open & ~self._shut
        self._dear = zone if effect.entry_cost else 0
        self._simple = not costs.sided and (
            not zone
            or (
                not effect.exit_cost and not effect.between_cost and (self._stops or effect.between)
            )
        )
        if self._simple:
            # Prepare the simple flood: hexes open to the unit, by the cost of entering them.
            open_ = self._open
            self._free = open_ & ~self.ends
            groups = self.costs.uniform
            if self._dear:
                outside = [(cost, mask & ~self._dear) for cost, mask in groups]
                inside = [
                    (cost + self.effect.entry_cost, mask & self._dear) for cost, mask in groups
                ]
                groups = tuple(sorted([group for group in (*outside, *inside) if group[1]]))
            self._longest = groups[-1][0] if groups else 1
            if groups and groups[0][0] == 1:
                self._cost_one = groups[0][1] & open_
                self._dearer = groups[1:]
            else:
                self._cost_one = 0
                self._dearer = groups

    @property
    def steered(self) -> Steered | None:
        """This passage, where it is one for a unit with a facing; ``None`` for all others."""
        return None

    def flood(self, start: int, allowance: int) -> tuple[int, ...]:
        """Everything that a unit can reach from the cell ``start``, by movement points spent.

        Returns ``allowance + 1`` masks; number ``k`` holds the cells that can be reached for at
        most ``k`` movement points, so the last one is the reach. The start itself is in none.

        What follows is the flood where a hex costs the same from every side, and zones at most
        stop.
        """
        board = self.board
        if not self._simple or allowance > _MANY_POINTS or self._longest > _MANY_POINTS:
            return self._flood_in_full(board.bit[start], allowance)
        if allowance < 1:
            return (0,)
        around, cell_bit = board.adjacent[start], board.bit[start]
        if self.zone & cell_bit:
            around &= self._out_of_zone
        stride = board.stride
        diagonal = stride - 1
        free, dearer = self._free, self._dearer
        cost_one = self._cost_one & ~cell_bit
        # Entry -c of `touched` holds the cells next to anything reached c points before.
        touched = [0] * (self._longest - 1) + [around] if dearer else []
        elsewhere = self._open & ~cell_bit if dearer else 0
        reached = around & cost_one
        layers = [0, reached]
        for _ in range(allowance - 1):
            # A cell and its neighbours form a hexagon, the sum of three segments: so three shifts
            # grow a set by one hex all round. The one towards cell 0 comes last, as before the
            # others it would drop bits that they bring back.
            grown = reached & free
            grown |= grown << 1
            grown |= grown << diagonal
            grown |= grown >> stride | around
            reached = grown & cost_one
            if dearer:
                touched.append(grown)
                for cost, mask in dearer:
                    reached |= touched[-cost] & mask
                reached &= elsewhere
            layers.append(reached)
        return tuple(layers)

    def threat(self, starts: int, allowance: int) -> int:
        """Every cell that a unit on any of the cells of ``starts`` can be in: one flood for a side.

        The starts are included, as a unit may stay where it is.
        """
        return starts | self._flood_in_full(starts, allowance)[-1]

    def sure_steps(self, cell: int, points: int = 1) -> int:
        """Neighbours of a cell that so many movement points are certain to enter.

        Cheaper than a flood, for asking whether a unit can move at all. Where some cost one point
        from every side, and no side matters, those that cost more are left out.
        """
        board, inside = self.board, self.zone & self.board.bit[cell]
        if self._simple and self._cost_one:
            steps = board.adjacent[cell] & self._cost_one
            return steps & self._out_of_zone if inside else steps
        effect, steps = self.effect, 0
        leaving = effect.exit_cost if inside else 0
        into_zone = effect.entry_cost + (effect.between_cost if inside else 0)
        for cost, cells in self.costs.steps[cell] or self.costs.steps_from(board, cell):
            left = points - cost - leaving
            if left < 0:
                break
            steps |= cells if left >= into_zone else cells & ~self.zone
        return steps & (self._out_of_zone if inside else self._open)

    def step_cost(self, from_cell: int, to_cell: int, *, past: int = 0) -> int | None:
        """Movement points for a step between neighbours, None when it is forbidden.

        That a unit may have been stopped in ``from_cell`` is not looked at. ``past`` are closed
        cells that do not count as closed; a zone of control that bars them still does.
        """
        cost = self.costs.cost(from_cell, to_cell)
        closed = self.closed
        if past:
            closed = self.taken & ~past | (self.zone if self.effect.bars else 0)
        if cost is None or closed >> to_cell & 1:
            return None
        leaves, enters = self.zone >> from_cell & 1, self.zone >> to_cell & 1
        if leaves and self._shut >> to_cell & 1:
            return None
        effect = self.effect
        cost += leaves * effect.exit_cost + enters * effect.entry_cost
        return cost + (leaves & enters) * effect.between_cost

    def cost_along(self, cells: Sequence[int]) -> int:
        """Movement points for a path of neighbours, none of its steps forbidden."""
        return sum([self.step_cost(a, b) or 0 for a, b in pairwise(cells)])

    def path(
        self,
        start: int,
        goal: int,
        layers: Sequence[int],
        known: dict[int, list[int]] | None = None,
    ) -> list[int]:
        """One cheapest path from ``start`` to ``goal``, both included, as cells.

        ``layers`` is what ``flood`` returned for the start. ``known`` holds paths by goal that were
        found with these layers already, and takes this one: many share their beginnings. Among
        equally cheap paths the choice is fixed by the order of directions, looking back from the
        goal. Raises ``ValueError`` when the flood did not reach the goal.
        """
        known = {} if known is None else known
        back, at = [], goal
        while at != start and at not in known:
            back.append(at)
            at = self._step_before(start, at, layers)
        path = known[goal] = known.get(at, [start]) + back[::-1]
        return path

    def _step_before(self, start: int, cell: int, layers: Sequence[int]) -> int:
        """The cell from which a cheapest path comes into this one."""
        points, reached = spent(layers, cell), layers[-1] & ~self.ends
        if points is None:
            raise self._unreached(cell)
        for before in self.board.neighbours[cell]:
            if before != start and not reached >> before & 1:
                continue
            cost = self.step_cost(before, cell)
            if cost is not None and cost <= points:
                # The layer in which the hex before must have come in: not an earlier one.
                layer = points - cost
                if before == start:
                    if not layer:
                        return before
                elif layers[layer] >> before & 1 and not (
                    layer and layers[layer - 1] >> before & 1
                ):
                    return before
        raise self._unreached(cell)

    def _unreached(self, cell: int) -> ValueError:
        """What is raised where a path is asked for to a cell that the flood does not reach."""
        return ValueError(f"the flood does not reach {self.board.number[cell] or cell}")

    def _flood_in_full(self, starts: int, allowance: int) -> tuple[int, ...]:
        """The flood with costs by side and all that zones can do, from one cell or many."""
        effect, costs, board = self.effect, self.costs, self.board
        bit = board.bit
        # Where leaving a zone differs from leaving any other hex, the two are poured apart.
        apart = self.zone if effect.exit_cost or effect.between_cost or self._shut else 0
        # Zone hexes that cost more are poured like others, and held back for the points more.
        dear, more = self._dear & ~starts, effect.entry_cost
        held_back: dict[int, int] = {}
        to_reach = self._open | starts
        buckets = [0] * (allowance + 1)
        buckets[0] = reached = starts
        ends = 0  # nothing keeps a unit from leaving where it starts
        # Between the multiples of what all costs share nothing new is reached.
        grain = gcd(costs.grain, more, effect.exit_cost, effect.between_cost) or 1
        layers: list[int] = []
        since = 0
        for points in range(0, allowance + 1, grain):
            fresh = buckets[points] & to_reach
            if fresh:
                to_reach ^= fresh
                if fresh & dear:
                    held_back[points + more] = fresh & dear
                    fresh &= ~dear
            if points in held_back:
                fresh |= held_back[points]
            if fresh:
                layers += [reached] * (points - since)
                reached, since = reached ^ fresh, points
                if ends:
                    fresh &= ~ends
                if fresh & apart:
                    self._pour_out(fresh & apart, points, buckets)
                    fresh &= ~apart
                steps = costs.steps
                if fresh.bit_count() > _FEW_CELLS:
                    fresh = self._pour_together(fresh, points, buckets, to_reach)
                    steps = costs.rough_steps
                while fresh:
                    cell = fresh.bit_length() - 1
                    fresh ^= bit[cell]
                    for cost, cells in steps[cell] or costs.steps_from(board, cell):
                        if points + cost > allowance:
                            break
                        buckets[points + cost] |= cells
            ends = self.ends
        layers += [reached] * (allowance + 1 - since)
        return tuple(layers)

    def _pour_out(self, fresh: int, points: int, buckets: list[int]) -> None:
        """Put the neighbours of zone hexes, of which some may be shut, or dearer to enter from
        there, into the buckets they cost.
        """
        effect, zone, steps = self.effect, self.zone, self.costs.steps
        points, open_ = points + effect.exit_cost, ~self._shut
        for cell in self.board.cells(fresh):
            for cost, cells in steps[cell] or self.costs.steps_from(self.board, cell):
                within = points + cost + effect.between_cost
                for later, entered in ((points + cost, cells & ~zone), (within, cells & zone)):
                    if later < len(buckets):
                        buckets[later] |= entered & open_

    def _pour_together(self, fresh: int, points: int, buckets: list[int], to_reach: int) -> int:
        """Put the neighbours of many cells, left after so many points, into the buckets they cost;
        answers with the cells of which the steps that are in no uniform group are still to come.

        Those of ``to_reach`` matter: what else comes into a bucket is not taken out of it.
        """
        costs, to_spend = self.costs, len(buckets) - 1 - points
        if to_spend >= costs.least_uniform:
            stride = self.board.stride
            near = fresh | fresh << 1
            near |= near << stride - 1
            near |= near >> stride
            near &= to_reach
            for cost, mask in costs.uniform:
                if cost > to_spend:
                    break
                buckets[points + cost] |= mask & near
        elif to_spend < costs.least:
            return 0
        fresh &= costs.rough
        if fresh.bit_count() <= _FEW_SIDED:
            return fresh
        # Many cells from which a hexside matters: all of them are shifted in each of the six
        # directions, and what is entered from there is cut out of that, cost by cost.
        stride = self.board.stride
        diagonal = stride - 1
        back, ahead = fresh >> 1, fresh << 1
        back_strip, ahead_strip = fresh >> stride, fresh << stride
        back_diagonal, ahead_diagonal = fresh >> diagonal, fresh << diagonal
        for cost, mask, (first, second, third, fourth, fifth, sixth) in costs.sided:
            if cost > to_spend:
                break
            if mask & to_reach:
                buckets[points + cost] |= (
                    (back_strip & first)
                    | (back_diagonal & second)
                    | (back & third)
                    | (ahead & fourth)
                    | (ahead_diagonal & fifth)
                    | (ahead_strip & sixth)
                )
        return 0


class SteeredWay(NamedTuple):
    """A path of a unit with a facing: its cells from the start on, the points that it costs with
    all turns, where the unit looks in the end, and by how many hexsides it has turned in its last
    hex: so much of what it may turn there is used up.
    """

    cells: list[int]
    cost: int
    facing: int
    turned: int


class Steered(Passage, ABC):
    """A passage of a unit with a facing, as the rest of the code asks it: what it may enter depends
    on where the unit looks. How that is found stands in ``turning``, which games without facings
    do not import. ``facing``: where it looks at the start, 0 to 5, clockwise.
    """

    __slots__ = ()
    facing: int

    @property
    @abstractmethod
    def plain(self) -> Passage:
        """The same passage for a unit without a facing: a refusal learns from it whether the facing
        alone forbids a move, and the description of a path what it costs without turns.
        """

    @abstractmethod
    def around(self, cell: int) -> int:
        """Mask of the hexes beside a cell that it may enter, however many points it takes."""

    @abstractmethod
    def along(self, cells: Sequence[int], facing: int = -1) -> SteeredWay | None:
        """The cheapest way along a path, looking there in the end if a facing is given, however
        many points it takes; ``None`` if none leads along it.
        """

    @abstractmethod
    def way(self, start: int, goal: int, allowance: int, facing: int = -1) -> SteeredWay | None:
        """The cheapest way to a cell, looking there in the end if a facing is given; ``None`` if
        the points do not suffice.
        """

    def along_or_to(
        self, start: int, cells: Sequence[int], allowance: int, facing: int = -1
    ) -> SteeredWay | None:
        """The way of a move as it is written: along a path, as :meth:`along`, or, where one cell is
        named, to it, as :meth:`way`.
        """
        if len(cells) > 1:
            return self.along(cells, facing)
        return self.way(start, cells[0], allowance, facing)


def spent(layers: Sequence[int], cell: int) -> int | None:
    """The fewest movement points that reach a cell, None when the flood does not reach it.

    >>> spent((0b000, 0b010, 0b110), 2)
    2
    """
    bit = 1 << cell
    if not layers[-1] & bit:
        return None
    # Each layer holds the one before: where the cell comes in is found by halving.
    low, high = 0, len(layers) - 1
    while low < high:
        middle = (low + high) // 2
        if layers[middle] & bit:
            high = middle
        else:
            low = middle + 1
    return low
