"""Cases 7.0 to 7.4: who attacks what, what terrain does, and how the odds are found."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest

from hexwar.engine.event import Event
from hexwar.rules.combat.odds import rounded_ratio
from hexwar.rules.combat.section import Combat
from hexwar.rules.state import State
from tests.conformance.scs.field import (
    CENTRE,
    RING,
    allowed,
    battle,
    dice_for,
    field,
    kinds,
    listed,
    odds_of,
    play,
    position,
    refused,
    until,
)

NORTH, SOUTH = RING[0], RING[3]


def attack(target: str, units: Sequence[str]) -> str:
    """The notation of an attack."""
    return f"attack {target} by {' '.join(units)}"


def column(attackers: Sequence[str], defenders: Sequence[str]) -> str:
    """The column of an attack across clear ground, all attackers from the north."""
    setup = {**dict.fromkeys(attackers, NORTH), **dict.fromkeys(defenders, CENTRE)}
    return odds_of(position(setup, "red_combat"), attack(CENTRE, attackers))


def settle(state: State) -> list[Event]:
    """Make every choice that a battle leaves, the first that is offered; what happened."""
    events: list[Event] = []
    while state.decision is not None and state.decision.kind not in ("movement", "combat"):
        events += state.apply(next(iter(state.legal_actions())))
    return events


# -- 7.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "7.0")
def test_attacks_are_made_in_the_combat_phase_of_ones_own_side() -> None:
    setup = {"RI1": CENTRE, "BI1": NORTH}
    assert refused(position(setup), attack(NORTH, ["RI1"])) == "1.0"
    assert allowed(position(setup, "red_combat"), attack(NORTH, ["RI1"]))
    state = position(setup, "blue_combat")
    assert allowed(state, attack(CENTRE, ["BI1"]))
    assert refused(state, attack(CENTRE, ["RI1"])) == "7.0"
    assert refused(position(setup, "red_combat"), attack(NORTH, ["BI1"])) == "7.0"


@pytest.mark.rule("scs", "7.0")
def test_attacks_are_made_one_by_one_in_any_order() -> None:
    """Each is resolved before the next is announced; the first need not be the first listed."""
    setup = {"RI1": CENTRE, "RI2": CENTRE, "BI1": NORTH, "BI2": SOUTH}
    dice = dice_for("1:1", "NE") * 2
    state = position(setup, "red_combat", dice=dice)
    events = play(state, attack(SOUTH, ["RI2"]))
    assert battle(events).target == SOUTH
    events = play(state, attack(NORTH, ["RI1"]))
    assert battle(events).target == NORTH


@pytest.mark.rule("scs", "7.0")
def test_two_dice_give_the_row() -> None:
    """6 attacking 2 is 3:1: every throw of two dice finds its row of the table."""
    combat = field().ruleset("field").frame.resolved.section(Combat)
    assert combat is not None
    index = combat.headings.index("3:1")
    for faces in ((1, 1), (3, 4), (6, 6)):
        state = position({"R6": NORTH, "B2": CENTRE}, "red_combat", dice=faces)
        fought = battle(play(state, attack(CENTRE, ["R6"])))
        assert (fought.die, fought.result) == (sum(faces), combat.table[sum(faces)][index])


# -- 7.1 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "7.1")
@pytest.mark.parametrize(
    ("attacker", "result", "steps"),
    [("RI1", "A1", {"RI1": 1}), ("RI1", "NE", {}), ("RT1", "D1", {"BI1": 1})],
)
def test_letters_say_who_and_numbers_how_many_steps(
    attacker: str, result: str, steps: dict[str, int]
) -> None:
    where = "1:1" if attacker == "RI1" else "2:1"
    state = position({attacker: NORTH, "BI1": CENTRE}, "red_combat", dice=dice_for(where, result))
    play(state, attack(CENTRE, [attacker]))
    assert state.to_dict()["lost"] == steps


@pytest.mark.rule("scs", "7.1")
def test_the_loss_is_one_step_altogether_and_the_retreat_is_of_all() -> None:
    """A1r1 on two attackers: one of them loses a step, both go back one hex."""
    began = {"RI1": NORTH, "RI2": RING[5]}
    state = position({**began, "B8": CENTRE}, "red_combat", dice=dice_for("1:1", "A1r1"))
    play(state, attack(CENTRE, ["RI1", "RI2"]))
    settle(state)
    assert sum(state.to_dict()["lost"].values()) == 1
    for unit, origin in began.items():
        number = state.position(unit)
        assert number is not None
        assert state.resolved.map.distance(number, origin) == 1


@pytest.mark.rule("scs", "7.1")
def test_the_defender_executes_first() -> None:
    """A1 D1: with a choice on both sides, Blue is asked before Red."""
    setup = {"RI1": NORTH, "RI2": NORTH, "B4": CENTRE, "BI1": CENTRE}
    state = position(setup, "red_combat", dice=dice_for("1:1", "A1 D1"))
    play(state, attack(CENTRE, ["RI1", "RI2"]))
    assert state.side_to_act == "blue"
    play(state, "lose BI1")
    assert state.side_to_act == "red"
    assert {"lose RI1", "lose RI2"} <= listed(state)


@pytest.mark.rule("scs", "7.1")
def test_a_result_is_carried_out_before_the_next_attack() -> None:
    setup = {"RI1": NORTH, "R8": NORTH, "BI1": CENTRE, "RI2": "01.02", "BL1": "01.03"}
    state = position(setup, "red_combat", dice=dice_for("3:1", "D1r1"))
    play(state, attack(CENTRE, ["RI1", "R8"]))
    assert refused(state, attack("01.03", ["RI2"])) == "1.0"
    settle(state)
    assert allowed(state, attack("01.03", ["RI2"]))


# -- 7.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "7.2")
@pytest.mark.rule("scs", "7.2a")
def test_nobody_must_attack() -> None:
    setup = {"RI1": NORTH, "RT1": RING[1], "BL1": CENTRE}
    state = position(setup, "red_combat")
    assert "done" in listed(state)
    assert "attack" not in kinds(play(state, "done"))
    state = position(setup, "red_combat", dice=dice_for("4:1", "NE"))
    play(state, attack(CENTRE, ["RI1"]))
    assert allowed(state, "done")


@pytest.mark.rule("scs", "7.2b")
def test_any_number_of_units_attack_from_any_directions() -> None:
    units = ("RI1", "RI2", "RI3", "RT1", "RT2", "RM1")
    setup = {**dict(zip(units, RING, strict=True)), "B9": CENTRE, "B8": CENTRE, "B7": CENTRE}
    state = position(setup, "red_combat", dice=dice_for("1:1", "NE"))
    fought = battle(play(state, attack(CENTRE, units)))
    assert set(fought.attackers) == set(units)
    assert fought.column == "1:1"  # 28 to 24


@pytest.mark.rule("scs", "7.2b")
def test_units_of_one_stack_may_attack_different_hexes() -> None:
    setup = {"RI1": CENTRE, "RI2": CENTRE, "BI1": NORTH, "BI2": SOUTH}
    state = position(setup, "red_combat", dice=dice_for("1:1", "NE") * 2)
    play(state, attack(NORTH, ["RI1"]), attack(SOUTH, ["RI2"]))
    assert state.phase != "red_combat"


@pytest.mark.rule("scs", "7.2b")
@pytest.mark.rule("scs", "7.2d")
def test_no_unit_takes_part_in_two_attacks() -> None:
    setup = {"RI1": CENTRE, "RI2": CENTRE, "BI1": NORTH, "BI2": SOUTH}
    state = position(setup, "red_combat", dice=dice_for("1:1", "NE"))
    play(state, attack(NORTH, ["RI1"]))
    assert refused(state, attack(SOUTH, ["RI1"])) == "7.2d"
    assert refused(state, attack(SOUTH, ["RI1", "RI2"])) == "7.2d"
    assert allowed(state, attack(SOUTH, ["RI2"]))


@pytest.mark.rule("scs", "7.2c")
def test_all_units_of_a_hex_defend_together() -> None:
    """4 and 4 and 1: nobody is left out, whatever is written."""
    setup = {"R9": NORTH, "BI1": CENTRE, "B4": CENTRE, "BH1": CENTRE}
    state = position(setup, "red_combat", dice=dice_for("1:1", "NE"))
    assert state.preview(attack(CENTRE, ["R9"])).defender_strength == 9
    fought = battle(play(state, attack(CENTRE, ["R9"])))
    assert set(fought.defenders) == {"BI1", "B4", "BH1"}


@pytest.mark.rule("scs", "7.2c")
def test_an_attack_is_on_a_hex_with_an_enemy() -> None:
    state = position({"RI1": CENTRE, "BI1": NORTH}, "red_combat")
    assert refused(state, attack(SOUTH, ["RI1"])) == "2.1c"


@pytest.mark.rule("scs", "7.2d")
def test_units_are_attacked_once_in_a_combat_phase() -> None:
    setup = {"RI1": NORTH, "RI2": SOUTH, "BI1": CENTRE, "RI3": "01.02", "BL1": "01.03"}
    state = position(setup, "red_combat", dice=dice_for("1:1", "NE"))
    play(state, attack(CENTRE, ["RI1"]))
    assert refused(state, attack(CENTRE, ["RI2"])) == "7.2d"


@pytest.mark.rule("scs", "7.2d")
def test_next_turn_all_may_attack_and_be_attacked_again() -> None:
    state = position({"RI1": NORTH, "BI1": CENTRE}, "red_combat", dice=dice_for("1:1", "NE") * 2)
    play(state, attack(CENTRE, ["RI1"]))
    until(state, "blue_movement")
    until(state, "red_combat")
    assert state.turn == 2
    assert allowed(state, attack(CENTRE, ["RI1"]))


@pytest.mark.rule("scs", "7.2e")
def test_units_of_no_strength_accompany_others_and_add_nothing() -> None:
    setup = {"RI1": NORTH, "RH1": NORTH, "RL1": RING[1], "BI1": CENTRE}
    state = position(setup, "red_combat", lost={"RL1": 1})
    for force in (["RH1"], ["RL1"], ["RH1", "RL1"]):
        assert refused(state, attack(CENTRE, force)) == "2.1c"
    assert allowed(state, attack(CENTRE, ["RI1", "RH1", "RL1"]))
    assert state.preview(attack(CENTRE, ["RI1", "RH1", "RL1"])).attacker_strength == 4


@pytest.mark.rule("scs", "7.2e")
def test_they_absorb_losses_and_advance() -> None:
    """A1 falls on the strongest, the second step of A2 on the staff; and the staff advances."""
    setup = {"RI1": NORTH, "RH1": NORTH, "BI1": CENTRE}
    state = position(setup, "red_combat", dice=dice_for("1:1", "A2r1"))
    play(state, attack(CENTRE, ["RI1", "RH1"]))
    settle(state)
    assert "RH1" in state.to_dict()["eliminated"]
    setup = {"R11": NORTH, "RH1": NORTH, "BH1": CENTRE}
    state = position(setup, "red_combat", dice=dice_for("7:1", "D1r1"))
    play(state, attack(CENTRE, ["R11", "RH1"]))
    assert allowed(state, "advance RH1")


# -- 7.3 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "7.3")
@pytest.mark.parametrize(
    ("unit", "origin", "target"),
    [
        pytest.param("RI1", "12.04", "12.05", id="river without a bridge"),
        pytest.param("RI1", "11.08", "10.08", id="river beside the bridge"),
        pytest.param("RT1", "08.07", "08.08", id="swamp, on wheels"),
    ],
)
def test_nobody_attacks_where_he_could_not_move(unit: str, origin: str, target: str) -> None:
    setup = {unit: origin, "BL1": target, "RI2": "01.02", "BL2": "01.03"}
    state = position(setup, "red_combat")
    assert refused(state, attack(target, [unit])) == "7.3"
    assert target not in {a.hexes[0] for a in state.legal_actions() if a.verb == "attack"}


@pytest.mark.rule("scs", "7.3")
def test_a_pontoon_bridge_lets_an_attack_across_at_a_quarter() -> None:
    state = position({"R8": "11.07", "B2": "10.08"}, "red_combat")
    assert state.preview(attack("10.08", ["R8"])).attacker_strength == 2


@pytest.mark.rule("scs", "7.3")
def test_a_hexside_affects_only_those_who_attack_across_it() -> None:
    """8 across the stream, 3 over the bridge and 5 over land: 4 + 3 + 5."""
    setup = {"R8": "10.09", "R3": "09.08", "R5": "09.07", "B4": "10.08"}
    state = position(setup, "red_combat")
    assert state.preview(attack("10.08", ["R8"])).attacker_strength == 4
    assert state.preview(attack("10.08", ["R3"])).attacker_strength == 3
    assert state.preview(attack("10.08", ["R8", "R3", "R5"])).attacker_strength == 12


@pytest.mark.rule("scs", "7.3")
def test_terrain_affects_only_the_kind_of_unit_that_it_names() -> None:
    """Woods: the defender has half as much again, armour attacks with half."""
    setup = {"RT1": "09.04", "RI1": "09.04", "B4": "08.04"}
    preview = position(setup, "red_combat").preview(attack("08.04", ["RT1", "RI1"]))
    assert preview.attacker_strength == 3 + 4
    assert preview.defender_strength == 6
    assert [line.side for line in preview.modifiers] == ["attacker", "defender"]
    without = position(setup, "red_combat").preview(attack("08.04", ["RI1"]))
    assert [line.side for line in without.modifiers] == ["defender"]


@pytest.mark.rule("scs", "7.3")
def test_only_the_defenders_hex_and_the_hexsides_between_count() -> None:
    """The attackers stand in a town and in woods; the stream on their other side is nothing."""
    state = position({"R5": "08.10", "B5": "08.09"}, "red_combat")
    preview = state.preview(attack("08.09", ["R5"]))
    assert preview.attacker_strength == preview.defender_strength == 5
    state = position({"RT1": "08.04", "B3": "09.04"}, "red_combat")
    preview = state.preview(attack("09.04", ["RT1"]))
    assert preview.attacker_strength == 2 * preview.defender_strength == 6
    assert preview.modifiers == ()


@pytest.mark.rule("scs", "7.3")
@pytest.mark.rule("scs", "0.4")
def test_all_effects_on_a_unit_count_together() -> None:
    """Halved for the stream, for the woods and for supply: an eighth; infantry: a quarter."""
    setup = {"RT1": "07.04", "RI1": "07.04", "B4": "08.04"}
    state = position(setup, "red_combat", unsupplied=["RT1", "RI1"])
    strength = state.preview(attack("08.04", ["RT1", "RI1"])).attacker_strength
    assert strength == Fraction(6, 8) + Fraction(4, 4)
    supplied = position(setup, "red_combat").preview(attack("08.04", ["RT1"]))
    assert supplied.attacker_strength == Fraction(6, 4)


@pytest.mark.rule("scs", "7.3")
def test_a_column_shift_comes_after_the_odds() -> None:
    """Hills: 9 to 4 is 2:1 and resolved on 1:1. A shift before rounding could not say that."""
    state = position({"R9": "08.05", "B4": "08.06"}, "red_combat")
    preview = state.preview(attack("08.06", ["R9"]))
    assert (preview.odds, preview.shifts) == ("9 to 4", -1)
    assert preview.headings[preview.column] == "1:1"
    state = position({"R11": "08.05", "B1": "08.06"}, "red_combat")
    assert odds_of(state, attack("08.06", ["R11"])) == "6:1"  # the last column, then the shift


@pytest.mark.rule("scs", "7.3")
def test_shift_and_multiplier_work_together() -> None:
    """Across the stream into the hills: 8 becomes 4, to 4 is 1:1, shifted to 1:2."""
    state = position({"R8": "08.07", "B4": "08.06"}, "red_combat")
    assert odds_of(state, attack("08.06", ["R8"])) == "1:2"


# -- 7.4 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "7.4")
@pytest.mark.rule("scs", "0.5")
@pytest.mark.parametrize(
    ("attackers", "defenders", "expected"),
    [
        (["R3"], ["B4"], "1:1"),
        (["R5"], ["B2"], "3:1"),
        (["R9"], ["B6"], "2:1"),
        (["R11"], ["B8"], "1:1"),
        (["R11"], ["B6"], "2:1"),
        (["R7"], ["B3"], "2:1"),
        (["R10"], ["B4"], "3:1"),
        (["R2"], ["B3"], "1:2"),
        (["R3"], ["B7"], "1:2"),
        (["R4"], ["B9"], "1:2"),
        (["R6"], ["B6"], "1:1"),
        (["R8"], ["B2"], "4:1"),
        (["R7"], ["B1"], "7:1"),
    ],
)
def test_the_ratio_is_rounded_to_the_nearest_and_a_half_up(
    attackers: list[str], defenders: list[str], expected: str
) -> None:
    assert column(attackers, defenders) == expected


@pytest.mark.rule("scs", "7.4")
@pytest.mark.rule("scs", "0.0")
def test_every_ratio_is_found_as_the_rule_says_it() -> None:
    """Divide both by the smaller, round each, a half up: with fractions and nothing else."""
    for attacker, defender in product(range(1, 60), range(1, 60)):
        least = min(attacker, defender)
        sides = [Fraction(attacker, least), Fraction(defender, least)]
        whole = [int(side + Fraction(1, 2)) for side in sides]
        ratio = rounded_ratio(Fraction(attacker, defender), "nearest")
        assert ratio == Fraction(whole[0], whole[1])


@pytest.mark.rule("scs", "7.4")
@pytest.mark.rule("scs", "0.5")
def test_fractions_are_kept_until_the_odds_are_found() -> None:
    """The three units of the rulebook's example, 2.5 and 3.25 and 4.125, against 2.125."""
    setup = {**dict.fromkeys(("RQ1", "RQ2", "RQ3"), NORTH), "BQ1": CENTRE}
    state = position(setup, "red_combat")
    preview = state.preview(attack(CENTRE, ["RQ1", "RQ2", "RQ3"]))
    assert preview.attacker_strength == Fraction(79, 8)
    assert preview.defender_strength == Fraction(17, 8)
    assert preview.headings[preview.column] == "5:1"
    assert rounded_ratio(Fraction("9.85") / Fraction("2.125"), "nearest") == 5


