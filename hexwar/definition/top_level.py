"""The keys at the top level of a game: its header and its sections, each read by its form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from hexwar.definition.building import read_section, read_value
from hexwar.definition.cache import Cache
from hexwar.definition.packages import form_of, section_names, sections
from hexwar.definition.shapes import Field, Shape, form_shape
from hexwar.definition.tree import MappingNode, Node
from hexwar.definition.verdict import Verdict


@cache
def header_keys() -> Mapping[str, Field]:
    """The keys that are no sections."""
    keys: dict[str, Field] = {}
    for section in sections().values():
        mapped = form_shape(section.load(section.keys)).mapped if section.keys else None
        keys |= mapped.fields if mapped else {}
    return keys


@cache
def top_level_keys() -> tuple[str, ...]:
    """Every key, the header's first."""
    return *header_keys(), *section_names()


@cache
def required_keys() -> tuple[str, ...]:
    """The keys that every game to be played has."""
    header = (key for key, field in header_keys().items() if field.needed)
    return *header, *(name for name, section in sections().items() if section.needed)


def described(key: str) -> str:
    """What a key is for."""
    return header_keys()[key].description if key in header_keys() else _section(key).description


def _section(name: str) -> Shape:
    form = form_of(name)
    if form is None:
        raise KeyError(name)
    return form_shape(form)


class Verdicts:
    """What was found in each part of the top level: every node is read once."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def of(self, key: str, node: Node) -> Verdict:
        """The verdict on the value of a key."""
        return self._cache.made(_read, key, node)

    def value(self, key: str, root: MappingNode) -> Any:
        """What a key says; ``None`` if it is not there or unsound."""
        node = root.get(key)
        verdict = None if node is None else self.of(key, node)
        return None if verdict is None or verdict.flaws else verdict.value

    def header(self, root: MappingNode) -> Any:
        """What the header says, as far as it is sound."""
        (package,) = (section for section in sections().values() if section.keys)
        values = {field.attribute: self.value(key, root) for key, field in header_keys().items()}
        given = {name: value for name, value in values.items() if value is not None}
        return package.load(package.keys).built(given)


def _read(key: str, node: Node) -> Verdict:
    if key in header_keys():
        return read_value(header_keys()[key].shape, node)
    form = form_of(key)
    if form is None:
        raise KeyError(key)
    return read_section(form, node)
