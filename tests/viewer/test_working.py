"""What takes longer than a frame is done in a thread, and the window goes on meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from hexwar.records import Session
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.board.replay import ReplayScreen
from hexwar.viewer.program.background import Heard, StoppedError, Workshop
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.choosing import NewGame
from hexwar.viewer.screens.opening import opened
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.waiting import WaitingScreen
from tests.viewer.sheets import GAME, begun, saved_path
from tests.viewer.table import Table


class Gate:
    """Work that tells how far it is, and goes on when it is let through."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.told = threading.Event()
        self.outcome: list[object] = []

    def work(self, hear: Heard) -> str:
        """Half of the work, a wait, the other half."""
        hear(0.5)
        self.told.set()
        self.open.wait(300)
        hear(0.9)
        return threading.current_thread().name


@pytest.fixture
def gate() -> Iterator[Gate]:
    """Work that cannot outlive its test."""
    made = Gate()
    yield made
    made.open.set()


@pytest.fixture
def table() -> Iterator[Table]:
    """A window with a game."""
    yield Table(begun(actions=4))
    pygame.display.quit()


def test_a_bar_says_how_far_it_is_and_what_comes_of_it_is_taken(table: Table, gate: Gate) -> None:
    """The work is done by another thread than the one that draws."""
    table.app.wait_for("Reckoning", gate.work, gate.outcome.append)
    gate.told.wait(300)
    table.app.step(0.05)
    assert isinstance(table.app.screen, WaitingScreen)
    assert table.label("progress") == "50 % done"
    gate.open.set()
    table.settle()
    assert table.app.screens == [table.board]
    (name,) = gate.outcome
    assert name != threading.main_thread().name


@pytest.mark.parametrize("way", ["escape", "button", "quit"])
def test_nobody_has_to_wait(table: Table, gate: Gate, way: str) -> None:
    """Escape and the button lead back; the window can be closed."""
    table.app.wait_for("Reckoning", gate.work, gate.outcome.append)
    gate.told.wait(300)
    table.app.running = True
    if way == "button":
        stop = next(n for n in table.tree.walk() if n.key == "stop")
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=stop.rect.center, button=1, touch=False)
        )
    else:
        code, mod = (pygame.K_q, pygame.KMOD_LCTRL) if way == "quit" else (pygame.K_ESCAPE, 0)
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=""))
    table.app.step(0.05)
    if way == "quit":
        assert not table.app.running
        return
    assert table.app.screen is table.board
    gate.open.set()
    table.settle()
    assert gate.outcome == []


def test_what_fails_is_said(table: Table) -> None:
    """And the game is still there."""

    def fail(_: Heard) -> None:
        raise OSError("the disk has gone")

    table.app.wait_for("Reckoning", fail, lambda _: None)
    table.settle()
    assert table.label("notice-text") == "the disk has gone"


def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the threads that read and play saves from now on."""
    names: list[str] = []
    load = Session.load

    def noted(path: Path, **how: object) -> Session:
        names.append(threading.current_thread().name)
        return load(path, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "load", noted)
    return names


def test_a_save_is_opened_beside_what_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the share of it that has been played."""
    table = Table(begun(actions=1))
    path, names = saved_path(begun(actions=9)), loads(monkeypatch)
    table.app.begin(path)
    assert isinstance(table.app.screen, WaitingScreen)
    table.settle()
    assert isinstance(table.app.screen, BoardScreen)
    assert table.app.session is not None and len(table.app.session.entries) == 9
    assert names and threading.main_thread().name not in names


def test_a_game_that_nobody_waits_for_leaves_no_save(tmp_path: Path) -> None:
    """Its file was begun before it was given up."""

    def hear(share: float) -> None:
        if share == 1.0:
            raise StoppedError

    before = saved_path(begun())
    with pytest.raises(StoppedError):
        opened(NewGame(GAME, "standard"), hear)
    assert list(before.parent.glob("*.jsonl")) == [before]


def test_a_replay_is_wound_before_it_is_shown(table: Table) -> None:
    """Every position is near one that is kept, so that no step in it takes long."""
    table = Table(begun(actions=-1))
    table.press("escape", "r")
    screen = table.app.screen
    assert isinstance(screen, ReplayScreen)
    replay = screen.replayed.replay
    assert replay.at == 0 and len(replay) > 32
    assert set(replay._kept) >= set(range(0, len(replay), 16))


def test_the_picker_is_there_before_its_games() -> None:
    """Nothing is read by the thread that draws; Enter means nothing until there is a game."""
    begun(actions=3)
    app = App((1280, 800), Settings())
    app.choose_game()
    picker = app.screen
    assert isinstance(picker, PickerScreen)
    assert picker.games == [] and picker.saves == [] and picker.focus == ""
    while app.step(0.05):
        pass
    assert picker.games and picker.saves and picker.focus == "resume"
    pygame.display.quit()


def test_a_workshop_makes_each_thing_once_and_keeps_the_last() -> None:
    """What cannot be made is not asked for again and again; a fault in it is not hidden."""
    made: list[int] = []

    def make(number: int) -> str:
        made.append(number)
        if number == 2:
            raise ValueError("no")
        if number == 9:
            raise RuntimeError("a fault")
        return str(number)

    def of(number: int) -> str | None:
        shop.of(number)
        while shop.busy:
            shop.news()
        return shop.of(number)

    shop: Workshop[int, str] = Workshop(make, keep=3)
    assert [of(n) for n in (1, 2, 1, 2, 3)] == ["1", None, "1", None, "3"]
    assert made == [1, 2, 3]
    of(4)
    assert not shop.has(1)
    with pytest.raises(RuntimeError):
        of(9)
