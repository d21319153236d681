"""A question that must be answered before anything else goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hexwar.definition.grammar import does
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.program.keyboard import Chord
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer. ``chord`` is a key that gives it at once, or empty.

    ``kind`` as for :class:`Button`: the ``primary`` answer has the focus at first.
    ``activate`` is called when the question is gone from the screen.
    """

    label: str
    activate: Callable[[], None]
    chord: Chord = ""
    kind: str = "plain"


class QuestionScreen(SheetScreen):
    """Asks; Escape goes back without an answer."""

    widest = 520

    def __init__(self, host: Host, title: str, text: str, answers: Sequence[Answer]) -> None:
        super().__init__(host)
        self.title = title
        self.text = text
        self.answers = tuple(answers)

    def fill(self, flow: Flow) -> None:
        """The text."""
        if self.text:
            flow.text("text", self.text, color=PALETTE.ink)

    def acts(self) -> Sequence[SheetButton]:
        """A button for each answer, the main one last."""
        ordered = sorted(enumerate(self.answers), key=lambda pair: pair[1].kind == "primary")
        return [
            SheetButton(
                f"answer-{index}",
                answer.label,
                lambda answer=answer: self.give(answer),  # type: ignore[misc]
                answer.kind,
                self.host.keys.written(answer.chord) if answer.chord else "",
            )
            for index, answer in ordered
        ]

    def give(self, answer: Answer) -> None:
        """Take an answer: the question goes away, then what was answered happens."""
        self.host.pop()
        answer.activate()

    def key(self, event: pygame.event.Event) -> None:
        """The answers' own keys, then the usual ones."""
        chords = self.host.keys.chords(event)
        for answer in self.answers:
            if answer.chord and answer.chord in chords:
                self.give(answer)
                return
        super().key(event)


class CurtainScreen(QuestionScreen):
    """Covers the table while the window changes hands: nothing of it is seen behind."""

    over = False

    def __init__(self, host: Host, name: str, uncover: Callable[[], None]) -> None:
        text = "What is hidden is shown to the side that is to act. Let the other player look away."
        text += f" {host.keys.shown('fog')} over the map plays with everything open."
        show = Answer("Show the map", uncover, "", "primary")
        super().__init__(host, f"{does(name, 'is')} to act", text, [show])
