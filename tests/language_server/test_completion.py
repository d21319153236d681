"""What is offered at a cursor."""

from __future__ import annotations

from pathlib import Path

from tests.language_server.conftest import labels, shown, split
from tools.editor_client import Editor


def held(editor: Editor, folder: Path, name: str = "game.yaml") -> tuple[str, str]:
    """A file that is opened and checked; its URI and text."""
    path = folder / name
    uri = editor.open(path)
    editor.wait_for(lambda: uri in editor.findings)
    return uri, path.read_text()


def test_sections_that_are_not_there_are_offered_at_the_margin(
    editor: Editor, folder: Path
) -> None:
    uri, text = held(editor, folder)
    offered = labels(editor, uri, f"{text}\n¦")
    assert "supply" in offered
    assert not {"movement", "map", "title"} & {*offered}  # map stands in another file


def test_keys_that_are_needed_come_first_and_none_comes_twice(editor: Editor, folder: Path) -> None:
    uri, text = held(editor, folder)
    offered = labels(editor, uri, f"{text}\nlessons:\n  first:\n    ¦")
    assert offered[:2] == ["scenario", "title"] or offered[0] in ("scenario", "title")
    phases = text.replace("{id: red_movement, ", "{id: red_movement, ¦, ")
    assert not {"id", "kind", "side"} & {*labels(editor, uri, phases)}


def test_words_and_names_are_offered_as_values(editor: Editor, folder: Path) -> None:
    uri, text = held(editor, folder)
    kinds = labels(editor, uri, text.replace("kind: movement", "kind: ¦", 1))
    assert {"movement", "combat"} <= {*kinds}
    sides = labels(editor, uri, text.replace("winner: red", "winner: ¦", 1))
    assert {"red", "blue"} <= {*sides}
    hexes, _ = held(editor, folder, "scenarios.yaml")
    assert "0203" in labels(editor, hexes, 'scenarios:\n  duel:\n    setup: {A: {hex: "02¦')


def test_where_a_game_has_names_that_of_an_example_is_not_offered(
    editor: Editor, folder: Path
) -> None:
    path = folder / "units.yaml"
    path.write_text(path.read_text().replace("infantry", "guard"))
    uri, text = held(editor, folder, "units.yaml")
    offered = labels(editor, uri, text.replace("type: guard", "type: ¦", 1))
    assert "guard" in offered and "infantry" not in offered


def test_units_are_offered_as_keys_of_a_set_up_and_one_that_stands_there_is_not(
    editor: Editor, folder: Path
) -> None:
    uri, _ = held(editor, folder, "scenarios.yaml")
    assert labels(editor, uri, 'scenarios:\n  duel:\n    setup: {A: "0101", ¦}') == ["X"]


def test_rules_are_offered_with_their_headings(editor: Editor, folder: Path) -> None:
    uri, text = held(editor, folder)
    said, line, column = split(text.replace('allowance: "1"', 'allowance: "¦"'))
    editor.change(uri, said)
    (first, *_) = editor.ask("completion", uri, line, column)
    assert (first["label"], first["detail"]) == ("1", "Movement")


def test_a_file_broken_above_the_cursor_is_completed_as_well(editor: Editor, folder: Path) -> None:
    uri, text = held(editor, folder)
    assert "blue" in labels(
        editor, uri, text.replace("combat:", "combat: [{:", 1) + "  - {winner: ¦"
    )


def test_what_is_shown_of_a_key_a_word_and_a_name(editor: Editor, folder: Path) -> None:
    uri, text = held(editor, folder)
    key = shown(editor, uri, text.replace("  allowance: 4", "  allo¦wance: 4"))
    assert "movement points" in key.lower()
    assert "```yaml\nallowance: " in key
    side = shown(editor, uri, text.replace("winner: red", "winner: re¦d", 1))
    assert side.startswith("**side** `red`: Red")
    line = text.split("\n").index("  red: {name: Red}") + 1
    assert f"line {line}." in side
    assert shown(editor, uri, text.replace("title: Tiny", "title: Tiny # x¦")) == ""


def test_a_file_of_no_game_is_completed_by_the_forms_alone(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "alone.yaml").write_text("")
    uri = editor.open(tmp_path / "alone.yaml")
    assert "limit" in labels(editor, uri, "stacking:\n  ¦")
    assert editor.ask("definition", uri, 0, 2) == []
