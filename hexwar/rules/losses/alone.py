"""Units that do not stand beside an enemy alone: leaders whose men are gone.

Whenever a unit has moved, and after every battle, those who are alone beside an enemy are looked
for. What the game says becomes of them is a program like that of a result, carried out for each.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hexwar.definition.model import Effect
from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, Task
from hexwar.rules.elimination.rules import LossRules
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.layout import Layout
from hexwar.rules.language.programs import ForUnit, Parties, carry_out
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import Names
from hexwar.rules.losses.section import Alone, Losses, Rejoin
from hexwar.rules.units.rules import Forces


class AloneRules:
    """Who stands alone beside an enemy, and with whom a unit is put."""

    __slots__ = ("_forces", "_map", "_number", "_only", "_rule", "_selectors", "said", "steps")

    def __init__(
        self,
        frame: Frame,
        section: Losses,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self.said: Alone | None = section.alone
        does = self.said.does if self.said else ()
        self.steps = Layout(selectors, conditions).steps(does)
        self._forces, self._selectors = forces, selectors
        self._only = selectors.mask(self.said.only) if self.said else None
        self._map, self._number = frame.map, frame.board.number
        self._rule = section.cite.get("alone", "")

    def concerned_at(self, moment: str) -> bool:
        """Whether the game says anything of units that are left alone."""
        return self.said is not None

    def did(self, state: Position, deed: str, units: int) -> None:
        """A unit has moved in a movement phase: somebody may be alone now."""
        if deed == "moved":
            self.battle_ends(state)

    def battle_ends(self, state: Position) -> None:
        """Ask what becomes of those who stand alone beside an enemy."""
        for unit in self.alone(state):
            # From the last of the units file to the first, which so lies on top and is settled
            # first.
            state.agenda.append(LeftAlone(unit))

    def alone(self, state: Position) -> list[int]:
        """The units that do, the last of the units file first."""
        if self._only is None:
            return []
        cells, alone = state.cells, []
        meant = self._only(state)
        for side, mine in enumerate(self._forces.mask_of_side):
            if not meant & mine:
                continue
            beside = state.beside_enemies(side)
            held = {cells[unit] for unit in bits(mine & ~meant)}
            alone += [
                unit
                for unit in bits(meant & mine)
                if beside >> cells[unit] & 1 and cells[unit] not in held
            ]
        return sorted(alone, reverse=True)

    def rejoin(self, state: Position, unit: int, said: Rejoin) -> None:
        """Put a unit with the nearest of its side, or remove it if there is none."""
        goal = self._nearest(state, unit, said)
        if goal is None:
            state.rules[LossRules].eliminate(state, unit)
            return
        state.place(unit, goal)
        if state.events is not None:
            name, number = self._forces.ids[unit], self._number[goal]
            text = f"{name} is put with the nearest of its side, in {number}."
            state.tell("rejoined", self._rule, text, unit=name, hex=number)

    def _nearest(self, state: Position, unit: int, said: Rejoin) -> int | None:
        mine, cells = self._forces.mask_of_side[self._forces.side[unit]], state.cells
        there = self._selectors.mask(said.only)(state) & mine & ~(1 << unit)
        if said.only is None and self._only is not None:
            there &= ~self._only(state)
        away = {
            cells[other]: self._map.distance(self._number[cells[unit]], self._number[cells[other]])
            for other in bits(there)
            if cells[other] != cells[unit]
        }
        near = [cell for cell, far in away.items() if said.within is None or far <= said.within]
        return min(near, key=away.__getitem__, default=None)


@dataclass(slots=True)
class LeftAlone(AutomaticTask):
    """What becomes of a unit that is left alone is carried out; ``step`` counts its steps."""

    kind = "left_alone"
    unit: int
    step: int = 0

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        rules = state.rules[AloneRules]
        # By now somebody may have joined it; but a program that has begun is carried out to its
        # end.
        if rules.said is not None and (self.step or self.unit in rules.alone(state)):
            carry_out(state, ForUnit(self.unit), rules.steps, self.step, self.going_on_at)
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What becomes of the unit, laid out."""
        return state.rules[AloneRules].steps

    def going_on_at(self, step: int) -> LeftAlone:
        """The same at another step."""
        return replace(self, step=step)


def rejoin(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``rejoin``: for the unit that is rolled for, if it is still there."""
    for unit in parties.defenders:
        if state.cells[unit] and isinstance(effect.said, Rejoin):
            state.rules[AloneRules].rejoin(state, unit, effect.said)
    return None


def rejoin_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    return "the unit is put with the nearest of its side"
