"""The board as keys and pointer see it, and what its commands ask before they act.

What the board is to the modules that carry out its commands, and no more: as a protocol, since the
board imports them and they cannot import it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Protocol

from hexwar.definition.grammar import does
from hexwar.engine import Action
from hexwar.records import HUMAN
from hexwar.rules.agreement import DRAW
from hexwar.rules.sides.section import Sides
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.match.thinking import Hints, Thinker
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.screens.base import Host
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.table.selection import Selection
from hexwar.viewer.widgets import Widget


class ControlledScreen(Protocol):
    """What commands and clicks do something with.

    ``context``: where its keys are looked up; ``groups``: the commands that its menu begins with;
    ``strip`` lies over the map; ``looking``: the line under the map tells of the hex looked at;
    ``in_panels``: the keyboard is with the panels; ``ended``: the end of the game has been seen;
    ``scroll`` of the log is ``furthest`` at most.
    """

    host: Host
    context: str
    groups: tuple[str, ...]
    match: Match
    selection: Selection
    view: BoardView
    strip: list[Widget]
    thinker: Thinker
    hints: Hints
    looking: bool
    ended: bool
    in_panels: bool
    scroll: int
    furthest: int

    def at(self, position: tuple[int, int]) -> Widget | None:
        """The widget under a pixel."""

    def rebuild(self) -> None:
        """Make the widgets anew."""

    def redraw_map(self) -> None:
        """Draw the map anew and leave the sheets around it."""

    def change_pictures(self) -> None:
        """Show the game's own pictures, or the drawn look."""

    def after_action(self) -> None:
        """The position may have changed."""

    def notice(self) -> Notice:
        """What the line under the map says."""

    def say(self, text: str) -> None:
        """Say something in the line under the map."""

    def look_at(self, number: str | None, cursor: bool) -> None:
        """Look at a hex."""

    def show_end(self) -> None:
        """Show the sheet of a game that is over."""

    def open_replay(self) -> None:
        """Go through the game again."""

    def means(self, command: WindowCommand) -> bool:
        """Whether a command can be anything here."""

    def command(self, command: WindowCommand) -> bool:
        """Carry out a command."""

    def open_rule(self, rule: str) -> None:
        """Show a rule of the rulebook."""

    def run(self, identity: str) -> None:
        """Carry out a command by its id."""


# Ending a phase; ending a game before its end, by resigning or by a draw on which all agree.
#
# Each of them is asked about first where it cannot be undone: a phase that leaves something which
# cannot be done later, and always what ends the game.


def end_phase(board: ControlledScreen) -> None:
    """End the phase or decline; ask first where something is left that cannot be done later."""
    decision = board.match.decision
    left = board.selection.presentation.left_undone(decision) if decision else ""
    if not left:
        _end(board)
        return
    # Imported when it is shown: the first frame of the window needs none of it.
    from hexwar.viewer.screens.question import Answer, QuestionScreen

    finish = board.selection.presentation.finish
    answers = [
        Answer(finish, partial(_end, board), "e"),
        Answer("Not yet", lambda: None, "n", "primary"),
    ]
    board.host.push(QuestionScreen(board.host, f"{finish}?", left, answers))


def _end(board: ControlledScreen) -> None:
    board.selection.end()
    board.after_action()


def resign(board: ControlledScreen) -> None:
    """Ask whoever has to choose whether to give up."""
    if board.selection.kind:
        match, own = board.match, board.match.state.side_to_act
        others = [match.side_name(side) for side in _others(board)]
        wins = f", and {does(others[0], 'wins')}" if len(others) == 1 else ""
        title = f"{does(match.side_name(own), 'resigns')}?"
        text = f"The game is over then{wins}."
        _ask(board, title, text, Action("resign"), "Resign", "r")


def offer_draw(board: ControlledScreen) -> None:
    """Ask whoever has to choose whether to offer a draw; say so where that cannot be done."""
    match = board.match
    if not board.selection.kind:
        return
    refused = match.state.explain(DRAW)
    if refused is not None:
        match.refuse(refused)
        board.rebuild()
        return
    own = match.state.side_to_act
    # Said before it is offered, since a computer's answer can end the game at once.
    person = any(match.players.get(side, HUMAN) == HUMAN for side in _others(board))
    answers = "The other player answers" if person else "The computer answers at once"
    text = f"{answers}; the game is over if that is a yes. A side may offer it once a turn."
    side = match.side_name(own)
    _ask(board, f"{side} offers a draw?", text, DRAW, "Offer a draw", "o")


def _others(board: ControlledScreen) -> list[str]:
    """The sides that are played, without that which has to choose."""
    state = board.match.state
    played = [state.frame.side_ids[index] for index in state.frame.played]
    return [side for side in played if side != state.side_to_act]


def _ask(
    board: ControlledScreen, title: str, text: str, action: Action, label: str, chord: str
) -> None:
    from hexwar.viewer.screens.question import Answer, QuestionScreen

    answers = [
        Answer(label, partial(_play, board, action), chord, "danger"),
        Answer("Go on playing", lambda: None, "n", "primary"),
    ]
    board.host.push(QuestionScreen(board.host, title, text, answers))


def _play(board: ControlledScreen, action: Action) -> None:
    board.match.act(action)
    board.after_action()


# Asking for a hint, following it, and having the computer move now.


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


# Somebody else plays a side of the game on the table: another level, or a person.


def why_not(match: Match) -> str:
    """Why nobody can take a side over now; empty where somebody can."""
    if match.state.is_over:
        return "the game is over"
    if match.lesson is not None:
        return "a lesson keeps its players"  # after its end, too: one can go back into it
    return ""


def choose_players(board: ControlledScreen) -> None:
    """Ask who plays each side from now on; say so where nobody is to choose any more."""
    match = board.match
    if fixed := why_not(match):
        board.say(f"Nobody can take a side over: {fixed}.")
        return
    # Imported when they are shown: the first frame of the window needs none of it.
    from hexwar.viewer.screens.choosing import SeatsDraft
    from hexwar.viewer.screens.picker import PlayersScreen

    chosen = SeatsDraft(match.resolved[Sides].played, match.players)
    board.host.push(PlayersScreen(board.host, chosen, partial(_take, board)))


def _take(board: ControlledScreen, changed: Mapping[str, str]) -> None:
    """Seat them. What is being thought is thought for somebody who plays no more."""
    if not changed:
        return
    match = board.match
    board.thinker.forget()
    board.selection.clear()
    for side, name in changed.items():
        match.seat(side, name)
    match.say(" ".join(str(event) for event in match.known_events()[-len(changed) :]))
    board.after_action()
