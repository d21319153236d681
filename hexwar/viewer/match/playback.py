"""Showing what has happened, at the player's speed: events as movement, dice that fell.

The game is always ahead of the picture. While events are shown, counters stand where the event
just shown left them; when the last one is over, or is skipped, they stand where the game has them:
what the picture made of the events on its way is never trusted at the end.

:class:`Playback` is told of events and of time that goes by; below, :class:`PendingResults` keeps
dice until they have been seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from hexwar.engine import Event
from hexwar.rules.combat.section import Combat
from hexwar.rules.history import LogEntry

_STEP = {"slow": 0.30, "fast": 0.11, "instant": 0.0}  # seconds for a hex of movement
_PAUSE = {"slow": 1.6, "fast": 0.65, "instant": 0.0}  # seconds to look at a die
NOWHERE: Mapping[str, str] = {}
"""Where counters look of which none looks anywhere."""

_MOVES = frozenset({"moved", "retreated", "advanced", "sent_back", "entered"})


@dataclass(frozen=True, slots=True)
class Slide:
    """A unit between two hexes; ``share`` of the way is done, 0 to 1. ``others`` go with it."""

    unit: str
    start: str
    end: str
    share: float
    others: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All that are on their way."""
        return (self.unit, *self.others)


class Playback:
    """A queue of events, and where the counters stand, and look, while it is shown."""

    def __init__(
        self, positions: Mapping[str, str | None], facings: Mapping[str, str] = NOWHERE
    ) -> None:
        self.positions: dict[str, str | None] = dict(positions)
        self.facings: dict[str, str] = dict(facings)
        self.speed = "fast"
        self.current: Event | None = None
        self._queue: deque[Event] = deque()
        self._with: list[Event] = []  # the rest of a stack that goes the same way
        self._goal: dict[str, str | None] = dict(positions)
        self._turned: dict[str, str] = dict(facings)  # how they look in the end
        self._elapsed = 0.0

    @property
    def busy(self) -> bool:
        """Whether something is still to be shown."""
        return self.current is not None or bool(self._queue)

    @property
    def waiting(self) -> tuple[Event, ...]:
        """Events that have happened and not been shown yet."""
        return tuple(self._queue)

    def add(
        self,
        events: Iterable[Event],
        positions: Mapping[str, str | None],
        facings: Mapping[str, str] = NOWHERE,
    ) -> None:
        """Show these events; ``positions`` is where every unit stands after them, ``facings`` how
        those with a facing look.
        """
        # A turn takes no time of its own but has its place in the order: a unit looks there only
        # once it has come so far.
        self._queue.extend(
            event for event in events if _duration(event, "slow") > 0 or event.kind == "turned"
        )
        self._goal, self._turned = dict(positions), dict(facings)
        # With nothing to be shown the counters still have to be put where the game has them.
        if self.speed == "instant" or not self.busy:
            self.skip()

    def skip(self) -> None:
        """Show nothing more of it: everybody stands where the game has them."""
        self._queue.clear()
        self._with.clear()
        self.current = None
        self._settle()

    def jump(
        self, positions: Mapping[str, str | None], facings: Mapping[str, str] = NOWHERE
    ) -> None:
        """Forget what was to be shown and take these positions."""
        self._goal, self._turned = dict(positions), dict(facings)
        self.skip()

    def _settle(self) -> None:
        """Let everybody stand and look as the game has it."""
        self.positions, self.facings = dict(self._goal), dict(self._turned)

    def advance(self, seconds: float) -> bool:
        """Let time pass; answers whether the picture has changed."""
        if not self.busy:
            return False
        self._elapsed += seconds
        while self.busy:
            if self.current is None:
                self.current = self._queue.popleft()
                while self._queue and _same_way(self.current, self._queue[0]):
                    self._with.append(self._queue.popleft())
            lasting = _duration(self.current, self.speed)
            if self._elapsed < lasting:
                return True
            # What is left of the time goes to the next event, or long frames would slow down what
            # is shown.
            self._elapsed -= lasting
            for event in (self.current, *self._with):
                if event.kind in _MOVES:
                    self.positions[event.unit] = event.path[-1] or None  # sent back off the map
                elif event.kind == "eliminated":
                    self.positions[event.unit] = None
                if "facing" in event.fields and event.unit in self.facings:
                    self.facings[event.unit] = str(event.fields["facing"])
            self._with.clear()
            self.current = None
        self._elapsed = 0.0
        self._settle()
        return True

    @property
    def slide(self) -> Slide | None:
        """The unit that is on its way, if one is."""
        event = self.current
        if event is None or event.kind not in _MOVES or len(event.path) < 2:
            return None
        steps = len(event.path) - 1
        # Below 1, so that there is always a hex ahead; and at 'instant' an event lasts no time.
        done = min(self._elapsed / max(_duration(event, self.speed), 1e-6), 0.999) * steps
        index = int(done)
        share = done - index
        # It comes from off the map, where there is nothing to slide from.
        if not (event.path[index] and event.path[index + 1]):
            return None
        smooth = share * share * (3 - 2 * share)
        others = tuple(other.unit for other in self._with)
        return Slide(event.unit, event.path[index], event.path[index + 1], smooth, others)

    @property
    def leaving(self) -> tuple[str, float] | None:
        """The unit that is being removed, and how much of it is gone, 0 to 1."""
        event = self.current
        if event is None or event.kind != "eliminated":
            return None
        return event.unit, min(1.0, self._elapsed / max(_duration(event, self.speed), 1e-6))

    @property
    def battle(self) -> Event | None:
        """The battle whose die is being looked at."""
        event = self.current
        return event if event is not None and event.kind == "battle" else None

    @property
    def shot(self) -> Event | None:
        """The fire whose dice are being looked at."""
        event = self.current
        return event if event is not None and event.kind in SHOTS else None


