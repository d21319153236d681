"""The replay: a game is gone through again, and stays as it is.

The screen is the board with another match behind it, whose record is a tape: everything that looks
at the map works as in a game, and every command that would act is left out. Above the usual sheet
stand the controls; going forward by one action shows it as it was made, longer strides show what
has changed on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pygame

from hexwar.definition.grammar import opening
from hexwar.records import Session
from hexwar.records.saves import BOOKMARK, Bookmarks
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.decisions import situation
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from hexwar.viewer.match.looking_back import LookingBack, look_back_at
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.match.replaying import Eyes, ReplayMatch, eyes_for
from hexwar.viewer.panels.bar import BarButton, Telling, lay_bar
from hexwar.viewer.panels.hindsight import ChanceLine
from hexwar.viewer.panels.replay import STEPS, ReplayControls, Timeline, Went, add_controls
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.screens.base import Host
from hexwar.viewer.widgets import Widget

_REST = {"slow": 1.2, "fast": 0.4, "instant": 0.15}  # seconds between two actions that are played


class ReplayScreen(BoardScreen):
    """Goes through ``match``. ``views`` are the views in which it can be seen.

    Nothing here plays: the positions are copies, and leaving shows the game as it was left.
    """

    context = "replay"
    groups = ("Replay", "Game")

    def __init__(
        self,
        host: Host,
        match: ReplayMatch,
        views: list[Eyes],
        bookmarks: Bookmarks,
        painter: MapSheet | None = None,
        looked_back: LookingBack | None = None,
    ) -> None:
        self.replayed = match
        self.looked_back = looked_back
        self._hindsight_shown = False  # how the game went
        self.views, self.bookmarks = views, bookmarks
        self.step = STEPS[0]
        self.playing = False
        self._rest = 0.0  # seconds until the next action is played
        self.timeline: Timeline | None = None
        self.chances: ChanceLine | None = None
        super().__init__(host, match, painter)
        self.title = f"{self.title}: replay"

    # -- layout --------------------------------------------------------------------------------

    def bar(self, rect: pygame.Rect) -> list[Widget]:
        """Where the game was, what was done, and the way out."""
        match, theme = self.replayed, self.theme
        entry = match.replay.latest
        side = match.sides.get(entry.side if entry else "")
        telling = Telling(
            situation(match.state, match.decision, of_all=True),
            f"Replay: {match.in_words()}",
            f"{opening(side.name, 'has')} acted" if side else "The beginning",
            parse_color(side.color, PALETTE.gold) if side else PALETTE.gold,
        )
        keys = self.host.keys
        buttons = [
            BarButton("help", "?", "", keys.tooltip("help")),
            BarButton("rules", "Rules", "", keys.tooltip("rules")),
            BarButton("replay_leave", "Leave", "", keys.tooltip("replay_leave"), True, "primary"),
        ]
        return lay_bar(theme, rect, telling, buttons, self.run)

    def sheet(self, rect: pygame.Rect) -> list[Widget]:
        """The controls, and the usual sheet below them."""
        last = len(self.replayed.replay)
        controls = ReplayControls(
            self.replayed,
            self.host.keys,
            self.run,
            self._choose_step,
            self.step,
            self.playing,
            self.host.settings.speed,
            self.bookmarks.up_to(last),
            len(self.views) > 1,
            self._went,
        )
        panel = add_controls(controls, self.theme, rect)
        # Kept, for a click on one of these lines goes to the action there.
        lines = [part for part in panel.children if isinstance(part, ChanceLine)]
        self.chances = next(iter(lines), None)
        self.timeline = next(part for part in panel.children if isinstance(part, Timeline))
        below = pygame.Rect(
            rect.left, panel.rect.bottom, rect.width, rect.bottom - panel.rect.bottom
        )
        return [panel, *super().sheet(below)]

    @property
    def _went(self) -> Went | None:
        """How the game went, where all of it is shown: as a side saw it, it would tell more."""
        looked = self.looked_back
        if looked is None or self.replayed.visibility.sides:
            return None
        course = looked.result()
        return None if course is None else (course, looked.parties)

    @property
    def waits(self) -> bool:
        """While the game is looked back at."""
        return super().waits or (self.looked_back is not None and not self._hindsight_shown)

    def notice(self) -> Notice:
        """What the last step brought about, or the keys."""
        notice, changes = self.match.notice, self.replayed.changes
        if notice.text and not notice.repeats:
            return notice
        if changes:
            return Notice(f"In this step: {changes.in_words()}.")
        keys = self.host.keys.shown
        by = ", ".join(f"{keys(f'on_{step}')} by {step}" for step in STEPS)
        back = f"back: {keys('back_action')}, or with Shift"
        return Notice(f"{keys('replay_play')} plays. On: {by}; {back}.")

    def _choose_step(self, step: str) -> None:
        self.step = step
        self.rebuild()

    # -- time ----------------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Show what was done; while it is played, the next action when that is over."""
        self.show_events(seconds)
        if self.looked_back is not None and not self._hindsight_shown and self.looked_back.is_over:
            self._hindsight_shown = True
            self.rebuild()
        drifts = self.pointing.drift(seconds)
        busy = self.match.playback.busy
        if self.playing and not busy:
            self._rest -= seconds
            if self._rest <= 0:
                self._rest = _REST[self.host.settings.speed]
                self.playing = self.replayed.forward()
                self._reveal()
                self.rebuild()
        return busy or self.playing or drifts or self.unseen

    # -- what commands come down to --------------------------------------------------------------

    def means(self, command: WindowCommand) -> bool:
        """Only what goes through the game or looks at the map."""
        return command.look or command.where != "board"

    def command(self, command: WindowCommand) -> bool:
        """Carry out a command of the replay, or one that only looks at the map."""
        if command.id in METHODS_OF_REPLAY:
            METHODS_OF_REPLAY[command.id](self)
            return True
        return self.means(command) and super().command(command)

    def go(self, step: str, direction: int) -> None:
        """Back or on; an action forward is shown as it was made."""
        match, at = self.replayed, self.replayed.replay.at
        self.playing = False
        # The next step begins where the last one ends, whether or not that has been seen.
        if match.playback.busy:
            match.playback.skip()
        if step == BOOKMARK:
            marks = self.bookmarks.up_to(len(match.replay))
            beyond = [number for number in marks if (number > at if direction > 0 else number < at)]
            goal = (min(beyond) if direction > 0 else max(beyond)) if beyond else None
        else:
            goal = match.next_stop(step, direction)
        if goal is None:
            side_of_course = "further on" if direction > 0 else "further back"
            self.say(f"There is no {step} {side_of_course}.")
        elif direction > 0 and step == STEPS[0]:
            match.forward()
        else:
            match.go_to(goal, at if direction > 0 and step != BOOKMARK else None)
        self._reveal()
        self.after_action()

    def go_to(self, number: int) -> None:
        """Go to where so many actions are done."""
        self.playing = False
        self.replayed.go_to(number)
        self.after_action()

    def go_to_start(self) -> None:
        """Before the first action."""
        self.go_to(0)

    def go_to_end(self) -> None:
        """After the last one."""
        self.go_to(len(self.replayed.replay))

    def leave_replay(self) -> None:
        """Back to the game as it was left."""
        self.host.pop()

    def _reveal(self) -> None:
        """Bring what was done last into view."""
        changes = self.replayed.changes
        ends = [path[-1] for path in changes.routes.values() if path[-1]]
        for number in [*ends[-1:], *changes.fought[-1:]]:
            self.view.reveal(number)

    def play_or_stop(self) -> None:
        """Play from here on by itself, or stop; at the end from the beginning."""
        replay = self.replayed.replay
        if not self.playing and replay.at == len(replay):
            self.go_to(0)
        self.playing = not self.playing
        self._rest = 0.0
        self.rebuild()

    def mark(self) -> None:
        """Set a bookmark, or take it away."""
        at = self.replayed.replay.at
        try:
            is_marked = self.bookmarks.toggle(at)
        except OSError as problem:
            self.say(f"The bookmark holds for now, but cannot be kept: {problem.strerror}.")
        else:
            self.say(f"{'Marked' if is_marked else 'No longer marked'}: action {at}.")

    def look_as_next(self) -> None:
        """See the game as the next side saw it, and in the end all of it."""
        if len(self.views) < 2:
            hidden = self.match.visibility.limited
            self.say("The game goes on: only your own view is shown." if hidden else _NOTHING)
            return
        eyes = self.replayed.visibility.eyes
        at = self.views.index(eyes) + 1 if eyes in self.views else 0
        self.replayed.look_as(self.views[at % len(self.views)])
        self.after_action()

    # -- input -----------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """A click on the line of the whole game, or of its chances, goes there."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            line, chances, number = self.timeline, self.chances, None
            if chances is not None and chances.rect.collidepoint(event.pos):
                number = chances.reading_at(event.pos, self.theme)
            # The line is thin: a click half its height beside it is meant for it.
            elif line is not None and line.rect.inflate(0, line.rect.height).collidepoint(
                event.pos
            ):
                number = line.number_at(event.pos[0])
            if number is not None:
                self.go_to(number)
                return
        super().handle(event)

    def leave(self) -> None:
        """The replay is left: nothing more is worked out for it."""
        super().leave()
        if self.looked_back is not None:
            self.looked_back.give_up()


