"""Mail in the window: files are dropped on it, taken in, played, and written for the others."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

import hexwar
from hexwar.joining.client import Client
from hexwar.joining.orders import (
    OrdersSession,
    fetched,
    known_state,
    planned,
    read_mail,
    write_mail,
)
from hexwar.records import Session
from hexwar.records.mail import MailedGame
from hexwar.rules.game import Game
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.match.mailed import MailedMatch
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.question import QuestionScreen
from tests.host.conftest import host as host  # noqa: PLC0414
from tests.host.serving import Running
from tests.viewer.test_files import drop, press, seen, wait

GAME = hexwar.load_game("strike_force_one")


class Sitting:
    """Somebody at a window with a home and a folder of his own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch, self.home, self.post = monkeypatch, folder / "home", folder / "post"
        self.post.mkdir(parents=True)
        self._enter()
        self.app = App((1000, 700), Settings(speed="instant"))
        self.app.choose_game()

    def _enter(self) -> None:
        self._patch.setenv("HEXWAR_HOME", str(self.home))

    def take(self, content: bytes, name: str) -> None:
        """Drop a file on the window, and take it in by the one button for that."""
        self._enter()
        path = self.post / name
        path.write_bytes(content)
        drop(self.app, path)
        assert isinstance(self.app.screen, QuestionScreen), seen(self.app)
        press(self.app, "answer-1")
        wait(self.app)

    @property
    def match(self) -> MailedMatch:
        """The game on the table."""
        board = self.app.screens[0]
        assert isinstance(board, BoardScreen) and isinstance(board.match, MailedMatch)
        return board.match

    def play(self, random: Random) -> None:
        """Do what can be done."""
        self._enter()
        while isinstance(self.app.screen, QuestionScreen):
            self.app.pop()
        if isinstance(self.app.screens[0], BoardScreen):
            while self.match.human_to_act:
                action = self.match.state.sample_action(random)
                assert self.match.act(action)
            self.app.step(0.1)

    def sent(self) -> Path:
        """The file that was written last."""
        return max(self.post.iterdir(), key=lambda path: (path.stat().st_size, path.name))


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Sitting]:
    """Two people, each at a window."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return [Sitting(tmp_path / name, monkeypatch) for name in ("one", "two")]


def begun(sitting: Sitting, game: Game = GAME) -> Path:
    """The first file of a game that somebody begins."""
    sitting._enter()
    mailed = MailedGame.begun(game, "soviet")
    path = sitting.post / mailed.name
    mailed.send(path)
    return path


def test_a_game_goes_to_its_end_between_two_windows(two: list[Sitting]) -> None:
    """A click takes each file in, and what is done writes the next by itself."""
    file, random = begun(two[0]), Random(3)
    for number in range(1, 1000):
        sitting = two[number % 2]
        sitting.take(file.read_bytes(), file.name)
        sitting.play(random)
        file = sitting.sent()
        if isinstance(sitting.app.screens[0], BoardScreen) and sitting.match.state.is_over:
            break
    session = Session.load(file, GAME)
    assert session.state.is_over and session.unchecked == 0
    assert any(entry.dice for entry in session.entries)


def test_the_bar_says_whom_it_waits_for_and_what_to_send(two: list[Sitting]) -> None:
    """And nothing can be done or taken back until his file has come."""
    file, random = begun(two[0]), Random(3)
    for number in (1, 2, 3, 4):
        sitting = two[number % 2]
        sitting.take(file.read_bytes(), file.name)
        sitting.play(random)
        file = sitting.sent()
    match = sitting.match
    assert f"Send {file} to the others." in match.awaited
    assert not match.human_to_act
    assert match.undo_lock is not None
    match.undo()
    assert match.notice.refusal
    before = file.read_bytes()
    with pytest.raises(ValueError, match="agreed"):
        match.seat("us", "normal")
    assert file.read_bytes() == before


def test_an_older_file_offers_the_own_copy_and_a_forged_one_is_refused(
    two: list[Sitting],
) -> None:
    first, random = begun(two[0]), Random(3)
    two[1].take(first.read_bytes(), first.name)
    second = two[1].sent()
    two[0].take(second.read_bytes(), second.name)
    two[0].play(random)
    drop(two[0].app, first)
    assert "Your own copy goes on where it ends" in seen(two[0].app)
    press(two[0].app, "answer-1")
    wait(two[0].app)
    assert two[0].match.entries or two[0].match.awaited
    forged = second.read_bytes().replace(b'"value":"', b'"value":"0', 1)
    path = two[0].post / "forged.jsonl"
    path.write_bytes(forged)
    drop(two[0].app, path)
    assert "not taken in" in two[0].app.screen.title  # type: ignore[union-attr]


def test_a_save_that_is_dropped_is_opened(two: list[Sitting], tmp_path: Path) -> None:
    """It is no mail, and nothing is asked."""
    path = tmp_path / "save.jsonl"
    session = Session.new(GAME, seed=1, path=path)
    session.apply("move A 0703")
    drop(two[0].app, path)
    board = two[0].app.screens[0]
    assert isinstance(board, BoardScreen) and not isinstance(board.match, MailedMatch)


@pytest.mark.parametrize("name", ["strike_force_one", "tamrat"])
def test_a_turn_becomes_orders_and_orders_are_brought_to_the_host(
    name: str, host: Running, two: list[Sitting], tmp_path: Path
) -> None:
    """What the window writes is what the command would have written."""
    sitting, random = two[0], Random(4)
    sitting._enter()
    table, tokens = host.begin(name)
    at = host.serving.host.table(table)
    seat = at.state.side_to_act or ""
    link = host.serving.link(tokens[seat])
    turn_file, orders_file = sitting.post / "my-turn.json", sitting.post / "orders.json"
    write_mail(turn_file, fetched(Client(link, informed=True)))
    drop(sitting.app, turn_file)
    assert "written as orders into" in seen(sitting.app)
    sitting.app.pop()
    match = sitting.match
    actions: list[str] = []
    while match.human_to_act and len(actions) < 12:
        actions.append(str(match.state.sample_action(random)))
        assert match.act(actions[-1])
    match.undo()
    match.act(actions[-1])
    turn = read_mail(turn_file)
    assert read_mail(orders_file) == planned(turn, actions)
    assert known_state(turn).side_to_act == seat
    drop(sitting.app, orders_file)
    assert sitting.app.screen is not None and sitting.app.screen.title.startswith("Bring orders")
    sitting.app.screen._take(link)  # type: ignore[attr-defined]
    sitting.app.screen.come()  # type: ignore[attr-defined]
    wait(sitting.app)
    assert f"{actions[0]}: done." in seen(sitting.app)
    assert at._standing >= 1


def test_letters_that_are_no_mail_are_said(two: list[Sitting]) -> None:
    for name, content in (("a.json", b"{}"), ("b.jsonl", b"{}"), ("c.json", b'{"hexwar_turn": 2}')):
        path = two[0].post / name
        path.write_bytes(content)
        drop(two[0].app, path)
        assert not isinstance(two[0].app.screens[0], BoardScreen)
    pygame.event.clear()


def test_nothing_is_taken_back_where_nothing_was_ordered(host: Running, tmp_path: Path) -> None:
    """It may be for others to choose from the beginning of a turn on."""
    table, tokens = host.begin("strike_force_one")
    acting = host.serving.host.table(table).state.side_to_act
    waiting = next(seat for seat in tokens if seat != acting)
    turn = fetched(Client(host.serving.link(tokens[waiting]), informed=True))
    match = MailedMatch(OrdersSession(turn), waiting, lambda: "", always=True)
    match.undo()
    assert match.notice.text == "Nothing has been ordered yet that could be taken back."
