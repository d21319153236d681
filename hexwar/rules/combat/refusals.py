"""Why an attack may not be made: the first rule that it breaks."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine.state import OFF_MAP, State
from hexwar.engine.violation import Violation
from hexwar.rules.combat.parties import FOUGHT, Target
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.language.wording import every
from hexwar.rules.stacking.apart import are_of_one


class RefusalRules:
    """What ``explain`` says of attacks."""

    __slots__ = ("_combat",)

    def __init__(self, combat: CombatRules) -> None:
        self._combat = combat

    def explain_attack(
        self, state: State, side: int, units: tuple[str, ...], numbers: tuple[str, ...]
    ) -> Violation | None:
        """Why ``side`` may not attack these hexes with these units; ``None`` when it may."""
        hexes = [self._combat.board.cell.get(number, OFF_MAP) for number in numbers]
        for cell, number in zip(hexes, numbers, strict=True):
            if not cell or not state.enemies_of(side) >> cell & 1:
                return self._combat.refuse(
                    "adjacent", f"There is no enemy unit in {number} to attack."
                )
        attackers = [self._combat.forces.index[name] for name in units]
        fought = state.memory[FOUGHT].fought
        for unit in attackers:
            refused = self._why_not_attacker(state, side, unit, hexes, fought)
            if refused is not None:
                return refused
        defenders: list[int] = []
        for cell, number in zip(hexes, numbers, strict=True):
            here = self._combat.defenders(state, cell)
            if not here:
                text = f"The units in {number} have been attacked in this phase."
                return self._combat.refuse("once", text)
            defenders += here
        target = Target(hexes[0], tuple(sorted(defenders)), (), tuple(hexes[1:]))
        return self._why_not_together(state, attackers, hexes) or self.explain_force(
            state, attackers, target
        )

    def _why_not_attacker(
        self, state: State, side: int, unit: int, hexes: Sequence[int], fought: int
    ) -> Violation | None:
        name = self._combat.forces.ids[unit]
        if self._combat.forces.side[unit] != side:
            return self._combat.refuse(
                "own_phase", f"{name} does not belong to the attacking side."
            )
        near = self._combat.reached(state, unit, hexes)
        missed = [cell for cell in hexes if cell not in near]
        misses = bool(missed) and (self._combat.each_to_each or not near)
        if not state.cells[unit] or (self._combat.guns is None and misses):
            number = self._combat.board.number[(missed or hexes)[0]]
            return self._combat.refuse("adjacent", f"{name} is not adjacent to {number}.")
        if fought >> unit & 1:
            return self._combat.refuse("once", f"{name} has already attacked in this phase.")
        barred = self._combat.why_barred(state, unit)
        attacked = (*near, *missed) if misses else near
        refusals = (self._combat.why_not_into(state, unit, cell) for cell in attacked)
        return barred or next(filter(None, refusals), None)

    def _why_not_together(
        self, state: State, attackers: list[int], hexes: list[int]
    ) -> Violation | None:
        """Who would have to attack the hexes along with these."""
        if not self._combat.together:
            return None
        fought = state.memory[FOUGHT].fought
        for unit in attackers:
            at, side = state.cells[unit], self._combat.forces.side[unit]
            for mate in self._combat.forces.of_side[side]:
                stays = state.cells[mate] == at and mate not in attackers
                if stays and self._combat.can_join(state, mate, hexes):
                    name, other = self._combat.forces.ids[unit], self._combat.forces.ids[mate]
                    done = ", which has attacked already" if fought >> mate & 1 else ""
                    message = f"{name} may only attack together with {other}{done}."
                    return self._combat.refuse("together", message)
        return None

    def explain_force(
        self, state: State, attackers: Sequence[int], target: Target
    ) -> Violation | None:
        """Too many attackers, none with a zone there, or odds that the table does not allow."""
        combat, guns = self._combat, self._combat.guns
        for unit in attackers:
            for cell in combat.reached(state, unit, target.hexes):
                refused = combat.why_not_into(state, unit, cell)
                if refused is not None:
                    return refused
        for cell in target.hexes if guns else ():
            able = combat.those_at(state, attackers, cell)
            refused = guns.why_not_together(state, able, cell) if guns else None
            if refused is not None:
                return refused
        numbers = every(combat.board.number[cell] for cell in target.hexes)
        if combat.within_zone and not combat.led(state, attackers, target.hexes):
            text = f"{numbers} is in the zone of control of none of these units."
            return combat.refuse("zone", text)
        if combat.nations and not are_of_one(state, combat.nations, attackers):
            names = every(combat.forces.ids[unit] for unit in attackers)
            return combat.refuse("apart", f"{names} do not attack together.")
        if len(attackers) > combat.most_attackers:
            most = combat.most_attackers
            return combat.refuse("most_attackers", f"At most {most} units may attack together.")
        if target.also and combat.apart(state, attackers, target.hexes):
            return combat.refuse("hexes", f"These units do not make one battle of {numbers}.")
        odds = combat.at_best(state, attackers, target)
        if odds.column is None:
            return combat.refuse(
                combat.odds.beyond(odds),
                f"The table has no column for {combat.odds.describe(odds)}.",
            )
        return None
