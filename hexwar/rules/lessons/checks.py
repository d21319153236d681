"""Lessons are played from beginning to end: what a step waits for can be done when its turn comes.

Each lesson is played through, with the first and with the last of the actions that fit each step,
as a pupil may do either. The first action that is not possible is reported where it is written,
with the legal action most like it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from hexwar.definition.checks import Subject, of_each_game_thoroughly, of_each_sound_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.spelling import echoed, suggestion
from hexwar.definition.tree import Node, descend
from hexwar.engine.state import Position
from hexwar.rules.lessons.section import Lesson, LessonStep, lessons_of
from hexwar.rules.sides.section import Sides

_MOST_COMPARED = 500
"""At most so many legal actions are looked through for the one that was perhaps meant."""

_FIRST, _LAST = 0, -1
"""Which of the actions that fit a step is played, where there are several."""


class _Problem(NamedTuple):
    """What stops a lesson: its code, where in the lesson, what is wrong, and a remedy."""

    code: str
    path: tuple[str | int, ...]
    message: str
    help: str


@of_each_sound_game
def lessons_can_be_played(subject: Subject, findings: Findings) -> None:
    """Every lesson comes to its end: all that it waits for, and all that follows, is legal then."""
    for name, lesson in _lessons(subject).items():
        problem = _played(subject, lesson, _FIRST)
        if problem is None and any(step.expect is not None for step in lesson.steps):
            # A pupil may do any of the things that fit; what follows must be possible after the
            # last of them as after the first.
            problem = _played(subject, lesson, _LAST)
            if problem is not None:
                freedom = "this comes of what fits a step before, where several actions do"
                problem = problem._replace(help=f"{freedom}: ask for less, or {problem.help}")
        if problem is not None:
            place = _node(subject, name, *problem.path).place()
            findings.add(problem.code, place, problem.message, help=problem.help)


@of_each_game_thoroughly
def lessons_teach_by_doing(subject: Subject, findings: Findings) -> None:
    """A lesson has something to do; and a hint is only given where something is waited for."""
    for name, lesson in _lessons(subject).items():
        if not any(step.expect is not None for step in lesson.steps):
            place = _node(subject, name, "steps").place()
            hint = "add `expect` to the steps in which the player does something"
            findings.add("HW572", place, "nothing is done in this lesson", help=hint)
        for index, step in enumerate(lesson.steps):
            if step.hint and step.expect is None:
                place = _node(subject, name, "steps", index, "hint").place()
                message = "this hint is never said: the step waits for nothing"
                findings.add("HW573", place, message, help="add `expect`, or delete the hint")


def _lessons(subject: Subject) -> dict[str, Lesson]:
    """The lessons that are played in the game under examination."""
    first, game = next(iter(subject.catalog.scenarios), ""), subject.game
    return {
        name: lesson
        for name, lesson in lessons_of(subject.catalog).items()
        if (lesson.scenario or first) == game.scenario.id
        and set(lesson.options) == set(game.options)
        and not game.edition
    }


def _node(subject: Subject, *path: str | int) -> Node:
    return descend(subject.root, ("lessons", *path))


def _played(subject: Subject, lesson: Lesson, which: int) -> _Problem | None:
    """What stops a lesson, if anything does; ``which`` of several actions is played."""
    from hexwar.rules.game import examined  # it compiles rules: only games with lessons need it

    state = subject.once(examined).start(seed=lesson.seed)
    problem = _follow(state, lesson.before, ("before",))
    for index, step in enumerate(lesson.steps):
        path = "steps", index
        problem = problem or _why_not_playable(state, lesson, step, path, which)
        problem = problem or _follow(state, step.then, (*path, "then"))
    return problem


def _follow(
    state: Position, actions: Iterable[str], path: tuple[str | int, ...]
) -> _Problem | None:
    """Play what follows by itself."""
    for index, notation in enumerate(actions):
        refused = state.explain(notation)
        if refused is not None:
            message = f"{echoed(notation)} is not possible here: {refused.message}"
            return _Problem("HW571", (*path, index), message, _most_like(notation, state))
        state.apply(notation, events=False)
    return None


def _why_not_playable(
    state: Position, lesson: Lesson, step: LessonStep, path: tuple[str | int, ...], which: int
) -> _Problem | None:
    """Play what a step waits for."""
    if step.expect is None:
        return None
    awaited = *path, "expect"
    if state.is_over:
        return _Problem(
            "HW574", awaited, "the game is over before this step", "end the lesson here"
        )
    side, names = state.side_to_act, state.resolved[Sides].names
    from hexwar.rules.lessons.rules import asked_for, fitting  # not where a game is only loaded

    asked = asked_for(step.expect)
    if side != lesson.side:
        message = f"it is for {names[side or '']} to act before this step"
        legal = state.legal_actions()
        last = list(islice(map(str, legal), _MOST_COMPARED))[-1:]
        examples = ", ".join(["done", *last] if "done" in legal else last)
        hint = f"let it act in `then` of the step before, or in `before`: {examples}"
        return _Problem("HW574", awaited, message, hint)
    actions = list(fitting(step.expect, state))
    if not actions:
        reason = state.explain(step.expect) if isinstance(step.expect, str) else None
        message = f"{echoed(asked)} is not possible at this step"
        message += f": {reason.message}" if reason is not None else ", nor anything else that fits"
        return _Problem("HW574", awaited, message, _most_like(asked, state))
    state.apply(actions[which], events=False)
    return None


def _most_like(notation: str, state: Position) -> str:
    """The legal action that is most like a notation, or a few of those there are."""
    legal = [str(action) for action in islice(state.legal_actions(), _MOST_COMPARED)]
    verb = notation.partition(" ")[0]
    alike = [action for action in legal if action.partition(" ")[0] == verb]
    return suggestion(notation, alike or legal, most=6)
