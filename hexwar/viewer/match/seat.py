"""A match of which one seat alone is at this window: the others are played at other people's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hexwar.engine import Event
from hexwar.records import HUMAN
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.visibility import Visibility

if TYPE_CHECKING:
    from hexwar.viewer.match.record import Record

ELSEWHERE = "elsewhere"
"""In the place of a player's name: somebody who sits in another seat."""


class SeatView(Visibility):
    """What a seat knows: all that it was told, as nothing else is here."""

    def known_events(self, events: Iterable[Event]) -> list[Event]:
        """Events as they were told."""
        return list(events)


class SeatMatch(Match):
    """A match in which ``own`` is the side of the person at this window, ``None`` for watchers."""

    def __init__(self, record: Record, own: str | None) -> None:
        sides = record.state.frame.side_ids
        super().__init__(record, {side: HUMAN if side == own else ELSEWHERE for side in sides})
        self.own = own
        self.visibility = SeatView(self, resumed=bool(record.entries))

    @property
    def computer_to_act(self) -> str | None:
        """No computer thinks here."""
        return None

    @property
    def others_to_act(self) -> bool:
        """Whether another seat has the choice."""
        return not self.state.is_over and self.state.side_to_act != self.own

    @property
    def computers(self) -> list[str]:
        """None: the players of other seats sit elsewhere."""
        return []