def places(event: Event) -> tuple[str, ...]:
    """The hexes to look at while an event is shown, the most important last."""
    path = event.fields.get("path") or [event.fields.get("hex") or event.fields.get("target")]
    return tuple(str(number) for number in (path[0], path[-1]) if number)


def _same_way(event: Event, other: Event) -> bool:
    """Whether two events are one stack on its way."""
    return event.kind == other.kind and event.kind in _MOVES and event.path == other.path


def _duration(event: Event, speed: str) -> float:
    """Seconds that an event is shown."""
    if event.kind in _MOVES:
        # Of a move that was not seen a host tells that there was one, and nothing to show.
        path = event.fields.get("path", ())
        return _STEP[speed] * max(1, len(path) - 1) if path else 0.0
    if event.kind == "battle" or is_thrown(event):
        return _PAUSE[speed]
    return _STEP[speed] * 2 if event.kind == "eliminated" else 0.0


# Dice that have fallen: which events, what follows of them, what a player has still to see.
#
# An event tells of dice (``is_thrown``) or of what follows of the dice before it, up to the end of
# a phase or the game. :class:`PendingResults` keeps those of the people at this window until they
# have been seen: a phase that ends by itself after its last attack would let the computer play on
# before anybody could read the die.


SHOTS = frozenset({"fire"})
"""Kinds of event that tell of two pools of dice against each other, or of a table instead."""

_CHECKS = frozenset(
    {"morale", "casualties", "check", "state_roll", "points_roll", "ambush", "searched"}
)
_THROWN = SHOTS | _CHECKS | {"contest"}
_ENDS = frozenset({"points_lapsed", "phase_ends", "phase_begins", "game_over"})
"""What comes of the end of a phase or a game, and not of its last battle."""


def is_thrown(event: Event) -> bool:
    """Whether an event tells of dice that are shown."""
    return event.kind in _THROWN


