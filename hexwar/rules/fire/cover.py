"""Cover from fire: of the target's hex, and of the hexside where the line enters it.

Fire from above (`OFF_MAP`) crosses no hexside. Along a line the hexside counts over which it enters
the target's hex, and nothing on the way there.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.state import OFF_MAP
from hexwar.hexmap.sight import sight_line
from hexwar.rules.fire.section import Cover
from hexwar.rules.terrain.geometry import Geometry
from hexwar.rules.terrain.section import Terrain


class Shelter(NamedTuple):
    """Dice of cover, and the kind of terrain that gives them."""

    dice: int = 0
    title: str = ""


NO_COVER = Shelter()


class CoverRules:
    """Cover by hex and by hexside. It counts once: the best. Terrain stands still, so what is found
    is kept.
    """

    __slots__ = ("_at", "_cell", "_found", "_hexes", "_hexsides", "_walled")

    def __init__(self, frame: Frame, terrain: Terrain, geometry: Geometry) -> None:
        kinds = {
            name: Shelter(kind[Cover].cover, kind.title) for name, kind in terrain.hexes.items()
        }
        sides = {
            name: Shelter(kind[Cover].cover, kind.title) for name, kind in terrain.hexsides.items()
        }
        self._hexes = {
            cell: kinds[kind] for cell, kind in geometry.terrain.items() if kinds[kind].dice
        }
        self._hexsides = {
            step: best
            for step, named in geometry.hexsides.items()
            # Shelters are compared by their dice, which come first.
            if (best := max(sides[kind] for kind in named)).dice
        }
        cells = frame.board.cell
        self._at = {cells[number]: frame.map.axial(number) for number in frame.map.numbers}
        self._cell = {at: cell for cell, at in self._at.items()}
        self._walled = {target for _, target in self._hexsides}
        self._found: dict[tuple[int, int], Shelter] = {}

    def of(self, origin: int, target: int) -> Shelter:
        """The cover in a hex against fire from another; ``OFF_MAP`` for what comes from above."""
        inside = self._hexes.get(target, NO_COVER)
        if target not in self._walled or origin in (OFF_MAP, target):
            return inside
        shelter = self._found.get((origin, target))
        if shelter is None:
            shelter = self._found[origin, target] = max(inside, self._entered(origin, target))
        return shelter

    def _entered(self, origin: int, target: int) -> Shelter:
        """The cover of the hexside by which the line enters; by a corner it crosses both hexsides
        that meet there, and the worse one counts.
        """
        line = sight_line(self._at[origin], self._at[target])
        beside = line.beside[-1]
        # A line along a hexside enters between two hexes, and comes over a side of each of them.
        before = () if len(beside) > 1 else (line.hexes[-2],)
        steps = [(self._cell.get(at, OFF_MAP), target) for at in (*before, *beside)]
        return min(self._hexsides.get(step, NO_COVER) for step in steps)
