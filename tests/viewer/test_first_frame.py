"""What a player waits for: a title at once, and nothing is imported before the first frame with the
map that it does not show.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pygame
import pytest

from hexwar.cli import UsageError, main
from hexwar.records import Session
from hexwar.viewer.app import App
from hexwar.viewer.drawing.theme import PALETTE, lettering
from hexwar.viewer.program.display import announce, open_window
from hexwar.viewer.program.settings import Settings

PROGRAM = """
import sys
import hexwar.viewer
import pygame

def seen():
    print(*sys.modules)
    raise SystemExit

pygame.display.flip = seen
from hexwar.cli import main
main(["play", "strike_force_one"])
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules that are there when the first frame is shown."""
    home = {"HEXWAR_HOME": str(tmp_path_factory.mktemp("home"))}
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    shown = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **home, **dummies},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(shown.stdout.split())


def test_a_window_tells_what_is_coming_before_the_map_is_laid_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Never a black window: at each of these moments what is told is on the screen."""
    told: list[str] = []
    seen: list[tuple[str, bool]] = []

    def letter(text: str, *size: Any, **style: Any) -> pygame.Surface:
        told.append(text)
        return lettering(text, *size, **style)

    def update() -> None:
        surface = pygame.display.get_surface()
        colors = {surface.get_at((x, y))[:3] for x in range(0, 800, 3) for y in range(0, 600, 3)}
        seen.append((" ".join(told), len(colors) > 2))
        told.clear()

    monkeypatch.setattr("hexwar.viewer.program.display.lettering", letter)
    monkeypatch.setattr("pygame.display.update", update)
    app = App((800, 600), Settings(1.0))
    assert [words for words, _ in seen] == ["hexwar Opening ..."]
    app.play_new(Session.new("orva_front", seed=1))
    assert [words for words, _ in seen[1:]] == [
        "The Orva Front Seating the players ...",
        "The Orva Front Laying out the map ...",
    ]
    assert all(lettered for _, lettered in seen)
    # Where a game follows another its board is seen until the new one is there.
    app.play_new(Session.new("strike_force_one", seed=1))
    assert len(seen) == 3
    app.close()


def test_the_window_opens_before_anything_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """And closes again where there is nothing to play; for a slip in a name it never opens."""
    course: list[str] = []

    def announced(surface: pygame.Surface, title: str, doing: str, scale: float) -> None:
        course.append(doing)

    def loaded(name: str) -> None:
        course.append(f"load {name}")
        raise UsageError("broken")

    monkeypatch.setattr("hexwar.viewer.program.display.announce", announced)
    monkeypatch.setattr("hexwar.load_game", loaded)
    assert main(["play", "orva_front"]) == 2
    assert course == ["Opening", "Loading The Orva Front", "load orva_front"]
    assert not pygame.display.get_init()
    course.clear()
    assert main(["play", "orva_frond"]) == 2
    assert not course


def test_a_title_that_is_wider_than_the_window_is_made_to_fit() -> None:
    surface = open_window((300, 200), None)
    announce(surface, "A very long title of a campaign " * 3, "Opening", 1.0)
    ground = surface.map_rgb(PALETTE.chrome)
    edges = {surface.map_rgb(surface.get_at((x, y))) for x in (0, 299) for y in range(200)}
    assert edges == {ground}
    pygame.display.quit()


def test_a_window_that_is_open_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a desktop would see it close and another open."""
    opened: list[tuple[int, int]] = []
    really = pygame.display.set_mode

    def noted(size: tuple[int, int], flags: int) -> pygame.Surface:
        opened.append(size)
        return really(size, flags)

    monkeypatch.setattr(pygame.display, "set_mode", noted)
    announce(open_window((300, 200), None), "A game", "Opening", 1.0)
    open_window((300, 200), None)
    assert opened == [(300, 200)]
    open_window((320, 200), None)
    assert opened == [(300, 200), (320, 200)]
    pygame.display.quit()


def test_the_map_is_there(imported: frozenset[str]) -> None:
    assert "hexwar.viewer.board.board" in imported


@pytest.mark.parametrize(
    "module",
    [
        "numpy",
        "pkg_resources",
        "importlib.metadata",
        "jsonschema",
        "hexwar.players.greedy",
        "hexwar.players.search.player",
        "hexwar.players.program",
        "hexwar.rules.plots.task",
    ],
)
def test_what_it_does_not_show_is_not(imported: frozenset[str], module: str) -> None:
    assert module not in imported
