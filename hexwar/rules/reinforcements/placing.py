"""Bringing on all reinforcements at once: which unit enters next, and in which hex."""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.stacking.rules import StackingRules

_NEXT_TO = 1  # hexes from an enemy: whoever enters there can often move no more


def next_entry(state: Position) -> Action | None:
    """An entry for the first of the units that can enter now; ``None`` when nobody can.

    Of its hexes one within the limit of stacking if there is one, then the one nearest to the
    enemy that is not beside him, then the emptiest. Whose eyes count is whose state it is: of
    units that ``state.seen_by(side)`` leaves out nothing is known.
    """
    entries = [action for action in state.legal_actions() if action.verb == "enter"]
    if not entries:
        return None
    mine = [action for action in entries if action.units == entries[0].units]
    return min(mine, key=_Merits(state, mine[0].units[0]).of)


class _Merits:
    """How good the hexes are in which a unit may enter; the least is the best."""

    def __init__(self, state: Position, unit: str) -> None:
        frame = state.frame
        self._state = state
        index = frame.unit_index[unit]
        self._full = state.rules[StackingRules].without_room(state, [index])
        self._cell = frame.board.cell
        self._distance = frame.map.distance
        enemies = state.enemies_of(frame.unit_side[index])
        self._enemies = [frame.board.number[cell] for cell in bits(enemies)]

    def of(self, action: Action) -> tuple[bool, bool, int, int]:
        """Too full, beside an enemy, how far from the nearest, how many stand there."""
        number = action.hexes[-1]
        far = min((self._distance(number, enemy) for enemy in self._enemies), default=0)
        full = bool(self._full >> self._cell[number] & 1)
        beside = bool(self._enemies) and far <= _NEXT_TO
        return full, beside, far, len(self._state.units_at(number))
