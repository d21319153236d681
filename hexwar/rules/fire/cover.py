"""Cover from fire: of the target's hex, and of the hexside where the line enters it."""

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
    """Cover by hex and by hexside. It counts once: the best."""

    __slots__ = ("_at", "_hexes", "_hexsides", "_origin")

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
            if (best := max(sides[kind] for kind in named)).dice
        }
        cells = frame.board.cell
        self._at = {cells[number]: frame.map.axial(number) for number in frame.map.numbers}
        self._origin = {at: cell for cell, at in self._at.items()}

    def of(self, origin: int, target: int) -> Shelter:
        """The cover in a hex against fire from another; ``OFF_MAP`` for what comes from above."""
        best = self._hexes.get(target, NO_COVER)
        if self._hexsides and origin != OFF_MAP:
            crossed = [
                self._hexsides.get((side, target), NO_COVER) for side in self._entry(origin, target)
            ]
            # By a corner the line enters across both hexsides that meet there.
            best = max(best, min(crossed, key=lambda shelter: shelter.dice))
        return best

    def _entry(self, origin: int, target: int) -> tuple[int, ...]:
        """The neighbours of the target from which the line enters: two, if it does by a corner."""
        line = sight_line(self._at[origin], self._at[target])
        beside = line.beside[-1]
        before = () if len(beside) > 1 else (line.hexes[-2],)
        return tuple(self._origin.get(at, OFF_MAP) for at in (*before, *beside))
