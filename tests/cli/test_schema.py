"""``hexwar schema``: schemas are listed, printed and held against files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexwar.cli import CLEAN, FINDINGS, USAGE, main


def test_every_schema_is_listed_and_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--list"]) == CLEAN
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert {"combat", "game", "save", "settings", "player"} <= set(names)
    for name in ("combat", "save"):
        assert main(["schema", "--print", name]) == CLEAN
        assert "properties" in json.loads(capsys.readouterr().out)


def test_a_save_fits_and_what_was_changed_in_it_is_told(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first line of JSON Lines counts."""
    assert main(["schema", "--validate", "save", str(save)]) == CLEAN
    assert capsys.readouterr().out == f"{save}: no findings\n"
    header, rest = save.read_text("utf-8").split("\n", 1)
    save.write_text(json.dumps(json.loads(header) | {"players": {"us": 3}}) + "\n" + rest, "utf-8")
    assert main(["schema", "--validate", "save", str(save)]) == FINDINGS
    told = f"{save}: players.us: us must be text, not 3\n"
    assert capsys.readouterr().out == told


def test_a_file_of_yaml_is_shown_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("sound: true\nwheel: zom\n", "utf-8")
    assert main(["schema", "--validate", "settings", str(path)]) == FINDINGS
    printed = capsys.readouterr().out
    assert "error[HW104]: wheel cannot be 'zom'" in printed
    assert "2 | wheel: zom" in printed and "did you mean zoom?" in printed


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["--print", "comabt"], "there is no schema 'comabt'; did you mean combat?"),
        (["--validate", "save"], "say which files"),
        (["--validate", "combat", "x.yaml"], "there is no schema 'combat'; there are: "),
        (["--validate", "save", "gone.json"], "gone.json is not there"),
        (["--validate", "save", "."], ". is a folder"),
        (["--validate", "save", "no.json"], "no.json is no JSON: Expecting value"),
        (["--validate", "save", "deep.json"], "deep.json is no JSON: it cannot be read"),
        (["gone"], "gone has no game.yaml"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    asked: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("no.json").write_text("nothing", "utf-8")
    Path("deep.json").write_text("[" * 100_000, "utf-8")
    assert main(["schema", *asked]) == USAGE
    assert told in capsys.readouterr().err
