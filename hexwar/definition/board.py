"""Draw the map of a section ``map``: terrain in rows or lists, hexsides, paths, features, regions.

First the numbering of the grid, for without it no hex has a name; then terrain, which tells what is
void; then boxes, features, hexsides and paths, and at last edges and regions, which are made of all
these. What does not fit is a finding, and the rest is built: an author sees the map with the hexes
that are right. The second half reads terrain and numbers that are typed as rows of words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.numbers import HexReader
from hexwar.definition.printable import as_title
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
from hexwar.hexmap import HexMap, Numbering
from hexwar.hexmap.numbering import Letters


def build_map(section: MappingNode, findings: Findings) -> HexMap | None:
    """Draw the map, with findings for what does not fit; ``None`` if there is no usable grid."""
    boxes, titles = section.mapping("boxes"), section.mapping("titles")
    numbering = _numbering(section, tuple(boxes), findings)
    if numbering is None or not _says_what_is_where(section, findings):
        return None
    drawing = _Drawing(section, numbering, findings)
    drawing.draw()
    return HexMap(
        numbering,
        drawing.terrain,
        features=drawing.features,
        hexsides=drawing.hexsides.pairs(),
        crossed=drawing.crossed,
        paths=drawing.paths.pairs(),
        regions=drawing.regions,
        boxes={name: box.text("title") or as_title(name) for name, box in boxes.children()},
        titles={name: titles.text(name) for name in titles},
    )


def _says_what_is_where(section: MappingNode, findings: Findings) -> bool:
    """Say whether the map states its terrain; void hexes alone state nothing."""
    listed = section.mapping("hexes").entries
    if "terrain" in section or "default" in section or (listed and VOID not in listed):
        return True
    message = "the map does not say what terrain its hexes are"
    hint = "add `default: open`, the terrain of every hex that `hexes` does not list"
    findings.add("HW201", section.place(), message, help=hint)
    return False


_WORDS = ("orientation", "shoved", "ids", "rows_from", "columns_from", "letters", "prefix")
"""Keys of a grid that are words of its numbering."""


def _numbering(
    section: MappingNode, boxes: tuple[str, ...], findings: Findings
) -> Numbering | None:
    """Make the numbering that the grid asks for; ``None``, and a finding, if it is impossible."""
    grid, values = section.mapping("grid"), dict[str, Any]()
    for name in ("columns", "rows", "first_column", "first_row"):
        if (number := grid.integer(name)) is not None:
            values[name] = number
    for name in _WORDS:
        if text := grid.text(name):
            values[name] = text
    if values.get("orientation") == "pointy":
        values.setdefault("shoved", "even-rows-right")
    try:
        if (block := section.scalar("numbers")) is not None:
            # Names are rows of the grid, which has to be known without them to read them.
            values["names"] = read_names(block, _numbered(**values), findings)
        return _numbered(**values, boxes=boxes)
    except (ValueError, TypeError) as error:
        findings.add("HW201", grid.place(), f"the grid cannot be: {error}")
        return None


@lru_cache(maxsize=16)
def _numbered(**values: Any) -> Numbering:
    """Make a numbering, one object for equal grids: it remembers where its hexes are."""
    return Numbering(**values)


@dataclass(slots=True)
class Pairs:
    """What lies between neighbouring hexes, and where the file says so."""

    kinds: dict[tuple[str, str], dict[str, Node]] = field(default_factory=dict)

    def add(self, a: str, b: str, kind: str, node: Node) -> Node | None:
        """Add one; return the place of an earlier one of that kind, if there is one."""
        pair = (a, b) if a < b else (b, a)
        nodes = self.kinds.setdefault(pair, {})
        earlier = nodes.get(kind)
        nodes.setdefault(kind, node)
        return earlier

    def pairs(self) -> dict[tuple[str, str], frozenset[str]]:
        """List the kinds between each pair of hexes."""
        return {pair: frozenset(kinds) for pair, kinds in self.kinds.items()}


class _Drawing:
    """Takes the map's entries one kind after the other; each needs those before it."""

    def __init__(self, section: MappingNode, numbering: Numbering, findings: Findings) -> None:
        self.section = section
        self.numbering = numbering
        self.findings = findings
        self.terrain: dict[str, str] = {}
        self.features: dict[str, dict[str, str]] = {}
        self.hexsides = Pairs()
        self.crossed: dict[tuple[str, str], frozenset[str]] = {}
        self.paths = Pairs()
        self.regions: dict[str, frozenset[str]] = {}
        self.read = HexReader(numbering, findings)

    def draw(self) -> None:
        self._draw_terrain()
        # Only now is it known: while terrain was read, hexes were looked up in the whole grid.
        self.read.void = {n for n in self.numbering.numbers() if n not in self.terrain}
        self._draw_boxes()
        for kind, entry in self.section.mapping("features").entries.items():
            self._draw_feature(kind, entry.value)
        for kind, entry in self.section.mapping("hexsides").entries.items():
            if isinstance(entry.value, SequenceNode):
                for item in entry.value.scalars():
                    self._draw_hexside(kind, item)
        for kind, entry in self.section.mapping("paths").entries.items():
            if isinstance(entry.value, SequenceNode):
                for item in entry.value.scalars():
                    for a, b in self.read.chain(item, kind):
                        self.paths.add(a, b, kind, item)
        for name, edge in self.section.mapping("edges").children():
            self.regions[name] = frozenset(self.read.listed(edge.get("hexes")))
        united: dict[str, MappingNode] = {}
        for name, entry in self.section.mapping("regions").entries.items():
            if self.numbering.parse(name) is not None:
                message = f"region {name} has the number of a hex"
                self.findings.add("HW201", entry.key.place(), message)
            if isinstance(entry.value, MappingNode) and "regions" in entry.value:
                united[name] = entry.value
            else:
                self.regions[name] = frozenset(self._region(entry.value))
        self._unite(united)

    def _draw_terrain(self) -> None:
        """Draw terrain, in rows or in lists; hexes that are void are no part of the map."""
        rows = self.section.scalar("terrain")
        sparse = [key for key in ("default", "hexes") if key in self.section]
        if rows is not None:
            if sparse:
                place = self.section.entries[sparse[0]].key.place()
                message = f"`{sparse[0]}` beside `terrain`: the rows already say what is where"
                self.findings.add("HW201", place, message, help="keep one of the two forms")
            self.terrain.update(read_rows(self.section, rows, self.numbering, self.findings))
        else:
            default = self.section.text("default", VOID)
            self.terrain.update(dict.fromkeys(self.numbering.numbers(), default))
            stated: dict[str, tuple[str, Node]] = {}
            for kind, entry in self.section.mapping("hexes").entries.items():
                for number, node in self.read.spread(entry.value):
                    if number in stated:
                        earlier_kind, earlier_node = stated[number]
                        message = f"hex {number} is {earlier_kind} and {kind}"
                        if earlier_kind == kind:
                            message = f"hex {number} stands twice among {kind}"
                        related = [earlier_node.place("first stated here")]
                        self.findings.add("HW208", node.place(), message, related=related)
                    else:
                        stated[number] = (kind, node)
                        self.terrain[number] = kind
        for number in [number for number, kind in self.terrain.items() if kind == VOID]:
            del self.terrain[number]

    def _draw_boxes(self) -> None:
        """Draw boxes: each is a hex off the map, and a region by its name."""
        for name, box in self.section.mapping("boxes").children():
            self.terrain[name] = box.text("terrain") or self.section.text("default", VOID)
            self.regions[name] = frozenset((name,))
            if self.terrain[name] == VOID:
                message = f"box {name} has no terrain"
                self.findings.add("HW201", box.place(), message, help="add `terrain:`")
                del self.terrain[name]

    def _draw_feature(self, kind: str, value: Node) -> None:
        """Draw a kind of feature: hexes with their names, or a list without."""
        if isinstance(value, MappingNode):
            for number, entry in value.entries.items():
                if self.read.on_map(number, entry.key):
                    name = entry.value
                    printed = name.raw if isinstance(name, ScalarNode) else ""
                    self.features.setdefault(number, {})[kind] = printed
        else:
            for number, _ in self.read.spread(value):
                self.features.setdefault(number, {})[kind] = ""

    def _draw_hexside(self, kind: str, node: ScalarNode) -> None:
        """Draw the hexsides of one entry; one that stands twice is reported (HW205)."""
        for pair in self.read.pairs(node, kind):
            earlier = self.hexsides.add(*pair, kind, node)
            self.crossed[pair] = self.crossed.get(pair, frozenset()) | {kind}
            if earlier is not None:
                self.findings.add(
                    "HW205",
                    node.place("stated again here"),
                    f"{kind} hexside {'/'.join(pair)} stands twice",
                    related=[earlier.place("first stated here")],
                    help="a hexside is stated once; 0102/0103 and 0103/0102 are the same",
                )

    def _region(self, value: Node) -> list[str]:
        """List the hexes of a region: as listed, or by a feature, a terrain or a path."""
        if not isinstance(value, MappingNode):
            return self.read.listed(value)
        if features := {*value.texts("feature")}:
            return [number for number, kinds in self.features.items() if features & {*kinds}]
        if terrains := value.texts("terrain"):
            return [number for number, terrain in self.terrain.items() if terrain in terrains]
        if paths := {*value.texts("path")}:
            pairs = (pair for pair, kinds in self.paths.kinds.items() if paths & {*kinds})
            return sorted({number for pair in pairs for number in pair})
        return self.read.listed(value.get("hexes"))

    def _unite(self, united: dict[str, MappingNode]) -> None:
        """Draw regions made of others, in whatever order they stand."""
        made_of = {
            name: [member.raw for member in region.sequence("regions").scalars()]
            for name, region in united.items()
        }
        not_united = dict(united)
        while not_united:
            # In rounds: each builds the regions whose members are all there. Once a round builds
            # none, the rest refer to one another in a circle.
            ready = [name for name in not_united if not_united.keys().isdisjoint(made_of[name])]
            for name in ready or list(not_united):
                members = (self.regions.get(member, frozenset()) for member in made_of[name])
                self.regions[name] = frozenset().union(*members)
                if not ready:
                    message = f"region {name} is made of regions that are made of it"
                    self.findings.add("HW201", not_united[name].place(), message)
            not_united = {n: region for n, region in not_united.items() if n not in self.regions}


