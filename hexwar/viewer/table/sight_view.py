"""Lines of sight on the map: from whom, to where, what is crossed, what is in the way, how far; and
where counters look.

While a key is held, the line leads from the unit picked up, or from the hex that was looked at when
the key went down, to the hex under the pointer, and all that is not seen from there lies under a
veil. Where fire is aimed the line is drawn unasked.
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.engine import FireRange, Sight
from hexwar.hexmap.hexmap import FAR_AWAY
from hexwar.rules.language.wording import in_words
from hexwar.rules.line_of_sight.section import LineOfSight
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.table.selection import Selection


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
        hexes = str(self.sight.distance)
        if self.sight.why is not None:
            return f"{hexes}: {self.sight.blocked_by or 'too far'}"
        return f"{hexes}, {self._ranged}" if self._ranged else hexes

    @property
    def _ranged(self) -> str:
        reach, hexes = self.reach, self.sight.distance
        if reach is None:
            return ""
        if reach.most is not None and hexes > reach.most:
            return f"out of range ({reach.most})"
        if reach.optimal is None:
            return f"in range ({reach.most})" if reach.most is not None else ""
        where = "within" if hexes <= reach.optimal else "beyond"
        return f"{where} optimal range ({reach.optimal})"


def far(sight: Sight) -> str:
    """How long a line is."""
    return "1 hex" if sight.distance == 1 else f"{sight.distance} hexes"


class SightView:
    """The line of sight of a window. ``held``: the player has asked for it; it begins with the
    unit picked up, or else in the hex that was looked at when the key went down.
    """

    def __init__(self, match: Match, selection: Selection) -> None:
        self.match = match
        self.selection = selection
        self.held = False
        self._from: str | None = None
        self._area: tuple[object, frozenset[str]] = (None, frozenset())
        self._known: tuple[object, ShownSight | None] = (None, None)

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

        Unasked none is drawn to where the unit could go, where its path is.
        """
        chosen, start = self.selection, self.origin
        goal = chosen.focus_hex or chosen.target
        if start is None or goal is None or goal == start:
            return None
        if not self.held and goal in chosen.destinations():
            return None
        key = self.match.version, start, goal, chosen.unit
        if self._known[0] != key:
            # Asked of what is known at this window, so that a line gives nobody away who hides.
            state, unit = self.match.visibility.state, chosen.unit
            sight = state.line_of_sight(start, goal)
            reach = state.fire_range(unit) if unit else None
            look = ShownSight(sight, unit or start, reach) if sight is not None else None
            self._known = key, look
        return self._known[1]

    def draw(self, overlay: Overlay) -> None:
        """The line; while the key is held, a veil over all that is not seen from there."""
        look = self.look()
        if self.held and self.origin is not None:
            seen = self._seen_from(self.origin)
            if seen:
                overlay.shade(
                    [number for number in self.match.resolved.map.numbers if number not in seen]
                )
        if look is None:
            return
        sight = look.sight
        overlay.crossed([number for number in sight.hexes[1:-1] if number not in sight.blocking])
        if sight.blocking:
            overlay.hatch(sight.blocking)
        overlay.sight(sight.hexes[0], sight.hexes[-1], sight.blocking, clear=sight.clear)
        overlay.flag(sight.hexes[-1], look.sign)

    def _seen_from(self, number: str) -> frozenset[str]:
        if self._area[0] != (self.match.version, number):
            seen = frozenset(self.match.state.in_sight(number))
            self._area = (self.match.version, number), seen
        return self._area[1]


_ARCS = 2  # hexes around a unit to which its arcs are drawn


def draw_arcs(overlay: Overlay, match: Match, chosen: Selection) -> None:
    """The arcs around the unit picked up, or the one pointed at, each with its name."""
    known, number = match.visibility.state, chosen.focus_hex
    unit = chosen.unit if chosen.unit and known.position(chosen.unit) == number else None
    if unit is None and number is not None:
        unit = next(
            (standing for standing in reversed(known.units_at(number)) if known.facing(standing)),
            None,
        )
    if unit is None or number is None or not match.visibility.sees(unit):
        return
    beside = match.resolved.map.neighbors(number)
    for arc, numbers in known.arcs(unit, within=_ARCS).items():
        if numbers:
            overlay.border(set(numbers), PALETTE.ink)
        for near in numbers:
            if near in beside:
                overlay.lettered(number, near, in_words(arc))
