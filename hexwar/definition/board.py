"""Section ``map``: terrain in a grid of rows or in lists, hexsides, paths, features, regions.

First the numbering of the grid, for without it no hex has a name; then terrain, by which is known
what is void; then boxes, features, hexsides and paths, and at last edges and regions, which are
made of all these. What does not fit is a finding, and the rest is drawn: an author sees the map
with the hexes that are right.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from hexwar.definition.diagnostics import Findings
from hexwar.definition.grid import VOID, read_names, read_rows
from hexwar.definition.numbers import HexReader
from hexwar.definition.printable import as_title
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
from hexwar.hexmap import HexMap, Numbering


def build_map(section: MappingNode, findings: Findings) -> HexMap | None:
    """The map, with findings for what does not fit; ``None`` if there is no grid to speak of."""
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
    """Whether the map states its terrain; listing void hexes states nothing without a default."""
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
    grid, given = section.mapping("grid"), dict[str, Any]()
    for name in ("columns", "rows", "first_column", "first_row"):
        if (number := grid.integer(name)) is not None:
            given[name] = number
    for name in _WORDS:
        if text := grid.text(name):
            given[name] = text
    if given.get("orientation") == "pointy":
        given.setdefault("shoved", "even-rows-right")
    try:
        if (block := section.scalar("numbers")) is not None:
            # Names are rows of the grid, which has to be known without them to read them.
            given["names"] = read_names(block, _numbered(**given), findings)
        return _numbered(**given, boxes=boxes)
    except (ValueError, TypeError) as error:
        findings.add("HW201", grid.place(), f"the grid cannot be: {error}")
        return None


@lru_cache(maxsize=16)
def _numbered(**given: Any) -> Numbering:
    """The same numbering for the same grid: it knows where its hexes are once it was asked."""
    return Numbering(**given)


@dataclass(slots=True)
class Pairs:
    """What lies between neighbouring hexes, and where the file says so."""

    kinds: dict[tuple[str, str], dict[str, Node]] = field(default_factory=dict)

    def add(self, a: str, b: str, kind: str, node: Node) -> Node | None:
        """Add one; the place of an earlier one of that kind, if there is one."""
        pair = (a, b) if a < b else (b, a)
        there = self.kinds.setdefault(pair, {})
        if kind in there:
            return there[kind]
        there[kind] = node
        return None

    def pairs(self) -> dict[tuple[str, str], frozenset[str]]:
        """Pair of hexes to the kinds between them."""
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
                    self._draw_path(kind, item)
        for name, edge in self.section.mapping("edges").children():
            self.regions[name] = frozenset(self.read.listed(edge.get("hexes")))
        united: dict[str, Node] = {}
        for name, entry in self.section.mapping("regions").entries.items():
            if self.numbering.parse(name) is not None:
                message = f"region {name} has the number of a hex"
                self.findings.add("HW201", entry.key.place(), message)
            if isinstance(entry.value, MappingNode) and "regions" in entry.value:
                united[name] = entry.value
            else:
                self.regions[name] = frozenset(self._region(entry.value))
        self._unite(united)

    def _unite(self, united: dict[str, Node]) -> None:
        """Regions made of others, in whatever order they stand."""
        while united:
            parts = {
                name: [part.raw for part in value.sequence("regions").scalars()]
                for name, value in united.items()
                if isinstance(value, MappingNode)
            }
            ready = [name for name, of in parts.items() if united.keys().isdisjoint(of)]
            # In rounds: those first of which all parts are there. Where there are none, what is
            # left goes round in a circle.
            for name in ready or united:
                known = (self.regions.get(part, frozenset()) for part in parts[name])
                self.regions[name] = frozenset().union(*known)
                if not ready:
                    message = f"region {name} is made of regions that are made of it"
                    self.findings.add("HW201", united[name].place(), message)
            united = {name: value for name, value in united.items() if name not in self.regions}

    def _draw_terrain(self) -> None:
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
            self._draw_hexes()
        for number in [number for number, kind in self.terrain.items() if kind == VOID]:
            del self.terrain[number]

    def _draw_boxes(self) -> None:
        """Each is a hex off the map, and a region by its name."""
        for name, box in self.section.mapping("boxes").children():
            self.terrain[name] = box.text("terrain") or self.section.text("default", VOID)
            self.regions[name] = frozenset((name,))
            if self.terrain[name] == VOID:
                message = f"box {name} has no terrain"
                self.findings.add("HW201", box.place(), message, help="add `terrain:`")
                del self.terrain[name]

    def _draw_hexes(self) -> None:
        first: dict[str, tuple[str, Node]] = {}
        for kind, entry in self.section.mapping("hexes").entries.items():
            for number, node in self.read.spread(entry.value):
                if number in first:
                    other, where = first[number]
                    message = f"hex {number} is {other} and {kind}"
                    if other == kind:
                        message = f"hex {number} stands twice among {kind}"
                    related = [where.place("first stated here")]
                    self.findings.add("HW208", node.place(), message, related=related)
                else:
                    first[number] = (kind, node)
                    self.terrain[number] = kind

    def _draw_feature(self, kind: str, value: Node) -> None:
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

    def _draw_path(self, kind: str, node: ScalarNode) -> None:
        for a, b in self.read.chain(node, kind):
            self.paths.add(a, b, kind, node)

    def _region(self, value: Node) -> list[str]:
        if not isinstance(value, MappingNode):
            return self.read.listed(value)
        if features := {*value.texts("feature")}:
            return [number for number, named in self.features.items() if features & {*named}]
        if kinds := value.texts("terrain"):
            return [number for number, terrain in self.terrain.items() if terrain in kinds]
        if paths := {*value.texts("path")}:
            pairs = (pair for pair, drawn in self.paths.kinds.items() if paths & {*drawn})
            return sorted({number for pair in pairs for number in pair})
        return self.read.listed(value.get("hexes"))
