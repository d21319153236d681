"""Where the units of a side should go in one movement phase.

One unit after the other takes the place that is best given where the others are; then attacks are
looked for that are worth more than the places given up for them, and the rest place themselves
again.
"""

from __future__ import annotations

from heapq import nlargest
from random import Random

from hexwar.engine.state import OFF_MAP
from hexwar.players.campaign.assault import Assault, Assaults
from hexwar.players.campaign.assessment import Assessment
from hexwar.players.campaign.obliged import Contact
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State

PLACES = 60
"""With less than full effort a share of so many places in reach is compared for a unit."""

LEAST = 6
"""Never fewer than so many."""

NOISE = 1e-6
"""Less than any difference that matters: it decides between equals."""

INERTIA = 2e-4
"""A unit that gains less than this by moving stays."""

WORTH_PREPARING = 0.002
"""An attack that promises less is not prepared."""


class March:
    """The search for an arrangement; :meth:`best` answers with cells, unit by unit.

    ``committed`` are the units that go where they are to attack. ``only``: one unit is to move.
    """

    def __init__(
        self,
        assessment: Assessment,
        state: State,
        random: Random,
        *,
        attacks: bool,
        only: int | None = None,
    ) -> None:
        self._assessment = assessment
        self._random = random
        self._attacks = attacks
        self._effort = assessment.effort
        rules = assessment.tables.rules
        self._board = rules.frame.board
        self._limit = rules[StackingRules].limits[assessment.side]
        movement = rules[MovementRules]
        self._begun = {unit: state.cells[unit] for unit in assessment.mine}
        # Whoever has moved stays, but for those who have just entered the map.
        fresh = [
            unit
            for unit in (assessment.mine if only is None else (only,))
            if not movement.has_moved(state, unit) or movement.origin(state, unit) == OFF_MAP
        ]
        self._reach = {unit: mask for unit in fresh if (mask := movement.reach_mask(state, unit))}
        self._assaults = Assaults(assessment)
        contact = Contact(assessment, self._assaults)
        self._contact = contact if attacks and contact.binds else None
        self._scores: dict[int, dict[int, float]] = {}
        self._highest: dict[int, float] = {}
        self.committed: set[int] = set()

    def best(self) -> dict[int, int]:
        """The cell to move to, for every unit that should move."""
        if not self._reach:
            return {}
        self._arrange(self._order())
        if self._attacks:
            self._prepare_attacks()
        cells = self._assessment.cells
        return {u: cells[u] for u in self._reach if cells[u] != self._begun[u]}

    def _order(self) -> list[int]:
        """The strongest choose first."""
        worth = self._assessment.worth
        return sorted(self._reach, key=lambda unit: (-worth[unit], unit))

    def _arrange(self, units: list[int]) -> None:
        for count, unit in enumerate(units):
            assessment = self._assessment
            stood = assessment.cells[unit]
            assessment.take(unit)
            if count % self._effort.every == 0:
                assessment.appraise()
            scores = self._scores[unit] = self._scores_of(unit, stood)
            self._highest[unit] = max(scores.values(), default=0.0)
            assessment.put(unit, self._best_of(unit, scores, stood))

    def _best_of(self, unit: int, scores: dict[int, float], stood: int) -> int:
        """The best hex for a unit that is taken out, with the attack that it would owe there."""
        contact = self._contact
        if contact is None:
            return max(scores, key=scores.__getitem__, default=stood)
        # What would be lost with a hex is counted from where the unit began.
        here = scores.get(self._begun[unit], min(scores.values(), default=0.0))
        return max(
            scores,
            key=lambda at: scores[at] + contact.price(unit, at, scores[at] - here),
            default=stood,
        )

    def _scores_of(self, unit: int, stood: int) -> dict[int, float]:
        """What each hex in reach with room is worth to a unit that is taken out."""
        assessment, draw, begun = self._assessment, self._random.random, self._begun[unit]
        full = {at for at, there in assessment.stack.items() if len(there) >= self._limit}
        open_to_it = [c for c in self._places(unit, begun) if c == stood or c not in full]
        worth = assessment.places(unit, open_to_it)
        scores = {cell: value + NOISE * draw() for cell, value in worth.items()}
        if begun in scores:
            scores[begun] += INERTIA
        return scores

    def _places(self, unit: int, begun: int) -> list[int]:
        """Where a unit could be: all its reach, or with less effort what draws it most."""
        reach, board = self._reach[unit], self._board
        return board.cells(self.drawing(unit, reach) | board.bit[begun])

    def drawing(self, unit: int, hexes: int) -> int:
        """Those of some hexes (a mask) that draw a unit most: all of them with full effort."""
        most = self._effort.of(PLACES, LEAST)
        if self._effort.is_full or hexes.bit_count() <= most:
            return hexes
        assessment, board = self._assessment, self._board
        drawn = [(assessment.drawn_to(unit, cell), cell) for cell in board.cells(hexes)]
        return sum([board.bit[cell] for _, cell in nlargest(most, drawn)])

    def has_room(self, cell: int) -> bool:
        """Whether one more unit fits into a hex beside those that are thought to be there."""
        return len(self._assessment.stack.get(cell, ())) < self._limit

    # -- joint attacks --------------------------------------------------------------------------

    def _prepare_attacks(self) -> None:
        """Commit units to attacks while any is worth the places that they give up."""
        targets = self._board.cells(self._assessment.foe_hexes)
        while targets:
            assaults = [a for t in targets if (a := self._assault(t)) is not None]
            if not assaults:
                break
            best = max(assaults, key=lambda assault: assault.gain)
            if best.gain < WORTH_PREPARING:
                break
            if not self._effort.is_full:
                # With less effort no force is looked for anew once another has been taken.
                self._commit_apart(assaults)
                break
            self._commit(best)
            targets = [a.target for a in assaults if a is not best]
        rest = [unit for unit in self._order() if unit not in self.committed]
        if self.committed and self._effort.is_full:
            self._arrange(rest)

    def _commit_apart(self, assaults: list[Assault]) -> None:
        """Commit the forces as they were found, the best first, where they share no unit."""
        for assault in sorted(assaults, key=lambda assault: -assault.gain):
            if assault.gain >= WORTH_PREPARING and self.committed.isdisjoint(assault.units):
                self._commit(assault)

    def _assault(self, target: int) -> Assault | None:
        """The best force that can come to attack an enemy hex and is not committed yet."""
        candidates, assaults = [], self._assaults
        for unit, begun in self._begun.items():
            if unit in self.committed or not self._assessment.attack[unit]:
                continue
            around = assaults.cells(unit, target)
            cells = around & (self._reach.get(unit, 0) | self._board.bit[begun])
            scores, best = self._scores.get(unit), self._highest.get(unit, 0.0)
            for cell in self._board.cells(cells):
                if assaults.may_attack(unit, cell, target):
                    price = 0.0
                    if scores is not None:
                        # The price of going there is what its best place is worth more.
                        price = max(0.0, best - scores.get(cell, best - 1.0))
                    candidates.append((unit, cell, price))
        stuck = [unit for unit in self._begun if unit not in self._reach]
        floor = self._contact.owed(target, stuck) if self._contact else 0.0
        return assaults.best_force(target, candidates, self._has_room, floor)

    def _has_room(self, force: list[tuple[int, int]], cell: int) -> bool:
        """Whether one more fits beside those who are bound to be there."""
        there = sum(1 for _, at in force if at == cell)
        cells = self._assessment.cells
        there += sum(
            1
            for unit in self._assessment.mine
            if cells[unit] == cell
            and (unit in self.committed or unit not in self._reach)
            and all(unit != u for u, _ in force)
        )
        return there < self._limit

    def _commit(self, assault: Assault) -> None:
        assessment = self._assessment
        for unit, cell in assault.force:
            self.committed.add(unit)
            if assessment.cells[unit] != cell:
                assessment.take(unit)
                assessment.put(unit, cell)
