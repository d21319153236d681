"""Types nonsense into files of games, and asks the language server about it all the while.

    python -m tools.fuzz_editing                  # ten minutes, all shipped games
    python -m tools.fuzz_editing --steps 500      # so many edits, each with some questions

A server must answer everything, print no traceback, hang never and grow no larger. Ends with 1, and
with what was typed, if it does not keep to that.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from hexwar.definition.locations import shipped
from tools.editor_client import Editor, Refused, in_another_process

FEATURES = ("completion", "hover", "definition", "references", "prepareRename", "rename")
WHOLE = ("documentSymbol", "formatting")
LETTERS = "abcxyz019 _-:{}[],|>#\"'&*!\n\t\u00e9\U0001f60b\u2028"
_OFTEN = 12  # edits after which a file is as it was before
_GROWN = 1.5  # times the memory at the start, once all games have been open


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Fuzz the language server.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--steps", type=int, default=0, help="so many edits in place of minutes")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    luck = random.Random(chosen.seed)
    end = time.monotonic() + chosen.minutes * 60
    with tempfile.TemporaryDirectory() as folder:
        files = copied(Path(folder))
        log = Path(folder) / "errors"
        sizes: list[int] = []
        steps = 0
        with log.open("wb") as errors, in_another_process(errors) as editor:
            editor.start()
            for steps in typed(editor, files, luck):
                if steps % 50 == 0:
                    sizes.append(editor.memory)
                if steps >= chosen.steps if chosen.steps else time.monotonic() > end:
                    break
        said = log.read_text(encoding="utf-8", errors="replace")
    return judged(steps, sizes, said)


def copied(folder: Path) -> list[Path]:
    """The shipped games in a folder of their own; their YAML files."""
    shutil.copytree(shipped("games"), folder / "games")
    return sorted((folder / "games").glob("*/*.yaml"))


def typed(editor: Editor, files: Sequence[Path], luck: random.Random) -> Iterator[int]:
    """Edit files and ask about them; the number of each edit."""
    step = 0
    while True:
        path = luck.choice(files)
        original = path.read_text(encoding="utf-8")
        uri, text = editor.open(path), original
        for _ in range(luck.randrange(1, _OFTEN)):
            step += 1
            text = edited(text, luck)
            editor.change(uri, text)
            asked(editor, uri, text, luck)
            yield step
        editor.change(uri, original)
        editor.close(uri)


def edited(text: str, luck: random.Random) -> str:
    """A text after one edit: a few letters more or fewer, a piece moved, or its end cut off."""
    at = luck.randrange(len(text) + 1)
    match luck.randrange(6):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[at + luck.randrange(40) :]
        case 2:
            start = luck.randrange(len(text) + 1)
            return text[:at] + text[start : start + luck.randrange(300)] + text[at:]
        case _:
            more = "".join(luck.choice(LETTERS) for _ in range(luck.randrange(1, 5)))
            return text[:at] + more + text[at:]


def asked(editor: Editor, uri: str, text: str, luck: random.Random) -> None:
    """Ask this and that, at places that need not be in the file."""
    lines = text.split("\n")
    for _ in range(3):
        line = luck.randrange(len(lines) + 2)
        column = luck.randrange(len(lines[line]) + 3 if line < len(lines) else 9)
        feature = luck.choice(FEATURES)
        more = {"newName": "some_name"} if feature == "rename" else {}
        if feature == "references":
            more = {"context": {"includeDeclaration": True}}  # type: ignore[dict-item]
        try:
            editor.ask(feature, uri, line, column, **more)
        except Refused as problem:
            if "Traceback" in str(problem) or "Error:" in str(problem):
                raise
    if luck.random() < 0.2:
        whole = {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
        editor.request(f"textDocument/{luck.choice(WHOLE)}", whole)
        place = {"start": {"line": 0, "character": 0}, "end": {"line": len(lines), "character": 0}}
        all_of_it = {"textDocument": {"uri": uri}, "range": place, "context": {"diagnostics": []}}
        editor.request("textDocument/codeAction", all_of_it)


def judged(steps: int, sizes: Sequence[int], said: str) -> int:
    """Say how it went; 1 if the server printed something or grew."""
    quarter = max(1, len(sizes) // 4)
    before, after = max(sizes[: 2 * quarter], default=0), max(sizes[-quarter:], default=0)
    print(f"{steps} edits, {steps * 3} questions; memory {before} then {after} MiB")
    grown = len(sizes) > 20 and after > before * _GROWN
    if said.strip():
        print(f"the server printed:\n{said[-3000:]}")
    if grown:
        print("the server has grown")
    return 1 if said.strip() or grown else 0


if __name__ == "__main__":
    sys.exit(main())
