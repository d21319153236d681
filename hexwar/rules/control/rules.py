"""Section ``control``: whose a hex is after units have left it.

A hex is controlled by the side whose units were the last to stand in it when a phase ended.
Control is kept only of the regions that some condition or rule of the game asks about; in a game
without such this module does nothing.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import State
from hexwar.rules.control.section import Control, ControlledHexes, Ground
from hexwar.rules.scopes.overlays import Games


class Controlled(NamedTuple):
    """By side: the mask of the hexes that it controls; empty until the game has begun."""

    hexes: tuple[int, ...] = ()


CONTROL = Slot("control", Controlled(), lasts="game")


class ControlRules:
    """``watched`` is the mask of the hexes whose control matters."""

    __slots__ = ("_begins", "_board", "_cite", "_names", "_sides", "watched")

    def __init__(self, frame: Frame, section: Control | None, games: Games) -> None:
        board = frame.board
        self._board = board
        self._sides, self._names = frame.side_ids, frame.side_names
        control = section or Control()
        self._cite = control.cite.get("control", "")
        asked = (c for game in games for c in game.conditions() if c.kind == "controlled")
        regions = {str(condition.arguments["region"]) for condition in asked}
        sections = [section for game in games for section in game.sections.values()]
        hexes = (said for section in sections for said in section.parts(ControlledHexes))
        regions |= {said.controlled for said in hexes if said.controlled}
        masks = [board.mask(frame.map.region(name)) for name in regions]
        grounds = (said for section in sections for said in section.parts(Ground))
        masks += [_watched(said, frame) for said in grounds if said.controlled]
        self.watched: int = reduce(or_, masks, 0)
        begins = (control.begins.get(side, ()) for side in self._sides)
        self._begins = tuple(board.mask(frame.map.listed(places)) for places in begins)

    def held(self, state: State, side: int) -> int:
        """Mask of the watched hexes that a side controls."""
        kept = state.memory[CONTROL].hexes
        return kept[side] if kept else self._begins[side] & self.watched

    def concerned_at(self, moment: str) -> bool:
        """Whether the control of any hex matters."""
        return bool(self.watched)

    def review(self, state: State) -> None:
        """Take note of who stands where. Called when the game begins and when a phase ends."""
        begun, held = bool(state.memory[CONTROL].hexes), []
        for side, name in enumerate(self._sides):
            before = self.held(state, side)
            now = (before & ~state.enemies_of(side)) | (state.held(side) & self.watched)
            gained = now & ~before
            if gained and state.events is not None and begun:
                hexes = tuple(self._board.numbers(gained))
                text = f"{self._names[side]} now controls {', '.join(hexes)}."
                state.tell("control", self._cite, text, side=name, hexes=hexes)
            held.append(now)
        state.remember(CONTROL, Controlled(tuple(held)))


def _watched(said: Ground, frame: Frame) -> int:
    """Mask of the hexes of which a rule asks whose they are."""
    if not said.region:
        return frame.board.on_map
    return reduce(or_, (frame.board.mask(frame.map.region(name)) for name in said.region))
