"""What the people at the window may know of the game, and what is shown to them later.

With one person playing it is that person's side's view, always. When several share the window it
is that of the side to act, after the window was handed over; in a battle that asks the other side
for a loss or a retreat both look at the table, and then the undermost counters of both are out of
sight. Somebody who only watches, or who plays alone and has turned that off, sees everything, as
everybody does when the game is over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from hexwar.engine import Decision, Event
from hexwar.records import HUMAN
from hexwar.rules.history import LogEntry
from hexwar.rules.language.wording import every, several
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Side
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.rules.view import View
from hexwar.viewer.decisions import presentation_of
from hexwar.viewer.match.aftermath import OFF_MAP, Fight, by_whom, fights_told
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.playback import SHOTS


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

    def seated(self, before: tuple[str, ...]) -> None:
        """Others than ``before`` are at the window: a person who had it for himself keeps it, until
        another of them is to act.
        """
        if len(before) == 1 and before[0] in self.people:
            self.hand_to(before[0])
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
            state = seen = self.match.state
            for side in sides:
                seen = seen.seen_by(side)
            return _KnownPosition(tuple(map(state.view, sides)), seen)

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
        known = list(events)
        for view in self.views:
            known = view.known_events(known)
        return known


# What has changed on the map while others played: drawn until the player goes on.
#
# :class:`Changes` is what events tell, as routes, losses and battles. :class:`Meanwhile` keeps for
# each side up to which action it has seen the game (``_since``), and the spans of actions that it
# was shown before, so that the last of them can be recalled. What a side learns of them is asked of
# the visibility each time, since it depends on who looks.


_DRIVEN = frozenset({"retreated", "advanced", "made_way", "sent_back"})
"""Kinds of event that tell of a way which is no move of the unit's own."""


@dataclass(slots=True)
class Changes:
    """Routes, losses and battles that events tell of; hexes only where the events name them.

    ``routes``: unit to the hexes of its way, an empty text for off the map; ``moved``: whose way
    was no retreat or advance of a fight. ``lost``: unit to the hex that it was removed from.
    ``fights``: battles and fires in their order, each with what came of it.
    """

    routes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    moved: set[str] = field(default_factory=set)
    lost: dict[str, str] = field(default_factory=dict)
    fights: list[Fight] = field(default_factory=list)

    @classmethod
    def told(cls, events: Iterable[Event]) -> Changes:
        """What these events say, as the side that is to be told has learned of them."""
        known = list(events)
        changes = cls(fights=fights_told(known))
        for event in known:
            changes._take(event)
        return changes

    def __bool__(self) -> bool:
        return bool(self.routes or self.lost or self.fought)

    def _take(self, event: Event) -> None:
        unit, path = event.fields.get("unit"), event.fields.get("path", ())
        if unit and len(path) > 1:
            if event.kind not in _DRIVEN:
                self.moved.add(unit)
            before = self.routes.get(unit, ())
            goes_on = before and before[-1] == path[0]
            self.routes[unit] = (*before, *path[1:]) if goes_on else tuple(path)
        elif event.kind in OFF_MAP and event.fields.get("hex"):
            self.lost[event.unit] = event.hex

    @property
    def fought(self) -> tuple[str, ...]:
        """The hexes with fights."""
        return tuple(dict.fromkeys(fight.hexes[0] for fight in self.fights))

    def came_to(self, number: str, far: Callable[[str, str], int]) -> str:
        """What the fights in a hex came to: ``Z is eliminated: no retreat open``, ``B: 2 hits``."""
        here = [fight for fight in self.fights if fight.hexes[0] == number]
        hits = [fight.event.fields.get("hits") for fight in here if not fight.fates]
        outcomes = [fight.headline(far, brief=True) for fight in here if fight.fates]
        shots = [fight for fight in here if not fight.fates]
        if any(hits):
            outcomes.append(by_whom(shots, several(sum(filter(None, hits)), "hit")))
        elif here and not outcomes:
            outcomes.append(by_whom(shots, here[0].headline(far, brief=True)))
        return "; ".join(outcomes)

    def in_words(self) -> str:
        """A sentence without its end, such as ``2 units moved, 1 battle, lost: W and X``."""
        phrases = [f"{several(len(self.moved), 'unit')} moved"] if self.moved else []
        fires = sum(fight.event.kind in SHOTS for fight in self.fights)
        for fought, called in ((len(self.fights) - fires, "battle"), (fires, "fire")):
            phrases += [several(fought, called)] if fought else []
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
        self._since = {side: _after_last(match.entries, side) for side in match.sides}
        self._before: dict[str, list[tuple[int, int]]] = {side: [] for side in match.sides}
        """Side to the actions of others that it was shown, the last of them at the end."""
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
        for side, before in self._since.items():
            # A player who takes something back often wants to look again at what the enemy did, so
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
        return Changes.told([fight.event, *fight.followed])

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
            return Changes.told(match.visibility.known_events(events))

        asked = side, recalled, self._since[side], match.version, match.visibility.sides
        return self._known.about(asked, news)

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

        A unit goes on when an enemy who was asked on its way has answered, so that its steps depend
        on what the enemy did.
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


