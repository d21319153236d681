"""``hexwar watch``: in the terminal, and as a picture."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hexwar.cli import main
from hexwar.definition.codes import tiny


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny game, a file a section."""
    place = tmp_path / "tiny"
    place.mkdir()
    for name, text in tiny.FILES.items():
        (place / name).write_text(text)
    return place


def test_in_the_terminal_it_says_what_check_says(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", str(folder), "--text", "--once"]) == 0
    assert capsys.readouterr().out.endswith("Tiny: no findings\n")
    victory = folder / "victory.yaml"
    victory.write_text(victory.read_text().replace("winner: red", "winner: rde"))
    assert main(["watch", str(folder), "--text", "--once"]) == 1
    said = capsys.readouterr().out
    assert "error[HW301]: there is no side rde" in said
    assert said.endswith("Tiny: 1 error\n")


def test_a_picture_of_the_window_is_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    picture = tmp_path / "seen.png"
    assert main(["watch", str(folder), "--screenshot", str(picture), "--size", "700x500"]) == 0
    assert pygame.image.load(picture).get_size() == (700, 500)


def test_a_game_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "no_such_game", "--text", "--once"]) == 2
    assert "there is no game" in capsys.readouterr().err
