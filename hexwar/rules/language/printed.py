"""What a selector says of a counter before anybody plays: whether it ever fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hexwar.rules.language.selector import Selector
from hexwar.rules.units.section import Unit

Verdict = bool | None
"""Whether a counter fits: always, never, or (``None``) as play goes."""


def could_fit(selector: Selector | None, unit: Unit) -> bool:
    """Whether a counter may fit at some time of some game."""
    return selector is None or _verdict(selector, unit) is not False


def always_fits(selector: Selector, unit: Unit) -> bool:
    """Whether a counter fits whatever happens in a game."""
    return _verdict(selector, unit) is True


def _verdict(selector: Selector, unit: Unit) -> Verdict:
    return _every(_SAYS[key](said, unit) if key in _SAYS else None for key, said in selector.said())


def _every(verdicts: Iterable[Verdict]) -> Verdict:
    """All of them hold."""
    known = list(verdicts)
    return False if False in known else None if None in known else True


def _inverse(verdict: Verdict) -> Verdict:
    return None if verdict is None else not verdict


def _any(parts: tuple[Selector, ...], unit: Unit) -> Verdict:
    return _inverse(_every(_inverse(_verdict(part, unit)) for part in parts))


def _side(sides: tuple[str, ...], unit: Unit) -> Verdict:
    return None if {"own", "enemy"} & {*sides} else unit.side in sides


_SAYS: Mapping[str, Callable[[Any, Unit], Verdict]] = {
    "all": lambda parts, unit: _every(_verdict(part, unit) for part in parts),
    "any": _any,
    "not": lambda part, unit: _inverse(_verdict(part, unit)),
    "trait": lambda traits, unit: bool({*traits} & {*unit.traits}),
    "type": lambda types, unit: unit.type.id in types,
    "side": _side,
    "unit": lambda names, unit: unit.id in names,
}
