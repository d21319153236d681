"""Where whoever is brought on with all others enters."""

from __future__ import annotations

from hexwar.rules.reinforcements.entries import next_entry
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from tests.rules.tiny import place


def brought_on(state: State) -> dict[str, str]:
    """All who can enter, unit by unit."""
    placed: dict[str, str] = {}
    while (entry := next_entry(state)) is not None:
        assert entry in state.legal_actions()
        state.apply(entry)
        placed[entry.units[0]] = entry.hexes[-1]
    return placed


def test_they_enter_near_the_enemy_but_not_beside_him() -> None:
    state = place("reserves", {"R1": "0701", "B1": "0302"}, "red_movement")
    entered = brought_on(state)
    board = state.resolved.map
    far = {number: board.distance(number, "0302") for number in ("0101", "0102", "0103")}
    assert set(entered) == {"L1", "L2"}
    assert all(board.distance(number, "0302") == min(far.values()) for number in entered.values())
    beside = brought_on(place("reserves", {"R1": "0701", "B1": "0202"}, "red_movement"))
    assert all(board.distance(number, "0202") > 1 for number in beside.values())


def test_they_keep_to_the_limit_of_stacking() -> None:
    state = place("reserves", {"R1": "0701", "B1": "0705"}, "red_movement")
    brought_on(state)
    assert not state.rules[StackingRules].overstacked(state, 0)


def test_nobody_enters_where_nobody_waits() -> None:
    assert next_entry(place("reserves", {"R1": "0701", "B1": "0705"}, "red_combat")) is None
