"""Who plays a side whose player is not here, or cannot go on.

Somebody is missing when a save names a player that is not installed, or when a player is at fault.
A player whom only the save names is never begun without being asked for: he is somebody's program.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hexwar.players import FOR_PEOPLE, TITLES, make_player
from hexwar.players.fault import sentence
from hexwar.records import HUMAN
from hexwar.records.session import OPPONENT
from hexwar.viewer.match.match import Match
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.question import Answer, QuestionScreen

START = "Start it"
LONGEST = 200
"""Characters of a name that can be started from a sheet: all of it is read before."""


Seat = Callable[..., None]
"""Who is told the name of who plays, with the player if it is made."""


class SeatingScreen(QuestionScreen):
    """Asks who plays a side; whoever goes back leaves the game, which is saved.

    ``seat`` gets the answer: a name, and the player if it is made. ``wanted`` is a name that only a
    save has brought: nothing is imported or started for it unless that is the answer.
    """

    widest = 600

    def __init__(
        self, host: Host, match: Match, side: str, why: str, seat: Seat, wanted: str = ""
    ) -> None:
        self.seat, self.wanted = seat, wanted
        answers = [
            Answer(
                "Play it yourself" if name == HUMAN else TITLES[name],
                partial(seat, name),
                kind="primary" if name == OPPONENT else "plain",
            )
            for name in FOR_PEOPLE
        ]
        # What a save names could be anybody's program: only a name that can be read is offered.
        if wanted and wanted.isprintable() and len(wanted) <= LONGEST:
            answers.append(Answer(START, self._start, kind="danger"))
        answers.append(Answer("Leave the game", host.choose_game))
        saved = " The game is saved." if getattr(match.record, "is_saved", False) else ""
        super().__init__(host, f"Who plays {match.side_name(side)}?", f"{why}{saved}", answers)

    def cancel(self) -> None:
        """Nobody plays: leave the game."""
        self.host.choose_game()

    def _start(self) -> None:
        """The player that the save names is wanted: now it may be imported or started."""
        try:
            player = make_player(self.wanted)
        except ValueError as problem:
            self.wanted, self.text = "", sentence(problem)
            self.answers = tuple(answer for answer in self.answers if answer.label != START)
            self.host.push(self)
        else:
            self.seat(self.wanted, player)
