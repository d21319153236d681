"""Where units that look somewhere would do well to be when the guns fire, and which way to look.

Nobody knows where the others will be: enemies are taken to go on some way as they look. What fire
is worth from there, and to them, says which ways of standing somewhere deserve a thought.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexwar.hexmap import Passage
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State

if TYPE_CHECKING:
    from hexwar.hexmap.turning import Stance

AHEAD = 2
"""So many hexes an enemy is taken to go on."""

NEARER = 0.02
"""What a hex nearer to the nearest enemy is worth, in parts of a unit."""

MOST = 40
"""With full effort so many ways to stand somewhere are compared for a unit, those nearest to
enemies.
"""

Place = tuple[int, int]
"""A cell, and where to look in it."""


def fire_balance(state: State, side: int) -> float:
    """What the best fire of each unit of a side is worth as all stand, less what that of the others
    is, in units taken.
    """
    fire, owner = state.rules.find(FireRules), state.frame.unit_side
    if fire is None:
        return 0.0
    balance = 0.0
    for unit, cell in enumerate(state.cells):
        if cell:
            worth = _best(fire, state, unit)
            balance += worth if owner[unit] == side else -worth
    return balance


def _best(fire: FireRules, state: State, unit: int) -> float:
    cells = state.frame.board.cells(fire.enemies_in_reach(state, unit))
    return max((fire.worth_alone(state, unit, cell) for cell in cells), default=0.0)


class Gunnery:
    """The units of one side (an index), with the enemies where they are expected. ``most``: so many
    ways to stand somewhere are compared.
    """

    def __init__(self, seen: State, side: int, most: int = MOST) -> None:
        self._fire = seen.rules.find(FireRules)
        self._facing = seen.rules.find(FacingRules)
        self._side, self._most, self._expected = side, most, seen.clone()
        if self._facing is not None and self._fire is not None:
            for foe in self._foes():
                self._send_on(foe)

    def _foes(self) -> Iterator[int]:
        owner, foes = self._expected.frame.unit_side, self._expected.frame.foes[self._side]
        cells = self._expected.cells
        return (unit for unit, cell in enumerate(cells) if cell and owner[unit] in foes)

    def _send_on(self, foe: int) -> None:
        """Let an enemy go on as it looks, as far as it can."""
        state, facing = self._expected, self._facing
        if facing is None or not facing.has(state, foe):
            return
        movement, board = state.rules[MovementRules], state.frame.board
        look = facing.of(state, foe)
        for _ in range(AHEAD):
            ahead = board.neighbours[state.cells[foe]][look] if not facing.corner else 0
            # Who looks at a corner has no one hex ahead.
            open_ = ahead and movement.costs[foe] is not None and not state.standing(ahead)
            if not open_ or movement.passage(state, foe).step_cost(state.cells[foe], ahead) is None:
                return
            state.place(foe, ahead)

    def places(self, unit: int, passage: Passage, points: int) -> list[Place]:
        """How a unit could stand somewhere, the best first; none where that says nothing."""
        from hexwar.hexmap.turning import SteeredPassage  # not in games without facings

        if self._fire is None or self._facing is None or not isinstance(passage, SteeredPassage):
            return []
        state = self._expected
        here, look = state.cells[unit], self._facing.of(state, unit)
        reached = passage.stances(here, points)
        stances = {stance[:2]: stance for stance in (*reached.arrived, *reached.ready)}
        away = {cell: self._away(cell) for cell in {place[0] for place in stances}}
        near = sorted(stances, key=lambda place: (away[place[0]], place))[: self._most]
        worths = {
            place: self._worth(unit, stances[place]) - NEARER * away[place[0]] for place in near
        }
        # The unit was moved about to judge each place: back to where it was.
        state.place(unit, here)
        self._facing.turn(state, unit, look)
        return sorted(near, key=lambda place: -worths[place])

    def _away(self, cell: int) -> int:
        number, distance = self._expected.frame.board.number, self._expected.frame.map.distance
        cells = (self._expected.cells[foe] for foe in self._foes())
        return min((distance(number[cell], number[other]) for other in cells), default=0)

    def _worth(self, unit: int, stance: Stance) -> float:
        """What it is worth to a unit to stand so: its fire less that of the enemies at it."""
        state, (cell, look, _) = self._expected, stance
        if self._fire is None or self._facing is None:
            return 0.0
        if any(other != unit for other in state.standing(cell)):
            return -1.0
        state.place(unit, cell)
        self._facing.turn(state, unit, look)
        mine = _best(self._fire, state, unit)
        theirs = sum(self._fire.worth_alone(state, foe, cell) for foe in self._foes())
        return mine - theirs / 2
