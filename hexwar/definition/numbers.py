"""Read hex numbers, ranges, hexside pairs and path chains as authors write them on a map.

Every hex that is named is looked up, and what does not fit is a finding that points at the few
characters which are wrong, not at the whole line. A list keeps its other hexes; a hexside or a path
with a hex that is not there is left out, so that one slip brings no further findings with it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import accumulate, pairwise

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.lookalikes import curled
from hexwar.definition.tree import Node, ScalarNode, SequenceNode, pointer
from hexwar.hexmap import Numbering
from hexwar.hexmap.axial import Hex, directions, distance

RANGE = ".."
_STEPS = re.compile(r"[^-]+")


class HexReader:
    """Reads hex references of one map and reports those that do not fit it."""

    def __init__(
        self, numbering: Numbering, findings: Findings, void: Collection[str] = ()
    ) -> None:
        self.numbering = numbering
        self.findings = findings
        self.void = void

    def on_map(self, number: str, node: Node, place: Span | None = None) -> bool:
        """Say whether a hex is on the map; report it if not."""
        if number in self.numbering and number not in self.void:
            return True
        if number in self.void:
            message, hint = f"hex {number} is void, no part of the map", ""
        else:
            message = f"there is no hex {number} on the map"
            numbers = self.numbering.numbers()
            example = numbers[len(numbers) // 2]
            hint = f"the map runs from {numbers[0]} to {numbers[-1]}"
            if len(number) != len(example):
                hint = f"hexes are numbered like {example}; write leading zeros, and quote them"
            hint = curled(number) or hint
        place = node.place() if place is None else place
        self.findings.add("HW203", place, message, pointer=pointer(node), help=hint)
        return False

    def listed(self, value: Node | None) -> list[str]:
        """List the hexes of a list with ranges, or of a single reference."""
        return [number for number, _ in self.spread(value)]

    def spread(self, value: Node | None) -> Iterator[tuple[str, Node]]:
        """Yield the hexes of a list, each with the node that names it."""
        items = value.items if isinstance(value, SequenceNode) else [value]
        for item in items:
            if not isinstance(item, ScalarNode):
                continue
            if RANGE in item.raw:
                for number in self._range(item.raw, item):
                    yield number, item
            elif self.on_map(item.raw, item):
                yield item.raw, item

    def _range(self, text: str, node: ScalarNode) -> list[str]:
        start_number, end_number = text.split(RANGE, 1)
        start, end = self.numbering.parse(start_number), self.numbering.parse(end_number)
        if start is None or end is None:
            self.on_map(start_number if start is None else end_number, node)
            return []
        (column, row), (to_column, to_row) = start, end
        if column == to_column and row <= to_row:
            places = [(column, between) for between in range(row, to_row + 1)]
        elif row == to_row and column <= to_column:
            places = [(between, row) for between in range(column, to_column + 1)]
        else:
            message = f"{text} runs neither down a column nor along a row"
            hint = "write the lower number first, in one column or one row"
            self.findings.add("HW209", node.place(), message, help=hint)
            return []
        numbers = [self.numbering.number(*place) for place in places]
        return [number for number in numbers if number not in self.void]

    def pairs(self, node: ScalarNode, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the hexsides of a line: ``0304/0404``; more hexes lie on either side in
        turn.

        ``0301..0305/0401..0405`` are all hexsides between the first and the second group.
        """
        names = node.raw.split("/")
        if RANGE in node.raw and len(names) == 2 and all(names):
            findings_before = len(self.findings)
            on_one_side, on_other_side = (self._hexes(side, node) for side in names)
            pairs = [(a, b) for a in on_one_side for b in on_other_side if b in self._neighbors(a)]
            # Unless something is wrong with the hexes themselves: then that is all there is to say.
            if not pairs and len(self.findings) == findings_before:
                message = f"no {kind} hexside {node.raw}: these hexes do not touch those"
                self.findings.add("HW204", node.place(), message, help="write hexes that touch")
            yield from pairs
            return
        if len(names) < 2 or not all(names):
            message = f"{node.raw!r} is not a hexside"
            hint = "write the two hexes that it parts: 0304/0404"
            self.findings.add("HW210", node.place(), message, help=hint)
            return
        starts = accumulate((len(name) + 1 for name in names), initial=0)
        # One start more than there are names: where another would begin.
        are_on_map = [
            self.on_map(name, node, node.part(start, len(name)))
            for start, name in zip(starts, names, strict=False)
        ]
        if all(are_on_map):
            for a, b in pairwise(names):
                if self._adjacent(a, b, node, f"{kind} hexside {a}/{b} joins", "HW204"):
                    yield a, b

    def _hexes(self, text: str, node: ScalarNode) -> list[str]:
        """Read one hex, or a range of them."""
        if RANGE in text:
            return self._range(text, node)
        return [text] if self.on_map(text, node) else []

    def _adjacent(self, a: str, b: str, node: ScalarNode, called: str, code: str) -> bool:
        hexes_apart = distance(self.numbering.axial(a), self.numbering.axial(b))
        if hexes_apart == 1:
            return True
        label = f"{b} is {hexes_apart} hexes from {a}" if hexes_apart else "the same hex twice"
        self.findings.add(
            code,
            node.place(label),
            f"{called} hexes that are not adjacent",
            help=f"{a} touches {' '.join(self._neighbors(a))}",
        )
        return False

    def _neighbors(self, number: str) -> list[str]:
        q, r = self.numbering.axial(number)
        steps = directions(self.numbering.orientation).values()
        around = (self.numbering.number_at(Hex(q + dq, r + dr)) for dq, dr in steps)
        return sorted(n for n in around if n is not None and n not in self.void)

    def chain(self, node: ScalarNode, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the steps of a path such as ``@W-0103-0203``; ``@W`` is an edge of the map."""
        steps = [(match.group(), match.start()) for match in _STEPS.finditer(node.raw)]
        names = [name for name, _ in steps]
        hexes = [name for name in names if not name.startswith("@")]
        if "--" in node.raw or node.raw[:1] == "-" or node.raw[-1:] == "-" or len(names) < 2:
            message = f"{node.raw!r} is not a chain of hexes"
            hint = "write the hexes in order: 0103-0203-0303"
            self.findings.add("HW210", node.place(), message, help=hint)
            return
        for index, (name, offset) in enumerate(steps):
            place = node.part(offset, len(name))
            if name.startswith("@"):
                is_inside = 0 < index < len(steps) - 1
                compass = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
                if name[1:] not in compass:
                    message = f"{name} is no edge of the map"
                    hint = self.findings.suggestion(name[1:], compass)
                    self.findings.add("HW210", place, message, help=hint)
                elif is_inside:
                    message = f"{name} stands inside the chain; a path leaves the map at an end"
                    self.findings.add("HW210", place, message)
            elif not self.on_map(name, node, place):
                return
        for a, b in pairwise(hexes):
            if self._adjacent(a, b, node, f"{kind} step {a}-{b} joins", "HW206"):
                yield a, b
