"""What a new player met in the first hour with the window, each thing mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.players import LEVELS
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.viewer.match.match import Match
from hexwar.viewer.program.display import program_icon
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.question import CurtainScreen
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table
from tests.viewer.test_picker import Picked

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "how-to" / "play.md").read_text(encoding="utf-8")


def key_down(table: Table, code: int, times: int) -> None:
    """A key that is held: it goes down several times before it comes up."""
    for _ in range(times):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
        table.settle()


# 1
def test_a_held_key_takes_one_picture(
    opened: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into the data folder, whatever folder the program was started in."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    table = opened()
    key_down(table, pygame.K_F12, 5)
    (picture,) = (tmp_path / "home" / "pictures").iterdir()
    assert picture.name in table.label("notice-text")
    assert [path.name for path in tmp_path.iterdir()] == ["home"]
    table.let_go("f12")
    table.press("f12")
    assert len(list(picture.parent.iterdir())) == 2


def test_both_ends_of_a_long_path_are_told(opened: SetUp) -> None:
    """The middle is left out: where it begins and what the picture is called is what one needs."""
    table = opened(size=(800, 600), scale=1.5)
    folders = "/".join(f"folder-{number}" for number in range(40))
    table.board.say(f"Saved a picture: /home/anna/{folders}/hexwar-2026-01-01.png")
    told = table.tree.find(key="notice-text")
    assert told.label.startswith("Saved a picture: /home/anna/folder-0/")
    assert "..." in told.label
    assert told.label.endswith("/hexwar-2026-01-01.png")
    assert not told.clipped


def test_the_window_goes_on_while_a_picture_is_written(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written by a thread of its own; a folder that cannot be made is said."""
    names: list[str] = []

    def save(surface: pygame.Surface, path: str) -> None:
        import threading

        names.append(threading.current_thread().name)
        raise OSError("no room")

    monkeypatch.setattr(pygame.image, "save", save)
    table = opened()
    table.press("f12")
    assert names and names[0] != "MainThread"
    assert "no room" in table.label("notice-text")


# 2
def test_a_sideways_wheel_moves_the_map_and_does_not_zoom(opened: SetUp) -> None:
    table = opened()
    view = table.board.view
    table.wheel(view.rect.center, 8)
    zoom, left = view.camera.zoom, view.camera.left
    for across, moved in ((1, True), (-1, False)):
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=across, y=0, flipped=False))
        table.settle()
        assert (view.camera.left > left) is moved
    assert view.camera.zoom == zoom


# 3
def test_a_right_click_that_is_refused_says_why_and_keeps_the_unit(set_up: SetUp) -> None:
    table = set_up("advanced", setup={"C": "0803"}, phase="soviet_movement")
    table.click("0803")
    table.click_at(table.board.view.pixel_of("0101"), button=3)
    assert table.label("notice-text") == "0101 is too far: C has 4 MP."
    assert table.board.match.notice.refusal
    assert table.board.selection.unit == "C"


# 4
def test_a_refusal_is_gone_with_the_next_click(opened: SetUp) -> None:
    table = opened()
    table.click("0802", "0101")
    assert table.board.match.notice.refusal
    table.click("0803")
    assert not table.board.notice().refusal
    assert "too far" not in table.label("notice-text")
    table.click("0101")
    table.press("e")
    assert not table.board.notice().refusal


def test_who_has_picked_a_unit_is_not_asked_to_pick_one(opened: SetUp) -> None:
    table = opened()
    assert table.label("notice-text").startswith("Click a unit")
    table.press("tab")
    table.move_to((5, 5))
    assert "Click a tinted hex for A" in table.board.notice().text


def test_an_attack_that_nobody_makes_asks_for_attackers(set_up: SetUp) -> None:
    setup = {"A": "0602", "B": "0703", "W": "0603"}
    table = set_up(setup=setup, phase="soviet_combat")
    table.click("0603", "0602", "0703")
    assert table.board.selection.attackers == ()
    table.move_to((5, 5))
    assert "Nobody attacks Rasdorf (0603) yet" in table.board.notice().text


# 5
def test_a_game_for_two_that_is_loaded_begins_behind_the_curtain(tmp_path: Path) -> None:
    game = hexwar.load_game("tamrat")
    path = tmp_path / "game.jsonl"
    first = Session.new(game, "lesson", seed=1, path=path)
    assert not isinstance(Table(first).app.screen, CurtainScreen)
    first.apply(first.state.legal_actions()[0])
    table = Table(Session.load(path, game))
    assert isinstance(table.app.screen, CurtainScreen)
    alone = Session.load(path, game, players={"column": "greedy"})
    assert not isinstance(Table(alone).app.screen, CurtainScreen)
    pygame.display.quit()


