"""Which test holds which rule of a rulebook.

A shipped game numbers its rules in ``rules.md`` (``## 4.31 Entering an enemy zone``), and a test
names the rule that it holds with ``@pytest.mark.rule("sfo", "4.31")``. This program joins the two
into ``docs/rules-coverage.md``. With ``--check`` it changes nothing and fails when a rule has no
test, when a rule of the printed rulebook is missing from ``rules.md``, when a test names a rule
that does not exist, or when the page is not what would be written now.

    python tools/conformance.py            # write the page
    python tools/conformance.py --check    # for continuous integration
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules-coverage.md"
HEADING = re.compile(r"^#{2,4} (?P<number>\d+\.\d+\w*) (?P<title>.+?)\s*$", re.MULTILINE)

Tests = Mapping[tuple[str, str], Sequence[str]]
"""(book, rule number) to the node ids of the tests that name it."""


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook: the key that tests use, the game's folder, and the numbers in print.

    ``required`` is written down here from the printed rulebook, so that a rule which everybody
    forgot to put into ``rules.md`` is missed all the same.
    """

    key: str
    folder: str
    required: tuple[str, ...]

    def titles(self) -> dict[str, str]:
        """Number to title, as ``rules.md`` has them."""
        path = ROOT / self.folder / "rules.md"
        if not path.exists():
            return {}
        found = HEADING.finditer(path.read_text(encoding="utf-8"))
        return {match["number"]: match["title"] for match in found}


def lettered(case: str, last: str) -> tuple[str, ...]:
    """The lettered cases of a case.

    >>> lettered("2.1", "c")
    ('2.1a', '2.1b', '2.1c')
    """
    letters = ascii_lowercase[: ascii_lowercase.index(last) + 1]
    return tuple(f"{case}{letter}" for letter in letters)


BOOKS = (
    Book(
        key="sfo",
        folder="games/strike_force_one",
        required=(
            *("1.0", "2.0", "3.0", "4.0", "4.1", "4.2", "4.3", "4.31", "4.32", "4.33"),
            *("5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "6.0"),
            *("7.0", "7.1", "7.11", "7.12", "7.2", "7.21", "7.22", "7.3", "7.31", "7.4"),
            *("8.0", "8.1", "8.11", "8.12", "8.13", "8.2", "8.21", "8.22"),
        ),
    ),
    Book(
        key="scs",
        folder="games/scs",
        required=(
            *("1.0", "1.1", "1.2"),
            *("2.0", "2.0a", "2.0b", "2.1", *lettered("2.1", "h")),
            *("3.0", "3.1", *lettered("3.1", "e"), "3.2", *lettered("3.2", "d")),
            *("3.3", *lettered("3.3", "c"), "4.0", *lettered("4.0", "c")),
            *("5.0", *lettered("5.0", "c"), "6.0", *lettered("6.0", "c")),
            *("6.1", *lettered("6.1", "f"), "6.2", *lettered("6.2", "b")),
            *("7.0", "7.1", "7.2", *lettered("7.2", "e"), "7.3", "7.4"),
            *("8.0", *lettered("8.0", "d"), "9.0", *lettered("9.0", "e")),
            *("9.1", *lettered("9.1", "d"), "9.2", "10.0", *lettered("10.0", "d")),
            *("11.0", *lettered("11.0", "c"), "12.0", "12.1", *lettered("12.1", "c"), "12.2"),
        ),
    ),
    Book(
        key="fof",
        folder="games/force_on_force",
        required=(
            *(f"1.{n}" for n in range(1, 6)),
            *(f"2.{n}" for n in range(1, 8)),
            *(f"3.{n}" for n in range(1, 6)),
            *(f"4.{n}" for n in range(1, 4)),
            *(f"5.{n}" for n in range(1, 10)),
            *("6.1", "6.2"),
            *(f"7.{n}" for n in range(1, 9)),
            *("8.1", "8.2", "8.3"),
            *(f"9.{n}" for n in range(1, 5)),
            *(f"10.{n}" for n in range(1, 12)),
            *("11.1", "11.2", "11.3"),
            *(f"12.{n}" for n in range(1, 6)),
            *(f"13.{n}" for n in range(1, 5)),
        ),
    ),
    Book(
        key="skerry",
        folder="games/skerry_sound",
        required=(
            *("1.0", "1.1", "1.2", "1.3", "2.0", "2.1", "2.2", "3.0", "3.1", "3.2", "3.3", "3.4"),
            *("4.0", "4.1", "4.2", "4.3", "4.4", "5.0", "5.1", "5.2", "5.3", "5.4", "5.5"),
            *("6.0", "6.1", "6.2", "6.3", "7.0", "7.1", "7.2", "7.3", "7.4"),
        ),
    ),
)
"""Every rulebook whose rules must be held by tests."""


class _Collector:
    """A pytest plugin that notes the rules of every collected test."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, str], set[str]] = defaultdict(set)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Called by pytest once all tests are known."""
        for item in session.items:
            # A test that never runs, or is expected to fail, holds nothing.
            if any(item.get_closest_marker(name) for name in ("skip", "xfail")):
                continue
            for mark in item.iter_markers("rule"):
                book, number = mark.args
                self.found[book, number].add(item.nodeid.split("[")[0])


def collect() -> Tests:
    """Ask pytest for the tests and their ``rule`` marks."""
    collector = _Collector()
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT)]
        code = pytest.main(
            ["--collect-only", "-q", "-p", "no:cacheprovider", *settings, str(ROOT / "tests")],
            plugins=[collector],
        )
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        _, _, errors = said.getvalue().partition("= ERRORS =")
        raise SystemExit(f"the tests can not be collected:\n{errors or said.getvalue()}")
    return {rule: sorted(names) for rule, names in collector.found.items()}


