"""How a game went, on the page: a drawing of the chance of a side, and where it swung.

The same line as in the window, as SVG: the drawing stands still, and the page's script reads off
it by places and words that are handed over as data. For a page made for one side, only what that
side saw counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Any

import pygame

from hexwar.records import HUMAN, Replay
from hexwar.records.hindsight import Hindsight
from hexwar.records.looking_back import look_back, sides_asking
from hexwar.rules.language.wording import every
from hexwar.rules.sides.section import Sides
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from hexwar.viewer.page.svg import element, hexed
from hexwar.viewer.panels.hindsight import beside, told

_WIDE, _HIGH = 360, 104  # of the drawing, in its own pixels
_TOP, _BELOW = 6, 16  # room above the line, and for the numbers of the turns
_LEAST = 26  # between two numbers of turns
_DOT = 2.6  # radius of the outcome
_NUMBER = 8  # radius of the number of a swing
_FROM_EDGE, _CAPITAL = 4, 7  # from an edge to words, and how high these are
_TINT = 0.38  # how dense the colour of the side that is ahead lies
_STEPS_OF_TURNS = (1, 2, 5, 10, 20, 50)
_NO_NUMBER = 10**6  # no game has so many turns: none of them is numbered


class Went:
    """How a game that is over went, as sides (``eyes``; nobody in particular sees all) saw it."""

    def __init__(self, replay: Replay, eyes: Sequence[str]) -> None:
        people = [side for side, player in replay.players.items() if player == HUMAN]
        asking = eyes[:1] or sides_asking(replay.state, people)
        self._side = asking[0]
        hindsight = look_back(replay, self._side, eyes)
        self._hindsight: Hindsight = hindsight.among(replay.learned_of(eyes))
        frame, sides = replay.state.frame, replay.state.resolved[Sides].by_id
        played = (frame.side_ids[index] for index in frame.played)
        opponents = [sides[side] for side in played if side != self._side]
        # Where there are several, nobody's chances are the rest.
        opponent = opponents[0] if len(opponents) == 1 else None
        self._name = sides[self._side].name
        self._asking = [sides[side].name for side in asking]
        self._other = opponent.name if opponent is not None else ""
        self._colors = (
            hexed(parse_color(sides[self._side].color, PALETTE.ink_soft)),
            hexed(parse_color(opponent.color if opponent is not None else "", PALETTE.ink_faint)),
        )
        self._points = self._line()

    def _line(self, since: int = 0, at: int | None = None) -> list[tuple[float, float]]:
        """Points of the line of chances in the drawing: all of it, or between two readings."""
        return [
            (along * _WIDE, _TOP + (1 - chance) * (_HIGH - _TOP - _BELOW))
            for along, chance in self._hindsight.line(since, at)
        ]

    def data(self) -> dict[str, Any]:
        """What the page's script needs to read the line off: a place and words a reading."""
        return {
            "places": [round(place, 4) for place in self._hindsight.places],
            "told": [told(reading, self._asking) for reading in self._hindsight.readings],
        }

    def html(self) -> str:
        """The drawing with what it says in words, what is to be said of it, and a button for every
        swing.
        """
        rows = "".join(
            f'<li><button type="button" data-at="{swing.at}" data-since="{swing.since}">'
            f"<strong>{escape(f'{swing.when}: {swing.course(self._asking)}')}</strong> "
            f"{escape(swing.details(self._asking))}</button></li>"
            for swing in self._hindsight.swings
        )
        summary = f"<summary>Chance of {escape(every(self._asking))}, as it stood</summary>"
        read = '<p id="read" aria-live="polite"></p>'
        remarks = "".join(
            f"<p>{escape(remark)}</p>" for remark in self._hindsight.remarks(self._asking)
        )
        figure = f"{summary}{self._svg()}{read}{remarks}"
        return f'<details id="went" open>{figure}<ol>{rows}</ol></details>'

    def _svg(self) -> str:
        """The drawing, from its ground upwards; the script moves the line ``here`` along it."""
        x, y = self._points[-1]
        # Whose chances are at the top, and whose at the bottom.
        low = f"{self._other} 100 %" if self._other else f"{self._name} 0 %"
        top, foot = _TOP + _FROM_EDGE + _CAPITAL, _HIGH - _BELOW
        marks = (
            self._tints(),
            self._turns(),
            element("text", escape(f"{self._name} 100 %"), x=_FROM_EDGE, y=top, class_="side"),
            element("text", escape(low), x=_FROM_EDGE, y=foot - _FROM_EDGE, class_="side"),
            element("polyline", points=_written(self._points), class_="chance"),
            element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=_DOT, class_="outcome"),
            self._swings(),
            element("line", x1=0, x2=0, y1=_TOP, y2=foot, id="here"),
        )
        return element(
            "svg",
            "".join(marks),
            id="chances",
            role="img",
            aria_label=self._hindsight.in_words(self._asking),
            viewBox=f"-3 0 {_WIDE + 6} {_HIGH}",
        )

    def _tints(self) -> str:
        """What lies between the line and even chances, in the colour of the side that is ahead."""
        middle = _TOP + (_HIGH - _TOP - _BELOW) / 2
        area = _written([(0, middle), *self._points, (_WIDE, middle)])
        # One area, drawn twice and cut at the middle: above in the one side's colour, below in the
        # other's.
        halves = ((_TOP, middle - _TOP), (middle, middle - _TOP))
        parts = [element("rect", y=_TOP, width=_WIDE, height=_HIGH - _TOP - _BELOW, class_="plot")]
        for name, color, (top, height) in zip(("up", "down"), self._colors, halves, strict=True):
            box = element("rect", y=f"{top:g}", width=_WIDE, height=f"{height:g}")
            parts.append(element("clipPath", box, id=f"chance-{name}"))
            parts.append(
                element(
                    "polygon",
                    points=area,
                    fill=color,
                    fill_opacity=_TINT,
                    clip_path=f"url(#chance-{name})",
                )
            )
        parts.append(element("line", x2=_WIDE, y1=f"{middle:g}", y2=f"{middle:g}", class_="even"))
        return "".join(parts)

    def _turns(self) -> str:
        """The numbers of the turns: where there is no room for all, every second, fifth, ... one.
        There are lines between them only where each turn has its number.
        """
        turns = list(self._hindsight.by_turn)
        width = _WIDE / len(turns)
        fitting = (step for step in _STEPS_OF_TURNS if step * width >= _LEAST)
        one_in = next(fitting, _NO_NUMBER)
        parts = []
        for index, turn in enumerate(turns):
            if index and one_in == 1:
                x = f"{index * width:.1f}"
                parts.append(element("line", x1=x, x2=x, y1=_TOP, y2=_HIGH - _BELOW, class_="turn"))
            if turn % one_in == 0:
                label = f"Turn {turn}" if not index and width >= 2 * _LEAST else str(turn)
                x = f"{(index + 0.5) * width:.1f}"
                parts.append(
                    element("text", label, x=x, y=_HIGH - _FROM_EDGE, text_anchor="middle")
                )
        return "".join(parts)

    def _swings(self) -> str:
        """The parts of the line where it swung, each with its number on a disc."""
        lines = [self._line(swing.since, swing.at) for swing in self._hindsight.swings]
        plot = pygame.Rect(0, _TOP, _WIDE, _HIGH - _TOP - _BELOW)
        marks: list[str] = []
        seats = beside(lines, plot, _NUMBER)
        for number, (line, (x, y)) in enumerate(zip(lines, seats, strict=True), 1):
            marks += (
                element("polyline", points=_written(line), class_="swing"),
                element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=_NUMBER, class_="number"),
                element("text", str(number), x=f"{x:.1f}", y=f"{y + 4:.1f}", class_="number"),
            )
        return "".join(marks)


def _written(line: Sequence[tuple[float, float]]) -> str:
    """The points of a line, without those that lie on one another."""
    written = [f"{x:.1f},{y:.1f}" for x, y in line]
    return " ".join([written[0], *(point for last, point in pairwise(written) if point != last)])
