"""A recorded game on the table, to be gone through: the running game is never touched by it.

:class:`~hexwar.viewer.match.record.Tape` is the record of a :class:`ReplayMatch`: it has only the
actions up to where the replay stands and takes none. :class:`Eyewitness` stands for the visibility
and says what certain sides saw at that moment, which they choose, where a running game would ask
who holds the window.
"""

from __future__ import annotations

from functools import cache

from hexwar.engine import Event
from hexwar.records import Replay, Session
from hexwar.records.replay import BATTLES, as_learned
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.meanwhile import Changes
from hexwar.viewer.match.record import Tape
from hexwar.viewer.match.visibility import Visibility, Watched

Eyes = tuple[str, ...]
"""The sides that look on together; nobody in particular sees everything."""


class Eyewitness(Visibility):
    """What certain sides saw of a game at the moment that is shown."""

    def __init__(self, match: Watched, eyes: Eyes) -> None:
        super().__init__(match)
        self.eyes = eyes

    @property
    def sides(self) -> Eyes:
        """Those whose view it is, to the end of the game."""
        return self.eyes if self.limited else ()

    @property
    def waiting(self) -> str | None:
        """The window is not handed over."""
        return None


class ReplayMatch(Match):
    """A match that is gone through again. ``eyes`` are the sides as which it is shown."""

    def __init__(self, replay: Replay, eyes: Eyes) -> None:
        super().__init__(Tape(replay), replay.players)
        self.replay = replay
        self.visibility: Eyewitness = Eyewitness(self, eyes)
        self._from = 0
        self._drawn = LastAnswer[Changes]()
        self._stops = cache(replay.stops)

    @property
    def human_to_act(self) -> bool:
        """Nobody chooses anything."""
        return False

    @property
    def computer_to_act(self) -> str | None:
        """Nobody thinks about anything."""
        return None

    def _is_own(self, event: Event) -> bool:
        """Nobody's: a step that was made is shown until the next."""
        return False

    @property
    def changes(self) -> Changes:
        """What the step that was made last has brought about."""

        def brought_about() -> Changes:
            events = [event for entry in self.entries[self._from :] for event in entry.events]
            return Changes.of(self.visibility.known_events(events))

        return self._drawn.about((self.version, self.visibility.sides), brought_about)

    @property
    def latest(self) -> list[Event]:
        """The events of the action that led here, as they were learned of."""
        entry = self.replay.latest
        return [] if entry is None else self.visibility.known_events(entry.events)

    def in_words(self) -> str:
        """The action that led here, as it was learned of."""
        entry, events = self.replay.latest, self.latest
        if entry is None:
            return "The game begins."
        return as_learned(entry, events, self.state, everything=not self.visibility.sides)

    def look_as(self, eyes: Eyes) -> None:
        """Show the game as other sides saw it."""
        self.visibility = Eyewitness(self, eyes)
        self.go_to(self.replay.at)

    # -- going through it ------------------------------------------------------------------------

    def stops(self, stride: str) -> list[int]:
        """The numbers of actions after which to stop."""
        numbers: list[int] = self._stops(stride, self.visibility.sides)
        return numbers

    def next_stop(self, stride: str, direction: int) -> int | None:
        """The nearest stop forward (1) or back (-1); None at the end and at the beginning."""
        at = self.replay.at
        stops = self.stops(stride)
        if direction > 0:
            return next((number for number in stops if number > at), None)
        return next((number for number in reversed(stops) if number < at), None)

    def forward(self) -> bool:
        """Play the next action and show it; whether there was one."""
        replay = self.replay
        if replay.at == len(replay):
            return False
        self._from, entry = replay.at, replay.entries[replay.at]
        self.fought_by = self.combat_in_force(entry.action.verb)
        replay.forward()
        self.happened(entry.events)
        self._show_battle()
        return True

    def go_to(self, number: int, since: int | None = None) -> None:
        """Show the position after so many actions, and what has changed ``since`` (the last)."""
        self.playback.skip()
        number = max(0, min(number, len(self.replay)))
        self._from = max(0, number - 1) if since is None else since
        if number:
            # By which section a battle was fought is asked of the position before it: afterwards
            # another phase may be in force.
            self.replay.go_to(number - 1)
            self.fought_by = self.combat_in_force(self.replay.entries[number - 1].action.verb)
        self.replay.go_to(number)
        self.jumped("")
        self._show_battle()

    def _show_battle(self) -> None:
        """The battle of the action that led here stays on the sheet."""
        battles = (event for event in reversed(self.latest) if event.kind in BATTLES)
        battle = next(battles, None)
        if battle is not None and "result" in battle.fields and "column" in battle.fields:
            self.last_battle = battle


def eyes_for(match: Match) -> list[Eyes]:
    """The views in which a match may be replayed: that of each side once the game is over, and the
    one of everything.

    While the game goes on, no view shows more than the people at the window see of it now.
    """
    visibility = match.visibility
    if not visibility.limited:
        return [()]
    people = visibility.people
    if match.state.is_over or not visibility.fog or not people:
        return [(), *((side,) for side in match.sides)]
    holder = visibility.holder
    return [(holder,)] if holder in people and len(people) > 1 else [people]


def begin_replay(match: Match) -> ReplayMatch | None:
    """A match to go through another again; None when that has no record."""
    record = match.record
    if not isinstance(record, Session):
        return None
    return ReplayMatch(Replay(record), eyes_for(match)[0])
