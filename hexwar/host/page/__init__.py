"""The pages of the host: written here, with the elements of the replay page; scripts and styles lie
beside this file and are sent as they are. All texts are escaped, and scripts put them in as text
alone.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import NamedTuple

from hexwar.host.eyes import WATCH
from hexwar.host.host import Host
from hexwar.host.policy import Policy
from hexwar.players import LEVELS
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.page.course import KnownCourse
from hexwar.viewer.page.page import embedded, picture_of_map

SCRIPTS = (
    "door.js",
    "host.js",
    "table.js",
    "board.js",
    "wire.js",
    "words.js",
    "fair.js",
    "dice.js",
)
STYLES = ("table.css", "drawing.css")

_HELP = (
    "Tap a counter, then a hex: what would happen is shown; tap again to do it. With the keyboard: "
    "arrow keys move the cursor on the map and say what is there, Enter picks and does, Escape "
    "lets go, + and - zoom, U takes back."
)


class StaticFile(NamedTuple):
    """What is sent for a name."""

    content: bytes
    media_type: str


@lru_cache(maxsize=16)
def static_file(name: str) -> StaticFile | None:
    """A script or a style of the pages by its name; there are no others."""
    if name not in (*SCRIPTS, *STYLES):
        return None
    package = "hexwar.viewer.page" if name == "drawing.css" else "hexwar.host.page"
    content = files(package).joinpath(name).read_bytes()
    return StaticFile(content, "text/javascript" if name.endswith(".js") else "text/css")


def _page(title: str, script: str, body: str) -> str:
    styles = "".join(f'<link rel="stylesheet" href="/static/{style}">' for style in STYLES)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="icon" href="data:,">{styles}'
        f'<script type="module" src="/static/{script}"></script></head>'
        f"<body>{body}</body></html>\n"
    )


def door_page() -> str:
    """The first page: it takes the secret of a link and leads on."""
    words = "This page opens a seat by its link."
    body = f'<main id="door"><h1>hexwar</h1><p id="said" role="status">{words}</p></main>'
    return _page("hexwar", "door.js", body)


def host_page(host: Host) -> str:
    """The owner's page: a form for a new table."""
    games = []
    for name in host.games:
        catalog = host.game(name).catalog
        scenarios = [[s.id, s.title or s.id] for s in catalog.scenarios.values()]
        options = [[o.id, o.title or o.id] for o in catalog.options.values()]
        sides = [[side.id, side.name] for side in host.game(name).sides.values()]
        games.append(
            {
                "id": name,
                "title": catalog.header.title or name,
                "scenarios": scenarios,
                "options": options,
                "sides": sides,
            }
        )
    levels = [[name, level.title] for name, level in LEVELS.items()]
    data = embedded({"games": games, "levels": levels, "tables": host.overview()})
    body = (
        '<main id="host"><h1>A new table</h1><form id="new">'
        '<label>Game <select id="game"></select></label>'
        '<label>Scenario <select id="scenario"></select></label>'
        '<fieldset id="options"><legend>Optional rules</legend></fieldset>'
        '<fieldset id="seats"><legend>Who plays</legend></fieldset>'
        '<label>Minutes for each choice <input id="each" type="number" min="0" value="0"></label>'
        '<label>Minutes in hand <input id="bank" type="number" min="0" value="0"></label>'
        '<label>Dice <select id="dice"><option value="sealed">sealed: nobody can change them'
        '</option><option value="joint">joint: nobody can foresee them either</option>'
        '<option value="alone">alone: the host is trusted</option></select></label>'
        '<label class="check"><input id="watch" type="checkbox"> Others may look on</label>'
        '<label>Minutes by which they see it later <input id="delay" type="number" min="0" '
        'value="0"></label>'
        '<button type="submit">Begin</button></form>'
        '<p id="said" role="status"></p><ul id="links" aria-label="Links of the seats"></ul>'
        "<h2>Tables</h2><p>A new link takes the place of one that was lost: the old one opens "
        'nothing any more.</p><ul id="tables"></ul></main>'
        f'<script type="application/json" id="data">{data}</script>'
    )
    return _page("hexwar: a new table", "host.js", body)


