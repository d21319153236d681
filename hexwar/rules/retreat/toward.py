"""Where retreats lead, if they can or by all means: towards supply, or to a region of the side.

How far each hex is from a region is flooded backwards once for a side and movement class, over the
terrain alone; how far it is from supply the section ``supply`` knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.language.wording import in_words
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces

if TYPE_CHECKING:
    from hexwar.rules.supply.rules import SupplyRules


class TowardRules:
    """Which hexes are nearer to where retreats lead."""

    __slots__ = (
        "_away",
        "_board",
        "_forces",
        "_goals",
        "_in_hexes",
        "_nowhere_else",
        "_supply",
        "_terrain",
        "_titles",
    )

    def __init__(
        self,
        frame: Frame,
        retreat: Retreat | None,
        forces: Forces,
        terrain: TerrainRules,
        supply: SupplyRules | None,
    ) -> None:
        toward = retreat.toward if retreat else "anywhere"
        self._forces, self._terrain, self._board = forces, terrain, frame.board
        self._supply = supply if toward == "supply" else None
        self._nowhere_else = retreat is not None and retreat.elsewhere == "forbidden"
        self._in_hexes = retreat is not None and retreat.measured == "in_hexes"
        named = {} if isinstance(toward, str) else toward
        index = forces.side_ids.index
        titles = frame.map.titles
        self._titles = {index(s): titles.get(name) or in_words(name) for s, name in named.items()}
        self._goals = {
            index(side): frame.board.mask(frame.map.regions[name]) for side, name in named.items()
        }
        # By side and movement class: filled when somebody first retreats; the map never changes.
        self._away: dict[tuple[int, str], list[int]] = {}

    @property
    def leads(self) -> bool:
        """Whether retreats lead anywhere."""
        return bool(self._supply or self._goals)

    def only(self, state: Position, unit: int, cell: int, mask: int) -> int:
        """Those hexes of a mask to which a unit may go on from a cell, as its retreat has to lead
        nearer with every hex; all where it need not.
        """
        led = self._supply or self._forces.side[unit] in self._goals
        return self.nearer(state, unit, mask, cell) if self._nowhere_else and led else mask

    def nearer(self, state: Position, unit: int, mask: int, cell: int = OFF_MAP) -> int:
        """Those hexes of a mask that are nearer to where a unit's retreat leads than a cell, its
        own if none is said, in hexes that it can go through; the enemy, who comes and goes, is not
        asked.
        """
        here, side = cell or state.cells[unit], self._forces.side[unit]
        if self._supply:
            return self._supply.nearer(state, unit, here, mask)
        if side not in self._goals:
            return 0
        away = self._distances(side, self._forces.movement_class[unit])
        return sum(1 << to for to in bits(mask) if away[to] < away[here])

    def goal(self, unit: int) -> str:
        """Where the retreat of a unit leads, in words."""
        return "a supply source" if self._supply else self._titles[self._forces.side[unit]]

    def _distances(self, side: int, movement_class: str) -> list[int]:
        if self._in_hexes:
            movement_class = ""
        known = self._away.get((side, movement_class))
        if known is None:
            from hexwar.rules.supply.rings import away_from, backwards  # where retreats lead

            entered_from: Sequence[int] = self._board.adjacent
            if not self._in_hexes:
                steps = {movement_class: self._terrain.steps_from(movement_class)}
                entered_from = backwards(self._board, steps)[movement_class]
            known = self._away[side, movement_class] = away_from(self._goals[side], entered_from)
        return known
