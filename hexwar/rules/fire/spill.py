"""Fire that spills over: who else is hit by it, beside its target and friends among them.

It reaches so many hexes from the target, friends included where the section says so, with a share
of the strength of those firers whose fire spills. Each whom it reaches is rolled for by its own
defence.
"""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.fire.cover import CoverRules
from hexwar.rules.fire.hits import HitRules
from hexwar.rules.fire.pools import FirePools, Measures, PlannedFire, Volley, whole
from hexwar.rules.fire.section import WHOLE_HEX, Fire
from hexwar.rules.units.rules import Forces


class SpillRules:
    """Whom fires befall besides those at whom they are: ``spills`` of the section, if it has it."""

    __slots__ = (
        "_against",
        "_board",
        "_cover",
        "_fires",
        "_forces",
        "_hexmap",
        "_hits",
        "_pools",
        "_whole_hex",
        "said",
    )

    def __init__(
        self,
        frame: Frame,
        section: Fire,
        forces: Forces,
        measures: Measures,
        pools: FirePools,
        cover: CoverRules,
        hits: HitRules,
    ) -> None:
        self.said = spills = section.spills
        self._board, self._hexmap, self._forces = frame.board, frame.map, forces
        self._pools, self._cover, self._hits = pools, cover, hits
        self._fires = measures.fits(spills.only if spills else None)
        self._against = measures.fits(spills.against if spills else None)
        self._whole_hex = section.target == WHOLE_HEX

    def of(self, state: Position, volley: Volley) -> list[Volley]:
        """What else a fire does, unit by unit in map order: to each that it spills over at, from
        those of its firers whose fire does.
        """
        spills = self.said
        if spills is None:
            return []
        firers = [aim.firer for aim in volley if self._fires(state, aim.firer)]
        middle = state.cells[volley[0].target]
        board, side = self._board, self._forces.side[volley[0].firer]
        unseen, foes = state.hidden(side), state.frame.foes[side]
        volleys = []
        for cell in board.cells(board.within(board.bit[middle], spills.reach)):
            if cell == middle and self._whole_hex:
                continue
            for unit in state.standing(cell):
                spared = spills.among == "enemies" and self._forces.side[unit] not in foes
                if spared or unit == volley[0].target or unit in firers or unseen >> unit & 1:
                    continue
                if self._against(state, unit) and self._hits.most(state, unit):
                    volleys.append(self._at(state, firers, unit, cell))
        return [spilled for spilled in volleys if spilled]

    def _at(self, state: Position, firers: list[int], unit: int, cell: int) -> Volley:
        """What of a fire reaches a unit: nothing that its weapons cannot do to it."""
        number, cells = self._board.number, state.cells
        share = self.said.multiply if self.said else 1
        aims = [
            PlannedFire(
                firer,
                unit,
                self._hexmap.distance(number[cells[firer]], number[cell]),
                self._cover.of(cells[firer], cell),
                share,
            )
            for firer in firers
        ]
        able = []
        for aim in aims:
            weapon = self._pools.weapon(state, aim)
            if weapon is None or not weapon.said.prohibited:
                able.append(aim)
        if not able:
            return ()
        if not self._pools.has_dice or whole(self._pools.reckon_together(state, (*able,)).attack):
            return tuple(able)
        return ()
