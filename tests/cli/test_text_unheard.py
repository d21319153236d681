"""Decisions that the text mode was not written for: listed, explained, spelled and played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hexwar
from hexwar.cli.text.commands import words
from hexwar.records import Session
from tests.cli.conversation import answer, talk
from tests.rules.tiny import FOLDER
from tests.unheard import brought, curse, storm


@pytest.fixture
def stormy() -> Iterator[Session]:
    """One unit a side, and Red is asked whom the storm strikes."""
    with brought(storm()):
        game = hexwar.load_game(FOLDER / "duel")
        yield Session(game, game.start(seed=1))


@pytest.fixture
def cursed() -> Iterator[Session]:
    """A movement phase in which units can be cursed as well."""
    with brought(curse()):
        game = hexwar.load_game(FOLDER / "meadow")
        yield Session(game, game.start(seed=1))


def test_its_choices_are_offered_with_a_line_each(stormy: Session) -> None:
    """What is typed, and what it does where that says more."""
    printed = talk(stormy)
    assert "Red: Name a unit for the storm." in printed
    lines = ["1. strike R1: Lightning strikes R1", "2. strike B1: Lightning strikes B1"]
    lines += ["3. omen Raven", "4. pass: Decline"]
    assert "".join(f"  {line}\n" for line in lines) in printed


@pytest.mark.parametrize("line", ["strike B1", "STRIKE b1", "2"])
def test_it_is_played_by_its_verb_or_its_number(stormy: Session, line: str) -> None:
    """However units and verb are spelled."""
    assert "Lightning strikes B1. [3.1]" in talk(stormy, line)
    assert stormy.state.casualties("blue") == ("B1",)


def test_what_it_names_is_spelled_and_completed(stormy: Session) -> None:
    """A name that only this decision knows, as well as units."""
    assert {"strike", "omen", "Raven"} <= set(words(stormy.state))
    talk(stormy, "omen raven")
    assert [str(entry.action) for entry in stormy.entries] == ["omen Raven"]


def test_it_is_listed_and_explained(stormy: Session) -> None:
    """``legal`` for the verb and for a unit, ``why``, ``help``."""
    assert answer(stormy, "legal strike").split("\n") == [
        "  strike R1: Lightning strikes R1",
        "  strike B1: Lightning strikes B1",
    ]
    assert answer(stormy, "legal B1") == "strike B1: Lightning strikes B1"
    assert answer(stormy, "why strike b1") == "That is legal."
    assert answer(stormy, "why strike B2") == "No, rule 3.1: The storm does not reach B2."
    assert "\n  strike R1                  let lightning strike a unit\n  omen " in answer(
        stormy, "help"
    )


def test_a_misspelled_verb_is_understood_as_it_was_meant(stormy: Session) -> None:
    """The suggestion knows the verbs of all sections."""
    assert "did you mean strike?" in answer(stormy, "stirke B1")


def test_what_is_added_to_a_phase_is_part_of_what_is_left_to_do(cursed: Session) -> None:
    """Beside moves, and played like them."""
    printed = talk(cursed, "curse B2")
    assert "Can curse: R1, R2, R3, B1, B2, B3." in printed
    assert "Lightning strikes B2." in printed
    assert "Can curse: R1, R2, R3, B1, B3." in printed


def test_more_choices_than_are_numbered_are_told_by_verb(
    stormy: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who or what each verb can name, and how to decline."""
    monkeypatch.setattr("hexwar.cli.text.decisions.MOST_NUMBERED", 3)
    assert "Can strike: R1, B1. Can omen: Raven. Type pass to decline." in talk(stormy)
