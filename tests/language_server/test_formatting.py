"""A file set in order, and nothing of what it says touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.definition.diagnostics import Findings
from hexwar.definition.locations import all_games
from hexwar.definition.source import parse
from hexwar.definition.tree import SourceFile, raw_plain
from hexwar.language_server.formatting import formatted
from tests.examples import examples

FILES = sorted(path for home in all_games().values() for path in home.glob("*.yaml"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a: { b: 1,c: [ 1,2 , 3 ] }   # c,d\n", "a: {b: 1, c: [1, 2, 3]}   # c,d\n"),
        ("a: 1   \n\n\n\n", "a: 1\n"),
        ("a: [\n  b,c,\n    {x: 1 }]\n", "a: [\n  b, c,\n    {x: 1}]\n"),
        ("a: x\nb: plain, text,here", "a: x\nb: plain, text,here\n"),
        ("t: |\n  x  \n  y,z\nb: [1,2]\n", "t: |\n  x  \n  y,z\nb: [1, 2]\n"),
        ("a: {b: 'x,y',c: \"{ d,e }\"}\n", "a: {b: 'x,y', c: \"{ d,e }\"}\n"),
        ("a:   1 # stays\n# {b,c}\n", None),
    ],
)
def test_what_is_set_in_order(before: str, after: str | None) -> None:
    assert formatted(before) == after
    assert after is None or formatted(after) is None


@pytest.mark.parametrize("text", ["a: [1", "a: 1\na: 2\n", "a: &b 1\n", "\t- x"])
def test_a_file_that_is_broken_is_left_alone(text: str) -> None:
    assert formatted(text) is None


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_shipped_games_say_the_same_and_keep_their_comments(path: Path) -> None:
    text = path.read_text()
    untidy = text.replace(", ", ",").replace("}", " }")
    ordered = formatted(untidy)
    assert ordered is None or _tree(ordered) == _tree(untidy)
    assert (ordered or untidy).count("#") == text.count("#")


@given(st.text("ab:,{}[]\"'|# \n-", max_size=40))
@examples(2)
def test_no_text_is_made_to_say_something_else(text: str) -> None:
    ordered = formatted(text)
    assert ordered is None or _tree(ordered) == _tree(text)


def _tree(text: str) -> object:
    tree = parse(SourceFile(Path(), text), Findings())
    return None if tree is None else raw_plain(tree)


@pytest.mark.parametrize("mark", ["\x85", "\u2028", "\u2029"])
def test_a_file_whose_lines_are_counted_otherwise_is_left_as_it_is(mark: str) -> None:
    """YAML ends a line there and an editor does not, so that places behind it are other ones."""
    assert formatted(f"a: {{b: 1}}\n#{mark * 3}\nc:   {{d: 2}}") is None
