"""What is still to come in a game, as far as a player plans."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.state import State


@dataclass(frozen=True, slots=True)
class Horizon:
    """Phases after the present one: movement phases of both sides, combat phases of the enemies.

    ``attacks_first``: an own combat phase comes before any enemy moves. ``left``: the part of the
    game's phases that is still to come, 0 to 1.
    """

    attacks_first: bool
    my_moves: int
    foe_moves: int
    foe_fights: int
    left: float


def horizon_of(state: State, side: int) -> Horizon:
    """The horizon of a side (an index) in a state."""
    sequence = state.resolved[SequenceOfPlay]
    name = state.frame.side_ids[side]
    phases = sequence.phases
    rest = [*phases[state.phase_index + 1 :], *phases * (sequence.turns - state.turn)]
    mine: list[str] = [phase.kind for phase in rest if phase.side == name]
    foes: list[str] = [phase.kind for phase in rest if phase.side != name]
    attacks_first = False
    for phase in rest:
        if phase.side not in (name, ""):
            break
        if phase.kind == CombatPhase.kind:
            attacks_first = True
            break
    return Horizon(
        attacks_first,
        mine.count(MovementPhase.kind),
        foes.count(MovementPhase.kind),
        foes.count(CombatPhase.kind),
        len(rest) / (len(phases) * sequence.turns),
    )
