"""What Tiled has no word for, in properties of a map: numbers, boxes, titles.

A map of a game that is exported carries them in properties whose names begin with ``hexwar_``, and
finds them again when it is imported. As anybody may write such properties, whatever does not fit is
left out, and a numbering that cannot be is that from 01.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from hexwar.definition.values import ID
from hexwar.hexmap import HexMap, Numbering
from hexwar.imports.hexes import is_name
from hexwar.imports.tiled.lattice import HexLattice
from hexwar.imports.writing import told

PREFIX = "hexwar_"
_NUMBERS = ("first_column", "first_row")
_WORDS = ("ids", "rows_from", "columns_from", "letters", "prefix")


def said_of(game_map: HexMap, numbering: Numbering) -> dict[str, str]:
    """The properties for a map, whose hexes lie as a numbering has them."""
    texts = {key: str(getattr(numbering, key)) for key in (*_NUMBERS, *_WORDS)}
    if numbering.names:
        texts["numbers"] = json.dumps(numbering.names)
    if game_map.boxes:
        terrain = {box: game_map.terrain(box) for box in game_map.boxes if box in game_map}
        boxes = {box: [game_map.boxes[box], terrain.get(box, "")] for box in game_map.boxes}
        texts["boxes"] = json.dumps(boxes, ensure_ascii=False)
    titles = {name: title for name, title in game_map.titles.items() if name not in game_map.boxes}
    if titles:
        texts["titles"] = json.dumps(titles, ensure_ascii=False)
    return {f"{PREFIX}{key}": value for key, value in texts.items()}


def numbering_of(lattice: HexLattice, properties: Mapping[str, str]) -> Numbering:
    """The numbers of a map: as its properties say, else from 01 at the upper left."""
    fields: dict[str, Any] = {}
    for key in _NUMBERS:
        text = properties.get(PREFIX + key, "")
        if re.fullmatch(r"\d{1,4}", text):
            fields[key] = int(text)
    for key in _WORDS:
        if text := properties.get(PREFIX + key, ""):
            fields[key] = text
    if not re.fullmatch(r"[A-Za-z]{0,4}", fields.get("prefix", "")):
        del fields["prefix"]
    names = _json(properties.get(f"{PREFIX}numbers", ""))
    if isinstance(names, list) and all(
        isinstance(name, str) and (not name or is_name(name)) for name in names
    ):
        fields["names"] = tuple(names)
    try:
        return _numbering(lattice, fields)
    except ValueError:  # a stranger's properties
        return _numbering(lattice, {})


def boxes_of(properties: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Boxes beside a map: id to title and terrain."""
    boxes = {}
    for box, given in _mapping(properties.get(f"{PREFIX}boxes", "")).items():
        if isinstance(given, list) and len(given) == 2 and re.fullmatch(ID, box):
            boxes[box] = (told(str(given[0])), str(given[1]))
    return boxes


def titles_of(properties: Mapping[str, str]) -> dict[str, str]:
    """Titles of regions by id."""
    titles = _mapping(properties.get(f"{PREFIX}titles", ""))
    return {name: told(str(title)) for name, title in titles.items() if re.fullmatch(ID, name)}


def _numbering(lattice: HexLattice, said: Mapping[str, Any]) -> Numbering:
    flat = lattice.axis == "x"
    first = said.get("first_column" if flat else "first_row", 1)
    if flat and said.get("columns_from") == "right":
        first += lattice.width - 1
    if not flat and said.get("rows_from") == "bottom":
        first += lattice.height - 1
    # Tiled counts lines from 0, a game from the first number: which parity is shoved is worked out.
    parity = "even" if (first % 2 == 0) == lattice.is_shifted(0) else "odd"
    return Numbering(
        lattice.width,
        lattice.height,
        orientation="flat" if flat else "pointy",
        shoved=f"{parity}-{'columns-down' if flat else 'rows-right'}",  # type: ignore[arg-type]
        **said,
    )


def _mapping(text: str) -> Mapping[str, Any]:
    data = _json(text)
    return data if isinstance(data, dict) else {}


def _json(text: str) -> Any:
    if len(text) > 1_000_000:
        return None
    try:
        return json.loads(text or "null")
    except (ValueError, RecursionError):
        return None
