"""Section ``bombardment``: who reaches which hex from a distance, and who attacks with whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwar.engine.frame import Frame
from hexwar.engine.state import OFF_MAP, State
from hexwar.engine.violation import Violation
from hexwar.rules.bombardment.section import Bombardment
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.states.values import NamedValues
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import ByValue


class BombardmentRules:
    """Attackers at a distance: whoever is not beside the target."""

    __slots__ = (
        "_board",
        "_fits",
        "_forces",
        "_hexmap",
        "_is_target",
        "_perhaps",
        "_section",
        "_selectors",
        "_sight",
        "_values",
        "alone",
        "any_force",
        "joins",
    )

    def __init__(
        self,
        frame: Frame,
        section: Bombardment,
        forces: Forces,
        selectors: Selectors,
        values: NamedValues,
        sight: SightRules | None,
    ) -> None:
        self._section = section
        self._board, self._hexmap = frame.board, frame.map
        self._forces, self._selectors, self._values = forces, selectors, values
        self._sight = sight if section.line_of_sight == "required" else None
        fitting = selectors.fitting(section.only)
        self._fits = selectors.fits(section.only)
        # Who is known from the start never to bombard need not be asked.
        everybody = fitting if isinstance(fitting, int) else selectors.everybody
        self._perhaps = [
            tuple(unit for unit in units if everybody >> unit & 1) for units in forces.of_side
        ]
        self._is_target = [
            selectors.mask(section.targets, side) if section.targets else None
            for side in range(len(forces.side_ids))
        ]
        self.alone = section.alone == "allowed"
        self.joins = section.joins == "allowed"
        # Whether any units that can attack a hex may do it together.
        self.any_force = self.alone and self.joins

    def range(self, state: State, unit: int) -> int:
        """How many hexes a unit reaches now."""
        said = self._section.range
        if isinstance(said, ByValue):
            return int(self._values.number(state, unit, said.value))
        return said

    def reach(self, state: State, unit: int) -> int:
        """Mask of the hexes, whoever is there, that a unit attacks from a distance now."""
        cell = state.cells[unit]
        if cell == OFF_MAP or not self._fits(state, unit):
            return 0
        return self._between(cell, self.range(state, unit))

    def places(self, state: State, unit: int, target: int) -> int:
        """Mask of the hexes from which a unit would attack a hex from a distance, if it stood there
        and was one of those that do.
        """
        if unit not in self._perhaps[self._forces.side[unit]]:
            return 0
        return self._between(target, self.range(state, unit))

    def _between(self, cell: int, hexes: int) -> int:
        """Mask of the hexes beyond the next ones, within so many and in sight; as seen from there,
        so is the cell.
        """
        board = self._board
        near = board.bit[cell] | board.adjacent[cell]
        found = self._selectors.around(cell, hexes) & ~near if hexes > 1 else 0
        return found & self._sight.visible(cell) if self._sight and found else found

    def hexes(self, state: State, side: int, done: int) -> int:
        """Mask of the enemy hexes that units of a side attack from a distance now.

        ``done``: the mask of the units that attack no more.
        """
        found = 0
        for unit in self._perhaps[side]:
            if not done >> unit & 1:
                found |= self.reach(state, unit)
        return found & self._exposed(state, side)

    def units(self, state: State, side: int, cell: int, done: int) -> list[int]:
        """The units of a side that attack an enemy hex from a distance now."""
        if not self._exposed(state, side) >> cell & 1:
            return []
        return [
            unit
            for unit in self._perhaps[side]
            if not done >> unit & 1 and self.reach(state, unit) >> cell & 1
        ]

    def _exposed(self, state: State, side: int) -> int:
        """Mask of the enemy hexes that may be bombarded at all."""
        enemies, chosen = state.enemies_of(side), self._is_target[side]
        if chosen is None:
            return enemies
        mine = chosen(state) & ~self._forces.mask_of_side[side] & ~state.hidden(side)
        there = 0
        for unit, cell in enumerate(state.cells):
            if mine >> unit & 1:
                there |= self._board.bit[cell]
        return enemies & there

    def afar(self, state: State, units: Sequence[int], cell: int) -> tuple[int, ...]:
        """Those of some attackers that are not beside the hex."""
        near = self._board.adjacent[cell]
        return tuple([unit for unit in units if not near >> state.cells[unit] & 1])

    def spared(self, state: State, units: Sequence[int], cell: int) -> tuple[int, ...]:
        """The attackers of a hex to whom the result does nothing."""
        return tuple([unit for unit in units if self.spares(state.cells[unit], cell)])

    def spares(self, origin: int, cell: int) -> bool:
        """Whether the result does nothing to who attacks from one hex into another."""
        return self._section.suffers == "nothing" and not self._board.adjacent[cell] >> origin & 1

    def meeting(self, state: State, units: Iterable[int], cell: int) -> tuple[int, ...]:
        """Those attackers of a hex by whose attack a unit has been attacked that must be."""
        units = tuple(units)
        if self._section.mandatory == "met":
            return units
        far = self.afar(state, units, cell)
        return tuple([unit for unit in units if unit not in far])

    def may_attack_together(self, state: State, units: Sequence[int], cell: int) -> bool:
        """Whether attackers, of whom each may attack the hex, may do so with each other."""
        far = len(self.afar(state, units, cell))
        if not far:
            return True
        return self.alone if far == len(units) else self.joins

    # -- refusals ----------------------------------------------------------------------------------

    def why_not(self, state: State, unit: int, cell: int) -> Violation | None:
        """Why a unit may not attack an enemy hex from a distance; ``None`` when it may."""
        name, number = self._forces.ids[unit], self._board.number[cell]
        at, reach = state.cells[unit], self.range(state, unit)
        text = f"{name} is not adjacent to {number}"
        if not self._fits(state, unit):
            return self._refuse("only", f"{text}, and may not attack from a distance.")
        away = self._hexmap.distance(self._board.number[at], number)
        if reach < away:
            far = f"and its range is {reach}" if reach > 1 else "and it has no range"
            return self._refuse("range", f"{text}: that is {away} hexes away, {far}.")
        if not self._exposed(state, self._forces.side[unit]) >> cell & 1:
            return self._refuse("targets", f"{number} may not be attacked from a distance.")
        if self._sight and not self._sight.sees(at, cell):
            return self._sight.why(at, cell)
        return None

    def why_not_together(self, state: State, units: Sequence[int], cell: int) -> Violation | None:
        """Why attackers, of whom each may attack the hex, may not do so with each other."""
        if self.may_attack_together(state, units, cell):
            return None
        far = self.afar(state, units, cell)
        names, number = every(self._forces.ids[unit] for unit in far), self._board.number[cell]
        if len(far) == len(units):
            text = f"Nobody beside {number} attacks it, and from a distance {names} may only join."
            return self._refuse("alone", text)
        text = f"{names} may not join an attack on {number} of units beside it."
        return self._refuse("joins", text)

    def _refuse(self, reason: str, message: str) -> Violation:
        return Violation(self._section.cite.get(reason, ""), message, f"bombardment.{reason}")
