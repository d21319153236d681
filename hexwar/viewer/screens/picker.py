"""The first screen: which game, which scenario and options, and who plays whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.records import SavedGame, unfinished
from hexwar.rules.victory.telling import goals
from hexwar.viewer.commands import Command, command
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.choices import (
    add_editions,
    add_lessons,
    add_options,
    add_players,
    add_scenarios,
    add_seed,
)
from hexwar.viewer.screens.choosing import Choice, Choosing, LessonChoice
from hexwar.viewer.screens.resume import ResumeScreen
from hexwar.viewer.screens.setup_picture import SetupPicture, setup_picture
from hexwar.viewer.screens.sheet import Act, SheetScreen, columns, join
from hexwar.viewer.screens.shelf import (
    AnySave,
    Names,
    Part,
    ShelvedGame,
    all_saves,
    game_folders,
    moment,
    shelve,
    size_and_effort,
)
from hexwar.viewer.theme import PALETTE, mix
from hexwar.viewer.widgets import Button, Flow, Panel, Picture
from hexwar.viewer.widgets.row import Row

_START = "Ctrl+Enter"

OnStart = Callable[[Choice | LessonChoice | Path | Part], None]
"""Begins a chosen game or lesson, or resumes the save at a path."""


class PickerScreen(SheetScreen):
    """Chooses a game; ``on_start`` gets a :class:`Choice`, or the path of a save to resume.

    A ``ValueError`` or an ``OSError`` of ``on_start`` is shown as a sentence.
    """

    title = "Choose a game"
    widest = 1240
    tall = True
    over = False

    def __init__(self, host: Host, on_start: OnStart) -> None:
        super().__init__(host)
        self.on_start = on_start
        self.saves: list[AnySave] = all_saves()
        self.games: list[ShelvedGame] = []
        folders = list(game_folders().values())
        self._order = [folder.name for folder in folders]
        last = host.settings.last.get("game")
        # What was played last is proposed, so it is read first; it keeps its place in the list.
        self._unread = sorted(folders, key=lambda folder: folder.name != last)
        self.chosen: Choosing | None = None
        self.more = False
        self.problem = ""
        self._pictures: dict[object, SetupPicture | None] = {}
        while self._unread and self.chosen is None:
            self._read_one()

    # -- the games -----------------------------------------------------------------------------

    def tick(self, seconds: float) -> bool:
        """Read one more game; the window is not held up by a long shelf."""
        if not self._unread:
            return False
        self._read_one()
        self.rebuild()
        return bool(self._unread)

    def _read_one(self) -> None:
        found = shelve(self._unread.pop(0))
        if found is None:
            return
        self.games.append(found)
        self.games.sort(key=lambda game: self._order.index(game.name))
        if self.chosen is None and found.definition is not None:
            self.choose_game(found)

    def choose_game(self, game: ShelvedGame) -> None:
        """Look at a game: as it was played last, or its first scenario without options."""
        if game.definition is not None:
            self.chosen = Choosing(game.definition)
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

    def _hand_over(self, what: Choice | LessonChoice | Path) -> None:
        try:
            self.on_start(what)
        except (ValueError, OSError) as problem:
            self.problem = str(problem)
            self.offsets["body"] = 0
            self.rebuild()

    def _open_saves(self) -> None:
        screen = ResumeScreen(self.host, self.saves, self.on_start, self.host.pop, self._names())
        self.host.push(screen)

    def _open_settings(self) -> None:
        self.host.command(command("settings"))

    def _names(self) -> Names:
        return Names({g.name: g.definition for g in self.games if g.definition})

    def _show_more(self) -> None:
        self.more = not self.more
        if self.more:
            self.focus = "seed"

    # -- layout --------------------------------------------------------------------------------

    def fill(self, flow: Flow) -> None:
        """What is unfinished first, then games, choices and a look at the game."""
        self._add_problem(flow)
        self._add_resume(flow)
        width = flow.rect.width / flow.theme.scale
        if width >= 900:
            parts = columns(flow, 25, 38, 37, gap=32)
        elif width >= 600:
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

    def _add_problem(self, flow: Flow) -> None:
        if self.problem:
            flow.text("problem", self.problem, color=PALETTE.danger, bold=True)
            flow.gap(10)

    def _add_resume(self, flow: Flow) -> None:
        """The latest unfinished game, with a button to go on with it."""
        open_games = unfinished(s for s in self.saves if isinstance(s, SavedGame))
        if not open_games:
            return
        theme, save = flow.theme, open_games[0]
        pad = theme.px(12)
        scenario = self._names().scenario(save)
        text = f"{save.title}, {scenario}, turn {save.turn}, {moment(save.saved)}"
        wanted = Button.wanted(theme, "Resume") + theme.px(24)
        beside = flow.rect.width > wanted * 2.4
        box = flow.take(0)
        room = flow.rect.width - 2 * pad - (wanted + pad if beside else 0)
        inner = Flow(theme, pygame.Rect(box.left + pad, box.top + pad, room, 10_000))
        inner.heading("resume-heading", "Unfinished game")
        inner.gap(1)
        inner.text("resume-text", text, theme.title, bold=True)
        high = theme.px(34)
        button = pygame.Rect(box.right - pad - wanted, 0, wanted, high)
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
            flow.text("reading", "More games are being read.", flow.theme.small, PALETTE.ink_soft)
        elif not self.games:
            flow.text("no-games", "There is no game here. “hexwar list” says where they belong.")
        flow.gap(12)

    def _add_choices(self, flow: Flow, chosen: Choosing) -> None:
        add_lessons(flow, chosen, self._hand_over)
        add_scenarios(flow, chosen)
        add_options(flow, chosen)
        add_players(flow, chosen)
        add_editions(flow, chosen)
        theme = flow.theme
        label = "Less" if self.more else "More"
        row = flow.take(theme.px(30))
        row.width = min(row.width, Button.wanted(theme, label) + theme.px(8))
        flow.place(Button("more", row, label, self._show_more))
        if self.more:
            flow.gap(8)
            add_seed(flow, chosen)

    def _add_look(self, flow: Flow, game: ResolvedGame) -> None:
        """The map as it is set up, and what the game is about."""
        theme = flow.theme
        picture = self._map_picture(game, flow.rect.width, round(flow.rect.width * 0.9))
        if picture is not None:
            place = flow.take(picture.size[1])
            box = pygame.Rect(place.topleft, picture.size)
            label = f"Map of {game.header.title}, set up for {game.scenario.title}"
            flow.place(Picture("map", box, label, lambda s, r: _blit(s, r, picture.surface)))
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
        by = ", ".join(game.header.authors)
        if by:
            flow.gap(5)
            flow.text("game-authors", by, theme.small, PALETTE.ink_soft)
        flow.gap(10)

    def _map_picture(self, game: ResolvedGame, width: int, height: int) -> SetupPicture | None:
        """Kept for the last few sizes: a body that scrolls is laid out twice, with two widths."""
        key = (game.digest, game.edition, width, height)
        if key not in self._pictures:
            while len(self._pictures) > 3:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[key] = setup_picture(game, width, height)
        return self._pictures[key]

    def acts(self) -> Sequence[Act]:
        """Quit, the saves, start."""
        quit_key = self.host.keys.shown("quit")
        found = [Act("quit", "Quit", self.host.quit, hint=quit_key)]
        shown = self.host.keys.shown("settings")
        found.append(Act("settings", "Settings", self._open_settings, hint=shown))
        if self.saves:
            found.append(Act("saves", "Saved games", self._open_saves))
        ready = self.chosen is not None
        return [*found, Act("start", "Start", self.start, "primary", _START, ready)]

    def first_focus(self, keys: list[str]) -> str:
        """Going on with a game comes before starting one."""
        return "resume" if "resume" in keys else super().first_focus(keys)

    # -- input ---------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> None:
        """Ctrl+Enter starts from anywhere."""
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and event.mod & pygame.KMOD_CTRL:
            self.start()
            return
        super().key(event)

    def cancel(self) -> None:
        """There is nothing below the picker to go back to."""

    def command(self, command: Command) -> bool:
        """Quit; nothing else of the table is for this screen."""
        if command.id == "quit":
            self.host.quit()
            return True
        return super().command(command)


def _blit(surface: pygame.Surface, rect: pygame.Rect, picture: pygame.Surface) -> None:
    shadow = rect.move(3, 3)
    pygame.draw.rect(surface, mix(PALETTE.paper, PALETTE.ink, 0.25), shadow)
    surface.blit(picture, rect)


__all__ = ["Choice", "OnStart", "PickerScreen"]
