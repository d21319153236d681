"""The legal actions of a state, as an object that lists them only when asked to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from hexwar.engine.action import Action

if TYPE_CHECKING:
    from hexwar.engine.state import State


class LegalActions:
    """What may be done now.

    ``action in legal`` asks the rules without listing anything and accepts notation; iteration
    is lazy and in a documented, deterministic order. ``resign`` and ``top`` (which changes only
    what the enemy sees) are legal but never listed.
    """

    __slots__ = ("_counted", "_state")

    def __init__(self, state: State) -> None:
        self._state = state
        self._counted: list[Action] | None = None

    def __iter__(self) -> Iterator[Action]:
        self._counted = None
        return chain.from_iterable(self._listing())

    def __len__(self) -> int:
        self._counted = list(self._now())
        return len(self._counted)

    def _listing(self) -> Iterator[Iterable[Action]]:
        # ``list`` asks for the length when it has the iterator and before it takes the first item:
        # what has just been listed to be counted is not listed again.
        counted, self._counted = self._counted, None
        yield self._now() if counted is None else counted

    def _now(self) -> Iterator[Action]:
        if self._state.is_over:
            return iter(())
        return self._state.agenda[-1].actions(self._state)

    def __bool__(self) -> bool:
        return not self._state.is_over

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action | str) and self._state.explain(action) is None

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self)) or 'none, the game is over'}>"
