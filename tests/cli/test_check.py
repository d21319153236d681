"""``hexwar check``: formats, totals and exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from hexwar.cli import main

WriteGame = Callable[..., Path]
TWICE = "movement:\n  allowance: 4\n  allowance: 5\n  cite: {allowance: '1'}\n"
UNCITED = "movement:\n  allowance: 4\n"


def test_a_sound_game(capsys: pytest.CaptureFixture[str]) -> None:
    """A shipped game is found by its name."""
    assert main(["check", "--strict", "strike_force_one"]) == 0
    assert capsys.readouterr().out == "strike_force_one: no findings\n"


def test_a_finding_has_file_and_line(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """The full format shows the line, and the totals come last."""
    folder = write_game(movement=TWICE)
    assert main(["check", str(folder)]) == 1
    printed = capsys.readouterr().out
    assert f"{folder / 'movement.yaml'}:3:3" in printed
    assert "3 |   allowance: 5" in printed
    assert printed.endswith("tiny: 1 error\n")


def test_concise_is_one_line_a_finding(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Editors jump to ``file:line:column``."""
    folder = write_game(movement=TWICE)
    assert main(["check", "--format", "concise", str(folder)]) == 1
    line, totals = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{folder / 'movement.yaml'}:3:3: error[HW002]: ")
    assert totals == "tiny: 1 error"


def test_json_is_for_programs(write_game: WriteGame, capsys: pytest.CaptureFixture[str]) -> None:
    """One document with the totals and every finding."""
    assert main(["check", "--format", "json", str(write_game(movement=TWICE))]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["errors"], report["warnings"]) == (1, 0)
    assert [(f["code"], f["line"], f["column"]) for f in report["findings"]] == [("HW002", 3, 3)]


