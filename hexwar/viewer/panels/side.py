"""The sheet at the right: turn track, phases, the battle or the choices, the hex, the log.

Nothing in it is scrolled but the log. So the sheet is laid out again and again, in less and less
detail, until what is left at its foot is enough for the log: the tables above :func:`side_width`
say in which order what gives way. What somebody is about to decide is told longest; the sequence of
play goes before the battle's results, and what speaks for a hint goes last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from hexwar.engine import Event, FirePreview, Preview
from hexwar.rules.combat.section import Combat
from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.battle import add_attack, add_battle, add_result
from hexwar.viewer.panels.choices import add_attackers, add_choices, add_waiting
from hexwar.viewer.panels.fire import add_fire
from hexwar.viewer.panels.hint import MOST_STEPS, add_hint
from hexwar.viewer.panels.log import add_log
from hexwar.viewer.panels.place import add_place
from hexwar.viewer.panels.rolls import add_rolls
from hexwar.viewer.panels.turns import (
    add_goal,
    add_objectives,
    add_sequence,
    add_standing,
    add_turn_track,
)
from hexwar.viewer.widgets import Flow, Panel, Widget

_WIDTH = 304  # points
_MARGIN = 14
_BESIDE_LOG = ((5, 5), (4, 4), (3, 3), (2, 3), (1, 3))
"""How much is told of the turn and the hex, and how much of a battle, with the log below it."""

_FOUGHT_BESIDE_LOG = (1, 1)
"""The same of a battle that is decided: what came of it is told, and the table does without."""

_DETAILS = (
    (3, 3, 0),
    (2, 3, 0),
    (1, 3, 0),
    (2, 2, 0),
    (1, 1, 0),
    (1, 1, 1),
    (1, 1, 2),
    (0, 0, 1),
    (0, 0, 2),
)
"""The same where the log finds no room, and how tersely the results of a battle are told:
the first that fits is shown. All that a battle may do is worth more than the sequence of play, and
what speaks for and against a hint is left out only where nothing else can be.
"""

_CALM = ((5, 3), (4, 3), (4, 2), (1, 2), (2, 2), (1, 1), (2, 1), (0, 1), (0, 0))
"""Without a battle: how much is told of the turn, and how much of the hex that is looked at; the
first that leaves something for the log. 1 has the goal without the sequence of play, 2 the reverse.
"""

_SHOWS = {"goal": (1,), "sequence": (2,)}
"""Of these, those that still have a part of the sheet when room is short."""

_LOG = {3: 10, 2: 84, 1: -10, 0: 0}
"""Points that must be left for the log, by the detail of a battle, whose last gap may be lost."""
_FOLDED = 3
"""Of fewer who wait off the map the list takes no more room than what it is folded into."""

_SHORT = 76  # points of a log of two lines
_READ = 130  # points for the log while somebody looks back in it


def side_width(theme: Theme, window: int, combat: Combat | None = None) -> int:
    """Width of the sheet, in pixels, beside a map that keeps three fifths of the window.

    A table of ``combat`` with many columns, or long codes in it, wants more than the usual, and
    gets it where two thirds remain for the map.
    """
    wanted = theme.px(_WIDTH)
    if combat is not None and combat.faces is None:
        codes = {*combat.headings, *(code for _, row in combat.rows for code in row)}
        longest = max((theme.width(code, theme.small, True) for code in codes), default=0)
        columns = (len(combat.headings) + 1) * (longest + theme.px(3))
        wanted = max(wanted, min(columns + 2 * theme.px(_MARGIN), window // 3))
    return min(wanted, window * 2 // 5)


def add_side(
    desk: Desk, theme: Theme, rect: pygame.Rect, scroll: int, told: bool
) -> tuple[list[Widget], int]:
    """The sheet in as much detail as there is room for, and how far the log can be scrolled.

    ``told``: who would win as it stands is to be read elsewhere already.
    """
    panel = Panel("side", rect, "Game", rounded=False)
    margin = theme.px(_MARGIN)
    room = rect.inflate(-2 * margin, -2 * margin)
    flow = Flow(theme, room)
    fighting = _fighting(desk)
    calm = [_Share(turn, 0, 0, place, _READ if turn > 4 else _SHORT) for turn, place in _CALM]
    shows = _SHOWS.get(_pointed_at(desk), ())  # what a lesson points at goes before the log
    calm = [*calm[:3], *(share._replace(log=0) for share in calm if share.turn in shows), *calm[3:]]
    shares = _beside_a_battle(desk, fighting) if fighting.crowded else calm
    least = shares[-1]._replace(log=0)
    # When nothing leaves room for a log, all of the sheet may be taken, and the hint loses its
    # reasons only then.
    last = [least, least._replace(why=False)]
    for share in _folding(desk, fighting.crowded, shares, last):
        flow = Flow(theme, room.copy())
        _fill(flow, desk, fighting, share, told)
        wanted = max(share.log, _READ) if scroll else share.log
        if flow.left >= theme.px(wanted):
            break
    furthest = add_log(flow, desk, scroll)
    panel.children = flow.widgets
    return [panel], furthest


def _beside_a_battle(desk: Desk, fighting: _Fighting) -> list[_Share]:
    """In what detail things are told beside a battle, what is wanted most first."""
    beside = [*_BESIDE_LOG]
    if desk.selection.attack() is None and fighting.announced is None:
        beside.append(_FOUGHT_BESIDE_LOG)
    shares = [
        _Share(turn, battle, 0, min(turn, 3), _READ if turn > 3 else _SHORT)
        for turn, battle in beside
    ]
    return shares + [_Share(*how, min(how[0], 3), _LOG[how[1]]) for how in _DETAILS]


def _folding(
    desk: Desk, crowded: bool, shares: Sequence[_Share], last: Sequence[_Share]
) -> list[_Share]:
    """With those who wait off the map folded as well, where that may be: beside a battle before it
    or the turn is told more briefly, beside a hint before the log has no room; unless somebody
    wants to see them. ``last`` is what is left when nothing fits.
    """
    beside = crowded or bool(desk.hints.plan)
    desk.waiting.opened = desk.waiting.opened and beside
    if not beside or desk.waiting.opened or len(desk.selection.waiting()) < _FOLDED:
        return [*shares, *last]
    folded = [share._replace(folded=True) for share in (*shares, *last)]
    if not crowded:
        return [*shares, *folded]
    # Each share first with the list of who waits and then without, so that the list gives way
    # before a battle does.
    pairs = zip(shares, folded, strict=False)
    return [*(share for pair in pairs for share in pair), *folded[len(shares) :]]


def _pointed_at(desk: Desk) -> str:
    """The part of the window that the step of a lesson points at; empty for none."""
    lesson = desk.match.lesson
    highlight = lesson.step.highlight if lesson is not None and lesson.step is not None else None
    return (highlight.panel or "") if highlight is not None else ""


class _Share(NamedTuple):
    """How much is told of the turn, of a battle, how tersely of its results, how much of the hex;
    ``log``: points that must be left for the log; ``why``: whether a hint says what for;
    ``folded``: whether those who wait off the map are told in a line.
    """

    turn: int
    battle: int
    terse: int
    hex: int
    log: int
    why: bool = True
    folded: bool = False


class _Fighting(NamedTuple):
    """The battle that was fought last, else the dice that were thrown; one that is announced.

    ``crowded``: whether these, or an attack that is prepared, want room.
    """

    shown: Event | None
    rolls: list[Event]
    announced: Preview | None
    crowded: bool


def _fighting(desk: Desk) -> _Fighting:
    match, chosen = desk.match, desk.selection
    shown = match.playback.battle
    if shown is None and not match.playback.busy:
        # The battle whose consequences are being settled comes before one that is kept to be read.
        shown = match.last_battle or match.results.battle
    announced = chosen.presentation.foreseen(match.state) if not match.playback.busy else None
    rolls = [] if shown else match.shown_rolls or match.results.rolls
    crowded = chosen.preview() is not None or bool(shown or rolls or announced is not None)
    return _Fighting(shown, rolls, announced, crowded)


def _fill(flow: Flow, desk: Desk, fighting: _Fighting, share: _Share, told: bool) -> None:
    """Everything but the log. ``terse`` of a share: as for :func:`add_battle`."""
    match, (shown, rolls, announced, crowded) = desk.match, fighting
    detail, battle, notes = min(share.turn, 4), min(share.battle, 4), share.turn > 4
    terse = share.terse
    if not told and (detail > 1 or not crowded):
        add_standing(flow, desk)
    if detail and not crowded:
        add_goal(flow, desk)
    if detail > 1 or not (crowded or (terse > 1 and not detail)):
        add_turn_track(flow, desk)
    if crowded and detail > 1:
        add_goal(flow, desk)  # what a battle is fought for says more than the phases to come
    elif detail > 2 and not crowded:
        add_sequence(flow, desk)
    if not match.playback.busy:
        add_hint(flow, desk, most=1 if crowded else MOST_STEPS, why=share.why)
    if detail > 2 or not crowded:
        add_objectives(flow, desk, notes=notes)
    if not _add_attack(flow, desk, battle, terse):
        if announced is not None:
            add_battle(flow, desk, announced, battle, terse)
        elif shown is not None:
            add_result(flow, desk, shown, battle)
        elif rolls:
            add_rolls(flow, desk, rolls, battle)
    if not match.playback.busy:
        add_waiting(flow, desk, folded=share.folded)
        add_choices(flow, desk)
    if not crowded or detail > 3:
        add_place(flow, desk, share.hex)
    flow.gap(4)


def _add_attack(flow: Flow, desk: Desk, detail: int, terse: int) -> bool:
    """What is being prepared, if anything is; answers whether it is."""
    chosen = desk.selection
    attack, preview = chosen.attack(), chosen.preview()
    if attack is None:
        return False
    if isinstance(preview, FirePreview):
        add_fire(flow, desk, preview, min(detail, 3))
        return True
    if preview is None:
        flow.heading("battle-heading", chosen.available.line(attack))
        flow.gap(4)
    add_attackers(flow, desk)
    if preview is None:
        add_attack(flow, desk, attack.verb)
    else:
        add_battle(flow, desk, preview, detail, terse)
        add_attack(flow, desk, attack.verb, "Roll the die. What is rolled cannot be undone.")
    return True
