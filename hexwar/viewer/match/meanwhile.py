"""What has changed on the map while others played: drawn until the player goes on.

:class:`Changes` is what events tell, as routes, losses and battles. :class:`Meanwhile` keeps for
each side up to which action it has seen the game (``_since``), and the spans of actions that it was
shown before (``_before``), so that the last of them can be shown again. Which of their events a
side has learned of is asked of the visibility each time, since it depends on who looks on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hexwar.engine import Event
from hexwar.rules.history import LogEntry
from hexwar.rules.language.wording import every, several
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units
from hexwar.viewer.match.aftermath import OFF_MAP, Fight, by_whom, fights_in
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.rolls import SHOTS
from hexwar.viewer.match.visibility import Visibility, Watched

_NO_MOVES = frozenset({"retreated", "advanced", "made_way", "sent_back"})
"""Kinds of event with a path that is no move of the unit's own."""


@dataclass(slots=True)
class Changes:
    """Routes, losses and battles that events tell of; hexes only where the events name them.

    ``routes``: unit to the hexes of its way, an empty text for off the map; ``moved``: the units
    that moved of their own, neither back nor forward in a fight. ``lost``: unit to the hex that it
    was removed from; ``hurt``: units that lost steps. ``fights``: battles and fires in their order,
    each with what came of it.
    """

    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    lost: dict[str, str] = field(default_factory=dict)
    hurt: set[str] = field(default_factory=set)
    fights: list[Fight] = field(default_factory=list)

    @classmethod
    def of(cls, events: Iterable[Event]) -> Changes:
        """What these events say, which have to be given as those who look on learned of them."""
        events_known = list(events)
        changes = cls(fights=fights_in(events_known))
        for event in events_known:
            unit, path = event.fields.get("unit"), event.fields.get("path", ())
            if unit and len(path) > 1:
                if event.kind not in _NO_MOVES:
                    changes.moved.add(unit)
                route = changes.routes.get(unit, ())
                goes_on = route and route[-1] == path[0]
                changes.routes[unit] = (*route, *path[1:]) if goes_on else tuple(path)
            elif event.kind in OFF_MAP and event.fields.get("hex"):
                changes.lost[event.unit] = event.hex
            elif unit and event.kind == "step_lost":
                changes.hurt.add(unit)
        return changes

    def __bool__(self) -> bool:
        return bool(self.routes or self.lost or self.fought)

    @property
    def fought(self) -> tuple[str, ...]:
        """The hexes with fights."""
        return tuple(dict.fromkeys(fight.hexes[0] for fight in self.fights))

    def came_to(self, number: str, distance: Callable[[str, str], int]) -> str:
        """What the fights in a hex came to: ``Z is eliminated: no retreat open``, ``B: 2 hits``."""
        fights_here = [fight for fight in self.fights if fight.hexes[0] == number]
        outcomes = [fight.headline(distance, brief=True) for fight in fights_here if fight.fates]
        # Fights that did nothing to any unit are told together, in hits where they count these.
        without_fates = [fight for fight in fights_here if not fight.fates]
        hits = sum(fight.event.fields.get("hits") or 0 for fight in without_fates)
        if hits:
            outcomes.append(by_whom(without_fates, several(hits, "hit")))
        elif fights_here and not outcomes:
            outcomes.append(by_whom(without_fates, fights_here[0].headline(distance, brief=True)))
        return "; ".join(outcomes)

    def in_words(self) -> str:
        """A sentence without its end, such as ``2 units moved, 1 battle, lost: W and X``."""
        phrases = [f"{several(len(self.moved), 'unit')} moved"] if self.moved else []
        fires = sum(fight.event.kind in SHOTS for fight in self.fights)
        for count, name in ((len(self.fights) - fires, "battle"), (fires, "fire")):
            phrases += [several(count, name)] if count else []
        hurt = sorted(self.hurt - self.lost.keys())
        phrases += [f"steps lost by {every(hurt)}"] if hurt else []
        phrases += [f"lost: {every(self.lost)}"] if self.lost else []
        return ", ".join(phrases)


