"""The language server under nonsense: ``tools/fuzz_editing.py`` goes on for longer."""

from __future__ import annotations

import json
import logging
import random
from pathlib import Path

import pytest

from tools.editor_client import in_this_process
from tools.fuzz_editing import copied, edited, judged, typed


def test_whatever_is_typed_is_answered_and_nothing_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = [path for path in copied(tmp_path) if path.parent.name in ("scs", "strike_force_one")]
    caplog.set_level(logging.WARNING)
    with in_this_process() as editor:
        editor.start()
        for step in typed(editor, files, random.Random(11)):
            if step >= 25:
                break
    assert [record.getMessage() for record in caplog.records] == []
    assert editor.shown == []


def test_an_edit_changes_a_text() -> None:
    luck = random.Random(1)
    changed = [edited("movement: {allowance: 4}", luck) for _ in range(50)]
    assert len({*changed}) > 25


def test_a_server_that_prints_or_grows_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert judged(10, [50] * 40, "") == 0
    assert judged(10, [50] * 40, "Traceback (most recent call last)") == 1
    assert judged(10, [50] * 30 + [90] * 10, "") == 1
    assert "grown" in capsys.readouterr().out


def test_the_extension_for_visual_studio_code_starts_what_there_is(root: Path) -> None:
    folder = root / "editors" / "vscode"
    said = json.loads((folder / "package.json").read_text())
    assert (folder / said["main"]).is_file()
    (language,) = said["contributes"]["languages"]
    json.loads((folder / language["configuration"]).read_text())
    assert 'args: ["lsp"]' in (folder / said["main"]).read_text()
