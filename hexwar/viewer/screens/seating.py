"""Who plays the sides of a game that goes on.

:class:`PlayersScreen` asks it of all sides, whenever somebody at the window wants that.
:class:`SeatingScreen` asks it of one side whose player is missing, as a save names one that is not
installed, or is at fault. A player whom only the save names is somebody's program: nothing of it is
imported or started unless the person at the window asks for that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hexwar.definition.grammar import in_prose
from hexwar.players import FOR_PEOPLE, TITLES, make_player
from hexwar.players.player import sentence
from hexwar.records import HUMAN
from hexwar.records.session import OPPONENT
from hexwar.viewer.match.match import Match
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.choices import add_players
from hexwar.viewer.screens.choosing import SeatsDraft
from hexwar.viewer.screens.question import Answer, QuestionScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow

START = "Start it"
LONGEST = 200
"""Characters of a name that can be started from a sheet: all of it is read before."""


Seat = Callable[..., None]
"""A function that gets the name of the player to seat, with the player if it is made."""


class SeatingScreen(QuestionScreen):
    """Asks who plays a side; going back leaves the game, which is saved.

    ``seat`` gets the answer: a name, and the player if it is made. ``wanted`` is a name that only a
    save has brought: nothing is imported or started for it unless that is the answer.
    """

    widest = 600

    def __init__(
        self, host: Host, match: Match, side: str, why: str, seat: Seat, player: str = ""
    ) -> None:
        self.seat, self.wanted = seat, player
        answers = [
            Answer(
                "Play it yourself" if name == HUMAN else TITLES[name],
                partial(seat, name),
                kind="primary" if name == OPPONENT else "plain",
            )
            for name in FOR_PEOPLE
        ]
        # What a save names could be anybody's program: only a name that can be read is offered.
        if player and player.isprintable() and len(player) <= LONGEST:
            answers.append(Answer(START, self._start, kind="danger"))
        answers.append(Answer("Leave the game", host.choose_game))
        saved = " The game is saved." if getattr(match.record, "is_saved", False) else ""
        title = f"Who plays {in_prose(match.side_name(side))}?"
        super().__init__(host, title, f"{why}{saved}", answers)

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


class PlayersScreen(SheetScreen):
    """Chooses as before a game; ``take`` gets the sides that change players, each with its new one,
    once the sheet has gone. Escape leaves everything as it is.
    """

    title = "Who plays from now on"
    widest = 720

    def __init__(
        self, host: Host, chosen: SeatsDraft, take: Callable[[Mapping[str, str]], None]
    ) -> None:
        super().__init__(host)
        self.chosen, self._take = chosen, take

    def fill(self, flow: Flow) -> None:
        """The sides, each with who may play it."""
        add_players(flow, self.chosen)

    def acts(self) -> Sequence[SheetButton]:
        """Leave it, or take what is chosen."""
        return [
            SheetButton("cancel", "Cancel", self.cancel, hint=self.host.keys.shown("cancel")),
            SheetButton("take", "Play on", self._play_on, "primary"),
        ]

    def _play_on(self) -> None:
        self.host.pop()
        self._take(self.chosen.changed)
