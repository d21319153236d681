"""How fast hexwar is: one table, every figure beside a yardstick measured in the same run.

    python tools/bench.py              # about a minute
    python tools/bench.py --rounds 3   # less, and less sure
    python tools/bench.py --only undo  # rows with "undo" in their name

Absolute figures differ from machine to machine and from minute to minute, so each row measures
hexwar and its yardstick in turn, round after round, and shows the medians. The floor and the
stretch are what ``docs/explanation/speed.md`` promises and hopes for.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, Literal

import chess
import networkx as nx
import pygame
import yaml
from rich.console import Console
from rich.progress import track
from rich.table import Table

import hexwar
from hexwar.engine import History, State
from hexwar.hexmap import Board, EntryCosts, HexMap, Numbering, Passage, ZoneEffect, flood
from hexwar.records import Session
from hexwar.rules.compiled import compile_rules
from tools.generated_game import write_game

Measure = Callable[[], float]
"""Runs something for a while and answers with seconds per unit of it."""

Compare = Literal["ratio", "time", "percent over", "over"]
"""How a row is read: the yardstick's time over ours, our time, or by how much ours is longer."""

SEEDS = count()


@dataclass(frozen=True, slots=True)
class Yardstick:
    """Something well known that does the same kind of work."""

    name: str
    measure: Measure


@dataclass(frozen=True, slots=True)
class Aim:
    """How a row is read, and what it should reach in that unit."""

    compare: Compare
    floor: float | None = None
    stretch: float | None = None

    def figure(self, ours: float, yardstick: float) -> float:
        """The figure that is held against floor and stretch."""
        match self.compare:
            case "ratio":
                return yardstick / ours
            case "time":
                return ours
            case "percent over":
                return 100 * (ours / yardstick - 1)
            case "over":
                return ours - yardstick

    def written(self, figure: float | None) -> str:
        """A figure with its unit."""
        if figure is None:
            return ""
        match self.compare:
            case "ratio":
                return f"{figure:.2f} x"
            case "percent over":
                return f"{figure:.1f} %"
            case _:
                return duration(figure)

    def verdict(self, figure: float) -> str:
        """Where the figure stands: below the floor, at the floor, at the stretch."""
        if self.floor is None or self.stretch is None:
            return ""
        sign = 1 if self.compare == "ratio" else -1
        if sign * figure >= sign * self.stretch:
            return "stretch"
        return "floor" if sign * figure >= sign * self.floor else "BELOW"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    ours: Measure
    yardstick: Yardstick
    aim: Aim


def duration(seconds: float) -> str:
    """Seconds in the unit that people would use."""
    for size, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if abs(seconds) >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def per_call(function: Callable[[], Any], calls: int) -> Measure:
    """Seconds per call, over so many calls in a row."""

    def measure() -> float:
        began = perf_counter()
        for _ in range(calls):
            function()
        return (perf_counter() - began) / calls

    return measure


# -- playing ------------------------------------------------------------------------------------


def chess_games(games: int) -> Measure:
    """Random games of chess, every legal move listed: seconds per ply."""

    def measure() -> float:
        plies = 0
        began = perf_counter()
        for _ in range(games):
            random = Random(next(SEEDS))
            board = chess.Board()
            while moves := list(board.legal_moves):
                board.push(random.choice(moves))
                plies += 1
                if board.halfmove_clock >= 150 or board.is_insufficient_material():
                    break
        return (perf_counter() - began) / plies

    return measure


def random_games(game: hexwar.Game, games: int, play: Callable[[State, Random], int]) -> Measure:
    """Random games of hexwar: seconds per decision."""

    def measure() -> float:
        decisions = 0
        began = perf_counter()
        for _ in range(games):
            seed = next(SEEDS)
            decisions += play(game.start("standard", seed=seed), Random(seed))
        return (perf_counter() - began) / decisions

    return measure


def sampled(state: State, random: Random) -> int:
    """Play a game by drawing actions; answers with the number of decisions."""
    decisions = 0
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
        decisions += 1
    return decisions


def listed(state: State, random: Random) -> int:
    """The same, with every legal action listed at every decision."""
    decisions = 0
    while not state.is_over:
        state.apply(random.choice(list(state.legal_actions())), events=False)
        decisions += 1
    return decisions


