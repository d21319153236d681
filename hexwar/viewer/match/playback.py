"""Showing what has happened, at the player's speed: events as movement, dice that fell.

The game is always ahead of the picture. :meth:`Playback.add` takes events, and where the counters
stand after them; :meth:`Playback.advance` lets time pass. While events are shown, counters stand
where the event just shown left them; when the last one is over, or is skipped, they stand where the
game has them, so that what the picture made of the events on its way is never trusted at the end.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from hexwar.engine import Event
from hexwar.viewer.match.rolls import SHOTS, is_thrown

_STEP = {"slow": 0.30, "fast": 0.11, "instant": 0.0}  # seconds for a hex of movement
_PAUSE = {"slow": 1.6, "fast": 0.65, "instant": 0.0}  # seconds to look at a die
_NEARLY_THERE = 0.999  # of a way, so that there is always a hex ahead
_SHORTEST = 1e-6  # seconds: at 'instant' an event lasts no time, and nothing can be divided by that

NOWHERE: Mapping[str, str] = {}
"""The facings of counters none of which has one."""

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
                # The units of a stack go together: one event each, by the same path.
                while self._queue and self.current.kind in _MOVES:
                    following = self._queue[0]  # a turn or a loss has no path
                    if following.kind != self.current.kind or following.path != self.current.path:
                        break
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
        share_of_all = self._elapsed / max(_duration(event, self.speed), _SHORTEST)
        progress = min(share_of_all, _NEARLY_THERE) * steps
        index = int(progress)
        share = progress - index
        # It comes from off the map, where there is nothing to slide from.
        if not (event.path[index] and event.path[index + 1]):
            return None
        smooth = share * share * (3 - 2 * share)  # it starts and stops gently in each hex
        companions = tuple(companion.unit for companion in self._with)
        return Slide(event.unit, event.path[index], event.path[index + 1], smooth, companions)

    @property
    def leaving(self) -> tuple[str, float] | None:
        """The unit that is being removed, and how much of it is gone, 0 to 1."""
        event = self.current
        if event is None or event.kind != "eliminated":
            return None
        return event.unit, min(1.0, self._elapsed / max(_duration(event, self.speed), _SHORTEST))

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


def _duration(event: Event, speed: str) -> float:
    """Seconds that an event is shown."""
    if event.kind in _MOVES:
        # A host tells of a move that was not seen without its path: there is nothing to show.
        path = event.fields.get("path", ())
        return _STEP[speed] * max(1, len(path) - 1) if path else 0.0
    if event.kind == "battle" or is_thrown(event):
        return _PAUSE[speed]
    return _STEP[speed] * 2 if event.kind == "eliminated" else 0.0
