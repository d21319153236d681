"""Supply on the map: where a side can trace from, and where its supply comes from.

What some units can trace from is outlined, and within it what all can, where that differs. Sources
stand above the counters, for under them they were all but hidden. Everything is worked out once a
position, by what this window knows of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Units
from hexwar.viewer.drawing.borders import SUPPLIED, SUPPLIED_ALL
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.signs import draw_network, draw_no_line, draw_source
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.map_key import KeySample, of_border
from hexwar.viewer.table.selection import Selection


class _Known(NamedTuple):
    """The hexes from which some class of units traces, those from which all do; by side its
    sources with its colour and its place among the sides; the lines of units.
    """

    somebody: frozenset[str] = frozenset()
    everybody: frozenset[str] = frozenset()
    sources: Mapping[str, tuple[tuple[str, ...], Color, int]] = {}
    lines: Mapping[str, tuple[str, ...] | None] = {}


class SupplyView:
    """The supply of one side of a match, as known, worked out once a position."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._known: tuple[object, _Known] = (None, _Known())

    @property
    def side(self) -> str:
        """The side whose supply is shown: the one at the window, else the one to act."""
        match = self._match
        return match.visibility.side or match.state.side_to_act or next(iter(match.sides))

    @property
    def lines(self) -> Mapping[str, tuple[str, ...] | None]:
        """Unit to its line to a source, ``None`` without one, for the units on the map of the
        side, in the order of the units file.
        """
        return self._now.lines

    def draw(self, overlay: Overlay) -> None:
        """Outline what some class of units traces from, and in it what all do."""
        now = self._now
        if not now.somebody:
            return
        overlay.outline(now.somebody, SUPPLIED)
        if now.somebody != now.everybody:
            overlay.outline(now.everybody, SUPPLIED_ALL)

    def draw_sources(self, overlay: Overlay) -> None:
        """The sources of all sides, above the counters."""
        now = self._now
        for numbers, color, band in now.sources.values():
            for number in numbers:
                overlay.source(number, color, band)

    def draw_lines(self, overlay: Overlay, selection: Selection) -> None:
        """Who has no line; and the lines of the units picked up or looked at, drawn out."""
        visibility, number = self._match.visibility, selection.focus_hex
        for unit, line in self.lines.items():
            if line is None:
                overlay.no_line(self._match.state.position(unit) or "")
        units = selection.units or (visibility.units_at(number) if number else ())
        lines = [visibility.state.supply_path(unit) for unit in units]
        for line in {line for line in lines if line}:
            overlay.trace(line)

    def key(self) -> list[KeySample]:
        """What is drawn, in words."""
        now, samples = self._now, []
        if now.somebody:
            words = f"Inside: supply for {self._match.side_name(self.side)}"
            samples.append(KeySample(of_border(SUPPLIED), words))
        if now.somebody != now.everybody:
            samples.append(KeySample(of_border(SUPPLIED_ALL), "for all its units"))
        numbers, color, band = now.sources.get(self.side, ((), PALETTE.ink, 0))
        if numbers:
            samples.append(KeySample(partial(draw_source, color=color, band=band), "source"))
        if any(now.lines.values()):
            samples.append(KeySample(_line, "line of supply"))
        if None in now.lines.values():
            samples.append(KeySample(draw_no_line, "no line of supply"))
        return samples

    @property
    def _now(self) -> _Known:
        key = self._match.version, self._match.visibility.sides, self.side
        if self._known[0] != key:
            self._known = key, self._found()
        return self._known[1]

    def _found(self) -> _Known:
        match, visibility, side = self._match, self._match.visibility, self.side
        areas = [frozenset(numbers) for numbers in visibility.state.supply(side).values()]
        lines = {
            unit.id: visibility.state.supply_path(unit.id)
            for unit in match.resolved[Units].counters.values()
            if unit.side == side and match.state.position(unit.id) and visibility.sees(unit.id)
        }
        supply = match.resolved.section(Supply)
        sources = {
            other: (
                tuple(visibility.state.supply_sources(other)),
                parse_color(match.sides[other].color, PALETTE.ink),
                list(match.sides).index(other),
            )
            for other in (supply.sources if supply else ())
        }
        somebody = frozenset[str]().union(*areas)
        # The intersection begins with the union, so that of no classes at all it is empty too.
        return _Known(somebody, somebody.intersection(*areas), sources, lines)


def _line(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    across, down = middle
    draw_network(surface, [[(across - zoom * 0.6, down), (across + zoom * 0.6, down)]], zoom)
