"""A program in a seat gives its parts of the dice, and none to a host that cheats."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.fair import Terms
from hexwar.joining.parts import DiceParts
from tests.fair.playing import Together

GAME = hexwar.load_game("marenfeld")
SIDES = tuple(GAME.start(seed=1).frame.side_ids)
LINK = "/#secret"


@pytest.fixture(scope="module")
def record() -> list[str]:
    """The lines of a joint game."""
    game = Together(GAME, Terms("joint", SIDES)).play(Random(4))
    return [line.decode().rstrip("\n") for line in game.lines]


def at_a_link(record: list[str]) -> int:
    """How many lines there are when the first link is asked for."""
    return next(at for at, line in enumerate(record) if '"rolls"' in line) + 1


def asked(record: list[str]) -> dict[str, object]:
    number = json.loads(record[at_a_link(record) - 1])["k"]
    return {"t": "now", "now": {"dice": {"asks": "link", "k": number, "number": 1}}}


def test_it_gives_an_anchor_and_links_and_goes_on_after_a_restart(
    record: list[str], tmp_path: Path
) -> None:
    """Of the same chain."""
    parts = DiceParts(LINK, tmp_path)
    anchor = parts.hear({"t": "now", "now": {"dice": {"asks": "anchor"}}})
    parts.hear({"t": "lines", "from": 0, "lines": record[: at_a_link(record)]})
    link = parts.hear(asked(record))
    assert anchor and link
    assert link["k"] == 1
    assert parts.hear(asked(record)) is None  # once is enough
    again = DiceParts(LINK, tmp_path)
    assert again.lines == parts.lines
    assert again.hear(asked(record)) == link


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        (lambda lines: lines.insert(3, '{"seat":"crown","player":"hard"}'), "was changed, put in"),
        (lambda lines: lines.append(lines[-1]), "is thrown once more"),
    ],
)
def test_a_host_that_cheats_is_given_nothing_more(
    lie: object, why: str, record: list[str], tmp_path: Path
) -> None:
    """And it is said what it did."""
    lines = record[: at_a_link(record)]
    assert callable(lie)
    lie(lines)
    parts = DiceParts(LINK, tmp_path)
    parts.hear({"t": "lines", "from": 0, "lines": lines})
    assert parts.hear(asked(record)) is None
    assert why in parts.fault


def test_another_beginning_than_before_is_noticed(record: list[str], tmp_path: Path) -> None:
    """As when a host promises another secret once it has seen the anchors."""
    DiceParts(LINK, tmp_path).hear({"t": "lines", "from": 0, "lines": record[:3]})
    other = record[0].replace('"commitment":"', '"commitment":"0')
    parts = DiceParts(LINK, tmp_path)
    parts.hear({"t": "lines", "from": 0, "lines": [other, *record[1:3]]})
    assert "line 1 of the record has been changed" in parts.fault
