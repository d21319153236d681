"""A hint in the terminal: what the computer would do in the place of whoever is asked."""

from __future__ import annotations

from hexwar.cli.text.lessons import hint_of_step
from hexwar.cli.text.talk import Talk
from hexwar.players import LEVELS
from hexwar.players.advice import advise, chances, steps
from hexwar.records.lesson import LessonSession


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
        game.say_prose(f"  {number}. {action}: {step}")
    game.say_prose(chances(advice))
    for reply in (*advice.expects, *advice.fears):
        game.say_prose(reply)
