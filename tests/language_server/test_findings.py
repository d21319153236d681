"""Findings while one types, and what mends them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from hexwar.definition.checking import check
from hexwar.language_server.open_files import OpenFiles
from tools.editor_client import Editor, in_another_process


def codes(editor: Editor, uri: str) -> list[str]:
    """The codes of what was last found in a file."""
    return [found["code"] for found in editor.findings.get(uri, [])]


def offered(editor: Editor, uri: str, found: dict[str, Any]) -> dict[str, Any]:
    """The actions for a finding, by title."""
    asked = {
        "textDocument": {"uri": uri},
        "range": found["range"],
        "context": {"diagnostics": [found]},
    }
    return {each["title"]: each for each in editor.request("textDocument/codeAction", asked)}


def test_findings_come_and_go_with_what_is_typed_and_not_saved(
    editor: Editor, folder: Path
) -> None:
    path = folder / "game.yaml"
    uri, text = editor.open(path), path.read_text()
    editor.change(uri, text.replace("winner: red", "winner: rde", 1))
    editor.wait_for(lambda: codes(editor, uri) == ["HW301"])
    (found,) = editor.findings[uri]
    assert found["severity"] == 1
    assert "there is no side rde" in found["message"]
    line = found["range"]["start"]["line"]
    assert "rde" in text.replace("winner: red", "winner: rde", 1).split("\n")[line]
    action = offered(editor, uri, found)["Write red"]
    (edit,) = action["edit"]["changes"][uri]
    assert (edit["newText"], edit["range"]) == ("red", found["range"])
    editor.change(uri, text)
    editor.wait_for(lambda: codes(editor, uri) == [])
    assert path.read_text() == text


def test_a_finding_may_be_in_a_file_that_is_not_open(editor: Editor, folder: Path) -> None:
    path = folder / "game.yaml"
    uri, text = editor.open(path), path.read_text()
    board = (folder / "map.yaml").as_uri()
    editor.change(uri, text.replace("    open: {cost: 1}", "    clear: {cost: 1}"))
    editor.wait_for(lambda: codes(editor, board) == ["HW301"])


def test_broken_yaml_is_told_and_the_rest_goes_on(editor: Editor, folder: Path) -> None:
    path = folder / "game.yaml"
    uri, text = editor.open(path), path.read_text()
    editor.change(uri, text.replace("  limit: 1", "  limit: [1"))
    editor.wait_for(lambda: codes(editor, uri)[:1] == ["HW001"])
    editor.change(uri, text)
    editor.wait_for(lambda: codes(editor, uri) == [])


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029", "\x0c", "\x1e"])
def test_lines_are_those_of_editors_whatever_else_ends_a_line(
    mark: str, editor: Editor, folder: Path
) -> None:
    """The check counts as the editor does: by line feeds, returns, and the two together."""
    path = folder / "game.yaml"
    uri, text = editor.open(path), path.read_text().replace("\n", "\r\n", 3)
    said = f"# one\r# two\r\n# three{mark}{mark}\n{text}"
    editor.change(uri, said)
    editor.wait_for(lambda: codes(editor, uri) == ["HW007"])
    path.write_text(said, newline="")
    (found,) = check(folder)
    start = editor.findings[uri][0]["range"]["start"]
    assert (start["line"], start["character"]) == (found.line - 1, found.column - 1) == (2, 7)


def test_what_stands_behind_all_kinds_of_line_ends_is_told_in_its_line(
    editor: Editor, folder: Path
) -> None:
    path = folder / "game.yaml"
    uri = editor.open(path)
    said = f"# one\r# two\r\n# three\n{path.read_text()}".replace("winner: red", "winner: rde", 1)
    editor.change(uri, said)
    editor.wait_for(lambda: codes(editor, uri) == ["HW301"])
    path.write_text(said, newline="")
    (found,) = check(folder)
    assert editor.findings[uri][0]["range"]["start"]["line"] == found.line - 1
    lines = said.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert "rde" in lines[found.line - 1]


def test_a_warning_can_be_left_out_from_the_editor(editor: Editor, folder: Path) -> None:
    path = folder / "game.yaml"
    uri, text = editor.open(path), path.read_text().replace('  cite: {limit: "1"}\n', "")
    editor.change(uri, text)
    editor.wait_for(lambda: "HW304" in codes(editor, uri))
    found = next(each for each in editor.findings[uri] if each["code"] == "HW304")
    (edit,) = offered(editor, uri, found)["Leave HW304 out here"]["edit"]["changes"][uri]
    line = edit["range"]["start"]["line"]
    lines = text.split("\n")
    lines[line] += edit["newText"]
    editor.change(uri, "\n".join(lines))
    editor.wait_for(lambda: "HW304" not in codes(editor, uri))


def test_what_is_without_a_doubt_is_mended_at_once(editor: Editor, folder: Path) -> None:
    path = folder / "game.yaml"
    text = path.read_text().replace("{name: Red}", "{name: Red, color: #aa0000}")
    uri = editor.open(path, text)
    editor.wait_for(lambda: "HW019" in codes(editor, uri))
    found = next(each for each in editor.findings[uri] if each["code"] == "HW019")
    whole = offered(editor, uri, found)["Mend all that is without a doubt"]
    (edit,) = whole["edit"]["changes"][uri]
    assert edit["newText"] == '"#aa0000"'


def test_a_game_that_is_closed_has_no_findings(editor: Editor, folder: Path) -> None:
    path = folder / "game.yaml"
    uri = editor.open(path, path.read_text().replace("winner: red", "winner: rde", 1))
    editor.wait_for(lambda: codes(editor, uri) == ["HW301"])
    editor.close(uri)
    editor.wait_for(lambda: codes(editor, uri) == [])


def test_columns_are_those_of_the_protocol(editor: Editor, folder: Path) -> None:
    path = folder / "game.yaml"
    text = path.read_text().replace("{name: Red}", '{name: "😋", colour: x}')
    uri = editor.open(path, text)
    editor.wait_for(lambda: codes(editor, uri) == ["HW101"])
    line = next(line for line in text.split("\n") if "colour" in line)
    start = editor.findings[uri][0]["range"]["start"]["character"]
    assert start == line.index("colour") + 1  # the face counts as two


def test_of_a_series_the_games_beside_are_checked_too(editor: Editor, tmp_path: Path) -> None:
    series, game = _series(tmp_path)
    own, base = editor.open(game / "game.yaml"), editor.open(series / "game.yaml")
    text = (series / "game.yaml").read_text()
    assert check(game) == []
    editor.change(base, text.replace("  red:", "  crimson:"))
    editor.wait_for(lambda: "HW301" in codes(editor, own))


def test_a_file_that_changes_while_its_game_is_first_read_concerns_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    series, game = _series(tmp_path)
    files, base = OpenFiles(), series / "game.yaml"
    [opened] = files.hold(game / "game.yaml", (game / "game.yaml").read_text())
    files.hold(base, base.read_text())
    read, concerned = files.files.content, []

    def read_and_change(folder: Path, path: Path) -> bytes:
        content = read(folder, path)
        if path == base:
            concerned.extend(files.hold(base, base.read_text().replace("  red:", "  crimson:")))
        return content

    monkeypatch.setattr(files.files, "content", read_and_change)
    opened.check(lambda: None)
    assert opened in concerned
    assert not opened.is_reading


def _series(tmp_path: Path) -> tuple[Path, Path]:
    from hexwar.definition.codes import tiny

    series, game = tmp_path / "base", tmp_path / "tiny"
    for place in (series, game):
        place.mkdir()
    files = dict(tiny.FILES)
    (series / "game.yaml").write_text(
        'hexwar: 2\nid: base\ntitle: Base\nversion: "1"\nabstract: true\n' + files.pop("sides.yaml")
    )
    head = files.pop("game.yaml") + "extends: base\nabstract: false\n"
    rules = {name: text for name, text in files.items() if not name.endswith(".yaml")}
    own = "".join(text for name, text in files.items() if name.endswith(".yaml"))
    for name, text in {**rules, "game.yaml": head + own}.items():
        (game / name).write_text(text)
    return series, game


def test_the_command_serves_over_its_standard_streams(folder: Path, tmp_path: Path) -> None:
    log = tmp_path / "errors"
    with log.open("wb") as errors, in_another_process(errors) as editor:
        answer = editor.start()
        assert answer["serverInfo"]["name"] == "hexwar"
        text = (folder / "game.yaml").read_text()
        uri = editor.open(folder / "game.yaml", text.replace("winner: red", "winner: rde", 1))
        editor.wait_for(lambda: codes(editor, uri) == ["HW301"])
    assert log.read_bytes() == b""


def test_without_its_library_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    from hexwar.cli import main

    monkeypatch.setitem(sys.modules, "hexwar.language_server.server", None)
    monkeypatch.setattr("sys.stderr", said := io.StringIO())

    class Missing:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "pygls" or name.startswith("pygls."):
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    for name in [name for name in sys.modules if name.partition(".")[0] == "pygls"]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("hexwar.language_server")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("sys.meta_path", [Missing(), *sys.meta_path])
    assert main(["lsp"]) == 2
    assert "pip install 'hexwar[lsp]'" in said.getvalue()
    assert capsys.readouterr().out == ""
