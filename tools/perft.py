"""Perft: how many sequences of actions begin at a position, to a depth.

The count is a fingerprint of all the rules at once: a rule that changes by accident shows as a
number. ``tests/golden/perft.yaml`` holds positions of the shipped games, with their dice scripted,
and the counts at depth 1, 2, 3 … A finished game has no longer sequences.

    python tools/perft.py                       # compare every position with its golden counts
    python tools/perft.py --update              # accept the counts of today
    python tools/perft.py --divide NAME         # the count behind each first action
    python tools/perft.py --divide NAME --depth 2

When a count differs, run ``--divide`` before and after the change: the actions whose numbers
differ lead to the rule.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import hexwar

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden" / "perft.yaml"
ABOUT = """\
# Sequences of actions from set positions, to depth 1, 2, 3 ... (see tools/perft.py).
# Edit the positions by hand; `python tools/perft.py --update` rewrites the counts.
"""


@dataclass(frozen=True, slots=True)
class Position:
    """A position and its golden counts.

    ``start`` is handed to ``Game.start``; ``played`` are actions that lead on to the position.
    """

    name: str
    game: str
    start: dict[str, Any]
    played: tuple[str, ...]
    counts: tuple[int, ...]

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Position:
        """One entry of the golden file."""
        played, counts = tuple(data.get("played", ())), tuple(data["counts"])
        return cls(data["name"], data["game"], data["start"], played, counts)

    def to_dict(self) -> dict[str, Any]:
        """The entry that :meth:`from_dict` reads."""
        data: dict[str, Any] = {"name": self.name, "game": self.game, "start": self.start}
        if self.played:
            data["played"] = list(self.played)
        return {**data, "counts": list(self.counts)}

    def state(self) -> hexwar.State:
        """The position itself."""
        state = _loaded(self.game).start(**self.start)
        for action in self.played:
            state.apply(action)
        return state

    def counted(self) -> tuple[int, ...]:
        """What the rules of today count, to the depth of the golden counts."""
        return tuple(perft(self.state(), depth) for depth in range(1, len(self.counts) + 1))


@cache
def _loaded(name: str) -> hexwar.Game:
    return hexwar.load_game(name)


def load_positions() -> list[Position]:
    """The positions of the golden file."""
    entries = yaml.safe_load(GOLDEN.read_text(encoding="utf-8"))
    return [Position.from_dict(entry) for entry in entries]


def save_positions(positions: Iterable[Position]) -> None:
    """Write the golden file."""
    entries = [position.to_dict() for position in positions]
    text = yaml.safe_dump(entries, sort_keys=False, default_flow_style=None, width=100)
    GOLDEN.write_text(ABOUT + text, encoding="utf-8")


def perft(state: hexwar.State, depth: int) -> int:
    """The number of sequences of ``depth`` actions that begin at a state."""
    if depth == 1:
        return len(state.legal_actions())
    return sum(count for _, count in divide(state, depth))


def divide(state: hexwar.State, depth: int) -> list[tuple[str, int]]:
    """Each legal action with the number of sequences that it begins."""
    counts = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action, events=False)
        counts.append((str(action), perft(after, depth - 1) if depth > 1 else 1))
    return counts


def check(positions: Iterable[Position]) -> int:
    """Compare with the golden counts; the result is the exit code."""
    wrong = 0
    for position in positions:
        began = time.perf_counter()
        counted = position.counted()
        verdict = "ok" if counted == position.counts else f"golden {list(position.counts)}"
        wrong += counted != position.counts
        print(f"{time.perf_counter() - began:6.2f} s  {position.name}: {list(counted)} {verdict}")
    return 1 if wrong else 0


def update(positions: Iterable[Position]) -> int:
    """Write today's counts to the golden file; the result is the exit code."""
    now = []
    for old in positions:
        new = Position(old.name, old.game, old.start, old.played, old.counted())
        if new != old:
            print(f"{old.name}: {list(old.counts)} -> {list(new.counts)}")
        now.append(new)
    save_positions(now)
    return 0


def print_divide(positions: Iterable[Position], name: str, depth: int | None) -> int:
    """Print the counts behind each first action; the result is the exit code."""
    position = next((position for position in positions if position.name == name), None)
    if position is None:
        print(f"no position is named {name!r}; the names are in {GOLDEN}", file=sys.stderr)
        return 2
    counts = divide(position.state(), depth or len(position.counts))
    for action, count in counts:
        print(f"{count:10,}  {action}")
    print(f"{sum(count for _, count in counts):10,}  in all")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Count sequences of actions.")
    parser.add_argument("--update", action="store_true", help="rewrite the golden counts")
    parser.add_argument("--divide", metavar="NAME", help="counts by first action of a position")
    parser.add_argument("--depth", type=int, help="depth of --divide (default: the deepest golden)")
    chosen = parser.parse_args(arguments)
    positions = load_positions()
    if chosen.divide:
        return print_divide(positions, chosen.divide, chosen.depth)
    return update(positions) if chosen.update else check(positions)


if __name__ == "__main__":
    sys.exit(main())
