"""What is still to come in a game, as far as a player plans.

Phases are counted that come after the present one: how often its own units move, how often the
enemies do and fight, and whether an own combat phase comes before any enemy moves. Where formations
or units are activated the phases of the activation under way come first, then those of the
activations that follow, and only then the rest of the turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from hexwar.engine.rules import Rules
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.cup.rules import RoundRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
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


class Coming(NamedTuple):
    """A phase to come, and whose it may be; nobody's, or one side's or the other's."""

    kind: str
    mine: bool
    foes: bool


def horizon_of(state: State, side: int) -> Horizon:
    """The horizon of a side (an index) in a state."""
    activations = [*_activations(state, side)]
    if activations:
        return _horizon(state.rules, state.turn, state.phase_index, side, activations)
    # Far from every call differs: without activations the phase alone decides, and it is kept.
    return _in_turn(state.rules, state.turn, state.phase_index, side)


@lru_cache(maxsize=512)
def _in_turn(rules: Rules, turn: int, phase: int, side: int) -> Horizon:
    """The same where nobody is activated: it depends on the phase alone."""
    return _horizon(rules, turn, phase, side, [])


def _horizon(
    rules: Rules, turn: int, phase_index: int, side: int, activations: list[Coming]
) -> Horizon:
    """The horizon of a side in a phase of a turn; ``activations`` come first."""
    sequence = rules.frame.resolved[SequenceOfPlay]
    name = rules.frame.side_ids[side]
    phases = sequence.phases
    later = phases * (sequence.turns - turn)
    after = [*phases[_end_of_round(phases, phase_index) :], *later]
    rest = [*activations, *(_of_sides(phase, name) for phase in after)]
    return Horizon(
        _attacks_first(rest),
        sum(phase.mine and phase.kind == MovementPhase.kind for phase in rest),
        sum(phase.foes and phase.kind == MovementPhase.kind for phase in rest),
        sum(phase.foes and phase.kind == CombatPhase.kind for phase in rest),
        # Activations can make more phases of a turn than its sequence lists.
        min(1.0, len(rest) / (len(phases) * sequence.turns)),
    )


def _attacks_first(rest: list[Coming]) -> bool:
    for phase in rest:
        if phase.foes:
            return False
        if phase.kind == CombatPhase.kind:
            return True
    return False


def _of_sides(phase: Phase, name: str) -> Coming:
    """A phase that comes in its turn; one whose side is found in play may be anybody's."""
    anybody = bool(phase.decided)
    return Coming(
        phase.kind, anybody or phase.side == name, anybody or phase.side not in (name, "")
    )


def _end_of_round(phases: tuple[Phase, ...], index: int) -> int:
    """The place of the first phase after this one and after all that are within the same."""
    inside, index = phases[index].within, index + 1
    while inside and index < len(phases) and phases[index].within == inside:
        index += 1
    return index


def _activations(state: State, side: int) -> Iterator[Coming]:
    """The phases of the activation under way that are left, and those of the ones that follow."""
    phases = state.resolved[SequenceOfPlay].phases
    inside, rounds = phases[state.phase_index].within, state.rules.find(RoundRules)
    if not inside or rounds is None:
        return
    for place in range(state.phase_index + 1, _end_of_round(phases, state.phase_index)):
        if rounds.takes_place(state, place):
            mine = state.phase_side == side
            yield Coming(phases[place].kind, mine, not mine)
    for whose, places in rounds.to_come(state):
        for place in sorted(places):
            yield Coming(phases[place].kind, whose == side, whose != side)
