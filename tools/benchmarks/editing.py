"""What who writes a game in an editor waits for: completion, hover, findings after a keystroke."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import perf_counter, sleep
from typing import NamedTuple

import yaml

from hexwar.definition.locations import find_game
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick, per_call
from tools.editor_client import Editor, in_another_process

LARGEST = "orva_front"
"""Of the shipped games the one with most to check."""

SETTLED = 1.0
"""Seconds without typing after which the server has checked everything."""


class Opened(NamedTuple):
    """A game's longest file in an editor."""

    editor: Editor
    uri: str
    text: str


def editing_rows(folder: Path) -> Iterator[Row]:
    """Rows of the language server on a copy of the largest game, put into ``folder``."""
    game = folder / LARGEST
    shutil.copytree(find_game(LARGEST), game)
    file = max(game.glob("*.yaml"), key=lambda path: path.stat().st_size)
    text = file.read_text(encoding="utf-8")
    yardstick = Yardstick("PyYAML, the same file", per_call(lambda: yaml.safe_load(text), 1))

    def row(name: str, most: float, waits: Callable[[Opened], list[float]], part: float) -> Row:
        return Row(name, _waited(folder, file, waits, part), yardstick, Aim("time", most, most / 4))

    yield row("the first completion, as a file is opened", 0.1, _first, 1.0)
    yield row("completion, one in twenty is longer", 0.1, _asked("completion"), 0.95)
    yield row("hover, one in twenty is longer", 0.1, _asked("hover"), 0.95)
    yield row("findings after a keystroke, the longest of ten", 0.2, _typed, 1.0)


def _waited(
    folder: Path, file: Path, waits: Callable[[Opened], list[float]], part: float
) -> Measure:
    """Seconds that so great a part of the waits are at most; a server of its own each round."""

    def measure() -> float:
        with (folder / "server.txt").open("wb") as errors, in_another_process(errors) as editor:
            editor.start()
            sleep(SETTLED)  # an editor shows its window meanwhile
            text = file.read_text(encoding="utf-8")
            found = sorted(waits(Opened(editor, editor.open(file, text), text)))
        return found[int(part * (len(found) - 1))]

    return measure


def _first(opened: Opened) -> list[float]:
    return [_once(lambda: opened.editor.ask("completion", opened.uri, 3, 2))]


def _asked(feature: str) -> Callable[[Opened], list[float]]:
    """Asks at a hundred places anywhere in the file, once it is checked."""

    def waits(opened: Opened) -> list[float]:
        sleep(SETTLED)
        draw, lines = Random(1), opened.text.split("\n")
        found = []
        for _ in range(100):
            line = draw.randrange(len(lines))
            column = draw.randrange(len(lines[line]) + 1)

            def ask(line: int = line, column: int = column) -> object:
                return opened.editor.ask(feature, opened.uri, line, column)

            found.append(_once(ask))
        return found

    return waits


def _typed(opened: Opened) -> list[float]:
    """Writes a section that there is not, and takes it back, until that is told each time."""
    editor, found = opened.editor, []
    for wrong in (True, False) * 5:
        sleep(SETTLED)
        editor.request("textDocument/documentSymbol", {"textDocument": {"uri": opened.uri}})
        before = editor.published
        text = opened.text + ("\nnonsense: 1\n" if wrong else "")

        def type_it(text: str = text, before: int = before) -> None:
            editor.change(opened.uri, text)
            editor.wait_for(lambda: editor.published > before)

        found.append(_once(type_it))
    return found


def _once(deed: Callable[[], object]) -> float:
    return per_call(deed, 1, perf_counter)()
