"""When enemies first stand next to each other: the line that stands beside the goals of a game in
which nobody can fight at once.

It is reckoned and no author's line, so every game has it and none can be wrong after its set-up was
changed: the way of each unit in its movement points, as if no unit were in the way, to the hexes
beside enemies who stay where they stand. Nothing is said where that would be no answer: where units
fire at a distance, where somebody is hidden or still to be set up, and once the first turn is over.
"""

from __future__ import annotations

from math import ceil

from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.combat.section import Combat
from hexwar.rules.evaluation.foresight import moves_to
from hexwar.rules.fire.section import Fire
from hexwar.rules.movement.rules import MovementRules


def first_contact(state: Position) -> str:
    """A sentence that says when armies can meet that begin apart; else nothing."""
    game = state.resolved
    fights_beside = game.section(Combat) is not None and game.section(Fire) is None
    if not fights_beside or state.turn > 1 or state.secret or game.scenario.setup_order:
        return ""
    turn = _nearest(state)
    if turn < 2:
        return ""
    return (
        f"The armies begin apart: nobody can stand next to an enemy before turn {turn}, unless "
        "they march towards each other."
    )


def _nearest(state: Position) -> int:
    """The turn in which the first unit can stand beside an enemy who stays; 0 if none ever can."""
    frame, movement = state.frame, state.rules[MovementRules]
    nearest: list[float] = []
    for side in range(len(frame.side_ids)):
        enemies = state.enemies_of(side)
        beside = frame.board.within(enemies, 1) & ~enemies
        ways: dict[tuple[str, int], dict[int, float]] = {}
        for unit in movement.forces.of_side[side]:
            cell, most = state.cells[unit], movement.values.most_movement(unit)
            if not cell or not most:
                continue
            # Units of one class with the same speed have all ways in common.
            kind = movement.forces.movement_class[unit], most
            if kind not in ways:
                ways[kind] = moves_to(frame.board, movement, unit, list(bits(beside)))
            if cell in ways[kind]:
                nearest.append(ways[kind][cell])
    return ceil(min(nearest, default=0))
