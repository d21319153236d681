"""A lesson being played: a game that waits for what each step teaches.

A step waits for an action, or is only read; then the lesson plays what follows (``then``), for
whichever side. Going back plays all of it again: it is short, and its seed throws the same dice.
To a window or a terminal it is a :class:`Session` like any other, whose ``apply`` refuses what the
step does not wait for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hexwar.engine import Action, Event, IllegalAction, Violation
from hexwar.engine.action import as_action
from hexwar.records.session import HUMAN, OPPONENT, Session
from hexwar.rules.game import Game
from hexwar.rules.history import History
from hexwar.rules.lessons.rules import asked_for, fits, fitting
from hexwar.rules.lessons.section import Lesson, LessonStep

READ_ON = "This step is only to be read: go on to the next one."
LAST = "This step is the last, and only to be read: go on, and play as you like."


class LessonSession(Session):
    """A lesson of a game, in memory only. After its last step the game goes on as any other.

    ``at`` is the index of the step; that of a lesson which is over is the number of steps.
    """

    def __init__(self, game: Game, lesson: Lesson) -> None:
        """Begin a lesson. IllegalAction if what it plays itself is not possible."""
        state = game.start(lesson.scenario or None, lesson.options, lesson.seed)
        sides = state.frame.side_ids
        super().__init__(game, state, {s: HUMAN if s == lesson.side else OPPONENT for s in sides})
        self.lesson = lesson
        self.at = 0
        self._actions: list[list[Action]] = []
        """What was played in the steps so far, in each of them."""
        for notation in lesson.before:
            self._history.apply(notation)
        self._before = len(self.entries)

    @property
    def step(self) -> LessonStep | None:
        """The step that is to be taken; ``None`` when the lesson is over."""
        return None if self.is_finished else self.lesson.steps[self.at]

    @property
    def is_finished(self) -> bool:
        """Whether all steps have been taken."""
        return self.at >= len(self.lesson.steps)

    @property
    def hint(self) -> str:
        """What is said to anything else than the step waits for."""
        step = self.step
        if step is None:
            return ""
        if step.expect is None:
            return LAST if self.at + 1 == len(self.lesson.steps) else READ_ON
        return step.hint or f"This step waits for: {asked_for(step.expect)}."

    @property
    def player_to_act(self) -> str | None:
        """A person, as long as the lesson lasts."""
        return super().player_to_act if self.is_finished or self.state.is_over else HUMAN

    @property
    def undoable(self) -> int:
        """None in a lesson, where one goes back by steps; what is played after it."""
        after = len(self.entries) - self._played if self.is_finished else 0
        return min(after, super().undoable)

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return self.undoable > 0

    @property
    def undo_lock(self) -> str | None:
        """Why the last action cannot be taken back, or ``None`` when it can."""
        if self.can_undo:
            return None
        after = self.is_finished and len(self.entries) > self._played
        return super().undo_lock if after else "locked: a lesson goes back by steps"

    @property
    def _played(self) -> int:
        """How many actions belong to the lesson."""
        return self._before + sum(map(len, self._actions))

    def apply(self, action: Action | str) -> list[Event]:
        """Play what the step waits for, and what follows of it.

        IllegalAction for anything else: why it is illegal, if it is, and the step's hint.
        """
        step, action = self.step, as_action(action)
        if step is None:
            return super().apply(action)
        if not self.waits_for(action):
            why = self.state.explain(action)
            raise IllegalAction(self.hinted(why) if why else Violation("", self.hint, "lesson"))
        return self._take([action, *map(as_action, step.then)])

    def waits_for(self, action: Action) -> bool:
        """Whether an action is what the step waits for."""
        expect = None if self.step is None else self.step.expect
        return expect is not None and fits(expect, action, self.state.resolved.map)

    def taught(self) -> Iterator[Action]:
        """The actions that fit what the step waits for, as far as they can be listed."""
        if self.step is not None and self.step.expect is not None:
            yield from fitting(self.step.expect, self.state)

    def hinted(self, refusal: Violation) -> Violation:
        """A refusal by the rules, followed by what the step waits for."""
        return replace(refusal, message=f"{refusal.message} {self.hint}".rstrip())

    def go_on(self) -> list[Event]:
        """Go on from a step that is only read. IllegalAction with the hint for any other."""
        step = self.step
        if step is None or step.expect is not None:
            raise IllegalAction(Violation("", self.hint or "The lesson is over.", "lesson"))
        return self._take([as_action(notation) for notation in step.then])

    def _take(self, actions: list[Action]) -> list[Event]:
        """Play all that a step brings, or none of it."""
        try:
            events = [event for action in actions for event in self._history.apply(action)]
        except IllegalAction:
            self._return_to(self.at)
            raise
        self._actions.append(actions)
        self.at += 1
        return events

    def leave_off(self) -> None:
        """Take no more of its steps: from here the game goes on as any other."""
        self.at = len(self.lesson.steps)

    def go_back(self) -> bool:
        """Back to the step before, with everything as it was then; whether there is one. Who has
        left off comes back to the step that he left.
        """
        return self._return_to(min(self.at - 1, len(self._actions)))

    @property
    def acted(self) -> int | None:
        """The last step before this one that waited for an action, by its index; ``None`` where
        there is none, and in a lesson that is over.
        """
        steps = () if self.is_finished else self.lesson.steps[: self.at]
        waiting = (at for at, step in enumerate(steps) if step.expect is not None)
        return max(waiting, default=None)

    def take_back(self) -> Action | None:
        """Back to the step before which the person last acted; answers with that action."""
        step = self.acted
        if step is None:
            return None
        action = self._actions[step][0]
        self._return_to(step)
        return action

    def reset(self) -> None:
        """Back to the first step."""
        self._return_to(0)

    def _return_to(self, step: int) -> bool:
        if step < 0:
            return False
        self.at, self._actions = step, self._actions[:step]
        self._history = History(self.start())
        for action in map(as_action, self.lesson.before):
            self._history.apply(action)
        for action in (action for actions in self._actions for action in actions):
            self._history.apply(action)
        return True
