"""How kinds of hexside and path are drawn: as their author says, else as name and rules suggest."""

from __future__ import annotations

from hexwar.rules.terrain.section import HexsideTerrain, PathTerrain

WATER = frozenset({"river", "stream"})
"""Patterns of hexsides that flow."""

CROSSINGS = frozenset({"bridge", "ford"})
"""Patterns that are drawn over water."""

_SIDE_WORDS = {
    "bridge": "bridge",
    "ford": "ford",
    "stream": "stream",
    "brook": "stream",
    "creek": "stream",
    "minor": "stream",
    "river": "river",
    "canal": "river",
    "wadi": "river",
    "cliff": "cliff",
    "ridge": "cliff",
    "escarpment": "cliff",
    "slope": "cliff",
    "gorge": "cliff",
    "canyon": "cliff",
    "wall": "wall",
    "hedge": "wall",
}
_PATH_WORDS = {"track": "track", "trail": "track", "footpath": "track", "rail": "rail"}


def side_look(kind: HexsideTerrain) -> str:
    """How a kind of hexside is drawn: one of the patterns of the section ``terrain``."""
    if kind.pattern:
        return kind.pattern
    named = next((look for word, look in _SIDE_WORDS.items() if word in kind.id.lower()), "")
    if named:
        return named
    if kind.negates:
        return "bridge"
    return "cliff" if all(cost is None for cost in kind.cost.all) else "line"


def path_look(kind: PathTerrain) -> str:
    """How a kind of path is drawn: ``road``, ``track`` or ``rail``."""
    named = (look for word, look in _PATH_WORDS.items() if word in kind.id.lower())
    return kind.pattern or next(named, "road")
