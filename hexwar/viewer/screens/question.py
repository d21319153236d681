"""What comes up and has to be answered before anything else goes on.

A question goes away before it acts on its answer: the answer may put another screen on top, which
would otherwise be removed instead. First any question (:class:`QuestionScreen`), then two that the
window itself asks: by which rules a game goes on, and how large everything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hexwar.definition.grammar import opening
from hexwar.records import Session
from hexwar.viewer.drawing.theme import PALETTE, SCALE_STEPS
from hexwar.viewer.program.keyboard import Chord
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.saves import SaveByRules
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
    """Covers the table while the window changes hands: no part of it is seen behind."""

    over = False

    def __init__(self, host: Host, name: str, uncover: Callable[[], None]) -> None:
        text = "What is hidden is shown to the side that is to act. Let the other player look away."
        show = Answer("Show the map", uncover, "", "primary")
        super().__init__(host, f"{opening(name, 'is')} to act", text, [show])


# The question by which rules a game goes on that began with others than those of today.


def rules_question(host: Host, session: Session) -> QuestionScreen | None:
    """The question, if there is a choice and the game goes on; it says what a notice would.

    The game is open by the rules that it had. With those of today its save is opened again.
    """
    change, path = session.rules_change, session.path
    if change is None or not change.has_choice or path is None or session.state.is_over:
        return None
    session.notices[:] = [notice for notice in session.notices if notice != change.sentence]
    as_begun = Answer("As it began", lambda: None, "o", "primary")
    by_new_rules = Answer("By the new rules", lambda: host.begin(SaveByRules(path, "now")), "n")
    return QuestionScreen(host, "Which rules?", change.sentence, [by_new_rules, as_begun])


# A first look at a display of many pixels: shall everything be drawn larger?
#
# How dense a display is cannot be asked: neither pygame nor pygame-ce tells it, and what desktops
# report is not to be relied on. The size of the desktop can. Where the system enlarges windows by
# itself that size is reported after enlarging, and nothing is proposed.


_USUAL = (1920, 1080)  # pixels of a desktop on which 100 % is right
_WORTH_ASKING = 1.5  # times as many pixels: below, 100 % can be read


def proposed_scales(desktop: tuple[int, int]) -> Sequence[float]:
    """Scales that fit a desktop of so many pixels, the best first; none where 100 % does.

    >>> proposed_scales((3840, 2160)), proposed_scales((2560, 1440))
    ((2.0, 1.5), ())
    """
    ratio = min(desktop[0] / _USUAL[0], desktop[1] / _USUAL[1])
    fitting = [scale for scale in SCALE_STEPS if scale <= ratio]
    if ratio < _WORTH_ASKING:
        return ()
    return tuple(dict.fromkeys((fitting[-1], _WORTH_ASKING)))


def propose_scale(
    host: Host, desktop: tuple[int, int], take: Callable[[float], None]
) -> QuestionScreen | None:
    """The question, which is asked once, and only of a player who has not chosen a scale; else
    None.
    """
    settings, scales = host.settings, proposed_scales(desktop)
    if not scales or settings.scale_asked or settings.scale != 1.0:
        return None
    settings.scale_asked = True
    settings.save()
    answers = [
        Answer(f"{round(scale * 100)} %", partial(take, scale), str(digit), "plain")
        for digit, scale in enumerate(scales[1:], 2)
    ]
    best = Answer(f"{round(scales[0] * 100)} %", partial(take, scales[0]), "1", "primary")
    stays = Answer("As it is", lambda: None, "n")
    smaller, larger = host.keys.shown("scale_down"), host.keys.shown("scale_up")
    text = (
        f"This display has {desktop[0]} x {desktop[1]} pixels. {larger} and {smaller} change the "
        f"size at any time, {host.keys.shown('scale_reset')} goes back to 100 %."
    )
    return QuestionScreen(host, "Draw everything larger?", text, [stays, *answers, best])