def test_warnings_count_only_when_strict(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game with warnings can be played; its author may want none all the same."""
    folder = str(write_game(movement=UNCITED))
    assert main(["check", folder]) == 0
    printed = capsys.readouterr().out
    assert "warning[" in printed
    assert "warning" in printed.splitlines()[-1]
    assert main(["check", "--strict", folder]) == 1


def test_errors_come_first_whatever_the_order_of_the_games(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Several games are one report."""
    warned = write_game("warned", movement=UNCITED)
    wrong = write_game("wrong", movement=TWICE)
    assert main(["check", "--format", "concise", str(warned), str(wrong)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "error[" in lines[0]
    assert all("warning[" in line for line in lines[1:-1])
    assert lines[-1].startswith("2 games: 1 error, ")


def test_a_folder_of_games_is_checked_game_by_game(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """``hexwar check games`` does what ``hexwar check games/*`` does."""
    write_game("shelf/one")
    write_game("shelf/two", movement=TWICE)
    assert main(["check", str(tmp_path / "shelf")]) == 1
    assert "2 games: 1 error" in capsys.readouterr().out


def test_a_file_stands_for_its_game(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """An editor knows the file that is open, and not which folder is a game."""
    folder = write_game(movement=TWICE)
    assert main(["check", str(folder / "units.yaml")]) == 1
    assert "movement.yaml:3:3" in capsys.readouterr().out


def test_an_empty_folder_is_a_finding(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder without game.yaml is no game, and check says so."""
    assert main(["check", str(tmp_path)]) == 1
    assert "error[HW010]" in capsys.readouterr().out


def test_an_unknown_game_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    """With the nearest name that there is."""
    assert main(["check", "strike_force_on"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "did you mean strike_force_one?" in captured.err


# -- for programs that show findings beside the lines of a change ---------------------------------

GREY = "sides:\n  red: {name: Red, color: #b3392f}\n  blue: {name: Blue}\n"


def test_github_shows_findings_beside_a_change(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """A workflow command a finding; what would end it early is written otherwise."""
    folder = write_game("a,b:c", movement=TWICE)
    assert main(["check", "--format", "github", str(folder)]) == 1
    command, totals = capsys.readouterr().out.splitlines()
    head, told = command.removeprefix("::error ").split("::", 1)
    said = dict(part.split("=", 1) for part in head.split(","))
    assert said["file"].replace("%2C", ",").replace("%3A", ":") == str(folder / "movement.yaml")
    assert (said["line"], said["col"], said["title"][:5]) == ("3", "3", "HW002")
    assert "allowance" in told
    assert totals == "a,b:c: 1 error"


TEXT = {
    "type": "object",
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}},
}
REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "additionalProperties": {"type": "integer", "minimum": 1},
}
ARTIFACT = {
    "type": "object",
    "required": ["uri"],
    "properties": {
        "uri": {"type": "string", "pattern": r"^[^\s\\]+$"},
        "uriBaseId": {"const": "ROOT"},
    },
    "additionalProperties": False,
}
PHYSICAL = {
    "type": "object",
    "required": ["artifactLocation", "region"],
    "properties": {"artifactLocation": ARTIFACT, "region": REGION},
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "properties": {
        "level": {"enum": ["none", "note", "warning", "error"]},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "message": TEXT,
        "locations": {
            "items": {
                "required": ["physicalLocation"],
                "properties": {"physicalLocation": PHYSICAL},
            }
        },
    },
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "items": {
                "required": ["tool", "results"],
                "properties": {
                    "results": {"items": RESULT},
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                },
            }
        },
    },
}
"""What the standard (SARIF 2.1.0, OASIS) demands of the parts that are written."""


def test_sarif_is_as_its_standard_says(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With places from the working folder, the rules that findings are of, and their fixes."""
    folder = write_game(movement=TWICE, sides=GREY)
    monkeypatch.chdir(folder)
    assert main(["check", "--format", "sarif", "."]) == 1
    report = json.loads(capsys.readouterr().out)
    Draft202012Validator(SARIF).validate(report)
    [run] = report["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    found = {result["ruleId"]: result for result in run["results"]}
    assert set(rules) == set(found) == {"HW002", "HW019"}
    assert all(rules[result["ruleIndex"]] == id_ for id_, result in found.items())
    place = found["HW002"]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "movement.yaml", "uriBaseId": "ROOT"}
    assert (place["region"]["startLine"], place["region"]["startColumn"]) == (3, 3)
    [change] = found["HW019"]["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"]["text"] == '"#b3392f"'


# -- mending -------------------------------------------------------------------------------------


def test_what_is_safe_is_mended_and_nothing_else(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """A colour gets its quotes, with its line's end and its file's mode; a doubled key stays."""
    folder = write_game(movement=TWICE, sides=GREY.replace("\n", "\r\n"))
    (folder / "sides.yaml").write_bytes(GREY.replace("\n", "\r\n").encode())
    (folder / "sides.yaml").chmod(0o640)
    assert main(["check", "--fix", str(folder)]) == 1
    told = capsys.readouterr()
    assert told.err == "tiny: 1 finding mended\n"
    assert "HW019" not in told.out
    assert "HW002" in told.out
    mended = GREY.replace("#b3392f", '"#b3392f"').replace("\n", "\r\n")
    assert (folder / "sides.yaml").read_bytes() == mended.encode()
    assert (folder / "sides.yaml").stat().st_mode & 0o777 == 0o640
    assert (folder / "movement.yaml").read_text(encoding="utf-8") == TWICE
    assert [path.name for path in folder.iterdir() if path.name.startswith(".")] == []


def test_a_link_out_of_the_folder_is_not_written_through(
    write_game: WriteGame, tmp_path: Path
) -> None:
    """Whatever a stranger's folder links to stays as it was."""
    folder, outside = write_game(sides=""), tmp_path / "outside.yaml"
    outside.write_text(GREY, encoding="utf-8")
    (folder / "sides.yaml").symlink_to(outside)
    main(["check", "--fix", str(folder)])
    assert outside.read_text(encoding="utf-8") == GREY


# -- leaving warnings out --------------------------------------------------------------------------


def test_a_comment_leaves_a_warning_out(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the end of its line, or alone above it; of that code and no other."""
    folder = write_game(movement=UNCITED)
    assert main(["check", "--strict", "--format", "json", str(folder)]) == 1
    [warned] = json.loads(capsys.readouterr().out)["findings"]
    lines = UNCITED.splitlines()
    comment = f"# hexwar: ignore[{warned['code']}]"
    beside, above = list(lines), list(lines)
    beside[warned["line"] - 1] += f"  {comment}"
    above.insert(warned["line"] - 1, comment)
    for text in (beside, above):
        (folder / "movement.yaml").write_text("\n".join([*text, ""]), encoding="utf-8")
        assert main(["check", "--strict", str(folder)]) == 0
    capsys.readouterr()
    beside[warned["line"] - 1] = beside[warned["line"] - 1].replace(warned["code"], "HW019")
    (folder / "movement.yaml").write_text("\n".join([*beside, ""]), encoding="utf-8")
    assert main(["check", "--strict", "--format", "json", str(folder)]) == 1
    codes = [found["code"] for found in json.loads(capsys.readouterr().out)["findings"]]
    assert sorted(codes) == sorted([warned["code"], "HW021"])


def test_a_comment_is_of_use_though_an_error_hides_its_warning(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside an error many warnings are not looked for; a code that is none is told even so."""
    victory = "# hexwar: ignore[HW508]\nvictory: [{winner: red, if: {turn: {at_least: 1}}}]\n"
    folder = write_game(victory=victory)
    assert main(["check", "--strict", str(folder)]) == 0
    wrong = "movement: {allowance: many}  # hexwar: ignore[HW999]\n"
    (folder / "movement.yaml").write_text(wrong, encoding="utf-8")
    capsys.readouterr()
    assert main(["check", "--format", "json", str(folder)]) == 1
    told = json.loads(capsys.readouterr().out)["findings"]
    useless = [found["message"] for found in told if found["code"] == "HW021"]
    assert [message[:20] for message in useless] == ["there is no code HW9"]


def test_an_error_cannot_be_left_out(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game could not be played."""
    text = TWICE.replace("allowance: 5", "allowance: 5 # hexwar: ignore[HW002]")
    assert main(["check", str(write_game(movement=text))]) == 1
    told = capsys.readouterr().out
    assert "error[HW002]" in told
    assert "HW002 is an error" in told
