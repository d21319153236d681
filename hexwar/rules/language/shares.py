"""Who draws from what, where there is not enough for all: supply, orders."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine.position import bits

Provider = tuple[int, int | None]
"""The mask of the units that could draw from a source, and how many may (``None``: all)."""


def served(providers: Sequence[Provider], units: int) -> int:
    """The mask of those of some units that are supplied: as many as can be, the first ones first.

    A matching of units with the places of sources, grown one unit at a time.
    """
    free = 0
    for reached, most in providers:
        free |= reached if most is None else 0
    scarce = [(reached, most) for reached, most in providers if most is not None]
    drawing: list[list[int]] = [[] for _ in scarce]

    def find_place(unit: int, tried: set[int]) -> bool:
        for at, (reached, most) in enumerate(scarce):
            if not reached >> unit & 1 or at in tried:
                continue
            tried.add(at)
            mine = drawing[at]
            if len(mine) < most:
                mine.append(unit)
                return True
            for place, other in enumerate(mine):
                if find_place(other, tried):
                    mine[place] = unit
                    return True
        return False

    found = units & free
    for unit in bits(units & ~free):
        if find_place(unit, set()):
            found |= 1 << unit
    return found


def may_go_without(providers: Sequence[Provider], units: int) -> int:
    """The mask of the units of which some must go without supply, and any one might.

    Those that no source reaches are not among them.
    """
    reached = 0
    for there, _ in providers:
        reached |= there
    able = units & reached
    many = served(providers, able).bit_count()
    if many == able.bit_count():
        return 0
    without = (1 << unit for unit in bits(able))
    return sum(unit for unit in without if served(providers, able & ~unit).bit_count() == many)
