"""Somebody else plays a side of the game on the table: another level, or a person."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from hexwar.rules.sides.section import Sides
from hexwar.viewer.board.controlled import ControlledScreen
from hexwar.viewer.match.match import Match


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
    from hexwar.viewer.screens.players import PlayersScreen

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
