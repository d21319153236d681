"""Movement of units with a facing: they enter hexes through some of their hexsides, and turn.

Where such a unit can go depends on its facing, so it is not cells that are flooded but stances: a
cell, a facing and, where moves are bounded, how many hexes were entered. Each is kept twice, as the
unit came into the hex and once it has turned there, since the price of a turn depends on how far it
has turned in that hex. They are flooded a stance and not a mask at a time: a map has six times as
many stances as cells, and few games have facings. For units without one :mod:`hexwar.hexmap.flood`
knows nothing of this.

Facings and hexsides are numbers 0 to 5, clockwise, as the directions of the map have them; a facing
over a corner has the number of the hexside before that. A ``look`` is a facing on the way, a
``facing`` one that somebody asks for.

Below stands the passage of units without a facing whose moves are bounded in hexes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from hexwar.hexmap.axial import hexside_seen, turned
from hexwar.hexmap.bitboard import Board
from hexwar.hexmap.flood import (
    NO_EFFECT,
    EntryCosts,
    Passage,
    Steered,
    SteeredWay,
    ZoneEffect,
    spent,
)

Stance = tuple[int, int, int]
"""A cell, the facing there (0 to 5, clockwise), and how many hexes were entered on the way, where
that is bounded; -1 before any was."""


@dataclass(frozen=True, slots=True)
class Steering:
    """How units with a facing move.

    ``enters``  by hexside as they see it, extra points to enter through it; ``None``: it may not
    ``keeps``   by hexside as they see it, whether they look on as before when they have entered
    ``cost``    points for a turn by one hexside, ``free`` of them for nothing in each hex
    ``most``    the most hexsides that they turn by in a hex
    ``corner``  whether they look over corners and not through hexsides
    """

    enters: tuple[int | None, ...] = (0,) * 6
    keeps: tuple[bool, ...] = (False,) * 6
    cost: int = 0
    free: int = 0
    most: int = 3
    corner: bool = False
    _turns: dict[int, tuple[tuple[int, int], ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def price(self, turned: int, before: int = 0) -> int | None:
        """Points to turn by so many hexsides in a hex, after so many ``before`` there; ``None`` if
        these are too many together. Not to turn is always possible.
        """
        if turned + before > self.most and turned:
            return None
        return self.cost * (max(0, turned + before - self.free) - max(0, before - self.free))

    def turns(self, before: int = 0) -> tuple[tuple[int, int], ...]:
        """The turns that are possible in a hex, hexsides clockwise, each with its price."""
        turns = self._turns.get(before)
        if turns is None:
            # The smaller first, clockwise before the other way; three hexsides are the same both
            # ways.
            prices = ((by, self.price(abs(by), before)) for by in (0, 1, -1, 2, -2, 3))
            turns = tuple([(by, price) for by, price in prices if price is not None])
            self._turns[before] = turns
        return turns


class Flood(NamedTuple):
    """What can be reached from a start: by stance, the fewest points and the stance before.

    ``arrived``: as the unit came into the hex; the stance before is the one in the last hex once it
    had turned there, ``None`` at the start. ``ready``: once it has turned in the hex, or has not;
    the stance before is the one in the same hex as it came in.
    """

    arrived: dict[Stance, tuple[int, Stance | None]]
    ready: dict[Stance, tuple[int, Stance]]


class SteeredPassage(Steered):
    """A passage of a unit with a facing: it decides what the unit enters, and turns have a price.

    ``facing``: where it looks at the start; ``before``: by how many hexsides it has turned there
    already; ``most_hexes``: how many it enters at most, 0 for any number.
    """

    __slots__ = ("_floods", "before", "facing", "most_hexes", "steering")

    def __init__(
        self,
        board: Board,
        costs: EntryCosts,
        steering: Steering,
        facing: int,
        *,
        before: int = 0,
        most_hexes: int = 0,
        closed: int = 0,
        zone: int = 0,
        effect: ZoneEffect = NO_EFFECT,
    ) -> None:
        super().__init__(board, costs, closed=closed, zone=zone, effect=effect)
        self.steering, self.facing, self.before = steering, facing, before
        self.most_hexes = most_hexes
        self._floods: dict[tuple[int, int], Flood] = {}

    def flood(self, start: int, allowance: int) -> tuple[int, ...]:
        """What :meth:`Passage.flood` answers with, whichever way the unit looks in the end."""
        masks, bit = [0] * (allowance + 1), self.board.bit
        for (cell, _, _), (points, _) in self.stances(start, allowance).arrived.items():
            masks[points] |= bit[cell]
        for points in range(1, allowance + 1):
            masks[points] |= masks[points - 1]
        return tuple([mask & ~bit[start] for mask in masks])

    def threat(self, starts: int, allowance: int) -> int:
        """Every cell that a unit that looks like this on any of some cells can be in."""
        reached = starts
        for cell in self.board.cells(starts):
            reached |= self.flood(cell, allowance)[-1]
        return reached

    def sure_steps(self, cell: int, points: int = 1) -> int:
        """None: which steps it may take depends on where it looks, so none is certain."""
        return 0

    def path(
        self,
        start: int,
        goal: int,
        layers: Sequence[int],
        known: dict[int, list[int]] | None = None,
    ) -> list[int]:
        """One cheapest path, both ends included."""
        reached = spent(layers, goal) is not None
        steered = self.way(start, goal, len(layers) - 1) if reached else None
        if steered is None:
            raise self._unreached(goal)
        return steered.cells

    def way(self, start: int, goal: int, allowance: int, facing: int = -1) -> SteeredWay | None:
        """The cheapest way to a cell, looking there in the end if a facing is given; ``None`` if
        the points do not suffice.
        """
        flood = self.stances(start, allowance)
        # Where the way may end: for how many points, whether with a turn in the last hex, and how.
        ends: list[tuple[int, bool, Stance]] = []
        for stance, (points, _) in flood.arrived.items():
            cell, look, _ = stance
            # The start is no goal of its own, except for a unit that is to look elsewhere there.
            if cell == goal and (look == facing or (facing < 0 and goal != start)):
                ends.append((points, False, stance))
        if facing >= 0:
            ends += [
                (points, True, stance)
                for stance, (points, _) in flood.ready.items()
                if stance[:2] == (goal, facing)
            ]
        if not ends:
            return None
        # Of equally cheap ends one without a turn, and then always the same one.
        points, turns_last, last = min(ends)
        came_in = flood.ready[last][1] if turns_last else last
        # Back to the start: how it came into a hex, and how it had turned in the one before.
        cells, before = [goal], flood.arrived[came_in][1]
        while before is not None:
            cells.append(before[0])
            before = flood.arrived[flood.ready[before][1]][1]
        cells.reverse()
        turned_by = 0
        if turns_last:
            turned_by = turned(came_in[1], last[1]) + (self.before if len(cells) == 1 else 0)
        return SteeredWay(cells, points, last[1], turned_by)

    def cost_along(self, cells: Sequence[int]) -> int:
        """Movement points for a path with the turns that it takes; 0 for one that may not be."""
        steered = self.along(cells)
        return 0 if steered is None else steered.cost

    def around(self, cell: int) -> int:
        """Mask of the hexes beside a cell that it may enter, however many points it takes."""
        return sum(
            self.board.bit[neighbour]
            for neighbour in self.board.neighbours[cell]
            if neighbour and self.along((cell, neighbour)) is not None
        )

    @property
    def steered(self) -> SteeredPassage:
        """This passage itself: it is one for a unit with a facing."""
        return self

    @property
    def plain(self) -> Passage:
        """The same passage for a unit without a facing, bounded in hexes as this one is."""
        closed, zone = self.taken, self.zone
        if not self.most_hexes:
            return Passage(self.board, self.costs, closed=closed, zone=zone, effect=self.effect)
        return ShortPassage(
            self.board,
            self.costs,
            most=self.most_hexes,
            closed=closed,
            zone=zone,
            effect=self.effect,
        )

    def along(self, cells: Sequence[int], facing: int = -1) -> SteeredWay | None:
        """The cheapest way along a path, looking there in the end if a facing is given, however
        many points it takes; ``None`` if none leads along it.
        """
        # By where the unit may look in the hex that it has come to, the fewest points for it.
        looks = {self.facing: 0}
        for step, (from_cell, to_cell) in enumerate(pairwise(cells)):
            cost = self.step_cost(from_cell, to_cell)
            if cost is None or (step and self.ends >> from_cell & 1):
                return None
            hexside, before = (
                self.board.neighbours[from_cell].index(to_cell),
                0 if step else self.before,
            )
            looks_there: dict[int, int] = {}
            for look, points in looks.items():
                for turned_to, price in self._turns(look, before):
                    entry = self._entering(turned_to, hexside)
                    if entry is not None:
                        after, paid = self._after(turned_to, hexside), points + price + cost + entry
                        looks_there[after] = min(paid, looks_there.get(after, paid))
            looks = looks_there
        before = self.before if len(cells) == 1 else 0
        # A unit that has to stop in the last hex looks as it did on entering: it can turn no more.
        stays = len(cells) > 1 and self.ends >> cells[-1] & 1
        ends = [
            (points + price, turned(look, turned_to) + before, turned_to)
            for look, points in looks.items()
            for turned_to, price in ([(look, 0)] if stays else self._turns(look, before))
            if turned_to == (look if facing < 0 else facing)
        ]
        if not ends:
            return None
        least, turned_by, last_look = min(ends)
        return SteeredWay(list(cells), least, last_look, turned_by)

    # -- the flood -------------------------------------------------------------------------------

    def stances(self, start: int, allowance: int) -> Flood:
        """All ways in which a unit may stand somewhere for so many points, by the fewest."""
        known = self._floods.get((start, allowance))
        if known is not None:
            return known
        # Dijkstra's algorithm with a bucket for each point, of arrivals and of turns apart.
        arrived: dict[Stance, tuple[int, Stance | None]] = {}
        ready: dict[Stance, tuple[int, Stance]] = {}
        coming: list[list[tuple[Stance, Stance | None]]] = [[] for _ in range(allowance + 1)]
        turning: list[list[tuple[Stance, Stance]]] = [[] for _ in range(allowance + 1)]
        # No hex entered yet is -1, not 0: a way that comes back to the start ends in another
        # stance, which has not the turns that were made before.
        coming[0].append(((start, self.facing, -1), None))
        for points in range(allowance + 1):
            # A turn may cost nothing, and so comes after all arrivals of as many points; a step
            # costs 1 or more, and leads to a bucket that is still to come.
            for stance, origin in coming[points]:
                if stance in arrived:
                    continue
                arrived[stance] = points, origin
                cell, look, hexes = stance
                # It stops where it enters a zone; where it began in one, its steps say if it may
                # leave.
                if origin is not None and self.ends >> cell & 1:
                    continue
                for turned_to, price in self._turns(look, 0 if origin else self.before):
                    if points + price <= allowance:
                        turning[points + price].append(((cell, turned_to, hexes), stance))
            for stance, came_in in turning[points]:
                if stance not in ready:
                    ready[stance] = points, came_in
                    for stance_there, cost in self._steps(stance):
                        if points + cost <= allowance:
                            coming[points + cost].append((stance_there, stance))
        flood = self._floods[start, allowance] = Flood(arrived, ready)
        return flood

    def _turns(self, look: int, before: int) -> Iterator[tuple[int, int]]:
        """The facings that a unit can take in its hex, each with its price."""
        for by, price in self.steering.turns(before):
            yield (look + by) % 6, price

    def _steps(self, stance: Stance) -> Iterator[tuple[Stance, int]]:
        """The hexes that a unit enters from a stance, and how it stands there, each at its cost."""
        cell, look, hexes = stance
        if self.most_hexes and hexes >= self.most_hexes:
            return
        entered = max(hexes, 0) + 1 if self.most_hexes else 0
        for hexside, neighbour in enumerate(self.board.neighbours[cell]):
            entry = self._entering(look, hexside) if neighbour else None
            cost = None if entry is None else self.step_cost(cell, neighbour)
            if cost is not None and entry is not None:
                yield (neighbour, self._after(look, hexside), entered), cost + entry

    def _entering(self, look: int, hexside: int) -> int | None:
        """Extra points to enter through a hexside with that facing; ``None``: it may not."""
        return self.steering.enters[hexside_seen(look, hexside, corner=self.steering.corner)]

    def _after(self, look: int, hexside: int) -> int:
        """Where a unit looks once it has entered a hex through a hexside."""
        steering = self.steering
        seen = hexside_seen(look, hexside, corner=steering.corner)
        return look if steering.corner or steering.keeps[seen] else hexside


# -- moves of so many hexes at most, whatever movement points there are ----------------------------

# A flood by points does not know by how many hexes it came somewhere, and the cheapest way may be
# too long where a dearer one is not. So this one goes round by round, a hex at a time, and keeps of
# each round what it reaches for fewer points than all rounds before it.


Round = dict[int, tuple[int, int]]
"""Cells that some hexes more lead to for fewer points: the points, and the cell before."""


class ShortPassage(Passage):
    """A passage of which a unit goes at most so many hexes in a move.

    >>> from hexwar.hexmap import Hex
    >>> board = Board({"0101": Hex(0, 0), "0102": Hex(0, 1), "0103": Hex(0, 2)})
    >>> costs = EntryCosts(board, dict.fromkeys(board.cell.values(), 1))
    >>> [board.numbers(mask) for mask in ShortPassage(board, costs, most=1).flood(1, 2)]
    [[], ['0102'], ['0102']]
    """

    __slots__ = ("most",)

    def __init__(
        self,
        board: Board,
        costs: EntryCosts,
        *,
        most: int,
        closed: int = 0,
        zone: int = 0,
        effect: ZoneEffect = NO_EFFECT,
    ) -> None:
        super().__init__(board, costs, closed=closed, zone=zone, effect=effect)
        self.most = most

    def flood(self, start: int, allowance: int) -> tuple[int, ...]:
        """What :meth:`Passage.flood` answers with, of the hexes that are near enough."""
        return self._layers([start], allowance)

    def threat(self, starts: int, allowance: int) -> int:
        """The same for a side: every cell that a unit on any of some cells can be in."""
        return starts | self._layers(self.board.cells(starts), allowance)[-1]

    def path(
        self,
        start: int,
        goal: int,
        layers: Sequence[int],
        known: dict[int, list[int]] | None = None,
    ) -> list[int]:
        """One cheapest path that is short enough, both ends included."""
        points = spent(layers, goal)
        rounds = self._rounds([start], len(layers) - 1)
        # The first round, which is the number of hexes, that leads there for as few points.
        hexes = next(
            (n for n, cells in enumerate(rounds) if cells.get(goal, (None,))[0] == points), 0
        )
        if points is None or not hexes:
            raise self._unreached(goal)
        back = [goal]
        for reached in reversed(rounds[1 : hexes + 1]):
            _, cell_before = reached[back[-1]]
            back.append(cell_before)
        return back[::-1]

    def _layers(self, starts: Sequence[int], allowance: int) -> tuple[int, ...]:
        masks = [0] * (allowance + 1)
        for reached in self._rounds(starts, allowance)[1:]:
            for cell, (points, _) in reached.items():
                masks[points] |= self.board.bit[cell]
        for points in range(1, allowance + 1):
            masks[points] |= masks[points - 1]
        return tuple(masks)

    def _rounds(self, starts: Sequence[int], allowance: int) -> list[Round]:
        """Hex by hex, what one hex more leads to; of ways with as many hexes the cheapest."""
        best = dict.fromkeys(starts, 0)
        rounds: list[Round] = [{cell: (0, cell) for cell in starts}]
        for hexes in range(self.most):
            reached: Round = {}
            for cell, (points, _) in rounds[-1].items():
                # It may start in a zone: only a unit that enters one goes no further.
                if hexes and self.ends >> cell & 1:
                    continue
                for to in filter(None, self.board.neighbours[cell]):
                    cost = self.step_cost(cell, to)
                    if cost is None or points + cost > allowance:
                        continue
                    fewest = min(best.get(to, allowance + 1), reached.get(to, (allowance + 1,))[0])
                    if points + cost < fewest:
                        reached[to] = (points + cost, cell)
            best |= {cell: points for cell, (points, _) in reached.items()}
            rounds.append(reached)
        return rounds
