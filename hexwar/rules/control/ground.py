"""Hexes that a rule is about, some of them while a side controls them, compiled."""

from __future__ import annotations

from functools import reduce
from operator import or_

from hexwar.engine.frame import Frame
from hexwar.engine.state import State
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.control.section import Ground
from hexwar.rules.language.selectors import is_at


class Area:
    """The hexes that are meant: all of the map where nothing is said."""

    __slots__ = ("_control", "_whose", "hexes")

    def __init__(self, said: Ground | None, frame: Frame, control: ControlRules) -> None:
        self._control = control
        self._whose = said.controlled if said else ""
        self.hexes = frame.board.on_map if said is None else ground_mask(said, frame)

    def mask(self, state: State, side: int) -> int:
        """Mask of the hexes, as a side sees them now."""
        if not self._whose:
            return self.hexes
        ids = state.frame.side_ids
        sides = [other for other in range(len(ids)) if self._means(ids[other], other == side)]
        return self.hexes & reduce(or_, [self._control.held(state, one) for one in sides], 0)

    def _means(self, name: str, own: bool) -> bool:
        return self._whose in (name, "own" if own else "enemy")


def ground_mask(said: Ground, frame: Frame) -> int:
    """Mask of the hexes that are meant, whoever controls them."""
    return frame.board.mask(
        number
        for number in frame.map
        if is_at(said, frame.map, number) and (not said.path or _on_path(said.path, frame, number))
    )


def _on_path(kinds: tuple[str, ...], frame: Frame, number: str) -> bool:
    hexmap = frame.map
    return any(
        not hexmap.path(number, there).isdisjoint(kinds) for there in hexmap.neighbors(number)
    )
