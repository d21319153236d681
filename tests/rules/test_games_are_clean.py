"""The tiny games say nothing that `check` would warn of, but for what each is there to try."""

from __future__ import annotations

import pytest

import hexwar
from tests.rules.tiny import FOLDER, NAMES

EXPECTED = {
    "classics": {"HW302", "HW505"},  # a base that the examples of the documentation build on
    "close_combat": {"HW302"},  # a trait that tests ask for
    "divisions": {"HW518"},  # won by what the computer player does not foresee
    "gunfire": {"HW477"},  # options that are tried together with another
    "one_hex": {"HW601"},  # nobody goes anywhere on a map of one hex
    "orders": {"HW505"},  # a unit that tests set up
    "scs_field": {"HW505"},  # units that tests set up
    "skirmishers": {"HW405"},  # an option in which nobody is lost
    "tactics": {"HW518"},
}
"""The warnings that are meant, by game."""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.matrix(one_in=2)) for name in NAMES]
)
def test_a_tiny_game_is_clean(name: str) -> None:
    """Errors and warnings; remarks are for their authors."""
    findings = hexwar.check(FOLDER / name)
    codes = {finding.code for finding in findings if finding.severity in ("error", "warning")}
    assert codes == EXPECTED.get(name, set())
