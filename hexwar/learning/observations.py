"""Turn positions into arrays: what a side sees of units, hexes and time.

Three arrays: a row for each unit and for each hex in the order in which actions number them, and
one row of time. What never changes (terrain, where hexes lie) is made once; the rest is counted by
whole columns, as it is asked for at every step of millions of games. All of it is made of the
position as the side knows it (:func:`known_to`): what is hidden would be learned, too.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import hexwar
from hexwar.engine.position import bits
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.victory.rules import HoldingRules

Arrays = dict[str, NDArray[np.float32]]

UNIT = ("mine", "enemy", "on_map", "lost", "steps", "across", "down")
"""Columns of ``units``: whose, whether it is on the map, out of play as a casualty, the share of
its steps that is left, and where, 0 to 1 across and down the map. For units that the side does not
see all columns are 0."""

HEX = ("mine", "enemy", "held_by_me", "held_by_enemy")
"""Columns of ``hexes``, before those of terrain: units in it, in tenths, and who holds it. Then one
column for each kind of terrain, 1 where it is."""

TIME = ("turn", "my_decision")
"""``time``: the share of the turns that has passed, whether the side decides; then a place for each
phase, 1 where it is."""

_NOWHERE = -1  # the row of a cell that is no hex


def known_to(state: hexwar.State, side: str) -> hexwar.State:
    """Take the position as a side knows it: a copy where something is hidden from it."""
    index = state.frame.side_index[side]
    if state.rules.hooks.secrets or state.unknown(index):
        return state.seen_by(side)
    return state


class Observations:
    """Makes arrays of the positions of one game, as one of its sides sees them."""

    def __init__(self, state: hexwar.State) -> None:
        frame = state.frame
        numbers = frame.map.numbers
        row_of = {number: row for row, number in enumerate(numbers)}
        self._row = np.array([row_of.get(number, _NOWHERE) for number in frame.board.number])
        self._places = _places(state)
        self._steps = np.maximum(1, np.array(frame.steps, np.float32))
        sides = range(len(frame.side_ids))
        self._enemy = [(np.array(frame.unit_side) != side).astype(np.int64) for side in sides]
        # The hexes of a map on which nobody stands.
        kinds = list(frame.resolved[Terrain].hexes)
        board = state.frame.map
        ground = np.zeros((len(board.numbers), len(HEX) + len(kinds)), np.float32)
        for row, number in enumerate(board.numbers):
            ground[row, len(HEX) + kinds.index(board.terrain(number))] = 1
        self._ground = ground
        self._phases = {phase: len(TIME) + row for row, phase in enumerate(frame.phase_ids)}
        self._held: dict[int, NDArray[np.int64]] = {}
        units, columns = len(frame.unit_ids), self._ground.shape[1]
        self.space = spaces.Dict(
            {
                "units": spaces.Box(0, 1, (units, len(UNIT)), np.float32),
                "hexes": spaces.Box(0, 10, (len(numbers), columns), np.float32),
                "time": spaces.Box(0, 1, (len(TIME) + len(self._phases),), np.float32),
            }
        )

    def arrays(self, state: hexwar.State, side: str) -> Arrays:
        """Make arrays of what a side sees of a position."""
        return self.of_known(known_to(state, side), side)

    def of_known(self, known: hexwar.State, side: str) -> Arrays:
        """Make the arrays of a position that a side is known to see as it is: :func:`known_to`."""
        me = known.frame.side_index[side]
        rows = self._row[known.cells]
        units = np.zeros((len(rows), len(UNIT)), np.float32)
        if known.eliminated:
            lost = list(bits(known.eliminated))
            units[lost, 3] = 1
            # Casualties are nowhere on the map.
            rows[lost] = _NOWHERE
        on_map = rows != _NOWHERE
        units[:, 2] = on_map
        # On the map or lost; of all others nothing is told, as the side does not see them.
        in_sight = units[:, 2] + units[:, 3]
        enemy = self._enemy[me]
        units[:, 1] = in_sight * enemy
        units[:, 0] = in_sight - units[:, 1]
        units[:, 4] = on_map * (1 - np.array(known.lost, np.float32) / self._steps)
        units[:, 5:7] = self._places[rows]
        hexes = self._ground.copy()
        # Counted by row and by whose they are at once; what is nowhere comes first.
        counts = np.bincount(2 * rows + (2 + enemy), minlength=2 * len(hexes) + 2)
        hexes[:, :2] = counts[2:].reshape(-1, 2) / 10
        rules = known.rules[HoldingRules]
        for index in range(len(known.frame.side_ids)):
            held = rules.held(known, index)
            if held:
                # The rows of a mask of hexes; who holds what seldom changes.
                hex_rows = self._held.get(held)
                if hex_rows is None:
                    if len(self._held) >= 256:
                        self._held.clear()
                    rows = self._row[list(bits(held))]
                    hex_rows = self._held[held] = rows[rows != _NOWHERE]
                hexes[hex_rows, 2 if index == me else 3] = 1
        time = np.zeros(len(TIME) + len(self._phases), np.float32)
        time[0] = min(1.0, (known.turn - 1) / max(1, known.frame.turns))
        time[1] = known.side_to_act == side
        phase = self._phases.get(known.phase)
        if phase is not None:
            time[phase] = 1
        return {"units": units, "hexes": hexes, "time": time}


def _places(state: hexwar.State) -> NDArray[np.float32]:
    """Say how far across and down the map each hex lies; at the row :data:`_NOWHERE`, 0."""
    board = state.frame.map
    hexes = [board.axial(number) for number in board.numbers]
    across = np.array([axial.q for axial in hexes], np.float32)
    down = np.array([axial.r + axial.q / 2 for axial in hexes], np.float32)
    places = np.stack([_scaled(across), _scaled(down)], axis=1)
    return np.concatenate([places, np.zeros((1, 2), np.float32)])  # last, and so at -1, nowhere


def _scaled(values: NDArray[np.float32]) -> NDArray[np.float32]:
    low, high = values.min(), values.max()
    scaled: NDArray[np.float32] = (values - low) / max(1e-6, high - low)
    return scaled.astype(np.float32)
