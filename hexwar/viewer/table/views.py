"""What is laid over the map for a while: changes, plans, lines of sight, supply, the key to it.

What has changed is drawn in two layers: routes and ghosts lie under the counters, losses and
battles over them. The former say how the present position came about, the latter must not be hidden
by it. After the changes come plans (a hint, orders that are written), then lines of sight, supply,
and the line that explains what is laid over the map.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.grammar import in_prose
from hexwar.engine import FireRange, Sight
from hexwar.engine.notation import verbs
from hexwar.hexmap.hexmap import FAR_AWAY
from hexwar.records import Session
from hexwar.rules.language.wording import in_words
from hexwar.rules.line_of_sight.section import LineOfSight
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import counter
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.outlines import SUPPLIED, SUPPLIED_ALL, Border
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.signs import draw_network, draw_no_line, draw_source
from hexwar.viewer.drawing.theme import PALETTE, Color, lettering, parse_color
from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.match.meanwhile import Changes
from hexwar.viewer.table.pieces import Pieces
from hexwar.viewer.table.selection import Selection

_GONE = 0.76  # of the counter of a unit that was lost, in units


def shown_changes(match: Match, hints: Hints | None) -> Changes:
    """What has changed, as far as it is to be seen: nothing while a hint is on the map, as nobody
    could tell its arrows from those of the other side.
    """
    return Changes() if hints is not None and hints.plan else match.changes


def draw_below(
    overlay: Overlay,
    match: Match,
    pieces: Pieces,
    changes: Changes,
    facings: Mapping[str, str],
) -> None:
    """Routes and ghosts, under the counters; ``facings``: those of :func:`facings_before`."""
    routes: dict[tuple[str, ...], str] = {}
    """Each route with the first of the units that took it: a stack has one arrow."""
    for unit, path in changes.routes.items():
        # A unit that came from off the map stood in no hex before.
        if path[0]:
            pieces.ghost(overlay, unit, path[0], facings.get(unit, ""))
        routes.setdefault(tuple(number for number in path if number), unit)
    for route, unit in routes.items():
        side = match.sides[match.resolved[Units].counters[unit].side]
        overlay.route(route, parse_color(side.color, PALETTE.ink))


def facings_before(match: Match, changes: Changes) -> dict[str, str]:
    """The facings with which units left the hexes where their routes begin, as far as those who
    look on know: none of units without a facing. All that has happened is gone through for it.
    """
    places = {unit: path[0] for unit, path in changes.routes.items()}
    if not (places and match.resolved.has("facing")):
        return {}
    # At a table elsewhere nobody has the beginning: who has not turned since looks as it did.
    begun = match.record.start() if isinstance(match.record, Session) else match.state
    looks = {unit: begun.facing(unit) for unit in places}
    looked = dict(looks)
    for event in match.known_events():
        unit = event.fields.get("unit")
        if unit in looks:
            path = event.fields.get("path")
            if path and path[0] == places[unit]:
                looked[unit] = looks[unit]
            looks[unit] = event.fields.get("facing") or looks[unit]
    return {unit: look for unit, look in looked.items() if look}


def draw_above(overlay: Overlay, match: Match, pieces: Pieces, changes: Changes) -> None:
    """The units that were lost, over the counters: small and pale, struck through, side by side in
    the hex.
    """
    side = max(10, round(overlay.zoom * _GONE))
    drawn_at: Counter[str] = Counter()
    for unit, number in changes.lost.items():
        across, down = overlay.center(number)
        box = pygame.Rect(0, 0, side, side)
        box.center = round(across - overlay.zoom * 0.45), round(down - overlay.zoom * 0.5)
        box.move_ip(drawn_at[number] * side * 2 // 3, 0)
        drawn_at[number] += 1
        picture = counter(pieces.face(unit), side).copy()
        picture.set_alpha(190)
        overlay.surface.blit(picture, box.topleft)
        overlay.struck(box)


def last_seen(match: Match) -> dict[str, str]:
    """The enemies out of sight, each with the hex in which those who look on saw it last.

    Taken from the events that they learned of alone, so that it tells nothing of where a unit has
    gone since. Units that are known to be lost or to have left the map are not among them.
    """
    eyes = match.visibility.sides
    if not match.visibility.limited or not eyes:
        return {}
    places: dict[str, str] = {}
    for event in match.known_events():
        fields = event.fields
        unit = fields.get("unit")
        if unit is None:
            continue
        if event.kind in _LEAVES:
            places.pop(unit, None)
        elif number := (fields["path"][-1] if fields.get("path") else fields.get("hex")):
            places[unit] = str(number)
    state, counters = match.visibility.state, match.resolved[Units].counters
    return {
        unit: number
        for unit, number in places.items()
        if unit in counters
        and counters[unit].side not in eyes
        and not match.visibility.sees(unit)
        # Where an own unit stands nobody hides.
        and not any(counters[unit_there].side in eyes for unit_there in state.units_at(number))
    }


_LEAVES = frozenset({"eliminated", "exited"})
"""Kinds of event after which a unit stands nowhere."""


def draw_last_seen(overlay: Overlay, pieces: Pieces, places: Mapping[str, str]) -> None:
    """A ghost where a unit was seen last, unless another counter lies there: the panel names it."""
    standing = pieces.standing()
    for unit, number in places.items():
        if number not in standing:
            pieces.ghost(overlay, unit, number)


# Plans on the map: a hint, with where its units go, what they strike, what is to be feared; and
# orders that are written and not carried out yet, for the side that wrote them.
#
# A hint is drawn as its effect, routes for moves and arrows for attacks; an order as the path that
# it writes.


def draw_hint(overlay: Overlay, match: Match, hints: Hints) -> None:
    """A way for each unit that goes somewhere, arrows for attacks, dashes around what the enemy
    probably strikes at.
    """
    advice = hints.advice
    if advice is None:
        return
    for number in advice.threats:
        overlay.frame(number, PALETTE.danger, dashed=True)
    state, units = match.visibility.state, match.resolved[Units].counters
    standing = {unit: state.position(unit) for unit in units}
    for action in hints.plan:
        if not action.hexes:
            continue
        verb = verbs()[action.verb]
        for unit in action.units:
            hex_now = standing.get(unit)
            if hex_now is None or hex_now == action.hexes[-1]:
                overlay.frame(action.hexes[-1], PALETTE.gold)
            elif verb.points_at == "goal":
                course = action.hexes if action.hexes[0] == hex_now else (hex_now, action.hexes[-1])
                side = match.sides[units[unit].side]
                overlay.route(course, parse_color(side.color, PALETTE.ink))
            else:
                overlay.arrow(hex_now, action.hexes[-1], PALETTE.danger, reach=0.42)
        # Later steps of the plan begin where this one leads, though nobody has moved yet.
        if verb.points_at == "goal":
            standing.update(dict.fromkeys(action.units, action.hexes[-1]))


def draw_orders(overlay: Overlay, match: Match, pieces: Pieces) -> None:
    """The way of each unit for which one is written, with the moment at which it enters each hex;
    a frame around those that are to stay; and at the end the unit, pale, as it will look. Of others
    nothing is known, so nothing is drawn.
    """
    if match.state.is_over or not match.visibility.views:
        return
    for order in match.visibility.state.written_orders():
        if order.facing or len(order.path) > 1:
            pieces.ghost(overlay, order.unit, order.path[-1], order.facing)
        if len(order.path) > 1:
            overlay.path(order.path, [str(step) for step in range(len(order.path))], stopped=False)
        elif order.path:
            overlay.frame(order.path[0], PALETTE.ink, dashed=True)


# Lines of sight on the map: from which unit, to where, what is crossed, what is in the way, how
# far; and where counters look.
#
# While a key is held, the line leads from the unit picked up, or from the hex that was looked at
# when the key went down, to the hex under the pointer, and all that is not seen from there lies
# under a veil. Where fire is aimed the line is drawn unasked.


@dataclass(frozen=True, slots=True)
class ShownSight:
    """A line of sight that is shown, and how far the unit fires that looks along it."""

    sight: Sight
    who: str
    reach: FireRange | None

    @property
    def in_words(self) -> Notice:
        """Whether there is a line of sight, how long it is, and what range that is."""
        sight = self.sight
        if sight.why is not None:
            away = "" if sight.distance == FAR_AWAY else f" It is {far(sight)} away."
            return Notice(f"{sight.why.message}{away}", sight.why.rule)
        ranged = f", {self._ranged}" if self._ranged else ""
        return Notice(f"{self.who} sees {sight.hexes[-1]}, {far(sight)} away{ranged}.")

    @property
    def sign(self) -> str:
        """What stands at the end of the line: the range, and what is in the way."""
        if self.sight.distance == FAR_AWAY:
            return "off the map"
        hexes = far(self.sight)
        if self.sight.why is not None:
            by = self.sight.blocked_by
            return f"{hexes}, hidden by {by}" if by else f"{hexes}, too far"
        return f"{hexes}, {self._ranged}" if self._ranged else hexes

    @property
    def _ranged(self) -> str:
        """What range the distance is for the unit that fires; empty where it cannot be said."""
        reach, hexes = self.reach, self.sight.distance
        if reach is None:
            return ""
        if reach.most is not None and hexes > reach.most:
            return f"out of range ({reach.most})"
        if reach.optimal is None:
            return f"in range ({reach.most})" if reach.most is not None else ""
        range_word = "within" if hexes <= reach.optimal else "beyond"
        return f"{range_word} optimal range ({reach.optimal})"


def far(sight: Sight) -> str:
    """How long a line is."""
    return "1 hex" if sight.distance == 1 else f"{sight.distance} hexes"


class SightView:
    """The line of sight of a window: asked for by a key, or drawn where fire is aimed."""

    def __init__(self, match: Match, selection: Selection) -> None:
        self.match = match
        self.selection = selection
        self.held = False
        """Whether the key is down."""
        self._from: str | None = None
        """The hex that was looked at when it went down."""
        self._area = LastAnswer[frozenset[str]]()
        self._known = LastAnswer[ShownSight | None]()

    def hold(self, on: bool) -> bool:
        """The key goes down or up; answers whether the game knows of lines of sight."""
        self.held, self._from = on, self.selection.focus_hex if on else None
        return self.match.resolved.section(LineOfSight) is not None

    @property
    def origin(self) -> str | None:
        """The hex that is looked from, if anything is to be shown."""
        chosen = self.selection
        if self.held:
            return chosen.here or self._from
        return chosen.here if chosen.kind and chosen.presentation.aims else None

    def look(self) -> ShownSight | None:
        """The line to the hex looked at, or to the one aimed at; None while there is none to show.

        Without the key, no line is drawn to hexes where the unit could go, as its path is there.
        """
        chosen, start = self.selection, self.origin
        goal = chosen.focus_hex or chosen.target
        if start is None or goal is None or goal == start:
            return None
        shot = self.match.results.shot
        struck = shot is not None and goal == shot.hex and chosen.target is None
        # Where a fire has just struck it would look like that of the next unit, picked unasked.
        if not self.held and (struck or goal in chosen.destinations()):
            return None
        unit, attack = chosen.unit, chosen.attack()
        aimed = attack if goal == chosen.target else chosen.fights().get(goal)
        fires = aimed is None or chosen.presentation.is_shot(aimed.verb)

        def shown() -> ShownSight | None:
            # Asked of what is known at this window, so that a line gives no hidden unit away.
            state = self.match.visibility.state
            sight = state.line_of_sight(start, goal)
            reach = state.fire_range(unit) if unit and fires else None
            return ShownSight(sight, unit or start, reach) if sight is not None else None

        return self._known.about((self.match.version, start, goal, unit, fires), shown)

    def draw(self, overlay: Overlay, explained: Collection[str] = ()) -> None:
        """The line; while the key is held, a veil over all that is not seen from there. In hexes of
        which a tag has ``explained`` already no sign stands beside it.
        """
        match, origin = self.match, self.origin
        if self.held and origin is not None:
            area = self._area.about(
                (match.version, origin), lambda: frozenset(match.state.in_sight(origin))
            )
            if area:
                overlay.shade(
                    [number for number in match.resolved.map.numbers if number not in area]
                )
        look = self.look()
        if look is None:
            return
        sight = look.sight
        overlay.crossed([number for number in sight.hexes[1:-1] if number not in sight.blocking])
        if sight.blocking:
            overlay.hatch(sight.blocking)
        overlay.sight(sight.hexes[0], sight.hexes[-1], sight.blocking, clear=sight.clear)
        if not (sight.clear and sight.hexes[-1] in explained):
            overlay.flag(sight.hexes[-1], look.sign)


_ARCS = 2  # hexes around a unit to which its arcs are drawn


def draw_arcs(overlay: Overlay, match: Match, chosen: Selection) -> None:
    """The arcs around the unit picked up, or the one pointed at, each with its name."""
    state, number = match.visibility.state, chosen.focus_hex
    if number is None:
        return
    if chosen.unit and state.position(chosen.unit) == number:
        unit: str | None = chosen.unit
    else:
        unit = next(filter(state.facing, reversed(state.units_at(number))), None)
    if unit is None or not match.visibility.sees(unit):
        return
    beside = match.resolved.map.neighbors(number)
    for arc, numbers in state.arcs(unit, within=_ARCS).items():
        if numbers:
            overlay.border(set(numbers), PALETTE.ink)
        # On no counter, and no more often than the two sides of a unit want.
        free = [near for near in numbers if near in beside and not state.units_at(near)]
        for near in dict.fromkeys([*free[:1], *free[-1:]]):
            overlay.lettered(number, near, in_words(arc))


def draw_wind(view: pygame.Surface, comes_from: float, scale: float) -> None:
    """In the upper right corner an arrow the way that the wind blows, with its name."""
    turn, reach = math.radians(comes_from), 24 * scale
    across, down = math.sin(turn), -math.cos(turn)
    x, y = view.get_width() - 44 * scale, 46 * scale
    ink.disc(view, (x, y), reach * 1.3, PALETTE.ink)
    ink.disc(view, (x, y), reach * 1.24, PALETTE.paper)
    tail, tip = (x + across * reach, y + down * reach), (x - across * reach, y - down * reach)
    ink.segment(
        view, tail, (x - across * reach * 0.4, y - down * reach * 0.4), 5 * scale, PALETTE.ink
    )
    wide = reach * 0.5
    root = x - across * reach * 0.25, y - down * reach * 0.25
    wings = [(root[0] - down * half, root[1] + across * half) for half in (wide, -wide)]
    ink.shape(view, [tip, *wings], PALETTE.ink)
    word = lettering("Wind", round(13 * scale), PALETTE.ink, bold=True)
    box = word.get_rect(midtop=(round(x), round(y + reach * 1.35)))
    pygame.draw.rect(view, PALETTE.paper, box.inflate(8, 2), 0, 4)
    view.blit(word, box)


# Supply on the map: where a side can trace from, and where its supply comes from.
#
# What some units can trace from is outlined, and within it what all can, where that differs.
# Sources stand above the counters, since below them they were all but hidden. Everything is worked
# out once a position, by what this window knows.


class _Known(NamedTuple):
    """What is known of the supply of a side, and of all sources."""

    somebody: frozenset[str]
    """The hexes from which some class of units traces."""
    everybody: frozenset[str]
    """Those from which every class does."""
    sources: Mapping[str, tuple[tuple[str, ...], Color, int]]
    """By side the hexes of its sources, its colour and its place among the sides."""
    lines: Mapping[str, tuple[str, ...] | None]
    """By unit its line to a source, None without one."""


class SupplyView:
    """The supply of one side of a match, as known, worked out once a position."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._known = LastAnswer[_Known]()

    @property
    def side(self) -> str:
        """The side whose supply is shown: the one at the window, else the one to act."""
        match = self._match
        return match.visibility.side or match.state.side_to_act or next(iter(match.sides))

    @property
    def lines(self) -> Mapping[str, tuple[str, ...] | None]:
        """By unit its line to a source, None without one: the side's units that are seen on the
        map, in the order of the units file.
        """
        return self._now.lines

    def draw(self, overlay: Overlay) -> None:
        """Outline what some class of units traces from, and in it what all do."""
        supply = self._now
        if not supply.somebody:
            return
        overlay.outline(supply.somebody, SUPPLIED)
        if supply.somebody != supply.everybody:
            overlay.outline(supply.everybody, SUPPLIED_ALL)

    def draw_sources(self, overlay: Overlay) -> None:
        """The sources of all sides, above the counters."""
        supply = self._now
        for numbers, color, band in supply.sources.values():
            for number in numbers:
                overlay.source(number, color, band)

    def draw_lines(self, overlay: Overlay, selection: Selection) -> None:
        """The units that have no line; and the lines of the units picked up or looked at, drawn
        out.
        """
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
        supply, samples = self._now, []
        if supply.somebody:
            words = f"Inside: supply for {in_prose(self._match.side_name(self.side))}"
            samples.append(KeySample(of_border(SUPPLIED), words))
        if supply.somebody != supply.everybody:
            samples.append(KeySample(of_border(SUPPLIED_ALL), "for all its units"))
        numbers, color, band = supply.sources.get(self.side, ((), PALETTE.ink, 0))
        if numbers:
            samples.append(KeySample(partial(draw_source, color=color, band=band), "source"))
        if any(supply.lines.values()):
            samples.append(KeySample(_line, "line of supply"))
        if None in supply.lines.values():
            samples.append(KeySample(draw_no_line, "no line of supply"))
        return samples

    @property
    def _now(self) -> _Known:
        """What is known now; it is asked of the rules once a position."""
        match, visibility, side = self._match, self._match.visibility, self.side

        def known() -> _Known:
            areas = [frozenset(numbers) for numbers in visibility.state.supply(side).values()]
            lines = {
                unit.id: visibility.state.supply_path(unit.id)
                for unit in match.resolved[Units].counters.values()
                if unit.side == side and match.state.position(unit.id) and visibility.sees(unit.id)
            }
            supply = match.resolved.section(Supply)
            sources = {
                source: (
                    tuple(visibility.state.supply_sources(source)),
                    parse_color(match.sides[source].color, PALETTE.ink),
                    list(match.sides).index(source),
                )
                for source in (supply.sources if supply else ())
            }
            somebody = frozenset[str]().union(*areas)
            # The intersection begins with the union, so that of no classes at all it is empty too.
            return _Known(somebody, somebody.intersection(*areas), sources, lines)

        return self._known.about((match.version, visibility.sides, side), known)


