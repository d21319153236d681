"""What a match may have as its record: a game played here, one that is replayed (:class:`Tape`), or
one that is played at a table elsewhere.
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
    """A replay as the record of a match: as long as it has been played. It takes no action."""

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

    def apply(self, action: Action | str) -> list[Event]:
        """Nothing is played in a replay."""
        raise TypeError("a replay is not played")

    @property
    def seatings(self) -> Sequence[Seating]:
        """Who has taken a side over by then."""
        return [seating for seating in self.replay.seatings if seating.after <= self.replay.at]

    def seat(self, side: str, player: str) -> None:
        """Nobody takes a seat either."""
        raise TypeError("a replay is not played")

    def undo(self) -> Action | None:
        """Nothing is taken back."""
        return None

    def redo(self) -> list[Event] | None:
        """Nothing is done again."""
        return None


if TYPE_CHECKING:
    from hexwar.joining.course import DistantCourse

    Record: TypeAlias = Session | Tape | DistantCourse
