"""Looking back at a game that is over: its chances are weighed once, while the window goes on.

The game is played through again and judged in a thread; the sheet at the end, and a replay, show
what came of it as soon as it is there (:mod:`hexwar.viewer.panels.hindsight`).
"""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.records import HUMAN, Replay, Session
from hexwar.records.hindsight import Hindsight
from hexwar.records.looking_back import look_back, sides_asking
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.match.match import Match
from hexwar.viewer.program.background import BackgroundWork


@dataclass(frozen=True, slots=True)
class PicturedSide:
    """A side beside the line of chances. ``asking``: its chance is told in words."""

    name: str
    color: Color
    asking: bool


class LookingBack:
    """The hindsight of a match that is over, for the people who played it."""

    def __init__(self, match: Match, session: Session) -> None:
        replay = Replay(session)
        # The thread needs caches of its own.
        replay.state.forget_computed()
        people = [side for side, player in match.players.items() if player == HUMAN]
        sides = sides_asking(replay.state, people)
        # The side and its opponent; nobody in particular, where there are several.
        frame, side = match.state.frame, sides[0]
        asks = match.sides[side]
        played = [frame.side_ids[index] for index in frame.played]
        opponents = [match.sides[other] for other in played if other != side]
        name, color = ("", "")
        if len(opponents) == 1:
            name, color = opponents[0].name, opponents[0].color
        self.parties = (
            PicturedSide(asks.name, parse_color(asks.color, PALETTE.ink_soft), True),
            PicturedSide(name, parse_color(color, PALETTE.ink_faint), len(sides) > 1),
        )
        self._work = BackgroundWork(lambda hear: look_back(replay, sides[0], hear=hear))

    @property
    def is_over(self) -> bool:
        """Whether it is there."""
        return self._work.is_over()

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return self._work.share

    def result(self) -> Hindsight | None:
        """What came of it, once it is there."""
        return self._work.result() if self._work.is_over() else None

    def give_up(self) -> None:
        """It is no longer wanted."""
        self._work.give_up()


def look_back_at(match: Match) -> LookingBack | None:
    """Begin to look back at a match; None while it goes on, and without a record of it."""
    record = match.record
    if not match.state.is_over or not isinstance(record, Session) or not record.entries:
        return None
    return LookingBack(match, record)
