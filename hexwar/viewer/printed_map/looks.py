"""How kinds of terrain look: as their author says, or by their names and rules.

An author may name the pattern. If he does not, words within the kind's id are looked for, in the
order of the tables, where the first that fits counts; and without such a word its rules decide: a
hexside that cancels others is a bridge, one that nobody may cross is a cliff.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.rules.markers.section import Marker
from hexwar.rules.terrain.section import Feature, HexsideTerrain, HexTerrain, PathTerrain

WATER = frozenset({"river", "stream"})
"""Patterns of hexsides that flow."""

_PLAIN = "plain"  # the pattern of ground on which nothing is drawn

CROSSINGS = frozenset({"bridge", "ford"})
"""Patterns that are drawn over water."""

_GROUND_WORDS = {
    "wood": "woods",
    "forest": "woods",
    "jungle": "woods",
    "orchard": "trees",
    "mountain": "mountains",
    "alpine": "mountains",
    "hill": "hills",
    "height": "hills",
    "ridge": "hills",
    "rough": "rough",
    "broken": "rough",
    "marsh": "marsh",
    "swamp": "marsh",
    "bog": "marsh",
    "sea": "sea",
    "ocean": "sea",
    "lake": "lake",
    "water": "water",
    "field": "fields",
    "farm": "fields",
    "desert": "sand",
    "sand": "sand",
    "dune": "sand",
    "city": "town",
    "town": "town",
    "urban": "town",
    "village": "town",
    "fort": "fort",
    "castle": "fort",
    "mill": "mill",
    "grass": "grass",
    "rocks": "rocks",
}
_SIGN_WORDS = {
    "city": "buildings",
    "town": "buildings",
    "village": "buildings",
    "capital": "star",
    "objective": "star",
}
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
_MARKER_WORDS = {
    "trench": "trench",
    "entrench": "trench",
    "dug": "trench",
    "foxhole": "trench",
    "works": "trench",
    "mine": "mines",
    "wire": "obstacle",
    "block": "obstacle",
    "abatis": "obstacle",
    "barricade": "obstacle",
    "fort": "fort",
    "bunker": "fort",
    "redoubt": "fort",
    "pillbox": "fort",
}
_PATH_WORDS = {"track": "track", "trail": "track", "footpath": "track", "rail": "rail"}


def ground_look(kind: HexTerrain) -> str:
    """The pattern drawn over a kind of ground; empty where there is none."""
    pattern = kind.pattern or _named(kind.id, _GROUND_WORDS)
    return "" if pattern == _PLAIN else pattern


def feature_look(kind: Feature | None) -> str:
    """The sign by which a feature is drawn: ``border``, ``dot``, ``star`` or ``buildings``."""
    if kind is None:
        return "dot"
    return kind.sign or _named(kind.id, _SIGN_WORDS) or "border"


def side_look(kind: HexsideTerrain) -> str:
    """How a kind of hexside is drawn: one of the patterns of the section ``terrain``."""
    if kind.pattern:
        return kind.pattern
    if look := _named(kind.id, _SIDE_WORDS):
        return look
    if kind.negates:
        return "bridge"
    return "cliff" if all(cost is None for cost in kind.cost.all) else "line"


def path_look(kind: PathTerrain) -> str:
    """How a kind of path is drawn: ``road``, ``track`` or ``rail``."""
    return kind.pattern or _named(kind.id, _PATH_WORDS) or "road"


def marker_look(kind: Marker) -> str:
    """How markers are drawn: one of the signs of the section ``markers``."""
    return kind.sign or _named(f"{kind.id} {kind.title}", _MARKER_WORDS) or "letters"


def _named(identity: str, words: Mapping[str, str]) -> str:
    """The look for the first of the words that an id contains; empty if it has none of them."""
    return next((look for word, look in words.items() if word in identity.lower()), "")
