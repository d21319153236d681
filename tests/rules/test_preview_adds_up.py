"""The lines of a battle's arithmetic name the units that they change, where not all are."""

from __future__ import annotations

import hexwar
from hexwar.cli.text.answers import odds
from hexwar.engine import Preview
from hexwar.rules.state import State


def before_a_village(*attackers: str) -> tuple[State, Preview]:
    """Foot (G2) or horse (C1) before a village, which halves horse alone."""
    game = hexwar.load_game("marenfeld")
    board = game.start().resolved.map
    village = next(number for number in board if board.terrain(number) == "village")
    near = [n for n in board.neighbors(village) if not board.hexside(village, n)]
    setup = dict(zip(attackers, near, strict=False))
    state = game.start(setup={**setup, "MC": village}, phase="crown_combat")
    return state, state.preview(f"attack {village} by {' '.join(attackers)}")


def test_a_line_that_changes_some_of_the_units_names_them() -> None:
    """So strengths and lines add up: 7 + 5 gives 9 1/2."""
    state, preview = before_a_village("G2", "C1")
    (line,) = (line for line in preview.modifiers if line.side == "attacker")
    assert (line.value, line.units) == ("x1/2", ("C1",))
    assert "Village, C1 only: x1/2" in "\n".join(odds(state, preview))


def test_a_line_that_changes_all_of_them_names_nobody() -> None:
    _, preview = before_a_village("C1")
    (line,) = (line for line in preview.modifiers if line.side == "attacker")
    assert line.units == ()
