"""The board of a game at somebody else's table.

It is the board of any game, to which the host brings what happens. Nothing comes by itself while a
sheet lies over it, as only the topmost screen gets the ticks of time: such a sheet calls
:meth:`JoinedBoard.listen` in its own turn.
"""

from __future__ import annotations

from functools import partial

from hexwar.definition.grammar import does, in_prose
from hexwar.joining.client import Client
from hexwar.joining.course import DistantCourse
from hexwar.joining.line import HostLine
from hexwar.records import Session
from hexwar.rules.language.wording import every
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.match.joined import JoinedMatch
from hexwar.viewer.match.match import Match
from hexwar.viewer.panels.bar import prompt_text
from hexwar.viewer.program.background import wake_window
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.briefing import BriefingScreen
from hexwar.viewer.screens.ending import EndingScreen
from hexwar.viewer.screens.joining import TableScreen, offer_question
from hexwar.viewer.screens.question import Answer, QuestionScreen


def come(link: str) -> JoinedMatch:
    """The seat that a link opens, as a match. :class:`LineError` if it opens none."""
    client = Client(link, informed=True)
    messages = client.hear()
    line = HostLine(client)
    match = JoinedMatch(DistantCourse(client, messages), line)
    match.take_first(message for message in messages if message["t"] in ("chat", "now"))
    return match


class JoinedEnding(EndingScreen):
    """The sheet of a game that is over, while those at the table may still talk and play again."""

    def __init__(self, board: JoinedBoard) -> None:
        offer = partial(board.joined.tell, "offer", what="rematch")
        super().__init__(board.host, board.match, offer, on_replay=board.replay_from_the_end)
        self._board = board

    def tick(self, seconds: float) -> bool:
        """Take what the host tells meanwhile."""
        self._board.listen()
        return super().tick(seconds)


class JoinedBriefing(BriefingScreen):
    """What one wants to know before the first action of a game at somebody else's table."""

    def __init__(self, board: JoinedBoard) -> None:
        match = board.joined
        acting = match.state.side_to_act
        question = prompt_text(board.desk) if acting == match.own else match.awaited
        super().__init__(board.host, match, question)
        self.lessons = []  # one would leave the table
        self._board = board

    def who_plays(self) -> str:
        """The own side, and who sits in the other seats."""
        match = self._board.joined
        others = every(
            f"{does(match.side_name(side), 'is')} played by {match.played_by(side)}"
            for side in match.sides
            if side != match.own
        )
        own = f"You play {in_prose(match.side_name(match.own))}" if match.own else "You look on"
        return f"{own}; {others}."

    def tick(self, seconds: float) -> bool:
        """Take what the host tells meanwhile."""
        self._board.listen()
        return super().tick(seconds)


class JoinedBoard(BoardScreen):
    """A board to which the host brings what happens."""

    def __init__(self, host: Host, match: JoinedMatch) -> None:
        super().__init__(host, match)
        self.joined = match
        self._asked_about: object = None
        """The offer, and the next game, about which the player was asked last."""
        self._shown_of_line: tuple[str, int | None] = ("", None)
        """Whom the window said that it waits for, with the seconds on his clock."""
        match.line.wake = wake_window
        match.line.open()

    def tick(self, seconds: float) -> bool:
        """Take what the host has told, and show it."""
        self.listen()
        return super().tick(seconds)

    def listen(self) -> None:
        """Take what the host has told, also while a sheet lies over the board."""
        match = self.joined
        if match.hear():
            self.after_action(by_person=False)
        elif (line := (match.awaited, match.seconds_left)) != self._shown_of_line:
            self._shown_of_line = line
            self.rebuild()
        # Ask once about what somebody else offers, and whether to go to the next game.
        offer, following = match.now.get("offer") or None, match.now.get("next")
        if (offer, following) == self._asked_about:
            return
        self._asked_about = offer, following
        if following:
            go = partial(self.host.join, match.course.client.link_of(str(following)))
            answers = [Answer("Sit down there", go, "y", "primary")]
            text = "All have agreed to play again, with sides exchanged."
            self.host.push(QuestionScreen(self.host, "The next game has begun", text, answers))
        elif offer and offer.get("said") and match.own and offer.get("by") != match.own:
            self.host.push(offer_question(self.host, match, str(offer["said"])))

    def open_table(self) -> None:
        """What is said at the table, and what is agreed there."""
        self.host.push(TableScreen(self.host, self.joined, self.listen))

    def show_end(self) -> None:
        """The sheet of a game that is over; what is played again is agreed on at the table."""
        self.host.push(JoinedEnding(self))

    def open_replay(self, number: int | None = None, since: int | None = None) -> None:
        """Go through the game again, as soon as the host has given its record."""
        self.match.playback.skip()

        def show(session: Session) -> None:
            match = Match(session, session.players)
            self.host.replay(match, self.painter, number, since)

        self.host.wait_for(
            "Fetching the record",
            lambda _: self.joined.course.recorded(),
            show,
            lambda problem: self.say(f"{problem}"),
        )

    def leave(self) -> None:
        """The seat stays as it is: its link opens it again."""
        super().leave()
        self.joined.line.close()
