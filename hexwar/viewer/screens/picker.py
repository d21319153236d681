"""The first screen: which game, which scenario and options, and who plays whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition import Definition
from hexwar.definition.choices import applies
from hexwar.definition.model import ResolvedGame, Side
from hexwar.players import PLAYERS
from hexwar.records import HUMAN, SavedGame, unfinished
from hexwar.viewer.commands import Command
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.resume import ResumeScreen
from hexwar.viewer.screens.setup_picture import setup_picture
from hexwar.viewer.screens.sheet import Act, SheetScreen, columns, join
from hexwar.viewer.screens.shelf import (
    AnySave,
    Names,
    ShelvedGame,
    all_saves,
    facts,
    game_folders,
    moment,
    shelve,
    tidied,
)
from hexwar.viewer.theme import PALETTE, mix, parse_color
from hexwar.viewer.widgets import Button, Flow, Label, Option, Panel, Picture
from hexwar.viewer.widgets.field import Field
from hexwar.viewer.widgets.row import Row

_OPPONENT = "greedy"  # who plays the other sides until somebody says otherwise
_START = "Ctrl+Enter"


@dataclass(frozen=True, slots=True)
class Choice:
    """A game that is to begin; what ``Session.new`` takes.

    ``game`` is the folder of the game. ``players``: side id to ``human`` or the name of a computer
    player. ``seed`` is ``None`` when nobody asked for one.
    """

    game: Path
    scenario: str
    options: tuple[str, ...] = ()
    edition: str | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    seed: str | None = None


OnStart = Callable[[Choice | Path], None]
"""Begins a chosen game, or resumes the save at a path."""


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
        self._unread = list(game_folders().values())
        self.chosen: ShelvedGame | None = None
        self.scenario = ""
        self.options: set[str] = set()
        self.edition: str | None = None
        self.players: dict[str, str] = {}
        self.more = False
        self.seed = ""
        self.problem = ""
        self._picture: tuple[object, pygame.Surface | None] = (None, None)
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
        if self.chosen is None and found.definition is not None:
            self.choose_game(found)

    def choose_game(self, game: ShelvedGame) -> None:
        """Look at a game; the first scenario without options is proposed."""
        if game.definition is None:
            return
        self.chosen = game
        self.options.clear()
        self.seed, self.problem = "", ""
        self.choose_scenario(next(iter(game.definition.catalog.scenarios)))
        sides = [side.id for side in self._sides()]
        self.players = dict.fromkeys(sides, _OPPONENT if _OPPONENT in PLAYERS else HUMAN)
        self.players[sides[0]] = HUMAN

    def choose_scenario(self, scenario: str) -> None:
        """Take a scenario; options and an edition that it does not offer are dropped."""
        self.scenario = scenario
        offered = self._offered()
        self.options &= set(offered["options"])
        if self.edition not in offered["editions"]:
            self.edition = next(iter(offered["editions"]), None)

    def _definition(self) -> Definition:
        if self.chosen is None or self.chosen.definition is None:
            raise LookupError("no game is chosen")
        return self.chosen.definition

    def _offered(self) -> dict[str, list[str]]:
        """Options and editions of the scenario, in the author's order."""
        catalog = self._definition().catalog
        variant = catalog.scenarios[self.scenario].variant
        return {
            "options": [o.id for o in catalog.options.values() if applies(o, variant)],
            "editions": [e.id for e in catalog.editions.values() if applies(e, variant)],
        }

    def resolved(self) -> ResolvedGame:
        """The game as it is chosen now."""
        return self._definition().resolve(self.scenario, self.options, self.edition)

    def _sides(self) -> tuple[Side, ...]:
        return self.resolved().sides

    def choice(self) -> Choice:
        """What :attr:`on_start` gets when the game is started."""
        folder = self._definition().catalog.folder
        options = tuple(o for o in self._offered()["options"] if o in self.options)
        seed = self.seed.strip() or None
        return Choice(folder, self.scenario, options, self.edition, dict(self.players), seed)

    # -- what the buttons do -------------------------------------------------------------------

    def start(self) -> None:
        """Begin the game that is chosen."""
        if self.chosen is not None:
            self._hand_over(self.choice())

    def _hand_over(self, what: Choice | Path) -> None:
        try:
            self.on_start(what)
        except (ValueError, OSError) as problem:
            self.problem = str(problem)
            self.offsets["body"] = 0
            self.rebuild()

    def _open_saves(self) -> None:
        screen = ResumeScreen(self.host, self.saves, self.on_start, self.host.pop, self._names())
        self.host.push(screen)

    def _names(self) -> Names:
        return Names({g.name: g.definition for g in self.games if g.definition})

    def _turn_option(self, option: str) -> None:
        self.options ^= {option}

    def _choose_edition(self, edition: str) -> None:
        self.edition = edition

    def _choose_player(self, side: str, player: str) -> None:
        self.players[side] = player

    def _show_more(self) -> None:
        self.more = not self.more
        if self.more:
            self.focus = "seed"

    def _type_seed(self, text: str) -> None:
        self.seed = text

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
            if parts[2] is not parts[1]:
                self._add_look(parts[2])
                self._add_choices(parts[1])
            else:
                self._add_choices(parts[1])
                self._add_look(parts[2])
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

        def resume() -> None:
            self._hand_over(save.path)

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
                row_text = facts(game.definition.resolve())
            faulty = bool(game.broken)
            height = Row.needed(flow.theme, flow.rect.width, game.title, row_text, faulty)

            def choose(game: ShelvedGame = game) -> None:
                self.choose_game(game)

            activate = choose if game.definition is not None else None
            row = Row(
                f"game-{game.name}", flow.take(height), game.title, row_text, activate, faulty
            )
            row.selected = game is self.chosen
            flow.place(row)
            flow.gap(6)
        if self._unread:
            flow.text("reading", "More games are being read.", flow.theme.small, PALETTE.ink_soft)
        elif not self.games:
            flow.text("no-games", "There is no game here. “hexwar list” says where they belong.")
        flow.gap(12)

    def _add_choices(self, flow: Flow) -> None:
        catalog, offered = self._definition().catalog, self._offered()
        flow.heading("scenario-heading", "Scenario")
        flow.gap(2)
        for scenario in catalog.scenarios.values():
            chosen = scenario.id == self.scenario
            take = partial(self.choose_scenario, scenario.id)
            key = f"scenario-{scenario.id}"
            flow.option(key, scenario.title, take, chosen, detail=scenario.summary)
            flow.gap(2)
        flow.gap(10)
        if offered["options"]:
            flow.heading("options-heading", "Optional rules, in any combination")
            flow.gap(2)
        for name in offered["options"]:
            option = catalog.options[name]
            take = partial(self._turn_option, name)
            chosen = name in self.options
            flow.option(
                f"option-{name}", option.title, take, chosen, "checkbox", True, option.summary
            )
            flow.gap(2)
        flow.gap(10 if offered["options"] else 0)
        self._add_players(flow)
        if len(offered["editions"]) > 1:
            flow.heading("editions-heading", "Edition")
            flow.gap(2)
        for name in offered["editions"] if len(offered["editions"]) > 1 else ():
            edition = catalog.editions[name]
            take = partial(self._choose_edition, name)
            chosen = name == self.edition
            flow.option(f"edition-{name}", edition.title, take, chosen, detail=edition.summary)
            flow.gap(2)
        flow.gap(10)
        self._add_more(flow)

    def _add_players(self, flow: Flow) -> None:
        """A row of players for each side."""
        theme = flow.theme
        flow.heading("players-heading", "Players")
        hint = "Human is a person at this window; the computer plays the others."
        flow.text("players-hint", hint, theme.small, PALETTE.ink_soft)
        flow.gap(5)
        for side in self._sides():
            name = flow.take(theme.line(theme.body, True))
            chip = pygame.Rect(name.left, 0, theme.px(14), theme.px(14))
            chip.centery = name.centery
            color = parse_color(side.color, PALETTE.ink_soft)
            edge = mix(color, PALETTE.ink, 0.5)
            flow.place(Panel(f"chip-{side.id}", chip, "", color, edge, False))
            lettered = pygame.Rect(chip.right + theme.px(8), name.top, 0, name.height)
            lettered.width = name.right - lettered.left
            flow.place(Label(f"side-{side.id}", lettered, side.name, theme.body, bold=True))
            self._add_player_row(flow, side)
            flow.gap(8)
        flow.gap(6)

    def _add_player_row(self, flow: Flow, side: Side) -> None:
        theme, names = flow.theme, list(PLAYERS)
        gap = theme.px(6)
        pitch = (flow.rect.width + gap) // len(names)
        widest = max(theme.width(_player(name), theme.body, True) for name in names)
        beside = widest + theme.px(38) <= pitch - gap
        top, high = flow.y, Option.needed(theme, 10_000, "x")
        for index, name in enumerate(names):
            rect = pygame.Rect(flow.rect.left + index * pitch, top, pitch - gap, high)
            if not beside:
                rect = flow.take(Option.needed(theme, flow.rect.width, _player(name)))
            take = partial(self._choose_player, side.id, name)
            chosen = self.players.get(side.id) == name
            flow.place(Option(f"player-{side.id}-{name}", rect, _player(name), take, chosen))
        if beside:
            flow.y = top + high

    def _add_more(self, flow: Flow) -> None:
        """The seed, for who wants the dice of another game."""
        theme = flow.theme
        label = "Less" if self.more else "More"
        row = flow.take(theme.px(30))
        row.width = min(row.width, Button.wanted(theme, label) + theme.px(8))
        flow.place(Button("more", row, label, self._show_more))
        if not self.more:
            return
        flow.gap(8)
        flow.heading("seed-heading", "Seed of the dice")
        flow.gap(3)
        flow.place(
            Field(
                "seed",
                flow.take(Field.height(theme)),
                "Seed of the dice",
                self.seed,
                self._type_seed,
                "Any number or word",
            )
        )
        flow.gap(3)
        hint = "The same seed gives the same dice. Leave it empty for dice that nobody can foresee."
        flow.text("seed-hint", hint, theme.small, PALETTE.ink_soft)

    def _add_look(self, flow: Flow) -> None:
        """The map as it is set up, and what the game is about."""
        theme, game = flow.theme, self.resolved()
        picture = self._map_picture(flow.rect.width, round(flow.rect.width * 0.9))
        if picture is not None:
            place = flow.take(picture.get_height())
            box = picture.get_rect(topleft=place.topleft)
            label = f"Map of {game.header.title}, set up for {game.scenario.title}"
            flow.place(Picture("map", box, label, lambda s, r: _blit(s, r, picture)))
            flow.gap(10)
        flow.text("game-title", game.header.title, theme.title, bold=True)
        flow.text("game-facts", facts(game), theme.small, PALETTE.ink_soft)
        flow.gap(5)
        if game.header.summary:
            flow.text("game-summary", game.header.summary, theme.body)
        by = ", ".join(game.header.authors)
        if by:
            flow.gap(5)
            flow.text("game-authors", by, theme.small, PALETTE.ink_soft)
        flow.gap(10)

    def _map_picture(self, width: int, height: int) -> pygame.Surface | None:
        chosen = (
            self._definition().catalog.folder,
            self.scenario,
            frozenset(self.options),
            self.edition,
        )
        key = (*chosen, width, height)
        if self._picture[0] != key:
            self._picture = (key, setup_picture(self.resolved(), width, height))
        return self._picture[1]

    def acts(self) -> Sequence[Act]:
        """Quit, the saves, start."""
        quit_key = self.host.keys.shown("quit")
        found = [Act("quit", "Quit", self.host.quit, hint=quit_key)]
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


def _player(name: str) -> str:
    """A player's name as the picker has it."""
    return tidied(name)


def _blit(surface: pygame.Surface, rect: pygame.Rect, picture: pygame.Surface) -> None:
    shadow = rect.move(3, 3)
    pygame.draw.rect(surface, mix(PALETTE.paper, PALETTE.ink, 0.25), shadow)
    surface.blit(picture, rect)
