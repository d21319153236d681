"""No change of a shipped game costs anybody the game that is under way."""

from __future__ import annotations

import pytest

from hexwar.definition.locations import games_in, shipped
from tools.old_saves import AGREES, PARTS, WRONG, fates, main

GAMES = [name for name in games_in(shipped("games")) if name != "scs"]


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("name", GAMES)
def test_a_save_outlives_changes_of_its_game(name: str) -> None:
    """By the rules that it had; and it is said where those of today part, if they do."""
    _, seen = fates(name, 4, seed=3)
    assert [(str(fate.change), fate.sentence) for fate in seen if fate.outcome == WRONG] == []
    assert {fate.outcome for fate in seen} <= {AGREES, PARTS} and len(seen) == 4


def test_the_figures_are_told_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """A row for every game that can be played."""
    assert main(["strike_force_one", "-n", "2"]) == 0
    heading, row = capsys.readouterr().out.splitlines()
    assert heading.split()[0] == "game" and row.split()[0] == "strike_force_one"
    assert row.split()[2] == "2"
