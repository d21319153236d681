"""The board as its commands and the pointer see it: what lies on it, and what they can trigger.

Commands and pointer are given this class;
:class:`~hexwar.viewer.board.board.BoardScreen` adds to it the layout, the passing of time and what
is heard of keyboard and pointer.

After whatever changes the game or what is looked at, one of two methods says what is to be redrawn:
``rebuild`` the panels and the map, :meth:`ControlledBoard.redraw_map` the map alone. Neither draws:
the next frame does.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.rules.map.section import Map
from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.looking_back import LookingBack
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.match.thinking import Thinker
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of_play
from hexwar.viewer.program.commands import WindowCommand, command
from hexwar.viewer.screens.base import Host, Screen
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.table.selection import Selection
from hexwar.viewer.widgets import Widget


class ControlledBoard(Screen):
    """A game on the table. ``match`` is what is played, ``selection`` what is picked up."""

    context = "board"
    """Where its keys are looked up."""

    groups: tuple[str, ...] = ("Game", "Play")
    """The groups of commands that its menu begins with."""

    def __init__(self, host: Host, match: Match, painter: MapSheet | None = None) -> None:
        super().__init__(host)
        resolved = match.resolved
        self.match = match
        self.title = resolved.header.title
        self.selection = Selection(match)
        self.painter = painter or painter_of_play(resolved)
        self._other_painter: MapSheet | None = None
        """Draws the map where :attr:`painter` shows its picture, or the other way round."""
        self.view = BoardView(match, self.selection, self.painter)
        self.thinker = Thinker()
        self.hints = self.view.hints = Hints(match, self.thinker)
        self.strip: list[Widget] = []
        """What lies over the map: drawn with it, and before it under the pointer."""
        self.news_card: list[Widget] = []
        """The card with news of the game."""
        self.news_read: int | None = None
        """The news of so many entries of the log were put away, if any were."""
        self.scroll = self.furthest = 0
        """How many events the player looks back in the log, and how many at most."""
        self.in_panels = False
        """Whether the keyboard is with the panels."""
        self.looking = False
        """Whether the line under the map tells of the hex looked at, not of the last action."""
        self.ended = match.state.is_over
        """Whether the end of the game has been seen."""
        self._looked_back: LookingBack | None = None
        """How the finished game went, once its end has been shown; it takes long to work out."""
        self._only_map = False
        """Whether only the map is to be redrawn."""
        self._offered = "", False
        """Where the button over the map leads, and whether it stands there alone."""
        self._begun = False
        """Whether something was done since the last frame."""
        self._laid_out = False
        """Whether what was laid out in the last frame is still to be drawn."""
        self._to_ask: Iterator[object] | None = None
        """What is still to be asked of the rules before a new position is laid out; None: it is."""
        self._step = -1
        """The step of the lesson that was brought into view last; -1: none was yet."""
        self._urgent: Notice | None = None
        """What the record had to say since a person has acted: no computer talks over it."""

    # -- redrawing -----------------------------------------------------------------------------

    def redraw_map(self) -> None:
        """Redraw the map and leave the sheets around it as they are."""
        if (self.view.offer, self.view.minimap.folded) != self._offered:
            # The button over the map leads or stands elsewhere now, and it is laid with the panels.
            self.rebuild()
            return
        # Unless more is to be drawn already.
        self._only_map = self._only_map or not self.dirty
        self.dirty = True

    def show_pictures(self, shown: bool) -> None:
        """Show the game's own pictures, or the drawn look.

        The painter of the other look is kept, as a map takes long to draw.
        """
        self.view.pieces.pictured = shown
        if shown != self.painter.is_picture and self.match.resolved[Map].picture is not None:
            painter = self._other_painter or painter_of_play(self.match.resolved, pictured=shown)
            self.painter, self._other_painter = painter, self.painter
            self.view.show_on(painter)

    # -- what is said --------------------------------------------------------------------------

    def notice(self) -> Notice:
        """What the line under the map says; the layout adds what can be done."""
        return self.match.notice

    def say(self, text: str) -> None:
        """Tell the player something in the line under the map."""
        self.match.say(text)
        self.looking = False
        self.rebuild()

    def _tell_notices(self) -> None:
        """What the record has to say goes before what the game says, until a person acts."""
        notices = self.match.record.notices  # such as that the game cannot be saved
        if news := self.thinker.news():
            notices.append(news)
        if notices:
            self._urgent = Notice(" ".join(notices), "", refusal=True)
            notices.clear()
        self.match.notice = self._urgent or self.match.notice

    def questions(self) -> Iterator[object]:
        """What laying out asks of the rules that takes long, answer after answer; all are kept."""
        yield self.match.impending

    # -- what was done, and what is looked at ----------------------------------------------------

    def after_action(self, *, by_person: bool = True) -> None:
        """Something was played or refused: show it."""
        self.looking = False
        self._urgent = None if by_person else self._urgent
        self.scroll = 0 if by_person else self.scroll
        # A game whose last action is taken back goes on, and its end is shown again when it comes.
        self.ended = self.ended and self.match.state.is_over
        self._begun = True
        self._tell_notices()
        if self.match.playback.speed == "instant":
            self.rebuild()
        else:
            # It is laid out with the next frames, or as soon as somebody asks for a widget.
            self.selection.refresh()
            self._to_ask, self.dirty = self.questions(), True
        self._look_where_the_lesson_points()

    def _look_where_the_lesson_points(self) -> None:
        """Bring what a new step points at into view."""
        lesson = self.match.lesson
        if lesson is not None and lesson.at != self._step:
            self._step = lesson.at
            self.view.look_at_all(self.view.marked)
            self.redraw_map()

    def play(self, action: Action) -> None:
        """Play an action that a panel offers, unless something was to be said of it first."""
        self.match.playback.skip()  # a player who acts has seen enough of what was done before
        if self.selection.refusals.warned(action):
            self.rebuild()
            return
        self.match.act(action)
        self.after_action()

    def picked(self) -> None:
        """Something else was picked in a panel: what was refused before is not about that."""
        if self.match.notice.refusal and self._urgent is None:
            self.match.notice = Notice()
        self.rebuild()

    def look_at(self, number: str | None, cursor: bool) -> None:
        """The pointer or the cursor is on another hex."""
        if cursor and number is not None:
            self.selection.cursor = number
            self.view.reveal(number)
        elif not cursor:
            self.selection.pointer = number
        self.selection.cursor_shown = cursor
        self.looking = True
        self.rebuild()

    # -- other screens -------------------------------------------------------------------------

    def open_rule(self, rule: str) -> None:
        """Open the rules at a number, or at the beginning."""
        from hexwar.viewer.screens.rules import RulesScreen

        self.host.push(RulesScreen(self.host, self.match.resolved.rulebook, rule))

    def open_replay(self, number: int | None = None, since: int | None = None) -> None:
        """Replay the game from an action on, with what has changed ``since`` another. Without one:
        from its beginning when it is over, else back from here.
        """
        self.match.playback.skip()
        if not self.host.replay(self.match, self.painter, number, since):
            self.say("There is no record of this game.")

    def open_table(self) -> None:
        """What is said and agreed at the table of a host: a board that joined one opens it."""
        self.say("Nobody plays elsewhere: all who play this game sit at this window.")

    def show_end(self) -> None:
        """The sheet of a game that is over: who has won, what was held and lost."""
        from hexwar.viewer.screens.ending import EndingScreen

        again, looked = self.replay_from_the_end, self._looked_back
        ending = EndingScreen(self.host, self.match, on_replay=again, looked_back=looked)
        self._looked_back = ending.looked_back
        self.host.push(ending)

    def replay_from_the_end(self, number: int, since: int | None) -> None:
        """Go through the game again in the place of the sheet that tells its end."""
        self.host.pop()
        self.open_replay(number, since)

    # -- commands ------------------------------------------------------------------------------

    def means(self, command: WindowCommand) -> bool:
        """Whether a command can be anything here."""
        return command.where != "replay"

    def run(self, identity: str) -> None:
        """Carry out a command by its id: one of the board, or else of the window."""
        command_named = command(identity)
        if not self.command(command_named):
            self.host.command(command_named)