@pytest.mark.rule("scs", "7.4")
def test_arithmetic_is_exact_on_the_very_half() -> None:
    """17/8 to 17/12 is exactly 1.5: 2:1. A hair less would be 1:1."""
    assert rounded_ratio(Fraction(17, 8) / Fraction(17, 12), "nearest") == 2
    assert rounded_ratio(Fraction(17, 8) / Fraction(17, 12) - Fraction(1, 10**9), "nearest") == 1
    # Three times a third of 1/2 in floats falls short of a half; here it does not.
    assert rounded_ratio(Fraction(1) + sum([Fraction(1, 6)] * 3), "nearest") == 2


@pytest.mark.rule("scs", "7.4")
def test_odds_above_the_table_are_resolved_in_the_last_column() -> None:
    assert column(["R11"], ["B1"]) == "7:1"
    assert column(["R11", "R10", "R9"], ["B1"]) == "7:1"


@pytest.mark.rule("scs", "7.4")
def test_below_the_table_the_attacker_loses_a_step_and_no_die_is_thrown() -> None:
    """2 to 9 is 1:5 and the table begins at 1:2; there are no dice to be thrown."""
    state = position({"R2": NORTH, "B9": CENTRE}, "red_combat", dice=[])
    before = state.to_dict()["rolled"]
    preview = state.preview(attack(CENTRE, ["R2"]))
    assert preview.probabilities == {"A1": 1}
    fought = battle(play(state, attack(CENTRE, ["R2"])))
    assert (fought.rule, fought.result, fought.die) == ("7.4", "A1", 0)
    assert state.to_dict()["lost"] == {"R2": 1}
    assert state.to_dict()["rolled"] == before
    assert state.position("B9") == CENTRE


