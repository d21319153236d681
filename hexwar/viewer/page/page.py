"""The page: everything that it needs is in it, and only its own script can run in it.

A page is sent to strangers and holds strangers' texts: all of them are escaped, the policy forbids
the browser to fetch anything, and the course of the game is data that the script reads, never code.
The drawing of the map is made here; counters, arrows and markers are templates that the script
copies and places step by step.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Event
from hexwar.records import HUMAN, Replay
from hexwar.records.hindsight import Hindsight, look_back, sides_asking
from hexwar.records.replay import STRIDES, as_learned
from hexwar.records.saves import BOOKMARK
from hexwar.rules.combat.battle import rules_of_attack
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.elimination import losses_joined
from hexwar.rules.language.reading import read_section
from hexwar.rules.language.wording import every
from hexwar.rules.movement.section import Movement
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from hexwar.rules.victory.telling import goals_now, standing
from hexwar.viewer.counters.counter import steps_left, values_of
from hexwar.viewer.counters.fronts import bearing
from hexwar.viewer.decisions import presentation_of, situation
from hexwar.viewer.drawing.ink import flags
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.match.aftermath import fights_in, result_of
from hexwar.viewer.match.match import is_settling
from hexwar.viewer.match.meanwhile import Changes
from hexwar.viewer.match.replaying import Eyes
from hexwar.viewer.page.drawing import (
    UNIT,
    definitions,
    element,
    hexed,
    map_svg,
    place_names,
    sheet_of,
    shown_by,
    size,
)
from hexwar.viewer.page.pieces import (
    TAG_WIDE,
    beside_map,
    counters,
    pictures,
    symbols,
    tag_id,
    templates,
    wind,
    work_id,
)
from hexwar.viewer.panels.hindsight import beside, told
from hexwar.viewer.printed_map.lying_view import OnMap
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
    seen = f", as {every(names[side] for side in eyes)} saw it" if eyes else ""
    parts = (
        "<!DOCTYPE html>",
        '<html lang="en">',
        f"<head>{_head(title)}</head>",
        f"<body><header><h1>{escape(title + seen)}</h1>",
        '<p id="head"></p><p id="said" role="status" aria-live="polite"></p></header>',
        f"<main>{_map(replay, painter)}</main>",
        f"<aside>{_controls(went.html() if went else '', _legend(game), _wind(game))}</aside>",
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


def _map(replay: Replay, painter: MapSheet) -> str:
    """The map and the counters; the script fills the empty groups, below the counters and above."""
    game, sheet = replay.state.resolved, sheet_of(painter)
    wide = sheet.width + beside_map(game)
    box = " ".join(map(size, (sheet.left, sheet.top, wide, sheet.height)))
    inside = (
        element("defs", definitions(painter) + symbols(game) + pictures(game)),
        element("defs", templates(game, painter.layout)),
        map_svg(painter),
        '<g id="below"></g>',
        element("g", counters(game), id="units"),
        '<g id="stacks"></g><g id="lying"></g>',
        element("g", place_names(painter)),
        wind(game, sheet.left + wide, sheet.top),
        '<g id="above"></g>',
    )
    attributes = {"role": "img", "aria_label": "The map", "text_anchor": "middle"}
    return element("svg", "".join(inside), id="map", viewBox=box, **attributes)


def _controls(went: str, legend: str, wind: str) -> str:
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
        f'{legend}<details><summary>Keys</summary><p id="keys">{_KEYS}</p></details>',
    )
    return "".join(parts)


def _legend(game: ResolvedGame) -> str:
    """What colours and signs mean."""
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
    return f'<details id="legend"><summary>Legend</summary><ul>{"".join(rows)}</ul></details>'


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


# The course of a game as plain data for the page's script: what is known after every action.
#
# A replay is gone through from its beginning. After each action that the sides of the page learned
# of there is a step: what was done in words, the events, the units that stand elsewhere than
# before, and what else has changed. The results tables are listed once each, and a step names
# table, column and row. ``replay.js`` reads all of it by these names.


Table = dict[str, list[str] | list[list[str]]]


class Battles:
    """Collects the combat results tables that a game was fought on, each once."""

    def __init__(self) -> None:
        self.tables: list[Table] = []
        """Headings, and rows of the dice and the results below each heading."""
        self._known: list[Combat] = []
        """The section of the rules that each of them was read from."""

    def in_force(self, state: State, verb: str) -> Combat | None:
        """The section by which an action of this verb would be fought in a position."""
        rules = rules_of_attack(state, verb).find(CombatRules)
        return rules.section if rules else None

    def cell(self, events: Sequence[Event], combat: Combat | None) -> list[int | str] | None:
        """Of the last battle that is told: its table, column and row (-1: none) and its result."""
        battle = next((event for event in reversed(events) if event.kind == "battle"), None)
        if battle is None or combat is None or combat.faces is not None:
            return None
        heading, rolled = str(battle.column), combat.row_of(int(battle.row))
        column = combat.headings.index(heading) if heading in combat.headings else -1
        labels = [label for label, _ in combat.rows]
        row = labels.index(rolled) if battle.dice and rolled in labels else -1
        return [self._table(combat), column, row, result_of(battle, combat)]

    def _table(self, combat: Combat) -> int:
        """The place of a table in the list; it is added if it is new."""
        for index, known in enumerate(self._known):
            if known.rows == combat.rows and known.headings == combat.headings:
                return index
        self._known.append(combat)
        rows = [[str(label), *codes] for label, codes in combat.rows]
        self.tables.append({"headings": list(combat.headings), "rows": rows})
        return len(self.tables) - 1


class FightsTold:
    """Fights step by step, in the words of the window: who fought whom, what came of it so far."""

    def __init__(self) -> None:
        self._open: list[Event] = []  # of a fight that the next step may go on with

    def step(self, state: State, known: Sequence[Event], combat: Combat | None) -> list[list[str]]:
        """The fights that a step begins or goes on with: who, and what came of it."""
        fights = fights_in([*self._open, *known])
        self._open = []
        if not fights:
            return []
        last = fights[-1]
        is_settled = not is_settling(state, state.decision)
        if not is_settled:
            self._open = [last.event, *last.followed]
        lines = []
        for fight in fights:
            is_open = fight is last and not is_settled and fight.event.kind == "battle"
            pending = result_of(fight.event, combat) if is_open else ""
            lines.append(
                [fight.title, fight.headline(state.resolved.map.distance, pending=pending)]
            )
        return lines

    def forget(self) -> None:
        """What was begun has been taken back."""
        self._open = []


Plain = dict[str, Any]

REPORT_EVERY = 200
"""Actions between two reports of progress."""

_HEADINGS = frozenset({"phase_begins"})


class KnownCourse:
    """What sides (``eyes``; nobody in particular sees everything) know of a game, step by step.

    A step holds only what differs from the step before. Units and hexes are told by their places in
    lists, a unit off the map or out of sight is at hex -1.
    """

    def __init__(self, game: ResolvedGame, eyes: Eyes, painter: MapSheet) -> None:
        self._eyes = eyes
        self._units = list(game[Units].counters)
        self._hexes = {number: index for index, number in enumerate(game.map.numbers)}
        self._sides = [side.id for side in game[Sides].all]
        self._painter = painter
        self._far = game.map.distance
        self._before: Plain = {}
        """What the step before told, whole."""

    def lists(self, game: ResolvedGame) -> Plain:
        """What the places in steps are places of: units, sides, hexes by where they are drawn."""
        return {
            "unit": UNIT,
            "turns": game[SequenceOfPlay].turns,
            "sides": [side.name for side in game[Sides].all],
            "units": [self._sides.index(unit.side) for unit in game[Units].counters.values()],
            "names": self._units,
            "hexes": [self._spot(number) for number in self._hexes],
        }

    def _spot(self, number: str) -> list[float]:
        """The middle of a hex in pixels of the drawing."""
        return [round(at * UNIT, 1) for at in self._painter.center(number)]

    def step(self, state: State, events: Sequence[Event], deed: str, side: str) -> Plain:
        """What is known in a position, as far as it differs from the one told of before it.

        ``events`` are the events that led there, as they were learned of; ``deed`` and ``side`` are
        what was done in words, and by whom.
        """
        now: Plain = {
            "head": situation(state, state.decision),
            "status": _status(state),
            "hidden": self._hidden(state),
            "lying": self._lying(state),
            "goals": _goals(state),
        }
        seen = self._seen(state)
        before = self._before.get("seen", {})
        # What is as before is left out, or the page of a long game would be many times as large.
        step: Plain = {key: value for key, value in now.items() if self._before.get(key) != value}
        step["at"] = {unit: at for unit, at in seen.items() if before.get(unit) != at}
        self._before = now | {"seen": seen}
        step |= self._changed(Changes.of(events), before, is_settling(state, state.decision))
        step["aims"] += self._impending(state, seen)
        step["log"] = [
            [event.text, event.rule, event.kind in _HEADINGS] for event in losses_joined(events)
        ]
        step["said"] = deed
        step["side"] = self._sides.index(side) if side else -1
        return step

    def _seen(self, state: State) -> dict[int, list[int | str]]:
        """Unit to its hex, the values that its counter shows, 1 where its picture is turned, and
        the bearing of where it looks: the last two left out where they say nothing.
        """
        views = [state.view(side) for side in self._eyes]
        game, orientation = state.resolved, state.resolved.map.board.orientation
        seen: dict[int, list[int | str]] = {}
        for index, (unit, counter) in enumerate(game[Units].counters.items()):
            number = state.position(unit) if all(view.sees(unit) for view in views) else None
            if number is None:
                seen[index] = [-1]
                continue
            lost = state.steps_lost(unit)
            strength = "".join(status.mark for status in state.status(unit) if status.strength)
            values = strength or values_of(counter, game, lost)
            if left := steps_left(counter, lost):
                values = f"{values} ({left})"
            turned = int(bool(lost and counter.picture is not None))
            facing = state.facing(unit)
            front = [round(bearing(facing, orientation))] if facing else []
            more = [turned, *front] if turned or front else []
            seen[index] = [self._hexes[number], values, *more]
        return seen

    def _impending(self, state: State, seen: Mapping[int, list[int | str]]) -> list[list[Any]]:
        """Who aims where in a fight about which somebody is still asked, if all in it are seen."""
        preview = presentation_of(state, state.decision).foreseen(state)
        if preview is None:
            return []
        fighting = [self._units.index(unit) for unit in preview.attackers]
        met = [self._units.index(unit) for unit in preview.defenders]
        target = self._hexes.get(preview.target, -1)
        if target < 0 or any(seen[unit][0] == -1 for unit in (*fighting, *met)):
            return []
        return [[unit, seen[unit][0], target] for unit in fighting if seen[unit][0] != target]

    def _hidden(self, state: State) -> list[int]:
        """The hexes that hold more than is seen."""
        frame, hiding = state.frame, 0
        for side in self._eyes:
            hiding |= state.hiding(frame.side_index[side])
        return sorted(self._hexes[number] for number in frame.board.numbers(hiding))

    def _lying(self, state: State) -> list[list[float | str]]:
        """Flags, markers, and what is on hexsides: the place, drawing, letters of each."""
        game = state.resolved
        here = OnMap(state, game)
        drawn: list[list[float | str]] = []
        for hexes, work, gone in here.sides:
            (ax, ay), (bx, by) = (self._painter.center(number) for number in hexes)
            middle = (round((a + b) / 2 * UNIT, 1) for a, b in ((ax, bx), (ay, by)))
            drawn.append([*middle, work_id(work, *hexes, game.map, gone=gone), ""])
        for number, tags in here.tags.items():
            x, y = self._spot(number)
            drawn += [[x, y, "t-trench", ""] for tag in tags if tag.is_trench]
            for index, tag in enumerate(tags):
                off = (index - (len(tags) - 1) / 2) * TAG_WIDE
                drawn.append([x + off, y, tag_id(tag), tag.letters])
        held = flags(state, game)
        return drawn + [[*self._spot(flag.hex), f"t-flag-{flag.band}", ""] for flag in held]

    def _changed(
        self, changes: Changes, before: dict[int, list[int | str]], is_open: bool
    ) -> Plain:
        """What was done; ``before`` says where units stood before it. ``is_open``: the last fight
        is still being settled, so that nobody knows yet what it comes to.
        """
        index_of, hexes = self._units.index, self._hexes
        aims: list[list[Any]] = []
        dice: list[list[str]] = []
        for fight in changes.fights:
            rows = (
                ("Dice", fight.event.fields.get("symbols") or fight.event.fields.get("dice")),
                ("Against", fight.event.fields.get("defense")),
            )
            dice += [[label, *map(str, fell)] for label, fell in rows if fell]
            target = hexes.get(fight.hexes[0])
            for unit in fight.attackers:
                if target is None or unit not in self._units:
                    continue
                index = index_of(unit)
                stood = before.get(index, [-1])[0]
                if stood not in (-1, target):
                    aims.append([index, stood, target])
        unsettled = [fight.hexes[0] for fight in changes.fights[-1:] if is_open and not fight.fates]
        fought = []
        for number in changes.fought:
            if number in hexes:
                # What befell the first of the defenders, without why, is enough beside a star: the
                # log has the rest.
                came_to = "" if number in unsettled else changes.came_to(number, self._far)
                fought.append([hexes[number], self._beside_star(came_to.partition(";")[0])])
        return {
            "aims": aims,
            "dice": dice,
            "routes": [
                [index_of(unit), [hexes[number] for number in path if number in hexes]]
                for unit, path in changes.routes.items()
            ],
            "lost": [
                [index_of(unit), hexes[number]]
                for unit, number in changes.lost.items()
                if number in hexes
            ],
            "fought": fought,
        }

    def _beside_star(self, came_to: str) -> str:
        """What befell somebody without why, or what a shot came to without who fired it."""
        who, _, rest = came_to.partition(": ")
        return rest if set(re.split(", | and ", who)) <= {*self._units} else who


class ReplayCourse(KnownCourse):
    """Collects what sides know of a replay."""

    def __init__(self, replay: Replay, eyes: Eyes, painter: MapSheet) -> None:
        super().__init__(replay.state.resolved, eyes, painter)
        self._replay = replay

    def data(self, report: Callable[[int], None]) -> Plain:
        """Everything; ``report`` is told how many actions have been gone through."""
        replay = self._replay
        replay.go_to(0)
        begun = replay.learned(replay.opening, self._eyes)
        battles, steps = Battles(), [self.step(replay.state, begun, "The game begins.", "")]
        fights = FightsTold()
        # Of what was done in secret others do not learn that it was done: it is no step.
        known = set(replay.learned_of(self._eyes))
        for verb in (entry.action.verb for entry in replay.entries):
            # Asked before the action is gone through: it may end the phase.
            combat = battles.in_force(replay.state, verb)
            entry = replay.forward()
            if entry is None:
                break
            if replay.at not in known:
                continue
            learned = replay.learned(entry.events, self._eyes)
            deed = as_learned(entry, learned, replay.state, everything=not self._eyes)
            steps.append(self.step(replay.state, learned, deed, entry.side))
            if cell := battles.cell(learned, combat):
                steps[-1]["battle"] = cell
            if lines := fights.step(replay.state, learned, combat):
                steps[-1]["fights"] = lines
            if replay.at % REPORT_EVERY == 0:
                report(replay.at)
        in_order, stops = sorted(known), {}
        for stride in STRIDES:
            # A replay stops after actions, the page after its steps, which are fewer.
            after = (bisect_right(in_order, at) for at in replay.stops(stride, self._eyes))
            stops[stride] = list(dict.fromkeys(after))
        return {
            **self.lists(replay.state.resolved),
            "stops": stops,
            "tables": battles.tables,
            "over": self._over(),
            "steps": steps,
        }

    def _over(self) -> Plain | None:
        """Of a game that is over: who has won, why, and which side that is (-1: none)."""
        state = self._replay.state
        if not state.is_over:
            return None
        last = self._replay.entries[-1].events if self._replay.entries else self._replay.opening
        rule = next((event.rule for event in reversed(last) if event.kind == "game_over"), "")
        side = self._sides.index(state.winner) if state.winner else -1
        return {"verdict": state.verdict, "because": state.outcome, "rule": rule, "side": side}


def _goals(state: State) -> list[str]:
    """Who wins when, line by line with how far it is, and who would win as it stands."""
    lines: list[str] = []
    for goal in goals_now(state):
        lines.append(goal.told)
        lines += [f"{bound}: {who}" for bound, who in goal.rows]
    return [*lines, standing(state)]


def _status(state: State) -> str:
    """Points and what else everybody reads beside the map."""
    names = state.resolved[Sides].names
    points = state.points() or {}
    counts = [f"{names[side]} {number}" for side, number in points.items()]
    phrases = [f"Victory points: {', '.join(counts)}"] if counts else []
    phrases += [
        " ".join([str(record), *(f"({note})" for note in record.notes)])
        for record in state.recorded()
    ]
    return "; ".join(phrases)


# How a game went, on the page: a drawing of the chance of a side, and where it swung.
#
# The same line as in the window, as SVG: the drawing stands still, and the page's script reads off
# it by places and words that are handed over as data. For a page made for one side, only what that
# side saw counts.


_WIDE, _HIGH = 360, 104  # of the drawing, in its own pixels
_TOP, _BELOW = 6, 16  # room above the line, and for the numbers of the turns
_LEAST = 26  # between two numbers of turns
_DOT = 2.6  # radius of the outcome
_NUMBER = 8  # radius of the number of a swing


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
        others = [sides[side] for side in played if side != self._side]
        other = others[0] if len(others) == 1 else None  # else nobody's chances are the rest
        self._name = sides[self._side].name
        self._asking = [sides[side].name for side in asking]
        self._other = other.name if other is not None else ""
        self._colors = (
            hexed(parse_color(sides[self._side].color, PALETTE.ink_soft)),
            hexed(parse_color(other.color if other is not None else "", PALETTE.ink_faint)),
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
        drawn = f"{summary}{self._svg()}{read}{remarks}"
        return f'<details id="went" open>{drawn}<ol>{rows}</ol></details>'

    def _svg(self) -> str:
        """The drawing, from its ground upwards; the script moves the line ``here`` along it."""
        x, y = self._points[-1]
        # Whose chances are at the top, and whose at the bottom.
        low = f"{self._other} 100 %" if self._other else f"{self._name} 0 %"
        drawn = (
            self._tints(),
            self._turns(),
            element("text", escape(f"{self._name} 100 %"), x=4, y=_TOP + 11, class_="side"),
            element("text", escape(low), x=4, y=_HIGH - _BELOW - 4, class_="side"),
            element("polyline", points=_written(self._points), class_="chance"),
            element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=_DOT, class_="outcome"),
            self._swings(),
            element("line", x1=0, x2=0, y1=_TOP, y2=_HIGH - _BELOW, id="here"),
        )
        return element(
            "svg",
            "".join(drawn),
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
                    fill_opacity=0.38,
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
        one_in = next(step for step in (1, 2, 5, 10, 20, 50, 10**6) if step * width >= _LEAST)
        parts = []
        for index, turn in enumerate(turns):
            if index and one_in == 1:
                x = f"{index * width:.1f}"
                parts.append(element("line", x1=x, x2=x, y1=_TOP, y2=_HIGH - _BELOW, class_="turn"))
            if turn % one_in == 0:
                label = f"Turn {turn}" if not index and width >= 2 * _LEAST else str(turn)
                x = f"{(index + 0.5) * width:.1f}"
                parts.append(element("text", label, x=x, y=_HIGH - 4, text_anchor="middle"))
        return "".join(parts)

    def _swings(self) -> str:
        """The parts of the line where it swung, each with its number on a disc."""
        lines = [self._line(swing.since, swing.at) for swing in self._hindsight.swings]
        plot = pygame.Rect(0, _TOP, _WIDE, _HIGH - _TOP - _BELOW)
        drawn: list[str] = []
        seats = beside(lines, plot, _NUMBER)
        for number, (line, (x, y)) in enumerate(zip(lines, seats, strict=True), 1):
            drawn += (
                element("polyline", points=_written(line), class_="swing"),
                element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=_NUMBER, class_="number"),
                element("text", str(number), x=f"{x:.1f}", y=f"{y + 4:.1f}", class_="number"),
            )
        return "".join(drawn)


def _written(line: Sequence[tuple[float, float]]) -> str:
    """The points of a line, without those that lie on one another."""
    written = [f"{x:.1f},{y:.1f}" for x, y in line]
    return " ".join(
        [written[0], *(point for before, point in pairwise(written) if point != before)]
    )
