"""The ground of the sample battle as its YAML has it: hexes, what they cost, who the units are.

Nothing here comes from the engine: numbers, neighbours and distances are reckoned anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).resolve().parents[4] / "games" / "scs_sample"

COLUMNS, ROWS = 25, 18


@dataclass(frozen=True)
class Values:
    """One side of a counter."""

    attack: int
    defence: int
    movement: int


@dataclass(frozen=True)
class Counter:
    """What is printed on a counter; ``steps`` from the full side on."""

    side: str
    leg: bool
    traits: frozenset[str]
    steps: tuple[Values, ...]


@cache
def written(name: str) -> Any:
    """One of the game's files."""
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))


@cache
def counters() -> dict[str, Counter]:
    """All counters by name."""
    units = written("units")["units"]
    found = {}
    for name, said in units["counters"].items():
        kind = units["types"][said["type"]]
        steps = kind["steps"] if isinstance(kind["steps"], list) else [kind["steps"]]
        values = tuple(Values(*map(int, each.split("-"))) for each in steps)
        leg, traits = kind["movement_class"] == "leg", frozenset(kind.get("traits", ()))
        found[name] = Counter(said["side"], leg, traits, values)
    return found


# -- hexes ---------------------------------------------------------------------------------------


def _height(number: str) -> tuple[int, int]:
    """Column, and twice the height: even columns stand half a hex lower."""
    column, row = map(int, number.split("."))
    return column, 2 * row - (column % 2 == 0)


def distance(a: str, b: str) -> int:
    """Hexes from one to the other."""
    (x, y), (u, v) = _height(a), _height(b)
    across, up = abs(x - u), abs(y - v)
    return across + max(0, (up - across) // 2)


@cache
def terrain() -> dict[str, str]:
    """The kind of each hex."""
    kinds = written("map")["map"]["legend"]
    head, *rows = written("map")["map"]["terrain"].strip().splitlines()
    columns = head.split()[1:]
    found = {}
    for line in rows:
        row, *signs = line.split()
        for column, sign in zip(columns, signs, strict=True):
            found[f"{column}.{row}"] = kinds[sign]
    assert len(found) == COLUMNS * ROWS
    return found


@cache
def neighbours(number: str) -> tuple[str, ...]:
    """The adjacent hexes."""
    return tuple(other for other in terrain() if distance(number, other) == 1)


@cache
def sides() -> dict[frozenset[str], frozenset[str]]:
    """What lies on each hexside; under a bridge nothing does."""
    found: dict[frozenset[str], set[str]] = {}
    said = written("map")["map"]["hexsides"]
    for kind, pairs in said.items():
        for pair in pairs:
            found.setdefault(frozenset(pair.split("/")), set()).add(kind)
    return {k: frozenset() if "bridge" in kinds else frozenset(kinds) for k, kinds in found.items()}


def between(a: str, b: str) -> frozenset[str]:
    """What is crossed from one hex to the next."""
    return sides().get(frozenset((a, b)), frozenset())


@cache
def paths() -> dict[frozenset[str], str]:
    """Which path leads from hex to hex, the better of two."""
    found: dict[frozenset[str], str] = {}
    for kind in ("track", "road"):
        for line in written("map")["map"]["paths"][kind]:
            way = [each for each in line.split("-") if not each.startswith("@")]
            for a, b in pairwise(way):
                found[frozenset((a, b))] = kind
    return found


# -- what things cost ----------------------------------------------------------------------------

HEX = {"clear": (1, 1), "woods": (2, 3), "hills": (2, 3), "swamp": (3, None), "town": (1, 1)}
SIDE = {"river": (2, 4), "stream": (1, 2)}
PATH = {
    "road": (Fraction(1, 2), Fraction(1, 3)),
    "track": (Fraction(3, 4), Fraction(1, 2)),
}
"""The chart of 21.1, on foot and by motor; what is not there is closed."""


def hex_cost(number: str, leg: bool) -> int | None:
    """What the terrain of a hex costs, without hexsides, roads and zones."""
    return HEX.get(terrain()[number], (None, None))[not leg]


@cache
def cost(a: str, b: str, leg: bool) -> Fraction | None:
    """What it costs to go from a hex to the next; ``None`` where that is closed (3.2)."""
    path = paths().get(frozenset((a, b)))
    if path is not None:
        return Fraction(PATH[path][not leg])
    ground, crossed = hex_cost(b, leg), between(a, b)
    if ground is None or any(kind not in SIDE for kind in crossed):
        return None
    return Fraction(ground + sum(SIDE[kind][not leg] for kind in crossed))


@cache
def edge() -> frozenset[str]:
    """The hexes at the edge of the map."""
    return frozenset(number for number in terrain() if len(neighbours(number)) < 6)


def region(name: str) -> frozenset[str]:
    """The hexes of a region."""
    return frozenset(written("map")["map"]["regions"][name])


@dataclass(frozen=True)
class Arrival:
    """A group that comes: who, in whose movement phase, from which turn on, and where."""

    side: str
    units: tuple[str, ...]
    turn: int
    hexes: frozenset[str]


@cache
def arrivals() -> tuple[Arrival, ...]:
    """The order of arrival."""
    groups = written("rules")["reinforcements"].values()
    return tuple(
        Arrival(g["side"], tuple(g["units"]), g["if"]["turn"]["at_least"], region(g["entry"]))
        for g in groups
    )


def sources(side: str) -> frozenset[str]:
    """The supply sources of a side."""
    return frozenset[str]().union(*map(region, written("rules")["supply"]["sources"][side]))


def along(start: frozenset[str], most: int, among: frozenset[str]) -> Iterator[str]:
    """The hexes at most so far from some, from one to the next among certain ones."""
    seen = fresh = start
    for _ in range(most):
        fresh = frozenset(n for h in fresh for n in neighbours(h) if n in among) - seen
        seen |= fresh
    yield from seen