# Terrain and printed numbers as rows of words under a header of column labels.
#
# An author types the map as it lies on the table: a header with the numbers of the columns, then a
# line for each row, which begins with the row's number and has a word for each hex. The labels say
# nothing that the grid does not; they are there so that a row or a word that is missing is noticed,
# and reported where it is. What fits is read all the same.


VOID = "void"
"""The terrain of what is no part of the map."""
AS_COUNTED = "."
"""In rows of numbers: the hex has that of the grid."""
LONGEST_NAME = 16

_TOKEN = re.compile(r"\S+")
NAME = re.compile(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*")


class SymbolPlace(NamedTuple):
    """Where a symbol stands in its file: its line, and its columns from ``start`` to the one before
    ``end``, counted from 0.
    """

    line: int
    start: int
    end: int


class _Row(NamedTuple):
    """One line of the block: its words, and where they stand in the file."""

    place: Span
    words: list[str]
    columns: list[int]

    def place_of(self, index: int, label: str = "") -> Span:
        """Say where a word stands."""
        line, start = self.place.line, self.columns[index]
        end = start + len(self.words[index])
        return Span(self.place.file, line, start, line, end, self.place.text, label)


class _Cell(NamedTuple):
    """A hex, by column and row, and its word: which of a line, of which the label is 0."""

    hex: tuple[int, int]
    row: _Row
    word_at: int

    @property
    def word(self) -> str:
        """Its word."""
        return self.row.words[self.word_at]

    def place(self, label: str = "") -> Span:
        """Say where the word stands."""
        return self.row.place_of(self.word_at, label)


def read_rows(
    section: MappingNode, block: ScalarNode, numbering: Numbering, findings: Findings
) -> dict[str, str]:
    """Read the terrain of each hex from the rows of ``terrain: |``."""
    legend = {
        symbol: entry.value.raw
        for symbol, entry in section.mapping("legend").entries.items()
        if isinstance(entry.value, ScalarNode)
    }
    # Where a symbol is missing or unknown some terrain has to stand, or the hex would be reported
    # as missing wherever it is named.
    unknown = next((kind for kind in legend.values() if kind != VOID), VOID)
    terrain = dict.fromkeys(numbering.numbers(), unknown)
    for cell in _cells("terrain", block, numbering, findings):
        kind = legend.get(cell.word)
        if kind is None:
            message = f"symbol {cell.word!r} is not in the legend"
            hint = findings.suggestion(cell.word, legend)
            findings.add("HW211", cell.place(), message, help=hint)
        terrain[numbering.number(*cell.hex)] = kind or unknown
    return terrain


def read_names(block: ScalarNode, numbering: Numbering, findings: Findings) -> tuple[str, ...]:
    """Read what is printed in hexes, in map order, from the rows of ``numbers: |``.

    Empty where a dot says that it is the number of the grid.
    """
    printed: dict[tuple[int, int], str] = {}
    places: dict[str, Span] = {}
    for cell in _cells("numbers", block, numbering, findings):
        name = cell.word
        if name == AS_COUNTED:
            continue
        if len(name) > LONGEST_NAME or not NAME.fullmatch(name):
            message = f"{name[: LONGEST_NAME + 1]!r} cannot be the number of a hex"
            hint = f"letters and digits, with dots between: {LONGEST_NAME} signs at most"
            findings.add("HW202", cell.place(), message, help=hint)
        elif name in places:
            message, related = f"two hexes are called {name}", [places[name]]
            findings.add("HW202", cell.place(), message, related=related)
        else:
            printed[cell.hex], places[name] = name, cell.place("first stated here")
    return tuple(printed.get(place, "") for place in numbering.places)


def _cells(
    key: str, block: ScalarNode, numbering: Numbering, findings: Findings
) -> Iterator[_Cell]:
    """Yield the hexes of a block with their words, and report labels that are wrong.

    Rows stand as on the paper, from the top down; each begins with its label.
    """
    columns, order = _on_paper(numbering)
    rows = _rows(block)
    if len(rows) <= 1:
        message = "the block has no rows" if block.literal else "the rows have become one line"
        findings.add("HW202", block.place(), message, help=f"write `{key}: |` and a line a row")
        return
    header = rows[0]
    labels = header.words[1:]
    if len(labels) != len(columns):
        message = f"the header names {len(labels)} columns; the grid has {len(columns)}"
        hint = "the first line holds a corner word such as rc and then every column's number"
        findings.add("HW202", header.place, message, help=hint)
    else:
        for index, (label, column) in enumerate(zip(labels, columns, strict=True), start=1):
            expected = _label(numbering, "columns", column)
            if label.lstrip("0") != expected.lstrip("0"):
                message = f"the header says {label} where column {expected} stands"
                findings.add("HW202", header.place_of(index), message)
    if len(rows) - 1 != len(order):
        message = f"{len(rows) - 1} rows of {key}; the grid has {len(order)}"
        findings.add("HW202", rows[-1].place, message)
    for row, number in zip(rows[1:], order, strict=False):
        # 01 and 1 are the same label.
        expected = _label(numbering, "rows", number)
        if row.words[0].lstrip("0") != expected.lstrip("0"):
            message = f"this row is labelled {row.words[0]}, but it is row {expected}"
            findings.add("HW202", row.place_of(0), message)
        if len(row.words) - 1 != len(columns):
            message = f"row {row.words[0]} has {len(row.words) - 1} symbols for"
            findings.add("HW202", row.place, f"{message} {len(columns)} columns")
        for index, column in enumerate(columns[: len(row.words) - 1], start=1):
            yield _Cell((column, number), row, index)


def _on_paper(numbering: Numbering) -> tuple[list[int], list[int]]:
    """List columns from left to right, and rows from the top down, by their numbers."""
    columns = list(range(numbering.first_column, numbering.first_column + numbering.columns))
    rows = list(range(numbering.first_row, numbering.first_row + numbering.rows))
    if numbering.columns_from == "right":
        columns.reverse()
    if numbering.rows_from == "bottom":
        rows.reverse()
    return columns, rows


def symbol_places(block: ScalarNode, numbering: Numbering) -> dict[str, SymbolPlace]:
    """Say where the symbol of each hex stands."""
    columns, order = _on_paper(numbering)
    places = {}
    for row, number in zip(_rows(block)[1:], order, strict=False):
        for index, column in enumerate(columns[: len(row.words) - 1], start=1):
            start = row.columns[index] - 1
            place = SymbolPlace(row.place.line - 1, start, start + len(row.words[index]))
            places[numbering.number(column, number)] = place
    return places


def labelled_rows(numbering: Numbering, words: Mapping[str, str]) -> list[str]:
    """Write rows of words under their header, as ``terrain: |`` and ``numbers: |`` have
    them.

    ``words`` are those of hexes; a dot stands for all others.
    """
    columns, order = _on_paper(numbering)
    lines = [["rc", *(_label(numbering, "columns", column) for column in columns)]]
    for row in order:
        cells = (words.get(numbering.number(column, row), AS_COUNTED) for column in columns)
        lines.append([_label(numbering, "rows", row), *cells])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        " ".join([label.ljust(widths[0]), *map(str.rjust, line, widths[1:])])
        for label, *line in lines
    ]


def _rows(block: ScalarNode) -> list[_Row]:
    """Read the lines of a block that are not empty, each with its place in the file."""
    rows = []
    for index, text in enumerate(block.raw.split("\n")):
        matches = list(_TOKEN.finditer(text))
        if not matches:
            continue
        place = block.place()
        margin = 0
        if block.literal:
            # A literal block's lines are the file's lines below the `|`, less their margin.
            line = block.line + 1 + index
            line_of_file = block.file.lines[line] if line < len(block.file.lines) else ""
            margin = max(0, len(line_of_file) - len(text))
            end = len(line_of_file) + 1
            place = Span(block.file.name, line + 1, margin + 1, line + 1, end, line_of_file)
        starts = [margin + match.start() + 1 for match in matches]
        rows.append(_Row(place, [match.group() for match in matches], starts))
    return rows


def _label(numbering: Numbering, of: Letters, line: int) -> str:
    """Say what a column or a row is called: its number, or its letters."""
    if not numbering.is_lettered or numbering.letters != of:
        return f"{line:02}"
    of_columns = of == "columns"
    column, row = numbering.first_column, numbering.first_row
    number = numbering.counted(*((line, row) if of_columns else (column, line)))
    return number.removeprefix(numbering.prefix).strip("0123456789")
