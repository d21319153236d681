"""On a printed map: who is set up where, and where units enter.

A hex that the scenario names for units has their letters, in the colour of their side. A region has
an outline and its name, as the order of battle calls it: unbroken where units are set up, dashed
where they enter. A window needs none of that, as it offers what may be done.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hexwar.definition.model import ResolvedGame
from hexwar.rules.language.wording import region_called
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.scenarios.rules import has_area
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.geometry import SQRT3, PaperRect, Point, between
from hexwar.viewer.drawing.theme import Color, mix, parse_color
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printing.leaves import BLACK, InkedBox, Item, Letters, Stroke, width_of

_SMALLEST, _SIZE = 1.6, 2.5  # millimetres of the letters in a hex
_LOW = 0.4  # units from the middle of a hex down to their first line
_MOST_LINES = 2  # of letters in a hex: below a counter's name there is no room for more
_CASING: Color = (250, 246, 234)
_DASH = 2.2  # millimetres of a dash, and of the gap behind it


class _Area(NamedTuple):
    """A region in which units are set up or, if it is not ``begins``, enter."""

    region: str
    begins: bool
    color: Color


def has_set_up_marks(game: ResolvedGame) -> bool:
    """Whether anything of that is on the map of a game."""
    return bool(game.scenario.setup) or any(True for _ in _areas(game))


def set_up_marks(
    game: ResolvedGame, painter: MapSheet, view: PaperRect, corner: Point, scale: float
) -> Iterator[Item]:
    """What lies in the part ``view`` of the map; it begins at ``corner`` of the leaf, and has
    ``scale`` millimetres to the unit.
    """
    where = _OnLeaf(painter, view, corner, scale)
    tagged: dict[str, int] = {}
    for area in _areas(game):
        hexes = sorted(game.map.region(area.region) - game.map.boxes.keys())
        if not hexes:
            continue
        yield from where.outlined(hexes, area)
        on_leaf = [number for number in hexes if where.has_letters(number)]
        if not on_leaf:
            continue
        number = min(on_leaf, key=lambda number: (painter.center(number)[1], number))
        tagged[number] = tagged.get(number, -1) + 1
        name = region_called(game.map, area.region)
        words = f"{'' if area.begins else 'entry: '}{name}"
        yield from where.lettered(number, [words], area.color, tagged[number])
    for number, units in _by_hex(game).items():
        if not where.has_letters(number):
            continue
        for side, names in units.items():
            lines = where.lines(names)
            begin = tagged.get(number, -1) + 1
            yield from where.lettered(number, lines, _color(game, side), begin)
            tagged[number] = begin + len(lines) - 1


def _areas(game: ResolvedGame) -> list[_Area]:
    """The regions, each once: where units are set up first."""
    units, areas = game[Units].counters, dict[tuple[str, bool], _Area]()
    for unit, place in game.scenario.setup.items():
        if unit in units and place not in game.map and has_area(game, unit):
            color = _color(game, units[unit].side)
            areas.setdefault((place, True), _Area(place, True, color))
    for group in game[Reinforcements].groups.values():
        for region in group.entry.region:
            area = _Area(region, False, _color(game, group.side))
            areas.setdefault((region, False), area)
    return list(areas.values())


def _by_hex(game: ResolvedGame) -> dict[str, dict[str, list[str]]]:
    """The units that begin in hexes of their own, or near these, by hex and side."""
    by_hex: dict[str, dict[str, list[str]]] = {}
    for unit, place in game.scenario.setup.items():
        counter = game[Units].counters.get(unit)
        if counter is not None and place in game.map and place not in game.map.boxes:
            near = "+" if game.scenario.within.get(unit) else ""
            by_hex.setdefault(place, {}).setdefault(counter.side, []).append(f"{unit}{near}")
    return by_hex


def _color(game: ResolvedGame, side: str) -> Color:
    """That of a side, dark enough for letters on paper."""
    ground = next((known.color for known in game[Sides].all if known.id == side), "")
    return mix(parse_color(ground, BLACK), BLACK, 0.45)


class _OnLeaf(NamedTuple):
    """Where a part of the map lies on a leaf, and what fits there."""

    painter: MapSheet
    view: PaperRect
    corner: Point
    scale: float

    def _shown(self, point: Point) -> bool:
        view = self.view
        return view.left <= point[0] <= view.right and view.top <= point[1] <= view.bottom

    def _at(self, point: Point) -> Point:
        left, top = self.corner
        return (
            left + (point[0] - self.view.left) * self.scale,
            top + (point[1] - self.view.top) * self.scale,
        )

    def outlined(self, hexes: Sequence[str], area: _Area) -> Iterator[Item]:
        """A line around hexes, as far as it is on this leaf."""
        loops = self.painter.layout.outline([self.painter.map.axial(number) for number in hexes])
        sides = [
            (self._at(a), self._at(b))
            for loop in loops
            for a, b in pairwise([*loop, loop[0]])
            if self._shown(a) and self._shown(b)
        ]
        if area.begins:
            yield from (Stroke(a, b, 1.1, _CASING) for a, b in sides)
            yield from (Stroke(a, b, 0.6, area.color) for a, b in sides)
            return
        for a, b in sides:
            parts = max(1, round(math.dist(a, b) / (2 * _DASH)))
            for part in range(parts):
                start, end = ((part + share) / parts for share in (0.2, 0.8))
                for wide, color in ((1.1, _CASING), (0.6, area.color)):
                    yield Stroke(between(a, b, start), between(a, b, end), wide, color)

    def has_letters(self, number: str) -> bool:
        """Whether a hex has its letters on this leaf."""
        return self._shown(self.painter.center(number))

    def lines(self, names: Sequence[str]) -> list[str]:
        """Names in lines as wide as a hex; what has no room is left to the order of battle."""
        wide = SQRT3 * self.scale * 0.9
        lines = [names[0]]
        for name in names[1:]:
            longer = f"{lines[-1]} {name}"
            if width_of(longer, _SMALLEST, bold=True) <= wide:
                lines[-1] = longer
            elif len(lines) < _MOST_LINES:
                lines.append(name)
            else:
                lines[-1] += " \u2026"
                break
        return lines

    def lettered(
        self, number: str, lines: Sequence[str], color: Color, begin: int
    ) -> Iterator[Item]:
        """Lines of letters in the lower half of a hex, from that line on; nearer to its middle, or
        beside it, where the part of the map ends.
        """
        x, y = self._at(self.painter.center(number))
        right, foot = self._at((self.view.right, self.view.bottom))
        wide = SQRT3 * self.scale * 0.94
        for place, words in enumerate(lines, begin):
            share = wide / width_of(words, _SIZE, bold=True)
            size = max(_SMALLEST, min(_SIZE, _SIZE * share))
            width = width_of(words, size, bold=True) + 0.8
            left = min(max(x - width / 2, self.corner[0]), right - width)
            base = min(y + self.scale * _LOW + place * _SIZE, foot - size * 0.3)
            yield InkedBox(left, base - size * 0.85, width, size * 1.1, _CASING)
            yield Letters(words, left + 0.4, base, size, bold=True, color=color)
