"""What has changed on the map while others played: drawn until the player goes on.

:class:`Changes` is what events tell, as routes, losses and battles. :class:`Meanwhile` keeps for
each side up to which action it has seen the game (``_since``), and the spans of actions that it was
shown before, so that the last of them can be recalled. What a side learns of them is asked of the
visibility each time, since it hangs on who looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hexwar.engine import Event
from hexwar.rules.history import LogEntry
from hexwar.rules.language.wording import every, several
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.viewer.match.rolls import SHOTS
from hexwar.viewer.match.visibility import Visibility, Watched

_REMOVED = frozenset({"eliminated", "withdrawn", "evacuated"})


@dataclass(slots=True)
class Changes:
    """Routes, losses and battles that events tell of; hexes only where the events name them.

    ``routes``: unit to the hexes of its way, an empty text for off the map. ``lost``: unit to the
    hex that it was removed from. ``battles``: hex to the results of the battles there, as the game
    calls them. ``hits``: hex to how many hits each fire into it was, ``None`` by a table.
    """

    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    battles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    hits: dict[str, tuple[int | None, ...]] = field(default_factory=dict)

    @classmethod
    def told(cls, events: Iterable[Event]) -> Changes:
        """What these events say, as whoever is to know it has learned of them."""
        changes = cls()
        for event in events:
            changes._take(event)
        return changes

    def __bool__(self) -> bool:
        return bool(self.routes or self.lost or self.fought)

    def _take(self, event: Event) -> None:
        unit, path = event.fields.get("unit"), event.fields.get("path", ())
        if unit and len(path) > 1:
            before = self.routes.get(unit, ())
            goes_on = before and before[-1] == path[0]
            self.routes[unit] = (*before, *path[1:]) if goes_on else tuple(path)
        elif event.kind in _REMOVED and event.fields.get("hex"):
            self.lost[event.unit] = event.hex
        elif event.kind == "battle":
            # Dice with symbols have results that are only told in words.
            outcome = event.title if "symbols" in event.fields else event.result
            self.battles[event.target] = (*self.battles.get(event.target, ()), str(outcome))
        elif event.kind in SHOTS and event.fields.get("hex"):
            hits = event.fields.get("hits")
            self.hits[event.hex] = (*self.hits.get(event.hex, ()), hits)

    @property
    def fought(self) -> tuple[str, ...]:
        """The hexes with battles, and those that were fired into."""
        return tuple(dict.fromkeys((*self.battles, *self.hits)))

    def came_to(self, number: str) -> str:
        """What the battles in a hex came to, and the fires: ``DR, DE``, ``2 hits``."""
        results = [result for result in self.battles.get(number, ()) if result]
        counted = [count for count in self.hits.get(number, ()) if count is not None]
        if counted:
            results.append(several(sum(counted), "hit") if any(counted) else "no hit")
        return ", ".join(results)

    def in_words(self) -> str:
        """A sentence without its end, such as ``2 units moved, 1 battle, lost: W and X``."""
        phrases = [f"{several(len(self.routes), 'unit')} moved"] if self.routes else []
        for fought, called in ((self.battles, "battle"), (self.hits, "fire")):
            count = sum(map(len, fought.values()))
            phrases += [several(count, called)] if count else []
        phrases += [f"lost: {every(self.lost)}"] if self.lost else []
        return ", ".join(phrases)


class Played(Watched, Protocol):
    """The match whose changes are kept."""

    visibility: Visibility

    @property
    def entries(self) -> Sequence[LogEntry]:
        """The actions so far, with their events."""

    @property
    def human_to_act(self) -> bool:
        """Whether a person at this window has the choice now."""

    @property
    def in_own_turn(self) -> bool:
        """Whether the choice is one of a side's own turn, not one that others ask for."""


