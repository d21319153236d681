"""The bar above the map: whose turn it is, what is to be done, and the buttons.

From the left: a stripe in the colour of the side, a headline with turn and phase, what is in force
beside it as far as there is room, the prompt below, and the buttons. Which prompt is shown depends
on what comes first for the player: what is being shown, what waits to be seen, the end of the game,
who thinks, the battle that is being prepared, and last what the decision asks.

First the bar of a game (:func:`add_bar`) and how any bar is laid out (:func:`lay_bar`, which a
replay uses too); then the prompt (:func:`prompt_text`); then the buttons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.grammar import agreeing, opening
from hexwar.players import called
from hexwar.rules.language.wording import every, place_named
from hexwar.rules.supply.section import Supply
from hexwar.rules.victory.telling import standing
from hexwar.viewer.decisions import presentation_of, situation
from hexwar.viewer.decisions.presentation import Presentation, beside_counters
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, mix, parse_color
from hexwar.viewer.panels import Desk
from hexwar.viewer.table.fights import odds_at_target
from hexwar.viewer.widgets import Button, Label, Panel, Widget
from hexwar.viewer.widgets.base import Picture

# In points.
_HEIGHT, _MARGIN = 56, 12
_BUTTON, _GAP, _STRIPE = 34, 8, 8  # high; between two buttons; wide
_BEFORE_ASIDE = 16  # between the headline and what stands behind it
_ASIDE_RAISED = 2  # so that small print stands on the headline's line
_WIDE = 980  # so wide a bar has room for all buttons with their words


def bar_height(theme: Theme) -> int:
    """Height of the bar, in pixels."""
    return theme.px(_HEIGHT)


class BarButton(NamedTuple):
    """A button of the bar: the command that it carries out, if it ``may`` be, and how it looks."""

    command: str
    label: str
    picture: str
    tip: str
    may: bool = True
    kind: str = "chrome"


class Aside(NamedTuple):
    """Something that stands small behind the headline, with its tooltip."""

    name: str
    text: str
    tooltip: str


class Telling(NamedTuple):
    """What a bar says: a headline with the prompt below, the side's colour and what it means.

    As many of the ``asides`` are shown as there is room for, from the first on.
    """

    headline: str
    prompt: str
    side: str
    color: Color
    asides: Sequence[Aside] = ()


def add_bar(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Widget]:
    """The bar of a game: the side's colour, turn and phase, the prompt, and buttons."""
    side = desk.match.state.side_to_act
    acting = desk.match.sides.get(side or "")
    color = parse_color(acting.color, PALETTE.gold) if acting else PALETTE.gold
    telling = Telling(
        situation(desk.match.state, desk.match.decision, of_all=True),
        prompt_text(desk),
        f"{desk.match.side_name(side)} to choose" if side else "The game is over",
        color,
        _asides(desk),
    )
    return lay_bar(theme, rect, telling, _buttons(desk, rect.width > theme.px(_WIDE)), desk.run)


def _asides(desk: Desk) -> list[Aside]:
    """What is in force, with what it changes, and who would win as it stands; without an effect by
    which the phase is called, beside its title.
    """
    state = desk.match.state
    title = situation(state, desk.match.decision).lower()
    asides = [
        Aside(f"record-bar-{record.id}", str(record), " ".join(record.notes))
        for record in state.recorded()
        if record.notes and not (record.id == "in_force" and record.text.lower() in title)
    ]
    if not state.is_over:
        asides.append(Aside("goal-standing", standing(state), desk.keys.tooltip("goal")))
    if clock := desk.match.clock_in_words.strip():
        asides.insert(0, Aside("clock", clock, desk.keys.tooltip("table")))
    return asides


def lay_bar(
    theme: Theme,
    rect: pygame.Rect,
    telling: Telling,
    buttons: Sequence[BarButton],
    run: Callable[[str], None],
) -> list[Widget]:
    """A bar with these buttons, the first of them at the right edge."""
    bar = Panel("bar", rect, "Prompt", PALETTE.chrome, None, rounded=False)
    right = rect.right - theme.px(_MARGIN)
    placed: list[Button] = []
    for command, label, picture, tip, may, kind in buttons:
        width = Button.wanted(theme, label, picture)
        box = pygame.Rect(0, 0, width, theme.px(_BUTTON))
        box.midright = (right, rect.centery)
        # Undo that is locked answers why.
        push = partial(run, command) if may or command == "undo" else None
        placed.insert(0, Button(f"button-{command}", box, label, push, kind, may, tip, picture))
        right = box.left - theme.px(_GAP)
    buttons_left = min(button.rect.left for button in placed)
    margin = theme.px(_MARGIN)
    stripe = pygame.Rect(rect.left, rect.top, theme.px(_STRIPE), rect.height)
    bar.children.append(Picture("bar-side", stripe, telling.side, partial(_stripe, telling.color)))
    wide = buttons_left - stripe.right - 2 * margin
    room = pygame.Rect(stripe.right + margin, rect.top, wide, rect.height)
    bar.children += _headline_and_prompt(telling, theme, room)
    bar.children += placed
    return [bar]


