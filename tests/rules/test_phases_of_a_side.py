"""What a phase says of units is about those of its side: the others neither act nor pay in it."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

TURN = """
units: {{types: {{foot: {{traits: [foot]}}}}}}
pools: {{orders: {{title: Orders, side: red, begins: 2, kept: always}}}}
sequence:
  turns: 3
  phases:
    - {{id: red_movement, kind: movement, side: red, {said}}}
    - {{id: blue_movement, kind: movement, side: blue}}
"""


@pytest.mark.parametrize(
    "said",
    [
        "only: {of}",
        "spends: {{pool: orders, only: {of}}}",
    ],
)
@pytest.mark.parametrize(
    ("of", "wrong"), [("{side: blue}", True), ("{side: red}", False), ("{trait: foot}", False)]
)
def test_a_phase_speaks_of_units_of_its_side(
    said: str, of: str, wrong: bool, tmp_path: Path
) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = TURN.format(said=said.format(of=of))
    findings = hexwar.check(folder(tmp_path, yaml, FOLDER / "meadow"))
    assert ("HW855" in {finding.code for finding in findings}) is wrong


@pytest.mark.parametrize(("by", "wrong"), [("blue", True), ("red", False)])
def test_leaders_of_the_other_side_order_nobody(by: str, wrong: bool, tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    said = f"command: {{by: {{side: {by}}}, within: 3, most: 2}}"
    game = folder(tmp_path, TURN.format(said=said), FOLDER / "meadow")
    assert ("HW654" in {finding.code for finding in hexwar.check(game)}) is wrong
