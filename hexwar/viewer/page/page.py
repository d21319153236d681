"""The page: everything that it needs is in it, and only its own script can run in it.

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

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import ResolvedGame
from hexwar.records import Replay
from hexwar.records.replay import STRIDES
from hexwar.records.saves import BOOKMARK
from hexwar.rules.language.reading import read_section
from hexwar.rules.language.wording import every
from hexwar.rules.movement.section import Movement
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.match.replaying import Eyes
from hexwar.viewer.page.chances import Went
from hexwar.viewer.page.course import ReplayCourse
from hexwar.viewer.page.drawing import definitions, map_svg, place_names, sheet_of, shown_by
from hexwar.viewer.page.pieces import beside_map, counters, pictures, symbols, templates, wind
from hexwar.viewer.page.svg import element, hexed, size
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

    ``bookmarks`` are numbers of actions; readers of the page can set others.

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
    watchers = f", as {every(in_prose(names[side]) for side in eyes)} saw it" if eyes else ""
    below, above = '<g id="below"></g>', '<g id="above"></g>'
    picture = picture_of_map(game, painter, below, above, role="img", aria_label="The map")
    parts = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        f"<head>{_head(title)}</head>",
        f"<body><header><h1>{escape(title + watchers)}</h1>",
        '<p id="head"></p><p id="said" role="status" aria-live="polite"></p></header>',
        f"<main>{picture}</main>",
        f"<aside>{_controls(went.html() if went else '', _wind(game))}</aside>",
        f"<footer>{_legend(game)}</footer>",
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
    """What a browser must know before it shows anything; the policy comes before all content."""
    return "".join(
        (
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{resource('replay.css')}{resource('drawing.css')}</style>",
        )
    )


def picture_of_map(
    game: ResolvedGame, painter: MapSheet, below: str, above: str, **attributes: str
) -> str:
    """The map and the counters as SVG, between empty groups that a script fills."""
    sheet = sheet_of(painter)
    wide = sheet.width + beside_map(game)
    box = " ".join(map(size, (sheet.left, sheet.top, wide, sheet.height)))
    inside = (
        element("defs", definitions(painter) + symbols(game) + pictures(game)),
        element("defs", templates(game, painter.layout)),
        map_svg(painter),
        below,
        element("g", counters(game), id="units"),
        '<g id="stacks"></g><g id="lying"></g>',
        element("g", place_names(painter)),
        wind(game, sheet.left + wide, sheet.top),
        above,
    )
    attributes |= {"text_anchor": "middle"}
    return element("svg", "".join(inside), id="map", viewBox=box, **attributes)


def _controls(went: str, wind: str) -> str:
    """What stands beside the map. The script fills it: it finds every part by its ``id``."""
    speeds = "".join(
        f"<option{' selected' * (speed == 'fast')}>{speed}</option>" for speed in _SPEEDS
    )
    buttons = "".join(
        f'<button type="button" id="{name}">{name.capitalize()}</button>'
        for name in ("start", "back", "play", "forward", "end")
    )
    strides = "".join(
        f'<button type="button" data-stride="{stride}" aria-pressed="false">'
        f"{stride.capitalize()}</button>"
        for stride in (*STRIDES, BOOKMARK)
    )
    parts = (
        '<div class="row"><strong id="where"></strong>',
        f'<label>Speed <select id="speed">{speeds}</select></label></div>',
        '<input type="range" id="line" min="0" value="0" aria-label="Action">',
        f'<div class="row">{buttons}</div>',
        '<div class="row strides" role="group" aria-label="Back and Forward go by">',
        f"{strides}</div>",
        '<div class="row strides">',
        '<button type="button" id="mark" aria-pressed="false">Bookmark here</button>',
        '<span id="marks" role="group" aria-label="Bookmarks"></span></div>',
        f'<p id="status"></p>{wind}<ol id="log" aria-label="Log"></ol>',
        '<section id="over" aria-label="Result"><p id="verdict"></p>',
        '<p id="because"></p></section>',
        '<section id="battle" aria-label="Battle"><p id="result"></p><div id="dice"></div>',
        '<div id="rows"><table id="table"></table></div></section>',
        went,
        '<details id="goal"><summary>Goal</summary><ul id="goals"></ul></details>',
        f'<details><summary>Keys</summary><p id="keys">{_KEYS}</p></details>',
    )
    return "".join(parts)


def _legend(game: ResolvedGame) -> str:
    """What colours and signs mean: open, below the map, where it is read without scrolling."""
    rows = [
        _legend_row(parse_color(side.color, PALETTE.ink), side.name) for side in game[Sides].all
    ]
    rows += [
        _legend_row(parse_color(kind.color, PALETTE.paper), kind.title)
        for kind in game[Terrain].hexes.values()
    ]
    signs = (
        ("\u2192", "moved there"),
        ("\u21e2", "attacked or fired there"),
        ("\u2605", "what a battle or a fire came to"),
        ("\u2715", "lost"),
        ("2", "so many units in the hex; pointed at, it names them"),
        ("+", "more in the hex than is seen"),
        ("3/5", "three of five steps are left"),
    )
    rows += [f"<li><b>{sign}</b> {words}</li>" for sign, words in signs]
    return f'<details id="legend" open><summary>Legend</summary><ul>{"".join(rows)}</ul></details>'


def _legend_row(color: Color, words: str) -> str:
    return f'<li><i style="background:{hexed(color)}"></i> {escape(words)}</li>'


def _wind(game: ResolvedGame) -> str:
    """What moving costs by where a unit looks: what a wind does, from wherever it blows."""
    modifiers = game[Movement].modifiers
    looking = {
        name
        for name, modifier in modifiers.items()
        if modifier.only is not None and "looks" in dict(modifier.only.said())
    }
    sentences = [
        statement.tell()
        for statement in read_section(game, "movement")
        if statement.path[:2] == ("movement", "modifiers") and looking.intersection(statement.path)
    ]
    return element("p", escape(" ".join(sentences)), id="wind") if sentences else ""


_SPEEDS = ("slow", "fast", "instant")


@lru_cache(maxsize=4)
def resource(name: str) -> str:
    """A file of this package that becomes a part of the page: its style sheets, its script."""
    return files("hexwar.viewer.page").joinpath(name).read_text("utf-8")
