"""What a match may have as its record: the actions that led to the position, and what can be done.

A game that is played here has its :class:`~hexwar.records.Session`, one at a table elsewhere a
``DistantCourse``. One that is replayed has a :class:`Tape`: it offers the same, and plays nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from hexwar.engine import Action, Event
from hexwar.records import Replay, Session
from hexwar.records.session import Seating
from hexwar.rules.history import LogEntry
from hexwar.rules.state import State


class Tape:
    """A replay as the record of a match, as long as it has been played. It takes no action."""

    can_undo = can_redo = False
    undoable = 0
    undo_lock = None

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.opening: Sequence[Event] = replay.opening
        self.notices: list[str] = []

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self.replay.state

    @property
    def entries(self) -> Sequence[LogEntry]:
        """The actions that led there."""
        return self.replay.entries[: self.replay.at]

    @property
    def seatings(self) -> Sequence[Seating]:
        """Who had taken which side over by then."""
        return [seating for seating in self.replay.seatings if seating.after <= self.replay.at]

    def apply(self, action: Action | str) -> list[Event]:
        """Refuse: nothing is played in a replay."""
        raise TypeError("a replay is not played")

    def seat(self, side: str, player: str) -> None:
        """Refuse: nobody takes a side over in a replay."""
        raise TypeError("a replay is not played")

    def undo(self) -> Action | None:
        """Take nothing back."""
        return None

    def redo(self) -> list[Event] | None:
        """Do nothing again."""
        return None


# Only a type checker asks, so that a game played here does not load what joins distant tables.
if TYPE_CHECKING:
    from hexwar.joining.course import DistantCourse

    Record: TypeAlias = Session | Tape | DistantCourse
