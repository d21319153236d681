"""Fonts of the machine are found where systems keep them, when a text needs one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.fonts import machine
from tests.fonts.making import write_font

Machine = Callable[..., None]


def names(sign: str) -> list[str]:
    return [font.name for font in machine.fonts_with(sign)]


def test_a_machine_without_fonts_draws_what_is_shipped(machine_fonts: Machine) -> None:
    machine_fonts()
    assert [machine.is_drawable(sign) for sign in "Aéж東★"] == [True, True, True, False, False]


def test_fonts_are_found_in_folders_of_folders(machine_fonts: Machine, tmp_path: Path) -> None:
    write_font(tmp_path / "truetype" / "maker" / "Signs.TTF", "★")
    machine_fonts(tmp_path / "not there", tmp_path)
    assert machine.is_drawable("★") and not machine.is_drawable("東")


def test_a_plain_font_is_taken_before_others(machine_fonts: Machine, tmp_path: Path) -> None:
    for name in ("A Bold", "B Italic", "C Serif", "D", "E Sans", "F Sans Mono"):
        write_font(tmp_path / f"{name}.ttf", "★")
    machine_fonts(tmp_path)
    assert names("★")[:2] == ["E Sans.ttf", "D.ttf"]


def test_a_broken_font_is_passed_over(machine_fonts: Machine, tmp_path: Path) -> None:
    whole = write_font(tmp_path / "b.ttf", "★")
    (tmp_path / "a.ttf").write_bytes(whole.read_bytes()[:300])
    (tmp_path / "c.ttf").mkdir()
    machine_fonts(tmp_path)
    assert names("★") == ["b.ttf"]


def test_a_font_of_nothing_but_boxes_is_none(machine_fonts: Machine, tmp_path: Path) -> None:
    write_font(tmp_path / "LastResort.otf", "東")
    machine_fonts(tmp_path)
    assert not machine.is_drawable("東")


def test_the_bold_font_beside_a_plain_one_is_known(machine_fonts: Machine, tmp_path: Path) -> None:
    plain = write_font(tmp_path / "Signs-Regular.ttf", "★●")
    bold = write_font(tmp_path / "Signs-Bold.ttf", "★")
    machine_fonts(tmp_path)
    assert machine.bold_beside(plain, "★") == bold
    assert machine.bold_beside(plain, "★●") is None


def test_nothing_is_looked_for_while_the_shipped_font_is_enough(
    monkeypatch: pytest.MonkeyPatch, machine_fonts: Machine
) -> None:
    machine_fonts()
    monkeypatch.setattr(machine, "folders", lambda: pytest.fail("it looked for fonts"))
    assert all(map(machine.is_drawable, "Hill 12 \u2013 Straße, Ωж\u3000½"))


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_each_system_keeps_fonts_somewhere(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert len({*machine.folders()}) >= 2
