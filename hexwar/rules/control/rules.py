"""Section ``control``: whose a hex is after units have left it.

A hex is controlled by the side whose units were the last to stand in it when a phase ended.
Control is kept only of the regions that some condition of the game asks about; in a game without
such a condition this module does nothing.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import State
from hexwar.rules.control.section import Control

CONTROL = "control."
"""Where ``this_game`` keeps the mask of the hexes that a side controls, before the side's id."""


class ControlRules:
    """``watched`` is the mask of the hexes whose control matters."""

    __slots__ = ("_begins", "_board", "_cite", "_names", "_sides", "watched")

    def __init__(self, resolved: ResolvedGame) -> None:
        board = resolved.map.board
        self._board = board
        self._sides = tuple(side.id for side in resolved.sides)
        self._names = tuple(side.name for side in resolved.sides)
        control = resolved[Control]
        self._cite = control.cite.get("control", "")
        asked = (c for c in resolved.conditions() if c.kind == "controlled")
        regions = {str(condition.arguments["region"]) for condition in asked}
        masks = (board.mask(resolved.map.region(name)) for name in regions)
        self.watched: int = reduce(or_, masks, 0)
        begins = (control.begins.get(side, ()) for side in self._sides)
        self._begins = tuple(board.mask(resolved.map.listed(places)) for places in begins)

    def held(self, state: State, side: int) -> int:
        """Mask of the watched hexes that a side controls."""
        kept = state.this_game.get(CONTROL + self._sides[side])
        return self._begins[side] & self.watched if kept is None else kept

    def review(self, state: State) -> None:
        """Take note of who stands where. Called when the game begins and when a phase ends."""
        if not self.watched:
            return
        for side, name in enumerate(self._sides):
            before = self.held(state, side)
            now = (before & ~state.enemies_of(side)) | (state.occupied[side] & self.watched)
            gained = now & ~before
            if gained and state.events is not None and CONTROL + name in state.this_game:
                hexes = tuple(self._board.numbers(gained))
                text = f"{self._names[side]} now controls {', '.join(hexes)}."
                state.tell("control", self._cite, text, side=name, hexes=hexes)
            state.this_game[CONTROL + name] = now
