"""Whether a game is settled before it is over: which side wins whatever may still be done.

Estimates of a position stay uncertain to the very end. In the last turn it can be proved which side
may still gain what: the rest is played out with every throw that may come, once for each side that
does not win if nobody does anything. That side tries all that it can, in every order; the others do
nothing, unless something is asked of them: then all their choices are tried as well. If none of
this leads to another end, the game is settled. A side that wins could throw it away; that is left
out of account.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.notation import verbs
from hexwar.rules.state import State

MOST_POSITIONS = 100
"""So many positions are looked at; where there are more, a game is taken to be open."""

MOST_THROWS = 50


class Settled(NamedTuple):
    """Who wins: the id of a side, or ``None`` where it is a draw."""

    winner: str | None


def settled(state: State, most: int = MOST_POSITIONS) -> Settled | None:
    """The outcome of a game in its last turn whatever is done, with all units known; None where it
    is open, or there is too much to look at ``most`` positions of it.
    """
    if state.is_over:
        return Settled(state.winner)
    frame = state.frame
    if state.turn < frame.turns:
        return None
    search = _Search(most)
    try:
        ends = search.ends(state, None)
        if len(ends) != 1:
            return None
        (winner,) = ends
        for side in frame.played:
            if frame.side_ids[side] != winner and search.ends(state, side) != ends:
                return None
    except _TooMuchError:
        return None
    return Settled(winner)


class _TooMuchError(Exception):
    """There are more positions than are looked at."""


class _Search:
    """The playing out of one position; all that it plays out together share its ``most``."""

    def __init__(self, most: int) -> None:
        self._left = most

    def ends(self, state: State, acting: int | None) -> set[str | None]:
        """Which sides can win where one side (its index) does what it likes, and the others
        nothing; if there are several, at least some of them.
        """
        winners: set[str | None] = set()
        open_positions = [state]
        while open_positions and len(winners) < 2:
            position = open_positions.pop()
            if position.is_over:
                winners.add(position.winner)
                continue
            self._left -= 1
            actions = list(position.listed()) if self._left > 0 else []
            idle = [action for action in actions if verbs()[action.verb].ends]
            if position.agenda[-1].side(position) != acting and idle:
                actions = idle  # lets it be; a side that must choose has all its choices
            # Counted before they are played: one decision may have more choices than all we look
            # at.
            if not 0 < len(actions) <= self._left:
                raise _TooMuchError
            for action in actions:
                try:
                    outcomes = position.outcomes(action, most=MOST_THROWS)
                except ValueError:
                    raise _TooMuchError from None
                open_positions += [outcome.state for outcome in outcomes]
        return winners
