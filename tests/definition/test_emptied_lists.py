"""A patch in play may leave nothing of a list, though no game may write it empty."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import hexwar
from hexwar.rules.scopes.section import PatchedPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.zones_of_control.section import ZonesOfControl

Write = Callable[..., Path]
GROUND = "terrain: {hexes: {open: {cost: 1}}, hexsides: {river: {cost: 1}}}\n"
MAP = 'map: {grid: {columns: 4, rows: 3}, default: open, hexsides: {river: ["0201/0202"]}}\n'
ZONES = "zones_of_control: {not_across: [river]}\n"
PHASES = """\
sequence:
  turns: 2
  phases:
    - {id: red_movement, kind: movement, side: red, patch: {zones_of_control: {not_across: WHAT}}}
    - {id: blue_movement, kind: movement, side: blue}
"""


def game(write: Write, what: str) -> Path:
    return write(
        terrain=GROUND, map=MAP, zones_of_control=ZONES, sequence=PHASES.replace("WHAT", what)
    )


def test_a_patch_in_play_empties_a_list(write: Write) -> None:
    """On ice zones of control reach across the river."""
    folder = game(write, "[]")
    assert [found for found in hexwar.check(folder) if found.severity == "error"] == []
    resolved = hexwar.load_game(folder).definition.resolve()
    patch = resolved[SequenceOfPlay].phases[0][PatchedPhase].patch
    assert patch is not None and resolved[ZonesOfControl].not_across == ("river",)
    assert resolved.patched((patch,))[ZonesOfControl].not_across == ()


def test_a_game_itself_writes_no_empty_list(write: Write) -> None:
    zones = "zones_of_control: {not_across: []}\n"
    found = hexwar.check(write(terrain=GROUND, map=MAP, zones_of_control=zones))
    assert "HW106" in [each.code for each in found]
