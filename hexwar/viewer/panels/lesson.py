"""A lesson: the strip with its step and buttons, and the rings around what it points at.

The strip is as high as the longest step needs, so that the map does not move from step to step.
What is outlined in the window is said in words as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import pygame

from hexwar.engine import Choice
from hexwar.records.lesson import LessonSession
from hexwar.rules.language.wording import every, place_named, region_called
from hexwar.rules.lessons.rules import fits
from hexwar.rules.lessons.section import Highlight
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Button, Flow, Look, Panel, Widget

_MARGIN = 12  # points
_OVER = "The lesson is over. Play on against the computer if you like, or begin the whole game."
_ENDED = "The lesson is over, and its game too. Begin the whole game, or leave to choose another."


def add_lesson(desk: Desk, theme: Theme, rect: pygame.Rect) -> list[Widget]:
    """The strip at the top of a rectangle, as high as it needs to be; none outside a lesson."""
    lesson = desk.match.lesson
    if lesson is None:
        return []
    margin = theme.px(_MARGIN)
    room = pygame.Rect(rect.left + margin, rect.top + theme.px(7), rect.width - 2 * margin, 0)
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
    height = max(flow.y, below + theme.px(2) + theme.line(theme.small)) + theme.px(7) - rect.top
    ground = pygame.Rect(rect.left, rect.top, rect.width, height)
    panel = Panel("lesson", ground, "Lesson", PALETTE.accent_pale, PALETTE.accent, rounded=False)
    panel.children = [*flow.widgets, *buttons]
    return [panel]


def _add_heading(flow: Flow, lesson: LessonSession, buttons: Sequence[Button]) -> None:
    """Title and number, and beside it the buttons, or below where both do not fit."""
    theme, steps = flow.theme, len(lesson.lesson.steps)
    many = f"{min(lesson.at + 1, steps)} of {steps}"
    title = f"{lesson.lesson.title}, {many}"
    gap, height = theme.px(8), theme.px(30)
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
    offered: list[tuple[str, str, bool, str]] = [
        ("lesson_back", "Back", lesson.at > 0, "plain"),
        ("lesson_reset", "Start again", lesson.at > 0, "plain"),
        ("picker", "Leave", True, "plain"),
    ]
    if step is not None:
        # A step that waits for an action is done on the board; only one to be read is gone on from.
        does = ("lesson_on", "Go on", True, "primary") if reads else None
        offered.append(does or ("lesson_hint", "Hint", True, "plain"))
    buttons = [_button(desk, theme, *button) for button in offered]
    if lesson.at + 1 >= len(steps):
        label = "Begin the whole game"
        rect = pygame.Rect(0, 0, Button.wanted(theme, label), theme.px(30))
        kind, begin = "primary" if step is None else "plain", desk.commands.begin_whole_game
        tip = f"Puts the lesson away and begins {desk.match.resolved.header.title}."
        # What goes on stands last, where it stood in every step before.
        buttons.insert(3, Button("button-whole-game", rect, label, begin, kind, tooltip=tip))
    return buttons


def _button(desk: Desk, theme: Theme, command: str, label: str, enabled: bool, kind: str) -> Button:
    hint = desk.keys.shown(command) if command != "picker" else ""
    rect = pygame.Rect(0, 0, Button.wanted(theme, label, hint=hint), theme.px(30))
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


# What a step of a lesson points at in the window: a ring around each thing, and over nothing.
#
# A lesson names a part of the window (``PANELS``); the widgets of that part are found by their keys
# after the window is laid out, and the ring is drawn last. It grows only into free space. In a list
# of choices it surrounds the one that the step waits for.


PANELS = {
    "prompt": ("turn", "prompt"),
    "goal": ("goal",),
    "turns": ("turns",),
    "sequence": ("sequence",),
    "battle": ("battle", "attackers", "attacker", "odds", "crt", "outcome", "fire"),
    "choices": ("choices", "choice"),
    "hex": ("place",),
    "log": ("log",),
    "end": ("button-end_phase",),
    "rules": ("button-rules",),
}
"""What a part of the window is made of: keys of widgets, or what stands before a dash in them."""

PARTS = {
    "prompt": "the line at the top",
    "goal": "the goal",
    "turns": "the turn track",
    "sequence": "the sequence of play",
    "battle": "the battle, once it is prepared",
    "choices": "the choices",
    "hex": "the hex that is looked at",
    "log": "the log",
    "end": "the button that ends the phase",
    "rules": "the button that opens the rules",
}
"""What these parts of the window are called in a sentence."""

_GROWN = (6, 4)  # points by which a ring stands off what it surrounds, where there is room


class LessonMark(Widget):
    """A ring around the part of the window that a step points at; it covers nothing."""

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the ring in two colours, so that it shows on any ground."""
        theme = look.theme
        pygame.draw.rect(surface, PALETTE.ink, self.rect, theme.px(4), theme.px(7))
        inner = self.rect.inflate(-theme.px(1), -theme.px(1))
        pygame.draw.rect(surface, PALETTE.gold, inner, theme.px(2), theme.px(6))


