"""Questions to a state about supply: who could trace now, and along which hexes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import place, tiny

GAME = "scs_field"


def field(**setup: str) -> State:
    """A position on the series' ground; red traces to the west edge, blue to the east."""
    return place(GAME, setup, "red_movement")


def test_a_trace_is_a_line_of_neighbours_to_the_nearest_source() -> None:
    """From the unit's own hex to a source, and no longer than it must be."""
    state = field(RI1="05.05", BI1="11.05")
    line = state.supply_path("RI1")
    assert line is not None
    assert line[0] == "05.05"
    assert line[-1] in tiny(GAME).map.region("west")
    assert len(line) == 5
    assert all(b in tiny(GAME).map.neighbors(a) for a, b in pairwise(line))


def test_a_unit_on_its_source_has_a_trace_of_one_hex() -> None:
    """It needs no road."""
    assert field(RI1="01.05", BI1="11.05").supply_path("RI1") == ("01.05",)


def test_who_is_cut_off_has_no_trace() -> None:
    """Enemies and their zones close the way; units in play only have one at all."""
    ring = {"BI1": "05.07", "BI2": "05.05"}
    state = field(RI1="05.06", **ring)
    assert state.supply_path("RI1") is None
    assert state.supply_path("RI2") is None
    assert "05.06" not in state.supply("red")["leg"]


@pytest.mark.parametrize("setup", [{"RI1": "05.05", "BI1": "03.05"}, {"RT1": "09.09"}])
def test_a_trace_and_the_supplied_hexes_agree(setup: dict[str, str]) -> None:
    """A line's hexes are all supplied for the unit's class; a unit off them has no line."""
    state = field(**{"BI2": "11.05", **setup})
    unit = next(iter(setup))
    supplied = state.supply("red")[tiny(GAME).units[unit].type.movement_class]
    line = state.supply_path(unit)
    assert (line is not None) == (state.position(unit) in supplied)
    assert set(line or ()) <= set(supplied)


def test_the_status_is_that_of_the_latest_supply_phase() -> None:
    """A unit that is cut off is still in supply until its owner's supply phase."""
    ring = {"BI1": "05.07", "BI2": "05.05"}
    state = field(RI1="05.06", **ring)
    assert state.in_supply("RI1")
    while state.phase != "blue_movement":
        state.apply("done")
    assert not state.in_supply("RI1")


def test_a_game_without_supply_has_none_to_show() -> None:
    """Everybody counts as supplied, and nothing is drawn."""
    state = tiny("meadow").start(seed=1)
    unit = state.frame.unit_ids[0]
    assert state.supply(state.frame.side_ids[0]) == {}
    assert state.supply_path(unit) is None
    assert state.in_supply(unit)
