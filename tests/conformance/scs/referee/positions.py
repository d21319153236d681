"""Positions of the sample battle, set up anew at the start of a phase.

Every fourth comes from a seeded random game. The others are drawn: both sides are scattered around
one place of the map, so that there is much to move past, to overrun and to attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import hexwar
from hexwar.engine import Action
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.scs.referee.ground import counters, distance, hex_cost, terrain
from tests.conformance.scs.referee.position import LIMIT, Position

MARK = "out_of_supply"
PHASES = ("movement", "combat", "exploitation", "supply")
DRAWS = 3
"""So many actions are drawn, and the one nearest to the enemy is done: armies that meet."""


@cache
def battle() -> Game:
    """The sample battle."""
    return hexwar.load_game("scs_sample")


def dump(state: State) -> Position:
    """What stands on the map now."""
    at = {unit: place for unit in state.frame.unit_ids if (place := state.position(unit))}
    side, _, phase = state.phase.partition("_")
    return Position(
        at=at,
        lost={unit: state.steps_lost(unit) for unit in at},
        unsupplied=frozenset(unit for unit in at if not state.in_supply(unit)),
        side=side,
        exploiting=phase == "exploitation",
    )


def set_up(position: Position, phase: str, turn: int, dice: list[int] | None = None) -> State:
    """That position in the engine, at the start of a phase."""
    setup: dict[str, Any] = {}
    for unit, number in position.at.items():
        setup[unit] = {"hex": number, "step": position.lost[unit] + 1}
        if unit in position.unsupplied:
            setup[unit]["state"] = MARK
    return battle().start("battle", setup=setup, phase=phase, turn=turn, dice=dice)


def positions(count: int) -> Iterator[tuple[Position, str, int]]:
    """So many positions, each with the phase and the turn in which it is set up."""
    games = reached()
    for number in range(count):
        yield next(games) if number % 4 == 0 else scattered(Random(number))


def scattered(draw: Random) -> tuple[Position, str, int]:
    """A position in which units stand near one another, some reduced, some out of supply."""
    side, centre = draw.choice(("league", "republic")), draw.choice(sorted(terrain()))
    near = [number for number in terrain() if distance(centre, number) <= draw.choice((2, 3, 4))]
    at: dict[str, str] = {}
    for unit, counter in counters().items():
        number = draw.choice(near)
        there = [other for other, place in at.items() if place == number]
        alone = all(counters()[other].side == counter.side for other in there)
        if alone and len(there) < LIMIT and hex_cost(number, counter.leg) and draw.random() < 0.7:
            at[unit] = number
    lost = {unit: draw.randrange(len(counters()[unit].steps)) for unit in at}
    unsupplied = frozenset(unit for unit in at if draw.random() < 0.2)
    phase = draw.choice(("movement", "movement", "combat", "combat", "exploitation", "supply"))
    position = Position(at, lost, unsupplied, side, exploiting=phase == "exploitation")
    return position, f"{side}_{phase}", draw.randint(1, 8)


def reached() -> Iterator[tuple[Position, str, int]]:
    """Positions of random games, one or two of each turn, without end."""
    seed = 0
    while True:
        draw, state = Random(seed), battle().start("battle", seed=seed)
        seed += 1
        before = ""
        while not state.is_over:
            state.apply(_drawn(state, draw), events=False)
            new = state.phase != before and not state.is_over
            before = state.phase
            if new and state.turn > 1 and draw.random() < 0.35:
                position, phase = dump(state), draw.choice(PHASES)
                position.exploiting = phase == "exploitation"
                yield position, f"{position.side}_{phase}", state.turn


def _drawn(state: State, draw: Random) -> Action:
    actions = [state.sample_action(draw) for _ in range(DRAWS)]
    return min(actions, key=lambda action: _far(state, action))


def _far(state: State, action: Action) -> float:
    """How far from the enemy an action leads; attacks and placing come first, the end last."""
    if action.verb in ("attack", "overrun", "enter"):
        return -1
    if action.verb != "move":
        return 100
    side = counters()[action.units[0]].side
    foes = [
        place
        for unit in state.frame.unit_ids
        if counters()[unit].side != side and (place := state.position(unit))
    ]
    goal = action.hexes[-1]
    return min((distance(goal, foe) for foe in foes), default=0)
