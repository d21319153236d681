"""A lesson: the strip above the map with the text of its step, and its buttons.

The strip is as high as the longest step needs, so that the map does not move from step to step.
What the step points at is said in words as well; the hexes of it are framed by the map, parts of
the window by :mod:`hexwar.viewer.panels.lesson_marks`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from hexwar.records.lesson import LessonSession
from hexwar.rules.language.wording import every, place_named, region_called
from hexwar.rules.lessons.section import Highlight
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.lesson_marks import part_called
from hexwar.viewer.widgets import Button, Flow, Panel, Widget

_MARGIN, _EDGE = 12, 7  # points: beside the text, and above and below it
_FIRST_THREE = 3  # buttons of every step: back, again, leave
_BUTTON = 30  # points, the height of a button
_OVER = "The lesson is over. Play on against the computer if you like, or begin the whole game."
_ENDED = "The lesson is over, and its game too. Begin the whole game, or leave to choose another."


def add_lesson(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Widget]:
    """The strip at the top of a rectangle, as high as it needs to be; none outside a lesson."""
    lesson = desk.match.lesson
    if lesson is None:
        return []
    margin = theme.px(_MARGIN)
    room = pygame.Rect(rect.left + margin, rect.top + theme.px(_EDGE), rect.width - 2 * margin, 0)
    flow = Flow(theme, room)
    buttons = _buttons(desk, theme, lesson)
    _add_heading(flow, lesson, buttons)
    step = lesson.step
    flow.gap(2)
    # As high as the longest step needs, so that the map stays where it is from step to step.
    texts = [_OVER, *(part.text for part in lesson.lesson.steps)]
    below = flow.y + max(flow.text_height(text, theme.body) for text in texts)
    over = _ENDED if lesson.state.is_over else _OVER
    flow.text("lesson-text", over if step is None else step.text, theme.body)
    target = "" if step is None or step.highlight is None else looked_at(desk, step.highlight)
    flow.gap(2)
    if target:
        flow.text("lesson-target", target, theme.small, PALETTE.ink_soft)
    height = max(flow.y, below + theme.px(2) + theme.line(theme.small)) + theme.px(_EDGE) - rect.top
    ground = pygame.Rect(rect.left, rect.top, rect.width, height)
    panel = Panel("lesson", ground, "Lesson", PALETTE.accent_pale, PALETTE.accent, rounded=False)
    panel.children = [*flow.widgets, *buttons]
    return [panel]


def _add_heading(flow: Flow, lesson: LessonSession, buttons: Sequence[Button]) -> None:
    """Title and number, and beside it the buttons, or below where both do not fit."""
    theme, steps = flow.theme, len(lesson.lesson.steps)
    title = f"{lesson.lesson.title}, {min(lesson.at + 1, steps)} of {steps}"
    gap, height = theme.px(8), theme.px(_BUTTON)
    wide = sum(button.rect.width for button in buttons) + gap * (len(buttons) - 1)
    beside = theme.width(title.upper(), theme.fine, True) + 2 * gap + wide <= flow.rect.width
    row = flow.take(height)
    left = row.right - wide if beside else row.left
    for button in buttons:
        button.rect.topleft = (left, row.top)
        left += button.rect.width + gap
    heading = Flow(theme, pygame.Rect(row.left, row.top + theme.px(8), row.width - wide - gap, 0))
    if not beside:
        flow.gap(4)
        heading = flow
    label = heading.heading("lesson-heading", title)
    if beside:
        flow.place(label)


def _buttons(desk: Desk, theme: Theme, lesson: LessonSession) -> list[Button]:
    """Back, from the beginning, leave; what goes on, or helps; at the end, the whole game."""
    step, steps = lesson.step, lesson.lesson.steps
    reads = step is not None and step.expect is None
    # The command, what is written on its button, whether it can be pressed, how it is coloured.
    offered: list[tuple[str, str, bool, str]] = [
        ("lesson_back", "Back", lesson.at > 0, "plain"),
        ("lesson_reset", "Start again", lesson.at > 0, "plain"),
        ("picker", "Leave", True, "plain"),
    ]
    if step is not None:
        # A step that waits for an action is done on the board; only one to be read is gone on from.
        goes_on, hint = (
            ("lesson_on", "Go on", True, "primary"),
            ("lesson_hint", "Hint", True, "plain"),
        )
        offered.append(goes_on if reads else hint)
    buttons = [_button(desk, theme, *button) for button in offered]
    if lesson.at + 1 >= len(steps):
        label = "Begin the whole game"
        rect = pygame.Rect(0, 0, Button.wanted(theme, label), theme.px(_BUTTON))
        kind, begin = "primary" if step is None else "plain", desk.commands.begin_whole_game
        tip = f"Puts the lesson away and begins {desk.match.resolved.header.title}."
        # Before what goes on, which stands last, where it stood in every step before.
        buttons.insert(
            _FIRST_THREE, Button("button-whole-game", rect, label, begin, kind, tooltip=tip)
        )
    return buttons


def _button(desk: Desk, theme: Theme, command: str, label: str, enabled: bool, kind: str) -> Button:
    hint = desk.keys.shown(command) if command != "picker" else ""
    rect = pygame.Rect(0, 0, Button.wanted(theme, label, hint=hint), theme.px(_BUTTON))
    run: Callable[[], None] | None = (lambda: desk.run(command)) if enabled else None
    tip = "" if command == "picker" else desk.keys.tooltip(command)
    return Button(f"button-{command}", rect, label, run, kind, enabled, tip, hint=hint)


def looked_at(desk: Desk, highlight: Highlight) -> str:
    """What is outlined, in words."""
    state = desk.match.visibility.state
    names = [f"{unit} in {state.position(unit) or 'no hex'}" for unit in highlight.units]
    standing = {state.position(unit) for unit in highlight.units}
    names += [number for number in highlight.hexes if number not in standing]
    if highlight.region:
        hexes = state.resolved.map.region(highlight.region)
        called = region_called(state.resolved.map, highlight.region)
        names.append(place_named(state.resolved, *hexes) if len(hexes) == 1 else called)
    if highlight.panel:
        names.append(part_called(desk, highlight.panel))
    return f"Outlined: {every(names)}." if names else ""


def hexes_marked(desk: Desk) -> tuple[str, ...]:
    """The hexes that the step of the lesson points at."""
    lesson = desk.match.lesson
    highlight = lesson.step.highlight if lesson is not None and lesson.step is not None else None
    if highlight is None:
        return ()
    state = desk.match.visibility.state
    standing = (state.position(unit) for unit in highlight.units)
    region = desk.match.resolved.map.region(highlight.region) if highlight.region else ()
    hexes = [*(number for number in standing if number), *highlight.hexes, *sorted(region)]
    return tuple(dict.fromkeys(hexes))
