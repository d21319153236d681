"""What the shipped font lacks is drawn with fonts of the machine, and each script as it is read."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import pygame
import pytest
from fpdf.bidi import BidiParagraph

from hexwar.definition import load
from hexwar.fonts import machine
from hexwar.viewer.drawing.lettering import is_plain, letters, pieces, units
from hexwar.viewer.drawing.theme import Theme, font
from hexwar.viewer.rendering import picture_of
from tests.fonts.making import write_font

Machine = Callable[..., None]
INK = (10, 20, 30)
SIGNS = "東山西川★✈"


def pixels(text: str, *, bold: bool = False, height: int = 24) -> bytes:
    return pygame.image.tobytes(font(height, bold).render(text, True, INK), "RGBA")


@pytest.fixture
def signs(machine_fonts: Machine, tmp_path: Path) -> Path:
    path = write_font(tmp_path / "fonts" / "signs.ttf", SIGNS)
    machine_fonts(path.parent)
    return path


def test_two_names_in_signs_of_a_font_look_different(signs: Path) -> None:
    for bold in (False, True):
        assert pixels("東山", bold=bold) != pixels("西川", bold=bold)
        assert pixels("Hill ★", bold=bold) != pixels("Hill ✈", bold=bold)


def test_without_a_font_they_are_boxes(machine_fonts: Machine) -> None:
    machine_fonts()
    assert pixels("東山") == pixels("西川")


@pytest.mark.parametrize(
    "text", ["東", "Hill ★ 12", "東\u3000x", "★\ufe0f", "e\u0301★", "a\u200d★"]
)
def test_a_text_is_as_large_as_it_is_measured(text: str, signs: Path) -> None:
    for height in (9, 14, 40):
        drawn = font(height).render(text, True, INK)
        assert drawn.get_size() == font(height).size(text)
        assert drawn.get_height() == font(height).get_height()


def test_signs_stand_in_the_same_line_as_letters(signs: Path) -> None:
    """The blocks of the font stand on the base line, as an H does."""
    letters_, block = (font(60).render(text, True, INK).get_bounding_rect() for text in "H★")
    assert abs(letters_.bottom - block.bottom) <= 1


def test_pieces_of_a_line_follow_each_other(signs: Path) -> None:
    line = font(30).render("H★", True, INK)
    left = font(30).size("H")[0]
    star = line.subsurface(left, 0, line.get_width() - left, line.get_height())
    assert pygame.image.tobytes(star, "RGBA") == pixels("★", height=30)


def test_the_shipped_font_comes_first_in_every_line(machine_fonts: Machine, tmp_path: Path) -> None:
    path = write_font(tmp_path / "signs.ttf", "Hil★")
    machine_fonts(tmp_path)
    assert [(piece.text, piece.font) for piece in pieces("Hill★")] == [("Hill", None), ("★", path)]


def test_a_font_of_the_machine_changes_nothing_of_a_plain_text(
    machine_fonts: Machine, tmp_path: Path
) -> None:
    """Though it has letters, too: the shipped font comes first, and kerns the whole line."""
    text = "AVA Ağ ж"
    with_none = pixels(text)
    write_font(tmp_path / "signs.ttf", "AVğж★")
    machine_fonts(tmp_path)
    assert pixels(text) == with_none
    shipped = pygame.font.Font(BytesIO(machine.shipped_file(machine.REGULAR)), 24)
    assert with_none == pygame.image.tobytes(shipped.render(text, True, INK), "RGBA")


def test_a_font_that_cannot_be_drawn_with_is_passed_over(
    machine_fonts: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its map is whole, and pygame refuses it."""
    broken = write_font(tmp_path / "a sans.ttf", SIGNS)
    whole = write_font(tmp_path / "b.ttf", SIGNS)
    machine_fonts(tmp_path)
    opened = pygame.font.Font

    def refusing(name: str, size: int) -> pygame.font.Font:
        if name == str(broken):
            raise pygame.error("Couldn't load font file")
        return opened(name, size)

    monkeypatch.setattr(pygame.font, "Font", refusing)
    assert [piece.font for piece in pieces("東")] == [whole]


def test_words_that_are_too_long_are_cut_between_letters(signs: Path) -> None:
    """Japanese has no blanks; what stands on a letter stays there."""
    theme = Theme()
    lines = theme.wrap("東山★" * 20, 14, 100)
    assert "".join(lines) == "東山★" * 20 and len(lines) > 3
    assert all(theme.width(line, 14) <= 100 for line in lines)
    assert letters("กิ่ง e\u0301") == ["กิ่", "ง", " ", "e\u0301"]


def test_the_map_shows_names_in_any_alphabet(signs: Path, tmp_path: Path) -> None:
    from hexwar.definition.codes import tiny

    drawn = []
    for name in ("東山", "西川"):
        for file, text in tiny.game().items():
            more = f'  features: {{town: {{"0202": {name}}}}}\n' if file == "map.yaml" else ""
            town = "  features:\n    town: {title: Town}\n" if file == "terrain.yaml" else ""
            (tmp_path / file).write_text(text + more + town, encoding="utf-8")
        drawn.append(picture_of("map", load(tmp_path).resolve(), 400))
    assert drawn[0] != drawn[1]


# -- right to left ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("עיר חדשה", "השדח ריע"),
        ("שדרה 12", "12 הרדש"),
        ("Hill עיר 3", "Hill 3 ריע"),
        ("עיר (North)", "(North) ריע"),
        ("עיר (צפון)", "(ןופצ) ריע"),
        ("שָׁלוֹם", "םוֹלשָׁ"),
        ("א\u200f!", "!א"),
        ("شارع 1-2", "2-1 عراش"),
        ("★\x00\ud800", r"★\x00\ud800"),
    ],
)
def test_right_to_left_is_ordered(text: str, seen: str, machine_fonts: Machine) -> None:
    machine_fonts()
    assert "".join(piece.text for piece in pieces(text)) == seen


def test_the_order_is_that_of_the_rules_of_unicode(machine_fonts: Machine) -> None:
    """Held against a library that has them whole; without brackets in pairs."""
    machine_fonts()
    rng = Random(7)
    for _ in range(400):
        text = "".join(rng.choices("ab עברשסلم 12-.★", k=rng.randint(1, 14))).strip()
        if text and not is_plain(text):
            known = [c.character for c in BidiParagraph(text=text).reorder_resolved_levels()]
            assert "".join(piece.text for piece in pieces(text)) == "".join(known), ascii(text)


def test_letters_that_join_are_in_one_piece_with_their_script(machine_fonts: Machine) -> None:
    machine_fonts()
    scripts = {piece.text: piece.script for piece in pieces("ถนน Road شارع")}
    assert scripts == {"عراش": "Arab", " Road ": "", "ถนน": "Thai"}
    assert units("شارع قصر") == ["قصر", " ", "شارع"]
    assert units("Río") == ["R", "í", "o"] and units("東山") == ["東", "山"]


def test_a_bold_text_takes_the_bold_font(signs: Path, machine_fonts: Machine) -> None:
    bold = write_font(signs.with_name("signs-Bold.ttf"), "★")
    machine_fonts(signs.parent)
    [piece] = pieces("★")
    assert (font(20).font_of(piece), font(20, True).font_of(piece)) == (signs, bold)
    assert machine.bold_beside(signs, "東") is None
