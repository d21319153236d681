"""Standing orders: what is done in place of a person whose choice it is, so that no game has to
wait for him.
"""

from __future__ import annotations

from collections.abc import Callable

from hexwar.engine import Action
from hexwar.host.store import SeatRow
from hexwar.rules.state import State

DECLINES = ("pass", "done", "decline")
"""How a reaction is declined, in the order in which it is tried."""


def ordered(seat: SeatRow, state: State, waited: float, seen: Callable[[], State]) -> Action | None:
    """What is to be done now for the person in a seat who has had the choice for so many seconds,
    judged by what he sees: he has given the game up, or lets reactions go by. A reaction that he
    wants to be asked about waits for him.
    """
    if seat.resigns:
        return Action("resign")
    wait = reaction_wait(seat.orders)
    if wait is None or not is_reaction(state) or waited < wait:
        return None
    declining = (Action(verb) for verb in DECLINES)
    return next((action for action in declining if seen().explain(action) is None), None)


def is_reaction(state: State) -> bool:
    """Whether a side is asked in between, while another acts."""
    if state.is_over:
        return False
    task, side = state.agenda[-1], state.agenda[-1].side(state)
    return task.is_offer and task.kind != "draw_offered" and side != state.phase_side


def reaction_wait(orders: str) -> float | None:
    """Seconds after which a reaction is passed: ``pass``, ``pass 3600``; never for ``ask``.

    >>> reaction_wait("pass"), reaction_wait("pass 90"), reaction_wait("ask")
    (0.0, 90.0, None)
    """
    verb, _, seconds = orders.partition(" ")
    return None if verb != "pass" else float(seconds or 0)
