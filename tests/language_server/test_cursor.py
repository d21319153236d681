"""Where a cursor stands, told by the text before it."""

from __future__ import annotations

import random

import pytest

from hexwar.definition.locations import all_games
from hexwar.language_server.cursor import cursor_at
from tests.language_server.conftest import split

KEY, VALUE, EITHER = (True, False), (False, True), (True, True)


@pytest.mark.parametrize(
    ("text", "path", "may_be", "word"),
    [
        ("ter¦", (), KEY, "ter"),
        ("title: X\n¦", (), KEY, ""),
        ("terrain:\n  ¦", ("terrain",), EITHER, ""),
        ("terrain:\n  hexes:\n    open: {cost: 1}\n    ¦", ("terrain", "hexes"), KEY, ""),
        ("terrain:\n  hexes:\n    open: {cost: 1}\n  pa¦", ("terrain",), KEY, "pa"),
        ("terrain:\n  together: s¦", ("terrain", "together"), VALUE, "s"),
        ("terrain:\n  together: ¦\n  hexes: {", ("terrain", "together"), VALUE, ""),
        ("a:\n  - {id: x, kind: mo¦}", ("a", 0, "kind"), VALUE, "mo"),
        ("a:\n  - id: x\n    kind: mo¦", ("a", 0, "kind"), VALUE, "mo"),
        ("a:\n  - id: x\n    ki¦", ("a", 0), KEY, "ki"),
        ("a:\n- id: x\n- ki¦", ("a", 1), EITHER, "ki"),
        ("a:\n- if: {b: {c: d,\n    e¦", ("a", 0, "if", "b"), KEY, "e"),
        ("a: {b: [1, {c: d}, ¦", ("a", "b", 2), VALUE, ""),
        ("a: {b: [1, {c: d}], ¦", ("a",), KEY, ""),
        ('a: {b: "x, y: ¦', ("a", "b"), VALUE, "x, y: "),
        ("a: {b: 'it''s', c¦", ("a",), KEY, "c"),
        ("a: {'b': c¦", ("a", "b"), VALUE, "c"),
        ('a: {"0304/0405": c¦', ("a", "0304/0405"), VALUE, "c"),
        ("a:\n  t: |\n    b: c\n  d: ¦", ("a", "d"), VALUE, ""),
        ("a: b # {c\nd: ¦", ("d",), VALUE, ""),
    ],
)
def test_the_path_to_a_cursor(
    text: str, path: tuple[str | int, ...], may_be: tuple[bool, bool], word: str
) -> None:
    said, line, column = split(text)
    cursor = cursor_at(said.split("\n"), line, column)
    assert cursor is not None
    assert (cursor.path, (cursor.is_key, cursor.is_value)) == (path, may_be)
    assert cursor.word == word


@pytest.mark.parametrize("text", ["a: b # c¦", "a: |\n  rc 01 ¦", "a: {b: c} ¦", '# a: "¦'])
def test_where_nothing_can_be_written_is_no_place(text: str) -> None:
    said, line, column = split(text)
    assert cursor_at(said.split("\n"), line, column) is None


@pytest.mark.parametrize(
    "text",
    [
        "a:\n  b: {x: 1}\n  c: 2\n  ¦",
        "a:\n  b: {x: 1}\n  ¦\n\n  c: 2\nd: 3\n",
        "a:\n  ¦\n  # d: 1\n  b: {x: 1}\n  c:\n    e: 2\n",
        "a: {b: {x: 1}, ¦c: 1}",
        "b:\n  x: 1\n¦\nc: 1",
        "a: {¦, b: {x: 1}, \n   c: [{d: 1}]}\nd: 1",
        'a: {b: {x: 1}, ¦, "c": 1, ',
    ],
)
def test_the_other_keys_of_the_mapping_are_siblings(text: str) -> None:
    said, line, column = split(text)
    cursor = cursor_at(said.split("\n"), line, column)
    assert cursor is not None
    assert cursor.siblings | {cursor.whole} - {""} == {"b", "c"}


def test_the_whole_word_reaches_behind_the_cursor() -> None:
    said, line, column = split("a: {side: re¦d_army, b: 1}")
    cursor = cursor_at(said.split("\n"), line, column)
    assert cursor is not None
    assert (cursor.whole, cursor.start) == ("red_army", 10)


def test_no_text_and_no_position_makes_it_fail() -> None:
    luck = random.Random(3)
    texts = [path.read_text() for home in all_games().values() for path in home.glob("*.yaml")]
    for _ in range(300):
        text = list(luck.choice(texts))
        for _ in range(luck.randrange(6)):
            text.insert(luck.randrange(len(text)), luck.choice("{[]}:-|>\"'# \n,é😋"))
        lines = "".join(text[: luck.randrange(len(text))]).split("\n")
        cursor = cursor_at(lines, luck.randrange(-1, len(lines) + 1), luck.randrange(90))
        assert cursor is None or cursor.start >= 0
