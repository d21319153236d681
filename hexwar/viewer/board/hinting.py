"""Asking for a hint, following it, and having the computer move now."""

from __future__ import annotations

from hexwar.viewer.board.controlled import ControlledScreen
from hexwar.viewer.match.match import Match, Notice


def ask_for_hint(board: ControlledScreen) -> None:
    """What the computer would do, or no more of it; in a lesson what its step waits for."""
    match, lesson = board.match, board.match.lesson
    if put_hint_away(board):
        board.rebuild()
    elif lesson is not None and not lesson.is_finished:
        # In a lesson only what the step waits for goes on, whatever a computer player would do.
        board.say(lesson.hint)
    elif not match.human_to_act:
        board.say("A hint is for who has a choice to make.")
    else:
        _say_no_more(match)  # such as that no hint is shown
        board.hints.ask()
        board.rebuild()


def put_hint_away(board: ControlledScreen) -> bool:
    """Show no hint, nor what was said beside it; whether there was one."""
    if not board.hints.dismiss():
        return False
    _say_no_more(board.match)
    return True


def _say_no_more(match: Match) -> None:
    if not match.notice.repeats:
        match.notice = Notice()


def follow_hint(board: ControlledScreen) -> None:
    """Do the next step; of a hint that is still thought out there is none yet."""
    if plan := board.hints.plan:
        board.match.act(plan[0])
        board.after_action()
    elif not board.hints.busy:
        board.say(f"No hint is shown: {board.host.keys.shown('hint')} asks for one.")


def hurry(board: ControlledScreen) -> None:
    """Have the hint, or the computer's move, with the best that was found."""
    match = board.match
    if board.hints.busy:
        board.hints.hurry()
    elif match.computer_to_act is not None:
        board.thinker.hurry()
        board.rebuild()
    elif not (match.changes or match.passing.turns):  # the answer was quicker, and is to be read
        board.say("Nobody is thinking.")
