"""The first screen: which game, which scenario and options, and who plays which side.

Games, saves and pictures are read and drawn in threads, and the sheet is laid out again as they
come. What was played last is proposed; else the easiest game that has been read, for as long as
nobody has touched anything. The choosing itself, without widgets, is
:class:`~hexwar.viewer.screens.choosing.NewGameDraft`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition import Definition
from hexwar.definition.model import ResolvedGame
from hexwar.players.learned import found_of
from hexwar.records import SavedGame, unfinished
from hexwar.rules.victory.telling import goals
from hexwar.viewer.drawing.theme import PALETTE, mix
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.panels.turns import add_rows
from hexwar.viewer.program.background import Workshop
from hexwar.viewer.program.commands import WindowCommand, command
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.choices import (
    add_editions,
    add_lessons,
    add_options,
    add_players,
    add_scenarios,
    add_seed,
)
from hexwar.viewer.screens.choosing import LessonChoice, NewGame, NewGameDraft
from hexwar.viewer.screens.resume import Refused, ResumeScreen
from hexwar.viewer.screens.saves import AnySave, SaveBeginning, SavedTitles, all_saves, moment
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.screens.shelf import ShelvedGame, game_folders, hardness, shelve, size_and_effort
from hexwar.viewer.screens.small_pictures import setup_picture
from hexwar.viewer.widgets import Button, Flow, Panel, Picture
from hexwar.viewer.widgets.controls import Row
from hexwar.viewer.widgets.flow import ENDLESS

_START = "ctrl+enter"

_SHARES = (0.4, 0.6)  # of games and of choices, in what the look at the game leaves
_LOOK, _WIDE_LOOK = 37, 46  # of 100: how much of the width is for the look at the game
_BUTTON = 30  # points, the height of buttons among the choices
_RESUME, _PAD = 34, 12  # points: the height of the button that resumes; within its panel
_SHADOW = 3  # pixels

_PICTURES_KEPT = 8  # of maps: more than anybody compares
_READING = "Reading the games ..."
_OPENED = "Import a module or a map, or install a pack; or drop it on the window"
_TWO_COLUMNS, _THREE_COLUMNS = 600, 900  # points of width from which there is room for them
_WIDE = 1300  # points of width from which the picture of the map is larger
_ALIKE = 24  # points of width by which pictures do not differ
_ROOM_BESIDE = 2.4  # widths of its button that a row needs, for its text to stand beside that

OnStart = Callable[[NewGame | LessonChoice | Path | SaveBeginning, Refused], None]
"""Begins a chosen game or lesson, or resumes the save at a path; tells what speaks against it."""


@dataclass(frozen=True, slots=True)
class _PictureRequest:
    """The key of a picture: a game, and the room that there is for it.

    ``which`` is the game by its identity: its digest does not tell what it looks like.
    """

    which: int
    width: int
    game: ResolvedGame = field(compare=False)

    def drawn(self) -> pygame.Surface | None:
        """The picture; ``None`` where nothing could be made out."""
        return setup_picture(self.game, self.width, round(self.width * 0.9))


class PickerScreen(SheetScreen):
    """Chooses a game; ``on_start`` gets a :class:`NewGame`, or the path of a save to resume.

    What ``on_start`` says against that is shown as a sentence. Games, saves and pictures are read
    and drawn in threads, and shown as they come.
    """

    title = "Choose a game"
    widest = 1720
    tall = True
    over = False

    def __init__(self, host: Host, on_start: OnStart) -> None:
        super().__init__(host)
        self.on_start = on_start
        self.saves: list[AnySave] = []
        self.games: list[ShelvedGame] = []
        self._known: dict[str, Definition] = {}
        folders = list(game_folders().values())
        self._order = [folder.name for folder in folders]
        last = host.settings.last.get("game")
        # What was played last is proposed, so it is read first; it keeps its place in the list.
        self._unread = sorted(folders, key=lambda folder: folder.name != last)
        self.chosen: NewGameDraft | None = None
        self.more = False
        self.problem = ""
        self._shelf = Workshop(shelve, keep=len(folders) + 1)
        for folder in self._unread:
            self._shelf.of(folder)
        self._saves = Workshop(all_saves, keep=1)
        self._saves.of(None)
        self._pictures = Workshop(_PictureRequest.drawn, keep=_PICTURES_KEPT)
        self._learned = LastAnswer[list[str]]()
        """What is to be said of what computer players have learned of the game chosen."""
        self._proposed = ""
        """The widget that has the focus unless somebody chooses another."""

    # -- the games -----------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Show what has been read and drawn meanwhile."""
        news = [shop.news() for shop in (self._shelf, self._saves, self._pictures)]
        if any(news):
            self.saves = self.saves or self._saves.of(None) or []
            while self._unread and self._shelf.has(self._unread[0]):
                unpacked = self._shelf.of(self._unread.pop(0))
                if unpacked is None:
                    continue
                self.games.append(unpacked)
                self.games.sort(key=lambda game: (hardness(game), self._order.index(game.name)))
                if unpacked.definition is not None:
                    self._known[unpacked.name] = unpacked.definition
                    if self.chosen is None:
                        self.choose_game(unpacked)
                    elif unpacked is self.games[0] and self._nobody_has_chosen:
                        self.choose_game(unpacked)  # an easier one than was read before
            if self.focus == self._proposed:
                self.focus = ""  # what comes may be a better proposal, if nobody has chosen yet
            self.rebuild()
        return False

    @property
    def waits(self) -> bool:
        """Whether games or saves are being read, or pictures drawn."""
        return self._shelf.busy or self._saves.busy or self._pictures.busy

    @property
    def _nobody_has_chosen(self) -> bool:
        """Whether what is proposed is a guess that nobody has touched."""
        is_shelved = self.host.settings.last.get("game") in self._order
        return not is_shelved and self.focus == self._proposed

    def choose_game(self, game: ShelvedGame) -> None:
        """Look at a game: as it was played last, or its first scenario without options."""
        if game.definition is not None:
            self.chosen = NewGameDraft(game.definition)
            if self.host.settings.last.get("game") == game.name:
                self.chosen.recall(self.host.settings.last)
            self.problem = ""

    # -- what the buttons do -------------------------------------------------------------------

    def start(self) -> None:
        """Begin the game that is chosen."""
        if self.chosen is not None:
            self.host.settings.last = self.chosen.remembered()
            self.host.settings.save()
            self._hand_over(self.chosen.choice())

    def _hand_over(self, chosen: NewGame | LessonChoice | Path) -> None:
        self.on_start(chosen, self._refused)

    def _refused(self, problem: Exception) -> None:
        self.problem = str(problem)
        self.offsets["body"] = 0
        self.rebuild()

    def leave(self) -> None:
        """Nothing more is to be read or drawn."""
        for shop in (self._shelf, self._saves, self._pictures):
            shop.stop()

    def _open_saves(self) -> None:
        names = SavedTitles(self._known)
        screen = ResumeScreen(self.host, self.saves, self.on_start, self.host.pop, names)
        self.host.push(screen)

    def _open_settings(self) -> None:
        self.host.command(command("settings"))

    def _open_file(self) -> None:
        from hexwar.viewer.screens.files import OpenFileScreen, first_folder, take_file

        take = partial(take_file, self.host, self)
        self.host.push(OpenFileScreen(self.host, first_folder(), take))

    def _open_join(self) -> None:
        from hexwar.viewer.screens.joining import JoinScreen

        self.host.push(JoinScreen(self.host, self.host.join))

    def _show_more(self) -> None:
        self.more = not self.more
        if self.more:
            self.focus = "seed"

    # -- layout --------------------------------------------------------------------------------

    def fill(self, flow: Flow) -> None:
        """What is unfinished first, then games, choices and a look at the game."""
        if self.problem:
            flow.text("problem", self.problem, color=PALETTE.danger, bold=True)
            flow.gap(10)
        self._add_resume(flow)
        width = flow.rect.width / flow.theme.scale
        # Games, choices and the look at the game: side by side as far as there is room.
        if width >= _THREE_COLUMNS:
            # What a wider window has more is for the map.
            look = _LOOK if width < _WIDE else _WIDE_LOOK
            parts = columns(flow, *((100 - look) * share for share in _SHARES), look, gap=32)
        elif width >= _TWO_COLUMNS:
            left, right = columns(flow, 45, 55, gap=28)
            parts = [left, right, left]
        else:
            parts = [flow, flow, flow]
        self._add_games(parts[0])
        if self.chosen is not None:
            self._add_choices(parts[1], self.chosen)
            self._add_look(parts[2], self.chosen.resolved)
        if parts[0] is not flow:
            join(flow, [part for n, part in enumerate(parts) if part not in parts[:n]])

    def _add_resume(self, flow: Flow) -> None:
        """The latest unfinished game, with a button to go on with it."""
        open_games = unfinished(s for s in self.saves if isinstance(s, SavedGame))
        if not open_games:
            return
        theme, save = flow.theme, open_games[0]
        pad = theme.px(_PAD)
        names = SavedTitles(self._known)
        titles = ", ".join(dict.fromkeys((save.title, names.scenario(save))))
        text = f"{titles}, turn {save.turn}, {moment(save.saved)}"
        width = Button.wanted(theme, "Resume") + theme.px(24)
        beside = flow.rect.width > width * _ROOM_BESIDE
        box = flow.take(0)
        room = flow.rect.width - 2 * pad - (width + pad if beside else 0)
        inner = Flow(theme, pygame.Rect(box.left + pad, box.top + pad, room, ENDLESS))
        inner.heading("resume-heading", "Unfinished game")
        inner.gap(1)
        inner.text("resume-text", text, theme.title, bold=True)
        inner.text("resume-players", names.players(save), theme.small, PALETTE.ink_soft)
        high = theme.px(_RESUME)
        button = pygame.Rect(box.right - pad - width, 0, width, high)
        if not beside:
            inner.gap(8)
            button = inner.take(high)
        box.height = max(inner.y - box.top, high + pad) + pad
        if beside:
            button.centery = box.centery
        panel = Panel("resume-panel", box, "", PALETTE.accent_pale, PALETTE.accent)
        resume = partial(self._hand_over, save.path)
        panel.children = [*inner.widgets, Button("resume", button, "Resume", resume, "primary")]
        flow.place(panel)
        flow.y = box.bottom
        flow.gap(16)

    def _add_games(self, flow: Flow) -> None:
        """The games that have been read, the easiest first; a broken one says what is wrong."""
        flow.heading("games-heading", "Games")
        flow.gap(4)
        for game in self.games:
            row_text = game.broken
            if game.definition is not None:
                row_text = size_and_effort(game.definition.resolve())
            faulty = bool(game.broken)
            height = Row.needed(flow.theme, flow.rect.width, game.title, row_text, faulty)
            activate = partial(self.choose_game, game) if game.definition is not None else None
            row = Row(
                f"game-{game.name}", flow.take(height), game.title, row_text, activate, faulty
            )
            row.selected = self.chosen is not None and game.definition is self.chosen.definition
            flow.place(row)
            flow.gap(6)
        if self._unread:
            reading = "More games are being read." if self.games else _READING
            flow.text("reading", reading, flow.theme.small, PALETTE.ink_soft)
            flow.gap(6)
        elif not self.games:
            flow.text("no-games", "There is no game here. “hexwar list” says where they belong.")
        rect = flow.take(flow.theme.px(_BUTTON))
        rect.width = min(rect.width, Button.wanted(flow.theme, "Open a file") + flow.theme.px(8))
        flow.place(Button("open-file", rect, "Open a file", self._open_file, tooltip=_OPENED))
        flow.gap(12)

    def _add_choices(self, flow: Flow, chosen: NewGameDraft) -> None:
        """What is chosen of a game; what few want to change stands under *More*."""
        add_lessons(flow, chosen, self._hand_over)
        add_scenarios(flow, chosen)
        add_options(flow, chosen)
        add_players(flow, chosen)
        game = chosen.resolved
        # Read from files once for each choice, and not at each layout; choices made before are the
        # same objects as long as the game is loaded.
        notes = self._learned.about((id(game),), lambda: found_of(game).notes(game))
        for number, note in enumerate(notes):
            flow.text(f"learned-{number}", note, flow.theme.small, PALETTE.ink_soft)
        add_editions(flow, chosen)
        theme = flow.theme
        label = "Less" if self.more else "More"
        row = flow.take(theme.px(_BUTTON))
        row.width = min(row.width, Button.wanted(theme, label) + theme.px(8))
        flow.place(Button("more", row, label, self._show_more))
        if self.more:
            flow.gap(8)
            add_seed(flow, chosen)

    def _add_look(self, flow: Flow, game: ResolvedGame) -> None:
        """The map as it is set up, and what the game is about."""
        theme = flow.theme
        # A body that scrolls is laid out twice, a little narrower then: that is one picture.
        width = flow.rect.width - flow.rect.width % theme.px(_ALIKE)
        request = _PictureRequest(id(game), width, game)
        picture = self._pictures.of(request)
        if picture is not None or not self._pictures.has(request):
            size = picture.get_size() if picture is not None else (width, round(width * 0.6))
            box = pygame.Rect(flow.take(size[1]).topleft, size)
            label = f"Map of {game.header.title}, set up for {game.scenario.title}"
            flow.place(Picture("map", box, label, partial(_blit, picture)))
            flow.gap(10)
        flow.text("game-title", game.header.title, theme.title, bold=True)
        flow.text("game-facts", size_and_effort(game), theme.small, PALETTE.ink_soft)
        flow.gap(5)
        if game.header.summary:
            flow.text("game-summary", game.header.summary, theme.body)
        flow.gap(5)
        flow.heading("goal-heading", "How it is won")
        for number, goal in enumerate(goals(game)):
            flow.text(f"goal-{number}", str(goal), theme.small)
            add_rows(flow, number, goal)
        by = ", ".join(game.header.authors)
        if by:
            flow.gap(5)
            flow.text("game-authors", by, theme.small, PALETTE.ink_soft)
        flow.gap(10)

    def acts(self) -> Sequence[SheetButton]:
        """Quit, settings, the saves, start."""
        quit_key = self.host.keys.shown("quit")
        aside = [SheetButton("quit", "Quit", self.host.quit, hint=quit_key)]
        key = self.host.keys.shown("settings")
        aside.append(SheetButton("settings", "Settings", self._open_settings, hint=key))
        if self.saves:
            aside.append(SheetButton("saves", "Saved games", self._open_saves))
        aside.append(SheetButton("join", "Join a game", self._open_join))
        if self.chosen is None and self._unread:
            return [*aside, SheetButton("start", _READING, self.start, "primary", enabled=False)]
        key = self.host.keys.written(_START)
        ready = self.chosen is not None
        return [*aside, SheetButton("start", "Start", self.start, "primary", key, ready)]

    def first_focus(self, keys: list[str]) -> str:
        """Going on with a game comes before starting one; nothing while there is neither."""
        ready = self.chosen is not None
        key = "resume" if "resume" in keys else super().first_focus(keys) if ready else ""
        self._proposed = key
        return key

    # -- input ---------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> None:
        """Ctrl+Enter starts from anywhere."""
        if _START in self.host.keys.chords(event):
            self.start()
            return
        super().key(event)

    def cancel(self) -> None:
        """There is nothing below the picker to go back to."""

    def command(self, command: WindowCommand) -> bool:
        """Quit; nothing else of the table is for this screen."""
        if command.id == "quit":
            self.host.quit()
            return True
        return super().command(command)


def _blit(picture: pygame.Surface | None, surface: pygame.Surface, rect: pygame.Rect) -> None:
    shadow = rect.move(_SHADOW, _SHADOW)
    pygame.draw.rect(surface, mix(PALETTE.paper, PALETTE.ink, 0.25), shadow)
    if picture is not None:
        surface.blit(picture, rect)
    else:
        pygame.draw.rect(surface, PALETTE.paper_dim, rect)
