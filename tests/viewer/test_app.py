"""The window around the screens: saves that fail, settings, pictures, quitting, resuming."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from shutil import rmtree
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.definition.documents import misfits
from hexwar.records import Session, begin_session, list_saves, saves_folder
from hexwar.rules.game import Game
from hexwar.viewer import window
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.drawing.theme import LARGEST_SCALE, SMALLEST_SCALE, Theme
from hexwar.viewer.program.commands import command
from hexwar.viewer.program.settings import Settings
from tests.examples import examples
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table


def test_every_action_is_saved_at_once(game: Game) -> None:
    """Move with the mouse, and the file holds the move; quit, and it can be loaded."""
    table = Table(begin_session(game, seed=7))
    table.click("0802", "0703")
    path = table.session.path
    assert path is not None and path.parent == saves_folder()
    assert "move A 0703" in path.read_text(encoding="utf-8")
    table.press("ctrl+q")
    assert not table.app.running
    assert Session.load(path).state.position("A") == "0703"
    pygame.display.quit()


def test_a_game_in_which_nothing_was_played_leaves_no_save(game: Game) -> None:
    """Opening a window and closing it again is no game."""
    table = Table(begin_session(game, seed=7))
    assert len(list_saves()) == 1
    table.app.close()
    assert list_saves() == []


def test_an_unwritable_folder_is_a_notice(game: Game) -> None:
    """The window says that it cannot save, and the game goes on."""
    home = Path(str(saves_folder()))
    home.parent.mkdir(parents=True, exist_ok=True)
    home.write_text("a file where the folder should be")
    table = Table(begin_session(game, seed=7))
    assert "cannot be saved" in table.label("notice-text")
    assert table.tree.find(key="notice-icon").label == "Refused"
    table.click("0802", "0703")
    assert table.session.state.position("A") == "0703"
    pygame.display.quit()


def test_a_folder_that_goes_away_is_a_notice(game: Game) -> None:
    """Saving fails in the middle: said once, and the moves stay in memory."""
    table = Table(begin_session(game, seed=7))
    table.click("0802", "0703")
    path = table.session.path
    assert path is not None
    rmtree(path.parent)
    path.parent.write_text("a file where the folder was")
    table.click("0803", "0704")
    assert "cannot be saved" in table.label("notice-text")
    assert table.session.state.position("B") == "0704"
    pygame.display.quit()


def test_no_computer_talks_over_a_notice_of_the_save(game: Game) -> None:
    """It stands until a person acts, however much the computer has done since."""
    table = Table(begin_session(game, seed=7, players={"us": "greedy"}))
    path = table.session.path
    assert path is not None
    rmtree(path.parent)
    path.parent.write_text("a file where the folder was")
    table.press("e")
    patience = time.monotonic() + 300
    while table.session.state.side_to_act != "soviet" and time.monotonic() < patience:
        time.sleep(0.01)
        table.settle()
    assert table.session.entries[-1].side == "us"
    assert "cannot be saved" in table.label("notice-text")
    table.press("e")
    assert "cannot be saved" not in table.label("notice-text")
    pygame.display.quit()


def test_an_unfinished_game_is_offered(game: Game) -> None:
    """Resume goes on where the save ends; the game that was begun meanwhile leaves no trace."""
    old = begin_session(game, seed=7)
    old.apply("move A 0703")
    (save,) = list_saves()
    table = Table(begin_session(game, seed=8))
    table.app.offer(save)
    table.settle()
    assert "turn 1" in table.label("text")
    assert "Soviet: Person, U.S.: " in table.label("text")
    table.press("enter")
    assert table.board.match.state.position("A") == "0703"
    table.app.close()
    assert [found.path for found in list_saves()] == [save.path]


def test_a_save_that_cannot_be_resumed_is_a_sentence(game: Game) -> None:
    """A save of other rules: the window says which, and the new game is on the table."""
    old = begin_session(game, seed=7)
    old.apply("move A 0703")
    (save,) = list_saves()
    text = save.path.read_text(encoding="utf-8")
    save.path.write_text(text.replace('"move A 0703"', '"move A 0101"'), encoding="utf-8")
    table = Table(begin_session(game, seed=8))
    table.app.offer(save)
    table.press("enter")
    assert "cannot be resumed" in table.label("notice-text")
    assert table.session.state.position("A") == "0802"
    pygame.display.quit()


def test_a_picture_of_the_window(
    opened: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F12 writes what is seen into the data folder and says where."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path))
    table = opened()
    table.press("f12")
    (picture,) = tmp_path.glob("pictures/hexwar-*.png")
    assert picture.name in table.label("notice-text")
    assert pygame.image.load(picture).get_size() == (1280, 800)


def test_of_a_picture_that_cannot_be_written_nothing_is_left(
    opened: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that is full while the picture is written: a sentence, and no half of a file."""

    def torn(picture: pygame.Surface, path: str) -> None:
        Path(path).write_bytes(b"half")
        raise pygame.error("Error writing the PNG file.")

    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path))
    monkeypatch.setattr(pygame.image, "save", torn)
    table = opened()
    table.press("f12")
    assert table.label("notice-text").endswith("pictures: Error writing the PNG file.")
    assert list(tmp_path.rglob("*.png")) == []