def in_order(numbers: Iterable[str]) -> list[str]:
    """Rule numbers as a rulebook has them: 4.3, 4.31, 4.32, 4.4."""
    return sorted(numbers, key=lambda number: (int(number.split(".")[0]), number.split(".")[1]))


def problems(tests: Tests) -> list[str]:
    """What keeps the rules from being covered, one line each."""
    found = []
    for book in BOOKS:
        titles = book.titles()
        for number in in_order({*titles, *book.required}):
            if number not in titles:
                found.append(f"{book.key} {number}: in print, missing from {book.folder}/rules.md")
            if (book.key, number) not in tests:
                found.append(f"{book.key} {number}: no test holds {titles.get(number, 'it')}")
    known = {(book.key, number) for book in BOOKS for number in {*book.titles(), *book.required}}
    strangers = sorted(set(tests) - known)
    return found + [f"{book} {n}: in no rulebook, see {tests[book, n][0]}" for book, n in strangers]


def page(tests: Tests) -> str:
    """The text of ``docs/rules-coverage.md``."""
    lines = [
        "# Which test holds which rule",
        "",
        "Written by `python tools/conformance.py`; continuous integration fails when it is stale",
        "or when a rule has no test. The numbers are those of the printed rulebooks.",
    ]
    for book in BOOKS:
        titles = book.titles()
        numbers = in_order({*titles, *book.required})
        held = sum((book.key, number) in tests for number in numbers)
        lines += ["", f"## `{book.folder}`", "", f"{held} of {len(numbers)} rules are held."]
        for number in numbers:
            names = tests.get((book.key, number), ())
            lines += ["", f"### {number} {titles.get(number, '(not in rules.md)')}", ""]
            lines += [f"- `{name}`" for name in names] or ["No test."]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Join rulebooks and tests, rule by rule.")
    parser.add_argument("--check", action="store_true", help="fail instead of writing the page")
    check = parser.parse_args(arguments).check
    tests = collect()
    text = page(tests)
    if not check:
        PAGE.write_text(text, encoding="utf-8")
        print(f"wrote {PAGE.relative_to(ROOT)}")
        return 0
    found = problems(tests)
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        found.append(f"{PAGE.relative_to(ROOT)} is stale: run python tools/conformance.py")
    print("\n".join(found) or f"every rule of {len(BOOKS)} rulebook(s) is held by a test")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
