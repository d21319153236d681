"""Add what is new in a file of a draft to the file as its author has changed it.

A module is imported again when it has grown, and by then its author has worked on the draft. So
keys are added that the author's file lacks and the last import did not have: what he took away is
not put back, and nothing that he wrote is changed. Comments and layout stay.

Most files are merged key by key (:func:`merged`). In the map a key holds hundreds of hexes, and so
three maps are compared hex by hex (:func:`merged_map`): that of the last import, the author's, and
the new one.
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
    """List the keys of a file, as ``units/counters/guard``; none if it cannot be read.

    A slash in a key is ``~1``, as in a pointer of JSON.
    """
    tree = tree_of(data)
    return [_written(path) for path in _paths(tree)] if tree is not None else []


def merged(own: bytes, new: bytes, last_keys: Collection[str]) -> MergedFile:
    """Add the new keys of another file to the author's own; ``last_keys`` are those that the last
    import wrote.
    """
    unchanged = MergedFile(own, [])
    tree, source = tree_of(own), tree_of(new)
    if tree is None or source is None or not last_keys:
        return unchanged
    paths_in_own, paths_before = set(_paths(tree)), set(last_keys)
    # What is in something new comes with it, and what the author has no place for is left.
    places = {(), *paths_in_own}
    entries_to_add = [
        path
        for path in _paths(source)
        if path not in paths_in_own and path[:-1] in places and _written(path) not in paths_before
    ]
    if len(entries_to_add) > MOST_ADDED:
        return unchanged
    added: list[str] = []
    text = YamlText("\n".join(tree.file.lines))
    # Where two lists end in one line, the inner one ends first.
    for path in sorted(entries_to_add, key=len, reverse=True):
        parent, node = _node_at(tree, path[:-1]), _node_at(source, path)
        if node is not None and isinstance(parent, MappingNode) and len(parent.entries):
            text.with_entry(parent, value(path[-1]), value(plain(node)))
            added.append(path[-1])
    merged_text = encoded(text.text, like=own)
    # What can no longer be read is not given back: the author's file stays as it was.
    if tree_of(merged_text) is None:
        return unchanged
    # In the order of the new file, not in that in which they were put in.
    return MergedFile(merged_text, [path[-1] for path in entries_to_add if path[-1] in set(added)])


def encoded(text: str, like: bytes) -> bytes:
    """Write a text as a file, with the ends of lines, and the first mark, of another."""
    if b"\r\n" in like:
        text = text.replace("\n", "\r\n")
    return (BOM_UTF8 if like.startswith(BOM_UTF8) else b"") + text.encode()


def tree_of(data: bytes) -> MappingNode | None:
    """Read what a file says; ``None`` if it cannot be read, or is no mapping."""
    findings = Findings()
    file = read_bytes(Path("draft.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    return tree if isinstance(tree, MappingNode) and not findings.errors else None


def _written(path: KeyPath) -> str:
    """Write a path as the list has it."""
    return "/".join(key.replace("~", "~0").replace("/", "~1") for key in path)


def _paths(tree: MappingNode, path_of_tree: KeyPath = ()) -> Iterator[KeyPath]:
    """Yield the paths of all keys in a mapping, down to :data:`DEEPEST`."""
    for key, entry in tree.entries.items():
        path = (*path_of_tree, key)
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


def merged_map(own: bytes, new: bytes, last_map: str) -> MergedFile:
    """Add what is new on the map to the author's own file; ``last_map`` is the file as the last
    import wrote it.

    The file stays as it was, if it holds no map that can be changed, or its hexes are numbered
    otherwise.
    """
    path = Path("map.yaml")
    try:
        text = MapText(path, own.decode("utf-8-sig").replace("\r\n", "\n"))
        last, source = MapText(path, last_map), MapText(path, new.decode("utf-8"))
        changes = _Merging(text, last, source).merge()
    except (MapEditingError, UnicodeDecodeError):
        return MergedFile(own, [])
    merged_text = encoded(text.text, like=own) if changes else own
    # All other keys count as written before, so that none of them is added: what is new in those
    # parts was merged hex by hex.
    keys_without_place = [
        key for key in keys_of(new) if key.partition("/")[2].partition("/")[0] not in _BY_KEY
    ]
    with_keys = merged(merged_text, new, [*keys_of(last_map.encode()), *keys_without_place])
    return MergedFile(with_keys.data, [*changes, *with_keys.added])


class _Merging:
    """Merges two versions of a map (``last``, ``source``) and the author's between them (``text``),
    which is changed; ``changes`` is what was changed, in words.
    """

    def __init__(self, text: MapText, last: MapText, source: MapText) -> None:
        self.text, self.last, self.source = text, last, source
        self.own = text.board
        """The author's map before anything was changed."""
        self.changes: list[str] = []
        self._renamed: dict[str, str] = {}

    def merge(self) -> list[str]:
        """Change the author's map; return what was changed, in words."""
        for path in (("grid",), ("picture",), ("picture", "grid")):
            self._merge_measures(path)
        # Names of hexes are one text of many lines.
        if renewed := self._untouched((), "numbers"):
            own_names, new_names = renewed
            self._write_lines(own_names, new_names.raw.rstrip().split("\n"))
            self.changes.append("numbers")
        # Without boxes, which are added by their keys in the end.
        own, new = (
            replace(version.board.numbering, boxes=()) for version in (self.text, self.source)
        )
        if own != new:
            raise MapEditingError("the hexes are numbered otherwise")
        self._merge_terrain()
        self._merge_features()
        self._merge_sides()
        return self.changes

    # -- what is measured

    def _merge_measures(self, path: tuple[str, ...]) -> None:
        """Renew sizes, numbers and places that the author left as they were."""
        for key in _at(self.source, path):
            if renewed := self._untouched(path, key):
                own_measure, new_measure = renewed
                self.text.replace(own_measure, new_measure.raw)
                self.changes.append(f"{'.'.join((*path, key))}: {new_measure.raw}")

    def _untouched(self, path: tuple[str, ...], key: str) -> tuple[ScalarNode, ScalarNode] | None:
        """Find the author's value and the new one, where the import has another since and the
        author still has that of the last: compared as they are written, as another spelling is a
        change of the author.
        """
        last_value, new_value, own_value = (
            _at(version, path).scalar(key) for version in (self.last, self.source, self.text)
        )
        if last_value is None or new_value is None or own_value is None:
            return None
        if last_value.raw == new_value.raw or own_value.raw != last_value.raw:
            return None
        return own_value, new_value

    def _write_lines(self, block: ScalarNode, lines: Iterable[str]) -> None:
        indent = " " * (self.text.section.column + 2)
        self.text.replace(block, "\n".join(indent + line for line in lines))

    # -- terrain

    def _merge_terrain(self) -> None:
        """Renew kinds of terrain, in whichever of two ways the author's map says them."""
        fresh = dict(self._fresh_terrain())
        if "terrain" in self.text.section:
            self._write_rows(fresh)
        else:
            # What stands in a list of hexes is moved, all else is added to one.
            nowhere = (None, self.text.default)
            listed = {number for number in fresh if self._kind(number) not in nowhere}
            for number in listed:
                self.text.paint(number, fresh[number])
            numbering = self.text.board.numbering
            for kind in sorted({*fresh.values()} - {self.text.default}):
                hexes_to_add = [
                    n for n, its_kind in fresh.items() if its_kind == kind and n not in listed
                ]
                self.text.add("hexes", kind, ranges(numbering, hexes_to_add))
        for kind, many in Counter(fresh.values()).items():
            self.changes.append(f"{many} hexes: {kind}")

    def _fresh_terrain(self) -> Iterator[tuple[str, str]]:
        """Yield the hexes that are new or otherwise, and that the author has not painted."""
        ground = self.text.default
        for number in self.source.board.numbering.numbers():
            kind, last_kind = self.source.terrain(number), self.last.terrain(number)
            is_new = self.last.board.numbering.parse(number) is None
            if not is_new and (kind == last_kind or self._kind(number) != self._called(last_kind)):
                continue
            called = self._called(kind)
            kind_in_own = self._kind(number)
            # A hex that the last map did not have, and which the author has painted already.
            if is_new and kind_in_own not in (None, ground):
                continue
            if called != (ground if kind_in_own is None else kind_in_own):
                yield number, called

    def _kind(self, number: str) -> str | None:
        """Say what the author had there; ``None`` if his map had no such place."""
        if self.own.numbering.parse(number) is None:
            return None
        return self.own.terrain(number) if number in self.own else VOID

    def _called(self, kind: str) -> str:
        """Say what the author calls a kind of terrain: the kind itself where his map has it still,
        else what has come in its place, as he may have renamed it.
        """
        if kind not in self._renamed:
            own_kinds = {self.own.terrain(number) for number in self.own}
            hexes = [number for number in self.last.board if self.last.terrain(number) == kind]
            if kind == VOID or kind in own_kinds or not hexes:
                own_name = kind
            # The author's ground is what the last ground was, by whatever name.
            elif kind == self.last.default and self.text.default not in ("", VOID):
                own_name = self.text.default
            else:  # what most hexes of the kind have become since
                since = Counter(self.own.terrain(number) for number in hexes if number in self.own)
                own_name = since.most_common(1)[0][0] if since else kind
            self._renamed[kind] = own_name
        return self._renamed[kind]

    def _write_rows(self, fresh: Mapping[str, str]) -> None:
        """Write rows of symbols from scratch: there may be more of them, or longer ones."""
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

    def _merge_features(self) -> None:
        """Add features that the last import lacked and the author has none like."""
        fresh: dict[str, dict[str, str]] = {}
        own_board = self.text.board
        for number in self.source.board:
            in_last = self.last.board.features(number) if number in self.last.board else {}
            for kind, name in self.source.board.features(number).items():
                if (
                    kind not in in_last
                    and number in own_board
                    and kind not in own_board.features(number)
                ):
                    fresh.setdefault(kind, {})[number] = name
        for kind, names in fresh.items():
            if self._has_room("features", kind):
                self.text.add_features(kind, names)
                self.changes.append(f"{len(names)} features: {kind}")

    def _merge_sides(self) -> None:
        """Add hexsides and paths that the last import did not have."""
        none = frozenset[str]()
        for part in ("hexsides", "paths"):
            fresh: dict[str, list[tuple[str, str]]] = {}
            own_pairs, last_pairs = getattr(self.text.board, part), getattr(self.last.board, part)
            for pair, kinds in getattr(self.source.board, part).items():
                for kind in kinds - last_pairs.get(pair, none) - own_pairs.get(pair, none):
                    if all(number in self.text.board for number in pair):
                        # In the order in which the map names the hexes of a side.
                        crossed = self.source.board.crossed(*pair[::-1])
                        fresh.setdefault(kind, []).append(pair[::-1] if kind in crossed else pair)
            for kind, pairs in fresh.items():
                if self._has_room(part, kind):
                    joined = ["-".join(chain) for chain in chains(pairs)]
                    sides = [f"{a}/{b}" for a, b in pairs]
                    self.text.add(part, kind, joined if part == "paths" else sides)
                    self.changes.append(f"{len(pairs)} {part}: {kind}")

    def _has_room(self, part: str, kind: str) -> bool:
        """Say whether the author has not taken a kind away."""
        in_last, in_own = (
            kind in version.section.mapping(part) for version in (self.last, self.text)
        )
        return in_own or not in_last


def _at(text: MapText, path: tuple[str, ...]) -> MappingNode:
    node = text.section
    for key in path:
        node = node.mapping(key)
    return node
