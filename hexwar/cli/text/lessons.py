"""Lessons and hints in the terminal: what a step says, and what would be done.

The session knows the steps and what they wait for; here they are put into words, with what is typed
where the window would be clicked.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.cli.text.decisions import line
from hexwar.cli.text.thinking import Talk
from hexwar.engine import IllegalAction
from hexwar.players import LEVELS
from hexwar.players.advice import advise, chances, steps
from hexwar.records.lesson import LessonSession
from hexwar.rules.language.wording import every, region_called
from hexwar.rules.lessons.rules import asked_for
from hexwar.rules.lessons.section import Highlight
from hexwar.rules.state import State

NO_LESSON = "No lesson is being played: hexwar play GAME --lesson ID begins one."
OVER = "The lesson is over. Play on against the computer if you like, or quit."
WHOLE_GAME = "For the whole game type quit, and then: hexwar play GAME --text"

_SHOWN_BY = {
    "prompt": "an empty line",
    "goal": "goal",
    "turns": "an empty line",
    "sequence": "tables",
    "battle": "odds HEX",
    "choices": "legal",
    "hex": "hex NUMBER",
    "log": "log",
    "end": "done",
    "rules": "rules",
}
"""What is typed to see what the window shows in a panel."""


def step_told(lesson: LessonSession) -> Iterator[str]:
    """The step that is to be taken: its number, its text, what to look at, how to go on."""
    step = lesson.step
    offer_of_game = WHOLE_GAME.replace("GAME", lesson.game.catalog.folder.name)
    if step is None:
        yield OVER
        yield f"  {offer_of_game}"
        return
    yield f"Lesson, {lesson.at + 1} of {len(lesson.lesson.steps)}: {step.text}"
    if step.highlight is not None:
        yield from (f"  {line}" for line in looked_at(step.highlight, lesson.state))
    if step.expect is None:
        yield "  An empty line goes on; back goes a step back."
    if lesson.at + 1 == len(lesson.lesson.steps):
        yield f"  {offer_of_game}"


def looked_at(highlight: Highlight, state: State) -> Iterator[str]:
    """What a step points at, in words."""
    places = [f"{unit} in {state.position(unit) or 'no hex'}" for unit in highlight.units]
    stood_in = {state.position(unit) for unit in highlight.units}
    places += [number for number in highlight.hexes if number not in stood_in]
    if highlight.region:
        hexes = sorted(state.resolved.map.region(highlight.region))
        called = region_called(state.resolved.map, highlight.region)
        places.append(f"{called} ({', '.join(hexes)})")
    if places:
        yield f"Look at {every(places)}."
    if highlight.panel:
        yield f"To see it, type: {_SHOWN_BY[highlight.panel]}"


def go_on(game: Talk, _: str) -> None:
    """Go on from a step that is only read."""
    lesson = _lesson(game)
    if lesson is None:
        return
    try:
        game.tell(lesson.go_on())
    except IllegalAction as refused:
        game.say_prose(refused.violation.message)


def go_back(game: Talk, _: str) -> None:
    """A step back."""
    lesson = _lesson(game)
    if lesson is not None and not lesson.go_back():
        game.say("This is the first step.")


def reset(game: Talk, _: str) -> None:
    """Back to the first step."""
    lesson = _lesson(game)
    if lesson is not None:
        lesson.reset()


def hint_of_step(game: Talk, _: str) -> None:
    """What the step waits for, and how that is written."""
    lesson = _lesson(game)
    if lesson is None or lesson.step is None:
        return
    game.say_prose(lesson.hint)
    for example in way_to_write(lesson):
        game.say(example)


def way_to_write(lesson: LessonSession) -> Iterator[str]:
    """How to type the action that a step waits for; nothing for a step that is only read."""
    step = lesson.step
    if step is not None and step.expect is not None:
        yield f"  {asked_for(step.expect)}"


def _lesson(game: Talk) -> LessonSession | None:
    if isinstance(game.session, LessonSession):
        return game.session
    game.say(NO_LESSON)
    return None


# -- a hint in the terminal: what the computer would do in place of the side that is asked ---------


def hint(game: Talk, rest: str) -> None:
    """In a lesson what its step waits for, else the plan that the computer would follow.

    A script has no clock: equal randomness brings it equal hints.
    """
    session = game.session
    if isinstance(session, LessonSession) and not session.is_finished:
        hint_of_step(game, rest)
        return
    state = session.state
    seen, patience = state.seen_by(state.side_to_act or ""), game.patience
    rollouts = None if patience.typed else LEVELS["hard"].rollouts
    with patience.waiting("The computer"):
        advice = advise(seen, game.drawing_apart(), rollouts=rollouts, hurried=patience.hurried)
    plan = zip(advice.actions, steps(advice.actions, state), strict=True)
    for number, (action, step) in enumerate(plan, 1):
        game.say_prose(f"  {number}. {line(action, step)}")
    game.say_prose(chances(advice))
    for reply in (*advice.expects, *advice.fears):
        game.say_prose(reply)
