"""Obligations of guns: combat that must be, where one battle may be against several hexes.

A gun attacks one hex from a distance, though who stands beside several may attack them together.
"""

from __future__ import annotations

from pathlib import Path

from tests.rules.tiny import listed, varied

YAML = """
units:
  values: {range: number}
  types: {gun: {title: Gun, steps: 2-2, values: {range: 3}}, foot: {steps: 2-2}}
  counters: {R1: {type: gun}}
zones_of_control: {}
bombardment: {only: {type: gun}, range: {value: range}}
combat:
  strength: printed
  battle: {hexes: many}
  mandatory: {targets: {only: {side: enemy}}}
"""


def test_a_gun_that_reaches_several_targets_owes_an_attack_on_one(tmp_path: Path) -> None:
    """Each of its attacks leaves another target out, and all the same one of them must be made."""
    setup = {"R1": "0203", "B1": "0401", "B2": "0404"}
    state = varied(tmp_path, YAML, "meadow").start(setup=setup, phase="red_combat", dice=[4])
    assert listed(state) == ["attack 0401 by R1", "attack 0404 by R1"]


def test_who_stands_beside_leaves_the_gun_to_the_other_target(tmp_path: Path) -> None:
    """R2 can attack 0302 only, so the gun may not spend itself there."""
    setup = {"R1": "0203", "R2": "0301", "B1": "0302", "B2": "0404"}
    state = varied(tmp_path, YAML, "meadow").start(setup=setup, phase="red_combat", dice=[4])
    assert "attack 0302 by R1" not in listed(state)
    assert "attack 0404 by R1" in listed(state)
    assert "attack 0302 by R2" in listed(state)