def without_undo(state: State, random: Random) -> int:
    """Play a game with its events told, as :func:`with_undo` does."""
    decisions = 0
    while not state.is_over:
        state.apply(state.sample_action(random))
        decisions += 1
    return decisions


def with_undo(state: State, random: Random) -> int:
    """Play a game that could be taken back at every step."""
    history = History(state)
    while not history.state.is_over:
        history.apply(history.state.sample_action(random))
    return len(history.entries)


def playing_rows(game: hexwar.Game) -> Iterator[Row]:
    """Random games against python-chess, and what undo adds."""
    plies = Yardstick("python-chess, moves listed", chess_games(6))
    yield Row("decision, drawn", random_games(game, 30, sampled), plies, Aim("ratio", 2.2, 4.0))
    yield Row(
        "decision, all actions listed",
        random_games(game, 10, listed),
        plies,
        Aim("ratio", 0.7, 1.5),
    )
    yield Row(
        "cost of undo",
        random_games(game, 30, with_undo),
        Yardstick("the same without", random_games(game, 30, without_undo)),
        Aim("percent over", 15.0, 7.0),
    )
    state, board = game.start("standard"), chess.Board()
    copy = per_call(lambda: board.copy(stack=False), 5_000)
    yield Row(
        "state clone",
        per_call(state.clone, 5_000),
        Yardstick("python-chess copy(stack=False)", copy),
        Aim("time", 4e-6, 2e-6),
    )


# -- reach --------------------------------------------------------------------------------------


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
        for start in self.starts:
            lengths = nx.single_source_dijkstra_path_length(self.graph, start, cutoff=allowance)
            mask = flood(self.board, self.costs, start, allowance)[-1]
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


def move_rows(skirmish: hexwar.Game) -> Iterator[Row]:
    """Every move of a side, on a small map with twelve units a side."""
    state = skirmish.start()
    units, small = len(skirmish.units) // 2, Ground.generate(9, 8)

    def list_moves() -> None:
        fresh = state.clone()
        fresh.cache = {}  # or the floods of the call before would be found ready
        list(fresh.legal_actions())

    searched = small.searched(4)
    yield Row(
        f"all {len(state.legal_actions())} actions of {units} units",
        per_call(list_moves, 100),
        Yardstick(f"{units} networkx Dijkstras", lambda: searched() * units),
        Aim("time", 200e-6, 100e-6),
    )


def series_row() -> Iterator[Row]:
    """Every action of a side with stacks, rivers, roads and zones, against networkx on that map."""
    state = hexwar.load_game("scs_sample").start("battle", seed=1)
    while state.decision is not None and state.decision.kind == "setup":
        state.apply("done")
    rules = compile_rules(state.rules.resolved)
    movement, board = rules.movement, rules.board
    side = rules.side_ids.index(state.side_to_act or "")
    units = [unit for unit in rules.forces.of_side[side] if state.cells[unit]]
    steps = [(cell, to) for cell in board.cell.values() for to in board.neighbours[cell] if to]

    def graph_of(costs: EntryCosts) -> nx.DiGraph[int]:
        graph: nx.DiGraph[int] = nx.DiGraph()
        weighted = ((a, b, costs.cost(a, b)) for a, b in steps)
        graph.add_weighted_edges_from(step for step in weighted if step[2] is not None)
        return graph

    graphs = {unit: graph_of(movement.costs[unit]) for unit in units}

    def list_actions() -> None:
        (fresh := state.clone()).cache = {}
        list(fresh.legal_actions())

    def search() -> None:
        for unit, graph in graphs.items():
            points = movement.values.allowance(state, unit)
            nx.single_source_dijkstra_path_length(graph, state.cells[unit], cutoff=points)

    count = f"{len(state.legal_actions()):,}"
    yield Row(
        f"all {count} actions of {len(units)} units, {len(board.cell)} hexes",
        per_call(list_actions, 10),
        Yardstick("networkx, no zones, stacks or overruns", per_call(search, 3)),
        Aim("time", 20e-3, 10e-3),
    )


# -- loading and starting -------------------------------------------------------------------------


