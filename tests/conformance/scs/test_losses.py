"""Cases 8.0 to 8.0d: whose steps are lost."""

from __future__ import annotations

import pytest

from tests.conformance.scs.field import CENTRE, RING, kinds, listed, play, refused
from tests.conformance.scs.results import beaten, ground, steps, stood

WEST, NORTH_WEST = RING[4], RING[5]

# -- 8.0 -------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "8.0")
def test_a_unit_at_full_strength_is_turned_over_and_fights_on_with_its_other_side() -> None:
    state = beaten("D1", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert steps(state, "BI1") == [1]
    assert stood(state, "BI1") == [CENTRE]
    later = ground({"RI1": WEST, "BI1": CENTRE}, lost={"BI1": 1})
    assert later.preview(f"attack {CENTRE} by RI1").defender_strength == 2


@pytest.mark.rule("scs", "8.0")
def test_a_reduced_unit_is_destroyed() -> None:
    state = beaten("D1", {"RI1": WEST, "BI1": CENTRE}, "RI1", lost={"BI1": 1})
    assert stood(state, "BI1") == [None]
    assert "BI1" in state.to_dict()["eliminated"]


@pytest.mark.rule("scs", "8.0")
def test_a_loss_is_told_with_its_case() -> None:
    state = ground({"RI1": WEST, "BI1": CENTRE}, results_to_come=["D1"])
    events = play(state, f"attack {CENTRE} by RI1")
    assert kinds(events)[:2] == ["battle", "step_lost"]
    assert (events[1].unit, events[1].left, events[1].rule) == ("BI1", 1, "8.0")


# -- 8.0a ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "8.0a")
def test_the_attackers_first_step_comes_from_the_strongest_attack() -> None:
    """The armour attacks with 6 and defends with 4, like the infantry."""
    state = beaten("A1", {"RI1": WEST, "RT1": WEST, "RI2": WEST, "BI1": CENTRE}, "RI1 RT1 RI2")
    assert steps(state, "RI1", "RT1", "RI2") == [0, 1, 0]


@pytest.mark.rule("scs", "8.0a")
def test_the_defenders_first_step_comes_from_the_strongest_defence() -> None:
    """B5 attacks with 1 and defends with 5; the armour attacks with 6 and defends with 4."""
    state = beaten("D1", {"RI1": WEST, "BT1": CENTRE, "B5": CENTRE, "BI1": CENTRE}, "RI1")
    assert steps(state, "BT1", "B5", "BI1") == [0, 1, 0]


@pytest.mark.rule("scs", "8.0a")
def test_the_side_of_the_counter_that_shows_decides() -> None:
    setup = {"RI1": WEST, "BT1": CENTRE, "BM1": CENTRE}
    state = beaten("D1", setup, "RI1", lost={"BT1": 1})
    assert steps(state, "BT1", "BM1") == [1, 1], "3 against the 2 on the back of the armour"
    setup = {"RI1": WEST, "RT1": WEST, "BI1": CENTRE}
    state = beaten("A1", setup, "RI1 RT1", lost={"RT1": 1})
    assert steps(state, "RI1", "RT1") == [1, 1], "4 against the 3 on the back of the armour"


@pytest.mark.rule("scs", "8.0a")
def test_the_raw_strength_decides_whatever_supply_makes_of_it() -> None:
    setup = {"RI1": WEST, "RT1": WEST, "BI1": CENTRE}
    state = beaten("A1", setup, "RI1 RT1", unsupplied=["RT1"])
    assert steps(state, "RI1", "RT1") == [0, 1]


@pytest.mark.rule("scs", "8.0a")
def test_the_raw_strength_decides_whatever_terrain_makes_of_it() -> None:
    """Into woods the armour is worth 3, the infantry 4."""
    setup = {"RI1": "07.03", "RT1": "07.03", "BI1": "08.03"}
    state = ground(setup, results_to_come=["A1"])
    assert state.preview("attack 08.03 by RT1").attacker_strength == 3
    state.apply("attack 08.03 by RI1 RT1")
    assert steps(state, "RI1", "RT1") == [0, 1]


@pytest.mark.rule("scs", "8.0a")
def test_among_equally_strong_units_the_owner_chooses() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "RL1": WEST, "BI1": CENTRE}
    state = beaten("A1", setup, "RI1 RI2 RL1")
    assert listed(state) == {"lose RI1", "lose RI2"}
    assert refused(state, "lose RL1") == "8.0a"
    state.apply("lose RI2")
    assert steps(state, "RI1", "RI2", "RL1") == [0, 1, 0]


@pytest.mark.rule("scs", "8.0a")
def test_only_the_first_step_has_to_come_from_the_strongest() -> None:
    setup = {"RT1": WEST, "RI1": WEST, "RL1": WEST, "BI1": CENTRE}
    state = beaten("A2", setup, "RT1 RI1 RL1")
    assert steps(state, "RT1") == [1]
    assert listed(state) == {"lose RI1", "lose RL1"}
    state.apply("lose RL1")
    assert steps(state, "RT1", "RI1", "RL1") == [1, 0, 1]


