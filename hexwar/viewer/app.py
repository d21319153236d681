"""The window: the loop that waits for events, the stack of screens, what every screen can do.

Each turn of the loop (:meth:`App.step`) takes all events, lets time pass for the topmost screen,
and draws it if it has become ``dirty``. While nothing moves the loop sleeps until the next event:
a game that waits for its player costs nothing. An event goes to the window first (its size, a file
dropped on it), then to its own commands (:meth:`App.command`), then to the screen.

What begins, resumes or replays a game ends in :meth:`App.play`: it puts away the game before and
lays a board of the new one on an empty stack. Questions come after that and lie on the board
(:meth:`App.lay`).

Screens that few need are imported where they are pushed, so that the window opens sooner.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pygame

from hexwar.players import absent
from hexwar.records import HUMAN, SavedGame, Session
from hexwar.records.lesson import LessonSession
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.drawing.theme import SCALE_STEPS, Theme
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.replaying import begin_replay
from hexwar.viewer.match.sounds import Sounds
from hexwar.viewer.panels.bar import prompt_text
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.program.background import BackgroundWork, Heard, PictureWriter
from hexwar.viewer.program.commands import KeyMap, WindowCommand
from hexwar.viewer.program.display import (
    TITLE,
    announce,
    in_the_middle,
    open_window,
    within_screen,
)
from hexwar.viewer.program.keyboard import Keyboard
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.program.text_input import TextInput
from hexwar.viewer.screens.base import Screen
from hexwar.viewer.screens.choosing import NewGame
from hexwar.viewer.screens.map_picture import MapPicture
from hexwar.viewer.screens.opening import Wanted, opened
from hexwar.viewer.screens.question import rules_question
from hexwar.viewer.screens.saves import SaveBeginning, SaveByRules, part_before
from hexwar.viewer.screens.waiting import WaitingScreen

if TYPE_CHECKING:
    from hexwar.viewer.match.joined import JoinedMatch

T = TypeVar("T")
Unfinished = Callable[[], SavedGame | None]
"""Looks for a game that was begun and not played to its end."""

_ROOM = (800, 600)  # what the screens need, in points
_FRAMES = 60  # a second, while something moves
_REPEATED = ("scale_up", "scale_down")
"""The window's commands that a key which is held goes on giving."""

_LEAST = 100  # pixels of a side, below which nothing is drawn
_MAY_RESIZE = frozenset(
    {
        pygame.VIDEORESIZE,
        pygame.VIDEOEXPOSE,
        pygame.WINDOWEXPOSED,
        pygame.WINDOWSHOWN,
        pygame.WINDOWMINIMIZED,
        pygame.WINDOWMAXIMIZED,
        pygame.WINDOWRESTORED,
        pygame.WINDOWDISPLAYCHANGED,
        pygame.WINDOWFOCUSGAINED,
    }
)
"""What desktops send when the window may have another size, or can be seen again."""

_NAP = 0.5  # seconds after which an idle window looks whether a thought is there
_BLINK = 0.01  # seconds between two looks for an event


