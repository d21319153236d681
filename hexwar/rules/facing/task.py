"""The keys of selectors about facings, what is read of a unit, and how units begin.

`struck_in` and `strikes` are asked in battles and fires, of those who take part; `looks` at any
time, and of units that hide only their own side is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.rules.facing.memory import LOOKS, STRUCK, TURNED
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.language.wording import either, in_words


def _struck_in(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules = state.rules.find(FacingRules)
        return rules.struck_in(state, rules.arcs(names)) if rules else 0

    return now


def _strikes(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules = state.rules.find(FacingRules)
        return rules.strikes(state, rules.arcs(names)) if rules else 0

    return now


def _looks(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    others = selectors.others(side)

    def now(state: Position) -> int:
        rules = state.rules.find(FacingRules)
        if rules is None:
            return 0
        looks = sum(1 << at for at, name in enumerate(rules.names) if name in names)
        return rules.looking(state, looks) & ~(state.secret & others)

    return now


def _struck_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"struck in the {either(map(in_words, names))}"


def _strikes_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"striking in the {either(map(in_words, names))}"


def _looks_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"facing {either(names)}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    rules = state.rules.find(FacingRules)
    if rules is not None and (name := rules.name(state, unit)):
        yield Status(f"facing {name}")


def _begins(state: Position, unit: int, said: object) -> None:
    """Where a unit looks at first."""
    rules, name = state.rules.find(FacingRules), state.frame.unit_ids[unit]
    if rules is None or not rules.has(state, unit):
        raise ValueError(f"setup of {name}: it has no facing in this game")
    if said not in rules.names:
        raise ValueError(f"setup of {name}: the facing is {either(rules.names)}, not {said!r}")
    rules.begins(state, unit, str(said))


SELECTS = {
    "struck_in": Key(_struck_in, _struck_in_words),
    "strikes": Key(_strikes, _strikes_in_words),
    "looks": Key(_looks, _looks_in_words),
}
UNIT_BEGINNINGS = {"facing": _begins}
SLOTS = (LOOKS, STRUCK, TURNED)
STATUS = (_status,)
