"""Keep a YAML file as a tree in which every value knows its file, its stretch and its raw text.

Dicts would lose what findings need: where a value stands, and what its author wrote there. So
sections stay nodes until a form reads them. Looking into a mapping never fails: what is missing, or
has another shape, reads as an empty mapping, list or text, and the verdict on its section reports
the mistake once. Nodes count lines and columns from 0 as the parser does, the spans that people
read count from 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from hexwar.definition.diagnostics import Span

ScalarValue: TypeAlias = str | int | float | bool | None


class SourceFile:
    """A file that was read: its path, the name it is shown by, and its lines."""

    __slots__ = ("lines", "name", "path", "pointers", "root")

    def __init__(self, path: Path, text: str = "") -> None:
        self.path = path
        self.name = str(path)
        self.lines = text.split("\n")
        self.root: Node | None = None
        self.pointers: dict[object, str] | None = None

    def place(self, line: int = 0, column: int = 0, length: int = 0) -> Span:
        """Point at a stretch of one line; ``line`` and ``column`` count from 0."""
        text = self.lines[line].rstrip("\r") if line < len(self.lines) else ""
        return Span(self.name, line + 1, column + 1, line + 1, column + 1 + length, text)


class _Node:
    """What every node has; positions count from 0 here, as the parser counts."""

    __slots__ = ("column", "end_column", "end_line", "file", "line")

    def __init__(self, file: SourceFile, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.file = file
        self.line, self.column = start
        self.end_line, self.end_column = end

    def place(self, label: str = "") -> Span:
        """Say where this value stands."""
        lines = self.file.lines
        text = lines[self.line].rstrip("\r") if self.line < len(lines) else ""
        return Span(
            self.file.name,
            self.line + 1,
            self.column + 1,
            self.end_line + 1,
            self.end_column + 1,
            text,
            label,
        )

    @property
    def span(self) -> tuple[int, int, int, int]:
        """Start and end, to tell two nodes of one file apart."""
        return self.line, self.column, self.end_line, self.end_column


class ScalarNode(_Node):
    """A single value. ``raw`` is what the author wrote, ``value`` what YAML 1.2 makes of it.

    ``is_alias``: it stands for another value, which the format does not have; that it has the wrong
    shape is not reported too.
    """

    __slots__ = ("is_alias", "literal", "raw", "value")

    def __init__(
        self,
        file: SourceFile,
        start: tuple[int, int],
        end: tuple[int, int],
        raw: str,
        value: ScalarValue,
        *,
        literal: bool = False,
        is_alias: bool = False,
    ) -> None:
        super().__init__(file, start, end)
        self.raw = raw
        self.value = value
        self.literal = literal
        self.is_alias = is_alias

    @property
    def number(self) -> Fraction:
        """The value as an exact number; ``3``, ``1.5`` and ``1/2`` are numbers.

        Raises ValueError if it is none.
        """
        return Fraction(self.raw)

    @property
    def line_after(self) -> str:
        """What stands behind it on its last line."""
        lines = self.file.lines
        return lines[self.end_line][self.end_column :] if self.end_line < len(lines) else ""

    def part(self, offset: int, length: int) -> Span:
        """Point at the stretch of ``length`` characters at ``offset`` of the text."""
        place = self.place()
        column = place.column + offset
        if place.end_line != place.line or place.text[column - 1 : column] in ("'", '"'):
            return place
        if place.text[place.column - 1 : place.column] in ("'", '"'):
            column += 1
        return Span(place.file, place.line, column, place.line, column + length, place.text)


class SequenceNode(_Node):
    """A list."""

    __slots__ = ("items",)

    def __init__(self, file: SourceFile, start: tuple[int, int], end: tuple[int, int]) -> None:
        super().__init__(file, start, end)
        self.items: list[Node] = []

    def scalars(self) -> Iterator[ScalarNode]:
        """Yield the single values in the list."""
        return (item for item in self.items if isinstance(item, ScalarNode))

    def mappings(self) -> Iterator[MappingNode]:
        """Yield the mappings in the list."""
        return (item for item in self.items if isinstance(item, MappingNode))


class MappingNode(_Node):
    """Keys and values, in the author's order."""

    __slots__ = ("_inside", "entries")

    def __init__(
        self,
        file: SourceFile,
        start: tuple[int, int],
        end: tuple[int, int],
        entries: dict[str, MappingEntry] | None = None,
    ) -> None:
        super().__init__(file, start, end)
        self.entries: dict[str, MappingEntry] = {} if entries is None else entries
        self._inside: tuple[MappingNode, ...] | None = None

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def get(self, key: str) -> Node | None:
        """Give the value of ``key``."""
        entry = self.entries.get(key)
        return entry.value if entry else None

    def scalar(self, key: str) -> ScalarNode | None:
        """Give the value of ``key`` if it is a single value."""
        node = self.get(key)
        return node if isinstance(node, ScalarNode) else None

    def mapping(self, key: str) -> MappingNode:
        """Give the value of ``key`` if it is a mapping, else an empty one."""
        node = self.get(key)
        if isinstance(node, MappingNode):
            return node
        return MappingNode(self.file, (self.line, self.column), (self.line, self.column))

    def sequence(self, key: str) -> SequenceNode:
        """Give the value of ``key`` if it is a list, else an empty one."""
        node = self.get(key)
        if isinstance(node, SequenceNode):
            return node
        return SequenceNode(self.file, (self.line, self.column), (self.line, self.column))

    def text(self, key: str, default: str = "") -> str:
        """Give the raw text of a single value: ids, versions, hex numbers and words."""
        node = self.scalar(key)
        return default if node is None or node.value is None else node.raw

    def texts(self, key: str) -> tuple[str, ...]:
        """Give the raw texts of a list, or of a single value as a list of one."""
        node = self.get(key)
        if isinstance(node, SequenceNode):
            return tuple(item.raw for item in node.scalars())
        return (node.raw,) if isinstance(node, ScalarNode) and node.value is not None else ()

    def number(self, key: str) -> Fraction | None:
        """Give the exact number of ``key``, ``None`` if there is none or it is a word."""
        node = self.scalar(key)
        if node is None:
            return None
        try:
            return node.number
        except (ValueError, ZeroDivisionError):
            return None

    def integer(self, key: str) -> int | None:
        """Give the whole number of ``key``."""
        node = self.scalar(key)
        value = None if node is None else node.value
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def flag(self, key: str) -> bool:
        """Say whether the value of ``key`` is true; false also of what is neither, or missing."""
        node = self.scalar(key)
        return node is not None and node.value is True

    def children(self) -> Iterator[tuple[str, MappingNode]]:
        """Yield the keys whose values are mappings."""
        for key, entry in self.entries.items():
            if isinstance(entry.value, MappingNode):
                yield key, entry.value

    def inside(self) -> tuple[MappingNode, ...]:
        """List this mapping and all that are in it at any depth, once it is whole.

        Kept, as many games share a section, and many checks look through it.
        """
        if self._inside is None:
            mappings: list[MappingNode] = []
            _collect(self, mappings)
            self._inside = tuple(mappings)
        return self._inside