# 6
def test_a_locked_undo_looks_locked_and_leaves_battle_and_save_alone(
    game: Game, tmp_path: Path
) -> None:
    """After the computer has chosen its losses nothing of it can be taken back."""
    setup = {"X": "0502", "Y": "0503", "Z": "0601", "A": "0602", "B": "0805"}
    state = game.start("advanced", setup=setup, phase="us_combat", dice=[1])
    match = Match(Session(game, state), {"soviet": "human", "us": "greedy"})
    match.act("attack 0602 by X Y Z")
    while match.computer_to_act:
        over = match.state.explain("done") is None
        match.act("done" if over else next(iter(match.state.legal_actions())))
    assert match.record.can_undo
    assert match.undo_lock == "locked: a die was rolled (X, Y, Z attack 0602)"
    before, battle = match.version, match.last_battle
    undone: list[Any] = []
    match.record.undo = lambda: undone.append(1)  # type: ignore[method-assign]
    match.undo()
    assert (match.version, match.last_battle, undone) == (before, battle, [])


# 7
def test_the_words_fit_the_game(set_up: SetUp) -> None:
    """No steps where units have none, no notation, and places by their names."""
    setup = {"A": "0602", "B": "0703", "C": "0704", "W": "0603"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[6])
    table.click("0603")
    table.push("attack")
    assert table.label("choices-heading") == "WHERE TO RETREAT"
    table.press("e")
    assert "'" not in table.label("notice-text")
    assert "Retreat" in table.label("notice-text")


def test_a_place_with_a_name_is_called_by_it(opened: SetUp) -> None:
    table = opened()
    table.session.apply("move B 0703")
    table.board.match.jumped("")
    table.click("0804")
    table.point("0704")
    assert table.label("notice-text").startswith("C to 0704:")
    setup = {"C": "0704"}
    state = table.session.game.start(setup=setup, phase="soviet_movement")
    other = Table(Session(table.session.game, state))
    other.click("0704")
    other.point("0603")
    assert other.label("notice-text").startswith("C to Rasdorf (0603): 1 MP")


# 8
def test_the_vacated_hex_asks_who_advances(set_up: SetUp) -> None:
    setup = {"A": "0602", "B": "0703", "C": "0704", "W": "0603"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[1])
    table.click("0603")
    table.push("attack")
    table.click("0603")
    assert table.label("notice-text") == "Pick A, B or C first: each can go to Rasdorf (0603)."


# 9
def test_a_unit_shut_in_by_zones_cannot_move_in_the_panel_either(set_up: SetUp) -> None:
    setup = {"A": "0101", "B": "0807", "X": "0102"}
    table = set_up("advanced", setup=setup, phase="soviet_movement")
    assert "A" not in table.board.selection.ready()
    table.point("0101")
    told = " ".join(node.label for node in table.tree.find(key="side").walk())
    assert "MP left" not in told


# 10
def test_the_window_has_an_icon_of_its_own() -> None:
    icon = program_icon()
    assert icon.get_size() == (64, 64)
    assert icon.get_at((0, 0)).a == 0
    assert icon.get_at((32, 32)).a == 255


# 11
def test_who_attacks_and_what_wins_is_on_the_screen_from_the_first_moment(opened: SetUp) -> None:
    table = opened()
    assert "at least two of the three towns" in table.label("goal-0")
    assert table.label("goal-0").endswith("(now 0 of 2).")
    assert table.label("goal-standing") == "If nothing changes, the U.S. wins."


# 12
def test_the_guide_says_what_the_window_does(set_up: SetUp) -> None:
    """An enemy is clicked, and all who can take part are chosen."""
    setup = {"A": "0602", "B": "0703", "W": "0603"}
    table = set_up(setup=setup, phase="soviet_combat")
    table.click("0603")
    assert table.board.selection.attackers == ("A", "B")
    table.click("0602")
    assert "A" not in table.board.selection.attackers
    assert "all who can take part are chosen, and a click on one of them leaves it" in GUIDE
    for claim in ("thin lines run from all", "that can still move picks that one", "A hex next to"):
        assert claim in GUIDE


# 13
def test_the_picker_begins_with_a_short_game_and_opponents_have_plain_names() -> None:
    picked = Picked()
    screen = picked.window.screen
    assert isinstance(screen, PickerScreen)
    games = [game.name for game in screen.games]
    assert games[0] == "strike_force_one"
    assert games.index("orva_front") > games.index("marenfeld")
    assert screen.chosen is not None
    assert screen.chosen.definition.catalog.header.id == "strike_force_one"
    offered = ("human", "easy", "normal", "hard")
    names = [picked.window.label(f"player-us-{name}") for name in offered]
    assert names == ["Person", "Easy", "Normal", "Hard"]
    assert not any(picked.window.shown(f"player-us-{name}") for name in ("random", "greedy"))
    assert picked.window.label("level-hard") == f"Hard: {LEVELS['hard'].sentence}"
