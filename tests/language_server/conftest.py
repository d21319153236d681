"""An editor that holds a game open; its server runs in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexwar.definition.codes import tiny
from tools.editor_client import Editor, in_this_process

HERE = "¦"
"""Where the cursor stands in the texts of the tests."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The tiny game: sections in one file, and the map, the units and the scenarios in theirs."""
    place = tmp_path / "tiny"
    place.mkdir()
    apart = ("map.yaml", "units.yaml", "scenarios.yaml", "rules.md")
    for name in apart:
        (place / name).write_text(tiny.FILES[name])
    together = [text for name, text in tiny.FILES.items() if name not in apart]
    (place / "game.yaml").write_text("".join(together))
    return place


@pytest.fixture
def editor() -> Iterator[Editor]:
    """An editor that has said hello."""
    with in_this_process() as started:
        started.start()
        yield started


def split(text: str) -> tuple[str, int, int]:
    """A text without the mark of the cursor, and the cursor's line and column."""
    before, _, after = text.partition(HERE)
    return before + after, before.count("\n"), len(before.rpartition("\n")[2])


Ask = Callable[..., object]


def labels(editor: Editor, uri: str, text: str) -> list[str]:
    """What is offered at the cursor of a text that the editor holds."""
    said, line, column = split(text)
    editor.change(uri, said)
    return [item["label"] for item in editor.ask("completion", uri, line, column)]


def shown(editor: Editor, uri: str, text: str) -> str:
    """What is shown at the cursor of a text that the editor holds."""
    said, line, column = split(text)
    editor.change(uri, said)
    answer = editor.ask("hover", uri, line, column)
    return answer["contents"]["value"] if answer else ""
