"""What a unit can reach, against networkx on the same graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import networkx as nx

from hexwar.hexmap import Board, EntryCosts, HexMap, Numbering, Passage, ZoneEffect
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick, per_call


@dataclass(frozen=True, slots=True)
class Ground:
    """One map in two forms: bitboard with costs, and a networkx graph with the same weights."""

    board: Board
    costs: EntryCosts
    graph: nx.DiGraph[int]
    starts: tuple[int, ...]

    @classmethod
    def generate(cls, columns: int, rows: int, *, rivers: bool = False) -> Ground:
        """A map of open ground with a quarter of the hexes dearer, the same every time."""
        random = Random(1)
        numbers = list(Numbering(columns, rows).numbers())
        if (columns, rows) == (9, 8):  # the reference game's shape: even columns have seven hexes
            numbers = [number for number in numbers if number[2:] != "08" or int(number[:2]) % 2]
        board = HexMap(Numbering(columns, rows), dict.fromkeys(numbers, "open")).board
        entry = {cell: random.choice((1, 1, 1, 2)) for cell in board.cell.values()}
        steps = [(cell, to) for cell in entry for to in board.neighbours[cell] if to]
        crossing: dict[tuple[int, int], int] = {}
        if rivers:
            for one, other in random.sample(steps, len(steps) // 8):
                crossing[one, other] = entry[other] + 1
                crossing[other, one] = entry[one] + 1
        costs = EntryCosts(board, entry, crossing)
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_weighted_edges_from((a, b, costs.cost(a, b)) for a, b in steps)
        return cls(board, costs, graph, tuple(random.sample(sorted(entry), min(40, len(entry)))))

    def flooded(self, allowance: int) -> Measure:
        """Reach as a mask, from every start; what is shared is made once, as in play."""

        def reach() -> None:
            passage = Passage(self.board, self.costs)
            for start in self.starts:
                passage.flood(start, allowance)

        return self._per_start(reach)

    def flooded_in_zones(self, allowance: int, zones: int) -> Measure:
        """The same with rigid enemy zones around some hexes."""
        board, effect = self.board, ZoneEffect(stop=True, between=False)
        closed = sum(board.bit[cell] for cell in sorted(self.graph)[:: len(self.graph) // zones])
        zone = board.expand(closed)

        def reach() -> None:
            passage = Passage(board, self.costs, closed=closed, zone=zone, effect=effect)
            for start in self.starts:
                passage.flood(start, allowance)

        return self._per_start(reach)

    def searched(self, allowance: int) -> Measure:
        """networkx's Dijkstra, cut off at the allowance."""

        def reach() -> None:
            for start in self.starts:
                nx.single_source_dijkstra_path_length(self.graph, start, cutoff=allowance)

        return self._per_start(reach)

    def agree(self, allowance: int) -> bool:
        """Whether both forms reach the same hexes: a yardstick must measure the same thing."""
        passage = Passage(self.board, self.costs)
        for start in self.starts:
            lengths = nx.single_source_dijkstra_path_length(self.graph, start, cutoff=allowance)
            mask = passage.flood(start, allowance)[-1]
            if set(self.board.cells(mask)) != set(lengths) - {start}:
                return False
        return True

    def _per_start(self, reach: Callable[[], None]) -> Measure:
        whole = per_call(reach, 5)
        return lambda: whole() / len(self.starts)


def reach_rows() -> Iterator[Row]:
    """What a unit can reach, against networkx."""
    small, large = Ground.generate(9, 8), Ground.generate(60, 40)
    rivers = Ground.generate(9, 8, rivers=True)
    aims = ((small, 4, 6.0, 9.0), (large, 8, 10.0, 16.0), (large, 12, 15.0, 24.0))
    for ground, allowance, floor, stretch in aims:
        if not ground.agree(allowance):
            raise SystemExit("flood and networkx disagree: there is nothing to compare")
        yield Row(
            f"reach, {len(ground.graph):,} hexes, MA {allowance}",
            ground.flooded(allowance),
            Yardstick("networkx Dijkstra", ground.searched(allowance)),
            Aim("ratio", floor, stretch),
        )
    yield Row(
        "reach, 68 hexes, rivers and zones",
        rivers.flooded_in_zones(4, 4),
        Yardstick("networkx Dijkstra, no zones", rivers.searched(4)),
        Aim("time", 25e-6, 15e-6),
    )
