"""How a game went, once it is over: a line of chances, with its swings.

:class:`ChanceLine` is drawn beside the ending and, smaller, above the controls of a replay. It
shows readings, one for each position that was weighed, from the turns at the left to the outcome at
the right, tinted in the colour of the side that is ahead. The numbers of the swings stand beside
it, and each has a row below that leads to the moment. What the readings are is worked out once, by
:class:`~hexwar.viewer.match.looking_back.LookingBack`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

import pygame

from hexwar.records.hindsight import Hindsight, Reading, both
from hexwar.rules.language.wording import every
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering, mix
from hexwar.viewer.match.looking_back import PicturedSide
from hexwar.viewer.widgets import Flow, Look, Widget
from hexwar.viewer.widgets.controls import Row

HEIGHT = 132  # of the line, in points
_ABOVE, _BELOW = 20, 18  # room for what is read off it, and for the turns
_MOST_NAME = 110  # of a side, beside the line
_NUMBER = 8.5  # radius of the number of a swing
_END = 4  # so near to the end of the line its outcome is read off, in points
_TINT = 0.62  # of paper in the colour between the line and even chances
_LINE, _SWING = (1.3, 1.8), (2.6, 3.4)  # pixels at least, points: how thick each is drawn
_STEPS_OF_TURNS = (1, 2, 5, 10, 20, 50)
_NO_NUMBER = 10**6  # no game has so many turns: none of them is numbered


Go = Callable[[int, int | None], None]
"""Leads to the position after so many actions; what has changed since an action is shown."""


def asking(parties: Sequence[PicturedSide]) -> list[str]:
    """The names of those whose chance is told."""
    return [party.name for party in parties if party.asking]


class ChanceLine(Widget):
    """The chance of a side along the turns. ``pointed`` is the reading that is read off."""

    role = "slider"

    def __init__(
        self,
        rect: pygame.Rect,
        hindsight: Hindsight,
        parties: tuple[PicturedSide, PicturedSide],
        go: Go | None,
        *,
        compact: bool = False,
    ) -> None:
        """``parties``: the side whose chance it is, and the side that has the rest. ``compact``:
        without their names beside it and the turns below, and with no more than the chance above.
        """
        activate = None if go is None else lambda: go(self._at(), None)
        super().__init__("chances", rect, hindsight.in_words(asking(parties)), activate)
        self.hindsight, self.parties, self._compact = hindsight, parties, compact
        self.pointed: int | None = None
        self._places = hindsight.places

    def _at(self) -> int:
        return 0 if self.pointed is None else self.hindsight.readings[self.pointed].at

    # -- geometry ------------------------------------------------------------------------------

    def plot(self, theme: Theme) -> pygame.Rect:
        """Where the line is drawn: chances from top to bottom, turns from left to right."""
        widths = [theme.width(mark, theme.small) + theme.px(8) for mark in self._marks(theme)]
        margin = max(widths, default=0)
        room = self.rect.width - margin - (0 if self._compact else theme.px(10))
        top, below = theme.px(_ABOVE), 1 if self._compact else theme.px(_BELOW)
        height = self.rect.height - top - below
        return pygame.Rect(self.rect.left + margin, self.rect.top + top, room, height)

    def _marks(self, theme: Theme) -> tuple[str, ...]:
        """What stands beside the top, the middle and the bottom."""
        if self._compact:
            return ()
        side, opponent = (_cut(party.name, theme) for party in self.parties)
        return f"{side} 100 %", "50 %", f"{opponent} 100 %" if opponent else "0 %"

    def _line(self, plot: pygame.Rect, since: int = 0, at: int | None = None) -> list[Point]:
        """What is drawn, of all or between two readings."""
        return [
            (plot.left + place * (plot.width - 1), plot.bottom - 1 - chance * (plot.height - 1))
            for place, chance in self.hindsight.line(since, at)
        ]

    def reading_at(self, position: tuple[int, int], theme: Theme) -> int | None:
        """The number of the reading at a pixel of the window, if that is in the picture."""
        if not self.rect.collidepoint(position):
            return None
        plot = self.plot(theme)
        # The outcome is a step at the very end, one pixel wide: nobody could point at it.
        if position[0] >= plot.right - theme.px(_END):
            return len(self._places) - 1
        share = min(1.0, max(0.0, (position[0] - plot.left) / max(1, plot.width - 1)))
        next_reading = min(bisect_left(self._places, share), len(self._places) - 1)
        last_reading = max(0, next_reading - 1)
        if self.hindsight.readings[next_reading].ends:
            return last_reading  # as long as the line stays there
        nearer = share - self._places[last_reading] < self._places[next_reading] - share
        return last_reading if nearer else next_reading

    def step(self, direction: int) -> int:
        """The reading at the end of the phase after (1) or before (-1) the one that is pointed."""
        readings = self.hindsight.readings
        # By phases, as single actions lie too near to one another on the line of a long game.
        ends = [
            place
            for place, (reading, later) in enumerate(pairwise(readings))
            if _when(reading) != _when(later)
        ]
        stops = [0, *ends, len(readings) - 1]
        pointed = self.pointed
        if pointed is None:
            return stops[0] if direction > 0 else stops[-1]
        if direction > 0:
            return next((stop for stop in stops if stop > pointed), pointed)
        return next((stop for stop in reversed(stops) if stop < pointed), pointed)

    # -- drawing -------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the frame and the turns, the line to the outcome, the numbers of the swings, and
        what is read off.
        """
        theme = look.theme
        plot = self.plot(theme)
        pygame.draw.rect(surface, PALETTE.white, plot)
        points = self._line(plot)
        # Tint what lies between the line and even chances in the colour of the side that is ahead.
        middle = plot.centery
        for (ax, ay), (bx, by) in pairwise(points):
            for column in range(round(ax), max(round(ax) + 1, round(bx))):
                share = (column - ax) / (bx - ax) if bx > ax else 0.0
                height = round(ay + (by - ay) * min(1.0, max(0.0, share)))
                ahead = self.parties[0] if height < middle else self.parties[1]
                color = mix(ahead.color, PALETTE.white, _TINT)
                pygame.draw.line(
                    surface, color, (column, min(height, middle)), (column, max(height, middle))
                )
        self._turns(surface, plot, theme)
        heights = (plot.top, plot.centery, plot.bottom)
        for mark, y in zip(self._marks(theme), heights, strict=False):
            text = lettering(mark, theme.small, PALETTE.ink_soft)
            box = text.get_rect(midright=(plot.left - theme.px(6), y))
            surface.blit(text, box.clamp(self.rect))
        ink.segment(surface, plot.midleft, plot.midright, 1, PALETTE.ink_soft)
        pygame.draw.rect(surface, PALETTE.ink_faint, plot, theme.px(1))
        ink.stroke(surface, points, _thick(_LINE, theme), PALETTE.ink)
        ink.disc(surface, points[-1], theme.px(3), PALETTE.ink)
        self._swings(surface, plot, theme)
        if self.pointed is not None:
            (spot,) = self._line(plot, self.pointed, self.pointed)
            self._read_off(surface, plot, theme, spot)

    def _turns(self, surface: pygame.Surface, plot: pygame.Rect, theme: Theme) -> None:
        """A stroke between turns, and the numbers of as many as have room below."""
        turns = list(self.hindsight.by_turn)
        width = plot.width / len(turns)
        wide = theme.width(str(turns[-1]), theme.small) + theme.px(8)
        fitting = (step for step in _STEPS_OF_TURNS if step * width >= wide)
        every_few = next(fitting, _NO_NUMBER)
        for place, turn in enumerate(turns):
            left = plot.left + round(place * width)
            if place and every_few == 1:
                ink.segment(surface, (left, plot.top), (left, plot.bottom), 1, PALETTE.paper_edge)
            if not self._compact and (every_few == 1 or turn % every_few == 0):
                label = f"Turn {turn}" if not place and width > 3 * wide else str(turn)
                text = lettering(label, theme.small, PALETTE.ink_soft)
                middle = (round(left + width / 2), plot.bottom + theme.px(2))
                surface.blit(text, text.get_rect(midtop=middle))

    def _swings(self, surface: pygame.Surface, plot: pygame.Rect, theme: Theme) -> None:
        """The swings are drawn thick, each with its number beside it."""
        radius = theme.px(_NUMBER)
        parts = [self._line(plot, swing.since, swing.at) for swing in self.hindsight.swings]
        for part in parts:
            ink.stroke(surface, part, _thick(_SWING, theme), PALETTE.danger)
        for number, spot in enumerate(beside(parts, plot, radius), 1):
            ink.disc(surface, spot, radius, PALETTE.danger)
            text = lettering(str(number), theme.small, PALETTE.white, True)
            surface.blit(text, text.get_rect(center=(round(spot[0]), round(spot[1]))))

    def _read_off(
        self, surface: pygame.Surface, plot: pygame.Rect, theme: Theme, at: Point
    ) -> None:
        """A stroke through the reading that is pointed at, and its value above."""
        reading = self.hindsight.readings[self.pointed or 0]
        column = round(at[0])
        ink.segment(surface, (column, plot.top), (column, plot.bottom), 1, PALETTE.accent)
        ink.disc(surface, at, theme.px(4), PALETTE.white)
        ink.disc(surface, at, theme.px(3), PALETTE.accent)
        names = asking(self.parties)
        # Above a small line there is no room for when it was, which the replay says anyway.
        label = standing(reading, names) if self._compact else told(reading, names)
        text = lettering(label, theme.small, PALETTE.accent, True)
        box = text.get_rect(midbottom=(column, plot.top - theme.px(2)))
        surface.blit(text, box.clamp(self.rect))


