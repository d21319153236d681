"""What the person at the window may know of the game: their own side's view of it.

With one person playing it is that person's side, always; with several in the hot seat the side
that is to act. Who only watches, or has turned hidden stacks off, sees everything, as everybody
does when the game is over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from hexwar.engine import Event, State
from hexwar.records import HUMAN

if TYPE_CHECKING:
    from hexwar.engine.view import View
    from hexwar.viewer.match import Match

Unseen = Mapping[str, frozenset[str]]
"""Side to the units that it does not see."""

_OUT_OF_SIGHT = {
    "moved": "A unit below a top counter moves.",
    "entered": "A unit enters below a top counter.",
    "sent_back": "A unit below a top counter goes back.",
    "placed": "A unit is set up below a top counter.",
}
"""What is told of a unit that is not seen. Battles are fought in the open."""

_LISTS = frozenset({"out_of_supply", "in_supply"})


class Sight:
    """Answers for one match; everything is worked out once a position."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.fog = True
        self.limited = match.record.state.resolved.stacking.visible != "all"
        """Whether stacks are hidden in this game at all."""
        self._last: str | None = None
        self._known: tuple[int, str | None, View | None, State | None] = (-1, None, None, None)
        self._tops: tuple[int, frozenset[str]] = (-1, frozenset())

    @property
    def side(self) -> str | None:
        """The side whose eyes these are; ``None`` sees everything."""
        match = self.match
        if not (self.limited and self.fog) or match.state.is_over:
            return None
        people = [side for side in match.sides if match.players.get(side, HUMAN) == HUMAN]
        acting = match.state.side_to_act
        if len(people) == 1:
            return people[0]
        if acting in people:
            self._last = acting
        return self._last if self._last in people else (people[0] if people else None)

    @property
    def seat(self) -> str | None:
        """Whose turn at the window it is, when several people share it and cannot see the same.

        The choices that a battle asks of the other side do not change that.
        """
        match = self.match
        people = [side for side in match.sides if match.players.get(side, HUMAN) == HUMAN]
        if len(people) < 2 or self.side is None or match.decision is None:
            return None
        return self.side if match.decision.kind in ("setup", "movement", "combat") else None

    @property
    def view(self) -> View | None:
        """The side's view of the position; ``None`` when everything is seen."""
        return self._look()[2]

    @property
    def state(self) -> State:
        """The position as far as it is known: to ask questions of, not to play."""
        return self._look()[3] or self.match.state

    def _look(self) -> tuple[int, str | None, View | None, State | None]:
        side, version = self.side, self.match.version
        if self._known[:2] != (version, side):
            state = self.match.state
            seen = (state.view(side), state.seen_by(side)) if side else (None, None)
            self._known = (version, side, *seen)
        return self._known

    def sees(self, unit: str) -> bool:
        """Whether a unit is seen."""
        view = self.view
        return view is None or view.sees(unit)

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units that are seen in a hex."""
        view = self.view
        return view.units_at(number) if view else self.match.state.units_at(number)

    def hides(self, number: str | None) -> bool:
        """Whether there are more units in a hex than are seen."""
        view = self.view
        return view is not None and number is not None and view.hides(number)

    def tops(self) -> frozenset[str]:
        """The counters that every side sees: those on top of stacks, and single ones."""
        if self._tops[0] != self.match.version:
            state = self.match.state
            views = [state.view(side) for side in self.match.sides] if self.limited else []
            units = state.resolved.units
            self._tops = (
                self.match.version,
                frozenset(unit for unit in units if all(view.sees(unit) for view in views)),
            )
        return self._tops[1]

    # -- what is told ----------------------------------------------------------------------------

    def unseen(self) -> dict[str, frozenset[str]]:
        """For each side, the units that it does not see now; nothing where all is open."""
        if not self.limited:
            return {}
        state = self.match.state
        views = {side: state.view(side) for side in self.match.sides}
        units = state.resolved.units
        return {
            side: frozenset(unit for unit in units if not view.sees(unit))
            for side, view in views.items()
        }

    def sentence(self, event: Event, unseen: Unseen) -> str:
        """An event as this side learns of it; ``unseen`` is who was hidden when it happened."""
        hidden = self.hidden_in(event, unseen)
        if not hidden:
            return str(event)
        if event.kind in _OUT_OF_SIGHT:
            return _OUT_OF_SIGHT[event.kind]
        names = "|".join(re.escape(unit) for unit in sorted(hidden, key=len, reverse=True))
        return re.sub(rf"(?<![\w.])(?:{names})(?![\w])", "a hidden unit", str(event))

    def hidden_in(self, event: Event, unseen: Unseen) -> frozenset[str]:
        """The units of an event that this side did not see."""
        side = self.side
        if side is None or event.kind not in {*_OUT_OF_SIGHT, *_LISTS}:
            return frozenset()
        fields = event.to_dict()
        named = {fields.get("unit", ""), *fields.get("units", ())}
        return unseen.get(side, frozenset()) & named
