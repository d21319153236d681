"""What the people at the window may know of the game, and what is shown to them later.

With one person playing it is that person's side's view, always. When several share the window it
is that of the side to act, after the window was handed over; in a battle that asks the other side
for a loss or a retreat both look at the table, and then the undermost counters of both are out of
sight. Somebody who only watches, or who plays alone and has turned that off, sees everything, as
everybody does when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from hexwar.engine import Decision, Event
from hexwar.records import HUMAN
from hexwar.rules.sides.section import Side
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.rules.view import View
from hexwar.viewer.decisions import presentation_of
from hexwar.viewer.match.last_answer import LastAnswer


class Watched(Protocol):
    """The match that is looked at; ``version`` counts every change of the position."""

    version: int

    @property
    def sides(self) -> Mapping[str, Side]:
        """The sides by id."""

    @property
    def players(self) -> Mapping[str, str]:
        """Side id to ``human`` or the name of a computer player."""

    @property
    def state(self) -> State:
        """The position."""

    @property
    def decision(self) -> Decision | None:
        """The choice that is waited for."""


class _KnownPosition(NamedTuple):
    """A position as those who look on see it: each by himself, and what all of them know."""

    views: tuple[View, ...]
    state: State


class Visibility:
    """Answers for one match; everything is worked out once a position.

    ``resumed``: the game is taken up again, and nobody knows who sits at the window.
    """

    def __init__(self, match: Watched, *, resumed: bool = False) -> None:
        self.match = match
        self._fog = True
        self.limited = bool(match.state.scopes.hiding)
        """Whether anything is hidden in this game at all."""
        self.stacks = match.state.resolved[Stacking].visible != "all"
        """Whether stacks are, so that their order matters."""
        self._eyes: str | None = None  # the side that has the window for itself
        self._asked = False  # whether the side to act wants to see its own stacks
        self._known = LastAnswer[_KnownPosition]()
        self._tops = LastAnswer[frozenset[str]]()
        decision = match.state.decision
        # The person who opens a save may not be the one who left it: the curtain stays until
        # somebody takes the window, or the other side's view would be open.
        handed = not resumed or len(self.people) < 2
        if handed and decision and presentation_of(match.state, decision).own_turn:
            self.hand_to(decision.side)

    # -- whose eyes ------------------------------------------------------------------------------

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that are played at this window."""
        match = self.match
        return tuple(side for side in match.sides if match.players.get(side, HUMAN) == HUMAN)

    @property
    def fog(self) -> bool:
        """Whether what is hidden from a side is hidden here: always from several people."""
        return self._fog or len(self.people) > 1

    @fog.setter
    def fog(self, on: bool) -> None:
        self._fog = on

    @property
    def holder(self) -> str | None:
        """The side that has the window for itself, of several that share it."""
        return self._eyes

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that look on: what is shown is what all of them see; none see everything.

        Where no stacks are hidden, that holds as long as a unit hides: everybody knows how many do.
        """
        state = self.match.state
        keeps = any(keeps(state) for keeps in state.rules.hooks.keeps)
        hidden = self.limited and (self.stacks or state.secret or keeps)
        if not hidden or not self.fog or state.is_over:
            return ()
        people = self.people
        return (self._eyes,) if self._eyes in people and len(people) > 1 else people

    @property
    def side(self) -> str | None:
        """The side that the window shows the game to, if it is one alone."""
        sides = self.sides
        return sides[0] if len(sides) == 1 else None

    @property
    def shared(self) -> bool:
        """Whether several sides look on, so that all hidden stacks are out of sight."""
        return len(self.sides) > 1

    @property
    def waiting(self) -> str | None:
        """The side that the window has to be handed to before the game goes on."""
        decision = self.match.decision
        if not self.shared or decision is None or decision.side not in self.people:
            return None
        state = self.match.state
        # Whose choice lies in the open, with nothing hidden on the map, needs no handing over.
        in_the_open = presentation_of(state, decision).in_the_open
        nothing_hides = in_the_open and not (self.stacks or state.secret)
        return decision.side if self._asked or (self.is_apart and not nothing_hides) else None

    @property
    def is_apart(self) -> bool:
        """Whether a side makes the choice alone: in its own turn, or as others must not look on;
        not one that a battle asks for.
        """
        decision = self.match.decision
        if decision is None:
            return False
        looks = presentation_of(self.match.state, decision)
        return looks.own_turn or looks.apart

    def ask(self) -> bool:
        """The side to act wants to see its own stacks; whether that takes handing over."""
        self._asked = self.shared
        return self._asked

    def hand_to(self, side: str) -> None:
        """The window is handed to a side: from now on it is shown what that side sees."""
        self._eyes, self._asked = side, False

    def seated(self, people_before: tuple[str, ...]) -> None:
        """Others than ``people_before`` are at the window: a person who had it for himself keeps
        it until another of them is to act.
        """
        if len(people_before) == 1 and people_before[0] in self.people:
            self.hand_to(people_before[0])
        self.turned()

    def turned(self) -> None:
        """The position is another one: when it asks another side, both look on."""
        acting = self.match.state.side_to_act
        self._asked = False
        # Another at this window is asked, so that both look at the table from now on.
        if acting in self.people and acting != self._eyes:
            self._eyes = None

    # -- what they see ---------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position as far as it is known: to ask questions of, not to play."""
        return self._look().state

    @property
    def views(self) -> tuple[View, ...]:
        """The position as each of those who look on sees it; none when everything is seen."""
        return self._look().views

    def _look(self) -> _KnownPosition:
        sides = self.sides

        def known() -> _KnownPosition:
            state = position = self.match.state
            for side in sides:
                position = position.seen_by(side)
            return _KnownPosition(tuple(map(state.view, sides)), position)

        return self._known.about((self.match.version, sides), known)

    def sees(self, unit: str) -> bool:
        """Whether a unit is seen."""
        return all(view.sees(unit) for view in self.views)

    def units_at(self, number: str) -> tuple[str, ...]:
        """The units that are seen in a hex."""
        return tuple(unit for unit in self.match.state.units_at(number) if self.sees(unit))

    def hides(self, number: str | None) -> bool:
        """Whether there are more units in a hex than are seen."""
        return number is not None and any(view.hides(number) for view in self.views)

    def tops(self) -> frozenset[str]:
        """The counters that every side sees: those on top of stacks, and single ones."""

        def tops() -> frozenset[str]:
            state = self.match.state
            views = [state.view(side) for side in self.match.sides] if self.limited else []
            units = state.resolved[Units].counters
            return frozenset(unit for unit in units if all(view.sees(unit) for view in views))

        return self._tops.about((self.match.version,), tops)

    def known_events(self, events: Iterable[Event]) -> list[Event]:
        """Events as those who look on learned of them when they happened."""
        events_known = list(events)
        for view in self.views:
            events_known = view.known_events(events_known)
        return events_known
