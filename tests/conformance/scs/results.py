"""Battles of ``tests/games/scs_results``, where the dice name any result that a test asks for.

The ground is that of ``scs_field``: Red's supply is column 1, Blue's is column 12.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import hexwar
from hexwar.rules.combat.section import Combat
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.scs.field import CENTRE, listed, position

FOLDER = Path(__file__).resolve().parents[2] / "games" / "scs_results"


@cache
def results() -> Game:
    """The game, loaded once."""
    return hexwar.load_game(FOLDER)


def dice_of(*codes: str) -> list[int]:
    """The faces that give these results, one after the other."""
    combat = results().definition.resolve().section(Combat)
    assert combat is not None
    totals = {row[0]: total for total, row in combat.table.items()}
    return [face for code in codes for face in divmod(totals[code], 10)]


def ground(
    setup: Mapping[str, str],
    phase: str = "red_combat",
    *,
    results_to_come: Iterable[str] = (),
    lost: Mapping[str, int] | None = None,
    unsupplied: Iterable[str] = (),
) -> State:
    """A position at the beginning of a phase; the battles to come have these results."""
    return position(
        setup,
        phase,
        dice=dice_of(*results_to_come),
        lost=lost,
        unsupplied=unsupplied,
        game=results(),
    )


def beaten(
    result: str,
    setup: Mapping[str, str],
    by: str,
    *,
    target: str = CENTRE,
    phase: str = "red_combat",
    lost: Mapping[str, int] | None = None,
    unsupplied: Iterable[str] = (),
) -> State:
    """The position after an attack that had this result, at the first choice it leaves."""
    state = ground(setup, phase, results_to_come=[result], lost=lost, unsupplied=unsupplied)
    state.apply(f"attack {target} by {by}")
    return state


def stood(state: State, *units: str) -> list[str | None]:
    """Where units are; ``None`` for those that are gone."""
    return [state.position(unit) for unit in units]


def steps(state: State, *units: str) -> list[int]:
    """Steps that units have lost."""
    return [state.steps_lost(unit) for unit in units]


def retreats(state: State, unit: str) -> set[str]:
    """The hexes that one unit alone may retreat to now."""
    lines = (line.split() for line in listed(state, "retreat"))
    return {words[2] for words in lines if words[1] == unit}