class App:
    """The window and the screens in it; the topmost is seen. A :class:`~.screens.base.Host`."""

    def __init__(
        self, size: tuple[int, int], settings: Settings, scale: float | None = None
    ) -> None:
        """Open the window, ``size`` in pixels. :class:`NoDisplayError` where there is no screen.

        ``scale`` applies to this session only and is not remembered, unless the player changes it.
        """
        self.settings = settings
        self.sounds = Sounds(settings)
        self.scale = settings.scale if scale is None else scale
        self.keys = KeyMap(settings.keys, Keyboard.connected())
        self.screens: list[Screen] = []
        self.session: Session | None = None
        self.running = False
        self.surface = open_window(size, settings.corner)
        self._laid_out = self.surface.get_size()  # the size that the screens have been given
        self._away = False  # minimised: nothing is drawn
        self._windowed: tuple[int, int] | None = None  # its size before it filled the screen
        self._pictures = PictureWriter()
        self._text_input = TextInput()
        self._asks = False  # whether the briefing asks who plays the game that begins
        self._down: set[int] = set()
        """The keys that are down: what the window does once is not repeated while they are."""
        self.theme = self._fitting_theme()
        self._announce(TITLE, "Opening")

    # -- what screens ask for ------------------------------------------------------------------

    @property
    def screen(self) -> Screen | None:
        """The screen that is seen."""
        return self.screens[-1] if self.screens else None

    def push(self, screen: Screen) -> None:
        """Show a screen on top of this one."""
        self.screens.append(screen)
        self._show(screen)

    def lay(self, sheet: Screen) -> None:
        """Push a sheet around which the screen behind is seen, which has to be drawn for that."""
        self.draw()
        self.push(sheet)

    def pop(self) -> None:
        """Go back to the screen below; the window closes behind the last."""
        if self.screens:
            self.screens.pop().leave()
        if self.screen is None:
            self.quit()
        else:
            self._show(self.screen)

    def replace(self, screen: Screen) -> None:
        """Show a screen instead of everything."""
        while self.screens:
            self.screens.pop().leave()
        self.push(screen)

    def wait_for(
        self,
        title: str,
        do: Callable[[Heard], T],
        with_result: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Do what takes longer than a frame in a thread; a sheet shows how far it is.

        ``with_result`` gets the result. ``failed`` gets a ValueError or an OSError that was raised
        in its place; without ``failed`` the screen that is on show then says it.
        """
        self.push(WaitingScreen(self, title, BackgroundWork(do), with_result, failed or self._say))

    def _announce(self, title: str, doing: str) -> None:
        """Say what is being done, in a window that shows nothing yet."""
        if not self.screens:
            announce(self.surface, title, doing, self.theme.scale)

    def _say(self, problem: Exception) -> None:
        if self.screen is not None:
            self.screen.say(str(problem))

    def play(self, session: Session, painter: MapSheet | None = None) -> None:
        """Put a game on the table."""
        self._put_away()
        self.session = session
        title = session.state.resolved.header.title
        self._announce(title, "Seating the players")
        missing = absent(session.players, session.unconfirmed)
        match = Match(session, session.players, session.joined, missing)
        self._announce(title, "Laying out the map")
        self.replace(BoardScreen(self, match, painter))

    def go_on(self, session: Session, painter: MapSheet | None = None) -> None:
        """Put a game on the table again; one that is over is replayed from its start.

        Where its rules have changed and it could go on by either, the player is asked.
        """
        question = rules_question(self, session)
        self.play(session, painter)
        board = self.screen
        if session.state.is_over and isinstance(board, BoardScreen):
            board.open_replay()
        self._see_to_players()
        if question is not None:
            self.lay(question)

    def join(self, link: str, failed: Callable[[Exception], None] | None = None) -> None:
        """Sit down in the seat that a link opens; ``failed`` as for :meth:`wait_for`."""
        from hexwar.viewer.board.joined import JoinedBoard, JoinedBriefing, come

        def sit(match: JoinedMatch) -> None:
            self._put_away()
            board = JoinedBoard(self, match)
            self.replace(board)
            if self.settings.briefings and not match.entries:
                self.lay(JoinedBriefing(board))

        self.wait_for("Coming to the table", lambda _: come(link), sit, failed)

    def sit(self, match: Match) -> None:
        """Put a match on the table whose record is kept elsewhere than among the saves."""
        self._put_away()
        self.replace(BoardScreen(self, match))

    def play_new(
        self,
        session: Session,
        painter: MapSheet | None = None,
        unfinished: Unfinished | None = None,
        *,
        asks: bool = False,
    ) -> None:
        """Put a game on the table that begins.

        Where ``unfinished`` finds another, that is offered; else the briefing is shown, unless this
        scenario was the one just played. ``asks``: nobody has said who plays which side, so the
        briefing asks.
        """
        scenario_before = self.session and self.session.state.resolved.scenario
        self._asks = asks
        self.play(session, painter)
        save = None
        if unfinished is not None:
            self.draw()  # the map is seen before anybody's saves are looked through
            save = unfinished()
        if save is not None:
            self.offer(save)
        elif asks or scenario_before != session.state.resolved.scenario:
            self._brief()
        self._see_to_players()

    def _see_to_players(self) -> None:
        """Begin the process that computer players think in, so that it is there when they are to
        act, and ask who plays in place of players that only the save knows.
        """
        board = self.screens[0]
        if isinstance(board, BoardScreen) and board.match.computers:
            board.thinker.prepare()
        if isinstance(board, BoardScreen) and board.match.absent:
            self.draw()  # as in :meth:`lay`: the board lays the question on itself
            board.ask_for_the_absent()

    def _brief(self) -> None:
        """Say what a game that begins is about, unless nobody wants that or a lesson says it."""
        from hexwar.viewer.screens.briefing import BriefingScreen

        board, session = self.screen, self.session
        if session is None or not isinstance(board, BoardScreen) or not self.settings.briefings:
            return
        begins = not session.entries and not isinstance(session, LessonSession)
        if begins and HUMAN in session.players.values():
            match = board.match
            question = prompt_text(board.desk)
            if not match.human_to_act and match.decision is not None:
                question = f"{match.side_name(match.decision.side)}: {match.decision.prompt}"
            seat = self._seat if self._asks else None
            self.lay(BriefingScreen(self, session, question, seat))

    def _seat(self, players: Mapping[str, str]) -> None:
        """Let ``players`` (by side) play the game that begins; the next time they are proposed."""
        session, board = self.session, self.screens[0]
        if session is None or not isinstance(board, BoardScreen):
            return
        game = session.state.resolved
        self.settings.last = {
            "game": session.game.catalog.folder.name,
            "scenario": game.scenario.id,
            "options": sorted(game.options),
            "edition": game.edition or None,
            "players": dict(players),
        }
        self.settings.save()
        if dict(players) == {side: session.players.get(side) for side in players}:
            return
        for side, player in players.items():
            session.seat(side, player)
        # Nothing that was known at this window for others is kept.
        self.replace(BoardScreen(self, Match(session, session.players), board.painter))
        self._see_to_players()

    def replay(
        self,
        match: Match,
        painter: MapSheet,
        number: int | None = None,
        since: int | None = None,
    ) -> bool:
        """Go through a game again, on the map of ``painter``; False if it has no record.

        ``number``: the action that is shown first, with what has changed since action ``since``.
        Without it, a game that is over is shown from its beginning, any other where it stands.
        """
        from hexwar.viewer.board.replay import replay_screen

        begun = begin_replay(match)
        if begun is None:
            return False

        def show(_: None) -> None:
            self.push(replay_screen(self, match, begun, painter, number, since))

        self.wait_for("Winding back", begun.replay.keep_positions, show)
        return True

    def offer(self, save: SavedGame) -> None:
        """Ask whether to go on with an unfinished game instead of the one on the table."""
        from hexwar.viewer.screens.question import Answer, QuestionScreen
        from hexwar.viewer.screens.saves import SavedTitles, moment

        names = SavedTitles.of(save)
        saved = f"{save.title}, {names.where(save)}, saved {moment(save.saved)}."
        text = f"{saved} {names.players(save)}."
        resume = Answer("Resume", lambda: self.begin(save.path), "r", "primary")
        anew = Answer("New game", self._brief, "n")
        self.lay(QuestionScreen(self, "Resume the unfinished game?", text, [anew, resume]))

    def propose_scale(self, desktop: tuple[int, int]) -> None:
        """Ask once whether to draw larger on a display of so many pixels, if that fits it."""
        from hexwar.viewer.screens.question import propose_scale

        question = propose_scale(self, desktop, self._take_scale)
        if question is not None:
            self.lay(question)

    def _take_scale(self, scale: float) -> None:
        """Draw larger, in a window in the middle that grows with it as far as the screen goes."""
        if self._windowed is None:
            width, height = self.surface.get_size()
            size = within_screen((round(width * scale), round(height * scale)))
            corner = in_the_middle(size)
            # A window that is open stays where its corner is: it would reach beyond the screen.
            pygame.display.quit()
            self.surface = open_window(size, corner)
            self._resized()
        self._set_scale(scale)
        if self.screen is not None:
            self._show(self.screen)

    def _put_away(self) -> None:
        if self.session is not None:
            self.session.put_away()
            self.session = None

    def choose_game(self) -> None:
        """Show the picker."""
        from hexwar.viewer.screens.picker import PickerScreen

        self.replace(PickerScreen(self, self.begin))
        self._put_away()

    def begin(self, beginning: Wanted, failed: Callable[[Exception], None] | None = None) -> None:
        """Begin what was chosen, or go on with a save; ``failed`` as for :meth:`wait_for`."""

        def say(problem: Exception) -> None:
            if not isinstance(beginning, Path):
                self._say(problem)
                return
            part = part_before(beginning, problem)
            offer = f" {part.offer}" if part else ""
            self._say(ValueError(f"{beginning.name} cannot be resumed: {problem}.{offer}"))

        goes_on = isinstance(beginning, Path | SaveBeginning | SaveByRules)
        title = "Opening the save" if goes_on else "Setting up the game"
        asks = isinstance(beginning, NewGame) and beginning.asks
        show = self.go_on if goes_on else partial(self.play_new, asks=asks)
        self.wait_for(
            title, partial(opened, beginning), lambda arguments: show(*arguments), failed or say
        )

    def quit(self) -> None:
        """Close the window at the end of this turn of the loop."""
        self.running = False

    def _show(self, screen: Screen) -> None:
        screen.resize(self.surface.get_size())
        pygame.display.set_caption(f"{screen.title} - {TITLE}" if screen.title else TITLE)

    # -- the loop ------------------------------------------------------------------------------

    def run(self) -> None:
        """Show the screens until the window is closed."""
        self.running = True
        clock = pygame.time.Clock()
        passed = 0.0
        while self.running and self.screen is not None:
            if self.step(passed):
                passed = clock.tick(_FRAMES) / 1000
            else:
                self.handle(_dozing())
                clock.tick()
                passed = 0.0  # nothing moved while the window slept
        self.close()

    def close(self) -> None:
        """Close the window. Only the display ends: fonts that are kept must not outlive theirs."""
        self.settings.size = self._windowed or self.surface.get_size()
        self.settings.save()
        while self.screens:
            self.screens.pop().leave()
        self._put_away()
        pygame.display.quit()

    def step(self, seconds: float) -> bool:
        """Take all events, let time pass, draw what changed; whether the screen is moving."""
        events = pygame.event.get()
        sizes = [event for event in events if event.type == pygame.VIDEORESIZE]
        for event in events:
            # Sizes that the window had for a moment are skipped: screens are laid out once.
            if event.type != pygame.VIDEORESIZE or event is sizes[-1]:
                self.handle(event)
        screen = self.screen
        if screen is None:
            return False
        self._text_input.switch(screen.field is not None)
        busy = screen.tick(min(seconds, 0.1)) or self._pictures.busy
        if outcome := self._pictures.told():
            screen.say(outcome)
        if len(self.screens) > 1 and screen.look_behind(self.screens[-2], self.surface):
            busy = True
        if self.screen is screen and screen.dirty:
            self.draw()
        return busy or (self.screen is not None and (self.screen.dirty or self.screen.waits))

    def draw(self) -> None:
        """Draw the screen that is seen."""
        if self.screen is not None and not self._out_of_sight:
            self.screen.draw(self.surface)
            pygame.display.flip()
        elif self.screen is not None:
            self.screen.dirty = False  # it is drawn when it can be seen again

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event: the window's own here, all others in the screen."""
        screen = self.screen
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in _MAY_RESIZE:
            # Gone, back, or on another display: which of them is not always told, so ask its size.
            self._away = event.type == pygame.WINDOWMINIMIZED
            window_surface = pygame.display.get_surface()
            if window_surface is not None and window_surface.get_size() != self._laid_out:
                self._resized()
            elif screen is not None:
                screen.dirty = True
        elif event.type == pygame.WINDOWMOVED:
            if self._windowed is None:
                self.settings.corner = event.x, event.y
        elif event.type == pygame.DROPFILE:
            from hexwar.viewer.screens.files import take_file

            take_file(self, screen, Path(event.file))
        elif screen is not None:
            if self.keys.keyboard.heed(event):
                screen.rebuild()  # it names the keys as they are
            is_typed = self._text_input.keeps(event, screen.field is not None)
            if not is_typed and not self._everywhere(event, screen):
                screen.handle(event)

    def _resized(self) -> None:
        self.surface = pygame.display.get_surface() or self.surface
        self._laid_out = self.surface.get_size()
        self.theme = self._fitting_theme()
        for screen in self.screens:
            screen.resize(self._laid_out)

    @property
    def _out_of_sight(self) -> bool:
        """Whether nothing can be seen: minimised, or as small as some desktops make it then."""
        return self._away or min(self.surface.get_size()) < _LEAST

    # -- commands that mean the same on every screen ---------------------------------------------

    def _everywhere(self, event: pygame.event.Event, screen: Screen) -> bool:
        """Carry out a command of the window; answers whether the event was the key of one."""
        if event.type == pygame.KEYUP:
            self._down.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
        if event.type != pygame.KEYDOWN:
            return False
        again = event.key in self._down
        self._down.add(event.key)
        command = None if screen.takes_text else self.keys.find(event, screen.context)
        if command is None or command.where != "everywhere":
            return False
        if again and command.id not in _REPEATED:
            return True
        return self.command(command)

    def command(self, command: WindowCommand) -> bool:
        """Carry out one of the window's own commands; answers whether it is one."""
        match command.id:
            case "scale_up":
                self._scale_step(1)
            case "scale_down":
                self._scale_step(-1)
            case "scale_reset":
                self._set_scale(1.0)
            case "fullscreen":
                self._toggle_fullscreen()
            case "screenshot":
                # Save what is seen; a notice says when the file is there.
                self.draw()  # events that came in one batch with the key have not been drawn yet
                drawn_screen = self.surface.copy()
                self._pictures.take(lambda: drawn_screen)
            case "map_picture":
                board = self.screen
                if isinstance(board, BoardScreen):
                    picture = MapPicture(board.match, board.view.pieces)
                    if self._pictures.take(picture.draw, "hexwar-map"):
                        board.say("Drawing a picture of the whole map.")
            case "quit":
                self.quit()
            case "help":
                from hexwar.viewer.screens.help import HelpScreen

                if self.screen is None or isinstance(self.screen, HelpScreen):
                    return False  # the sheet's own key closes it
                self.push((self.screen.help_sheet or HelpScreen)(self))
                return True
            case "settings":
                from hexwar.viewer.screens.own_keys import KeysScreen
                from hexwar.viewer.screens.settings import SettingsScreen

                if any(isinstance(screen, SettingsScreen | KeysScreen) for screen in self.screens):
                    return False
                self.push(SettingsScreen(self))
                return True
            case _:
                return False
        return True

    def _toggle_fullscreen(self) -> None:
        """Fill the screen, or go back to the window of before."""
        # pygame's own switch leaves the picture at the window's size in the middle of the screen.
        windowed, self._windowed = self._windowed, None
        try:
            if windowed is not None:
                pygame.display.set_mode(windowed, pygame.RESIZABLE)
            else:
                screen = pygame.display.get_desktop_sizes()[0]
                self._windowed = self.surface.get_size()
                pygame.display.set_mode(screen, pygame.FULLSCREEN)
        except (pygame.error, IndexError):
            if self.screen is not None:
                self.screen.say("There is no full screen here.")
            return
        self._resized()

    def _scale_step(self, step: int) -> None:
        """Draw at the next scale that is larger (1) or smaller (-1) than the present one, which may
        be less than the player's own (:meth:`_fitting_theme`).
        """
        scale_now = self.theme.scale
        steps = SCALE_STEPS if step > 0 else SCALE_STEPS[::-1]
        self._set_scale(
            next((scale for scale in steps if (scale - scale_now) * step > 0.01), scale_now)
        )

    def _set_scale(self, scale: float) -> None:
        """Draw at a scale, say at which one it could be, and remember what the player wants."""
        self.scale = self.settings.scale = scale
        self.settings.save()
        self.theme = self._fitting_theme()
        for screen in self.screens:
            screen.resize(self.surface.get_size())
        if self.screen is None:
            return
        sentence = f"Lettering at {round(self.theme.scale * 100)} %"
        if self.theme.scale < scale - 0.01:
            sentence += ", the largest that fits this window"
        self.screen.say(f"{sentence}.")

    def _fitting_theme(self) -> Theme:
        """The player's scale, or the largest at which the screens fit the window."""
        width, height = self.surface.get_size()
        return Theme(min(self.scale, width / _ROOM[0], height / _ROOM[1]))


def _dozing() -> pygame.event.Event:
    """The next event; one that means nothing when none has come for a while.

    pygame's own waiting looks a thousand times a second, which costs 2 % of a processor.
    """
    waking = time.monotonic() + _NAP
    while (event := pygame.event.poll()).type == pygame.NOEVENT and time.monotonic() < waking:
        time.sleep(_BLINK)
    return event
