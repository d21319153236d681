"""Several units that fire together: which may, and which groups are offered.

Any units that stand as the section says (in one hex, next to each other, anywhere) may fire
together if each reaches the hex; of the many groups that this allows only the largest of each place
is listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.fire.pools import Measures
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.section import ADJACENT, ANYWHERE, Fire
from hexwar.rules.language.wording import every, several
from hexwar.rules.units.rules import Forces

Group = tuple[tuple[int, ...], int]
"""Units, and the cell that they fire at."""


def as_action(state: Position, group: Group) -> Action:
    """The fire of a group."""
    ids, (units, cell) = state.frame.unit_ids, group
    return Action("fire", tuple([ids[unit] for unit in units]), (state.frame.board.number[cell],))


class GroupFireRules:
    """Fire of several units at once: ``together`` of the section, if it has one."""

    __slots__ = ("_board", "_fire", "_fits", "_forces", "said")

    def __init__(
        self, frame: Frame, section: Fire, forces: Forces, measures: Measures, fire: FireRules
    ) -> None:
        self.said = section.together
        self._board, self._forces, self._fire = frame.board, forces, fire
        self._fits = measures.fits(section.together.only if section.together else None)

    def why_not(self, state: Position, units: Sequence[int], cell: int) -> Violation | None:
        """Why units may not fire together at a hex; ``None`` when they may."""
        if len(units) == 1:
            return self._fire.why_not(state, units[0], cell)
        together = self.said
        if together is None:
            return Violation("", "Units fire one by one: write fire HEX by UNIT.", "notation")
        ids = self._forces.ids
        for unit in units:
            if not self._fits(state, unit):
                return self._refuse(f"{ids[unit]} fires with no others.")
            refused = self._fire.why_not_in_volley(state, unit, cell)
            if refused is not None:
                return refused
        if together.most is not None and len(units) > together.most:
            return self._refuse(f"No more than {several(together.most, 'unit')} fire together.")
        if not self._stand_together(state, units):
            where = "next to each other" if together.where == ADJACENT else "in one hex"
            return self._refuse(f"{every(ids[unit] for unit in units)} do not stand {where}.")
        refusals = [
            self._fire.why_not_volley(state, volley)
            for volley in self._fire.volleys(state, units, cell)
        ]
        return refusals[0] if all(refusals) else None

    def _refuse(self, text: str) -> Violation:
        return self._fire.refuse("together", text)

    def _stand_together(self, state: Position, units: Sequence[int]) -> bool:
        return len(self._clusters(state, units)) == 1

    def _clusters(self, state: Position, units: Sequence[int]) -> list[list[int]]:
        """Units by where they stand, so that those of one cluster may fire together."""
        where = self.said.where if self.said else ANYWHERE
        if where == ANYWHERE:
            return [list(units)]
        board, cells = self._board, state.cells
        left = 0
        for unit in units:
            left |= board.bit[cells[unit]]
        clusters = []
        while left:
            # The lowest hex that is left, and then all that is connected with it.
            here = left & -left
            while where == ADJACENT and (grown := board.within(here, 1) & left) != here:
                here = grown
            left &= ~here
            clusters.append([unit for unit in units if board.bit[cells[unit]] & here])
        return clusters

    def offered(self, state: Position, units: Sequence[int]) -> Iterator[Group]:
        """The groups that are listed, of units that may fire now: at every hex the largest of each
        place. Others are legal too.
        """
        if self.said is None or len(units) < 2:
            return
        fitting = [unit for unit in units if self._fits(state, unit)]
        enemies = state.enemies_of(self._forces.side[units[0]])
        for cell in self._board.cells(enemies):
            # Not whether each may fire alone: on a table the fractions of several add up.
            able = [u for u in fitting if self._fire.why_not_in_volley(state, u, cell) is None]
            for cluster in self._clusters(state, able) if able[1:] else ():
                group = tuple(self._strongest(state, cluster, cell))
                if group[1:] and self.why_not(state, group, cell) is None:
                    yield group, cell

    def _strongest(self, state: Position, units: list[int], cell: int) -> list[int]:
        """As many as may fire together, those whose fire is worth most, in the order given."""
        most = self.said.most if self.said else None
        if most is None or len(units) <= most:
            return units
        alone = self._fire.worth_alone
        best = set(sorted(units, key=lambda unit: -alone(state, unit, cell))[:most])
        return [unit for unit in units if unit in best]
