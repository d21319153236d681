"""Maps of Tiled in JSON, as the elements that they are in XML: one reader reads both.

What is single in a mapping becomes an attribute, lists become children, under the names that the
form in XML has for them. Nothing is trusted: values of other kinds are left out, and how many
elements there may be, and how deep, is bounded.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from hexwar.definition.markup import DEEPEST, MOST_ELEMENTS
from hexwar.imports.markup import Element
from hexwar.imports.refusal import BAD_MARKUP, ImportRefusedError

_LAYERS = {"tilelayer": "layer", "objectgroup": "objectgroup", "group": "group"}


def read_json(data: bytes, called: str) -> Element:
    """A map, tileset or template. :class:`ImportRefusedError` if it is none."""
    try:
        data_read = json.loads(data)
    except (ValueError, RecursionError) as problem:
        why = "is nested too deep" if isinstance(problem, RecursionError) else "is no JSON"
        raise ImportRefusedError(BAD_MARKUP, f"{called} {why} that can be read") from None
    if not isinstance(data_read, dict):
        raise ImportRefusedError(BAD_MARKUP, f"{called} holds no map of Tiled")
    return _Making(called).element(str(data_read.get("type", "map")), data_read)


class _Making:
    def __init__(self, called: str) -> None:
        self._called = called
        self._left = MOST_ELEMENTS

    def element(self, name: str, said: Mapping[str, Any], depth: int = 0) -> Element:
        """An element of a mapping: what is single is an attribute, lists are children."""
        self._left -= 1
        if self._left < 0 or depth > DEEPEST:
            raise ImportRefusedError(BAD_MARKUP, f"{self._called} has more in it than is read")
        attributes = {
            key: _written(value)
            for key, value in said.items()
            if isinstance(value, str | int | float | bool) and key != "data"
        }
        made = Element(name, attributes)
        made.children += self._properties(said.get("properties"), depth)
        for layer in _mappings(said.get("layers")):
            kind = _LAYERS.get(str(layer.get("type")))
            if kind is not None:
                made.children.append(self.element(kind, layer, depth + 1))
        for entry in _mappings(said.get("tilesets")):
            made.children.append(self.element("tileset", entry, depth + 1))
        for entry in _mappings(said.get("tiles")):
            made.children.append(self._tile(entry, depth))
        for entry in _mappings(said.get("objects")):
            made.children.append(self._object(entry, depth))
        if isinstance(said.get("object"), dict):
            made.children.append(self._object(said["object"], depth))
        if "data" in said or "chunks" in said:
            made.children.append(self._data(said))
        return made

    def _tile(self, said: Mapping[str, Any], depth: int) -> Element:
        tile = self.element("tile", {k: v for k, v in said.items() if k != "image"}, depth + 1)
        if isinstance(said.get("image"), str):
            tile.children.append(Element("image", {"source": said["image"]}))
        return tile

    def _object(self, said: Mapping[str, Any], depth: int) -> Element:
        made = self.element("object", said, depth + 1)
        for kind in ("point", "ellipse"):
            if said.get(kind) is True:
                made.children.append(Element(kind, {}))
        for kind in ("polygon", "polyline"):
            if isinstance(said.get(kind), list):
                pairs = (f"{point.get('x')},{point.get('y')}" for point in _mappings(said[kind]))
                made.children.append(Element(kind, {"points": " ".join(pairs)}))
        return made

    def _data(self, said: Mapping[str, Any]) -> Element:
        given = said.get("data")
        form = {"encoding": "csv"}
        if said.get("encoding") == "base64" or isinstance(given, str):
            form = {"encoding": "base64", "compression": str(said.get("compression", ""))}
        made = Element("data", form)
        if given is not None:
            made.parts.append(_cells(given))
        for chunk in _mappings(said.get("chunks")):
            at = {key: _written(chunk.get(key, "")) for key in ("x", "y", "width", "height")}
            made.children.append(Element("chunk", at, parts=[_cells(chunk.get("data"))]))
        return made

    def _properties(self, said: Any, depth: int) -> list[Element]:
        """Properties as a list, or as the mapping of versions before 1.2."""
        if isinstance(said, dict):
            said = [{"name": key, "value": value} for key, value in said.items()]
        every = [self.element("property", entry, depth + 2) for entry in _mappings(said)]
        return [Element("properties", {}, every)] if every else []


def _mappings(said: Any) -> Iterable[Mapping[str, Any]]:
    return (entry for entry in said if isinstance(entry, dict)) if isinstance(said, list) else ()


def _written(value: Any) -> str:
    # Before numbers, as ``True`` is one to Python.
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


def _cells(given: Any) -> str:
    """The cells of a layer as text: a list of numbers with commas, a text as it is."""
    if isinstance(given, str):
        return given
    if not isinstance(given, list):
        return ""
    # "x" is no number to the reader of cells, which refuses the layer with its name.
    return ",".join(str(number) if isinstance(number, int) else "x" for number in given)
