"""Cases 1.0 to 1.2, and what the rulebook says before it begins to count (0.1 to 0.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.scs.field import (
    CENTRE,
    RING,
    allowed,
    dice_for,
    field,
    goals,
    listed,
    part,
    path,
    place_all,
    play,
    position,
    refused,
    until,
)
from tests.conformance.scs.variant import variant

PHASES = [
    f"{side}_{phase}"
    for side in ("red", "blue")
    for phase in ("movement", "combat", "exploitation", "supply")
]


# -- before the first case ------------------------------------------------------------------------


@pytest.mark.rule("scs", "0.1")
def test_hexes_are_numbered_by_column_from_the_left_and_by_place_from_the_bottom() -> None:
    hexmap = field().map
    assert hexmap.direction("03.05", "03.06") == "N"
    assert hexmap.direction("03.05", "03.04") == "S"
    assert hexmap.direction("03.05", "04.05") == "SE"
    assert len(hexmap.numbers) == 120
    assert "13.01" not in hexmap.numbers
    assert "01.11" not in hexmap.numbers


@pytest.mark.rule("scs", "0.2")
@pytest.mark.rule("scs", "3.3c")
@pytest.mark.parametrize(("column", "lives"), [(3, True), (1, False)])
def test_a_unit_forced_off_the_map_is_destroyed_and_counts(
    tmp_path: Path, column: int, lives: bool
) -> None:
    """Two hexes in the west are free to retreat to; at the edge they are not on the map."""
    loss = "{when: end_of_phase, winner: red, if: {eliminated: {side: blue}}}"
    game = variant(tmp_path, f"victory: [{loss}, {{winner: draw}}]\n")
    here, east = f"{column:02}", f"{column + 1:02}"
    ring = {"RG1": f"{here}.06", "R11": f"{east}.06", "R1": f"{east}.05", "RH1": f"{here}.04"}
    dice = dice_for("7:1", "D1r1")
    state = position({"BL1": f"{here}.05", **ring}, "red_combat", dice=dice, game=game)
    play(state, f"attack {here}.05 by R11")
    while state.decision is not None and state.phase == "red_combat":
        way = sorted(listed(state, "retreat")) or ["pass" if listed(state, "advance") else "done"]
        play(state, way[0])
    assert (state.position("BL1") is not None) is lives
    assert state.winner == (None if lives else "red")


@pytest.mark.rule("scs", "0.3")
def test_the_side_that_moves_second_sets_up_first() -> None:
    state = field().start("free_setup")
    assert state.side_to_act == "blue"
    assert allowed(state, "place BI1 09.07")
    play(state, "done")
    assert state.side_to_act == "red"
    assert allowed(state, "place RT1 02.05")
    play(state, "done")
    assert (state.side_to_act, state.phase) == ("red", "red_movement")


@pytest.mark.rule("scs", "0.3")
def test_within_two_hexes_takes_in_the_hex_itself_and_no_third() -> None:
    game = field()
    state = game.start("free_setup")
    offered = {a.hexes[0] for a in state.legal_actions() if a.units == ("BI1",)}
    near = {h for h in game.map.numbers if game.map.distance(h, "09.06") <= 2}
    assert offered == near
    assert refused(state, "place BI1 09.09") == "0.3"
    assert refused(state, "place BI4 12.02") == "0.3"
    assert refused(state, "place RT1 02.07") == "0.3"
    play(state, "place BI1 09.08")
    assert state.position("BI1") == "09.08"


@pytest.mark.rule("scs", "0.3")
@pytest.mark.rule("scs", "4.0")
def test_a_side_sets_up_to_the_stacking_limit_and_not_beyond() -> None:
    with pytest.raises(ValueError, match="too many units in"):
        position(dict.fromkeys(("RI1", "RI2", "RI3", "RI4"), CENTRE))
    state = position(dict.fromkeys(("RI1", "RI2", "RI3"), CENTRE))
    assert len(state.units_at(CENTRE)) == 3


@pytest.mark.rule("scs", "0.3")
def test_units_begin_at_full_strength_and_in_supply() -> None:
    data = field().start("field").to_dict()
    assert data["lost"] == {}
    assert not data["marks"].get("out_of_supply")


# -- 1.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "1.0")
@pytest.mark.rule("scs", "1.1")
def test_every_turn_has_two_player_turns_of_four_phases_each() -> None:
    setup = {"RI1": "02.05", "BI1": "11.05"}
    state = position(setup)
    begun = [(state.turn, state.phase)]
    while not state.is_over:
        events = place_all(state) + part(state) + play(state, "done")
        begun += [(event.turn, event.phase) for event in events if event.kind == "phase_begins"]
    assert begun == [(turn, phase) for turn in range(1, 7) for phase in PHASES]


@pytest.mark.rule("scs", "1.0")
def test_the_phases_are_not_played_out_of_order() -> None:
    state = position({"RI1": CENTRE, "BI1": RING[0]})
    assert refused(state, f"attack {RING[0]} by RI1") == "1.0"
    assert refused(state, f"retreat RI1 {RING[3]}") == "1.0"
    until(state, "red_combat")
    assert allowed(state, f"attack {RING[0]} by RI1")
    assert refused(state, f"move RI1 {RING[3]}") == "1.0"
    assert refused(state, f"overrun {RING[0]} by RI1") == "1.0"


@pytest.mark.rule("scs", "1.0")
def test_only_the_phasing_side_chooses() -> None:
    state = position({"RI1": "02.05", "BI1": "11.05"})
    for phase in ("red_movement", "blue_movement"):
        until(state, phase)
        side = phase.split("_")[0]
        assert state.side_to_act == side
        units = {unit for action in state.legal_actions() for unit in action.units}
        assert units == {"RI1" if side == "red" else "BI1"}


@pytest.mark.rule("scs", "1.0")
def test_the_turn_marker_advances_when_both_have_played() -> None:
    state = position({"RI1": "02.05", "BI1": "11.05"})
    until(state, "blue_movement")
    assert state.turn == 1
    until(state, "red_movement")
    assert state.turn == 2


@pytest.mark.rule("scs", "1.0")
def test_a_phase_without_a_choice_ends_by_itself_and_says_so() -> None:
    state = position({"RI1": "02.05", "BI1": "11.05"})
    events = play(state, "done")
    assert state.phase == "blue_movement"
    ended = {e.phase: e for e in events if e.kind == "phase_ends"}
    assert list(ended) == PHASES[:4]
    assert ended["red_combat"].forced
    assert ended["red_combat"].rule == "1.0"


# -- 1.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "1.2")
def test_movement_is_for_placing_moving_and_overrunning() -> None:
    setup = {"RT1": "01.07", "BL1": "04.07"}
    state = position(setup, turn=2)
    assert {action.verb for action in state.legal_actions()} == {"enter"}
    place_all(state)
    part(state)
    assert {action.verb for action in state.legal_actions()} == {"move", "done"}
    play(state, "move RT1 03.07")
    assert "overrun 04.07 by RT1" in listed(state)


@pytest.mark.rule("scs", "1.2")
def test_combat_is_for_attacking() -> None:
    state = position({"RI1": CENTRE, "BI1": RING[0]}, "red_combat")
    assert listed(state) == {f"attack {RING[0]} by RI1", "done"}


@pytest.mark.rule("scs", "1.2")
def test_exploitation_is_for_those_who_can_exploit() -> None:
    state = position({"RI1": "02.05", "RT1": "02.02", "BL1": "04.02"}, "red_exploitation")
    assert goals(state, "RI1") == set()
    assert goals(state, "RT1")
    assert refused(state, "attack 04.02 by RT1") == "1.0"
    play(state, "move RT1 03.02")
    assert "overrun 04.02 by RT1" in listed(state)


@pytest.mark.rule("scs", "1.2")
def test_supply_is_checked_without_a_choice_for_the_phasing_side_only() -> None:
    """A unit of each side is shut in; each is marked in the supply phase of its own side."""
    ring = dict(zip(("BI1", "BI2", "BI3", "BI4", "BI5", "BI6"), RING, strict=True))
    corner = {"BL1": "01.01", "RI2": "01.02", "RI3": "02.01"}
    state = position({"RI1": CENTRE, **ring, **corner}, "red_combat")
    events = play(state, "done")
    marked = [event.units for event in events if event.kind == "out_of_supply"]
    assert marked == [("RI1",)]
    marked = [e.units for e in until(state, "red_movement") if e.kind == "out_of_supply"]
    assert marked == [("BL1",)]


@pytest.mark.rule("scs", "1.2")
def test_a_unit_may_move_then_attack_then_exploit_in_one_turn() -> None:
    """The three phases are separate: what was done in one takes nothing from the next."""
    setup = {"RT1": "01.05", "BL1": "04.06"}
    state = position(setup, dice=dice_for("6:1", "D1r1"))
    play(state, f"move RT1 {CENTRE}", "done", "attack 04.06 by RT1")
    while state.phase == "red_combat":
        play(state, next(str(action) for action in state.legal_actions()))
    assert state.phase == "red_exploitation"
    assert goals(state, "RT1")


@pytest.mark.rule("scs", "1.2")
def test_a_path_is_walked_in_the_movement_phase_of_its_side() -> None:
    state = position({"RI1": CENTRE, "BI1": "11.05"}, "blue_movement")
    assert refused(state, f"move RI1 {path(CENTRE, RING[0])}") == "3.3b"
