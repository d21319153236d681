"""Differences between the engine and the referee, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Differences = Iterator[str]


def differ(what: str, engine: object, referee: object) -> Differences:
    """One thing, as the two have it."""
    if engine != referee:
        yield f"{what}: the engine says {engine}, the referee {referee}"


def differ_in(what: str, engine: Iterable[str], referee: Iterable[str]) -> Differences:
    """Many things, of which the two may have some each."""
    mine, its = set(referee), set(engine)
    if mine != its:
        yield f"{what}: only the engine {sorted(its - mine)}, only the referee {sorted(mine - its)}"