def in_new_process(*command: str) -> Measure:
    """Seconds that a program runs, without a screen and from a warm disk."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

    def run() -> None:
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    return per_call(run, 1)


def loading_rows(folder: Path) -> Iterator[Row]:
    """From YAML to the first decision of a large game."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))]
    yield Row(
        "load, check, compile 2,400 hexes",
        per_call(lambda: hexwar.load_game(folder).start(), 1),
        Yardstick("PyYAML alone", per_call(lambda: [yaml.safe_load(text) for text in texts], 1)),
        Aim("time", 0.3, 0.06),
    )


def starting_rows(shot: Path) -> Iterator[Row]:
    """What a player waits for; ``shot`` is where the window's first frame is written."""
    program = (sys.executable, "-c", "from hexwar.cli import main; raise SystemExit(main())")
    pygame = "import pygame; pygame.init(); pygame.display.set_mode((1280, 800))"
    yield Row(
        "hexwar --help",
        in_new_process(*program, "--help"),
        Yardstick("bare interpreter", in_new_process(sys.executable, "-c", "pass")),
        Aim("over"),
    )
    yield Row(
        "window, start to first frame",
        in_new_process(*program, "play", "strike_force_one", "--screenshot", str(shot)),
        Yardstick("bare pygame window", in_new_process(sys.executable, "-c", pygame)),
        Aim("over"),
    )


def panning_rows(folder: Path) -> Iterator[Row]:
    """A frame of the window while a large map is panned, tiles that come into view included."""
    from hexwar.viewer.window import Frame, panning

    pan = panning(Session.new(folder, seed=1), Frame())
    window = pygame.display.get_surface()
    picture = window.copy()

    def show() -> None:
        window.blit(picture, (0, 0))
        pygame.display.flip()

    yield Row(
        "frame while panning 60 x 40, 200 counters",
        per_call(pan, 100),
        Yardstick("one picture, blit and flip", per_call(show, 100)),
        Aim("time", 1 / 60, 1 / 120),
    )


# -- the table ------------------------------------------------------------------------------------


def measured(rows: Sequence[Row], rounds: int) -> list[tuple[float, float]]:
    """The medians of each row and its yardstick, measured in turn, round after round."""
    samples: list[tuple[list[float], list[float]]] = [([], []) for _ in rows]
    for _ in track(range(rounds), "measuring", transient=True, console=Console(stderr=True)):
        for row, (ours, yardstick) in zip(rows, samples, strict=True):
            ours.append(row.ours())
            yardstick.append(row.yardstick.measure())
    return [(median(ours), median(yardstick)) for ours, yardstick in samples]


def table(rows: Sequence[Row], medians: Sequence[tuple[float, float]]) -> Table:
    """The figures for a person."""
    lines = Table(title="hexwar against its yardsticks")
    for heading in ("row", "hexwar", "yardstick", "", "figure", "floor", "stretch", "reached"):
        lines.add_column(heading, justify="left" if heading in ("row", "") else "right")
    for row, (ours, yardstick) in zip(rows, medians, strict=True):
        figure = row.aim.figure(ours, yardstick)
        aims = (row.aim.written(value) for value in (figure, row.aim.floor, row.aim.stretch))
        seen = (row.name, duration(ours), duration(yardstick), row.yardstick.name)
        lines.add_row(*seen, *aims, row.aim.verdict(figure))
    return lines


def all_rows(folder: Path) -> Iterator[Row]:
    """Every row of the table; ``folder`` is for the games and pictures that they need."""
    yield from playing_rows(hexwar.load_game("strike_force_one"))
    yield from reach_rows()
    yield from series_row()
    skirmish = write_game(folder / "skirmish", columns=9, rows=8, units=12)
    yield from move_rows(hexwar.load_game(skirmish))
    campaign = write_game(folder / "campaign", columns=60, rows=40, units=100)
    yield from loading_rows(campaign)
    yield from panning_rows(campaign)
    yield from starting_rows(folder / "window.png")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Measure hexwar against its yardsticks.")
    parser.add_argument("--rounds", type=int, default=7, help="how often each row is measured")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows whose name has this text")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        rows = [row for row in all_rows(Path(folder)) if chosen.only in row.name]
        medians = measured(rows, chosen.rounds)
    Console(width=None if sys.stdout.isatty() else 150).print(table(rows, medians))
    return 0


if __name__ == "__main__":
    sys.exit(main())
