"""Files dropped on the window, or opened in it: drafts, packs, and what is neither."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pygame
import pytest

from hexwar.cli import main
from hexwar.definition.locations import user_games
from hexwar.imports.draft import Draft, Telling
from hexwar.viewer.app import App
from hexwar.viewer.program.background import StoppedError
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens import files
from hexwar.viewer.screens.files import DraftScreen, OpenFileScreen
from hexwar.viewer.screens.picker import PickerScreen
from hexwar.viewer.screens.question import QuestionScreen
from hexwar.viewer.screens.waiting import WaitingScreen
from hexwar.viewer.widgets import Button
from hexwar.viewer.widgets.controls import Row
from tests.imports.modules import kassala
from tests.imports.seeds import maps

NOTHING_NEW = 4000
"""Turns of the loop after which a thread is taken to be over."""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> App:
    """A window with the picker, for somebody who has no games of his own yet."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    app = App((1000, 700), Settings())
    app.choose_game()
    return app


def wait(app: App) -> None:
    """Until nothing is being done behind a sheet."""
    clock = pygame.time.Clock()
    for _ in range(NOTHING_NEW):
        app.step(0.0)
        if not isinstance(app.screen, WaitingScreen):
            return
        clock.tick(500)
    raise AssertionError("it never ends")


def drop(app: App, path: Path) -> None:
    """Drop a file on the window, and wait for what comes of it."""
    pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    wait(app)


def press(app: App, key: str) -> None:
    """Do what a button or a row does."""
    assert app.screen is not None
    widget = app.screen.find(key)
    assert isinstance(widget, Button | Row) and widget.activate is not None
    widget.activate()


def seen(app: App) -> str:
    """All that is read on the screen."""
    assert app.screen is not None
    app.screen.rebuild()
    app.step(0.0)
    return "\n".join(widget.label for widget in app.screen.walk())


def test_a_module_becomes_a_draft_that_is_shown(app: App, tmp_path: Path) -> None:
    path = tmp_path / "The Field.vmod"
    path.write_bytes(kassala().data())
    drop(app, path)
    assert isinstance(app.screen, DraftScreen)
    assert (user_games() / "the_field" / "imported.md").is_file()
    assert "Imported into" in seen(app)
    press(app, "close")
    assert isinstance(app.screen, PickerScreen)


def test_a_map_becomes_a_draft_as_well(app: App, tmp_path: Path) -> None:
    path = tmp_path / "island.tmx"
    path.write_bytes(maps()[0])
    drop(app, path)
    assert isinstance(app.screen, DraftScreen)
    assert (user_games() / "island" / "map.yaml").is_file()


def test_a_pack_is_installed_and_not_put_in_place_of_another_unasked(
    app: App, tmp_path: Path
) -> None:
    main(["new", str(tmp_path / "skirmish")])
    path = tmp_path / "skirmish.hexwar"
    main(["pack", str(tmp_path / "skirmish"), "--out", str(path)])
    drop(app, path)
    assert isinstance(app.screen, QuestionScreen) and "is installed, and can" in seen(app)
    installed = user_games() / "skirmish.hexwar"
    assert installed.read_bytes() == path.read_bytes()
    press(app, "answer-1")
    assert isinstance(app.screen, PickerScreen)
    drop(app, path)
    assert "is installed already" in seen(app)


@pytest.mark.parametrize("content", [b"", b"MZ", b"PK\x03\x04", b"<map/>"])
def test_what_is_none_of_them_is_said(app: App, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.docx"
    path.write_bytes(content)
    before = app.screen
    drop(app, path)
    assert app.screen is before and not user_games().exists()
    drop(app, tmp_path / "nothing")
    assert app.screen is before


def test_a_broken_module_is_refused_in_a_sentence(app: App, tmp_path: Path) -> None:
    path = tmp_path / "broken.vmod"
    path.write_bytes(kassala().data()[:900])
    drop(app, path)
    assert isinstance(app.screen, PickerScreen) and not user_games().exists()


def test_who_stops_an_import_finds_nothing_of_it(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stops when it next tells how far it is; meanwhile nothing else is begun."""
    stopped = Event()

    def endless(kind: str, path: Path, name: str, tell: Telling, *_: object) -> Draft:
        stopped.wait(20)
        tell("counters", 0, 1)
        raise AssertionError("it goes on")

    monkeypatch.setattr(files, "draft_of_file", endless)
    path = tmp_path / "field.vmod"
    path.write_bytes(kassala().data())
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    waiting = app.screen
    assert isinstance(waiting, WaitingScreen)
    app.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert app.screen is waiting
    waiting.cancel()
    stopped.set()
    for _ in range(NOTHING_NEW):
        if waiting.work.is_over():
            break
        pygame.time.Clock().tick(500)
    with pytest.raises(StoppedError):
        waiting.work.result()
    assert isinstance(app.screen, PickerScreen) and not user_games().exists()


def test_a_file_is_looked_for_in_folders(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    (home / "Downloads" / "modules").mkdir(parents=True)
    (home / "Downloads" / "letter.docx").write_bytes(b"x")
    (home / "Downloads" / "modules" / "field.vmod").write_bytes(kassala().data())
    monkeypatch.setattr(Path, "home", lambda: home)
    app.screen.rebuild()  # type: ignore[union-attr]
    press(app, "open-file")
    assert isinstance(app.screen, OpenFileScreen)
    assert "letter.docx" not in seen(app)
    press(app, "folder-modules")
    assert "a module for VASSAL" in seen(app)
    press(app, "above")
    assert app.screen.folder.name == "Downloads"
    press(app, "folder-modules")
    press(app, "file-field.vmod")
    wait(app)
    assert isinstance(app.screen, DraftScreen)