def faces(event: Event) -> tuple[int, ...]:
    """What the dice of an event show; none for what only follows of them."""
    if not is_thrown(event):
        return ()
    dice: tuple[int, ...] = event.fields.get("dice") or (event.fields.get("die", 0),)
    return dice if all(dice) else ()


def thrown_in(events: Sequence[Event]) -> list[Event]:
    """The dice that were thrown in the course of an action, each with what followed of it."""
    rolls: list[Event] = []
    following = False
    for event in events:
        following = is_thrown(event) or (following and event.kind not in _ENDS)
        if following:
            rolls.append(event)
    return rolls


def later_than(event: Event, entries: Sequence[LogEntry]) -> list[Event]:
    """All that has happened since an event, up to now."""
    later: list[Event] = []
    for entry in reversed(entries):
        # By identity: the same battle can be fought twice with the same result, in equal events.
        at = next((place for place, known in enumerate(entry.events) if known is event), None)
        later[:0] = entry.events if at is None else entry.events[at + 1 :]
        if at is not None:
            return later
    return []


def left_from(unit: str, later: Iterable[Event]) -> str | None:
    """Where a unit stood before it went elsewhere or was lost; ``None`` if it has done neither."""
    for event in later:
        fields = event.fields
        if fields.get("unit") == unit and (fields.get("path") or event.kind == "eliminated"):
            return str(fields["path"][0] if fields.get("path") else fields.get("hex", "")) or None
    return None


class PendingResults:
    """The events from the first die on, as the player has learned of them."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.fought_by: Combat | None = None
        """The section by which the last battle was fought."""
        self._open = False  # what happens next still follows of the dice

    def __bool__(self) -> bool:
        return bool(self.events)

    @property
    def battle(self) -> Event | None:
        """The battle that was fought last."""
        return next((event for event in reversed(self.events) if event.kind == "battle"), None)

    @property
    def shot(self) -> Event | None:
        """The fire that was resolved last."""
        return next((event for event in reversed(self.events) if event.kind in SHOTS), None)

    @property
    def followed(self) -> list[Event]:
        """What came of the last battle."""
        battle = self.battle
        at = next((place for place, event in enumerate(self.events) if event is battle), -1)
        return self.events[at + 1 :]

    @property
    def came_to_nothing(self) -> bool:
        """Whether the last battle is over and nothing has come of it."""
        return self.battle is not None and not self._open and not self.followed

    @property
    def earlier(self) -> list[Event]:
        """The battles before the last."""
        return [event for event in self.events if event.kind == "battle"][:-1]

    @property
    def rolls(self) -> list[Event]:
        """The dice with what followed of them, where they were none of a battle."""
        return [] if self.battle else self.events

    def took(
        self,
        events: Iterable[Event],
        own: Callable[[Event], bool],
        fought_by: Combat | None,
        *,
        settled: bool,
    ) -> None:
        """Take what was told of an action. ``own``: whether dice are those of somebody at the
        window; ``settled``: nothing more will follow of them.
        """
        for event in events:
            if event.kind in _ENDS:
                self._open = False
            elif (event.kind == "battle" or is_thrown(event)) and own(event):
                self._open = True
                self.fought_by = fought_by if event.kind == "battle" else self.fought_by
            elif event.kind == "battle" and not self._open and self._is_overtaken_by(event):
                self.events.clear()
            if self._open:
                self.events.append(event)
        self._open = self._open and not settled

    def _is_overtaken_by(self, battle: Event) -> bool:
        """Whether others have fought in the same hex since: what is kept would pass for that."""
        before = self.battle
        return before is not None and bool({*before.hexes}.intersection(battle.hexes))

    def dismiss(self) -> None:
        """They have been seen. Of a battle that is not over yet the rest is still to come."""
        if not self._open:
            self.events.clear()

    def clear(self) -> None:
        """Forget them."""
        self._open = False
        self.events.clear()