def seat_page(host: Host, name: str, seat: str) -> str:
    """The page of a seat: the map with all counters, out of sight; what is where comes later."""
    table = host.table(name)
    game = table.state.resolved
    painter = host.painter(game)
    if game.digest not in host.drawn:
        with host.drawing:
            # The map as SVG and its lists are what a seat of any side begins with: drawn once.
            below = '<g id="reach"></g><g id="below"></g>'
            above = '<g id="above"></g><g id="cursor"></g>'
            board = picture_of_map(game, painter, below, above, aria_hidden="true")
            kinds, numbers = game[Terrain].hexes, list(game.map.numbers)
            ground = [kinds[game.map.terrain(number)].title for number in numbers]
            lists = KnownCourse(game, (), painter).lists(game)
            data = embedded({**lists, "numbers": numbers, "ground": ground})
            host.drawn[game.digest] = board, data
    board, data = host.drawn[game.digest]
    plays = seat != WATCH
    body = (
        f"<header><h1>{escape(table.title)}</h1>"
        '<p id="head"></p><p id="said" role="status" aria-live="polite"></p></header>'
        f'<main tabindex="0" id="board" role="application" aria-label="The map">'
        f"{board}</main><aside>{_panel(plays=plays, lookers=_lookers(table.policy))}</aside>"
        '<p id="spoken" class="aside" aria-live="assertive"></p>'
        f'<script type="application/json" id="data">{data}</script>'
    )
    return _page(table.title, "table.js", body)


def _button(name: str, label: str) -> str:
    return f'<button type="button" id="{name}">{label}</button>'


def _lookers(policy: Policy) -> str:
    """Who may look on, and how late, as all at a table are told."""
    if not policy.watch:
        return ""
    minutes, seconds = divmod(policy.delay, 60)
    parts = ((minutes, "minute"), (seconds, "second"))
    duration = " and ".join(f"{count} {unit}{'s' * (count > 1)}" for count, unit in parts if count)
    when = f"{duration} after it was done or said" if duration else "at once"
    return f"Whoever looks on sees what all who play see, {when}."


def _panel(*, plays: bool, lookers: str) -> str:
    """What stands beside the map."""
    mine = (
        '<section id="asked" aria-label="Your choice"><p id="prompt"></p>'
        '<p id="why" role="status"></p><div id="foreseen"></div>'
        '<div id="choices" role="group" aria-label="Choices"></div>'
        f'<div class="row">{_button("undo", "Take back")}{_button("drop", "Cancel choice")}</div>'
        "</section>"
        '<section id="offer" hidden aria-label="Offer"><p id="offered"></p>'
        f'<div class="row">{_button("yes", "Agree")}{_button("no", "Decline")}</div></section>'
    )
    forms = (
        '<details id="more"><summary>More</summary>'
        '<label>You are called <input id="name" maxlength="40"></label>'
        '<label>When a reaction is asked for <select id="orders">'
        '<option value="ask">ask me</option><option value="pass">let it go by</option>'
        '<option value="pass 3600">let it go by after an hour</option></select></label>'
        f'<div class="row">{_button("draw", "Offer a draw")}{_button("back", "Ask to go back")}'
        f"{_button('pause', 'Offer a pause')}{_button('resign', 'Give up')}"
        '<button type="button" id="watch" hidden>Let others look on</button>'
        '<button type="button" id="go_on" hidden>Agree to go on</button></div>'
        f'<div class="row">{_button("claim", "Claim the game")}'
        f"{_button('substitute', 'Let a computer sit in')}{_button('sit', 'Play again')}</div>"
        "<label>When it is your turn, tell me at (an https or a mail address) "
        '<input id="tell" maxlength="300"></label>'
        '<label>Notes for yourself <textarea id="notes" maxlength="4000" rows="4"></textarea>'
        f"</label>{_button('forget', 'Forget what I told of myself')}</details>"
    )
    return (
        '<p id="waits" role="status" aria-live="polite"></p><p id="clock"></p>'
        '<section id="over" hidden aria-label="Result"><p id="verdict"></p><p id="because"></p>'
        '<div class="row"><a href="#" id="replay">Replay</a> <a href="#" id="save">Save</a></div>'
        f'<div class="row">{_button("rematch", "Offer a rematch") if plays else ""}'
        '<a href="#" id="next" hidden>The next game</a></div></section>'
        + (mine if plays else "")
        + '<section id="battle" hidden aria-label="Battle"><p id="result"></p>'
        '<div id="thrown"></div><div id="rows"><table id="table"></table></div></section>'
        '<ol id="log" role="log" aria-label="Log" tabindex="0"></ol>'
        '<details id="goal"><summary>Goal</summary><ul id="goals"></ul>'
        '<p id="status"></p></details>'
        '<details><summary>Dice</summary><p id="dice"></p></details>'
        '<section aria-label="Talk"><ol id="talk" role="log"></ol><form id="speak">'
        '<input id="words" maxlength="500" aria-label="Say something">'
        '<button type="submit">Say</button></form></section>'
        + (forms if plays else "")
        + (f'<p id="lookers">{lookers}</p>' if lookers else "")
        + f'<p id="keys">{escape(_HELP)}</p>'
    )
