"""The roles of units in a battle that is being reckoned, or in a roll on a table, for selectors
that ask about them.

A battle is reckoned for previews and plans before anybody has attacked, so its parties are no part
of a position. They are given to selectors for as long as the question lasts; so is the unit that is
rolled for, and who was fired at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.units.rules import mask_of

Answer = TypeVar("Answer")


class UnitsByRole(NamedTuple):
    """Masks of the units in each role, by the role's name."""

    attacker: int = 0
    defender: int = 0
    actor: int = 0
    target: int = 0


PARTIES = Slot("parties", UnitsByRole(), lasts="phase")


def in_battle(
    state: Position,
    attackers: Iterable[int],
    defenders: Iterable[int],
    question: Callable[[Position], Answer],
    *,
    actors: Iterable[int] = (),
    targets: Iterable[int] = (),
) -> Answer:
    """The answer to a question about a position, in which these are attackers and defenders,
    ``actors`` the unit that is rolled for and ``targets`` those who were fired at.
    """
    parties = UnitsByRole(*map(mask_of, (attackers, defenders, actors, targets)))
    return _asked(state, parties, question)


def rolled_for(state: Position, unit: int, question: Callable[[Position], Answer]) -> Answer:
    """The answer to a question about a position, in which a unit is rolled for."""
    return _asked(state, state.memory[PARTIES]._replace(actor=1 << unit), question)


def _asked(state: Position, parties: UnitsByRole, question: Callable[[Position], Answer]) -> Answer:
    known, outside = state.near, state.memory[PARTIES]
    state.memory[PARTIES] = parties
    state.near = {}
    try:
        return question(state)
    finally:
        state.memory[PARTIES] = outside
        state.near = known


def in_role(state: Position, role: str) -> int:
    """The mask of the units in a role; nobody outside a battle."""
    found: int = getattr(state.memory[PARTIES], role)
    return found


SLOTS = (PARTIES,)
