"""Where retreats lead if they can: towards supply, or to a region of the side's own."""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.language.wording import in_words
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.supply.rings import away_from, backwards
from hexwar.rules.supply.rules import SupplyRules
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces


class TowardRules:
    """Which hexes are nearer to where retreats lead."""

    __slots__ = ("_away", "_board", "_forces", "_goals", "_supply", "_terrain", "_titles")

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

    def nearer(self, state: Position, unit: int, mask: int) -> int:
        """Those hexes of a mask that are nearer to where a unit's retreat leads than its own, in
        hexes that it can go through; the enemy, who comes and goes, is not asked.
        """
        here, side = state.cells[unit], self._forces.side[unit]
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
        known = self._away.get((side, movement_class))
        if known is None:
            steps = {movement_class: self._terrain.steps_from(movement_class)}
            entered_from = backwards(self._board, steps)[movement_class]
            known = self._away[side, movement_class] = away_from(self._goals[side], entered_from)
        return known
