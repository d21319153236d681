"""What a step of a lesson points at in the window: a ring around it, over nothing that is read.

A lesson names a part of the window (:data:`PANELS`). :func:`marks` finds the widgets of that part
by their keys, after the window is laid out, and draws the ring last. It grows only into free space.
In a list of choices it surrounds the one that the step waits for.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hexwar.engine import Choice
from hexwar.rules.lessons.rules import fits
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Look, Widget

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
    begins = tuple(f"{key}-" for key in keys)
    # A ring around parts in two corners would run through all that stands between them.
    places = [
        [leaf for leaf in _leaves(widget) if leaf.key in keys or leaf.key.startswith(begins)]
        for widget in widgets
    ]
    parts = max(places, key=len, default=[])
    if not parts:
        return []
    part = parts[0].rect.unionall([leaf.rect for leaf in parts[1:]])
    around = [leaf.rect for widget in widgets for leaf in _leaves(widget) if leaf not in parts]
    rect = _grown(part, around, theme.px(_GROWN[0]), theme.px(_GROWN[1]))
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


def _leaves(widget: Widget) -> list[Widget]:
    """What is to be read or pressed in a widget; a list of lines, such as the log, is one."""
    if not widget.children or widget.key in PANELS:
        return [widget]
    return [leaf for child in widget.children for leaf in _leaves(child)]


def _grown(rect: pygame.Rect, around: Sequence[pygame.Rect], across: int, down: int) -> pygame.Rect:
    """The rectangle with a margin on each side, as far as it touches none of the others."""
    grown = rect.copy()
    # To the left, to the right, up and down, pixel by pixel until something is in the way.
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
