"""Section ``combat``: strengths, columns, bounds and dice, worked out by hand.

In the tiny game *odds* R1 attacks with 4, R2 with 7, R3 with 2 1/2; B1 defends with 4, B2 with 2,
B3 with 9. Every result is named for its column.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import hexwar
from hexwar.rules.combat.odds import rounded_ratio
from hexwar.rules.combat.preview import lost_on_average
from tests.rules.tiny import listed, place, varied

F = Fraction
RESULTS = ("c13", "c12", "c11", "c21", "c31")
AROUND_0303 = {"R1": "0304", "R2": "0403", "R3": "0203"}


def column(setup: dict[str, str], attack: str, options: str = "") -> str:
    """The heading of the column that an attack is resolved on; the die agrees with the preview."""
    state = place("odds", setup, "red_combat", options, dice=[3, 4])
    preview = state.preview(attack)
    (battle, *_) = state.apply(attack)
    assert battle.column == preview.headings[preview.column]
    assert battle.die == 7
    assert battle.result == RESULTS[preview.column]
    return str(battle.column)


@pytest.mark.parametrize(
    ("attack", "defense", "down", "up", "nearest"),
    [
        (4, 4, 1, 1, 1),
        (7, 4, 1, 2, 2),
        (5, 4, 1, 2, 1),
        (6, 4, 1, 2, 2),
        (9, 4, 2, 3, 2),
        (4, 5, F(1, 2), 1, 1),
        (4, 7, F(1, 2), 1, F(1, 2)),
        (2, 3, F(1, 2), 1, F(1, 2)),
        (4, 9, F(1, 3), F(1, 2), F(1, 2)),
        (1, 4, F(1, 4), F(1, 4), F(1, 4)),
        (0, 4, 0, 0, 0),
    ],
)
def test_ratios_are_rounded_to_whole_odds(
    attack: int, defense: int, down: Fraction, up: Fraction, nearest: Fraction
) -> None:
    """Down favours the defender: 7 to 4 is 1:1 and 4 to 5 is 1:2; up the attacker."""
    ratio = F(attack, defense)
    assert rounded_ratio(ratio, "down") == down
    assert rounded_ratio(ratio, "up") == up
    assert rounded_ratio(ratio, "nearest") == nearest


@pytest.mark.parametrize(
    ("attackers", "defender", "down", "up", "nearest"),
    [
        ("R1", "B1", "1:1", "1:1", "1:1"),
        ("R2", "B1", "1:1", "2:1", "2:1"),
        ("R3", "B1", "1:2", "1:1", "1:2"),
        ("R1 R2", "B1", "2:1", "3:1", "3:1"),
        ("R1", "B3", "1:3", "1:2", "1:2"),
        ("R2", "B2", "3:1", "3:1", "3:1"),
        ("R1", "B2", "2:1", "2:1", "2:1"),
    ],
)
def test_the_column_is_the_rounded_ratio_within_the_table(
    attackers: str, defender: str, down: str, up: str, nearest: str
) -> None:
    """R1 and R2 together, 11 to 4, are 2:1 rounded down; 7 to 2 is beyond the table: 3:1."""
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", defender: "0405"}
    attack = f"attack 0405 by {attackers}"
    assert column(setup, attack) == down
    assert column(setup, attack, "up") == up
    assert column(setup, attack, "nearest") == nearest


@pytest.mark.parametrize(
    ("options", "strength"),
    [
        ("", "19/4"),
        ("units_up", "6"),
        ("units_down", "4"),
        ("sides_down", "4"),
        ("sides_nearest", "5"),
        ("both_up_added", "6"),
    ],
)
def test_fractions_of_units_or_of_sums_become_whole_numbers(options: str, strength: str) -> None:
    """Across the river 7 and 5/2 are 7/2 and 5/4: each is rounded, or what they come to."""
    setup = {"R2": "0304", "R3": "0203", "B1": "0303"}
    preview = place("odds", setup, "red_combat", options).preview("attack 0303 by R2 R3")
    assert str(preview.attacker_strength) == strength


def test_fractions_are_rounded_where_no_terrain_touches_them(tmp_path: Path) -> None:
    yaml = """
