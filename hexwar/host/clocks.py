"""The clock of a table: how long each side has left, told by a caller that knows what time it is.

Nothing ticks. A choice is charged when it is made, and a caller that looks before that subtracts
what has gone by since; so a table that sleeps in the store needs nobody, and stands right when it
is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hexwar.host.policy import Policy


@dataclass(slots=True)
class Clock:
    """``left`` are the seconds in each side's bank. ``side`` is the side whose time has been
    running since ``since``, ``None`` where the game is over; ``paused`` while all have agreed to
    rest.

    Seconds are those of a clock that goes on while no program runs (``time.time``).
    """

    policy: Policy
    left: dict[str, float] = field(default_factory=dict)
    side: str | None = None
    since: float = 0.0
    paused: bool = False

    def runs_for(self, side: str | None, now: float) -> None:
        """A choice was made: its time is charged, and that of the next choice begins."""
        if self.side is not None and not self.paused and self.policy.has_clock:
            beyond = max(0.0, now - self.since - self.policy.each)
            self.left[self.side] = max(0.0, self.left.get(self.side, 0.0) - beyond)
        self.side, self.since = side, now

    def pause(self, now: float) -> None:
        """Rest: no time runs until :meth:`resume`."""
        self.runs_for(self.side, now)
        self.paused = True

    def resume(self, now: float) -> None:
        """Go on, with the whole time of the choice that is waited for."""
        self.paused, self.since = False, now

    def remaining(self, now: float) -> float | None:
        """Seconds until the player who is to choose is late; ``None`` where nobody will be."""
        if self.side is None or self.paused or not self.policy.has_clock:
            return None
        return self.policy.each + self.left.get(self.side, 0.0) - (now - self.since)

    def is_late(self, now: float) -> bool:
        """Whether the time of the player who is to choose has run out."""
        remaining = self.remaining(now)
        return remaining is not None and remaining <= 0

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "left": {side: round(seconds, 1) for side, seconds in self.left.items()},
            "side": self.side,
            "since": self.since,
            "paused": self.paused,
        }

    @classmethod
    def begun(cls, policy: Policy, sides: Mapping[str, str]) -> Clock:
        """The clock of a game that begins between these sides."""
        return cls(policy, {side: float(policy.bank) for side in sides})

    @classmethod
    def from_dict(cls, policy: Policy, data: Mapping[str, Any]) -> Clock:
        """The clock that :meth:`to_dict` described."""
        return cls(policy, dict(data["left"]), data["side"], data["since"], data["paused"])
