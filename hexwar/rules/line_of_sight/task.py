"""The key ``sees`` of selectors."""

from __future__ import annotations

from functools import reduce
from operator import or_

from hexwar.engine.position import bits
from hexwar.engine.queries import Sight
from hexwar.engine.state import Position
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.units.rules import mask_of


def _sees(inner: Selector, selectors: Selectors, side: int) -> Fitting:
    seers, others = selectors.anywhere(inner, side), selectors.others(side)

    def seeing(state: Position) -> int:
        sights, cells, area = state.rules[SightRules], state.cells, 0
        unknown, taken = state.secret & others, reduce(or_, state.occupied)
        for cell in {cells[unit] for unit in bits(seers(state) & ~unknown)}:
            area |= sights.seen_of(cell, taken)
        seen = mask_of([unit for unit, cell in enumerate(cells) if area >> cell & 1])
        return seen & ~unknown

    return seeing


def _in_words(inner: Selector, words: Words) -> str:
    return f"in sight of {words(inner)}"


def _sight(state: Position, one: int, other: int) -> Sight | None:
    sights = state.rules.find(SightRules)
    return None if sights is None else sights.sight(one, other)


def _in_sight(state: Position, cell: int) -> tuple[str, ...]:
    sights = state.rules.find(SightRules)
    return () if sights is None else tuple(state.frame.board.numbers(sights.visible(cell)))


SELECTS = {"sees": Key(_sees, _in_words)}
ANSWERS = {"line_of_sight": _sight, "in_sight": _in_sight}
