"""Ending a phase; ending a game before its end, by resigning or by a draw on which all agree.

Each of them is asked about first where it cannot be undone: a phase that leaves something which
cannot be done later, and always what ends the game.
"""

from __future__ import annotations

from functools import partial

from hexwar.definition.grammar import does
from hexwar.engine import Action
from hexwar.records import HUMAN
from hexwar.rules.agreement.task import DRAW
from hexwar.viewer.board.controlled import ControlledScreen


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
