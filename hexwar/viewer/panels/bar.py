"""The bar above the map: whose turn it is, what is left to do, and the key that ends it."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.supply.section import Supply
from hexwar.viewer.decisions import presentation_of
from hexwar.viewer.panels import Desk
from hexwar.viewer.theme import PALETTE, Theme, mix, parse_color
from hexwar.viewer.widgets import Button, Label, Panel, Widget
from hexwar.viewer.widgets.texts import Picture

_HEIGHT = 56  # points
_MARGIN = 12


def bar_height(theme: Theme) -> int:
    """Height of the bar, in pixels."""
    return theme.px(_HEIGHT)


def add_bar(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Widget]:
    """The bar: the side's colour, turn and phase, the prompt, and buttons at the right."""
    bar = Panel("bar", rect, "Prompt", PALETTE.chrome, None, rounded=False)
    buttons = _buttons(desk, theme, rect)
    left = min(button.rect.left for button in buttons)
    margin = theme.px(_MARGIN)
    stripe = pygame.Rect(rect.left, rect.top, theme.px(8), rect.height)
    bar.children.append(Picture("bar-side", stripe, _side(desk), _stripe(desk)))
    text = pygame.Rect(
        stripe.right + margin, rect.top, left - stripe.right - 2 * margin, rect.height
    )
    bar.children += _texts(desk, theme, text)
    bar.children += buttons
    return [bar]


def _side(desk: Desk) -> str:
    side = desk.match.state.side_to_act
    return f"{desk.match.side_name(side)} to choose" if side else "The game is over"


def _stripe(desk: Desk) -> Callable[[pygame.Surface, pygame.Rect], None]:
    side = desk.match.sides.get(desk.match.state.side_to_act or "")
    color = parse_color(side.color, PALETTE.gold) if side else PALETTE.gold

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        pygame.draw.rect(surface, mix(color, PALETTE.white, 0.15), rect)

    return paint


def _texts(desk: Desk, theme: Theme, room: pygame.Rect) -> list[Widget]:
    """A headline, and below it the prompt in one line, or two of small print."""
    headline, prompt = situation(desk), prompt_text(desk)
    size = theme.title
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
        Label(
            "turn",
            pygame.Rect(room.left, top, room.width, above),
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


def situation(desk: Desk) -> str:
    """Turn and phase."""
    match = desk.match
    if match.state.is_over:
        return "The game is over"
    turns = match.resolved[SequenceOfPlay].turns
    before = presentation_of(match.state, match.decision).outside_turn
    if match.decision is not None and before:
        return f"{before}: {match.side_name(match.decision.side)}"
    return f"Turn {match.state.turn} of {turns}: {match.phase.title}"


def prompt_text(desk: Desk) -> str:
    """What is to be done now, by whom, and the key that ends it."""
    match, keys = desk.match, desk.keys
    state = match.state
    decision = match.decision
    if match.playback.busy and match.playback.current is not None:
        return f"{match.playback.current} {keys.shown('cancel')} skips."
    if decision is None:
        return f"{state.outcome} {keys.shown('picker')} begins another game.".lstrip()
    side = match.side_name(decision.side)
    if match.computer_to_act:
        return f"{side} ({match.computer_to_act}) is thinking."
    looks = presentation_of(state, decision)
    told = f"{side}: {looks.prompt(desk.selection, decision, keys.shown('end_phase'))}"
    everything = desk.selection.ending_all()
    if everything is None:
        return told
    what = desk.selection.available.line(everything)
    return f"{told} {keys.shown('end_all')}: {what[0].lower()}{what[1:]}."


def _buttons(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Button]:
    """Undo, redo, end of the phase, rules and help, from the right edge leftwards."""
    record = desk.match.record
    human = bool(desk.selection.kind)
    looks = presentation_of(desk.match.state, desk.match.decision)
    offered = not desk.match.state.is_over and desk.match.state.agenda[-1].is_offer
    # In a battle there is no phase to end; in the phases themselves the key says why not.
    ends = desk.selection.ending() is not None
    may_end = human and (looks.own_turn or offered or ends)
    finish = "Decline" if not looks.own_turn and (offered or ends) else looks.finish
    undo_tip = desk.keys.tooltip("undo")
    if not record.can_undo and record.undo_lock:
        undo_tip = f"Undo: {record.undo_lock}"
    lock = "undo" if record.can_undo or not record.entries else "lock"
    main = "primary" if may_end else "chrome"
    wide = rect.width > theme.px(980)
    supply = desk.match.resolved.section(Supply) is not None and wide
    pressed = "primary" if desk.view.show_supply else "chrome"
    wanted = [
        ("help", "?", "", desk.keys.tooltip("help"), True, "chrome"),
        ("rules", "Rules", "", desk.keys.tooltip("rules"), True, "chrome"),
        *([("supply", "Supply", "", desk.keys.tooltip("supply"), True, pressed)] if supply else []),
        ("end_phase", finish, "next", desk.keys.tooltip("end_phase"), may_end, main),
        ("redo", "Redo" if wide else "", "redo", desk.keys.tooltip("redo"), record.can_redo, ""),
        ("undo", "Undo" if wide else "", lock, undo_tip, record.can_undo, ""),
    ]
    x = rect.right - theme.px(_MARGIN)
    made: list[Button] = []
    for command, label, picture, tip, enabled, kind in wanted:
        width = Button.wanted(theme, label, picture)
        box = pygame.Rect(0, 0, width, theme.px(34))
        box.midright = (x, rect.centery)

        def run(command: str = command) -> None:
            desk.run(command)

        # Undo answers why it is locked, so it can be pushed even then.
        pushable = run if enabled or command == "undo" else None
        button = Button(
            f"button-{command}", box, label, pushable, kind or "chrome", enabled, tip, picture
        )
        made.append(button)
        x = box.left - theme.px(8)
    return made[::-1]
