"""Which units draw from which sources, where there is not enough for all: supply, orders.

Units are served in their order, and none takes from those served before it; but a unit that draws
from one source may be sent to another, so that as many as possible get what they need. The class
:class:`Allocation` serves units one by one; the functions below ask it who is served, and who might
go without. Sets of units are masks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hexwar.engine.position import bits

Provider = tuple[int, int | None]
"""A source: the mask of the units that it reaches, and how much it has (``None``: for all)."""

ONE_EACH: Mapping[int, int] = {}
"""How much units take, by unit; one that is not named takes one."""


class Allocation:
    """What sources give: a matching of units with sources, grown by one draw at a time."""

    def __init__(self, providers: Sequence[Provider], draws: Mapping[int, int]) -> None:
        self._draws = draws
        self._scarce = [(reached, most) for reached, most in providers if most is not None]
        # By scarce source, the units that draw from it: as often as they take from it.
        self._drawing: list[list[int]] = [[] for _ in self._scarce]
        self.free = 0  # the units that a source without a limit reaches
        for reached, most in providers:
            self.free |= reached if most is None else 0

    def takes(self, unit: int) -> int:
        """How much a unit takes."""
        return self._draws.get(unit, 1)

    def serve(self, unit: int) -> bool:
        """Give a unit all that it takes, or nothing where there is too little."""
        before = [units[:] for units in self._drawing]
        if self.give(unit) == self.takes(unit):
            return True
        self._drawing = before  # what was given is given back
        return False

    def give(self, unit: int) -> int:
        """Give a unit as much of what it takes as there is, without giving another less.

        Answers with how much that was.
        """
        given = 0
        while given < self.takes(unit) and self._find_place(unit, set()):
            given += 1
        return given

    def _find_place(self, unit: int, tried: set[int]) -> bool:
        """Let a unit draw one more, if need be by sending others to other sources; ``tried`` are
        the sources asked on the way, by their index.
        """
        # An augmenting path, as in bipartite matching.
        for source, (reached, most) in enumerate(self._scarce):
            if not reached >> unit & 1 or source in tried:
                continue
            tried.add(source)
            drawing = self._drawing[source]
            if len(drawing) < most:
                drawing.append(unit)
                return True
            # Where the source is used up, a unit that draws from it may draw from another.
            for place, other in enumerate(drawing):
                if self._find_place(other, tried):
                    drawing[place] = unit
                    return True
        return False


def served(providers: Sequence[Provider], units: int, draws: Mapping[int, int] = ONE_EACH) -> int:
    """Those of some units that get all they take: as many as possible, the first ones first."""
    allocation = Allocation(providers, draws)
    supplied = units & allocation.free
    for unit in bits(units & ~allocation.free & _units_reached(providers)):
        if allocation.serve(unit):
            supplied |= 1 << unit
    return supplied


def may_go_without(
    providers: Sequence[Provider], units: int, draws: Mapping[int, int] = ONE_EACH
) -> int:
    """The units of which some must go without supply, and any one might.

    Those that no source reaches are not among them.
    """
    reached = units & _units_reached(providers)
    lacking = _lacking(providers, reached, draws)
    if not lacking:
        return 0
    masks = (1 << unit for unit in bits(reached))
    # If less is lacking with one fewer to serve, it may be this one that goes without.
    return sum(mask for mask in masks if _lacking(providers, reached & ~mask, draws) < lacking)


def _lacking(providers: Sequence[Provider], units: int, draws: Mapping[int, int]) -> int:
    """How much some units together lack of what they take."""
    allocation = Allocation(providers, draws)
    scarce = bits(units & ~allocation.free)
    return sum(allocation.takes(unit) - allocation.give(unit) for unit in scarce)


def _units_reached(providers: Sequence[Provider]) -> int:
    """The units that any source reaches."""
    reached = 0
    for units, _ in providers:
        reached |= units
    return reached
