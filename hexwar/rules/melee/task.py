"""The key ``in_melee`` of selectors, and what is seen of a unit in melee."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import Position
from hexwar.rules.language.cases import values_of
from hexwar.rules.language.selectors import Fitting, Key, Selectors, those_or_others
from hexwar.rules.melee.rules import MeleeRules
from hexwar.rules.melee.section import Melee


def _in_melee(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        return state.rules[MeleeRules].units(state)

    return those_or_others(wanted, selectors, now)


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}in melee"


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    melee = game.section(Melee)
    if melee is not None:
        yield melee.cost
        yield from (leaving.cost for leaving in values_of(melee.leaving))


SELECTS = {"in_melee": Key(_in_melee, _in_words)}
AMOUNTS = (_amounts,)
