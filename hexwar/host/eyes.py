"""What one pair of eyes is told of a table: the one place that makes messages of play.

A side has its own eyes, and a spectator has those of all sides together: what all of them see.
Where nothing is hidden, all have the same. Steps are numbered and hashed for each pair by
themselves, so that neither a number nor a hash tells of what was done in secret.

:class:`Encoder` is one pair. ``learned`` filters events, and everything else is made of what it
lets through: ``step`` (what changed, for pages that are drawn by the host), ``whole`` (all, for a
newcomer), and ``known`` (the position itself, for a window that plays on by its own rules).
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from hexwar.engine import Event
from hexwar.records.replay import as_learned
from hexwar.rules.combat.section import Combat
from hexwar.rules.history import LogEntry
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.told_course import action_logged
from hexwar.viewer.page.course import Battles, FightsTold, KnownCourse
from hexwar.viewer.printed_map.map_sheet import MapSheet

Plain = dict[str, Any]

WATCH = "watch"
"""The seat of those who only look on."""

KEPT_STEPS = 64
"""Steps that a table remembers for people who come back; one who missed more is told the whole."""

HEADINGS = frozenset({"phase_begins"})


class Happened(NamedTuple):
    """What is to be told: an action, that it was taken back, or that by agreement it and everything
    since were (``agreed``). ``combat`` is the section by which an attack was fought, asked before
    it.
    """

    entry: LogEntry
    taken_back: bool = False
    agreed: bool = False
    combat: Combat | None = None


def eyes_of(seat: str, state: State) -> tuple[str, ...]:
    """The sides whose view somebody in a seat has; an empty tuple means that everything is seen."""
    if not state.scopes.hiding:
        return ()
    return state.frame.side_ids if seat == WATCH else (seat,)


class Encoder:
    """Makes the messages for one pair of eyes; ``n`` and ``head`` are those of its last step."""

    def __init__(
        self,
        eyes: tuple[str, ...],
        state: State,
        painter: MapSheet,
        n: int = 0,
        head: str = "",
    ) -> None:
        self.eyes, self.n = eyes, n
        self.head = head or _hash("hexwar table", eyes)
        self.steps: deque[Plain] = deque(maxlen=KEPT_STEPS)
        self._painter = painter
        self.informs = False
        """Whether somebody with these eyes holds the position himself, as a window does."""
        self._course = KnownCourse(state.resolved, self.eyes, painter)
        self._course.step(state, [], "", "")  # steps tell what is different from here on
        self._fights = FightsTold()

    def learned(self, state: State, events: Iterable[Event]) -> list[Event]:
        """Events as these eyes learned of them."""
        learned = list(events)
        for side in self.eyes:
            learned = state.known_events(learned, side)
        return learned

    def step(self, state: State, happened: Happened) -> Plain | None:
        """What these eyes learn of it; ``None`` if not even that it was done."""
        entry = happened.entry
        if entry.is_secret_from(self.eyes) and not happened.agreed:
            return None
        learned = self.learned(state, entry.events)
        sentence = as_learned(entry, learned, state, everything=not self.eyes)
        name, back = state.resolved[Sides].names[entry.side], happened.taken_back or happened.agreed
        if happened.agreed:
            sentence = f"By agreement all goes back to before what {name} did last."
        elif happened.taken_back:
            sentence = f"{name}: taken back. {sentence}"
        events = [] if back else learned
        changes = _renamed(self._course.step(state, events, sentence, entry.side))
        battles = Battles()
        if cell := battles.cell(events, happened.combat):
            # A step stands for itself: the table comes with the battle that was fought on it.
            changes["battle"], changes["table"] = cell[1:], battles.tables[0]
        if fights := self._fights.step(state, events, happened.combat):
            changes["fights"] = fights
        if back:
            changes["log"], changes["back"] = [[sentence, "", False]], True
            self._fights.forget()
        self.n += 1
        self.head = _hash("hexwar step", [self.head, self.n, sentence, changes["log"]])
        step = {"t": "step", "n": self.n, "head": self.head, **changes}
        if self.informs and not happened.agreed:
            step["known"] = {
                "position": self.position(state),
                "entry": self._entry(entry, learned),
                "undone": happened.taken_back,
            }
        self.steps.append(step)
        return step

    def begins(self, state: State) -> Plain:
        """All have sat down, and the game begins; what stood there before was not played."""
        sentence = "All have sat down: the game begins."
        changes = _renamed(self._course.step(state, [], sentence, ""))
        changes["log"] = [[sentence, "", False]]
        self.n += 1
        self.head = _hash("hexwar step", [self.head, self.n, sentence, changes["log"]])
        step = {"t": "step", "n": self.n, "head": self.head, **changes, "back": True}
        self.steps.append(step)
        return step

    def position(self, state: State) -> Plain:
        """The position as these eyes know it, to play on from; its dice are nobody's."""
        position = state.clone(seed="")
        for side in self.eyes:
            position = position.seen_by(side)
        return {**position.to_dict(), "rolled": 0}

    def _entry(self, entry: LogEntry, learned: Sequence[Event]) -> Plain:
        """An action as these eyes learned of it: with its notation only where that tells no
        more.
        """
        is_own, learned_all = self.eyes == (entry.side,), list(learned) == list(entry.events)
        is_known = is_own or not self.eyes or (learned and learned_all)
        return {
            "side": entry.side,
            # The verb alone tells that something was done of which no event is known.
            "do": str(entry.action) if is_known else "" if learned else entry.action.verb,
            "events": [_plain(event) for event in learned],
        }

    def known(self, state: State, opening: Iterable[Event], log: Iterable[LogEntry]) -> Plain:
        """All that these eyes know, for a client that holds the position itself."""
        return {
            "position": self.position(state),
            "opening": [_plain(event) for event in self.learned(state, opening)],
            "entries": [
                self._entry(entry, self.learned(state, entry.events))
                for entry in log
                if not entry.is_secret_from(self.eyes)
            ],
        }

    def whole(self, state: State, log: Sequence[LogEntry]) -> Plain:
        """All that these eyes know of the position, and what was told of late."""
        fresh = KnownCourse(state.resolved, self.eyes, self._painter)
        position = _renamed(fresh.step(state, [], "", ""))
        lines = [
            [event.text, event.rule, event.kind in HEADINGS]
            for entry in log
            if not entry.is_secret_from(self.eyes)
            for event in action_logged(self.learned(state, entry.events))
        ]
        return {"t": "whole", "n": self.n, "head": self.head, **position, "log": lines}

    def since(self, n: int) -> list[Plain] | None:
        """The steps after the one of this number; ``None`` if they are not remembered."""
        if n == self.n:
            return []
        if not self.steps or not self.steps[0]["n"] - 1 <= n < self.n:
            return None
        return [step for step in self.steps if step["n"] > n]


def _plain(event: Event) -> Plain:
    """An event as somebody learned of it, without the note of what was hidden from whom at the
    time.
    """
    plain = event.to_dict()
    plain.pop("hidden", None)
    return plain


def _renamed(changes: Plain) -> Plain:
    """A step with its heading under another name: the head is that of the record here."""
    if "head" in changes:
        changes["situation"] = changes.pop("head")
    return changes


def _hash(use: str, of: object) -> str:
    """SHA-256 in hexadecimal; every use of it has a tag of its own."""
    return sha256(f"{use}\n{json.dumps(of, separators=(',', ':'))}".encode()).hexdigest()
