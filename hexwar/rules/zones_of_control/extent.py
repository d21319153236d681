"""Which hexes a zone of control covers, by where its unit stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.rules.language.cases import values_of
from hexwar.rules.language.selectors import is_at
from hexwar.rules.terrain.geometry import Geometry
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.zones_of_control.section import ZonesOfControl


def is_plain(section: ZonesOfControl) -> bool:
    """Whether every zone is the six hexes around its unit."""
    cut = section.not_across or section.not_into or section.extends_to == "passable"
    return not cut and {*values_of(section.reach)} == {1}


def extents(
    frame: Frame,
    section: ZonesOfControl,
    forces: Forces,
    terrain: TerrainRules,
    geometry: Geometry,
) -> Mapping[tuple[str, int], Sequence[int]]:
    """By movement class and reach, and then by cell: the hexes that a unit there controls."""
    board, shelter = frame.board, section.not_into
    steps: dict[str, Sequence[int]] = {
        name: terrain.steps_from(name) if section.extends_to == "passable" else board.adjacent
        for name in set(forces.movement_class)
    }
    for (cell, to), kinds in geometry.hexsides.items() if section.not_across else ():
        if not set(kinds).isdisjoint(section.not_across):
            for name, table in steps.items():
                beyond = table[cell] & ~board.bit[to]
                steps[name] = (*table[:cell], beyond, *table[cell + 1 :])
    closed = board.mask(n for n in frame.map if shelter and is_at(shelter, frame.map, n))
    return {
        (name, length): tuple(at & ~closed for at in _grown(table, length))
        for name, table in steps.items()
        for length in {*values_of(section.reach)}
    }


def _grown(steps: Sequence[int], length: int) -> Sequence[int]:
    """By cell, the hexes that are at most ``length`` steps away; ``steps``: those of one step."""
    table = steps
    for _ in range(length - 1):
        table = tuple(
            reduce(or_, [steps[to] for to in bits(at)], at) & ~(1 << cell)
            for cell, at in enumerate(table)
        )
    return table
