"""Section ``units``: values of a game's own, printed by types and counters."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import hexwar
from hexwar.charts.tables import order_of_battle
from hexwar.cli.terminal import lines_of
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import Units
from hexwar.rules.values import UnitValues
from hexwar.viewer.counters.counter import values_of
from tests.conformance.scs.field import position
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, varied

VALUES = (
    "units: {values: {quality: die, support: number}, "
    "types: {foot: {values: {quality: d8, support: 1/2}}}, "
    "counters: {R1: {values: {quality: d10}}, R2: {values: {support: 3}}}}"
)


def test_a_counter_prints_its_own_value_or_that_of_its_type(tmp_path: Path) -> None:
    forces = varied(tmp_path, VALUES, "meadow").start().rules[Forces]
    r1, r2, b1 = (forces.index[name] for name in ("R1", "R2", "B1"))
    assert [forces.die(unit, "quality") for unit in (r1, r2, b1)] == [10, 8, 8]
    assert [forces.number(unit, "support") for unit in (r1, r2, b1)] == [
        Fraction(1, 2),
        3,
        Fraction(1, 2),
    ]
    assert type(forces.number(r2, "support")) is int  # as quick to reckon with as a strength


def test_a_number_that_nobody_prints_is_none(tmp_path: Path) -> None:
    yaml = "units: {values: {armor: number}, counters: {R1: {values: {armor: 2}}}}"
    forces = varied(tmp_path, yaml, "meadow").start().rules[Forces]
    assert forces.number(forces.index["R1"], "armor") == 2
    assert forces.number(forces.index["B1"], "armor") == 0


def test_players_read_the_values_in_the_order_of_battle(tmp_path: Path) -> None:
    game = varied(tmp_path, VALUES, "meadow").start().resolved
    lines = list(lines_of(order_of_battle(game, lambda unit: "here")))
    assert any("R1" in line and "3 MP, quality d10, support 1/2" in line for line in lines)


def test_what_the_game_does_not_name_is_no_value(tmp_path: Path) -> None:
    yaml = "units: {values: {quality: die}, types: {foot: {values: {qualty: d8}}}}"
    findings = hexwar.check(folder(tmp_path, yaml, FOLDER / "meadow"))
    assert "there is no value qualty" in str(findings[0].message)


def test_strengths_count_together_as_each_unit_has_them() -> None:
    """Out of supply (attack a half) a unit adds what is left to it, steps lost as well."""
    setup = {"RI1": "03.05", "RI2": "03.05", "RT1": "03.05", "BI1": "11.05"}
    state = position(setup, lost={"RI2": 1}, unsupplied=["RT1", "RI2"])
    values, index = state.rules[UnitValues], state.rules[Forces].index
    units = [index[name] for name in ("RI1", "RI2", "RT1")]
    each = [values.attack(state, unit) for unit in units]
    assert each[2] < values.unmodified_attack(state, units[2])
    assert values.total_attack(state, units) == sum(each) > max(each)
    defense = [values.defense(state, unit) for unit in units]
    assert values.total_defense(state, units) == sum(defense) > max(defense)


ONE_STRENGTH = """
movement: {allowance: printed}
combat: {strength: printed, column: {ratio: down}, columns: ["1:2", "1:1", "2:1"]}
units:
  printed: strength_movement
  types: {foot: {steps: [5-4, 2-4]}}
  counters: {R2: {steps: 6-2-3}, R3: {steps: [{strength: 7, movement: 6}]}}
"""


def test_a_counter_with_one_strength_is_written_as_it_is_printed(tmp_path: Path) -> None:
    """5-4: five in attack and defence, four movement points; three numbers keep their meaning."""
    game = varied(tmp_path, ONE_STRENGTH, "meadow").definition.resolve()
    counters = game[Units].counters
    shown = {name: counters[name].steps[0] for name in ("R1", "R2", "R3")}
    told = {name: f"{one.attack} {one.defense} {one.movement}" for name, one in shown.items()}
    assert told == {"R1": "5 5 4", "R2": "6 2 3", "R3": "7 7 6"}
    assert (counters["R1"].steps[1].attack, counters["R1"].steps[1].movement) == (
        Fraction(2),
        Fraction(4),
    )
    drawn = [values_of(counters[name], game) for name in ("R1", "R2", "R3")]
    assert drawn == ["5-4", "6-2-3", "7-6"]
    assert values_of(counters["R1"], game, lost=1) == "2-4"
    charts = "\n".join(list(lines_of(order_of_battle(game, lambda unit: "here"))))
    assert "5-4, reduced 2-4" in charts and "6-2-3" in charts


def test_two_numbers_are_attack_and_defence_where_nothing_else_is_said(tmp_path: Path) -> None:
    yaml = ONE_STRENGTH.replace("  printed: strength_movement\n", "")
    yaml = yaml.replace("allowance: printed", "allowance: 3")
    game = varied(tmp_path, yaml, "meadow").definition.resolve()
    step = game[Units].counters["R1"].steps[0]
    assert f"{step.attack} {step.defense} {step.movement}" == "5 4 None"


def test_steps_that_a_counter_shows_with_one_strength_are_drawn_so(tmp_path: Path) -> None:
    """Also where one of the two is given besides: then there are two, and both are shown."""
    steps = "[{strength: 7, movement: 6}, {strength: 4, defense: 5, movement: 6}]"
    yaml = ONE_STRENGTH.replace("[{strength: 7, movement: 6}]", steps)
    game = varied(tmp_path, yaml, "meadow").definition.resolve()
    unit = game[Units].counters["R3"]
    assert [values_of(unit, game, lost) for lost in (0, 1)] == ["7-6", "4-5-6"]
