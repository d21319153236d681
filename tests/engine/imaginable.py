"""Everything that anybody could try to do, legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.rules.game import Game
from hexwar.rules.markers.section import Markers
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State


def imaginable(game: Game, state: State) -> Iterator[Action]:
    """Every action that anybody could name here, in the form in which legal ones are listed.

    Attacks by every set of one side's units on every hex that holds somebody; all other verbs for
    every unit and every hex of the map.
    """
    for verb, said in verbs().items():
        units, hexes, declared = said.shape.units, said.shape.hexes, said.shape.name
        if verb in ("attack", "draw", "resign", "top"):
            continue
        if declared:
            yield from (
                Action(verb, *whom_and_where, name)
                for whom_and_where in product(
                    [(unit,) for unit in game.units] if units else [()],
                    [(number,) for number in game.map.numbers] if hexes else [()],
                )
                for name in (*state.resolved[Reinforcements].groups, *state.resolved[Markers].by_id)
            )
        elif units and not hexes:
            yield from (Action(verb, (unit,)) for unit in game.units)
        elif units and hexes:
            yield from (
                Action(verb, (unit,), (number,))
                for unit in game.units
                for number in game.map.numbers
            )
        else:
            yield Action(verb)
    held = {number for unit in game.units if (number := state.position(unit))}
    for side in (side.id for side in state.resolved[Sides].all):
        own = [
            unit for unit in game.units if game.units[unit].side == side and state.position(unit)
        ]
        for count in range(1, len(own) + 1):
            for force in combinations(own, count):
                yield from (Action("attack", force, (number,)) for number in sorted(held))
