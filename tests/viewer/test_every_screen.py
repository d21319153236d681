"""Every screen at three sizes and four scales: nothing overlaps, nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

import hexwar
from hexwar.joining.line import HostLine
from hexwar.records import Session
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.sides.section import Sides
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.board.controlled import ControlledBoard
from hexwar.viewer.board.joined import JoinedBoard, JoinedBriefing, JoinedEnding
from hexwar.viewer.board.replay import ReplayScreen
from hexwar.viewer.match.joined import JoinedMatch
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.seat import SeatMatch
from hexwar.viewer.program.background import BackgroundWork
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.screens.base import Screen
from hexwar.viewer.screens.briefing import BriefingScreen
from hexwar.viewer.screens.choosing import SeatsDraft
from hexwar.viewer.screens.ending import EndingScreen
from hexwar.viewer.screens.files import DraftScreen, OpenFileScreen
from hexwar.viewer.screens.goal import GoalScreen
from hexwar.viewer.screens.help import HelpScreen
from hexwar.viewer.screens.joining import JoinScreen, TableScreen
from hexwar.viewer.screens.menu import MenuScreen, in_menu
from hexwar.viewer.screens.own_keys import KeysScreen
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.question import Answer, CurtainScreen, QuestionScreen
from hexwar.viewer.screens.resume import ResumeScreen
from hexwar.viewer.screens.rules import RulesScreen
from hexwar.viewer.screens.saves import all_saves
from hexwar.viewer.screens.seating import PlayersScreen, SeatingScreen
from hexwar.viewer.screens.settings import SettingsScreen
from hexwar.viewer.screens.sheet import SheetScreen
from hexwar.viewer.screens.waiting import WaitingScreen
from hexwar.viewer.screens.watching import WatchScreen
from hexwar.viewer.tracing.screen import TraceScreen, TracingHelp
from tests.viewer.sheets import Sheets, begun, faults, known_names, saved_path
from tests.viewer.table import Table
from tests.viewer.test_layout import check

SIZES = [(1024, 768), (1920, 1080), (3840, 2160)]
SCALES = [0.75, 1.0, 1.5, 3.0]
GAMES = Path(__file__).resolve().parents[1] / "games"


def nothing(*_: object) -> None:
    """What a button of a screen under test sets off."""


def match() -> Match:
    """A game that is over."""
    session = begun(actions=-1)
    return Match(session, session.players)


def saves(host: App) -> ResumeScreen:
    """The list of saves: one that goes on, one that is over, one that cannot be read."""
    begun(actions=3)
    path = saved_path(begun(actions=-1, seed=8))
    path.with_name("torn.jsonl").write_text("{", encoding="utf-8")
    return ResumeScreen(host, all_saves(), nothing, nothing, known_names())


def question(host: App) -> QuestionScreen:
    """Two answers with keys."""
    answers = [Answer("Take it from there", nothing, "t", "danger"), Answer("No", nothing, "l")]
    return QuestionScreen(host, "Ctrl+Shift+X has a meaning", "It is the key of Undo.", answers)


def asking(host: App) -> KeysScreen:
    """The list of keys while a command waits for its own."""
    screen = KeysScreen(host)
    screen.asking = "end_phase"
    return screen


def more(host: App) -> PickerScreen:
    """The picker with its seed, a save to go on with, and a problem."""
    begun(actions=3)
    screen = PickerScreen(host, nothing)
    screen.more, screen.problem = True, "The save is of other rules than those that are here."
    return screen


def rules(host: App) -> RulesScreen:
    """The rulebook, open at a rule."""
    return RulesScreen(host, hexwar.load_game("scs_sample").definition.resolve().rulebook, "7.0")


def briefing(host: App) -> BriefingScreen:
    """The briefing of a game with much to say."""
    return BriefingScreen(host, Session.new("orva_front", seed=1), "Set up units, or leave them.")


def briefing_that_asks(host: App) -> BriefingScreen:
    """One that asks who plays."""
    session = Session.new("tamrat", seed=1, players={"clans": "hard"})
    return BriefingScreen(host, session, "Set up units.", lambda players: None)


def menu(host: App) -> MenuScreen:
    """The menu of a lesson, with a command that cannot be carried out."""

    def run(_: WindowCommand) -> None:
        """Nothing is carried out."""

    groups = ("Lesson", "Game", "Play", "Look up", "Map", "Window")
    listed = {group: in_menu(group) for group in groups}
    return MenuScreen(host, listed, run, {"undo": "locked: a die was rolled"})


def whole_menu(host: App) -> MenuScreen:
    """The same with all commands."""
    shown = menu(host)
    shown.list_all()
    return shown


def all_keys(host: App) -> HelpScreen:
    """The sheet of help with all keys."""
    shown = HelpScreen(host)
    shown.list_all()
    return shown


class AtTable(JoinedMatch):
    """A match at a host's table at which much was said, without the host."""

    def __init__(self) -> None:
        session = begun(actions=3)
        SeatMatch.__init__(self, session, session.state.frame.side_ids[0])
        self.line = cast(HostLine, SimpleNamespace(cut=""))
        clock = {"paused": True, "late": True, "left": dict.fromkeys(self.sides, 4000)}
        names = dict.fromkeys(self.sides, "Somebody with a rather long name")
        self.now = {"clock": clock, "players": names, "rests": "", "closed": True}
        words = "This is what is said at a table when a game lasts an evening and nobody hurries."
        self.talk = [(self.called(side), words) for side in self.sides for _ in range(8)]
        self._asked = ""


