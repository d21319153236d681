"""Which units draw from which sources, where there is not enough for all: supply, orders.

Units are served in their order, and none takes from those served before it; but a unit that draws
from one source may be sent to another, so that as many as possible get what they need.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine.position import bits

Provider = tuple[int, int | None]
"""The mask of the units that could draw from a source, and how much it has (``None``: for all)."""

ONE_EACH: Mapping[int, int] = {}
"""By unit how much it takes: one for all that are not named."""


class Allocation:
    """What sources give: a matching of units with sources, grown by one draw at a time."""

    def __init__(self, providers: Sequence[Provider], draws: Mapping[int, int]) -> None:
        self._draws = draws
        self._scarce = [(reached, most) for reached, most in providers if most is not None]
        self._drawing: list[list[int]] = [[] for _ in self._scarce]
        self.free = 0  # the units that a source without a limit reaches
        for reached, most in providers:
            self.free |= reached if most is None else 0

    def takes(self, unit: int) -> int:
        """How much a unit takes."""
        return self._draws.get(unit, 1)

    def serve(self, unit: int) -> bool:
        """Give a unit all that it takes, or nothing where there is too little."""
        # Units take all or nothing: where there is too little, what was given is given back.
        before = [mine[:] for mine in self._drawing]
        if self.give(unit) == self.takes(unit):
            return True
        self._drawing = before
        return False

    def give(self, unit: int) -> int:
        """Give a unit as much as there is of what it takes, and no other unit less; answers how
        much.
        """
        given = 0
        while given < self.takes(unit) and self._find_place(unit, set()):
            given += 1
        return given

    def _find_place(self, unit: int, tried: set[int]) -> bool:
        """Find one more for a unit, if need be by sending others to other sources; ``tried`` are
        the sources that have been asked on the way, by their places.
        """
        for at, (reached, most) in enumerate(self._scarce):
            if not reached >> unit & 1 or at in tried:
                continue
            tried.add(at)
            mine = self._drawing[at]
            if len(mine) < most:
                mine.append(unit)
                return True
            # An augmenting path, as in bipartite matching: a unit that draws here may draw
            # elsewhere.
            for place, other in enumerate(mine):
                if self._find_place(other, tried):
                    mine[place] = unit
                    return True
        return False


def served(providers: Sequence[Provider], units: int, draws: Mapping[int, int] = ONE_EACH) -> int:
    """The mask of those of some units that are supplied: as many as possible, the first ones
    first.
    """
    shares = Allocation(providers, draws)
    supplied = units & shares.free
    for unit in bits(units & ~shares.free & _units_reached(providers)):
        if shares.serve(unit):
            supplied |= 1 << unit
    return supplied


def may_go_without(
    providers: Sequence[Provider], units: int, draws: Mapping[int, int] = ONE_EACH
) -> int:
    """The mask of the units of which some must go without supply, and any one might.

    Those that no source reaches are not among them.
    """
    able = units & _units_reached(providers)
    missing = _lacking(providers, able, draws)
    if not missing:
        return 0
    masks = (1 << unit for unit in bits(able))
    # If less is lacking with one fewer to serve, it may be this one that goes without.
    return sum(mask for mask in masks if _lacking(providers, able & ~mask, draws) < missing)


def _lacking(providers: Sequence[Provider], units: int, draws: Mapping[int, int]) -> int:
    """How much some units lack, all told, of what they take."""
    shares = Allocation(providers, draws)
    return sum(shares.takes(unit) - shares.give(unit) for unit in bits(units & ~shares.free))


def _units_reached(providers: Sequence[Provider]) -> int:
    reached = 0
    for units, _ in providers:
        reached |= units
    return reached
