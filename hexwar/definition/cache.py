"""What was made of parts of a game, kept while the parts stay the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")


class Cache:
    """What functions made, by what they made it of.

    Words are told apart by what they say, all else by what it is: a node of a tree that was read
    again is another one. What nobody asks for during a whole round is forgotten.
    """

    def __init__(self) -> None:
        self._now: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}
        self._before: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}

    def made(self, make: Callable[..., Made], *of: object) -> Made:
        """What a function makes of things, from the first call on."""
        key = (make, *(thing if isinstance(thing, str) else id(thing) for thing in of))
        known = self._now.get(key) or self._before.get(key)
        if known is None:
            known = of, make(*of)  # the things are kept too, so that no other gets their identity
        self._now[key] = known
        made: Made = known[1]
        return made

    def next_round(self) -> None:
        """Forget what was not asked for since the round before began."""
        self._before, self._now = self._now, {}
