"""The legal actions of a state, as a sequence that lists them only when asked to.

Most who ask want to know whether one action is legal, or take the first few: the former is asked of
the rules, the latter made one by one. The whole list is made for those who count or pick by place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Protocol, overload

from hexwar.engine.action import Action, as_action
from hexwar.engine.violation import Violation


class ActionSource(Protocol):
    """A state, as far as its legal actions ask it; ``ply`` counts what has been played."""

    ply: int
    is_over: bool

    def listed(self) -> Iterator[Action]:
        """The legal actions one by one; none when the game is over."""

    def all_listed(self) -> list[Action]:
        """All of them, in a list that is not changed any more."""

    def explain(self, action: Action | str) -> Violation | None:
        """Why an action is illegal now."""


@Sequence.register  # not inherited: a type checker would take notation in it for a mistake
class LegalActions:
    """What may be done now: a sequence, whose items are made when somebody looks at them.

    ``action in legal`` asks the rules without listing anything and accepts notation; iteration
    is lazy, in a documented and deterministic order; length, indices and slices list everything,
    once a position. ``resign``, ``draw`` (an offer) and ``top`` (which changes only what the enemy
    sees) are legal but never listed.

    It always answers for the state as it is at the moment. An iterator that was begun before the
    state moved on raises RuntimeError, as one over a dictionary that has changed; take ``list()``
    of it first to play while going through.
    """

    __slots__ = ("_empty", "_listed", "_ply", "_state")

    def __init__(self, state: ActionSource, *, empty: bool = False) -> None:
        """Of a state; ``empty``: for somebody whose choice it is not."""
        self._state = state
        self._empty = empty
        self._listed: list[Action] | None = None
        self._ply = state.ply

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self._listing(self._state.ply))

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, index: int) -> Action: ...

    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...

    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self._all()[index]

    def index(self, value: Action | str, *between: int) -> int:
        """Where an action (or its notation) stands in the list. ValueError when it does not."""
        return self._all().index(as_action(value), *between)

    def count(self, value: Action | str) -> int:
        """How often an action (or its notation) is in the list: once, or not at all."""
        return self._all().count(as_action(value))

    def _all(self) -> list[Action]:
        if self._listed is None or self._ply != self._state.ply:
            self._listed = [] if self._empty else self._state.all_listed()
            self._ply = self._state.ply
        return self._listed

    def _listing(self, ply: int) -> Iterator[Iterable[Action]]:
        # ``list`` asks for the length when it has the iterator and before it takes the first item:
        # what has just been listed to be counted is not listed again.
        if self._listed is None:
            yield self._unmoved(ply)
        else:
            self._require_unmoved(ply)
            yield self._all()

    def _unmoved(self, ply: int) -> Iterator[Action]:
        """The actions one by one, as long as the state does not move on."""
        self._require_unmoved(ply)
        state = self._state
        # A generator of the rules reads the state while it runs: once that has moved on, what it
        # lists would be of two positions, so it is not asked for more.
        for action in self._now():
            yield action
            if state.ply != ply:
                break
        self._require_unmoved(ply)

    def _require_unmoved(self, ply: int) -> None:
        if self._state.ply != ply:
            raise RuntimeError("the state has moved on while its legal actions were gone through")

    def _now(self) -> Iterator[Action]:
        return iter(()) if self._empty else self._state.listed()

    def __bool__(self) -> bool:
        return not self._empty and not self._state.is_over

    def __contains__(self, action: object) -> bool:
        if self._empty or not isinstance(action, Action | str):
            return False
        return self._state.explain(action) is None

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(map(str, self)) or 'none'}>"
