"""Cases 3.1c and 3.1d in stacks: everybody pays alone, and a move lasts until an outsider moves."""

from __future__ import annotations

import pytest

from tests.conformance.scs.field import allowed, goals, listed, path, play, position, refused

START, BESIDE, FOE = "01.05", "03.05", "04.06"


@pytest.mark.rule("scs", "3.1c")
@pytest.mark.rule("scs", "3.1d")
def test_a_unit_under_way_goes_on_with_a_stack_that_it_meets() -> None:
    """The armour has 8 MP: 2 to the infantry, 2 with it; 4 are left, and 2 to the infantry."""
    state = position({"RT1": "03.01", "RI1": "03.03"})
    play(state, "move RT1 03.03")
    assert state.movement_left("RT1") == 6
    events = play(state, "move RI1+RT1 03.05")
    assert [(e.unit, e.path, e.cost) for e in events if e.kind == "moved"] == [
        ("RI1", ("03.03", "03.04", "03.05"), "2"),
        ("RT1", ("03.03", "03.04", "03.05"), "2"),
    ]
    assert [state.movement_left(unit) for unit in ("RT1", "RI1")] == [4, 2]
    assert f"move RT1 {path('03.05', '03.06', '03.07', '03.08', '03.09')}" in state.legal_actions()
    assert refused(state, "move RT1 03.10") == "3.1b"


@pytest.mark.rule("scs", "3.1d")
def test_it_brings_no_more_points_than_it_has_left() -> None:
    """Of 8 MP the armour has 1 left when it meets the infantry, which has 4."""
    state = position({"RT1": "03.01", "RI1": "03.08"})
    play(state, "move RT1 03.08")
    assert refused(state, "move RI1+RT1 03.10") == "3.1b"
    assert "move RI1+RT1 03.09" in listed(state)
    play(state, "move RT1+RI1 03.09")
    assert state.movement_left("RI1") == 3
    assert goals(state, "RT1") == set()


@pytest.mark.rule("scs", "3.1d")
def test_who_drops_off_keeps_its_points_while_the_move_goes_on() -> None:
    state = position({"RI1": "03.01", "RT1": "03.01", "RH1": "03.01"})
    play(state, "move RI1+RT1+RH1 03.03", "move RT1+RH1 03.06")
    assert state.movement_left("RI1") == 2
    assert "move RI1 03.05" in listed(state)
    play(state, "move RI1 03.05", "move RT1+RH1 03.08")
    assert state.units_at("03.08") == ("RT1", "RH1")


@pytest.mark.rule("scs", "3.1d")
def test_somebody_from_outside_ends_the_move_of_all() -> None:
    state = position({"RI1": "03.01", "RT1": "03.01", "RL1": "01.01"})
    play(state, "move RI1+RT1 03.03", "move RL1 01.02")
    assert state.movement_left("RI1") is state.movement_left("RT1") is None
    assert refused(state, "move RT1 03.04") == refused(state, "move RI1 03.04") == "3.1d"


@pytest.mark.rule("scs", "3.1d")
def test_who_is_left_behind_when_a_new_stack_sets_out_has_moved() -> None:
    """RI1 was under way with the armour; RL1, which joins the armour, was not."""
    state = position({"RI1": "03.01", "RT1": "03.01", "RL1": "03.03"})
    play(state, "move RI1+RT1 03.03", "move RT1+RL1 03.04")
    assert refused(state, "move RI1 03.04") == "3.1d"
    assert [state.movement_left(unit) for unit in ("RT1", "RL1")] == [5, 2]


@pytest.mark.rule("scs", "3.1d")
@pytest.mark.rule("scs", "6.2a")
def test_an_overrun_by_a_part_of_the_stack_ends_the_move_of_that_part_only() -> None:
    state = position({"RT1": START, "RM1": START, "BL1": FOE}, dice=[1, 1])
    play(state, f"move RT1+RM1 {BESIDE}")
    assert state.movement_left("RM1") == 4
    play(state, f"overrun {FOE} by RT1")
    while state.decision is not None and state.decision.kind != "movement":
        state.apply(next(iter(state.legal_actions())))
    assert state.movement_left("RT1") is None
    assert state.movement_left("RM1") == 4
    assert allowed(state, "move RM1 03.04")


@pytest.mark.rule("scs", "3.1d")
def test_an_overrun_by_somebody_else_ends_the_move() -> None:
    state = position({"RT1": START, "RI1": BESIDE, "RM1": "03.04", "BH1": FOE}, dice=[1, 1])
    play(state, "move RT1 02.05", f"overrun {FOE} by RI1")
    while state.decision is not None and state.decision.kind != "movement":
        state.apply(next(iter(state.legal_actions())))
    assert refused(state, "move RT1 02.06") == "3.1d"


@pytest.mark.rule("scs", "4.0a")
def test_a_unit_may_stop_on_a_mate_that_can_still_move_on() -> None:
    """Three to a hex: RI1, under way too, makes room where RI2 and RI3 stay."""
    setup = {"RI2": "03.03", "RI3": "03.03", "RI1": "03.02", "RT1": "03.02"}
    state = position(setup | {"RL1": "03.01"})
    play(state, "move RI2 03.04", "move RI2 03.03", "move RI3 03.04", "move RI3 03.03")
    play(state, "move RI1+RT1 03.01", "move RI1 03.03")
    assert allowed(state, "move RT1 03.03")
    play(state, "move RT1 03.03")
    assert refused(state, "done") == "4.0a"
    play(state, "move RI1 03.04", "done")