def test_a_picture_shows_what_came_just_before_it(
    opened: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow machine takes several keys at once: the picture is of what they brought about."""
    monkeypatch.setenv("HEXWAR_HOME", str(tmp_path))
    table = opened()
    before = pygame.image.tobytes(table.app.surface, "RGB")
    for key in (pygame.K_F1, pygame.K_F12):
        pygame.event.post(
            pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="", scancode=0)
        )
    table.settle()
    (picture,) = tmp_path.glob("pictures/hexwar-*.png")
    assert pygame.image.tobytes(pygame.image.load(picture), "RGB") != before


def test_help_opens_and_closes_with_its_key(opened: SetUp) -> None:
    """F1 twice is where one was."""
    table = opened()
    table.press("f1")
    assert table.app.screen is not table.board
    table.press("f1")
    assert table.app.screen is table.board


def test_another_game_is_chosen_from_the_picker(opened: SetUp) -> None:
    """Ctrl+N leaves the board for the picker."""
    table = opened()
    table.press("ctrl+n")
    assert "Choose" in table.tree.label or "game" in table.tree.label.lower()
    assert len(table.app.screens) == 1


def test_closing_the_window_ends_the_loop(opened: SetUp) -> None:
    """The window manager's cross: the loop ends, settings are written."""
    table = opened()
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    table.app.run()
    assert not table.app.screens


def test_time_passes_while_something_moves(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop hands the time between frames on: a move that is shown comes to its end."""

    class Clock:
        """Twenty milliseconds a frame."""

        def tick(self, frames: int = 0) -> int:
            """Time since the last call, when it waits for a frame."""
            return 20 if frames else 0

    table = opened(speed="slow")
    table.board.commands.click("0802")
    table.board.commands.click("0703")
    playback = table.board.match.playback
    assert playback.busy
    steps: list[bool] = []
    step = App.step

    def counted(app: App, seconds: float) -> bool:
        steps.append(step(app, seconds))
        if not playback.busy or len(steps) > 200:
            app.quit()
            pygame.event.post(pygame.event.Event(pygame.USEREVENT))
        return steps[-1]

    monkeypatch.setattr(pygame.time, "Clock", Clock)
    monkeypatch.setattr(App, "step", counted)
    table.app.run()
    assert not playback.busy
    assert 10 < len(steps) < 30  # 0.3 s for a hex at slow speed


def test_a_still_window_draws_nothing(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has changed: the loop waits, and no picture is made."""
    table = opened()
    drawn: list[App] = []

    def draw(app: App) -> None:
        drawn.append(app)

    monkeypatch.setattr(App, "draw", draw)
    assert not any(table.app.step(0.05) for _ in range(20))
    assert drawn == []


def test_a_scale_for_once_is_not_remembered(tmp_path: Path) -> None:
    """``--scale`` holds for one window; Ctrl and + change what is remembered."""
    settings = Settings(path=tmp_path / "window.json")
    app = App((1920, 1080), settings, 1.25)
    app.play(Session.new("strike_force_one", seed=7))
    assert app.theme.scale == 1.25
    assert settings.scale == 1.0
    app.command(command("scale_up"))
    assert Settings.load(settings.path).scale == 1.5
    app.close()


def test_without_a_game_the_picker_leads_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """``hexwar play`` alone: the picker, its button, and a board with an autosave."""
    apps: list[App] = []

    def keep(app: App) -> None:
        apps.append(app)

    monkeypatch.setattr(App, "run", keep)
    window.play(None, window.WindowSize())
    (app,) = apps
    while app.step(0.05):
        pass
    assert app.screen is not None
    app.screen.activate("start")
    while app.step(0.05):
        pass
    assert app.screen.title == "Briefing"
    app.screen.activate("begin")
    assert isinstance(app.screen, BoardScreen)
    assert app.session is not None and app.session.path is not None
    app.close()


def test_settings_are_remembered(tmp_path: Path) -> None:
    """Scale, speed and keys come back; nonsense is left aside."""
    path = tmp_path / "window.json"
    Settings(1.25, "slow", {"undo": ["x"]}, path).save()
    again = Settings.load(path)
    assert (again.scale, again.speed, again.keys) == (1.25, "slow", {"undo": ["x"]})
    path.write_text(json.dumps({"scale": "big", "speed": 9, "keys": []}), encoding="utf-8")
    again = Settings.load(path)
    assert (again.scale, again.speed, again.keys) == (1.0, "fast", {})
    path.write_text("{", encoding="utf-8")
    assert Settings.load(path).scale == 1.0


def test_what_is_left_aside_of_the_settings_is_told_where_they_are_changed(
    opened: SetUp, tmp_path: Path
) -> None:
    """One value that nobody can follow costs none of the others, and is not hushed up."""
    path = tmp_path / "window.json"
    path.write_text(json.dumps({"speed": "quick", "sound": True, "wheel": "pan"}), "utf-8")
    settings = Settings.load(path)
    assert (settings.speed, settings.sound, settings.wheel) == ("fast", True, "pan")
    told = "speed: speed cannot be 'quick': it is one of slow, fast, instant"
    assert settings.left_aside == (told,)
    table = opened()
    table.app.settings.left_aside = settings.left_aside
    table.press("f9")
    assert f"Left aside of the file: {told}" in [node.label for node in table.tree.walk()]
    settings.save()
    assert Settings.load(path).left_aside == ()


def test_settings_that_cannot_be_written_hold_for_this_time_and_it_is_said(
    opened: SetUp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is open in another program, and Windows replaces it for nobody."""
    path = tmp_path / "window.json"
    Settings(1.25, path=path).save()
    before = path.read_bytes()
    table = opened()
    table.app.settings.path = path
    monkeypatch.setattr(os, "replace", denied)
    table.press("f9")
    table.push("sound")
    assert table.app.settings.sound
    sentence = f"What is set holds for this time only: {path} cannot be written: Permission denied"
    assert sentence in [node.label for node in table.tree.walk()]
    assert (path.read_bytes(), [each.name for each in tmp_path.iterdir()]) == (before, [path.name])


def denied(*_: object) -> None:
    """What Windows says of a file that another program has open."""
    raise PermissionError(13, "Permission denied")


def test_settings_that_cannot_be_read_are_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "window.json"
    Settings(1.25, path=path).save()
    with monkeypatch.context() as locked:
        locked.setattr(Path, "read_text", denied)
        settings = Settings.load(path)
    assert settings.not_kept.endswith("cannot be read: Permission denied")
    settings.scale = 2.0
    settings.save()
    assert Settings.load(path).scale == 1.25


def test_settings_are_read_as_notepad_writes_them(tmp_path: Path) -> None:
    """With a byte order mark, and two signs at the end of each line."""
    path = tmp_path / "window.json"
    Settings(1.25, path=path).save()
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert Settings.load(path).scale == 1.25


single = st.none() | st.booleans() | st.integers(-9, 200_000) | st.floats() | st.text(max_size=5)
several = single | st.lists(single, max_size=3) | st.sampled_from(["slow", "pan", "zoom"])
odd = several | st.dictionaries(st.text(max_size=3), several, max_size=2)


@given(said=st.dictionaries(st.sampled_from([*Settings.load(Path("none")).plain(), "x"]), odd))
@examples(2)
def test_settings_are_left_aside_where_their_schema_finds_something(
    said: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """What is read at the start, without the schema, is what the schema lets pass."""
    path = tmp_path_factory.mktemp("settings") / "window.json"
    path.write_text(json.dumps(said), encoding="utf-8")
    assert bool(Settings.load(path).left_aside) == bool(misfits("settings", said))


@pytest.mark.parametrize(("asked", "given"), [(0.1, SMALLEST_SCALE), (9.0, LARGEST_SCALE)])
def test_the_scale_has_limits(asked: float, given: float) -> None:
    """Nobody shrinks the lettering to nothing."""
    assert Theme(asked).scale == given


def test_full_screen_and_back(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """F11 fills the screen, F11 again asks for a window of the size that it had."""
    table = opened()
    asked: list[tuple[tuple[int, int], int]] = []
    set_mode = pygame.display.set_mode

    def record(size: tuple[int, int], flags: int) -> pygame.Surface:
        asked.append((size, flags))
        return set_mode(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", record)
    screen = pygame.display.get_desktop_sizes()[0]
    table.press("f11")
    assert table.tree.rect.size == screen
    table.press("f11")
    assert asked == [(screen, pygame.FULLSCREEN), ((1280, 800), pygame.RESIZABLE)]


def test_no_full_screen_is_a_sentence(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen that has no such mode says so."""
    table = opened()
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", list)
    table.press("f11")
    assert table.label("notice-text") == "There is no full screen here."


def test_settings_outlive_a_disk_that_fills_up_while_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    Settings(scale=1.25, path=path).save()

    def torn(file: Path, content: bytes) -> None:
        file.write_text(content[:1].decode(), encoding="utf-8")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", torn)
    Settings(scale=1.5, path=path).save()
    assert Settings.load(path).scale == 1.25
    assert list(tmp_path.iterdir()) == [path]
