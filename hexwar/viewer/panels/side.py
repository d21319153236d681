"""The sheet at the right: turn track, phases, battle or choices, hint, the hex, the log.

Only the log in it scrolls. So the sheet is laid out again and again, in less and less detail, until
what is left at its foot is enough for the log: :mod:`.detail` says what gives way in which order.

:func:`add_side` lays it out; below it stand the parts that have no module of their own: the lists
to choose from, the hint, and the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Event, FirePreview, Preview
from hexwar.players.advice import chances, in_a_sentence
from hexwar.rules.combat.section import Combat
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.wording import every, several
from hexwar.rules.movement.section import Movement
from hexwar.rules.states.section import StateSelectors
from hexwar.rules.told_course import setups_joined, units_joined
from hexwar.rules.units.section import Units
from hexwar.viewer.counters import dice
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.battle import (
    add_attack,
    add_battle,
    add_fights,
    add_fire,
    add_result,
)
from hexwar.viewer.panels.detail import (
    BESIDE_LOG,
    CALM,
    FOUGHT_BESIDE_LOG,
    INSTEAD_OF_LOG,
    POINTED_AT,
    READ,
    BattleDetail,
    SheetDetail,
)
from hexwar.viewer.panels.place import add_place
from hexwar.viewer.panels.thrown import add_lately, add_rolls
from hexwar.viewer.panels.turns import (
    add_goal,
    add_objectives,
    add_sequence,
    add_standing,
    add_turn_track,
)
from hexwar.viewer.table.available import MOST_LINES
from hexwar.viewer.widgets import Button, Flow, Label, Panel, Picture, Toggle, Widget

_WIDTH = 304  # points
_MARGIN = 14
_FOLDED = 3
"""With fewer units off the map the list takes no more room than the line it folds into."""


def side_width(theme: Theme, window: int, combat: Combat | None = None) -> int:
    """Width of the sheet, in pixels, beside a map that keeps three fifths of the window.

    A table of ``combat`` with many columns, or long codes in it, needs more than usual, and gets it
    where two thirds remain for the map.
    """
    width = theme.px(_WIDTH)
    if combat is not None and combat.faces is None:
        codes = {*combat.headings, *(code for _, row in combat.rows for code in row)}
        longest = max((theme.width(code, theme.small, True) for code in codes), default=0)
        columns = (len(combat.headings) + 1) * (longest + theme.px(3))
        width = max(width, min(columns + 2 * theme.px(_MARGIN), window // 3))
    return min(width, window * 2 // 5)


def add_side(
    desk: Desk, theme: Theme, rect: pygame.Rect, scroll: int, standing_told: bool
) -> tuple[list[Widget], int]:
    """The sheet in as much detail as there is room for, and how far the log can be scrolled.

    ``standing_told``: who would win as it stands is to be read elsewhere already.
    """
    panel = Panel("side", rect, "Game", rounded=False)
    margin = theme.px(_MARGIN)
    room = rect.inflate(-2 * margin, -2 * margin)
    foot = _choices_at_foot(desk, theme, room)
    flow = Flow(theme, room)
    fighting = _fighting(desk)
    details = _details(desk, fighting)
    least = replace(details[-1], log=0)
    # When nothing leaves room for a log, all of the sheet may be taken, and the hint loses its
    # reasons only then.
    last = [least, replace(least, why=False)]
    for detail in _folding(desk, fighting.crowded, details, last):
        flow = Flow(theme, room.copy())
        _fill(flow, desk, fighting, detail, standing_told)
        lines = max(detail.log, READ) if scroll else detail.log
        if flow.left >= theme.px(lines):
            break
    furthest = add_log(flow, desk, scroll)
    panel.children = [*flow.widgets, *foot]
    return [panel], furthest


def _choices_at_foot(desk: Desk, theme: Theme, room: pygame.Rect) -> list[Widget]:
    """What is to be chosen, at the foot of the sheet: it stands still there, whatever dice and
    forecasts come above it. ``room`` is cut to what is left.
    """
    foot = Flow(theme, room.copy())
    if not desk.match.playback.busy:
        add_choices(foot, desk)
    height = foot.y - room.top
    for widget in foot.widgets:
        widget.rect.top += room.height - height
    room.height -= height
    return foot.widgets


def _details(desk: Desk, fighting: _Fighting) -> list[SheetDetail]:
    """In what detail things may be told now, what is wanted most first."""
    if not fighting.crowded:
        step = desk.match.lesson.step if desk.match.lesson is not None else None
        highlight = step.highlight if step is not None else None
        pointed_at = (highlight.panel or "") if highlight is not None else ""
        # From the fourth on they leave out the sequence of play, which a lesson may point at.
        return [*CALM[:3], *POINTED_AT.get(pointed_at, ()), *CALM[3:]]
    decided = desk.selection.attack() is None and fighting.announced is None
    return [*BESIDE_LOG, *([FOUGHT_BESIDE_LOG] if decided else []), *INSTEAD_OF_LOG]


def _folding(
    desk: Desk, crowded: bool, details: Sequence[SheetDetail], last: Sequence[SheetDetail]
) -> list[SheetDetail]:
    """With the units that wait off the map folded as well, where that is allowed: beside a battle
    before it or the turn is told more briefly, beside a hint before the log has no room; unless
    somebody wants to see them. ``last`` is what is left when nothing fits.
    """
    beside = crowded or bool(desk.hints.plan)
    desk.waiting.opened = desk.waiting.opened and beside
    if not beside or desk.waiting.opened or len(desk.selection.waiting()) < _FOLDED:
        return [*details, *last]
    folded = [replace(detail, folded=True) for detail in (*details, *last)]
    if not crowded:
        return [*details, *folded]
    # Each detail first with the list of waiting units and then without, so that the list gives way
    # before a battle does.
    pairs = zip(details, folded, strict=False)
    return [*(detail for pair in pairs for detail in pair), *folded[len(details) :]]


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
    battle = match.playback.battle
    if battle is None and not match.playback.busy:
        # The battle whose consequences are being settled comes before one that is kept to be read.
        battle = match.last_battle or match.results.battle
    announced = match.impending if not match.playback.busy else None
    if announced is not None and match.last_battle is None:
        battle = None  # what was fought before has nothing to do with it
    rolls = [] if battle else match.shown_rolls or match.results.rolls
    # Also where an attack is prepared of which nothing is foreseen: the sequence of play would come
    # and go above its button as the pointer leaves the map.
    prepared = chosen.attack() is not None or chosen.preview() is not None
    crowded = prepared or bool(battle or rolls or announced is not None)
    return _Fighting(battle, rolls, announced, crowded)


def _fill(
    flow: Flow, desk: Desk, fighting: _Fighting, detail: SheetDetail, standing_told: bool
) -> None:
    """Everything but the log. ``standing_told``: who would win as it stands is read elsewhere."""
    match, crowded = desk.match, fighting.crowded
    turn = detail.turn
    if turn.track and not standing_told:
        add_standing(flow, desk)
    # What it is all for stands in one place, whatever is decided below it.
    if turn.goal:
        add_goal(flow, desk)
    if turn.track:
        add_turn_track(flow, desk)
    if turn.sequence:
        add_sequence(flow, desk)
    if not match.playback.busy:
        add_hint(flow, desk, most=1 if crowded else MOST_STEPS, why=detail.why)
    if turn.objectives:
        add_objectives(flow, desk, notes=turn.notes)
    if not _add_attack(flow, desk, detail.battle):
        _add_fight(flow, desk, fighting, detail.battle)
    if not match.playback.busy:
        add_fights(flow, desk)
        add_waiting(flow, desk, folded=detail.folded)
        add_ways(flow, desk)
    if detail.place is not None:
        add_place(flow, desk, detail.place)
    flow.gap(4)


def _is_asked(desk: Desk) -> bool:
    """Whether a person is asked something in the middle of what others do."""
    match = desk.match
    return match.human_to_act and not match.in_own_turn and not match.playback.busy


_BRIEFLY = BattleDetail(rolls=1, effects=False, retreats=False, losses=False, table=False)


def _add_fight(flow: Flow, desk: Desk, fighting: _Fighting, detail: BattleDetail) -> None:
    """The fight that was fought, and the one that is announced: for an attack that is answered by
    another, both in their order.
    """
    shown, announced = fighting.shown, fighting.announced
    if shown is not None:
        add_result(flow, desk, shown, detail if announced is None else _BRIEFLY)
    elif announced is not None or (_is_asked(desk) and not fighting.rolls):
        add_lately(flow, desk, _shown(desk))
    if isinstance(announced, FirePreview):
        add_fire(flow, desk, announced, detail, prepared=False)
    elif announced is not None:
        add_battle(flow, desk, announced, detail)
    elif fighting.rolls and shown is None:
        add_rolls(flow, desk, fighting.rolls, detail)


def _add_attack(flow: Flow, desk: Desk, detail: BattleDetail) -> bool:
    """What is being prepared, if anything is; answers whether it is."""
    chosen = desk.selection
    attack, preview = chosen.attack(), chosen.preview()
    if attack is None:
        if chosen.target is None:
            return False
        add_attackers(flow, desk)  # to be switched on again, where they were switched off
        return True
    if isinstance(preview, FirePreview):
        add_fire(flow, desk, preview, detail)
        return True
    if preview is None:
        flow.heading("battle-heading", chosen.available.line(attack))
        flow.gap(4)
    add_attackers(flow, desk)
    if preview is None:
        add_attack(flow, desk, attack.verb)
    else:
        add_battle(flow, desk, preview, detail)
        add_attack(flow, desk, attack.verb, "Roll the die. What is rolled cannot be undone.")
    return True


# Lists to choose from: attackers, retreats, losses, advances, reinforcements.
#
# What can only be clicked on the map has no line here. There may be three lists, one below another:
# the choices with their digits, the groups that may join the attack, and the units that wait off
# the map, which can be folded into a line where room is short.


def add_ways(flow: Flow, desk: Desk) -> None:
    """The ways in which the units picked up can go, where there are several."""
    chosen = desk.selection
    going = bool(chosen.units) and chosen.target is None
    ways = chosen.available.ways(chosen.units) if going else ()
    if len(ways) < 2:
        return
    flow.heading("ways-heading", f"How {every(chosen.units)} would go")
    flow.gap(2)
    for manner in ways:

        def take(manner: str = manner) -> None:
            chosen.take_way(manner)
            desk.changed()

        words = chosen.refusals.way_called(manner) or "in the ordinary way"
        label = f"{words[:1].upper()}{words[1:]}"
        price = _price_of(desk.match.resolved, manner)
        flow.option(f"way-{manner}", label, take, manner == chosen.way, detail=price)
    key = desk.keys.shown("next_way")
    text = f"{key} changes it. The amber tint shows where it would lead."
    flow.text("ways-hint", text, flow.theme.small, PALETTE.ink_soft)
    flow.gap(6)


def _price_of(game: ResolvedGame, manner: str) -> str:
    """What a way of moving costs in fire, by the mark that it leaves: ``-1 die when it fires``."""
    mode, fire = game[Movement].modes.get(manner), game.section(Fire)
    if mode is None or fire is None or not mode.mark:
        return ""
    prices = [
        f"{extra.add:+d} {'die' if abs(extra.add) == 1 else 'dice'} {when}"
        for pool, when in ((fire.dice, "when it fires"), (fire.defense, "under fire"))
        for extra in (pool.plus if pool else ())
        if extra.only and mode.mark in extra.only[StateSelectors].state
    ]
    return every(prices)


def meant(desk: Desk, hovered: str) -> tuple[str, ...]:
    """The hexes of the choice that is pointed at, by the key of its widget."""
    lines = {f"choice-{digit}": line for digit, line in enumerate(desk.selection.choices(), 1)}
    return lines[hovered].hexes if hovered in lines else ()


def add_choices(flow: Flow, desk: Desk) -> None:
    """The actions that are worth a line, each with its digit."""
    chosen = desk.selection
    ending = chosen.ending() if chosen.presentation.before_the_die else None
    lines = {
        str(digit): chosen.ending_says if choice.action == ending else choice.label
        for digit, choice in enumerate(chosen.choices(), 1)
    }
    if not lines:
        return
    if chosen.pages > 1:
        lines[str(MOST_LINES)] = "More ..."
    flow.gap(8)
    flow.heading("choices-heading", chosen.presentation.title(chosen))
    flow.gap(3)
    for digit, label in lines.items():
        choose = partial(desk.commands.choose, int(digit))
        flow.button(f"choice-{digit}", label, choose, hint=desk.keys.shown(f"choose_{digit}"))
        flow.gap(4)
    if why := chosen.presentation.why_not_others(chosen):
        flow.text("choices-others", why, flow.theme.small, PALETTE.ink_soft)
    _add_never(flow, desk)
    if chosen.presentation.aims and not chosen.presentation.own_turn:
        # A list that holds 'Decline' alone would hide that the answer is given on the map.
        ways = ["a marked target"] * bool(chosen.fights())
        ways += ["an outlined hex"] * bool(chosen.destinations().keys() - chosen.fights().keys())
        if ways:
            hint = f"Or click {' or '.join(ways)}."
            flow.text("choices-hint", hint, flow.theme.small, PALETTE.ink_soft)
    if desk.match.visibility.shared and desk.match.human_to_act:
        flow.gap(4)
        flow.text(
            "shared",
            "Both players look on: what is hidden of both sides is covered.",
            flow.theme.small,
            PALETTE.ink_soft,
        )
        flow.gap(3)
        flow.button(
            "own-stacks",
            "Look at your own",
            desk.commands.look_at_own,
            hint=desk.keys.shown("own_stacks"),
            tooltip="Covers the map first, so that the other player can look away.",
        )


def _add_never(flow: Flow, desk: Desk) -> None:
    """For a player who is asked again and again for an answer out of his hand."""
    if not desk.selection.presentation.in_hand:
        return
    flow.button(
        "ask-no-more",
        "Not again in this phase",
        lambda: desk.run("end_all"),
        hint=desk.keys.shown("end_all"),
        tooltip="Whatever is in the hand: no pause tells what is.",
    )
    flow.gap(4)


def add_attackers(flow: Flow, desk: Desk) -> None:
    """The units that may take part in the attack, each to be switched on and off."""
    chosen = desk.selection
    groups = chosen.groups()
    if len(groups) < 2:
        return
    theme = flow.theme
    flow.heading("attackers-heading", "Attackers")
    flow.gap(2)
    height = Toggle.needed(theme, flow.rect.width, "X")
    row = flow.take(height)
    left = row.left
    for group in groups:
        names = " + ".join(group)
        width = min(theme.width(names, theme.body, True) + theme.px(46), flow.rect.width)
        if left > row.left and left + width > row.right:
            row, left = flow.take(height), row.left

        def toggle(unit: str = group[0]) -> None:
            chosen.toggle(unit)
            desk.changed()

        box = pygame.Rect(left, row.top, width, height)
        on = group[0] in chosen.attackers
        flow.place(Toggle(f"attacker-{group[0]}", box, names, toggle, on, role="checkbox"))
        left += width + theme.px(4)
    flow.gap(6)


def add_waiting(flow: Flow, desk: Desk, *, folded: bool) -> None:
    """Units that stand off the map and may enter: pick one, then a hex. ``folded``: in a line that
    lists them when it is pushed, except the one that is picked.
    """
    chosen = desk.selection
    units = chosen.waiting()
    if not units:
        return
    flow.heading("waiting-heading", chosen.presentation.waiting)
    for unit in (unit for unit in units if not folded or unit == chosen.unit):
        name = desk.match.resolved[Units].counters[unit].name

        def pick(unit: str = unit) -> None:
            desk.commands.take_member(unit, also=False)

        flow.option(f"waiting-{unit}", f"{unit}, {name}", pick, chosen.unit == unit)
    _add_waiting_buttons(flow, desk, len(units), folded)
    if chosen.unit in units and chosen.destinations():
        flow.text(
            "waiting-hint", "Click one of the tinted hexes.", flow.theme.small, PALETTE.ink_soft
        )
    flow.gap(6)


def _add_waiting_buttons(flow: Flow, desk: Desk, count: int, folded: bool) -> None:
    """To list all or fold them again, and to bring on all units that can enter."""
    nowhere, buttons = pygame.Rect(0, 0, 0, 0), []

    def turn() -> None:
        desk.waiting.opened = folded
        desk.changed()

    if folded or desk.waiting.opened:
        label = f"List all {count}" if folded else "Fold the list"
        buttons.append(Button("waiting-list", nowhere, label, turn))
    if len(desk.selection.available.entering()) > 1:
        tip = "Each near the enemy, where there is room. Undo takes back one at a time."
        hint = desk.keys.shown("enter_all")
        bring = desk.commands.enter_all
        buttons.append(Button("enter-all", nowhere, "Bring on all", bring, tooltip=tip, hint=hint))
    if buttons:
        _place_in_a_row(flow, buttons)
        flow.gap(4)


def _place_in_a_row(flow: Flow, buttons: Sequence[Button]) -> None:
    """Buttons beside each other where they fit, else below each other."""
    theme = flow.theme
    gap = theme.px(4)
    widths = [Button.wanted(theme, button.label, hint=button.hint) for button in buttons]
    spare = flow.rect.width - sum(widths) - gap * (len(buttons) - 1)
    rows = [buttons] if spare >= 0 else [[button] for button in buttons]
    for row in rows:
        lines = [
            Button.lines(theme, flow.rect.width, button.label, hint=button.hint) for button in row
        ]
        extra = (max(map(len, lines)) - 1) * theme.line(theme.body, True)
        place = flow.take(theme.px(32) + extra)
        for button, width in zip(row, widths, strict=False):
            share = width + spare // len(row) if len(row) > 1 else place.width
            button.rect = pygame.Rect(place.left, place.top, share, place.height)
            place.left += share + gap
            flow.place(button)


# The hint in the sheet at the right: the plan, what it promises, what is to be feared.


MOST_STEPS = 6
"""A plan of more steps than this is told from its beginning; the map shows the whole."""


def add_hint(flow: Flow, desk: Desk, *, most: int, why: bool) -> None:
    """What the computer would do, if that was asked for: so many steps at ``most``, and ``why``."""
    hints, theme, keys = desk.hints, flow.theme, desk.keys
    if hints.busy:
        flow.heading("hint-heading", "Hint")
        now, never = keys.shown("hurry"), keys.shown("cancel")
        wait = f"The computer thinks. {now}: now. {never}: never mind."
        flow.text("hint-wait", wait, theme.small, PALETTE.ink_soft)
        flow.gap(6)
        return
    advice, plan = hints.advice, hints.plan
    if advice is None or not plan:
        return
    flow.heading("hint-heading", "Hint: what the computer would do")
    flow.gap(2)
    flow.text("hint-plan", in_a_sentence(plan[:most], desk.match.state))
    if len(plan) > most:
        later_steps = f"Then {several(len(plan) - most, 'more step')}."
        flow.text("hint-more", later_steps, theme.small, PALETTE.ink_soft)
    if why:
        flow.text("hint-chance", chances(advice), flow.theme.small, bold=True)
        for number, sentence in enumerate(advice.expects):
            flow.text(f"hint-expects-{number}", sentence, flow.theme.small)
        for number, sentence in enumerate(advice.fears):
            flow.text(f"hint-fears-{number}", sentence, flow.theme.small, PALETTE.danger)
    flow.gap(3)
    flow.button(
        "hint-step",
        "Do the next step" if len(plan) > 1 else "Do it",
        desk.commands.follow_hint,
        hint=keys.shown("hint_step"),
    )
    flow.gap(6)


# The log: what has happened, in the rulebook's words, with the dice drawn.
#
# It shows what the people at this window learned, as far as it has been shown on the map already.
# Headings of phases in which nothing happened are left out. It takes the room that the sheet leaves
# it and is filled from its end upwards; looking back scrolls by events, not by pixels.


_HEADINGS = frozenset({"phase_begins"})


def log_lines(desk: Desk) -> list[Event]:
    """Everything that has happened and been shown, in order, as the player learns of it.

    Phases have a heading only where something has happened, or a side did nothing although it
    could.
    """
    # Headings of phases in which nobody could act are left out, and so are ends of phases: the next
    # heading tells of them, where anything stands under the last one.
    lines: list[Event] = []
    eyes = desk.match.visibility.sides
    for event in setups_joined(_shown(desk)):
        forced, empty = event.fields.get("forced"), lines and lines[-1].kind == "phase_begins"
        # Of a phase of others who may be hidden nobody learns whether they could have acted.
        forced = forced or bool(empty and eyes and lines[-1].side not in eyes)
        if empty and (event.kind == "phase_begins" or (event.kind == "phase_ends" and forced)):
            lines.pop()
        if event.kind != "phase_ends" or (empty and not forced):
            lines.append(event)
    return units_joined(lines)


def _shown(desk: Desk) -> list[Event]:
    events = desk.match.known_events()
    waiting = desk.match.playback.waiting
    for place, event in enumerate(events if waiting else ()):
        # Told in order: what comes after an event that is still to be shown waits with it.
        if event is waiting[0]:
            return events[:place]
    return events


def add_log(flow: Flow, desk: Desk, scroll: int) -> int:
    """As much of the end of the log as fits; ``scroll`` events back. Answers with the furthest."""
    theme = flow.theme
    events = log_lines(desk)
    if flow.left < theme.px(70):
        return 0
    flow.heading("log-heading", "Log")
    flow.gap(3)
    box = flow.take(flow.left)
    panel = Panel("log", box, "Log", PALETTE.white)
    flow.place(panel)
    inner = box.inflate(-theme.px(14), -theme.px(10))
    scroll = min(scroll, max(0, len(events) - 1))
    visible = events[: len(events) - scroll]
    bottom = inner.bottom
    # From the end upwards: the latest lines are those that have to be there.
    for index in range(len(visible) - 1, -1, -1):
        height = _height(visible[index], theme, inner.width)
        if bottom - height < inner.top:
            break
        row = pygame.Rect(inner.left, bottom - height, inner.width, height)
        panel.children[:0] = _row(visible[index], index, row, theme)
        bottom -= height
    else:
        # Everything fits: a short log begins at the top.
        for child in panel.children:
            child.rect.top -= bottom - inner.top
    if not visible:
        text = "Nothing has happened in play yet."
        panel.children.append(Label("log-empty", inner.copy(), text, theme.small, PALETTE.ink_soft))
    return max(0, len(events) - 1)


def _height(event: Event, theme: Theme, width: int) -> int:
    inner = width - _indent(event, theme)
    bold = event.kind in _HEADINGS
    text = len(theme.wrap(_text(event), theme.small, inner, bold)) * theme.line(theme.small)
    if dice.are_shown(event):
        return max(text, theme.px(24)) + theme.px(4)
    return text + theme.px(3 if not bold else 5)


def _row(event: Event, index: int, row: pygame.Rect, theme: Theme) -> list[Label | Picture]:
    """A line of the log: the dice that were thrown drawn before it, a heading in bold."""
    bold = event.kind in _HEADINGS
    color = PALETTE.ink_soft if bold else PALETTE.ink
    area = row.copy()
    parts: list[Label | Picture] = []
    if dice.are_shown(event):
        faces, side = dice.faces_of(event), theme.px(22)
        box = pygame.Rect(row.left, row.top, dice.width_of(faces, side), side)
        paint = partial(dice.draw_thrown, faces=faces, idle=dice.idle_of(event))
        parts.append(Picture(f"log-die-{index}", box, dice.said_of(faces), paint))
        area.left += _indent(event, theme)
        area.width -= _indent(event, theme)
    parts.append(Label(f"log-{index}", area, _text(event), theme.small, color, bold))
    return parts


def _indent(event: Event, theme: Theme) -> int:
    """Pixels that the dice of an event take before its text."""
    if not dice.are_shown(event):
        return 0
    return dice.width_of(dice.faces_of(event), theme.px(22)) + theme.px(8)


def _text(event: Event) -> str:
    """A line of the log: of a battle with its rule, of a move with what its points went to."""
    if event.kind == "moved" and event.fields.get("paid"):
        return str(event).replace(" MP)", f" MP: {event.fields['paid']})", 1)
    return f"{event} ({event.rule})" if event.rule and event.kind == "battle" else str(event)
