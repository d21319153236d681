"""What is new in a file of a draft, added to the file as its author has changed it.

Keys are added that the author's file lacks and the last import did not have: what he took away is
not put back, and nothing that he wrote is changed. Comments and layout stay.

First files of keys, which are merged key by key; then the map, which is merged hex by hex.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from hexwar.definition.board import VOID, labelled_rows
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import YamlText
from hexwar.definition.map_editing import MapEditingError, MapText
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode, Node, ScalarNode, plain
from hexwar.imports.writing import chains, ranges, value

DEEPEST = 4
"""Keys below one another: scenarios, one of them, its set-up, a counter."""
MOST_ADDED = 500
"""More are a draft of their own."""

KeyPath = tuple[str, ...]


class MergedFile(NamedTuple):
    """A file of a draft with what is new in it, and what that is in words; empty if nothing is."""

    data: bytes
    added: list[str]


def keys_of(data: bytes) -> list[str]:
    """The keys of a file, as ``units/counters/guard``; none of one that cannot be read.

    A slash in a key is ``~1``, as in a pointer of JSON.
    """
    tree = tree_of(data)
    return [_said(path) for path in _paths(tree)] if tree is not None else []


def merged(own: bytes, new: bytes, before: Collection[str]) -> MergedFile:
    """The author's own file with the new keys of another; ``before`` are the keys that the last
    import wrote.
    """
    unchanged = MergedFile(own, [])
    tree, source = tree_of(own), tree_of(new)
    if tree is None or source is None or not before:
        return unchanged
    paths_now, paths_before = set(_paths(tree)), set(before)
    # What is in something new comes with it, and what the author has no place for is left.
    above = {(), *paths_now}
    paths_wanted = [
        path
        for path in _paths(source)
        if path not in paths_now and path[:-1] in above and _said(path) not in paths_before
    ]
    if len(paths_wanted) > MOST_ADDED:
        return unchanged
    added: list[str] = []
    text = YamlText("\n".join(tree.file.lines))
    # Where two lists end in one line, the inner one ends first.
    for path in sorted(paths_wanted, key=len, reverse=True):
        parent, node = _node_at(tree, path[:-1]), _node_at(source, path)
        if node is not None and isinstance(parent, MappingNode) and len(parent.entries):
            text.with_entry(parent, value(path[-1]), value(plain(node)))
            added.append(path[-1])
    made = encoded(text.text, like=own)
    # What can no longer be read is not given back: the author's file stays as it was.
    if tree_of(made) is None:
        return unchanged
    # In the order of the new file, not in that in which they were put in.
    return MergedFile(made, [path[-1] for path in paths_wanted if path[-1] in set(added)])


def encoded(text: str, like: bytes) -> bytes:
    """A text as a file, with the ends of lines of another, and the mark that it begins with."""
    if b"\r\n" in like:
        text = text.replace("\n", "\r\n")
    return (BOM_UTF8 if like.startswith(BOM_UTF8) else b"") + text.encode()


def tree_of(data: bytes) -> MappingNode | None:
    """What a file says; ``None`` if it cannot be read, or is no mapping."""
    findings = Findings()
    file = read_bytes(Path("draft.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    return tree if isinstance(tree, MappingNode) and not findings.errors else None


def _said(path: KeyPath) -> str:
    """A path as the list has it."""
    return "/".join(key.replace("~", "~0").replace("/", "~1") for key in path)


def _paths(tree: MappingNode, above: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths of all keys in a mapping, down to :data:`DEEPEST`."""
    for key, entry in tree.entries.items():
        path = (*above, key)
        yield path
        if isinstance(entry.value, MappingNode) and len(path) < DEEPEST:
            yield from _paths(entry.value, path)


def _node_at(tree: Node, path: KeyPath) -> Node | None:
    node: Node | None = tree
    for key in path:
        node = node.get(key) if isinstance(node, MappingNode) else None
    return node


# -- what is new on the map of a draft, added to the map as its author has changed it --------------

# Three maps are compared hex by hex: that of the last import, the author's and the new one. Where
# the author's still is as the last import left it, it becomes as the new one is; what he has
# painted, drawn or measured stays, and so do comments.


_BY_KEY = ("boxes", "titles", "regions", "edges")
"""Parts of the map to which keys are added as to any section."""