# Turns that go by without a choice for somebody at the window: that player is told, instead of
# being passed over silently.
#
# When all units of a side are pinned or gone, its phases begin and end by themselves within
# another's action. Such turns are collected here until the side acts again, and the window waits
# until the player has seen that they went by.


class Passing:
    """The turns since a side acted last in which none of its units could.

    ``side`` is whose turns they are; ``unseen`` until the player goes on. ``phases``: those of
    people that ended by themselves since they last acted, by id.
    """

    def __init__(self, opening: Sequence[Event], entries: Iterable[LogEntry]) -> None:
        self.side, self.turns, self.phases = "", list[int](), list[str]()
        self.unseen = False
        self._acted = _last_turns(opening, entries)

    def acted(self, side: str, turn: int) -> None:
        """A side has acted in a turn of its own."""
        self._acted[side] = turn
        self.forget()

    def took(self, events: Sequence[Event], people: Collection[str], by_person: bool) -> None:
        """Take what happened in an action: phases of people that began and ended in it, and that in
        which a person acted, if it had no more for him.
        """
        begun: dict[str, Event] = {}
        ends = [event for event in events if event.kind == "phase_ends"]
        if by_person and ends and ends[0].fields.get("forced"):
            self.phases.append(ends[0].phase)
        for event in events:
            if event.kind == "phase_begins" and event.side in people:
                begun[event.phase] = event
            elif event.kind == "phase_ends" and event.fields.get("forced") and event.phase in begun:
                # One that the game ended by itself, in the same action in which it began: nobody
                # was asked.
                self._pass(begun[event.phase])
                self.phases.append(event.phase)

    def _pass(self, began: Event) -> None:
        if self._acted.get(began.side, 0) >= began.turn or began.turn in self.turns:
            return
        if began.side != self.side:
            self.side, self.turns = began.side, []
        self.turns.append(began.turn)
        self.unseen = True

    def can_act(self, side: str, turn: int) -> None:
        """A side is asked what its units do: only a phase of this turn went by, not the turn."""
        if side == self.side and turn in self.turns:
            self.turns.remove(turn)
            self.unseen = self.unseen and bool(self.turns)

    def seated(self, side: str, opening: Sequence[Event], entries: Iterable[LogEntry]) -> None:
        """Somebody else plays a side: what it has done so far counts, whoever did it. What has gone
        by for another side is told all the same.
        """
        self._acted[side] = _last_turns(opening, entries).get(side, 0)
        if side == self.side:
            self.forget()

    def dismiss(self) -> None:
        """It has been seen."""
        self.unseen = False

    def forget(self) -> None:
        """The side acts again, or the game went to another position."""
        self.side, self.turns, self.phases, self.unseen = "", [], [], False


def _last_turns(opening: Sequence[Event], entries: Iterable[LogEntry]) -> dict[str, int]:
    """Side to the last turn in which it has acted."""
    acted: dict[str, int] = {}
    turn = _turn_after(opening, 1)
    for entry in entries:
        acted[entry.side] = turn
        turn = _turn_after(entry.events, turn)
    return acted


def _turn_after(events: Iterable[Event], turn: int) -> int:
    for event in events:
        turn = event.turn if event.kind == "phase_begins" else turn
    return turn
