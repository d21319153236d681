"""Section ``movement``, key ``limits``: units that do not move out of a region."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine.frame import Frame
from hexwar.engine.state import State
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import Movement


class Bounds:
    """Who keeps to what; ``vary``: whether that may change while units of a side move."""

    __slots__ = ("_kept", "_limits", "vary")

    def __init__(self, frame: Frame, section: Movement, selectors: Selectors) -> None:
        board, said = frame.board, section.limits.values()
        self._limits = tuple(
            (selectors.anywhere(one.only), board.on_map & ~board.mask(frame.map.region(one.within)))
            for one in said
        )
        self._kept = [selectors.fitting(one.only) for one in said]
        self.vary = any(not isinstance(mask, int) for mask in self._kept)

    def closed(self, state: State, unit: int) -> int:
        """Mask of the hexes that a unit may not move into."""
        mask = 0
        for fits, outside in self._limits:
            if fits(state) >> unit & 1:
                mask |= outside
        return mask

    def alike(self, kinds: Sequence[int]) -> list[int]:
        """Kinds of units, told apart by what they keep to as well."""
        both = [
            (kind, tuple(mask >> unit & 1 for mask in self._kept if isinstance(mask, int)))
            for unit, kind in enumerate(kinds)
        ]
        return list(map(list(dict.fromkeys(both)).index, both))
