"""A sign that no font of the machine has is a box: whoever writes the game hears of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.definition import check, undrawable
from hexwar.definition.diagnostics import Diagnostic
from tests.fonts.making import write_font

Write = Callable[..., Path]
Machine = Callable[..., None]

SIDES = "sides:\n  red: {{name: {red}}}\n  blue: {{name: {blue}}}\n"
BOX = "\U0010fffd"


def found(folder: Path) -> list[tuple[str, int, int]]:
    return [(Path(f.file).name, f.line, f.column) for f in only(folder)]


def only(folder: Path) -> list[Diagnostic]:
    diagnostics = check(folder)
    assert {f.code for f in diagnostics} <= {undrawable.CODE}
    return diagnostics


def test_each_text_is_named_with_its_signs(write: Write, machine_fonts: Machine) -> None:
    machine_fonts()
    first, second = only(write(sides=SIDES.format(red="青軍", blue='"Hill ★"')))
    assert (first.line, first.column, second.line, second.column) == (2, 15, 3, 16)
    assert (
        first.message == "no font of this machine has 青 (U+9752), 軍 (U+8ECD): players see boxes"
    )
    assert "★ (BLACK STAR, U+2605)" in second.message
    assert first.severity == "warning" and "install a font" in first.help


def test_a_font_that_has_the_signs_is_enough(
    write: Write, machine_fonts: Machine, tmp_path: Path
) -> None:
    write_font(tmp_path / "fonts" / "signs.ttf", "青軍")
    machine_fonts(tmp_path / "fonts")
    folder = write(sides=SIDES.format(red="青軍", blue="★"))
    assert found(folder) == [("sides.yaml", 3, 16)]


def test_the_shipped_alphabets_are_no_finding(write: Write, machine_fonts: Machine) -> None:
    machine_fonts()
    assert not found(write(sides=SIDES.format(red="Śródmieście Αθήνα", blue="Луга\u00a0½ \u2013")))


def test_a_sign_that_is_written_by_its_number_is_found(
    write: Write, machine_fonts: Machine
) -> None:
    machine_fonts()
    sides = SIDES.format(red='"A \\u6771"', blue="Blue")
    assert found(write(sides=sides)) == [("sides.yaml", 2, 15)]


def test_the_rulebook_is_read_as_well(write: Write, machine_fonts: Machine) -> None:
    machine_fonts()
    folder = write()
    with (folder / "rules.md").open("a", encoding="utf-8") as rules:
        rules.write("\n## 9 山\n\n東山 is high.\n")
    rows = (folder / "rules.md").read_text(encoding="utf-8").split("\n")
    lines = [number for number, line in enumerate(rows, 1) if "山" in line]
    assert found(folder) == [("rules.md", line, 1) for line in lines]


def test_a_text_of_many_lines_is_found_at_its_line(write: Write, machine_fonts: Machine) -> None:
    machine_fonts()
    text = "options:\n  o:\n    title: One\n    summary: |\n      Plain.\n      東 is east.\n"
    folder = write()
    (folder / "options.yaml").write_text(text + "    patch: {stacking: {limit: 2}}\n", "utf-8")
    places = [(f.line, f.column) for f in check(folder) if f.code == undrawable.CODE]
    assert places == [(6, 7)]


def test_comments_and_names_of_files_are_nobody_s_to_read(
    write: Write, machine_fonts: Machine
) -> None:
    machine_fonts()
    folder = write(sides="# 東\n" + SIDES.format(red="Red", blue="Blue") + "# 山\n")
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "rules.md").rename(folder / "規則.md")
    (folder / "game.yaml").write_text(text.replace("rules.md", "規則.md"), encoding="utf-8")
    assert not found(folder)


def test_where_an_error_is_it_waits(write: Write, machine_fonts: Machine) -> None:
    """A sign that is wrong in a number is no text for players."""
    machine_fonts()
    folder = write(movement='movement:\n  allowance: 東\n  cite: {allowance: "1"}\n')
    codes = {finding.code for finding in check(folder)}
    assert codes and undrawable.CODE not in codes


def test_it_may_be_ignored(write: Write, machine_fonts: Machine) -> None:
    machine_fonts()
    assert len(only(write(sides=SIDES.format(red="青", blue="Blue")))) == 1
    sides = "sides:\n  red: {name: 青}  # hexwar: ignore[HW030]\n  blue: {name: Blue}\n"
    assert not found(write(sides=sides))


def test_a_comment_that_ignores_it_is_of_use_where_a_font_is_lacking(
    write: Write, machine_fonts: Machine, tmp_path: Path
) -> None:
    """A machine that has the font finds nothing to leave out, and that is no finding."""
    write_font(tmp_path / "fonts" / "signs.ttf", "青")
    machine_fonts(tmp_path / "fonts")
    sides = "sides:\n  red: {name: 青}  # hexwar: ignore[HW030]\n  blue: {name: Blue}\n"
    assert not check(write(sides=sides))


def test_many_are_told_up_to_a_number(
    write: Write, machine_fonts: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine_fonts()
    monkeypatch.setattr(undrawable, "_MOST_TEXTS", 2)
    folder = write()
    with (folder / "rules.md").open("a", encoding="utf-8") as rules:
        rules.write(f"\n{BOX}\n" * 5)
    first, last = only(folder)
    assert "more" not in first.message and last.message.endswith(", as in 3 more texts")


def test_strict_does_not_count_what_the_machine_lacks(
    write: Write, machine_fonts: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_fonts()
    folder = write(sides=SIDES.format(red=BOX, blue="Blue"))
    assert main(["check", "--strict", str(folder)]) == 0
    assert "1 warning" in capsys.readouterr().out


def test_plain_files_are_not_looked_through(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in ASCII costs nothing."""
    folder = write()
    monkeypatch.setattr(undrawable, "_texts", lambda file: pytest.fail(file.name))
    assert not check(folder)