@pytest.mark.rule("scs", "8.0a")
def test_each_battle_begins_anew_with_the_strongest() -> None:
    setup = {"RT1": WEST, "RI1": WEST, "RI2": NORTH_WEST, "RI3": NORTH_WEST}
    enemies = {"BI1": CENTRE, "BI2": "02.07"}
    state = ground({**setup, **enemies}, results_to_come=["A1", "A1"])
    state.apply(f"attack {CENTRE} by RT1 RI1")
    assert steps(state, "RT1", "RI1") == [1, 0]
    state.apply("attack 02.07 by RI2 RI3")
    assert listed(state) == {"lose RI2", "lose RI3"}


# -- 8.0b ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "8.0b")
def test_everybody_loses_one_step_before_anybody_loses_two() -> None:
    setup = {"RI1": WEST, "BT1": CENTRE, "BI1": CENTRE, "BM1": CENTRE}
    state = beaten("D2", setup, "RI1")
    assert listed(state) == {"lose BT1", "lose BI1"}
    state.apply("lose BT1")
    assert refused(state, "lose BT1") == "8.0b"
    assert listed(state) == {"lose BI1", "lose BM1"}


@pytest.mark.rule("scs", "8.0b")
def test_when_all_have_lost_one_anybody_may_lose_the_next() -> None:
    state = beaten("D3", {"RI1": WEST, "BT1": CENTRE, "BM1": CENTRE}, "RI1")
    assert steps(state, "BT1", "BM1") == [1, 1]
    assert listed(state) == {"lose BT1", "lose BM1"}
    state.apply("lose BM1")
    assert stood(state, "BT1", "BM1") == [CENTRE, None]


@pytest.mark.rule("scs", "8.0b")
def test_a_unit_destroyed_by_its_one_loss_has_had_it() -> None:
    """The guns have one step: the second step comes from the infantry, the third too."""
    setup = {"RI1": WEST, "BG1": CENTRE, "BI1": CENTRE}
    state = beaten("D2", setup, "RI1")
    assert stood(state, "BG1", "BI1") == [None, CENTRE]
    assert steps(state, "BI1") == [1]


@pytest.mark.rule("scs", "8.0b")
def test_losses_that_nobody_is_left_to_take_are_ignored() -> None:
    state = beaten("D5", {"RI1": WEST, "BI1": CENTRE, "BL1": CENTRE, "BI2": "05.05"}, "RI1")
    assert stood(state, "BI1", "BL1", "BI2") == [None, None, "05.05"]
    assert steps(state, "BI2") == [0]
    assert state.decision is not None
    assert state.decision.kind == "advance"


@pytest.mark.rule("scs", "8.0b")
def test_only_units_of_the_battle_lose_steps() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "RI3": WEST, "RI4": NORTH_WEST, "BI1": CENTRE}
    state = beaten("A1", setup, "RI1 RI2")
    assert listed(state) == {"lose RI1", "lose RI2"}
    for bystander in ("RI3", "RI4", "BI1"):
        assert refused(state, f"lose {bystander}") == "8.0b"


# -- 8.0c ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "8.0c")
def test_the_owner_chooses_for_either_side_and_the_defender_first() -> None:
    setup = {"RI1": WEST, "RI2": WEST, "BI1": CENTRE, "BI2": CENTRE}
    state = beaten("A1 D1", setup, "RI1 RI2")
    assert (state.side_to_act, listed(state)) == ("blue", {"lose BI1", "lose BI2"})
    state.apply("lose BI1")
    assert (state.side_to_act, listed(state)) == ("red", {"lose RI1", "lose RI2"})


@pytest.mark.rule("scs", "8.0c")
@pytest.mark.parametrize("line", ["pass", "done", "move BI1 03.06", "hold 1"])
def test_a_loss_is_not_declined(line: str) -> None:
    state = beaten("D1", {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, "RI1")
    assert refused(state, line) == "1.0"


# -- 8.0d ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "8.0d")
@pytest.mark.parametrize("unit", ["BG1", "BH1", "BF1"])
def test_one_step_eliminates_a_unit_with_one_side(unit: str) -> None:
    state = beaten("D1", {"RI1": WEST, unit: CENTRE}, "RI1")
    assert stood(state, unit) == [None]
    assert unit in state.to_dict()["eliminated"]


@pytest.mark.rule("scs", "8.0d")
def test_a_unit_with_two_sides_is_not_eliminated_by_one_step() -> None:
    state = beaten("D1", {"RI1": WEST, "BL1": CENTRE}, "RI1")
    assert stood(state, "BL1") == [CENTRE]


@pytest.mark.rule("scs", "8.0a")
def test_every_battle_begins_with_its_own_first_step() -> None:
    """Blue has lost a step in the battle before; in this one B5 is the strongest again."""
    setup = {"RI1": WEST, "BI1": CENTRE, "RI2": "08.05", "BT1": "09.05", "B5": "09.05"}
    state = ground(setup, results_to_come=["D1", "D1"])
    play(state, f"attack {CENTRE} by RI1")
    assert steps(state, "BI1") == [1]
    play(state, "attack 09.05 by RI2")
    assert steps(state, "BT1", "B5") == [0, 1]
