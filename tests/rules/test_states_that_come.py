"""A state that units come into in any way is not told to be one that nothing puts them into."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

WORN = "states: {worn: {title: Worn, forbids: [move], ends: {at: end, turn: true}}}\n"
WATCH = """sequence:
  phases:
    - {id: roll, kind: initiative}
    - {id: watch, kind: overwatch, side: initiative, SAID}
    - {id: first, kind: activation, side: initiative, only: {not: {state: worn}}}
    - {id: second, kind: activation, side: others}
"""
COME = {
    "overwatch": WATCH.replace("SAID", "mark: worn"),
    "meadow": "scenarios: {meeting: {setup: {R1: {hex: '0102', state: worn}}}}\n",
    "musket_line": "effects: {e: {if: {turn: 2}, patch: {fire: {mark: worn}}}}\n",
    "command_cards": "decks: {command: {cards: {march: {orders: [{state: worn}]}}}}\n",
    "attrition": "tables: {march: {results: {fine: [{choose: {by: owner, one_of: "
    "[[nothing], {title: Worn, do: [{mark: {state: worn, who: actor}}]}]}}]}}}\n",
    "mines": "tables: {mines: {results: {missed: [{mark: {state: worn, who: actor}}]}}}\n",
    "rally": "options: {o: {title: O, patch: {combat: {results: {DR: [{mark: worn}]}}}}}\n",
}


def codes(path: Path, said: str, name: str) -> list[str]:
    copytree(FOLDER / "meadow", path / "meadow")
    return [finding.code for finding in hexwar.check(folder(path, said, FOLDER / name))]


@pytest.mark.parametrize("name", COME)
def test_a_state_that_units_come_into_is_not_told(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, WORN + COME[name], name) == []


def test_a_state_that_is_only_asked_for_is_told(tmp_path: Path) -> None:
    said = WORN + WATCH.replace("SAID", "only: {unit: [R2, B2]}")
    assert codes(tmp_path, said, "overwatch") == ["HW302"]
