"""Modifiers of attacks from several hexes (``combat.modifiers.ID.from``), over *classics*.

The hexes around 0402 are, in turn, 0401, 0502, 0503, 0403, 0303 and 0302.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import varied

UNITS = ("R1", "R3", "R7")


def attacked(path: Path, said: str, *hexes: str, at: str = "0402") -> bool:
    """Whether the modifier counts in an attack by a unit in each of these hexes."""
    yaml = f"combat: {{modifiers: {{flanks: {{title: Flanks, from: {said}, shift: 1}}}}}}"
    setup = dict(zip(UNITS, hexes, strict=False)) | {"B1": at}
    state = varied(path, yaml, "classics").start(setup=setup, phase="red_combat")
    return counts(state, f"attack {at} by {' '.join(UNITS[: len(hexes)])}")


def counts(state: State, attack: str) -> bool:
    return "Flanks" in [one.label for one in state.preview(attack).modifiers]


@pytest.mark.parametrize(
    ("hexes", "opposite", "around"),
    [
        (("0401", "0403"), True, True),
        (("0502", "0303"), True, True),
        (("0401", "0502", "0503"), False, False),
        (("0401", "0503"), False, False),
        (("0401", "0503", "0303"), False, True),
        (("0401", "0502", "0403"), True, True),
        (("0401", "0401"), False, False),
    ],
)
def test_opposite_and_around_are_what_they_say(
    tmp_path: Path, hexes: tuple[str, ...], opposite: bool, around: bool
) -> None:
    assert attacked(tmp_path / "a", "opposite", *hexes) is opposite
    assert attacked(tmp_path / "b", "around", *hexes) is around


def test_hexes_and_not_units_are_counted(tmp_path: Path) -> None:
    assert attacked(tmp_path / "a", "{hexes: 2}", "0401", "0502")
    assert not attacked(tmp_path / "b", "{hexes: 2}", "0401", "0401")
    assert not attacked(tmp_path / "c", "{hexes: 3}", "0401", "0401", "0502")


def test_nothing_is_opposite_at_the_edge_of_the_map(tmp_path: Path) -> None:
    """0301 has four neighbours; two of them that are two hexes apart are not opposite."""
    assert not attacked(tmp_path / "a", "opposite", "0201", "0401", at="0301")
    assert attacked(tmp_path / "b", "{hexes: 2}", "0201", "0401", at="0301")


GUNS = """
bombardment: {only: {trait: gun}, range: {value: range}, alone: allowed, support: [attacker]}
combat: {modifiers: {flanks: {title: Flanks, from: {hexes: 2}, shift: 1}}}
"""


def test_guns_from_afar_come_from_nowhere(tmp_path: Path) -> None:
    setup = {"R1": "0401", "R4": "0404", "B1": "0402"}
    state = varied(tmp_path, GUNS, "classics").start(setup=setup, phase="red_combat")
    assert not counts(state, "attack 0402 by R1 R4")
