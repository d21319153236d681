"""What the text mode says of lines of sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.records import Session
from tests.cli.conversation import answer, position
from tests.rules.tiny import varied

RULES = """
# Groves

## 1 Sight

Woods hide what is behind them.
"""
GROVES = """
rulebook: rules.md
map: {hexes: {woods: ["0303"]}}
terrain: {hexes: {woods: {title: Woods, cost: 2}}}
line_of_sight:
  blocked_by: {hexes: [woods]}
  cite: {blocked: "1"}
"""


@pytest.fixture
def groves(tmp_path: Path) -> Session:
    """Two units in the open, one behind the woods."""
    (tmp_path / "rules.md").write_text(RULES, encoding="utf-8")
    game = varied(tmp_path, GROVES, "meadow")
    setup = {"R1": "0302", "B1": "0304", "B2": "0502"}
    return Session(game, game.start(setup=setup, phase="red_movement"))


@pytest.mark.parametrize("line", ["sight 0302 0304", "SIGHT r1 b1", "sight 0302 B1"])
def test_what_is_in_the_way_is_named_with_the_rule_and_its_text(groves: Session, line: str) -> None:
    printed = answer(groves, line)
    assert printed == (
        "No, rule 1: No line of sight from 0302 to 0304: 0303 (Woods) blocks it.\n"
        "  1 Sight\n"
        "  Woods hide what is behind them."
    )


def test_a_clear_line_is_told_hex_by_hex(groves: Session) -> None:
    """Of one along a hexside the hexes beside it too."""
    assert answer(groves, "sight 0302 0401") == "0302 and 0401 see each other, 1 hex apart."
    assert answer(groves, "sight 0302 0402").endswith(", 1 hex apart.")
    assert answer(groves, "sight R1 B2") == (
        "0302 and 0502 see each other, 2 hexes apart.\n  It runs along a side of 0401 and 0402."
    )
    assert answer(groves, "sight 0101 0104").endswith("\n  The line crosses 0102, 0103.")


@pytest.mark.parametrize(
    "line", ["sight", "sight 0302", "sight 0302 9999", "sight R1 B3", "sight 0302 0303 0304"]
)
def test_a_question_that_names_no_two_places_says_how_it_is_asked(
    groves: Session, line: str
) -> None:
    """B3 is off the map."""
    told = "Say from which hex or unit on the map to which: sight 0101 0102"
    assert answer(groves, line) == told


def test_a_game_may_say_nothing_about_sight() -> None:
    session = position("soviet_combat", A="0503", X="0502")
    assert answer(session, "sight A X") == "This game says nothing about lines of sight."
