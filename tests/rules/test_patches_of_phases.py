"""What a patch of phases says in vain, as nobody asks for it in them, is found at the line."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.definition.report import mend
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

PHASES = """sequence:
  turns: 3
  phases:
    - {id: red_movement, kind: movement, side: red, MOVING}
    - {id: red_combat, kind: combat, side: red, FIGHTING}
    - {id: red_rest, kind: recovery, side: red, RESTING}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: blue_combat, kind: combat, side: blue}
states: {tired: {title: Tired, taken: {phase: red_movement}, ends: {at: end, kind: recovery}}}
"""
SLOTS = ("MOVING", "FIGHTING", "RESTING")
MODIFIED = "combat: {modifiers: {m: {title: M, shift: 1}}}"
OVERRUN = "overrun: {cost: 1}\n"

ASKED = {
    MODIFIED: {"FIGHTING"},
    "combat: {multiply: add}": {"FIGHTING"},
    "movement: {stacks: allowed}": {"MOVING"},
    "movement: {allowance: 2}": {"MOVING", "FIGHTING"},
    "zones_of_control: {entering: stop}": {"MOVING"},
    "advance: {mandatory: true}": {"FIGHTING"},
    "retreat: {blocked: loses_steps}": {*SLOTS},
    "zones_of_control: {exerted_by: none}": {*SLOTS},
}
"""What a patch may say, and the phases in which it is asked for, or may be."""


def game(path: Path, said: str, slot: str, more: str = "") -> Path:
    """The tiny game *meadow* with a patch of one of its phases."""
    phases = PHASES
    for each in SLOTS:
        phases = phases.replace(f", {each}", f", patch: {{{said}}}" if each == slot else "")
    return folder(path, phases + more, FOLDER / "meadow")


def told(path: Path) -> list[str]:
    """What stands at the place of each finding about a patch that nobody asks for."""
    found = [one for one in hexwar.check(path) if one.code == "HW544"]
    return [one.place.text[one.column - 1 : one.place.end_column - 1] for one in found]


@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize("said", ASKED)
def test_what_nobody_asks_for_in_a_phase_is_found_in_its_patch(
    said: str, slot: str, tmp_path: Path
) -> None:
    in_vain = [] if slot in ASKED[said] else [said.partition(":")[0]]
    assert told(game(tmp_path, said, slot)) == in_vain


def test_battles_of_overruns_are_fought_while_units_move(tmp_path: Path) -> None:
    assert told(game(tmp_path / "with", MODIFIED, "MOVING", OVERRUN)) == []
    assert told(game(tmp_path / "fighting", "overrun: {cost: 2}", "FIGHTING", OVERRUN)) == [
        "overrun"
    ]


@pytest.mark.parametrize(("phases", "found"), [("red_rest", ["combat"]), ("red_combat", [])])
def test_an_effect_is_asked_for_in_one_of_the_phases_that_it_concerns(
    phases: str, found: list[str], tmp_path: Path
) -> None:
    effect = f"{{title: E, if: {{turn: 1}}, phases: [{phases}], patch: {{{MODIFIED}}}}}"
    assert told(game(tmp_path, "", "", f"effects: {{e: {effect}}}\n")) == found


def test_what_nobody_asks_for_is_taken_out(tmp_path: Path) -> None:
    both = "{combat: {multiply: add}, retreat: {blocked: loses_steps}}"
    path = game(tmp_path, both[1:-1], "RESTING")
    mend([one for one in hexwar.check(path) if one.code == "HW544"], path)
    assert told(path) == []
    texts = "".join(each.read_text() for each in path.glob("*.yaml"))
    assert "side: red, patch: {retreat: {blocked: loses_steps}}" in texts
