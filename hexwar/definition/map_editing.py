"""Change what a map says, hex by hex, in the text of its file: for people who paint it.

Every change is made in the text at the places of the nodes that were read from it, so that comments
and layout stay; then the text is read again, as all places behind the change have moved. What a map
says may stand in several forms (rows or lists, lists or names, ranges): a change keeps the form
that is there, and takes a range apart only where one of its hexes leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from hexwar.definition.board import VOID, build_map, symbol_places
from hexwar.definition.diagnostics import Findings
from hexwar.definition.editing import YamlText, quoted
from hexwar.definition.numbers import RANGE, HexReader
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode, ScalarNode, SequenceNode
from hexwar.hexmap import HexMap

_SYMBOLS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class MapEditingError(ValueError):
    """A map cannot be changed in its file, in a sentence."""


class MapText:
    """The text of the file that holds a map, and the map that it draws."""

    def __init__(self, path: Path, text: str) -> None:
        """:class:`MapEditingError` if the text holds no map that can be drawn."""
        self.path = path
        self.text = text
        self.section = _section_of_map(path, text)
        # Drawn, and listed, when they are asked for after a change.
        self._board: HexMap | None = None
        self._known: dict[str, str] | None = None
        self._read = HexReader(self.board.numbering, Findings())

    @property
    def board(self) -> HexMap:
        """The map as the text says it; drawn when it is asked for after a change."""
        if self._board is None:
            self._board = build_map(self.section, Findings())
            if self._board is None:
                raise MapEditingError(f"the map in {self.path.name} cannot be drawn as it is")
        return self._board

    @property
    def default(self) -> str:
        """The terrain of hexes that are not listed; empty where rows say it of each."""
        return "" if "terrain" in self.section else self.section.text("default", VOID)

    def terrain(self, number: str) -> str:
        """Say the terrain of a hex; void for what is no part of the map."""
        return self._kinds.get(number, VOID)

    @property
    def _kinds(self) -> dict[str, str]:
        """The terrain of all hexes: kept while hexes are painted, without a map being drawn."""
        if self._known is None:
            self._known = {number: self.board.terrain(number) for number in self.board}
        return self._known

    # -- terrain -------------------------------------------------------------------------------

    def paint(self, number: str, kind: str) -> bool:
        """Give a hex a terrain; answers whether that changes anything."""
        if number not in self._read.numbering or self.terrain(number) == kind:
            return False
        kinds = self._kinds
        if "terrain" in self.section:
            legend = self.section.mapping("legend")
            symbol = next((sign for sign in legend if legend.text(sign) == kind), "")
            if not symbol:
                symbol = self.add_symbol(kind)
            block = self.section.scalar("terrain")
            place = symbol_places(block, self._read.numbering).get(number) if block else None
            if place is None:
                raise MapEditingError(f"the rows of terrain have no place for {number}")
            line, start, end = place
            self._take(YamlText(self.text).spelt((line, start), (line, end), symbol).text)
        else:
            for listed in self.section.mapping("hexes"):
                if self._unlist_from("hexes", listed, number):
                    break
            if kind != self.default:
                self._list("hexes", kind, quoted(number))
        # The new text has dropped what was known of all hexes; except for this one they are what
        # they were, and painting need not wait for the map to be redrawn at each hex.
        kinds[number] = kind
        self._known = kinds
        return True

    def add_kind(self, part: str, ident: str, title: str) -> None:
        """Add a kind of terrain, where the section ``terrain`` stands in the same file."""
        self._take(with_kind(self.path, self.text, part, ident, title))

    def _take(self, text: str) -> None:
        """Go on with a changed text."""
        self.section, self.text = _section_of_map(self.path, text), text
        self._board = self._known = None

    # -- features and their names ----------------------------------------------------------------

    def feature(self, number: str, kind: str, name: str | None = None) -> bool:
        """Put a feature into a hex, or give it a name; answers whether that changes anything."""
        if number not in self.board:
            return False
        name_before = self.board.features(number).get(kind)
        if name_before is not None and name in (None, name_before):
            return False
        value = self.section.mapping("features").get(kind)
        quoted_number = quoted(number)
        if value is None:
            hexes = f"{{{quoted_number}: {quoted(name)}}}" if name else f"[{quoted_number}]"
            self._begin_kind("features", kind, hexes)
        elif isinstance(value, MappingNode):
            if isinstance(name_node := value.scalar(number), ScalarNode):
                self._take(YamlText(self.text).replaced(name_node, quoted(name or "")).text)
            else:
                self._take(
                    YamlText(self.text).with_entry(value, quoted_number, quoted(name or "")).text
                )
        elif isinstance(value, SequenceNode) and not name:
            self._take(YamlText(self.text).with_items(value, quoted_number).text)
        else:
            # A list of hexes becomes hexes with names.
            listed = [n for n in self.board.numbers if kind in self.board.features(n)]
            names_by_number = {**dict.fromkeys(listed, ""), number: name or ""}
            names = ", ".join(
                f"{quoted(n)}: {quoted(title)}" for n, title in names_by_number.items()
            )
            self._remove("features", kind)
            self._begin_kind("features", kind, f"{{{names}}}")
        return True

    def without_feature(self, number: str, kind: str) -> bool:
        """Take a feature out of a hex; answers whether it was there."""
        if number not in self.board or kind not in self.board.features(number):
            return False
        value = self.section.mapping("features").get(kind)
        if isinstance(value, MappingNode) and len(value.entries) > 1:
            self._take(YamlText(self.text).without_entry(value, number).text)
        elif isinstance(value, MappingNode):
            self._remove("features", kind)
        else:
            self._unlist_from("features", kind, number)
        return True

    # -- hexsides and paths ------------------------------------------------------------------------

    def toggle_hexside(self, a: str, b: str, kind: str) -> None:
        """Lay something on the hexside between neighbours, or take it away."""
        value = self.section.mapping("hexsides").get(kind)
        items = [*value.scalars()] if isinstance(value, SequenceNode) else []
        for place, item in enumerate(items):
            pairs = [*self._read.pairs(item, kind)]
            other_pairs = [f"{c}/{d}" for c, d in pairs if {c, d} != {a, b}]
            if len(other_pairs) < len(pairs):
                self._instead("hexsides", kind, place, other_pairs)
                return
        self._list("hexsides", kind, f"{min(a, b)}/{max(a, b)}")

    def toggle_path(self, a: str, b: str, kind: str) -> None:
        """Lead a path from a hex to its neighbour, or take that step of one away."""
        value = self.section.mapping("paths").get(kind)
        items = [*value.scalars()] if isinstance(value, SequenceNode) else []
        for place, item in enumerate(items):
            steps = item.raw.split("-")
            cut = next((n for n, step in enumerate(pairwise(steps)) if {*step} == {a, b}), None)
            if cut is not None:
                # What is left on either side of the step; a single hex is no path.
                stretches = steps[: cut + 1], steps[cut + 1 :]
                paths = ["-".join(stretch) for stretch in stretches if len(stretch) > 1]
                self._instead("paths", kind, place, paths)
                return
        for item in items:
            steps = item.raw.split("-")
            # A path that ends at one of the two goes on to the other: a river is one line of the
            # file.
            for end_at, next_to_it in ((a, b), (b, a)):
                if steps[-1] == end_at:
                    self._take(YamlText(self.text).replaced(item, f"{item.raw}-{next_to_it}").text)
                    return
        self._list("paths", kind, f"{a}-{b}")

    # -- many at once ------------------------------------------------------------------------------

    def add(self, part: str, kind: str, items: Sequence[str]) -> None:
        """Add hexes, ranges, hexsides or paths of a kind as the map writes them in its list."""
        if items:
            self._list(part, kind, *map(quoted, items))

    def add_symbol(self, kind: str) -> str:
        """Give a symbol to a kind of terrain that has none in the legend."""
        legend = self.section.mapping("legend")
        symbol: str = next(sign for sign in (kind[0], *_SYMBOLS) if sign not in legend)
        self._take(YamlText(self.text).with_entry(legend, quoted(symbol), kind).text)
        return symbol

    def add_features(self, kind: str, named: Mapping[str, str]) -> None:
        """Put a feature into some hexes, with its names."""
        value = self.section.mapping("features").get(kind)
        labels = {quoted(number): quoted(name) for number, name in named.items()}
        if value is None and any(named.values()):
            joined = ", ".join(f"{number}: {name}" for number, name in labels.items())
            self._begin_kind("features", kind, f"{{{joined}}}")
        elif isinstance(value, MappingNode) and len(value.entries):
            text = YamlText(self.text)
            for number, name in labels.items():
                text.with_entry(value, number, name)
            self._take(text.text)
        elif not any(named.values()):
            self._list("features", kind, *labels)
        else:
            for number, name in named.items():
                self.feature(number, kind, name)

    def replace(self, node: ScalarNode, written: str) -> None:
        """Put another value in place of a single one, or other lines in place of a block."""
        text = YamlText(self.text)
        if node.literal:
            last_line = node.line + node.raw.rstrip("\n").count("\n") + 1
            text.spelt((node.line + 1, 0), (last_line, len(text.lines[last_line])), written)
        else:
            text.replaced(node, written)
        self._take(text.text)

    # -- lists -------------------------------------------------------------------------------------

    def _list(self, part: str, kind: str, *written: str) -> None:
        """Add items to a list of the map."""
        value = self.section.mapping(part).get(kind)
        if isinstance(value, SequenceNode):
            self._take(YamlText(self.text).with_items(value, *written).text)
        else:
            self._begin_kind(part, kind, f"[{', '.join(written)}]")

    def _begin_kind(self, part: str, kind: str, written: str) -> None:
        """Begin a kind that nothing was said of before."""
        if part in self.section and len(self.section.mapping(part).entries):
            kinds_of_part = self.section.mapping(part)
            self._take(YamlText(self.text).with_entry(kinds_of_part, kind, written).text)
            return
        if part in self.section:
            self._drop(part)
        indent = " " * (self.section.column + 2)
        grid = self.section.entries["grid"].value
        line = f"\n{indent}{kind}: {written}"
        self._take(YamlText(self.text).with_entry_below(self.section, grid, part, line).text)

    def _unlist_from(self, part: str, kind: str, number: str) -> bool:
        """Take a hex out of a list; answers whether it was there. A range falls into its hexes."""
        value = self.section.mapping(part).get(kind)
        if not isinstance(value, SequenceNode):
            return False
        for place, item in enumerate(value.scalars()):
            hexes = [n for n, _ in self._read.spread(item)] if RANGE in item.raw else [item.raw]
            if number in hexes:
                self._instead(part, kind, place, [quoted(n) for n in hexes if n != number])
                return True
        return False

    def _instead(self, part: str, kind: str, place: int, written: list[str]) -> None:
        """Put other items in place of one."""
        value = self.section.mapping(part).get(kind)
        if not isinstance(value, SequenceNode):
            return
        item = value.items[place]
        if not written and len(value.items) == 1:
            self._remove(part, kind)
        elif not written:
            self._take(YamlText(self.text).without_item(value, place).text)
        elif isinstance(item, ScalarNode):
            self._take(YamlText(self.text).replaced(item, written[0]).text)
            for another in written[1:]:
                self._list(part, kind, another)

    def _remove(self, part: str, kind: str) -> None:
        """Say nothing more of a kind."""
        kinds = self.section.mapping(part)
        if len(kinds.entries) > 1:
            self._take(YamlText(self.text).without_entry(kinds, kind).text)
        else:
            self._drop(part)

    def _drop(self, part: str) -> None:
        self._take(YamlText(self.text).without_entry(self.section, part).text)


def with_kind(path: Path, text: str, part: str, ident: str, title: str) -> str:
    """Write the text of a file with one more kind in its section ``terrain``.

    :class:`MapEditingError` if the file holds none that can be changed.
    """
    findings = Findings()
    file = read_bytes(path, text.encode(), findings)
    tree = None if file is None else parse(file, findings)
    section = tree.get("terrain") if isinstance(tree, MappingNode) else None
    if not isinstance(section, MappingNode) or findings.errors or not len(section.entries):
        raise MapEditingError(f"{path.name} holds no terrain that can be read")
    if YamlText(text).is_flow(section):
        raise MapEditingError("the section terrain stands in braces: write its keys below it")
    entry_of_kind = f"{{title: {quoted(title)}}}"
    part_node = section.get(part)
    if isinstance(part_node, MappingNode) and len(part_node.entries):
        return YamlText(text).with_entry(part_node, ident, entry_of_kind).text
    if part_node is not None:
        raise MapEditingError(f"write the first of {part} by hand")
    last_value = [*section.entries.values()][-1].value
    indent = " " * (section.column + 2)
    line = f"\n{indent}{ident}: {entry_of_kind}"
    return YamlText(text).with_entry_below(section, last_value, part, line).text


def _section_of_map(path: Path, text: str) -> MappingNode:
    findings = Findings()
    file = read_bytes(path, text.encode(), findings)
    tree = None if file is None else parse(file, findings)
    section = tree.get("map") if isinstance(tree, MappingNode) else None
    if not isinstance(section, MappingNode) or findings.errors:
        raise MapEditingError(f"{path.name} holds no map that can be read")
    if YamlText(text).is_flow(section):
        raise MapEditingError("the section map stands in braces: write its keys below it")
    return section
