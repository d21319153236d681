"""``hexwar book``: the documentation, in the terminal or as a book for the browser, off line.

The pages are those of the folder ``docs``, which is installed with hexwar: a page is read by its
name, all of them are searched line by line, and Sphinx makes the book of them.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.definition.locations import shipped
from hexwar.definition.spelling import echoed, suggestion

EXAMPLES = """\
examples:
  hexwar book                      the contents
  hexwar book first-game           a page: here the tutorial
  hexwar book supply               the reference of a section
  hexwar book --search "zone of"   every line that has these words
  hexwar book --html FOLDER        all of it as a book for the browser, with a search
"""

MOST_FOUND = 200
"""Lines that a search shows."""

FRONT = "index"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar book`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("page", metavar="PAGE", nargs="?", help="a page by its name")
    parser.add_argument("--search", metavar="WORDS", help="the lines in which these words stand")
    parser.add_argument(
        "--html", metavar="FOLDER", type=Path, help="build the book there, for a browser"
    )


def run(arguments: argparse.Namespace) -> int:
    """Show a page, search all of them, or build the book."""
    if arguments.html is not None:
        return _build(arguments.html)
    if arguments.search is not None:
        return _search(arguments.search)
    # A page by its name, or by its path as the contents write it.
    name = arguments.page or FRONT
    known = pages()
    stem = Path(name).stem
    if stem not in known:
        raise UsageError(f"there is no page {echoed(name)}; {suggestion(stem, known)}")
    # Print a page: set for people on a terminal, as it is for programs.
    text = known[stem].read_text(encoding="utf-8")
    # A program that reads the output wants the bare page; and rich takes a while to import.
    if not sys.stdout.isatty():
        print(text)
    else:
        from rich.console import Console
        from rich.markdown import Markdown

        console = Console()
        with console.pager(styles=True):
            console.print(Markdown(text))
    return CLEAN


def pages() -> dict[str, Path]:
    """Every page by its name: the file's, without the ending."""
    return {path.stem: path for path in sorted(shipped("docs").rglob("*.md"))}


def _search(words: str) -> int:
    """Print every line with the words, page by page; 1 if there is none."""
    lines: list[str] = []
    # Whatever their capitals, and with any blanks between the words, such as those of a table.
    pattern = re.compile(r"\s+".join(map(re.escape, words.split())), re.IGNORECASE)
    for name, path in pages().items():
        heading = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = line.lstrip("# ").strip()
            if pattern.search(line):
                lines.append(f"{name}: {heading}: {line.strip()}")
    for line in lines[:MOST_FOUND]:
        print(line)
    if len(lines) > MOST_FOUND:
        print(f"... and {len(lines) - MOST_FOUND} more lines: say more words")
    if not lines:
        raise UsageError(f"no page has {echoed(words)}")
    return CLEAN


def _build(folder: Path) -> int:
    """Build the book with Sphinx."""
    if find_spec("sphinx") is None or find_spec("myst_parser") is None:
        raise UsageError("a book for the browser needs Sphinx: pip install 'hexwar[docs]'")
    source = shipped("docs")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", str(source), str(folder)]
    built = subprocess.run(command, check=False)  # noqa: S603 - our own interpreter and pages
    if built.returncode:
        raise UsageError(f"the book could not be built in {folder}")
    print(folder / "index.html")
    return CLEAN
