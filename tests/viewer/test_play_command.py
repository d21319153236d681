"""``hexwar play``: what it opens, and the one sentence for everything that it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from hexwar.cli import choosing, main
from hexwar.records import Session, saves_folder

GAME = "strike_force_one"

REFUSED = [
    (["strike_force_on"], "did you mean strike_force_one?"),
    ([GAME, "--scenario", "standart"], "did you mean standard?"),
    ([GAME, "--option", "west_germany"], "did you mean west_german?"),
    ([GAME, "--edition", "soviet_uk"], "did you mean soviet_us?"),
    ([GAME, "--side", "sovjet=human"], "did you mean soviet?"),
    ([GAME, "--side", "soviet=gredy"], "did you mean greedy?"),
    ([GAME, "--side", "soviet"], "SIDE=PLAYER"),
    ([GAME, "--side", "soviet=norml"], "did you mean normal?"),
    ([GAME, "--size", "large"], "1280x800"),
    ([GAME, "--size", "10x10"], "pixels"),
    ([GAME, "--scale", "500"], "75 to 300"),
    (["--scenario", "standard"], "name the game"),
    (["--seed", "7"], "name the game"),
    (["--text"], "hexwar play GAME --text"),
    (["--screenshot", "x.png"], "hexwar play GAME --screenshot FILE"),
    (["--load", "x.jsonl", "--seed", "1"], "leave them out with --load"),
]


@pytest.mark.parametrize(("arguments", "words"), REFUSED, ids=lambda part: str(part)[:40])
def test_a_request_that_makes_no_sense_is_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, one line on the standard error, and the way out in it."""
    assert main(["play", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("hexwar: ")
    assert told.count("\n") == 1
    assert words in told


def test_a_screenshot_has_the_size_that_was_asked_for(tmp_path: Path) -> None:
    """The opening position, drawn out of sight; no save is left behind."""
    picture = tmp_path / "opening.png"
    arguments = ["--size", "1024x768", "--scale", "125", "--screenshot", str(picture)]
    assert main(["play", GAME, "--seed", "7", *arguments]) == 0
    image = pygame.image.load(picture)
    assert image.get_size() == (1024, 768)
    assert len({tuple(image.get_at((x, 400))) for x in range(0, 700, 3)}) > 20
    assert not saves_folder().exists()


def test_a_screenshot_of_a_save(tmp_path: Path) -> None:
    """A saved game is shown as it stands, so its picture differs from the opening's."""
    session = Session.new(GAME, seed=7, path=tmp_path / "game.jsonl")
    session.apply("move A 0703")
    pictures = [tmp_path / "opening.png", tmp_path / "later.png"]
    assert main(["play", GAME, "--screenshot", str(pictures[0])]) == 0
    load = ["--load", str(session.path)]
    assert main(["play", *load, "--screenshot", str(pictures[1])]) == 0
    first, second = (pygame.image.tobytes(pygame.image.load(p), "RGB") for p in pictures)
    assert first != second


@pytest.mark.parametrize(
    ("name", "begins"), [("a", b"\x89PNG"), ("a.txt", b"\x89PNG"), ("a.JPG", b"\xff\xd8")]
)
def test_a_screenshot_is_a_png_unless_its_name_says_otherwise(
    tmp_path: Path, name: str, begins: bytes
) -> None:
    """Any program can open it."""
    assert main(["play", GAME, "--screenshot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_picture_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder does not exist: a sentence, no traceback."""
    target = tmp_path / "nowhere" / "x.png"
    assert main(["play", GAME, "--screenshot", str(target)]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_both_pygames_are_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """pygame and pygame-ce overwrite each other's files."""
    for name in ("pygame-2.6.1", "pygame_ce-2.5.6"):
        (tmp_path / f"{name}.dist-info").mkdir()
    module = SimpleNamespace(origin=str(tmp_path / "pygame" / "__init__.py"))
    monkeypatch.setattr(choosing, "find_spec", lambda name: module)
    assert main(["play", GAME, "--screenshot", "x.png"]) == 2
    told = capsys.readouterr().err
    assert "pip uninstall pygame pygame-ce" in told
    assert told.count("\n") == 1


def test_no_pygame_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text mode needs none."""
    monkeypatch.setattr(choosing, "find_spec", lambda name: None)
    assert main(["play", GAME, "--screenshot", "x.png"]) == 2
    assert "--text" in capsys.readouterr().err


def test_no_display_is_one_sentence(tmp_path: Path) -> None:
    """Without a screen the program names the way that needs none."""
    unwanted = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    environment = {key: value for key, value in os.environ.items() if key not in unwanted}
    environment["HEXWAR_HOME"] = str(tmp_path)
    finished = subprocess.run(
        [sys.executable, "-m", "hexwar", "play", "strike_force_one"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 2
    assert finished.stderr.count("\n") == 1
    assert "no display" in finished.stderr
    assert "hexwar play strike_force_one --text" in finished.stderr
    assert not [*tmp_path.rglob("*.jsonl")], "a game that was never begun leaves a save"
