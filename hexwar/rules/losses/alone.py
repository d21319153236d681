"""Units that may not stand beside an enemy alone: leaders whose men are gone.

Whenever a unit has moved, and after every battle, units that are alone beside an enemy are looked
for (:class:`AloneRules`). What the game says becomes of them is a program like that of a result,
carried out for each (:class:`LeftAlone`). Its verb ``rejoin``, which puts a unit with the nearest
of its side, stands at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules.elimination import LossRules
from hexwar.rules.language.conditions import (
    Conditions,
)
from hexwar.rules.language.programs import (
    Carried,
    ForUnit,
    Layout,
    Parties,
)
from hexwar.rules.language.selectors import Selectors, selected
from hexwar.rules.language.wording import Names, several
from hexwar.rules.losses.section import Alone, Losses, Rejoin
from hexwar.rules.units.rules import Forces


class AloneRules:
    """Which units stand alone beside an enemy, and with which a unit is put."""

    def __init__(
        self,
        frame: Frame,
        section: Losses,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self.form: Alone | None = section.alone
        does = self.form.does if self.form else ()
        self.steps = Layout(selectors, conditions).steps(does)
        self._forces, self._selectors = forces, selectors
        self._only = selectors.mask(self.form.only) if self.form else None
        self._map, self._number = frame.map, frame.board.number
        self._rule = section.cite.get("alone", "")

    def concerned_at(self, moment: str) -> bool:
        """Whether the game says anything of units that are left alone."""
        return self.form is not None

    def did(self, state: Position, deed: str, units: int) -> None:
        """A unit has moved in a movement phase: some unit may be alone now."""
        if deed == "moved":
            self.battle_ends(state)

    def battle_ends(self, state: Position) -> None:
        """Ask what becomes of the units that stand alone beside an enemy."""
        for unit in self.alone(state):
            # From the last of the units file to the first, so that the first lies on top and is
            # settled first.
            state.agenda.append(LeftAlone(unit))

    def alone(self, state: Position) -> list[int]:
        """The units that stand alone beside an enemy, the last of the units file first."""
        if self._only is None:
            return []
        cells, alone = state.cells, []
        may_be_left = self._only(state)
        for side, mine in enumerate(self._forces.mask_of_side):
            if not may_be_left & mine:
                continue
            beside = state.beside_enemies(side)
            with_others = {cells[unit] for unit in bits(mine & ~may_be_left)}
            exposed = [unit for unit in bits(may_be_left & mine) if beside >> cells[unit] & 1]
            alone += [unit for unit in exposed if cells[unit] not in with_others]
        return sorted(alone, reverse=True)

    def rejoin(self, state: Position, unit: int, terms: Rejoin) -> None:
        """Put a unit with the nearest of its side, or remove it if there is none."""
        mine, cells = self._forces.mask_of_side[self._forces.side[unit]], state.cells
        others = self._selectors.mask(terms.only)(state) & mine & ~(1 << unit)
        if terms.only is None and self._only is not None:
            others &= ~self._only(state)
        start, hexes_to = self._number[cells[unit]], dict[int, int]()
        for cell in dict.fromkeys(cells[other] for other in bits(others)):
            if cell != cells[unit]:
                hexes = self._map.distance(start, self._number[cell])
                if terms.within is None or hexes <= terms.within:
                    hexes_to[cell] = hexes
        goal = min(hexes_to, key=hexes_to.__getitem__, default=None)
        if goal is None:
            state.rules[LossRules].eliminate(state, unit)
            return
        state.place(unit, goal)
        if state.events is not None:
            name, hex_joined = self._forces.ids[unit], self._number[goal]
            text = f"{name} is put with the nearest of its side, in {hex_joined}."
            state.tell("rejoined", self._rule, text, unit=name, hex=hex_joined)


@dataclass(slots=True)
class LeftAlone(Carried):
    """What becomes of a unit that is left alone is carried out; ``step`` counts its steps."""

    kind = "left_alone"
    unit: int
    step: int = 0

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        rules = state.rules[AloneRules]
        # By now a unit may have joined it; but a program that has begun is carried out to its end.
        if rules.form is not None and (self.step or self.unit in rules.alone(state)):
            self.carry_out(state, ForUnit(self.unit))
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What becomes of the unit, laid out."""
        return state.rules[AloneRules].steps


def rejoin(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``rejoin``: for the unit that is rolled for, if it is still there."""
    for unit in parties.defenders:
        if state.cells[unit] and isinstance(effect.said, Rejoin):
            state.rules[AloneRules].rejoin(state, unit, effect.said)
    return None


def rejoin_in_words(effect: Effect, names: Names) -> str:
    """The step ``rejoin``, as charts print it."""
    rejoining = cast("Rejoin", effect.said)
    whom_it_joins = f" ({selected(rejoining.only, names)})" if rejoining.only is not None else ""
    near = f" within {several(rejoining.within, 'hex')}" if rejoining.within is not None else ""
    return f"the unit is put with the nearest of its side{whom_it_joins}{near}, or is eliminated"
