"""Looking back at a game that is over: its evaluation is made once, while the window goes on.

The game is played through again and judged in a thread; the sheet at the end, and a replay, show
what came of it as soon as it is there.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.records import HUMAN, Replay, Session
from hexwar.records.chances import Hindsight
from hexwar.records.hindsight import look_back, sides_asking
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from hexwar.viewer.match.match import Match
from hexwar.viewer.panels.hindsight import PicturedSide
from hexwar.viewer.program.background import BackgroundWork


class LookingBack:
    """The hindsight of a match that is over, for whoever played it."""

    def __init__(self, match: Match, session: Session) -> None:
        replay = Replay(session)
        # The thread needs caches of its own.
        replay.state.forget_computed()
        people = [side for side, player in match.players.items() if player == HUMAN]
        sides = sides_asking(replay.state, people)
        self.parties = _parties(match, sides)
        self._work = BackgroundWork(lambda hear: look_back(replay, sides[0], hear=hear))

    @property
    def is_over(self) -> bool:
        """Whether it is there."""
        return self._work.is_over()

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return self._work.share

    def found(self) -> Hindsight | None:
        """What came of it, once it is there."""
        return self._work.result() if self._work.is_over() else None

    def give_up(self) -> None:
        """Nobody wants it any more."""
        self._work.give_up()


def look_back_at(match: Match) -> LookingBack | None:
    """Begin to look back at a match; None while it goes on, and without a record of it."""
    record = match.record
    if not match.state.is_over or not isinstance(record, Session) or not record.entries:
        return None
    return LookingBack(match, record)


def _parties(match: Match, asking: Sequence[str]) -> tuple[PicturedSide, PicturedSide]:
    """The side and its opponent; nobody in particular, where there are several."""
    frame, side = match.state.frame, asking[0]
    own = match.sides[side]
    others = [
        match.sides[frame.side_ids[index]]
        for index in frame.played
        if frame.side_ids[index] != side
    ]
    name, color = (others[0].name, others[0].color) if len(others) == 1 else ("", "")
    return (
        PicturedSide(own.name, parse_color(own.color, PALETTE.ink_soft), True),
        PicturedSide(name, parse_color(color, PALETTE.ink_faint), len(asking) > 1),
    )
