"""The page: everything that it needs is in it, and nothing in it can run but its own script.

A page is sent to strangers and holds strangers' texts: all of them are escaped, the policy forbids
the browser to fetch anything, and the course of the game is data that the script reads, never code.
The drawing of the map is made here; counters, arrows and markers are templates that the script
copies and places step by step.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files

import pygame

from hexwar.records import Replay
from hexwar.records.bookmarks import BOOKMARK
from hexwar.records.replay import STRIDES
from hexwar.rules.language.wording import every
from hexwar.rules.sides.section import Sides
from hexwar.viewer.match.replaying import Eyes
from hexwar.viewer.page.course import ReplayCourse
from hexwar.viewer.page.drawing import definitions, map_svg, place_names, sheet_of, shown_by
from hexwar.viewer.page.hindsight import Went
from hexwar.viewer.page.pieces import counters, pictures, symbols, templates
from hexwar.viewer.page.svg import element, size
from hexwar.viewer.printed_map.map_sheet import MapSheet

MOST_ACTIONS = 20_000
"""Actions of the longest game that is put on a page."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
"""The browser fetches nothing for the page, whatever is in it."""

_KEYS = (
    "Right and Left: by action. U, P, T, B, G: by unit, phase, turn, battle, bookmark, with Shift "
    "back. M: a bookmark here, which the page's address keeps. "
    "Space: play. Home, End. Wheel, +, - and 0: zoom; drag: move the map."
)


class TooLongError(ValueError):
    """A game has more actions than a page holds."""


def replay_page(
    replay: Replay,
    eyes: Eyes,
    report: Callable[[int], None],
    bookmarks: Sequence[int] = (),
) -> str:
    """The whole page, as sides (``eyes``; nobody in particular sees everything) saw the game.

    ``bookmarks`` are numbers of actions; whoever reads the page can set others.

    ``report`` is told now and then how many actions are done. :class:`TooLongError` for a game of
    more than :data:`MOST_ACTIONS`.
    """
    if len(replay) > MOST_ACTIONS:
        raise TooLongError(f"a page holds {MOST_ACTIONS} actions, and this game has {len(replay)}")
    # Names are measured in the window's font, though nothing is shown.
    pygame.font.init()
    game = replay.state.resolved
    title = ": ".join(dict.fromkeys((game.header.title, game.scenario.title)))
    painter = shown_by(game)
    course = ReplayCourse(replay, eyes, painter).data(report) | {"bookmarks": list(bookmarks)}
    went = Went(replay, eyes) if replay.finished and replay.entries else None
    course["went"] = went.data() if went else None
    names = game[Sides].names
    seen = f", as {every(names[side] for side in eyes)} saw it" if eyes else ""
    parts = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        f"<head>{_head(title)}</head>",
        f"<body><header><h1>{escape(title + seen)}</h1>",
        '<p id="head"></p><p id="said" role="status" aria-live="polite"></p></header>',
        f"<main>{_map(replay, painter)}</main>",
        f"<aside>{_controls(went.html() if went else '')}</aside>",
        f'<script type="application/json" id="game">{embedded(course)}</script>',
        f"<script>{resource('replay.js')}</script></body></html>",
    )
    return "\n".join(parts) + "\n"


def embedded(data: object) -> str:
    """Data as JSON that ends no script and begins no element, whatever texts are in it."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    # As JSON escapes: a script of HTML ends at the first </script>, even within a text.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _head(title: str) -> str:
    return "".join(
        (
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{resource('replay.css')}{resource('drawing.css')}</style>",
        )
    )


def _map(replay: Replay, painter: MapSheet) -> str:
    game, sheet = replay.state.resolved, sheet_of(painter)
    box = " ".join(map(size, (sheet.left, sheet.top, sheet.width, sheet.height)))
    inside = (
        element("defs", definitions(painter) + symbols(game) + pictures(game)),
        element("defs", templates(game, painter.layout)),
        map_svg(painter),
        '<g id="below"></g>',
        element("g", counters(game), id="units"),
        '<g id="lying"></g>',
        element("g", place_names(painter)),
        '<g id="above"></g>',
    )
    attributes = {"role": "img", "aria_label": "The map", "text_anchor": "middle"}
    return element("svg", "".join(inside), id="map", viewBox=box, **attributes)


def _controls(went: str) -> str:
    strides = "".join(
        f'<button type="button" data-stride="{stride}" aria-pressed="false">'
        f"{stride.capitalize()}</button>"
        for stride in (*STRIDES, BOOKMARK)
    )
    speeds = "".join(
        f"<option{' selected' * (speed == 'fast')}>{speed}</option>" for speed in _SPEEDS
    )
    return "".join(
        (
            '<div class="row"><strong id="where"></strong></div>',
            '<input type="range" id="line" min="0" value="0" aria-label="Action">',
            '<div class="row">',
            *(
                f'<button type="button" id="{name}">{label}</button>'
                for name, label in (
                    ("start", "Start"),
                    ("back", "Back"),
                    ("play", "Play"),
                    ("on", "On"),
                    ("end", "End"),
                )
            ),
            f'</div><div class="row" role="group" aria-label="Back and On go by">{strides}</div>',
            '<div class="row"><button type="button" id="mark" aria-pressed="false">Mark</button>',
            '<span id="marks" role="group" aria-label="Bookmarks"></span></div>',
            f'<div class="row"><label>Speed <select id="speed">{speeds}</select></label></div>',
            '<section id="over" aria-label="Result"><p id="verdict"></p>',
            '<p id="because"></p></section>',
            went,
            '<section id="battle" aria-label="Battle"><p id="result"></p>',
            '<table id="table"></table></section>',
            '<details id="goal" open><summary>Goal</summary><ul id="goals"></ul></details>',
            f'<p id="status"></p><ol id="log" aria-label="Log"></ol><p id="keys">{_KEYS}</p>',
        )
    )


_SPEEDS = ("slow", "fast", "instant")


@lru_cache(maxsize=4)
def resource(name: str) -> str:
    """A file that a page is made with: what its drawing, its controls look like and do."""
    return files("hexwar.viewer.page").joinpath(name).read_text("utf-8")
