"""Units are chosen that some counter can be, wherever they are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

NOBODY = "{side: red, unit: B1}"
IN_VAIN = {
    "a modifier": "combat: {modifiers: {m: {title: M, attackers: SAID, shift: 1}}}\n",
    "a kind": "combat: {kinds: {k: {attackers: SAID, patch: {combat: {column: differential}}}}}\n",
    "zones": "zones_of_control: {exerted_by: SAID}\n",
    "beside": "combat: {modifiers: {m: {title: M, attackers: "
    "{within: {hexes: 1, of: SAID}}, shift: 1}}}\n",
    "left out": "zones_of_control: {exerted_by: {unit: [R1, B1], not: SAID}}\n",
    "a patch that adds": "effects: {e: {if: {turn: 1}, patch: "
    "{combat: {modifiers: {m: {title: M, attackers: SAID, shift: 1}}}}}}\n",
}


def told(path: Path, said: str) -> list[tuple[str, str]]:
    findings = hexwar.check(folder(path, said, FOLDER / "meadow"))
    return [
        (one.code, one.place.text[one.column - 1 : one.place.end_column - 1]) for one in findings
    ]


@pytest.mark.parametrize("row", IN_VAIN)
def test_units_that_no_counter_can_be_are_found_where_they_are_chosen(
    row: str, tmp_path: Path
) -> None:
    said = IN_VAIN[row]
    assert told(tmp_path / "vain", said.replace("SAID", NOBODY)) == [("HW449", NOBODY)]
    assert told(tmp_path / "fitting", said.replace("SAID", "{side: blue, unit: B1}")) == []


@pytest.mark.parametrize(
    "said",
    [
        "zones_of_control: {entering: stop}\neffects: "
        "{e: {if: {turn: 1}, patch: {zones_of_control: {exerted_by: SAID}}}}\n",
        "zones_of_control: {exerted_by: SAID}\neffects: "
        "{e: {if: {turn: 1}, patch: {zones_of_control: {exerted_by: {unit: R1}}}}}\n",
    ],
)
def test_a_rule_may_be_for_nobody_while_a_patch_is_in_force(said: str, tmp_path: Path) -> None:
    assert told(tmp_path, said.replace("SAID", NOBODY)) == []


VALUES = """units: {values: {range: number, drill: die}, types: {foot: {steps: [5-4-3, 2-4-3],
  values: {range: 2, drill: d8}}}}
combat: {modifiers: {m: {title: M, attackers: SAID, shift: 1}}}
"""


@pytest.mark.parametrize(
    ("vain", "fitting"),
    [
        ("{value: {range: {at_least: 3}}}", "{value: {range: {at_least: 2}}}"),
        ("{value: {drill: 6}}", "{value: {drill: 8}}"),
        ("{value: {attack: 3}}", "{value: {attack: 2}}"),
        ("{not: {value: {defense: 4}}}", "{not: {value: {attack: 5}}}"),
        ("{value: {attack: 5, range: 1}}", "{value: {attack: 5, range: 2}}"),
        ("{step: 3}", "{step: 2}"),
        ("{step: [3, 4]}", "{step: [2, 3]}"),
        ("{side: red, step: 4}", "{side: red, step: last}"),
        # Allowances are the game's here, and may change in play.
        ("{side: red, unit: B1, value: {movement: 9}}", "{value: {movement: 9}}"),
    ],
)
def test_values_and_steps_that_no_counter_has_are_found(
    vain: str, fitting: str, tmp_path: Path
) -> None:
    assert ("HW449", vain) in told(tmp_path / "vain", VALUES.replace("SAID", vain))
    assert told(tmp_path / "fitting", VALUES.replace("SAID", fitting)) == []
