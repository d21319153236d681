"""Who plays for somebody who is not here, or cannot go on: asked in the window."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pygame
import pytest

from hexwar.engine import Action
from hexwar.players import PLAYERS
from hexwar.records import HUMAN, Session
from hexwar.rules.game import Game
from hexwar.rules.state import State
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.seating import SeatingScreen
from hexwar.viewer.window import WindowSize, picture
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table


class Broken:
    """Fails."""

    is_human = False

    def choose(self, state: State, random: Random) -> Action:
        """Raise."""
        raise RuntimeError("no idea")


class Cheat:
    """Chooses what the rules forbid."""

    is_human = False

    def choose(self, state: State, random: Random) -> Action:
        """A move across the whole map."""
        return Action.parse("move W 0901")


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    pygame.display.quit()


def asked(table: Table) -> SeatingScreen:
    """The question, once it is asked."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        table.settle()
        if isinstance(table.app.screen, SeatingScreen):
            return table.app.screen
    raise AssertionError("nobody asks")


def give(table: Table, label: str) -> None:
    """Push the button that says so."""
    table.push(next(n.key for n in table.tree.walk() if n.label.startswith(label) and n.key))
    table.settle()


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (Broken, "Broken cannot go on: RuntimeError: no idea (test_seating.py, line 32)."),
        (Cheat, "Cheat chose what the rules forbid (move W 0901): "),
    ],
)
def test_a_player_at_fault_is_said_and_a_person_may_go_on(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch, player: type[Broken], said: str
) -> None:
    monkeypatch.setitem(PLAYERS, "odd", player)
    table = opened(players={"us": "odd"})
    table.press("e")
    question = asked(table)
    assert question.title == "Who plays the U.S.?"
    assert said in question.text
    give(table, "Play it yourself")
    assert table.label("prompt").startswith("U.S.: 4 units can still move.")
    table.press("e")
    assert table.session.state.phase != "us_movement"


def test_another_player_goes_on_for_one_at_fault(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, "odd", Broken)
    monkeypatch.setitem(PLAYERS, "easy", PLAYERS["random"])
    table = opened(players={"us": "odd"})
    table.press("e")
    asked(table)
    give(table, "Easy")
    deadline = time.monotonic() + 300
    while table.board.match.computer_to_act and time.monotonic() < deadline:
        table.settle()
    assert any(entry.side == "us" for entry in table.session.entries)


def test_escape_leaves_the_game(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "odd", Broken)
    table = opened(players={"us": "odd"})
    table.press("e")
    asked(table)
    table.press("escape")
    assert isinstance(table.app.screen, PickerScreen)


@pytest.fixture
def saved(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A save in which the U.S. are to act, whose player is a module that leaves a mark."""
    code = (
        "from pathlib import Path\n"
        "Path('mark').touch()\n"
        "class Player:\n"
        "    def choose(self, state, random):\n"
        "        return state.sample_action(random)\n"
    )
    name = f"marking_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "game.jsonl"
    Session.new(game, seed=7, players={"us": f"{name}:Player"}, path=path).apply("done")
    return path


def reopened(path: Path) -> Table:
    """A window that goes on with a save."""
    session = Session.load(path)
    table = Table(session)
    table.app.go_on(session)
    table.settle()
    return table


def test_what_a_save_names_is_not_imported_until_its_owner_says_so(saved: Path) -> None:
    table = reopened(saved)
    question = asked(table)
    assert ":Player, which did not come with hexwar" in question.text
    assert question.text.endswith(" The game is saved.")
    assert not Path("mark").exists()
    give(table, "Start it")
    assert Path("mark").exists()
    deadline = time.monotonic() + 300
    while table.board.match.computer_to_act and time.monotonic() < deadline:
        table.settle()
    assert table.board.match.human_to_act
    assert any(entry.side == "us" for entry in table.session.entries)


def test_somebody_who_is_not_here_is_replaced(saved: Path) -> None:
    """Who cannot be started is said, and it is asked again."""
    next(saved.parent.glob("marking_*.py")).unlink()
    table = reopened(saved)
    asked(table)
    give(table, "Start it")
    assert "there is no module marking_" in asked(table).text
    give(table, "Play it yourself")
    assert table.board.match.human_to_act
    assert table.board.match.players == {"soviet": HUMAN, "us": HUMAN}
    assert Session.load(saved).players["us"] == HUMAN


def test_neither_a_picture_nor_playing_again_starts_it(saved: Path, tmp_path: Path) -> None:
    before = saved.read_bytes()
    picture(Session.load(saved), WindowSize((800, 600)), tmp_path / "it.png")
    assert (tmp_path / "it.png").exists()
    Session.load(saved).apply("resign")
    table = reopened(saved)
    table.board.show_end()
    table.settle()
    give(table, "Play again")
    assert table.board.match.players == {"soviet": HUMAN, "us": "normal"}
    assert not Path("mark").exists()
    assert saved.read_bytes().startswith(before)