class Meanwhile:
    """What others did since the person who is to act last did something in a turn of his own.

    It is shown until :meth:`dismiss`, and again on :meth:`recall`.
    """

    def __init__(self, match: Played) -> None:
        self._match = match
        self._since = {side: _after_last(match.entries, side) for side in match.sides}
        self._before: dict[str, list[tuple[int, int]]] = {side: [] for side in match.sides}
        """Side to the actions of others that it was shown, the last of them at the end."""
        self._dismissed = -1  # the version of the position in which it was
        self._recalled = -1
        self._known: tuple[object, Changes] = (None, Changes())

    def acted(self, side: str) -> None:
        """A side has acted in a turn of its own: what came before is no news to it."""
        until = len(self._match.entries) - 1
        if self._counts(side, self._since[side], until):
            self._before[side].append((self._since[side], until))
        self._since[side] = until + 1

    def seated(self, side: str) -> None:
        """Somebody else plays a side: what came before that is no news to him."""
        self._since[side], self._before[side] = len(self._match.entries), []

    def jumped(self) -> None:
        """Actions were taken back or done again: what is taken back is shown no more.

        What others did before that can still be recalled, and what they do again is news again.
        """
        entries = self._match.entries
        for side, before in self._since.items():
            # Whoever takes something back often wants to look again at what the enemy did, so that
            # only what is taken back is forgotten.
            since = min(before, len(entries))
            while since < len(entries) and entries[since].side == side:
                since += 1  # done again by the side itself
            self._since[side] = since
            spans = ((start, min(end, since)) for start, end in self._before[side] if start < since)
            self._before[side] = [span for span in spans if self._counts(side, *span)]

    def dismiss(self) -> None:
        """The player goes on: nothing more is shown of it."""
        self._dismissed, self._recalled = self._match.version, -1

    def recall(self) -> bool:
        """Show it again, or no more; whether there is anything to be shown."""
        if self.shown:
            self.dismiss()
            return True
        self._recalled = self._match.version
        return bool(self.shown)

    @property
    def shown(self) -> Changes:
        """What is to be shown now; nothing while a person is asked something in between."""
        match, side = self._match, self._viewer
        recalled = self._recalled == match.version
        between = match.human_to_act and not match.in_own_turn
        if side is None or (not recalled and (self._dismissed == match.version or between)):
            return Changes()
        key = side, recalled, self._since[side], match.version, match.visibility.sides
        if self._known[0] != key:
            span = self._since[side], len(match.entries)
            news = self._news(side, *(self._latest(side) if recalled else span))
            self._known = key, Changes.told(match.visibility.known_events(news))
        return self._known[1]

    @property
    def had_turn(self) -> tuple[str, ...]:
        """The other sides that had a whole turn in what is recalled, whatever they did in it."""
        side = self._viewer
        return () if side is None else self._had_turns(side, *self._latest(side))

    @property
    def _viewer(self) -> str | None:
        """The person who is shown it: who is to act, or the only one."""
        acting, people = self._match.state.side_to_act, self._match.visibility.people
        if acting in people:
            return acting
        return people[0] if len(people) == 1 else None

    def _latest(self, side: str) -> tuple[int, int]:
        """The actions to be shown on demand: what has happened since, or came before."""
        span = self._since[side], len(self._match.entries)
        before = self._before[side]
        return before[-1] if before and not self._counts(side, *span) else span

    def _counts(self, side: str, start: int, end: int) -> bool:
        """Whether others have had a whole turn among these actions, or done what can be drawn."""
        return self._tells(side, start, end) or bool(self._had_turns(side, start, end))

    def _had_turns(self, side: str, start: int, end: int) -> tuple[str, ...]:
        """The other sides all of whose phases have ended with these actions, or with the side's own
        before them, if nobody could act in them.
        """
        phases = self._match.state.resolved[SequenceOfPlay].phases
        entries = self._match.entries
        # Phases in which nobody could act end within the action before them, which is the side's
        # own.
        first = start - 1 if start and entries[start - 1].side == side else start
        events = [event for entry in entries[first:end] for event in entry.events]
        ended = {event.phase for event in events if event.kind == "phase_ends"}
        left = {phase.side for phase in phases if phase.id not in ended}
        had = dict.fromkeys(phase.side for phase in phases if phase.side and phase.id in ended)
        return tuple(other for other in had if other not in left and other != side)

    def _tells(self, side: str, start: int, end: int) -> bool:
        """Whether others have done something among these actions that can be drawn."""
        return bool(Changes.told(self._news(side, start, end)))

    def _news(self, side: str, start: int, end: int) -> list[Event]:
        """What came of these actions, without the rest of a move that the side itself began.

        A unit goes on when an enemy who was asked on its way has answered, so that its steps
        hang on what the enemy did.
        """
        entries = self._match.entries
        began = entries[start - 1].events if start and entries[start - 1].side == side else ()
        going = {event.fields.get("unit") for event in began if event.kind == "moved"}
        happened = (event for entry in entries[start:end] for event in entry.events)
        return [
            event
            for event in happened
            if event.kind != "moved" or event.fields.get("unit") not in going
        ]


def _after_last(entries: Sequence[LogEntry], side: str) -> int:
    """The number of actions up to the last one of a side."""
    return next(
        (number for number in range(len(entries), 0, -1) if entries[number - 1].side == side), 0
    )
