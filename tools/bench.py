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
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

import hexwar
from tools.benchmarks.editing import editing_rows
from tools.benchmarks.environments import environment_rows
from tools.benchmarks.growth import growth_rows
from tools.benchmarks.listing import move_rows, series_row
from tools.benchmarks.playing import playing_rows
from tools.benchmarks.reach import reach_rows
from tools.benchmarks.rollouts import rollout_rows
from tools.benchmarks.rows import Row, measured, table
from tools.benchmarks.waiting import fighting_rows, loading_rows, panning_rows, starting_rows
from tools.generated_game import write_game


def all_rows(folder: Path) -> Iterator[Row]:
    """Every row of the table; ``folder`` is for the games and pictures that they need."""
    yield from playing_rows()
    yield from environment_rows()
    yield from growth_rows(folder)
    yield from reach_rows()
    yield from series_row()
    skirmish = write_game(folder / "skirmish", columns=9, rows=8, units=12)
    yield from move_rows(hexwar.load_game(skirmish))
    campaign = write_game(folder / "campaign", columns=60, rows=40, units=100)
    yield from loading_rows(campaign)
    yield from panning_rows(campaign)
    yield from fighting_rows()
    yield from rollout_rows()
    yield from editing_rows(folder)
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