Node: TypeAlias = ScalarNode | SequenceNode | MappingNode


def _collect(node: Node, mappings: list[MappingNode]) -> None:
    """Add the mappings in a node to a list, the outer ones first."""
    if isinstance(node, MappingNode):
        mappings.append(node)
        for entry in node.entries.values():
            _collect(entry.value, mappings)
    elif isinstance(node, SequenceNode):
        for item in node.items:
            _collect(item, mappings)


@dataclass(slots=True)
class MappingEntry:
    """One line of a mapping."""

    key: ScalarNode
    value: Node


Steps: TypeAlias = Sequence[str | int]
"""The way to a node: keys of mappings, and places in lists counted from 0."""


def plain(node: Node) -> Any:
    """Turn the tree into dicts, lists and single values."""
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return {key: plain(entry.value) for key, entry in node.entries.items()}


def raw_plain(node: Node) -> Any:
    """Turn the tree into dicts, lists and raw texts: equal if the author wrote the same."""
    if isinstance(node, ScalarNode):
        return None if node.value is None else node.raw
    if isinstance(node, SequenceNode):
        return [raw_plain(item) for item in node.items]
    return {key: raw_plain(entry.value) for key, entry in node.entries.items()}


def descend(node: Node, path: Steps) -> Node:
    """Find the node at ``path``, or the nearest one above it."""
    for step in path:
        if isinstance(node, MappingNode) and isinstance(step, str) and step in node.entries:
            node = node.entries[step].value
        elif isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            break
    return node


def key_node(node: Node, key: str) -> Node:
    """Find the key ``key`` of a mapping, to point at; the node itself if it is not there."""
    if isinstance(node, MappingNode) and key in node.entries:
        return node.entries[key].key
    return node


def pointer(node: Node) -> str:
    """Say the JSON Pointer of a node within its own file; ``""`` for the whole file.

    A merged mapping has the pointer of the one in the file that it began as.
    """
    file = node.file
    if file.pointers is None:
        file.pointers = {} if file.root is None else _pointers(file.root)
    return file.pointers.get(id(node)) or file.pointers.get((type(node), node.span), "")


def _pointers(root: Node) -> dict[object, str]:
    """List the pointers of all nodes of a file, by identity and by kind and stretch."""
    pointers: dict[object, str] = {}
    stack: list[tuple[str, Node]] = [("", root)]
    while stack:
        path, node = stack.pop()
        pointers.setdefault((type(node), node.span), path)
        pointers[id(node)] = path
        if isinstance(node, MappingNode):
            for key, entry in node.entries.items():
                step = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
                pointers[id(entry.key)] = step
                stack.append((step, entry.value))
        elif isinstance(node, SequenceNode):
            stack.extend((f"{path}/{index}", item) for index, item in enumerate(node.items))
    return pointers


def parent(node: Node) -> MappingNode | SequenceNode | None:
    """Find the collection that a key, or an item of a list, belongs to in its own file; ``None`` at
    the top.

    For a merged mapping it is that of the file which the key was read from, with its neighbours
    there.
    """
    return _holder_of(node)[0]


def key_of(node: Node) -> ScalarNode | None:
    """Find the key under which a value stands in its own file; ``None`` for an item of a list."""
    holder, step = _holder_of(node)
    return holder.entries[step].key if isinstance(holder, MappingNode) else None


def _holder_of(node: Node) -> tuple[MappingNode | SequenceNode | None, str]:
    """Find what something stands in in its own file, and the last step to it."""
    steps = (step.replace("~1", "/").replace("~0", "~") for step in pointer(node).split("/"))
    *steps_above, last_step = steps
    holder = node.file.root if steps_above else None
    for step in steps_above[1:]:
        if isinstance(holder, MappingNode):
            holder = holder.get(step)
        elif isinstance(holder, SequenceNode) and step.isdigit() and int(step) < len(holder.items):
            holder = holder.items[int(step)]
    return (None if isinstance(holder, ScalarNode) else holder), last_step
