"""What people ask of movement: where a unit can go, for what and why no further; who threatens.

The rules answer in cells and masks; these answers are in hex numbers, points and sentences.
"""

from __future__ import annotations

from fractions import Fraction

from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.engine.queries import Reach
from hexwar.engine.state import Position
from hexwar.hexmap import spent
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import Movement


def reach(rules: MovementRules, state: Position, unit: int) -> dict[str, Reach]:
    """Every destination with its cost, path, and the rule that stops the unit there."""
    if not rules.able(state, unit):
        return {}
    points = rules.points_left(state, unit)
    layers = rules.layers_now(state, unit)
    passage = rules.passage(state, unit)
    goals = {}
    known: dict[int, list[int]] = {}
    for cell in rules.board.cells(rules.destinations(state, unit)):
        number = rules.board.number[cell]
        # The one hex that a unit may always move may cost more than it has: it costs all.
        cost = min(spent(layers, cell) or 0, points)
        stops = passage.ends >> cell & 1
        path = rules.cheapest_path(state, unit, cell, layers, known)
        goals[number] = Reach(
            cost=rules.terrain.points(cost),
            left=Fraction(0) if stops else rules.terrain.points(points - cost),
            path=tuple(rules.board.number[step] for step in path),
            stops=rules.bounds.why_stops(state, unit, passage, cell) if stops else None,
        )
    return goals


def threats(rules: MovementRules, state: Position, side: int) -> dict[str, tuple[str, ...]]:
    """Which units of ``side`` could be in each hex after moving, were it their phase."""
    by_cell: dict[int, list[str]] = {}
    barred = rules.barred(state)
    for unit in rules.forces.of_side[side]:
        start = rules.board.bit[state.cells[unit]]
        if start and not barred >> unit & 1:
            points = rules.values.allowance(state, unit)
            within = rules.passage(state, unit).threat(start, points)
            for cell in rules.board.cells(within):
                by_cell.setdefault(cell, []).append(rules.forces.ids[unit])
    return {rules.board.number[cell]: tuple(by_cell[cell]) for cell in sorted(by_cell)}


def other_ways(state: Position, action: Action) -> tuple[Action, ...]:
    """The same units to the same hex, in every other way of moving in which that is legal."""
    verb = verbs().get(action.verb)
    if verb is None or verb.points_at != "goal" or not action.hexes:
        return ()
    names = ("", *state.resolved[Movement].modes)
    tried = (
        Action(action.verb, action.units, action.hexes[-1:], name)
        for name in names
        if name != action.name
    )
    return tuple(way for way in tried if state.explain(way) is None)
