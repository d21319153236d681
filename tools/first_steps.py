"""What people do first with a hexwar that is installed, tried away from any checkout.

``python -m tools.first_steps COMMAND`` tries a command that starts hexwar. Its environment has
nothing but what a system needs: no display, no settings of Python, a home folder that is empty.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tools.editor_client import in_another_process

_KEPT = ("PATH", "SYSTEMROOT", "COMSPEC", "PATHEXT", "NUMBER_OF_PROCESSORS")
"""Variables without which programs do not start, above all on Windows."""

_PATIENCE = 300  # seconds for one command
_NAMED = "http:/" + "/www.w3" + ".org/2000/svg"  # how a file says that it is SVG, and no host
_DRAWN = f'<svg xmlns="{_NAMED}" width="90" height="90">{{}}</svg>'
_STUDY = """\
study: Does it run?
games: {strike_force_one: {scenarios: [standard]}}
players: greedy
number: 4
"""


class StepError(Exception):
    """A first step went wrong; the text says how."""


class Traveller:
    """Somebody with a command and an empty folder."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self.command, self.folder = command, folder
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        home = dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "TMPDIR", "TEMP"))
        quiet = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        self.environment = kept | dict.fromkeys(home, str(folder)) | quiet

    def run(self, *arguments: str, typed: str = "") -> str:
        """What ``hexwar ARGUMENTS`` prints; beside it nothing may be said but how far it is.

        :class:`StepError` if it fails or a library complains.
        """
        done = subprocess.run(
            [*self.command, *arguments],
            input=typed,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE,
            check=False,
        )
        if done.returncode or "Traceback" in done.stderr or "Warning" in done.stderr:
            raise StepError(f"exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr}")
        return done.stdout

    def made(self, name: str, begins: bytes) -> bytes:
        """A file that was written, by the bytes with which files of its kind begin."""
        data = (self.folder / name).read_bytes() if (self.folder / name).exists() else b""
        if not data.startswith(begins):
            raise StepError(f"{name} is {data[:20]!r}")
        return data


def _told(text: str, *words: str) -> None:
    missing = [word for word in words if word not in text]
    if missing:
        raise StepError(f"{', '.join(missing)}: not in\n{text[-2000:]}")


def _says_its_version(here: Traveller) -> None:
    _told(here.run("--version"), "hexwar 1", "Python 3", "SDL 2")


def _lists_its_games(here: Traveller) -> None:
    games = "strike_force_one", "scs_sample", "force_on_force", "orva_front", "tamrat"
    _told(here.run("list"), *games, "marenfeld", "three_mills", "skerry_sound")


def _plays_in_a_window(here: Traveller) -> None:
    here.run("play", "strike_force_one", "--screenshot", "first.png")
    if len(here.made("first.png", b"\x89PNG")) < 50_000:
        raise StepError("the picture of the window is nearly empty")


def _plays_in_the_terminal(here: Traveller) -> None:
    typed = "hint\nmove B 0703\ndone\nquit\n"
    text = here.run("play", "strike_force_one", "--text", "--seed", "7", typed=typed)
    _told(text, "Chance of winning", "B moves 0803 to 0703", "Soviet combat")


def _checks(here: Traveller) -> None:
    every = ("strike_force_one", "force_on_force", "three_mills")
    here.run("check", "--strict", *every)
    here.run("new", "mine")
    here.run("check", "--strict", "mine")
    _told(here.run("explain", "HW412"), "supply")


def _draws_pictures_of_strangers(here: Traveller) -> None:
    """SVG is drawn in a process of its own; two drawings must not look the same."""
    here.run("new", "drawn")
    units = here.folder / "drawn" / "units.yaml"
    text = units.read_text(encoding="utf-8")
    pictured = text.replace("{side: red,", "{side: red, picture: {front: red.svg},")
    units.write_text(pictured, encoding="utf-8")
    drawings = []
    for fill in ("#c00000", "#00c000"):
        square = f'<rect width="90" height="90" fill="{fill}"/>'
        (here.folder / "drawn" / "red.svg").write_text(_DRAWN.format(square), encoding="utf-8")
        here.run("render", "drawn", "drawn.png", "--units", "--wide", "600")
        drawings.append(here.made("drawn.png", b"\x89PNG"))
    if drawings[0] == drawings[1]:
        raise StepError("a picture of its own makes no difference to a counter")