_NOTHING = "Nothing is hidden in this game: all sides see the same."


def replay_screen(
    host: Host,
    match: Match,
    begun: ReplayMatch,
    painter: MapSheet,
    number: int | None = None,
    since: int | None = None,
) -> ReplayScreen:
    """The replay ``begun`` of a match at an action, with what has changed ``since`` another.
    Without one: at its beginning when it is over, else where it stands.
    """
    if number is None:
        number = 0 if match.state.is_over else len(begun.replay)
    begun.go_to(number, since)
    bookmarks = Bookmarks(match.record.path if isinstance(match.record, Session) else None)
    return ReplayScreen(host, begun, eyes_for(match), bookmarks, painter, look_back_at(match))


def _go(step: str, direction: int) -> Callable[[ReplayScreen], None]:
    return lambda screen: screen.go(step, direction)


METHODS_OF_REPLAY: Mapping[str, Callable[[ReplayScreen], None]] = {
    **{f"on_{step}": _go(step, 1) for step in STEPS},
    **{f"back_{step}": _go(step, -1) for step in STEPS},
    "replay_start": ReplayScreen.go_to_start,
    "replay_end": ReplayScreen.go_to_end,
    "replay_play": ReplayScreen.play_or_stop,
    "replay_mark": ReplayScreen.mark,
    "replay_eyes": ReplayScreen.look_as_next,
    "replay_leave": ReplayScreen.leave_replay,
}
"""Command of the replay to the method that carries it out."""
