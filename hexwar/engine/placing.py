"""Where a unit begins and how, as callers of ``start`` and scenarios say it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from hexwar.definition.spelling import suggestion

LAST = "last"
KEYS = "hex", "step", "state"


class Placing(NamedTuple):
    """A hex, the step (1 at full strength, 0 for the last that the unit has), states, and what
    sections keep besides: pairs of a word of theirs and what is said by it.
    """

    hex: str
    step: int = 1
    states: tuple[str, ...] = ()
    more: tuple[tuple[str, Any], ...] = ()


def placing(unit: str, said: object, words: Collection[str] = ()) -> Placing:
    """What is said of a unit: a hex, or a mapping with ``hex``, ``step``, ``state`` and ``words``.

    ValueError says what cannot be.

    >>> placing("A", {"hex": "0802", "step": "last", "state": ["pinned"]})
    Placing(hex='0802', step=0, states=('pinned',), more=())
    """
    if not isinstance(said, Mapping):
        return Placing(str(said))
    for key in said:
        if key not in KEYS and key not in words:
            known = suggestion(str(key), (*KEYS, *words))
            raise ValueError(f"setup of {unit}: there is no {key!r}; {known}")
    if "hex" not in said:
        raise ValueError(f"setup of {unit}: add the hex, such as {{'hex': '0101'}}")
    more = tuple((word, said[word]) for word in words if word in said)
    step, states = _step(unit, said.get("step", 1)), _states(said.get("state"))
    return Placing(str(said["hex"]), step, states, more)


def _step(unit: str, said: Any) -> int:
    if said == LAST:
        return 0
    if type(said) is not int or said < 1:
        raise ValueError(f"setup of {unit}: the step is a number from 1 on, or {LAST!r}")
    return said


def _states(said: Any) -> tuple[str, ...]:
    if said is None:
        return ()
    return (said,) if isinstance(said, str) else tuple(map(str, said))
