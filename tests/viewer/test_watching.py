"""A game watched while it is written: the map, what is wrong, the last map that could be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hexwar.definition.codes import tiny
from hexwar.definition.watching import WatchedFolder
from hexwar.viewer.app import App
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.watching import WatchScreen
from tests.conformance.scs.variant import folder as extending


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny game, a file a section."""
    for name, text in tiny.FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def saved(folder: Path, name: str, old: str, new: str) -> None:
    """Change a file as an editor saves it, a moment later as the disk tells it."""
    path = folder / name
    told = path.stat().st_mtime_ns
    path.write_text(path.read_text().replace(old, new))
    os.utime(path, ns=(told + 10**9, told + 10**9))


@pytest.fixture
def watching(folder: Path, monkeypatch: pytest.MonkeyPatch) -> WatchScreen:
    """The screen, after it has seen the game as it is at first."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    app = App((1000, 700), Settings())
    screen = WatchScreen(app, WatchedFolder(folder))
    app.push(screen)
    look(app, screen)
    return screen


def look(app: App, screen: WatchScreen) -> None:
    """Let the window look at the files, and wait for what a check finds."""
    app.step(0.0)
    while screen.waits:
        app.step(0.0)


def labels(screen: WatchScreen) -> str:
    """All that is read on the screen."""
    return "\n".join(widget.label for widget in screen.walk())


def test_a_sound_game_shows_its_map_alone(watching: WatchScreen) -> None:
    assert watching.find("map") is not None
    assert watching.find("finding-0-message") is None
    assert "Sound" in labels(watching)


def test_what_is_wrong_is_told_beside_the_last_map(watching: WatchScreen, folder: Path) -> None:
    app = watching.host
    assert isinstance(app, App)
    before = watching.sight and watching.sight.game
    saved(folder, "victory.yaml", "winner: red", "winner: rde")
    look(app, watching)
    told = labels(watching)
    assert "1 error; the map is as it last could be read." in told
    assert "there is no side rde" in told
    assert "victory.yaml, line 2" in told
    assert "did you mean red?" in told
    assert watching.find("map") is not None
    assert watching.sight is not None
    assert watching.sight.game is before
    saved(folder, "victory.yaml", "winner: rde", "winner: red")
    look(app, watching)
    assert watching.find("finding-0-message") is None


def test_the_map_follows_what_is_saved(watching: WatchScreen, folder: Path) -> None:
    app = watching.host
    assert isinstance(app, App)
    saved(folder, "map.yaml", "columns: 4", "columns: 6")
    look(app, watching)
    assert watching.sight is not None
    assert watching.sight.game is not None
    assert len(watching.sight.game.map) == 18


def test_a_game_that_is_broken_from_the_start_has_findings_and_no_map(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    saved(folder, "map.yaml", "columns: 4", "columns: [4")
    app = App((640, 480), Settings())
    screen = WatchScreen(app, WatchedFolder(folder))
    app.push(screen)
    look(app, screen)
    assert screen.find("map") is None
    assert "not YAML" in labels(screen)


def test_a_scenario_that_is_not_there_is_told(folder: Path) -> None:
    seen = WatchedFolder(folder, scenario="winter").look()
    assert "there is no scenario 'winter'" in seen.problem
    assert WatchedFolder(folder, scenario="duel").look().problem == ""


def test_a_folder_is_looked_at_when_a_file_changes_and_not_before(folder: Path) -> None:
    watched = WatchedFolder(folder)
    assert watched.changed()
    watched.look()
    assert not watched.changed()
    saved(folder, "rules.md", "Roll a die", "Roll one die")
    assert watched.changed()


def test_a_game_that_extends_another_is_looked_at_once(tmp_path: Path) -> None:
    """And again when the file of the other changes."""
    watched = WatchedFolder(extending(tmp_path, ""))
    watched.look()
    assert not watched.changed()
    with (tmp_path / "scs_field" / "game.yaml").open("a", encoding="utf-8") as base:
        base.write("# more\n")
    assert watched.changed()