def beside(parts: Sequence[Sequence[Point]], plot: pygame.Rect, radius: float) -> list[Point]:
    """Where the numbers of swings stand, discs of a radius: beside the middle of each part of the
    line, within the plot, each to the right of those before it and clear of them.
    """
    spots: list[Point] = []
    for part in parts:
        (ax, ay), (bx, by) = part[0], part[-1]
        across = (ax + bx) / 2 + 1.8 * radius
        down = min(max((ay + by) / 2, plot.top + radius + 1), plot.bottom - radius - 1)
        spots.append(
            (max([across, *(left + _apart(high, down, radius) for left, high in spots)]), down)
        )
    # Pushed to the right first and back from the edge then, so that the numbers still read in
    # order.
    most = plot.right - radius
    for number in range(len(spots) - 1, -1, -1):
        across, down = spots[number]
        from_later = (right - _apart(high, down, radius) for right, high in spots[number + 1 :])
        spots[number] = (min([across, most, *from_later]), down)
    return spots


def _apart(high: float, low: float, radius: float) -> float:
    """How far a number stands to the right of one before it: it reads in order, if it is clear."""
    return 2 * radius + 1 if abs(high - low) < 2 * radius + 1 else radius


def told(reading: Reading, names: Sequence[str]) -> str:
    """A reading in words: the chance of a side by its name, of its opponent by the second."""
    return f"{reading.when}: {standing(reading, names)}"