def _stripe(color: Color, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """The side's colour, a little paler than on its counters."""
    pygame.draw.rect(surface, mix(color, PALETTE.white, 0.15), rect)


def _headline_and_prompt(telling: Telling, theme: Theme, room: pygame.Rect) -> list[Widget]:
    """A headline, and below it the prompt in one line, or two of small print."""
    headline, prompt = telling.headline, telling.prompt
    size = theme.title  # of the headline
    # The headline gives way first, then the prompt: neither is cut off.
    while size > theme.small and theme.width(headline, size, True) > room.width:
        size -= 1
    body = theme.body
    if theme.width(prompt, body) > room.width:
        body = theme.small
    lines = len(theme.wrap(prompt, body, room.width))
    if lines > 1:
        size = min(size, theme.body)
    above, below = theme.line(size, True), lines * theme.line(body)
    top = room.top + (room.height - above - below) // 2
    return [
        *_behind_headline(telling, theme, pygame.Rect(room.left, top, room.width, above), size),
        Label(
            "turn",
            pygame.Rect(room.left, top, theme.width(headline, size, True), above),
            headline,
            size,
            PALETTE.chrome_ink,
            bold=True,
        ),
        Label(
            "prompt",
            pygame.Rect(room.left, top + above, room.width, below),
            prompt,
            body,
            PALETTE.gold,
        ),
    ]


def _behind_headline(telling: Telling, theme: Theme, row: pygame.Rect, size: int) -> list[Widget]:
    """What stands behind the headline, as far as there is room."""
    left, labels = row.left + theme.width(telling.headline, size, True), list[Widget]()
    for aside in telling.asides:
        left += theme.px(_BEFORE_ASIDE)
        box = pygame.Rect(left, 0, theme.width(aside.text, theme.small), theme.line(theme.small))
        left += box.width
        if left > row.right:
            break
        box.bottom = row.bottom - theme.px(_ASIDE_RAISED)
        label = Label(aside.name, box, aside.text, theme.small, PALETTE.chrome_ink)
        label.tooltip = aside.tooltip
        labels.append(label)
    return labels


def prompt_text(desk: Desk) -> str:
    """What is to be done now, by whom, and the key that ends it."""
    match, keys = desk.match, desk.keys
    state = match.state
    decision = match.decision
    if match.playback.busy and match.playback.current is not None:
        return f"{match.playback.current} {keys.shown('cancel')} skips."
    if match.holds:
        return f"{_told_first(desk)} {keys.shown('act')} or a click goes on."
    if match.awaited:
        return match.awaited
    if decision is None:
        return f"{state.outcome} {keys.shown('picker')} begins another game.".lstrip()
    side = match.side_name(decision.side)
    if match.computer_to_act:
        who = f"{opening(side)} ({called(match.computer_to_act)}) {agreeing(side, 'is')}"
        return f"{who} {_thinking(desk)}"
    if prepared := _prepared(desk):
        return f"{side}: {prepared}"
    looks = presentation_of(state, decision)
    ending = beside_counters(match.resolved, keys.shown("end_phase"))
    prompt = looks.prompt(desk.selection, decision, ending)
    # In brackets no sentence begins.
    line = f"{side}: {prompt.replace('(Key ', '(key ')}"
    if desk.selection.available.entering():
        line += f" {keys.shown('enter_all')} brings on all that can enter."
    everything = desk.selection.ending_all()
    if everything is None:
        return line
    if looks.in_hand:
        return f"{line} {keys.shown('end_all')}: ask no more in this phase."
    # The line of a list stands in the middle of a sentence here.
    ends = desk.selection.available.line(everything)
    return f"{line} {keys.shown('end_all')}: {ends[0].lower()}{ends[1:]}."


def _thinking(desk: Desk) -> str:
    """Since when somebody thinks, once that is worth a word, and the key that ends it."""
    thought, key = desk.thinker.thought, desk.keys.shown("hurry")
    if thought is None or not thought.is_long:
        return "thinking."
    passed = int(thought.seconds)
    since = f", {passed} s" if passed else ""
    if thought.is_deaf:
        return f"thinking{since}, though told to move. {key}: choose yourself."
    return f"thinking{since}. {key}: move now."


def _prepared(desk: Desk) -> str:
    """The battle that is being prepared, and the keys that fight it and let go of it."""
    chosen, keys = desk.selection, desk.keys
    if chosen.target is None:
        return ""
    attack, lets_go = chosen.attack(), keys.shown("cancel")
    if attack is None:
        place = place_named(desk.match.resolved, chosen.target)
        return f"Nobody fights {place} yet: click the units that are to. {lets_go} lets go."
    if (refused := chosen.attack_refused()) is not None:
        return f"{refused.message} {lets_go} lets go."
    preview = chosen.preview()
    odds = odds_at_target(preview) if preview is not None else ""
    odds = f", {odds}" if odds else ""
    looks, verb = chosen.presentation, attack.verb
    places = every(place_named(desk.match.resolved, number) for number in chosen.aimed_at)
    prepared = f"{looks.attack_on(verb)} {places} by {every(attack.units)}{odds}"
    if not attack.units:
        prepared = chosen.available.line(attack)
    return f"{prepared}. {keys.shown('act')}: {verb}. {lets_go} lets go."


def _told_first(desk: Desk) -> str:
    """What is to be looked at before the game goes on."""
    results, passing = desk.match.results, desk.match.passing
    event = results.battle or results.shot or next(reversed(results.events), None)
    if event is not None:
        return event.text
    return f"{desk.match.side_name(passing.side)}: nobody of yours can act now."


def _buttons(desk: Desk, wide: bool) -> list[BarButton]:
    """Help and rules, what goes on, redo and undo, from the right edge leftwards."""
    record, keys, lock = desk.match.record, desk.keys, desk.match.undo_lock
    buttons = [
        BarButton("menu", "", "menu", keys.tooltip("menu")),
        BarButton("help", "?", "", keys.tooltip("help")),
        BarButton("rules", "Rules", "", keys.tooltip("rules")),
    ]
    if wide and desk.match.resolved.section(Supply) is not None:
        kind = "primary" if desk.view.show_supply else "chrome"
        buttons.append(BarButton("supply", "Supply", "", keys.tooltip("supply"), kind=kind))
    buttons.append(_going_on(desk))
    redo = "Redo" if wide else ""
    buttons.append(BarButton("redo", redo, "redo", keys.tooltip("redo"), record.can_redo))
    # Undo answers why it is locked, so that it can be pushed even then.
    tip = keys.tooltip("undo") if lock is None else f"Undo: {lock}"
    picture = "lock" if lock is not None and record.entries else "undo"
    buttons.append(BarButton("undo", "Undo" if wide else "", picture, tip, lock is None))
    return buttons


def _going_on(desk: Desk) -> BarButton:
    """The button by which the game goes on: from what is shown, from a computer's thinking, after
    the end, and else from the phase or the choice that is asked for.
    """
    match, keys, chosen = desk.match, desk.keys, desk.selection
    if match.holds:
        return BarButton("act", "Go on", "next", keys.tooltip("act"), kind="primary")
    if desk.thinker.thought is not None and desk.thinker.thought.is_long:
        return BarButton("hurry", "Move now", "next", keys.tooltip("hurry"), kind="primary")
    if match.state.is_over:
        return BarButton("replay", "Replay", "play", keys.tooltip("replay"), kind="primary")
    looks = presentation_of(match.state, match.decision)
    can_decline = match.state.agenda[-1].is_offer or chosen.ending() is not None
    # In a battle there is no phase to end; in the phases themselves the key says why not.
    explains = looks.own_turn and looks.says_why_not_ended
    may_end = bool(chosen.kind) and (explains or can_decline)
    label = looks.finish
    if can_decline and not looks.own_turn and looks.finish == Presentation.finish:
        label = chosen.ending_says  # what is declined says more than the usual word
    # What is offered is not proposed to be declined, unless a die waits for that.
    proposed = looks.own_turn or looks.before_the_die or len(chosen.choices()) <= 1
    kind = "primary" if may_end and proposed else "chrome"
    return BarButton("end_phase", label, "next", keys.tooltip("end_phase"), may_end, kind)
