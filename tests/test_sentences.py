"""What players read in random games: prompts, goals, outcomes, events, choices and refusals.

Every sentence of every shipped game stands in one table, which a test prints (``pytest -s``); a
word of the program, an id or a doubled name in it fails.
"""

from __future__ import annotations

import sys

import pytest

from tools.fuzz_play import shipped
from tools.sentences import KINDS, Sentence, Table, read

FEW, MANY = 3, 200


def read_through(game: str, games: int) -> None:
    """Play games, print every sentence, and find nothing in them that is not for players."""
    table = Table()
    read([game], games, table)
    sys.stdout.write("\n".join(table.lines()))
    assert {kind for kind, _ in table.sentences} == set(KINDS)
    assert not [f"{one.kind}: {one.example} ({one.marks})" for one in table.marked()]


@pytest.mark.parametrize("game", shipped())
def test_players_read_sentences(game: str) -> None:
    read_through(game, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped())
def test_players_read_sentences_in_many_games(game: str) -> None:
    read_through(game, MANY)


@pytest.mark.parametrize(
    ("kind", "sentence", "marks"),
    [
        ("prompt", "Move units, or end the phase.", []),
        ("prompt", "greedy plays for Red.", ["a word of the program", "begins small"]),
        ("goal", "Red controls a hex of east_edge", ["an id"]),
        ("goal", "Crossing the Velda, Crossing the Velda", ["a name twice"]),
        ("told", "Red loses 1 steps.", ["one of several"]),
        ("told", "Red advances by 11 hexes, at 1/2 points.", []),
        ("refusal", "Red red moves.", ["a word twice"]),
        ("told", "Morale of Red: dice 10, 10, 1.", []),
        ("refusal", "Red moves", ["has no end"]),
        ("outcome", "Red wins: {'towns': 2}.", ["a sign of the program"]),
        ("choice", "move A 0703", []),
    ],
)
def test_a_sentence_that_is_not_for_players_is_marked(
    kind: str, sentence: str, marks: list[str]
) -> None:
    assert Sentence(kind, sentence).marks == marks