units: {types: {foot: {steps: [{attack: 5/2, defense: 1}]}}}
combat: {strength: printed, round: {unit: up}}
"""
    setup = {"R1": "0402", "R2": "0302", "B1": "0303"}
    state = varied(tmp_path, yaml, "meadow").start(setup=setup, phase="red_combat")
    assert state.preview("attack 0303 by R1 R2").attacker_strength == 6


@pytest.mark.parametrize(
    ("attackers", "defender", "down", "up"),
    [
        ("R1", "B1", "1:1", "1:1"),
        ("R2", "B1", "3:2", "3:1"),
        ("R1 R2", "B1", "3:2", "3:1"),
        ("R1", "B2", "3:2", "3:1"),
        ("R2", "B2", "3:1", "5:1"),
        ("R1 R2", "B3", "1:1", "3:2"),
        ("R1 R2", "B2", "5:1", "above"),
        ("R1 R2 R3", "B2", "above", "above"),
        ("R3", "B1", "below", "2:3"),
        ("R1", "B3", "below", "below"),
    ],
)
def test_columns_between_whole_odds_are_reached(
    attackers: str, defender: str, down: str, up: str
) -> None:
    """Columns 2:3, 1:1, 3:2, 3:1, 5:1: the next printed one in favour of a side.

    Beyond the table odds are whole: 11 to 2 is 5:1 rounded down, 6:1 rounded up; 4 to 9 is 1:3 or
    1:2, and both are less than 2:3.
    """
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", defender: "0405"}
    for rounding, expected in (("", down), ("up", up)):
        options = f"between not_below not_above {rounding}"
        state = place("odds", setup, "red_combat", options)
        refused = state.explain(f"attack 0405 by {attackers}")
        if refused is None:
            preview = state.preview(f"attack 0405 by {attackers}")
            assert preview.headings[preview.column] == expected
        else:
            assert refused.reason == f"combat.{expected}"


def test_odds_that_are_those_of_the_last_column_are_in_it(tmp_path: Path) -> None:
    """3 to 2 is no more than 3:2, rounded up or not."""
    foot = "{steps: [{attack: 3, defense: 2}]}"
    rows = ", ".join(f"{die}: [NE, NE]" for die in range(1, 7))
    columns = 'columns: ["1:1", "3:2"], above: forbidden'
    yaml = (
        f"units: {{types: {{foot: {foot}}}}}\n"
        f"combat: {{strength: printed, column: {{ratio: up}}, {columns}, table: {{{rows}}}}}"
    )
    state = varied(tmp_path, yaml, "meadow").start(
        setup={"R1": "0402", "B1": "0303"}, phase="red_combat"
    )
    preview = state.preview("attack 0303 by R1")
    assert preview.headings[preview.column] == "3:2"
    assert not preview.above


@pytest.mark.parametrize(
    ("attackers", "defender", "expected"),
    [
        ("R1", "B1", "0"),
        ("R2", "B1", "2"),
        ("R3", "B1", "-2"),
        ("R1", "B3", "-4"),
        ("R1 R2 R3", "B2", "4"),
        ("R1 R3", "B1", "2"),
    ],
)
def test_a_differential_takes_the_column_that_it_reaches(
    attackers: str, defender: str, expected: str
) -> None:
    """7 against 4 is +3: column 2. 2 1/2 against 4 is -1 1/2: column -2. 4 against 9: the first."""
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", defender: "0405"}
    assert column(setup, f"attack 0405 by {attackers}", "difference") == expected


def test_counted_attackers_have_no_values() -> None:
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", "B3": "0405"}
    assert column(setup, "attack 0405 by R2", "counted") == "1"
    assert column(setup, "attack 0405 by R1 R2 R3", "counted") == "3"


def test_below_the_table_an_attack_may_be_prohibited() -> None:
    """R3 against B3 is 2 1/2 to 9: 1:4, off the table; two or three together reach it."""
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", "B3": "0405"}
    state = place("odds", setup, "red_combat", "not_below")
    assert listed(state, "attack") == [
        "attack 0405 by R1",
        "attack 0405 by R2",
        "attack 0405 by R1 R2",
        "attack 0405 by R1 R3",
        "attack 0405 by R2 R3",
        "attack 0405 by R1 R2 R3",
    ]
    violation = state.explain("attack 0405 by R3")
    assert violation is not None
    assert violation.reason == "combat.below"
    assert violation.message == "The table has no column for 2½ to 9."


def test_where_no_force_may_attack_the_odds_are_still_the_reason() -> None:
    """R3 alone beside B3: that hex is no target, though R1 has one."""
    setup = {"R3": "0305", "B3": "0405", "R1": "0101", "B1": "0201"}
    state = place("odds", setup, "red_combat", "not_below")
    assert set(state.attack_options()) == {"0201"}
    violation = state.explain("attack 0405 by R3")
    assert violation is not None
    assert violation.reason == "combat.below"


def test_above_the_table_an_attack_may_be_prohibited_and_a_weaker_one_is_not() -> None:
    """All three against B2 are 6:1; R1 alone, 2:1, may attack. The hex stays a target."""
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", "B2": "0405"}
    state = place("odds", setup, "red_combat", "not_above")
    assert listed(state, "attack") == [
        "attack 0405 by R1",
        "attack 0405 by R2",
        "attack 0405 by R3",
        "attack 0405 by R1 R3",
    ]
    assert state.explain("attack 0405 by R1") is None
    violation = state.explain("attack 0405 by R1 R2 R3")
    assert violation is not None
    assert violation.reason == "combat.above"
    assert set(state.attack_options()) == {"0405"}


def test_at_most_so_many_attackers() -> None:
    setup = {"R1": "0404", "R2": "0505", "R3": "0305", "B1": "0405"}
    state = place("odds", setup, "red_combat", "two_at_most")
    assert max(line.count("R") for line in listed(state, "attack")) == 2
    assert len(listed(state, "attack")) == 6
    violation = state.explain("attack 0405 by R1 R2 R3")
    assert violation is not None
    assert violation.reason == "combat.most_attackers"


OWN_ZONES = """
zones_of_control: {exerted_by: {value: {attack: {at_least: 3}}}}
combat: {attackers: {reach: own_zone}}
"""


def test_attackers_into_their_own_zones_leave_out_who_has_a_strength_and_no_zone(
    tmp_path: Path,
) -> None:
    """R3 attacks with 2 1/2 and has no zone: neither alone nor beside R1."""
    game = varied(tmp_path, OWN_ZONES, "odds")
    setup = {"R1": "0404", "R3": "0305", "B1": "0405"}
    state = game.start("meeting", setup=setup, phase="red_combat")
    assert listed(state, "attack") == ["attack 0405 by R1"]
    assert state.attack_options() == {"0405": (("R1",),)}
    for force in ("R3", "R1 R3"):
        violation = state.explain(f"attack 0405 by {force}")
        assert violation is not None
        assert violation.message == "R3 has no zone of control to attack into."


# -- terrain ----------------------------------------------------------------------------------


def test_terrain_multiplies_the_defender() -> None:
    """B1 in the fort is 8: R1 and R2 are 11 to 8, 1:1; R1 alone 4 to 8, 1:2."""
    setup = {"R1": "0502", "R2": "0504", "B1": "0503"}
    assert column(setup, "attack 0503 by R1 R2") == "1:1"
    assert column(setup, "attack 0503 by R1") == "1:2"


def test_terrain_shifts_the_column() -> None:
    """On the hill 1:1 becomes 1:2; at the end of the table there is no further column."""
    assert column({"R1": "0402", "B1": "0403"}, "attack 0403 by R1") == "1:2"
    assert column({"R1": "0402", "B3": "0403"}, "attack 0403 by R1") == "1:3"
    assert column({"R2": "0402", "B2": "0403"}, "attack 0403 by R2") == "2:1"


def test_terrain_halves_the_attacker_and_shifts_for_him() -> None:
    """In the marsh R1 counts 2: 2 to 4 is 1:2, and one column right is 1:1."""
    assert column({"R1": "0103", "B1": "0203"}, "attack 0203 by R1") == "1:1"
    state = place("odds", {"R1": "0103", "B1": "0203"}, "red_combat")
    preview = state.preview("attack 0203 by R1")
    assert (preview.attacker_strength, preview.defender_strength) == (F(2), F(4))
    assert preview.shifts == 1
    assert [(m.label, m.value) for m in preview.modifiers] == [
        ("Marsh", "1 column right"),
        ("Marsh", "x1/2"),
    ]


def test_terrain_may_forbid_the_attack_into_a_hex() -> None:
    setup = {"R1": "0602", "R2": "0502", "B1": "0603", "B2": "0501"}
    state = place("odds", setup, "red_combat")
    assert listed(state, "attack") == ["attack 0501 by R2"]
    violation = state.explain("attack 0603 by R1")
    assert violation is not None
    assert violation.reason == "terrain.combat"
    with pytest.raises(hexwar.IllegalAction):
        state.apply("attack 0603 by R1")


def test_a_hexside_may_forbid_the_attack_across_it() -> None:
    """The wall parts 0303 from 0302; from 0304 the hex can be attacked."""
    setup = {"R1": "0302", "R2": "0304", "B1": "0303"}
    state = place("odds", setup, "red_combat")
    assert listed(state, "attack") == ["attack 0303 by R2"]
    violation = state.explain("attack 0303 by R1 R2")
    assert violation is not None
    assert violation.reason == "terrain.combat"
    state = place("odds", {"R1": "0302", "B1": "0303"}, "red_combat")
    assert state.phase != "red_combat"


def test_a_river_halves_those_who_attack_across_it() -> None:
    """R1 and R3 are across the river, R2 is not: 2 + 7 + 1 1/4 = 10 1/4 to 4."""
    state = place("odds", {**AROUND_0303, "B1": "0303"}, "red_combat")
    preview = state.preview("attack 0303 by R1 R2 R3")
    assert preview.attacker_strength == F(41, 4)
    assert preview.odds == "10¼ to 4"
    assert preview.headings[preview.column] == "2:1"
    assert state.preview("attack 0303 by R1").headings[0] == "1:3"
    assert [m.label for m in preview.modifiers] == ["R1 across River", "R3 across River"]
    assert state.preview("attack 0303 by R1").attacker_strength == 2
    assert state.preview("attack 0303 by R2").attacker_strength == 7


def test_a_bank_helps_the_defender_when_all_attack_across_it() -> None:
    """R1 and R2 are across the bank: B1 has 6, and 11 to 6 is 1:1, shifted to 1:2.

    With R3, who comes from the side, it counts for nothing: 13 1/2 to 4 is 3:1.
    """
    setup = {"R1": "0301", "R2": "0401", "R3": "0202", "B1": "0302"}
    assert column(setup, "attack 0302 by R1 R2") == "1:2"
    assert column(setup, "attack 0302 by R1 R2 R3") == "3:1"
    state = place("odds", setup, "red_combat")
    preview = state.preview("attack 0302 by R1 R2")
    assert (preview.attacker_strength, preview.defender_strength) == (F(11), F(6))
    assert preview.shifts == -1
    assert [(m.label, m.side, m.value) for m in preview.modifiers] == [
        ("All across Bank", "attacker", "1 column left"),
        ("All across Bank", "defender", "+2"),
    ]
    assert state.preview("attack 0302 by R1 R2 R3").modifiers == ()


def test_hexsides_of_one_effect_count_together_whatever_they_are(tmp_path: Path) -> None:
    """R1 attacks across a bank and R3 across a dyke; both shift the column by one."""
    dyke = (
        "map: {hexsides: {wall: null, dyke: [0302/0202]}}\n"
        "terrain: {hexsides: {dyke: {title: Dyke, combat: {defender: {add: 2}, shift: -1}}}}\n"
    )
    setup = {"R1": "0301", "R3": "0202", "B1": "0302"}
    state = varied(tmp_path, dyke, "odds").start(setup=setup, phase="red_combat")
    preview = state.preview("attack 0302 by R1 R3")
    assert preview.shifts == -1
    assert {m.label for m in preview.modifiers} == {"All across Bank or Dyke"}


# -- dice -------------------------------------------------------------------------------------


def test_two_dice_are_summed_and_their_totals_are_not_equally_likely() -> None:
    setup = {"R2": "0404", "B2": "0405"}
    state = place("odds", setup, "red_combat", dice=[6, 6])
    preview = state.preview("attack 0405 by R2")
    assert preview.probabilities == {"c31": F(35, 36), "DR": F(1, 36)}
    assert preview.outcomes[1].dice == (12,)
    (battle, *_) = state.apply("attack 0405 by R2")
    assert (battle.die, battle.result) == (12, "DR")
    assert state.rolled == 2
    state = place("odds", setup, "red_combat", dice=[6, 5])
    (battle, *_) = state.apply("attack 0405 by R2")
    assert (battle.die, battle.result) == (11, "c31")


def test_the_log_tells_who_attacked_and_what_was_rolled() -> None:
    """One die is told by its face, several by their faces and the total."""
    (battle, *_) = place("meadow", {"R1": "0304", "B1": "0303"}, "red_combat", dice=[4]).apply(
        "attack 0303 by R1"
    )
    assert battle.text == "R1 attacks 0303: column 1, die 4, NE."
    setup = {"R1": "0404", "R2": "0505", "B1": "0405"}
    (battle, *_) = place("odds", setup, "red_combat", dice=[3, 4]).apply("attack 0405 by R1 R2")
    assert battle.text == "R1, R2 attack 0405: column 2:1, dice 3, 4 = 7, c21."


def test_each_unit_attacks_once_and_is_attacked_once() -> None:
    setup = {"R1": "0404", "R2": "0505", "B1": "0405", "B2": "0504"}
    state = place("odds", setup, "red_combat", dice=[1, 1, 1, 1])
    state.apply("attack 0405 by R1")
    assert listed(state, "attack") == ["attack 0504 by R2"]
    for line in ("attack 0405 by R2", "attack 0504 by R1"):
        violation = state.explain(line)
        assert violation is not None
        assert violation.reason == "combat.once"


STACK = {"R1": "0404", "R2": "0505", "R3": "0305", "B1": "0405", "B2": "0405", "B3": "0504"}


@pytest.mark.parametrize("target", ["hex", "unit", "chosen"])
def test_units_may_be_attacked_again_by_others_where_a_game_allows_it(
    tmp_path: Path, target: str
) -> None:
    """One by one those come first who have not been attacked: B2 after B1, then B1 again."""
    again = f"combat: {{target: {target}, battle: {{again: allowed}}}}\nstacking: {{limit: 2}}\n"
    game = varied(tmp_path, again, "meadow")
    state = game.start(setup=STACK, phase="red_combat", dice=[4, 4, 4])
    for attacker, defenders in (("R1", "B1"), ("R2", "B2"), ("R3", "B1")):
        battle = state.preview(f"attack 0405 by {attacker}")
        assert target != "unit" or battle.defenders == (defenders,)
        state.apply(f"attack 0405 by {attacker}")
        if target == "chosen":
            state.apply("aim B1")
        assert state.explain(f"attack 0504 by {attacker}") is not None


def test_nobody_has_to_attack() -> None:
    """The decision names who may, and what; it may be declined."""
    state = place("odds", {"R1": "0404", "R3": "0101", "B1": "0405"}, "red_combat")
    assert state.decision is not None
    assert (state.decision.units, state.decision.hexes) == (("R1",), ("0405",))
    assert state.decision.may_decline
    assert listed(state)[-1] == "done"


def test_all_who_attacked_together_have_attacked() -> None:
    """R1 and R2 attack B1 as one: then only R3 is left for B2, and after it nobody for B3."""
    setup = {"R1": "0403", "R2": "0303", "R3": "0504", "B1": "0304", "B2": "0404", "B3": "0505"}
    state = place("odds", setup, "red_combat", dice=[1, 2, 1, 2])
    state.apply("attack 0304 by R1 R2")
    assert listed(state, "attack") == ["attack 0404 by R3", "attack 0505 by R3"]
    violation = state.explain("attack 0404 by R1 R3")
    assert violation is not None
    assert (violation.reason, violation.message[:2]) == ("combat.once", "R1")
    state.apply("attack 0404 by R3")
    assert state.phase != "red_combat"


def test_average_losses_are_counted_in_what_units_lose() -> None:
    """The text mode spoke of units lost, and meant steps."""
    whole = hexwar.load_game("strike_force_one").start("standard")
    stepped = hexwar.load_game("marenfeld").start("battle")
    assert lost_on_average(whole.resolved) == "Average units lost"
    assert lost_on_average(stepped.resolved) == "Average steps lost"