def join_refused(host: App) -> JoinScreen:
    """Joining a table, after a link that opened nothing."""
    screen = JoinScreen(host, nothing)
    screen.link = "http" + "x" * 90
    screen.problem = "The link opens no seat: it may be that of another table, or an old one."
    return screen


class Held(WaitingScreen[None]):
    """A sheet that waits for something that never ends, and can be looked at."""

    waits = False

    def __init__(self, host: App) -> None:
        work: BackgroundWork[None] = BackgroundWork(lambda hear: hear(0.4))
        super().__init__(host, "Setting up the game", work, nothing, nothing)

    def tick(self, seconds: float) -> bool:
        """It stays."""
        return False


SHEETS: dict[str, Callable[[App], SheetScreen]] = {
    "briefing": briefing,
    "briefing that asks": briefing_that_asks,
    "picker": partial(PickerScreen, on_start=nothing),
    "picker with more": more,
    "saves": saves,
    "help": HelpScreen,
    "help with all keys": all_keys,
    "joining": join_refused,
    "a host's table": lambda host: TableScreen(host, AtTable(), nothing),
    "help with tracing": TracingHelp,
    "keys": KeysScreen,
    "keys, asking": asking,
    "settings": SettingsScreen,
    "menu": menu,
    "whole menu": whole_menu,
    "rules": rules,
    "goal": lambda host: GoalScreen(host, match(), nothing, nothing),
    "ending": lambda host: EndingScreen(host, match()),
    "question": question,
    "waiting": Held,
    "seating": lambda host: SeatingScreen(host, match(), "us", "There is no Vasily.", nothing),
    "players": lambda host: PlayersScreen(
        host, SeatsDraft(match().resolved[Sides].played, {}), nothing
    ),
    "files": lambda host: OpenFileScreen(host, GAMES, nothing),
    "curtain": lambda host: CurtainScreen(host, "The Western League", nothing),
}


@pytest.mark.matrix(one_in=72)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_fits(name: str, size: tuple[int, int], scale: float) -> None:
    """The lettering is as large as was asked for, even where little fits then: it scrolls."""
    assert faults(Sheets(SHEETS[name], size, scale)) == []


def opening(size: tuple[int, int], scale: float) -> Table:
    """A board with a long prompt, both sides' counters, and an enemy looked into."""
    table = Table(Session.new("orva_front", seed=1), size, scale)
    table.press("tab")
    return table


def lesson(size: tuple[int, int], scale: float) -> Table:
    """A lesson with its strip."""
    game = hexwar.load_game("strike_force_one")
    found = LessonSession(game, next(iter(lessons_of(game.catalog).values())))
    return Table(found, size, scale)


def replay(size: tuple[int, int], scale: float) -> Table:
    """A replay in the middle of a game."""
    table = Table(begun(actions=9), size, scale)
    table.press("r", ",")
    return table


def off_map(size: tuple[int, int], scale: float) -> Table:
    """A game with places beside the map."""
    table = Table(Session.new(hexwar.load_game(GAMES / "islands"), seed=1), size, scale)
    table.press("tab")
    return table


def hidden(size: tuple[int, int], scale: float) -> Table:
    """A game that hides stacks, a stack laid out."""
    table = Table(Session.new("scs_sample", "battle", seed=3), size, scale)
    table.press("e", "enter", "e")
    table.click("07.09")
    return table


def figures(size: tuple[int, int], scale: float) -> Table:
    """Units of figures that act one by one, one of them picked up."""
    table = Table(Session.new("force_on_force", seed=3), size, scale)
    table.press("tab", "n")
    return table


BOARDS: dict[str, Callable[[tuple[int, int], float], Table]] = {
    "opening": opening,
    "lesson": lesson,
    "replay": replay,
    "off the map": off_map,
    "hidden": hidden,
    "figures": figures,
}


@pytest.mark.matrix(one_in=36)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_fits(name: str, size: tuple[int, int], scale: float) -> None:
    """The lettering is as large as was asked for, or the largest that the window has room for."""
    table = BOARDS[name](size, scale)
    check(table)
    pygame.display.quit()


def test_no_screen_is_left_out() -> None:
    """All that there are, by their classes; those of what is being written have their own tests."""
    made: set[type[Screen]] = {BoardScreen, ReplayScreen, WaitingScreen, WatchScreen, TraceScreen}
    # The board of a table at a host is shown in tests/host, where there is one.
    made |= {DraftScreen, JoinedBoard, JoinedBriefing, JoinedEnding}
    made.update(type(Sheets(make).screen) for make in SHEETS.values() if make is not Held)

    def all_below(kind: type[Screen]) -> set[type[Screen]]:
        below = set(kind.__subclasses__())
        return below.union(*map(all_below, below))

    shown = {kind for kind in all_below(Screen) if kind.__module__.startswith("hexwar")}
    assert shown - {SheetScreen, ControlledBoard} == made