def standing(reading: Reading, names: Sequence[str]) -> str:
    """The chances of a reading, without when that was."""
    pairs = zip(names, both(reading.chance), strict=False)
    return ", ".join(f"{name} {chance}" for name, chance in pairs)


def add_hindsight(
    flow: Flow,
    hindsight: Hindsight,
    parties: tuple[PicturedSide, PicturedSide],
    go: Go | None,
) -> None:
    """The line, what is to be said of it, and a row for every swing."""
    theme = flow.theme
    names = asking(parties)
    flow.heading("chances-heading", f"Chance of {every(names)}, as it stood")
    flow.gap(2)
    flow.place(ChanceLine(flow.take(theme.px(HEIGHT)), hindsight, parties, go))
    flow.gap(4)
    for place, remark in enumerate(hindsight.remarks(names)):
        flow.text(f"remark-{place}", remark, theme.small, PALETTE.ink)
        flow.gap(4)
    for number, swing in enumerate(hindsight.swings, 1):
        title = f"{number}. {swing.when}: {swing.course(names)}"
        detail = swing.details(names)
        height = Row.needed(theme, flow.rect.width, title, detail, False)
        show = None if go is None else partial(go, swing.at, swing.since)
        flow.place(Row(f"swing-{number}", flow.take(height), title, detail, show))
        flow.gap(4)


def room_for_hindsight(theme: Theme) -> int:
    """How high the line with its heading is, in pixels."""
    return theme.line(theme.fine, True) + theme.px(2) + theme.px(HEIGHT)


def _cut(name: str, theme: Theme) -> str:
    """A name that is not too wide to stand beside the line."""
    most = theme.px(_MOST_NAME)
    while len(name) > 1 and theme.width(name, theme.small) > most:
        name = f"{name[:-2].rstrip()}."
    return name


def _thick(line: tuple[float, float], theme: Theme) -> float:
    """How thick a line is in pixels, at any size of lettering."""
    least, points = line
    return max(least, points * theme.scale)


def _when(reading: Reading) -> tuple[int, str]:
    return reading.turn, reading.phase
