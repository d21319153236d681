"""What the forms say of a place is what happens: selectors are asked with the eyes that it has.

Games are read and played while every selector is remembered with its place, and how it is asked:
each unit from its own side, or all of them from one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.definition.building import _TreeWalk
from hexwar.definition.forms import asked
from hexwar.rules.language.places import EACH_UNITS
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors

GAMES = Path(__file__).resolve().parent.parent / "games"
SAMPLED = (
    *("barrage", "card_driven", "cases", "command", "forts", "islands", "mines", "overwatch"),
    *("pontoons", "result_choices", "states", "support", "works"),
)


class Watch:
    """Selectors with their places, and the ways in which each was compiled."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.places: dict[int, tuple[Selector, asked, tuple[str | int, ...]]] = {}
        self.wrong: set[str] = set()
        self._inside = False
        read = _TreeWalk.read

        def remembered(walk: _TreeWalk, shape: Any, node: Any, path: Any, key: str = "") -> Any:
            value = read(walk, shape, node, path, key)
            if isinstance(value, Selector):
                self.places[id(value)] = (value, walk.place, path)
            return value

        patch.setattr(_TreeWalk, "read", remembered)
        for name in ("mask", "anywhere", "fits", "fitting"):
            patch.setattr(Selectors, name, self._noted(getattr(Selectors, name)))

    def _noted(self, compiling: Callable[..., Any]) -> Callable[..., Any]:
        def noted(selectors: Selectors, selector: Selector | None, side: int | None = None) -> Any:
            if not self._inside and id(selector) in self.places:
                _, place, path = self.places[id(selector)]
                # In a phase of nobody a table is rolled for units as each sees it.
                either = EACH_UNITS in place.eyes and place.eyes != EACH_UNITS
                if not either and (side is None) != (place.eyes == EACH_UNITS):
                    self.wrong.add(f"{'.'.join(map(str, path))}: {place.eyes}, asked for {side}")
            outermost, self._inside = not self._inside, True
            try:
                return compiling(selectors, selector, side)
            finally:
                self._inside = not outermost

        return noted


@pytest.mark.parametrize("name", SAMPLED)
def test_selectors_are_asked_with_the_eyes_of_their_place(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(monkeypatch)
    game = hexwar.load_game(GAMES / name)
    random = Random(1)
    state = game.start(next(iter(game.catalog.scenarios)), seed=1)
    for _ in range(60):
        if state.is_over:
            break
        state.apply(random.choice(sorted(map(str, state.legal_actions()))))
    assert watch.places
    assert not watch.wrong