def marks(desk: Desk, theme: Theme, widgets: Sequence[Widget]) -> list[Widget]:
    """A ring around the part that the step points at, if it is on the screen.

    If the part is in several places, the ring is around the place with most of it.
    """
    lesson = desk.match.lesson
    highlight = lesson.step.highlight if lesson is not None and lesson.step is not None else None
    if highlight is None or not highlight.panel:
        return []
    waited = _choice_waited_for(desk) if highlight.panel == "choices" else None
    keys = (f"choice-{waited[0]}",) if waited else PANELS[highlight.panel]
    # A ring around parts in two corners would run through all that stands between them.
    places = [[part for part in _leaves(widget) if _is_of(part.key, keys)] for widget in widgets]
    parts = max(places, key=len, default=[])
    if not parts:
        return []
    around = parts[0].rect.unionall([part.rect for part in parts[1:]])
    others = [leaf.rect for widget in widgets for leaf in _leaves(widget) if leaf not in parts]
    rect = _grown(around, others, theme.px(_GROWN[0]), theme.px(_GROWN[1]))
    return [LessonMark("lesson-mark", rect, f"Here: {part_called(desk, highlight.panel)}")]


def part_called(desk: Desk, panel: str) -> str:
    """A part of the window in words; the choice itself where a step waits for one of a list."""
    waited = _choice_waited_for(desk) if panel == "choices" else None
    return f"\u201c{waited[1].label}\u201d" if waited else PARTS[panel]


def _choice_waited_for(desk: Desk) -> tuple[int, Choice] | None:
    """The place in the list, from 1, of the one choice that the step waits for."""
    lesson = desk.match.lesson
    expect = lesson.step.expect if lesson is not None and lesson.step is not None else None
    if expect is None:
        return None
    board = desk.match.resolved.map
    listed = enumerate(desk.selection.choices(), 1)
    fitting = [(place, choice) for place, choice in listed if fits(expect, choice.action, board)]
    return fitting[0] if len(fitting) == 1 else None


def _is_of(key: str, begins: Iterable[str]) -> bool:
    return any(key == begin or key.startswith(f"{begin}-") for begin in begins)


def _leaves(widget: Widget) -> list[Widget]:
    """What is to be read or pressed in a widget; a list of lines, such as the log, is one."""
    if not widget.children or widget.key in PANELS:
        return [widget]
    return [leaf for child in widget.children for leaf in _leaves(child)]


def _grown(rect: pygame.Rect, around: Sequence[pygame.Rect], across: int, down: int) -> pygame.Rect:
    """The rectangle with a margin on each side, as far as it touches none of the others."""
    grown = rect.copy()
    for dx, dy, dw, dh in ((-1, 0, 1, 0), (0, 0, 1, 0), (0, -1, 0, 1), (0, 0, 0, 1)):
        for _ in range(across if dw else down):
            wider = pygame.Rect(
                grown.left + dx, grown.top + dy, grown.width + dw, grown.height + dh
            )
            # What overlaps the ring's own part from the beginning cannot be avoided, and does not
            # count.
            if any(wider.colliderect(widget) for widget in around if not rect.colliderect(widget)):
                break
            grown = wider
    return grown
