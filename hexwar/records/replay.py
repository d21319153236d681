"""Going through a recorded game, forwards and backwards: the positions, and where to stop.

Actions cannot be undone for good (dice have fallen, units have gone), so going back means going on
from a copy of an earlier position; copies are kept at even distances, not of every position, as a
long game has thousands. Below: what was played, in words for somebody who may not have seen all of
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hexwar.definition.grammar import opening
from hexwar.engine import Event
from hexwar.records.lines import SaveFile, read_record
from hexwar.records.session import Session
from hexwar.rules.game import Game
from hexwar.rules.history import LogEntry
from hexwar.rules.language.wording import every
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State

STRIDES = ("action", "unit", "phase", "turn", "battle")
"""How far a step goes: an action, all that a unit does, a phase, a turn, to the next battle."""

BATTLES = frozenset({"battle", "fire"})
"""Kinds of event that tell of a battle."""


def stops(events_learned: Sequence[Sequence[Event]], stride: str) -> list[int]:
    """The numbers of actions after which to stop, in order, the beginning and the end included.

    ``events_learned`` are those of every action as somebody learned of them, ``stride`` is one of
    :data:`STRIDES`. What was not told makes no difference, so that stops give nothing away.
    """
    stops, turn = [0], 1
    for number, events in enumerate(events_learned, 1):
        begun = [event for event in events if event.kind == "phase_begins"]
        before, turn = turn, begun[-1].turn if begun else turn
        following = events_learned[number] if number < len(events_learned) else ()
        stopped = {
            "action": True,
            "unit": not _actor(events) or _actor(events) != _actor(following),
            "phase": bool(begun),
            "turn": turn != before,
            "battle": any(event.kind in BATTLES for event in events),
        }
        if stopped[stride] or number == len(events_learned):
            stops.append(number)
    return stops


def _actor(events: Sequence[Event]) -> str:
    """The unit that an action is about; nobody where none is named first."""
    return str(events[0].fields.get("unit", "")) if events else ""


KEEP_EVERY = 16
"""A copy of every so many positions is kept: going back replays fewer actions than this."""


class Replay:
    """A verified record, open at some action; ``finished``: whether the recorded game is over.

    ``at`` is the number of actions played so far, ``state`` the position then; ``unchecked`` as in
    the session. Positions are replayed, not stored, so a long game costs little.
    """

    def __init__(self, session: Session) -> None:
        """Open the record of a session at its beginning; the session may be played on."""
        self.game: Game = session.game
        self.players = dict(session.players)
        self.seatings = tuple(session.seatings)
        self.entries: tuple[LogEntry, ...] = tuple(session.entries)
        self.opening: tuple[Event, ...] = session.opening
        self.finished = session.state.is_over
        self.unchecked = session.unchecked
        self._kept: dict[int, State] = {0: session.start()}
        self.at = 0
        self.state = self._kept[0].clone()

    @classmethod
    def load(cls, path: str | Path, game: Game | None = None) -> Replay:
        """Read a save and verify it. :class:`RecordError` names the first divergence."""
        return cls.of_record(read_record(path), game)

    @classmethod
    def of_record(cls, record: SaveFile, game: Game | None = None) -> Replay:
        """Verify a save that has been read, as :meth:`load`."""
        return cls(Session.of_record(record, game))

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def latest(self) -> LogEntry | None:
        """The action that led to this position; ``None`` at the beginning."""
        return self.entries[self.at - 1] if self.at else None

    def keep_positions(self, hear: Callable[[float], None]) -> None:
        """Play to the end and back to the beginning: after that every jump is short.

        ``hear`` is told what share is played; what it raises ends that.
        """
        for number in range(0, len(self), KEEP_EVERY):
            hear(number / len(self))
            self.go_to(number)
        self.go_to(0)

    def forward(self) -> LogEntry | None:
        """Play the next action and answer with it; ``None`` at the end."""
        if self.at == len(self.entries):
            return None
        entry = self.entries[self.at]
        self.state.apply(entry.action, dice=entry.dice or None)
        self.at += 1
        if self.at % KEEP_EVERY == 0 and self.at not in self._kept:
            self._kept[self.at] = self.state.clone()
        return entry

    def back(self) -> LogEntry | None:
        """Go back before the latest action and answer with it; ``None`` at the beginning."""
        entry = self.latest
        if entry is not None:
            self.go_to(self.at - 1)
        return entry

    def go_to(self, number: int) -> State:
        """The position after so many actions, the nearest there is."""
        number = max(0, min(number, len(self.entries)))
        if number < self.at or number - self.at > KEEP_EVERY:
            nearest = max(kept for kept in self._kept if kept <= number)
            if number < self.at or nearest > self.at:
                self.at, self.state = nearest, self._kept[nearest].clone()
        while self.at < number:
            self.forward()
        return self.state

    def learned(self, events: Iterable[Event], sides: Sequence[str] = ()) -> list[Event]:
        """Events as all of these sides learned of them; without sides as they were."""
        events_known = list(events)
        for side in sides:
            events_known = self.state.known_events(events_known, side)
        return events_known

    def told(self, sides: Sequence[str] = ()) -> list[list[Event]]:
        """The events of every action as all of these sides learned of them; else all there are."""
        return [self.learned(entry.events, sides) for entry in self.entries]

    def learned_of(self, sides: Sequence[str] = ()) -> list[int]:
        """The numbers of the actions of which all of these sides know that they were done."""
        return [
            number
            for number, entry in enumerate(self.entries, 1)
            if not entry.is_secret_from(sides)
        ]

    def stops(self, stride: str, sides: Sequence[str] = ()) -> list[int]:
        """The numbers of actions to stop after, the beginning and the end among them.

        ``stride`` is one of :data:`STRIDES`; nobody learns from them what these sides did not see.
        """
        numbers = {0, *self.learned_of(sides), len(self.entries)}
        return [number for number in stops(self.told(sides), stride) if number in numbers]


# -- what was played, in words: for "taken back" and "done again" ----------------------------------


def in_a_sentence(entry: LogEntry, learned: Sequence[Event], state: State) -> str:
    """An action as the first of its events tells it; ``learned``: those that somebody learned of.

    The end of a set-up has no event of its own, nor has an attack that is answered before its dice.
    """
    # Who makes way for a unit that is set up is told before it.
    done = [event for event in learned if event.kind != "made_way"]
    first = next(iter(done or learned), None)
    if first is not None and first.kind not in ("phase_begins", "set_up"):
        return first.text
    if entry.action.verb == "done":
        return f"{opening(state.resolved[Sides].names[entry.side], 'has')} set up."
    fight = None if state.is_over else state.agenda[-1].impending(state)
    if fight is not None and set(entry.action.units) == set(fight.attackers):
        attack = "attacks" if len(fight.attackers) == 1 else "attack"
        return f"{every(fight.attackers)} {attack} {every(fight.hexes)}."
    return f"{entry.action}."


def as_learned(entry: LogEntry, learned: Sequence[Event], state: State, *, everything: bool) -> str:
    """An action as it is told to somebody who may not have seen all of it.

    ``learned``: those of its events that were learned of, as they were; ``everything``: whether
    nothing was hidden then.
    Notation is shown only where it tells no more than the events do.
    """
    if everything or (learned and learned == list(entry.events)):
        return in_a_sentence(entry, learned, state)
    if learned:
        return learned[0].text
    return f"{state.resolved[Sides].names[entry.side]}: {entry.action.verb}."