def merged_map(own: bytes, new: bytes, before: str) -> MergedFile:
    """The author's own file with what is new on the map; ``before`` is the file as the last import
    wrote it.

    The file as it was, if it holds no map that can be changed, or its hexes are numbered otherwise.
    """
    path = Path("map.yaml")
    try:
        text = MapText(path, own.decode("utf-8-sig").replace("\r\n", "\n"))
        last, source = MapText(path, before), MapText(path, new.decode("utf-8"))
        changes = _Merging(text, last, source).merge()
    except (MapEditingError, UnicodeDecodeError):
        return MergedFile(own, [])
    made = encoded(text.text, like=own) if changes else own
    # All other keys count as written before, so that none of them is added: what is new in those
    # parts was merged hex by hex.
    others = [key for key in keys_of(new) if key.partition("/")[2].partition("/")[0] not in _BY_KEY]
    with_keys = merged(made, new, [*keys_of(before.encode()), *others])
    return MergedFile(with_keys.data, [*changes, *with_keys.added])


class _Merging:
    """Two versions of a map (``last``, ``source``), and the author's between them (``text``), which
    is changed; ``told`` is what was changed, in words.
    """

    def __init__(self, text: MapText, last: MapText, source: MapText) -> None:
        self.text, self.last, self.source = text, last, source
        self.own = text.board
        """The author's map before anything was changed."""
        self.told: list[str] = []
        self._renamed: dict[str, str] = {}

    def merge(self) -> list[str]:
        """Change the author's map; what was changed, in words."""
        self._measures(("grid",), ("picture",), ("picture", "grid"))
        self._numbers()
        # Without boxes, which are added by their keys in the end.
        written, new = (
            replace(version.board.numbering, boxes=()) for version in (self.text, self.source)
        )
        if written != new:
            raise MapEditingError("the hexes are numbered otherwise")
        self._terrain()
        self._features()
        self._sides()
        return self.told

    # -- what is measured

    def _measures(self, *paths: tuple[str, ...]) -> None:
        """Sizes, numbers and places that the author left as they were."""
        for path in paths:
            for key in _at(self.source, path):
                was, in_source = (
                    _at(self.last, path).scalar(key),
                    _at(self.source, path).scalar(key),
                )
                in_text = _at(self.text, path).scalar(key)
                # Compared as they are written: another spelling is a change of the author.
                if was is None or in_source is None or in_text is None or was.raw == in_source.raw:
                    continue
                if in_text.raw == was.raw:
                    self.text.replace(in_text, in_source.raw)
                    self.told.append(f"{'.'.join((*path, key))}: {in_source.raw}")

    def _numbers(self) -> None:
        """Names of hexes."""
        was, in_source, in_text = (
            version.section.scalar("numbers") for version in (self.last, self.source, self.text)
        )
        if (
            in_source is None
            or in_text is None
            or was is None
            or was.raw == in_source.raw
            or in_text.raw != was.raw
        ):
            return
        self._write_lines(in_text, in_source.raw.rstrip().split("\n"))
        self.told.append("numbers")

    def _write_lines(self, block: ScalarNode, lines: Iterable[str]) -> None:
        indent = " " * (self.text.section.column + 2)
        self.text.replace(block, "\n".join(indent + line for line in lines))

    # -- terrain

    def _terrain(self) -> None:
        """Kinds of terrain, in whichever of two ways the author's map says them."""
        fresh = dict(self._fresh_terrain())
        if "terrain" in self.text.section:
            self._rows(fresh)
        else:
            # What stands in a list of hexes is moved, all else is added to one.
            nowhere = (None, self.text.default)
            listed = {number for number in fresh if self._kind(number) not in nowhere}
            for number in listed:
                self.text.paint(number, fresh[number])
            numbering = self.text.board.numbering
            for kind in sorted({*fresh.values()} - {self.text.default}):
                numbers_added = [
                    n for n, its_kind in fresh.items() if its_kind == kind and n not in listed
                ]
                self.text.add("hexes", kind, ranges(numbering, numbers_added))
        for kind, many in Counter(fresh.values()).items():
            self.told.append(f"{many} hexes: {kind}")

    def _fresh_terrain(self) -> Iterator[tuple[str, str]]:
        """The hexes that are new or otherwise, and that the author has not painted."""
        last, new = self.last.board.numbering, self.source.board.numbering
        ground = self.text.default
        for number in new.numbers():
            kind, was = self.source.terrain(number), self.last.terrain(number)
            is_new = last.parse(number) is None
            if not is_new and (kind == was or self._kind(number) != self._called(was)):
                continue
            called = self._called(kind)
            there = self._kind(number)
            # A hex that the last map did not have, and which the author has painted already.
            if is_new and there not in (None, ground):
                continue
            if called != (ground if there is None else there):
                yield number, called

    def _kind(self, number: str) -> str | None:
        """What the author had there; ``None`` if his map had no such place."""
        if self.own.numbering.parse(number) is None:
            return None
        return self.own.terrain(number) if number in self.own else VOID

    def _called(self, kind: str) -> str:
        """What the author calls a kind of terrain, which he may have renamed."""
        if kind not in self._renamed:
            self._renamed[kind] = self._renaming(kind)
        return self._renamed[kind]

    def _renaming(self, kind: str) -> str:
        """The kind itself where the author's map has it still, else what has come in its place."""
        every = {self.own.terrain(number) for number in self.own}
        before = [number for number in self.last.board if self.last.terrain(number) == kind]
        if kind == VOID or kind in every or not before:
            return kind
        # The author's ground is what the last ground was, by whatever name.
        if kind == self.last.default and self.text.default not in ("", VOID):
            return self.text.default
        # Else what most hexes of the kind have become since.
        times = Counter(self.own.terrain(number) for number in before if number in self.own)
        return times.most_common(1)[0][0] if times else kind

    def _rows(self, fresh: Mapping[str, str]) -> None:
        """Rows of symbols are written from scratch: there may be more of them, or longer ones."""
        block, numbering = self.text.section.scalar("terrain"), self.text.board.numbering
        if block is None or not block.literal or not (fresh or numbering != self.own.numbering):
            return
        legend = self.text.section.mapping("legend")
        symbols = {legend.text(symbol): symbol for symbol in legend}
        for kind in sorted({*fresh.values()} - symbols.keys()):
            symbols[kind] = self.text.add_symbol(kind)
        kinds = {n: fresh.get(n) or self._kind(n) or VOID for n in numbering.numbers()}
        words = {number: symbols[kind] for number, kind in kinds.items()}
        if (block := self.text.section.scalar("terrain")) is not None:
            self._write_lines(block, labelled_rows(numbering, words))

    # -- what lies on it

    def _features(self) -> None:
        """Features that the last import did not have, where the author has none of their kind."""
        fresh: dict[str, dict[str, str]] = {}
        board = self.text.board
        for number in self.source.board:
            was = self.last.board.features(number) if number in self.last.board else {}
            for kind, name in self.source.board.features(number).items():
                if kind not in was and number in board and kind not in board.features(number):
                    fresh.setdefault(kind, {})[number] = name
        for kind, named in fresh.items():
            if self._has_room("features", kind):
                self.text.add_features(kind, named)
                self.told.append(f"{len(named)} features: {kind}")

    def _sides(self) -> None:
        """Hexsides and paths."""
        for part in ("hexsides", "paths"):
            fresh: dict[str, list[tuple[str, str]]] = {}
            in_text, was = getattr(self.text.board, part), getattr(self.last.board, part)
            for pair, kinds in getattr(self.source.board, part).items():
                for kind in kinds - was.get(pair, frozenset()) - in_text.get(pair, frozenset()):
                    if all(number in self.text.board for number in pair):
                        # In the order in which the map names the hexes of a side.
                        crossed = self.source.board.crossed(*pair[::-1])
                        fresh.setdefault(kind, []).append(pair[::-1] if kind in crossed else pair)
            for kind, pairs in fresh.items():
                if self._has_room(part, kind):
                    joined = ["-".join(chain) for chain in chains(pairs)]
                    sides = [f"{a}/{b}" for a, b in pairs]
                    self.text.add(part, kind, joined if part == "paths" else sides)
                    self.told.append(f"{len(pairs)} {part}: {kind}")

    def _has_room(self, part: str, kind: str) -> bool:
        """Whether the author has not taken a kind away."""
        was, in_text = (kind in version.section.mapping(part) for version in (self.last, self.text))
        return in_text or not was


def _at(text: MapText, path: tuple[str, ...]) -> MappingNode:
    node = text.section
    for key in path:
        node = node.mapping(key)
    return node
