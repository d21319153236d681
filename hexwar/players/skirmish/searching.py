"""Searching: where those who hide are most likely to be, by where they can have begun."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.players.skirmish.outlook import UnitOutlook
from hexwar.rules.hidden.rules import HiddenRules, SearchRules

SEARCHED = 0.5
"""Of searching first, where enemies may be hidden, nothing is lost."""


def searching(outlook: UnitOutlook, unit: int) -> Iterator[tuple[float, int]]:
    """The cell where somebody most likely hides, of equals the nearest to where the unit is going,
    and what it gains by searching there.
    """
    rules, board = outlook.rules.find(SearchRules), outlook.survey.board
    if rules is None or rules.why_not_unit(outlook.state, unit) is not None:
        return
    where = [outlook.rules[HiddenRules].where(foe) for foe in outlook.unseen_foes]
    likely: dict[int, float] = {}
    for hexes in where:
        for cell in board.cells(hexes & rules.in_reach(outlook.state, unit)):
            likely[cell] = likely.get(cell, 0.0) + 1 / hexes.bit_count()
    if not likely:
        return
    draws = outlook.draws(unit)

    def promise(cell: int) -> tuple[float, float]:
        return likely[cell], -sum([each * away[cell] for away, each in draws])

    best = max(likely, key=promise)
    yield SEARCHED, best
