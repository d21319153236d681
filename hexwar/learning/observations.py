"""Positions as arrays: what a side sees of units, hexes and time."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import hexwar
from hexwar.rules.terrain.section import Terrain

Arrays = dict[str, NDArray[np.float32]]

UNIT = ("mine", "enemy", "on_map", "lost", "steps", "across", "down")
"""Columns of ``units``: whose, whether it is on the map, out of play as a casualty, the share of
its steps that is left, and where, 0 to 1 across and down the map. Of units that the side does not
see everything is 0."""

HEX = ("mine", "enemy", "held_by_me", "held_by_enemy")
"""Columns of ``hexes``, before those of terrain: units in it, in tenths, and who holds it. Then one
column for each kind of terrain, 1 where it is."""

TIME = ("turn", "my_decision")
"""``time``: the share of the turns that has passed, whether the side decides; then a place for each
phase, 1 where it is."""


class Observations:
    """Makes arrays of the positions of one game, as one of its sides sees them."""

    def __init__(self, state: hexwar.State) -> None:
        frame = state.frame
        self._numbers = frame.map.numbers
        self._place = {where: place for place, where in enumerate(self._numbers)}
        kinds = list(frame.resolved[Terrain].hexes)
        self._ground = np.zeros((len(self._numbers), len(kinds)), np.float32)
        for where, place in self._place.items():
            self._ground[place, kinds.index(frame.map.terrain(where))] = 1
        hexes = [frame.map.axial(where) for where in self._numbers]
        across = np.array([at.q for at in hexes], np.float32)
        down = np.array([at.r + at.q / 2 for at in hexes], np.float32)
        self._at = np.stack([_scaled(across), _scaled(down)], axis=1)
        self.space = spaces.Dict(
            {
                "units": spaces.Box(0, 1, (len(frame.unit_ids), len(UNIT)), np.float32),
                "hexes": spaces.Box(0, 10, (len(self._numbers), len(HEX) + len(kinds)), np.float32),
                "time": spaces.Box(0, 1, (len(TIME) + len(frame.phase_ids),), np.float32),
            }
        )

    def arrays(self, state: hexwar.State, side: str) -> Arrays:
        """What a side sees of a position."""
        frame = state.frame
        view = state.view(side)
        mine = frame.side_index[side]
        units = np.zeros((len(frame.unit_ids), len(UNIT)), np.float32)
        hexes = np.zeros((len(self._numbers), len(HEX)), np.float32)
        casualties = {unit for name in frame.side_ids for unit in view.casualties(name)}
        for place, unit in enumerate(frame.unit_ids):
            whose = 0 if frame.unit_side[place] == mine else 1
            where = view.position(unit)
            if where is None and unit not in casualties:
                continue
            units[place, whose] = 1
            if unit in casualties:
                units[place, 3] = 1
                continue
            units[place, 2] = 1
            units[place, 4] = 1 - state.lost[place] / max(1, frame.steps[place])
            at = self._place.get(str(where))
            if at is not None:
                units[place, 5:7] = self._at[at]
                hexes[at, whose] += 0.1
        for index, name in enumerate(frame.side_ids):
            for where in view.holds(name):
                at = self._place.get(where)
                if at is not None:
                    hexes[at, 2 if index == mine else 3] = 1
        return {
            "units": units,
            "hexes": np.concatenate([hexes, self._ground], axis=1),
            "time": self._time(state, side),
        }

    def _time(self, state: hexwar.State, side: str) -> NDArray[np.float32]:
        frame = state.frame
        time = np.zeros(len(TIME) + len(frame.phase_ids), np.float32)
        time[0] = min(1.0, (state.turn - 1) / max(1, frame.turns))
        time[1] = state.side_to_act == side
        if state.phase in frame.phase_ids:
            time[len(TIME) + frame.phase_ids.index(state.phase)] = 1
        return time


def _scaled(values: NDArray[np.float32]) -> NDArray[np.float32]:
    low, high = values.min(), values.max()
    scaled: NDArray[np.float32] = (values - low) / max(1e-6, high - low)
    return scaled.astype(np.float32)