def _prints(here: Traveller) -> None:
    here.run("print", "strike_force_one", "--out", "paper")
    papers = sorted((here.folder / "paper").glob("*.pdf"))
    if len(papers) < 3:
        raise StepError(f"of the parts on paper there are {len(papers)}")
    for path in papers:
        here.made(f"paper/{path.name}", b"%PDF")


def _imports_and_exports(here: Traveller) -> None:
    here.run("export", "tiled", "scs_sample", "--out", "velda.tmx")
    here.run("import", "tiled", "velda.tmx", "draft")
    _told((here.folder / "draft" / "imported.md").read_text(encoding="utf-8"), "Carried over")
    here.run("render", "draft", "draft.png", "--wide", "600")
    here.made("draft.png", b"\x89PNG")


def _plays_by_the_thousand(here: Traveller) -> None:
    _told(here.run("balance", "strike_force_one", "--games", "4", "--jobs", "2"), "4 games")
    (here.folder / "asked.yaml").write_text(_STUDY, encoding="utf-8")
    here.run("study", "asked.yaml", "--jobs", "2")
    games = here.made("asked.results/games.jsonl", b"{")
    if games.count(b"\n") != 4:
        raise StepError("a study of 4 games has other results than 4")


def _answers_an_editor(here: Traveller) -> None:
    command = [*here.command, "lsp", "--stdio"]
    with (here.folder / "lsp.log").open("wb") as errors:
        place = {"cwd": here.folder, "env": here.environment}
        with in_another_process(errors, command, **place) as editor:
            known = editor.start()["serverInfo"]
            editor.open(here.folder / "mine" / "game.yaml", "hexwar: 2\nid: mine\ntitel: Mine\n")
            editor.wait_for(lambda: bool(editor.findings))
            (findings,) = editor.findings.values()
    _told(str(known), "hexwar")
    _told(str(findings), "titel", "title")


def _reads_the_book(here: Traveller) -> None:
    _told(here.run("book", "first-game"), "hexwar balance")
    _told(here.run("schema", "--print", "supply"), "supply")


STEPS: dict[str, Callable[[Traveller], None]] = {
    "says its version": _says_its_version,
    "lists its games": _lists_its_games,
    "plays in a window": _plays_in_a_window,
    "plays in the terminal": _plays_in_the_terminal,
    "checks": _checks,
    "reads the book": _reads_the_book,
    "prints": _prints,
    "draws pictures of strangers": _draws_pictures_of_strangers,
    "imports and exports": _imports_and_exports,
    "plays by the thousand": _plays_by_the_thousand,
    "answers an editor": _answers_an_editor,
}


def failures(command: list[str]) -> Iterator[str]:
    """Take all steps with a command, in the order of the list, and say each; those that failed."""
    with tempfile.TemporaryDirectory() as folder:
        here = Traveller(command, Path(folder))
        for title, step in STEPS.items():
            began = time.perf_counter()
            problem = ""
            try:
                step(here)
            except (StepError, OSError, EOFError, RuntimeError, subprocess.SubprocessError) as why:
                problem = str(why)
                yield title
            took = time.perf_counter() - began
            print(f"  {took:5.1f} s  {title}{': ' if problem else ''}{problem}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Take first steps with an installed hexwar.")
    parser.add_argument("command", nargs="+", help="what starts hexwar, such as .venv/bin/hexwar")
    command: list[str] = parser.parse_args(arguments).command
    program = Path(command[0])
    if program.exists():  # a name alone is looked for on the path
        command[0] = str(program.absolute())
    return 1 if list(failures(command)) else 0


if __name__ == "__main__":
    sys.exit(main())
