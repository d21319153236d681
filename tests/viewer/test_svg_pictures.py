"""Drawings in lines as pictures of a game: on the table, in a page; and what takes too long."""

from __future__ import annotations

import re
from base64 import b64encode
from io import BytesIO
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.pictures import PictureError
from hexwar.definition.svg import SVG
from hexwar.records import Replay, Session
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.shown_pictures import reduced
from hexwar.viewer.drawing import pictures
from hexwar.viewer.drawing.pictures import SvgRenderer, decoded
from hexwar.viewer.page.page import replay_page
from hexwar.viewer.printed_map.pictured_map import PicturedMap, painter_of
from hexwar.viewer.rendering import picture_of
from tests.imports.modules import png
from tests.viewer.pictured import pictured_game

HEAD = f'<svg xmlns="{SVG}"'
COUNTER = (
    f'{HEAD} width="50" height="50"><rect width="50" height="50" fill="#cd423c"/>'
    '<rect x="10" y="10" width="10" height="10"/>'
    '<text x="25" y="45" text-anchor="middle" font-size="14">4-3</text></svg>'
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose map and counters are drawn in lines."""
    folder = pictured_game(tmp_path_factory.mktemp("games") / "orva_front", backs=False)
    wide, high = pygame.image.load(str(folder / "pictures" / "board.png")).get_size()
    for path in (folder / "pictures").iterdir():
        if path.name != "board.png":
            path.with_suffix(".svg").write_text(COUNTER, encoding="utf-8")
        path.unlink()
    blue = f'<rect width="{wide}" height="{high}" fill="#2050a0"/>'
    board = f'{HEAD} width="{wide}" height="{high}">{blue}</svg>'
    (folder / "pictures" / "board.svg").write_text(board, encoding="utf-8")
    for name in ("map.yaml", "units.yaml"):
        text = (folder / name).read_text(encoding="utf-8")
        text = re.sub(r"(pictures/\w+)\.png", r"\1.svg", text)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def is_blue(color: pygame.Color) -> bool:
    """Whether it is the colour of the board, as far as scaling leaves it so."""
    return all(abs(color[n] - (32, 80, 160)[n]) < 14 for n in range(3))


def test_a_counter_is_drawn_as_large_as_it_is_shown(folder: Path) -> None:
    name = next((folder / "pictures").glob("[!b]*.svg")).name
    picture = decoded(folder, f"pictures/{name}", 200)
    assert picture.get_size() == (200, 200)
    assert tuple(picture.get_at((60, 60))) == (0, 0, 0, 255)
    assert tuple(picture.get_at((5, 5))) == (205, 66, 60, 255)
    dark = sum(picture.get_at((x, y))[0] < 60 for x in range(60, 140) for y in range(130, 190))
    assert dark > 150, "its text is to be read"


def test_the_game_is_sound_and_shows_them(folder: Path) -> None:
    assert hexwar.check(folder) == []
    game = hexwar.load_game(folder)
    resolved = game.start().resolved
    painter = painter_of(resolved)
    assert isinstance(painter, PicturedMap)
    whole = painter.whole(500)
    assert whole is not None and is_blue(whole.get_at((9, 9)))
    unit = next(iter(resolved[Units].counters.values()))
    assert unit.picture is not None and reduced(unit.picture.front.folder, str(unit.picture.front))
    data = picture_of("map", resolved, 600, units=True)
    drawn = pygame.image.load(BytesIO(data), "map.png")
    wide, high = drawn.get_size()
    seen = (drawn.get_at((x, y)) for x in range(0, wide, 40) for y in range(0, high, 40))
    assert sum(map(is_blue, seen)) > 20
    page = replay_page(Replay(Session(game, game.start())), (), lambda _: None)
    assert "image/svg" not in page and page.count("data:image/png") > 1


def test_a_drawing_that_takes_too_long_is_none() -> None:
    """And those after it get less time, so that many of them hold nobody up for long."""
    renderer = SvgRenderer(patience=0.001)  # in which no process even begins
    with pytest.raises(PictureError, match="bearable time"):
        renderer.draw(COUNTER)
    assert renderer.patience == 0.0005
    renderer.patience = 60
    assert renderer.draw(COUNTER).startswith(b"\x89PNG"), "another process takes its place"
    with pytest.raises(PictureError, match="cannot be drawn"):
        renderer.draw("<nonsense")
    assert renderer.draw(COUNTER).startswith(b"\x89PNG")


def test_a_picture_that_a_drawing_holds_is_drawn(folder: Path) -> None:
    """A black one of one kind, called another."""
    letters = b64encode(png(4, 4)).decode()
    held = f'<image width="50" height="50" href="data:image/jpeg;base64,{letters}"/>'
    path = folder / "pictures" / "held.svg"
    try:
        path.write_text(COUNTER.replace("</svg>", f"{held}</svg>"), encoding="utf-8")
        drawn = decoded(folder, "pictures/held.svg")
    finally:
        path.unlink()
    assert drawn.get_at((25, 25)) == pygame.Color(0, 0, 0) and drawn.get_size() == (50, 50)


def test_without_resvg_it_says_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "find_spec", lambda _: None)
    with pytest.raises(PictureError, match=r"pip install 'hexwar\[svg\]'"):
        decoded(folder, "pictures/board.svg")
    assert hexwar.check(folder) == [], "what a machine lacks is no fault of the game"


def test_a_hostile_drawing_is_a_finding(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = folder / "pictures" / "board.svg"
    text = board.read_text(encoding="utf-8")
    try:
        board.write_text(text.replace("<rect", '<image href="x.png"/><rect'), encoding="utf-8")
        main(["check", str(folder)])
    finally:
        board.write_text(text, encoding="utf-8")
    assert "HW022" in capsys.readouterr().out
