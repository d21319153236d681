"""The computer player where units bar the enemy's way: who had better stay in it."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.players import GreedyPlayer

ORVA = hexwar.load_game("orva_front")
UNION = {"A2": "0609", "A3": "0609", "N7": "0610", "N8": "0610", "U3": "0411"}


def moved(setup: dict[str, str]) -> dict[str, str]:
    """Where Halvar's units go in a phase of movement: unit to hex."""
    state = ORVA.start(setup=setup, phase="halvar_movement", turn=2)
    player, random, phase = GreedyPlayer(), Random(1), state.phase
    goes: dict[str, str] = {}
    while state.phase == phase:
        action = player.choose(state, random)
        if action.verb == "move":
            goes |= dict.fromkeys(action.units, action.hexes[-1])
        state.apply(action)
    return goes


def where(state: hexwar.State) -> list[tuple[str, int]]:
    """Each unit by its id with the cell that it is in, 0 where it is off the map."""
    return list(zip(state.frame.unit_ids, state.cells, strict=True))


def test_the_guard_of_a_town_stays_where_the_enemy_can_come_to_it() -> None:
    """Selm would be empty with tanks before it, though no enemy reaches the towns behind."""
    guard = moved({"D9": "1012", "H2": "1112", **UNION})
    assert "D9" not in guard


def test_a_line_on_a_river_holds_while_it_shuts_the_way() -> None:
    """The towns behind it seem safe, and empty, only as long as it stands."""
    state, player, random = ORVA.start("campaign", seed=5), GreedyPlayer(), Random(5)
    while state.turn < 3:
        state.apply(player.choose(state.seen_by(state.side_to_act or ""), random), events=False)
    at = {unit: state.frame.board.number[cell] for unit, cell in where(state)}
    line = [unit for unit in (f"D{number}" for number in range(2, 10)) if at[unit][:2] <= "10"]
    assert at["D9"] == "1012" and len(line) >= 6, at


@pytest.mark.parametrize("enemy", ["0107", "0207"])
def test_who_bars_nobodys_way_goes(enemy: str) -> None:
    """With the enemy days away towns without anybody are garrisoned, as before."""
    assert moved({"D9": "1012", "D6": "0811", "H2": "1112", "N7": enemy, "U3": "0107"})
