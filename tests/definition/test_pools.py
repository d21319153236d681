"""What an author is told of replacements that name what is not there."""

from __future__ import annotations

import pytest

import hexwar
from tests.definition.conftest import Write

SEQUENCE = """sequence:
  turns: 3
  phases:
    - {id: red_replacement, kind: replacement, side: red}
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_movement, kind: movement, side: blue}
"""
POOLS = """pools:
  factors:
    {side: red, gain: {phase: red_movement, count: 1}, kept: always, cite: {gain: "1", kept: "1"}}
"""
REPLACEMENTS = """replacements:
  red:
    phase: red_replacement
    pool: factors
    does: [rebuild]
    cite: {rebuild: "1", return: "1", cost: "1"}
"""


def found(write: Write, **changed: str) -> list[tuple[str, str]]:
    files = {"sequence": SEQUENCE, "pools": POOLS, "replacements": REPLACEMENTS, **changed}
    return [(finding.code, finding.message) for finding in hexwar.check(write(**files))]


def test_replacements_that_are_sound(write: Write) -> None:
    assert found(write) == []


@pytest.mark.parametrize(
    ("changed", "code", "message"),
    [
        ({"pools": ""}, "HW301", "there is no pool factors"),
        (
            {"replacements": REPLACEMENTS.replace("red_replacement", "red_rebuilding")},
            "HW301",
            "there is no phase red_rebuilding",
        ),
        (
            {"replacements": REPLACEMENTS.replace("red:", "blue:")},
            "HW442",
            "blue makes no replacements in red_replacement, which is of side red",
        ),
        (
            {
                "replacements": REPLACEMENTS.replace(
                    "[rebuild]", "[return]\n    returns: {step: last, at: {region: towns}}"
                )
            },
            "HW301",
            "there is no region towns",
        ),
        (
            {"replacements": ""},
            "HW409",
            "red_replacement is a replacement phase, and the game has no section replacements",
        ),
    ],
)
def test_what_is_not_there(changed: dict[str, str], code: str, message: str, write: Write) -> None:
    assert (code, message) in found(write, **changed)
