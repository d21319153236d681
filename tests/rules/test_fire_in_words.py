"""What a chart says of fire: a table of gunnery that can be played from."""

from __future__ import annotations

import hexwar
from hexwar.rules.language.reading import read_section


def told(game: str) -> list[str]:
    """The statements of section fire, as they are printed."""
    resolved = hexwar.load_game(game).start(seed=1).resolved
    statements = read_section(resolved, "fire")
    return [one.tell() for one in statements if one.is_set and not one.is_charted]


def test_guns_of_ships_are_told_in_sentences() -> None:
    lines = told("skerry_sound")
    assert "Raked: twice the dice against units struck in the bow or stern (rule 5.5)." in lines
    assert "Units fire up to 4 hexes away (rule 5.2)." in lines
    assert "Each die of 6 is a hit." in lines
    assert "Fired at are units other than trader units in roads (rule 5.1)." in lines
    dice = next(line for line in lines if line.startswith("A die is thrown"))
    assert "Close: 1 die more within 1 hex; Long shot: 1 die less beyond 2 hexes" in dice


def test_dice_against_dice_say_what_blocks_what() -> None:
    lines = told("force_on_force")
    assert any(line.startswith("A die of 4 or more is a success; each of the") for line in lines)
    assert any(line.startswith("Defence: a die is thrown for each effective") for line in lines)
