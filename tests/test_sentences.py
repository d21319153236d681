"""What players read in random games, and of them without playing: prompts, hints, charts, lessons.

Every sentence of every shipped game stands in one table, which a test prints (``pytest -s``); a
word of the program, an id or a doubled name in it fails.
"""

from __future__ import annotations

import re
import sys

import pytest

import hexwar
from hexwar.rules.lessons.section import lessons_of
from tools.fuzz_play import shipped
from tools.sentences import KINDS, Known, Sentence, Table, read

FEW, MANY = 2, 200


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
        ("told", "Morale of Red: 10, 10, 1; 2 of 3 must be 4 or more: it stands.", []),
        ("refusal", "Red moves", ["has no end"]),
        ("outcome", "Red wins: {'towns': 2}.", ["a sign of the program"]),
        ("choice", "move A 0703", []),
        ("place", "3-0-2 then 3-0-2 then 3-0-2 reduced", ["the same of each"]),
        ("chart", "3-0-2, reduced 3-0-2", ["the same of each"]),
        ("refusal", "At most 1 units may attack together.", ["one of several"]),
        ("prompt", "Forced march: order 3 more units at most, or no more.", []),
        ("told", "Red is 3 hex away.", ["several of one"]),
        ("goal", "With fewer, Halvar wins.", ["fewer than what"]),
        ("place", "Village, as town: 1 MP to enter", ["ground by two names"]),
        ("place", "Objective", ["a bare sign"]),
        ("place", "Woods: guns may not be entered", ["what bars the ground"]),
        ("chart", "Rule 2.1: Terrain that may not be entered.", []),
        ("told", "Isles' guns first ends.", ["a verb of one"]),
        ("goal", "Counts for the victory: one of 3 hexes of towns", ["hexes of things"]),
        ("prompt", "Only these units move in this phase: motor.", ["units as a key"]),
        ("place", "Attacker -1 in combat, not horse only", ["units as a key"]),
        ("rule", "Guns and shot are *powder*.", ["a mark of Markdown"]),
        ("chart", "Effect: title Raked, against stern, multiply 2.", ["a word of the format"]),
        ("chart", "Mandatory: yes.", ["a word of the format"]),
        ("chart", "fire, if it is turn 1 or it is turn 3", ["the same of each"]),
    ],
)
def test_a_sentence_that_is_not_for_players_is_marked(
    kind: str, sentence: str, marks: list[str]
) -> None:
    assert Sentence(kind, sentence).marks == marks


def test_a_games_own_words_are_known() -> None:
    """Ids that its author uses in no text of his, and plurals that he never wrote."""
    game = hexwar.load_game("three_mills")
    known = Known(game.start(seed=0).resolved, game.catalog)
    assert list(known.marks("2 hits by cold steel", "told")) == []
    assert list(known.marks("Red controls league edge.", "told")) == []
    orva = hexwar.load_game("orva_front")
    known = Known(orva.start(seed=0).resolved, orva.catalog)
    assert list(known.marks("T1 comes back in homes.", "told")) == ["a bare id"]


def test_a_side_without_its_article_is_marked() -> None:
    """Where the author has given it one, in a sentence: not in a title, nor in a list."""
    game = hexwar.load_game("orva_front")
    known = Known(game.start(seed=0).resolved, game.catalog)
    for sentence in ("Union draws 2 cards.", "You play Union; Halvar begins.", "Held by Union"):
        assert list(known.marks(sentence, "told")) == ["a side without its article"], sentence
    for sentence in ("The Union wins.", "Union movement", "Union 3, Halvar 2", "Halvar wins."):
        assert list(known.marks(sentence, "told")) == [], sentence


NOBODY_BEFORE = re.compile(
    r"(?:^|[:;] |[,.] (?:and |but )|, |\bby |\bthan )who (?:may|can|has|is|[a-z]+(?:s|ed))\b"
)
"""``who`` with nobody before it: "and who attacks across it is halved"."""


@pytest.mark.parametrize("game", shipped())
def test_lessons_say_of_whom_they_speak(game: str) -> None:
    """A newcomer had to read such a sentence three times."""
    lessons = lessons_of(hexwar.load_game(game).catalog).values()
    texts = [text for lesson in lessons for step in lesson.steps for text in (step.text, step.hint)]
    assert [text for text in texts if NOBODY_BEFORE.search(text)] == []


@pytest.mark.parametrize(
    ("text", "is_marked"),
    [
        ("To cross it costs a point more, and who attacks across it is halved.", True),
        ("Played by who attacks an enemy beside his unit.", True),
        ("A unit that attacks across it is halved.", False),
        ("Hills hide those who wait in them, and whoever is there fires.", False),
    ],
)
def test_a_who_with_nobody_before_it_is_seen(text: str, is_marked: bool) -> None:
    assert bool(NOBODY_BEFORE.search(text)) == is_marked