class PlayedMatch(Watched, Protocol):
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

    It is shown until :meth:`dismiss`, and again on :meth:`recall`; first all of it, then fight by
    fight.
    """

    def __init__(self, match: PlayedMatch) -> None:
        self._match = match
        own_last = {entry.side: number for number, entry in enumerate(match.entries, start=1)}
        self._since = {side: own_last.get(side, 0) for side in match.sides}
        """Side to the number of actions that are no news to it: those up to its own last."""
        self._before: dict[str, list[tuple[int, int]]] = {side: [] for side in match.sides}
        """Side to the spans of actions of others that it was shown, the last of them at the end."""
        # The version of the position in which it was dismissed, or recalled; -1: in none.
        self._dismissed = -1
        self._recalled = -1
        self._known = LastAnswer[Changes]()
        self._step: tuple[int, int] = (-1, -1)
        """The version of the position, and the fight that is shown alone; -1: all is shown."""

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
        """Actions were taken back or done again: what is taken back is no longer shown.

        What others did before that can still be recalled, and what they do again is news again.
        """
        entries = self._match.entries
        for side, count in self._since.items():
            # A player who takes something back often wants to look again at what the enemy did, so
            # only what is taken back is forgotten.
            since = min(count, len(entries))
            while since < len(entries) and entries[since].side == side:
                since += 1  # done again by the side itself
            self._since[side] = since
            spans = ((start, min(end, since)) for start, end in self._before[side] if start < since)
            self._before[side] = [span for span in spans if self._counts(side, *span)]

    def dismiss(self) -> None:
        """The player goes on: nothing more is shown of it."""
        self._dismissed, self._recalled = self._match.version, -1
        self.step_to(-1)

    def recall(self) -> bool:
        """Show it again, then its fights one by one, then no more; whether there is anything."""
        whole = self.whole
        if whole and self.step + 1 < len(whole.fights):
            self.step_to(self.step + 1)
            return True
        if whole:
            self.dismiss()
            return True
        self._recalled = self._match.version
        return bool(self.whole)

    @property
    def step(self) -> int:
        """The number of the fight that is shown alone, from 0; -1 while all is shown."""
        version, step = self._step
        return step if version == self._match.version else -1

    def step_to(self, fight: int) -> None:
        """Show a fight alone, by its number; -1: all."""
        self._step = self._match.version, fight

    @property
    def shown(self) -> Changes:
        """What is to be shown now: all of it, or the fight that was stepped to."""
        whole, step = self.whole, self.step
        if not 0 <= step < len(whole.fights):
            return whole
        fight = whole.fights[step]
        return Changes.of([fight.event, *fight.followed])

    @property
    def whole(self) -> Changes:
        """All that is to be shown; nothing while a person is asked something in between."""
        match, side = self._match, self._viewer
        recalled = self._recalled == match.version
        between = match.human_to_act and not match.in_own_turn
        if side is None or (not recalled and (self._dismissed == match.version or between)):
            return Changes()

        def news() -> Changes:
            span = self._since[side], len(match.entries)
            events = self._news(side, *(self._latest(side) if recalled else span))
            changes = Changes.of(match.visibility.known_events(events))
            counters = match.state.resolved[Units].counters
            # What the side fought itself, in answer to others, it has seen.
            changes.fights = [
                fight
                for fight in changes.fights
                if not fight.attackers or counters[fight.attackers[0]].side != side
            ]
            return changes

        question = side, recalled, self._since[side], match.version, match.visibility.sides
        return self._known.about(question, news)

    @property
    def had_turn(self) -> tuple[str, ...]:
        """The other sides that had a whole turn in what is recalled, whatever they did in it."""
        side = self._viewer
        return () if side is None else self._had_turns(side, *self._latest(side))

    @property
    def _viewer(self) -> str | None:
        """The person who is shown it: the one who is to act, or the only one there is."""
        acting, people = self._match.state.side_to_act, self._match.visibility.people
        if acting in people:
            return acting
        return people[0] if len(people) == 1 else None

    def _latest(self, side: str) -> tuple[int, int]:
        """The actions to be shown on demand: what has happened since, or came before."""
        span = self._since[side], len(self._match.entries)
        earlier = self._before[side]
        return earlier[-1] if earlier and not self._counts(side, *span) else span

    def _counts(self, side: str, start: int, end: int) -> bool:
        """Whether others have had a whole turn among these actions, or done what can be drawn."""
        is_drawn = bool(Changes.of(self._news(side, start, end)))
        return is_drawn or bool(self._had_turns(side, start, end))

    def _had_turns(self, side: str, start: int, end: int) -> tuple[str, ...]:
        """The other sides all of whose phases have ended with these actions, or with the side's own
        before them, if nobody could act in them.
        """
        phases = self._match.state.resolved[SequenceOfPlay].phases
        entries = self._match.entries
        # Phases in which nobody could act end within the action before them, which is the side's
        # own.
        first_entry = start - 1 if start and entries[start - 1].side == side else start
        events = [event for entry in entries[first_entry:end] for event in entry.events]
        ended = {event.phase for event in events if event.kind == "phase_ends"}
        unfinished = {phase.side for phase in phases if phase.id not in ended}
        had = dict.fromkeys(phase.side for phase in phases if phase.side and phase.id in ended)
        return tuple(player for player in had if player not in unfinished and player != side)

    def _news(self, side: str, start: int, end: int) -> list[Event]:
        """What came of these actions, without the rest of a move that the side itself began: a
        unit that an enemy was asked about on its way goes on as part of the enemy's answer.
        """
        entries = self._match.entries
        own_last = entries[start - 1].events if start and entries[start - 1].side == side else ()
        own_moves = {event.fields.get("unit") for event in own_last if event.kind == "moved"}
        happened = (event for entry in entries[start:end] for event in entry.events)
        return [
            event
            for event in happened
            if event.kind != "moved" or event.fields.get("unit") not in own_moves
        ]
