"""The roles of units in a battle that is being reckoned, for selectors that ask about them.

A battle is reckoned for previews and plans before anybody has attacked, so its parties are no part
of a position. They are given to selectors for as long as the question lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from hexwar.engine.state import State
from hexwar.rules.units.rules import mask_of

ROLES = "roles in battle"
"""The key of ``state.near`` under which the parties stand while a question is answered."""

Answer = TypeVar("Answer")


def in_battle(
    state: State,
    attackers: Iterable[int],
    defenders: Iterable[int],
    question: Callable[[State], Answer],
) -> Answer:
    """The answer to a question about a position, in which these are attackers and defenders."""
    kept = state.near
    state.near = {ROLES: {"attacker": mask_of(attackers), "defender": mask_of(defenders)}}
    try:
        return question(state)
    finally:
        state.near = kept


def in_role(state: State, role: str) -> int:
    """The mask of the units in a role; nobody outside a battle."""
    found: int = state.near.get(ROLES, {}).get(role, 0)
    return found