@pytest.mark.rule("scs", "7.4")
def test_between_the_columns_the_lowest_one_begins_at_its_rounding() -> None:
    """2 to 5 is 2.5: 1:3, below the table. 4 to 9 is 2.25: 1:2, on it."""
    assert column(["R2"], ["B5"]) == ""
    assert column(["R4"], ["B9"]) == "1:2"


@pytest.mark.rule("scs", "7.4")
def test_an_attack_shifted_off_the_left_side_is_below_the_table() -> None:
    """2 to 4 is 1:2; the hills shift it off."""
    state = position({"R2": "08.05", "B4": "08.06"}, "red_combat", dice=[])
    fought = battle(play(state, attack("08.06", ["R2"])))
    assert fought.result == "A1"
    assert state.to_dict()["lost"] == {"R2": 1}


@pytest.mark.rule("scs", "7.4")
@pytest.mark.rule("scs", "8.0a")
def test_below_the_table_the_step_is_the_strongest_units() -> None:
    setup = {"R2": NORTH, "R1": NORTH, "B9": CENTRE, "B8": CENTRE}
    state = position(setup, "red_combat", dice=[])
    play(state, attack(CENTRE, ["R1", "R2"]))
    assert state.to_dict()["lost"] == {"R2": 1}


@pytest.mark.rule("scs", "7.4")
def test_the_preview_and_the_battle_agree() -> None:
    for attacker, defender in product(("R1", "R4", "R7", "R11"), ("B1", "B3", "B6", "B9")):
        setup = {attacker: NORTH, defender: CENTRE}
        state = position(setup, "red_combat", dice=[3, 4])
        preview = state.preview(attack(CENTRE, [attacker]))
        heading = preview.headings[preview.column] if preview.column >= 0 else ""
        assert battle(play(state, attack(CENTRE, [attacker]))).column == heading
