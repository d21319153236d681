"""What will probably come of what conditions count that belongs to no section.

Turns, hexes held, units and steps lost, and what has ever been so; each section foresees its own
counts beside its rules.
"""

from __future__ import annotations

from hexwar.definition.model import Condition
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import region_of, side_of
from hexwar.rules.language.foresight import Ahead, Foreseen, Foresight, Prospect
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import in_scenario, steps_missing


def _turn(asked: Condition, foresight: Foresight) -> Prospect:
    """The turn in which it is looked at for the last time."""
    if "called" not in asked.arguments:
        return Prospect(lambda state, ahead: (float(max(state.turn, ahead.until)), 0.0))
    turns = foresight.frame.resolved[SequenceOfPlay].called(str(asked.arguments["called"]))
    return Prospect(lambda state, ahead: (float(ahead.until in turns), 0.0))


def _occupied(asked: Condition, foresight: Foresight) -> Prospect:
    region, side = region_of(asked, foresight.frame), side_of(asked, foresight.frame)
    return foresight.held(
        side, region, lambda state: state.held(side), lambda state: state.enemies_of(side)
    )


def _eliminated(asked: Condition, foresight: Foresight) -> Prospect:
    side, meant = side_of(asked, foresight.frame), _meant(asked, foresight)
    many = meant.bit_count()
    return foresight.lost(side, foresight.conditions.measure(asked), float(many), many, meant)


def _steps_lost(asked: Condition, foresight: Foresight) -> Prospect:
    side, meant = side_of(asked, foresight.frame), _meant(asked, foresight)
    steps, missing = foresight.forces.steps, steps_missing(foresight.frame)
    many = sum(steps[unit] - missing[unit] for unit in bits(meant))
    measure = foresight.conditions.measure(asked)
    return foresight.lost(side, measure, float(many), meant.bit_count())


def _meant(asked: Condition, foresight: Foresight) -> int:
    """Mask of the units of the scenario whose losses are counted, or may be."""
    frame, forces = foresight.frame, foresight.forces
    mine = forces.mask_of_side[side_of(asked, frame)] & in_scenario(frame)
    return Selectors(frame, forces).perhaps(asked.arguments.get("only")) & mine


def _ever(asked: Condition, foresight: Foresight) -> Prospect:
    """It has been so, or will be."""
    been, comes = foresight.conditions.measure(asked), foresight.chance(asked.of[0])

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        chance = 1.0 if been(state) else comes(state, ahead)
        return chance, chance * (1 - chance)

    return Prospect(foresee)


PROSPECTS = {
    "turn": _turn,
    "phase": lambda asked, foresight: Prospect(lambda state, ahead: (1.0, 0.0)),
    "occupied": _occupied,
    "eliminated": _eliminated,
    "steps_lost": _steps_lost,
    "ever": _ever,
    "in_a_row": _ever,
}
