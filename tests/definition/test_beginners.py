"""What a beginner's file is told: findings that once led the wrong way."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

CLASSICS = FOLDER / "classics"


def told(path: Path, yaml: str) -> list[tuple[str, str, str]]:
    """Code, message and help of what is found in the game *classics* with this YAML added."""
    return [(f.code, f.message, f.help) for f in hexwar.check(folder(path, yaml, CLASSICS))]


def test_a_result_that_only_a_patched_table_names_is_used(tmp_path: Path) -> None:
    rows = "{1: [BB, BB, BB, BB]}"
    yaml = f"""
combat:
  results: {{BB: [{{retreat: attacker}}, {{retreat: defender}}], XX: [nothing]}}
  kinds: {{charge: {{attackers: {{trait: mechanised}}, patch: {{combat: {{table: {rows}}}}}}}}}
"""
    assert [m for _, m, _ in told(tmp_path, yaml)] == ["result XX is defined and never used"]


@pytest.mark.parametrize(
    ("yaml", "help_"),
    [
        (
            "units: {counters: {R1: {formation: reserve}}}\nformations: {guard: null, line: null}",
            "there are none; those of your own stand in section formations",
        ),
        (
            "combat: {results: {DR: [{mark: shaken}]}}",
            "there are: moved, fired, attacked, defended, advanced, retreated, displaced, entered, "
            "loaded, unloaded; those of your own stand in section states or movement",
        ),
        ("combat: {results: {DR: [{mark: movd}]}}", "did you mean moved?"),
    ],
)
def test_where_the_game_has_none_of_a_kind_the_section_is_named(
    tmp_path: Path, yaml: str, help_: str
) -> None:
    assert help_ in [found for code, _, found in told(tmp_path, yaml) if code == "HW301"]


def test_rows_of_a_patch_that_are_written_otherwise_are_explained(tmp_path: Path) -> None:
    yaml = "effects: {gas: {if: {turn: 1}, patch: {combat: {table: {1..6: [NE, NE, NE, NE]}}}}}"
    [(code, message, help_)] = told(tmp_path, yaml)
    assert (code, message) == ("HW419", "rows 1 and 1..6 are both for 1")
    assert "a patch replaces the rows that it writes the same way" in help_


def rivers(path: Path, *lines: str) -> set[tuple[str, str]]:
    """The hexsides of a river that is written so, over the meadow of seven columns."""
    stated = ", ".join(f'"{line}"' for line in lines)
    yaml = (
        f"terrain: {{hexsides: {{river: {{cost: 1}}}}}}\nmap: {{hexsides: {{river: [{stated}]}}}}"
    )
    game = hexwar.load_game(folder(path, yaml, FOLDER / "meadow")).definition.resolve()
    return {pair for pair, kinds in game.map.hexsides.items() if "river" in kinds}


def test_two_ranges_are_every_hexside_between_them(tmp_path: Path) -> None:
    """Columns that stand half a hex lower touch two hexes of the next, at its end one."""
    assert rivers(tmp_path, "0301..0303/0401..0403") == {
        *(("0301", "0401"), ("0302", "0401"), ("0302", "0402"), ("0303", "0402")),
        ("0303", "0403"),
    }


def test_one_hex_and_a_range_are_the_hexsides_that_it_has_there(tmp_path: Path) -> None:
    assert rivers(tmp_path, "0302/0401..0405") == {("0302", "0401"), ("0302", "0402")}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("0101..0105/0301..0305", "HW204"),
        ("0301..0399/0401..0405", "HW203"),
        ("0303..0301/0401", "HW209"),
        ("0301..0302/0401/0402", "HW203"),
    ],
)
def test_ranges_that_part_nothing_are_found(tmp_path: Path, line: str, code: str) -> None:
    yaml = (
        f'terrain: {{hexsides: {{river: {{cost: 1}}}}}}\nmap: {{hexsides: {{river: ["{line}"]}}}}'
    )
    found = [f.code for f in hexwar.check(folder(tmp_path, yaml, FOLDER / "meadow"))]
    assert found == [code]


def test_a_range_where_regions_are_named_is_said_to_be_one(tmp_path: Path) -> None:
    sources = '{red: ["0101..0107"], blue: [east]}'
    yaml = f"supply: {{judged: [attack], into_zone: allowed, sources: {sources}}}"
    found = [(message, help_) for code, message, help_ in told(tmp_path, yaml) if code == "HW203"]
    [(message, help_)] = found
    assert message == "0101..0107 is a range, and hexes or regions are named here one by one"
    assert help_ == "give the range a name in map.regions, and write that"


def test_a_key_that_cannot_be_one_is_shown_one_that_can(tmp_path: Path) -> None:
    yaml = "untried: {only: {trait: staff}, draw: {3-5-4: 1}}"
    [help_] = [help_ for code, _, help_ in told(tmp_path, yaml) if code == "HW105"]
    assert "4-6" in help_


@pytest.mark.parametrize(
    ("yaml", "meant"),
    [
        ("units: {types: {infantry: {traits: [heavy-foot]}}}", "did you mean heavy_foot?"),
        ("states: {2nd_line: {title: Second line}}", "did you mean nd_line_2?"),
        ("sides: {red: {color: b3392f}, blue: {}}", "did you mean #b3392f?"),
        ("sides: {red: {color: pale}, blue: {}}", "A colour"),
    ],
)
def test_a_text_of_another_form_is_shown_one_that_would_do(
    tmp_path: Path, yaml: str, meant: str
) -> None:
    helps = [help_ for code, _, help_ in told(tmp_path, yaml) if code == "HW105"]
    assert [help_[: len(meant)] for help_ in helps] == ([meant] if meant else [])


def test_a_trait_that_nobody_asks_for_is_found_once(tmp_path: Path) -> None:
    yaml = "units: {types: {infantry: {traits: [foot, odd]}, tanks: {traits: [mechanised, odd]}}}"
    messages = [message for _, message, _ in told(tmp_path, yaml) if "odd" in message]
    assert messages == ["trait odd is defined and never used"]


@pytest.mark.parametrize(
    ("yaml", "slip", "meant"),
    [
        ("units: {types: {tanks: {symbol: SAID}}}", "infantary", "infantry"),
        ("units: {types: {tanks: {symbol: SAID}}}", "calvary", "cavalry"),
        ("units: {types: {tanks: {symbol: SAID}}}", "armuor", "armour"),
        ("units: {types: {tanks: {symbol: SAID}}}", "headquaters", "headquarters"),
        ("terrain: {hexes: {woods: {pattern: SAID}}}", "wods", "woods"),
    ],
)
def test_a_word_that_is_nearly_one_that_is_drawn_is_told(
    yaml: str, slip: str, meant: str, tmp_path: Path
) -> None:
    """Any word may stand there: initials and hatching are for what has no drawing."""
    for said, findings in ((meant, []), ("elephants", []), ("ship", []), (slip, ["HW307"])):
        found = told(tmp_path, yaml.replace("SAID", said))
        assert [code for code, *_ in found] == findings
    assert found[0][2] == f"did you mean {meant}?"


def test_a_movement_class_of_which_no_unit_is_is_found(tmp_path: Path) -> None:
    """The first is that of units that say none."""
    yaml = (
        "movement: {classes: [leg, motor, ski]}\nunits: {types: {tanks: {movement_class: motor}}}"
    )
    ((code, message, hint),) = told(tmp_path, yaml)
    assert (code, message) == ("HW302", "movement class ski is defined and never used")
    assert "movement_class" in hint


def test_a_scenario_that_names_no_state_is_told_of_that_alone(tmp_path: Path) -> None:
    """A game with errors is not played to see how it begins, or whether its lessons end."""
    setup = "{R1: {hex: '0102', state: marsh}}"
    yaml = f"stacking: {{apart: [{{state: moved}}]}}\nscenarios: {{meeting: {{setup: {setup}}}}}"
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "meadow"))
    assert [f.code for f in found] == ["HW301"]
