"""Names in all files of a game: where they are defined, where they stand, and renamed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hexwar
from tests.language_server.conftest import split
from tests.language_server.test_findings import _series
from tools.editor_client import Editor, Refused


def at(editor: Editor, path: Path, mark: str, feature: str, **more: Any) -> Any:
    """What the server answers about the place of a mark in a file: ``winner: r¦ed``."""
    text = path.read_text()
    _, line, column = split(text.replace(mark.replace("¦", ""), mark, 1))
    return editor.ask(feature, editor.open(path), line, column, **more)


def applied(changes: dict[str, list[dict[str, Any]]]) -> None:
    """Write the changes of a renaming into the files."""
    for uri, edits in changes.items():
        path = Path(uri.removeprefix("file://"))
        lines = path.read_text().split("\n")
        ends = [(e["range"]["start"], e["range"]["end"], e["newText"]) for e in edits]
        for start, end, new in sorted(
            ends, key=lambda e: -(e[0]["line"] * 999 + e[0]["character"])
        ):
            line = lines[start["line"]]
            lines[start["line"]] = line[: start["character"]] + new + line[end["character"] :]
        path.write_text("\n".join(lines))


def ready(editor: Editor, path: Path) -> None:
    """Wait until the names of a game are known."""
    uri = editor.open(path)
    editor.wait_for(lambda: uri in editor.findings)


def test_a_name_leads_to_its_definition_in_another_file(editor: Editor, folder: Path) -> None:
    ready(editor, folder / "game.yaml")
    (found,) = at(editor, folder / "scenarios.yaml", "{¦A:", "definition")
    assert found["uri"] == (folder / "units.yaml").as_uri()
    lines = (folder / "units.yaml").read_text().split("\n")
    assert lines[found["range"]["start"]["line"]].strip().startswith("A:")


def test_all_places_of_a_name_are_told(editor: Editor, folder: Path) -> None:
    ready(editor, folder / "game.yaml")
    game_file = folder / "game.yaml"
    asked = {"includeDeclaration": False}
    found = at(editor, game_file, "winner: r¦ed", "references", context=asked)
    files = [Path(each["uri"]).name for each in found]
    assert sorted(set(files)) == ["game.yaml", "units.yaml"]
    assert files.count("game.yaml") == 3  # two phases and the winner; eliminated is blue
    whole = at(
        editor, game_file, "winner: r¦ed", "references", context={"includeDeclaration": True}
    )
    assert len(whole) == len(found) + 1


def test_a_renamed_game_is_as_sound_as_before(editor: Editor, folder: Path) -> None:
    ready(editor, folder / "game.yaml")
    answer = at(editor, folder / "game.yaml", "winner: r¦ed", "rename", newName="crimson")
    applied(answer["changes"])
    assert hexwar.check(folder) == []
    assert "crimson: {name: Red}" in (folder / "game.yaml").read_text()
    assert "side: crimson" in (folder / "units.yaml").read_text()


def test_a_name_of_a_series_is_renamed_in_its_games(editor: Editor, tmp_path: Path) -> None:
    series, game = _series(tmp_path)
    ready(editor, series / "game.yaml")
    answer = at(editor, series / "game.yaml", "  r¦ed:", "rename", newName="crimson")
    assert {Path(uri).parent.name for uri in answer["changes"]} == {"base", "tiny"}
    applied(answer["changes"])
    assert hexwar.check(game) == []


@pytest.mark.parametrize(
    ("new", "why"), [("blue", "there is a side blue already"), ("2 x", "is no name")]
)
def test_a_new_name_must_be_one_and_new(editor: Editor, folder: Path, new: str, why: str) -> None:
    ready(editor, folder / "game.yaml")
    with pytest.raises(Refused, match=why):
        at(editor, folder / "game.yaml", "winner: r¦ed", "rename", newName=new)


def test_hexes_and_rules_are_not_renamed(editor: Editor, folder: Path) -> None:
    ready(editor, folder / "game.yaml")
    with pytest.raises(Refused, match="no name"):
        at(editor, folder / "game.yaml", 'limit: "¦1"', "rename", newName="x")


def test_while_a_file_is_broken_nothing_is_renamed(editor: Editor, folder: Path) -> None:
    ready(editor, folder / "game.yaml")
    units = editor.open(folder / "units.yaml")
    editor.change(units, "units: [")
    with pytest.raises(Refused, match=r"units.yaml, line 1"):
        at(editor, folder / "game.yaml", "winner: r¦ed", "rename", newName="crimson")


def test_the_outline_has_sections_and_what_they_define(editor: Editor, folder: Path) -> None:
    ready(editor, folder / "game.yaml")
    asked = {"textDocument": {"uri": (folder / "game.yaml").as_uri()}}
    symbols = {each["name"]: each for each in editor.request("textDocument/documentSymbol", asked)}
    assert [each["name"] for each in symbols["sides"]["children"]] == ["red", "blue"]
    assert symbols["sides"]["children"][0]["detail"] == "Red"
    phases = symbols["sequence"]["children"][1]["children"]
    assert [each["name"] for each in phases] == ["red_movement", "red_combat", "blue_movement"]
