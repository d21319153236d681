"""Hexes that a rule is about, some of them while a side controls them, compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.control.section import Ground
from hexwar.rules.language.selectors import is_at

if TYPE_CHECKING:
    from hexwar.rules.control.rules import ControlRules


class Area:
    """The hexes that are meant: all of the map where nothing is said."""

    __slots__ = ("_control", "_whose", "hexes")

    def __init__(self, said: Ground | None, frame: Frame, control: ControlRules | None) -> None:
        self._control = control
        self._whose = said.controlled if said else ""
        self.hexes = frame.board.on_map if said is None else ground_mask(said, frame)

    def mask(self, state: Position, side: int) -> int:
        """Mask of the hexes, as a side sees them now."""
        if self._control is None or not self._whose:
            return self.hexes
        return self.hexes & self._control.held_by(state, self._whose, side)


def ground_mask(said: Ground, frame: Frame) -> int:
    """Mask of the hexes that are meant, whoever controls them."""
    return frame.board.mask(number for number in frame.map if is_at(said, frame.map, number))