def _line(surface: pygame.Surface, middle: Point, zoom: float) -> None:
    across, down = middle
    draw_network(surface, [[(across - zoom * 0.6, down), (across + zoom * 0.6, down)]], zoom)


# The line over the map that says what is laid over it: samples, each with its words.
#
# Each sample is drawn by what draws it on the map, so that the key cannot say something else. The
# samples are set into rows from left to right; a row is broken where the view has no more room.


_LETTERS = 13  # points
_ZOOM = 30  # points to the unit of what is drawn as a sample
_MARGIN = 8  # points between the line and the edge of the map, and around what it says


class KeySample(NamedTuple):
    """What something means. ``sample`` draws it: where its middle is, pixels to the unit."""

    sample: Callable[[pygame.Surface, Point, float], None]
    words: str


def of_border(border: Border) -> Callable[[pygame.Surface, Point, float], None]:
    """A straight piece of a border, with the region below it."""

    def sample(surface: pygame.Surface, middle: Point, zoom: float) -> None:
        across, down = middle
        line = [(across - zoom * 0.6, down), (across + zoom * 0.6, down)]
        border.draw(surface, line, zoom)
        border.marks(surface, line, zoom)

    return sample


def draw_key(view: pygame.Surface, scale: float, entries: Sequence[KeySample]) -> pygame.Rect:
    """Draw the line at the upper edge of a view, in rows if need be; where it stands.

    ``scale``: pixels to the point.
    """
    zoom, edge = _ZOOM * scale, round(_MARGIN * scale)
    texts = [lettering(entry.words, round(_LETTERS * scale), PALETTE.ink) for entry in entries]
    sample, high = round(zoom * 1.7), round(zoom * 0.9)
    rows: list[list[int]] = [[]]
    room = view.get_width() - 4 * edge

    def width_of(row: list[int]) -> int:
        return sum(texts[index].get_width() + sample + 2 * edge for index in row)

    for index, text in enumerate(texts):
        if rows[-1] and width_of(rows[-1]) + text.get_width() + sample > room:
            rows.append([])
        rows[-1].append(index)
    plate = pygame.Rect(0, edge, max(map(width_of, rows)), high * len(rows) + edge)
    plate.centerx = view.get_width() // 2
    pygame.draw.rect(view, PALETTE.ink, plate.inflate(2, 2), 0, edge)
    pygame.draw.rect(view, PALETTE.paper, plate, 0, edge)
    for level, row in enumerate(rows):
        left, middle = plate.left + edge, plate.top + edge // 2 + high * level + high // 2
        for index in row:
            entries[index].sample(view, (left + sample / 2, middle), zoom)
            left += sample
            view.blit(texts[index], texts[index].get_rect(midleft=(left, middle)))
            left += texts[index].get_width() + 2 * edge
    return plate
