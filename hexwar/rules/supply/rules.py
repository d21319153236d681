"""Section ``supply``: traces to a source, and what it is to have none.

Supply is judged at moments that the game names; between them units keep the mark that they were
given. Where sources have enough for all, it is a question of masks: who stands where lines reach.
Where they have not, it is a matching of units and sources (``shares``), and the owner may say who
goes without. In supply phases it is counted who was without for how long (attrition).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import Position
from hexwar.rules.elimination.rules import StepLossRules
from hexwar.rules.language.shares import may_go_without, served
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.supply.lines import SupplyLines
from hexwar.rules.supply.rings import away_from
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.rules import Forces, mask_of

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules

_MOMENTS = {"combat": "attack", "movement": "movement", "replacement": "replacement"}
"""By kind of phase: the use of supply that it is judged for."""


class WornDown(NamedTuple):
    """Masks of the units without supply in one, two, three ... supply phases in a row."""

    phases: tuple[int, ...] = ()

    def without(self, units: int) -> WornDown:
        """The record without these units."""
        return WornDown(tuple(mask & ~units for mask in self.phases))


WORN_DOWN = Slot("supply", WornDown(), lasts="game")
FORGONE = Slot("supply_forgone", UnitMask(), lasts="phase")
"""Mask of the units that go without supply, as their owner chose."""


class SupplyRules:
    """Who is supplied: units that can trace a line when their supply is judged.

    A unit keeps the status that it was given then: those without bear the mark ``out_of_supply``.
    """

    __slots__ = (
        "_attrition",
        "_away",
        "_board",
        "_forces",
        "_judged",
        "_kinds",
        "_lines",
        "_states",
        "_steps",
        "cite",
    )

    def __init__(
        self,
        frame: Frame,
        section: Supply,
        forces: Forces,
        lines: SupplyLines,
        steps: StepLossRules,
        states: StateRules | None,
    ) -> None:
        self._attrition = section.attrition
        self._judged = section.judged
        self._kinds = frame.phase_kinds
        self._board = frame.board
        self._forces = forces
        self._lines = lines
        self._states = states
        self._steps = steps
        self.cite = section.cite
        # Filled when somebody first retreats; the map never changes.
        self._away: dict[tuple[int, str], tuple[list[int], ...]] = {}

    def nearer(self, state: Position, unit: int, cell: int, mask: int) -> int:
        """Those hexes of a mask from which one of a side's sources is nearer than from ``cell``.

        Counted in hexes that the unit can go through; the enemy, who comes and goes, is not asked.
        """
        sources = self._lines.sources(state, self._forces.side[unit])
        toward = self._toward(sources, self._forces.movement_class[unit])
        return sum(1 << to for to in bits(mask) if any(away[to] < away[cell] for away in toward))

    def _toward(self, hexes: int, movement_class: str) -> tuple[list[int], ...]:
        """By source and cell: hexes to go to the source; sources side by side are one."""
        away = self._away.get((hexes, movement_class))
        if away is None:
            board, left, sources = self._board, hexes, []
            while left:
                # From the lowest bit: the sources that hang together with it, until nothing is
                # added any more.
                source, grown = 0, left & -left
                while source != grown:
                    source, grown = grown, (grown | board.expand(grown)) & left
                sources.append(away_from(source, self._lines.entered_from[movement_class]))
                left &= ~source
            away = self._away[hexes, movement_class] = tuple(sources)
        return away

    def supplied(self, state: Position, side: int, movement_class: str) -> int:
        """Mask of the hexes from which a supply line of a class of units reaches a source."""
        return self._lines.supplied(state, side, movement_class)

    def heads(self, state: Position, side: int) -> dict[int, int]:
        """The units on the map from which others of a side draw supply, and how far, in hexes."""
        heads = self._lines.heads(state, side)
        return {unit: far for unit, far in heads.items() if state.cells[unit]}

    def from_heads(self, state: Position, side: int, unit: int) -> int:
        """Mask of the hexes in which such a unit is supplied itself, so that it supplies others."""
        return self._lines.from_heads(state, side, unit)

    def sources(self, state: Position, side: int) -> int:
        """Mask of the hexes that supply a side now."""
        return self._lines.sources(state, side)

    def trace(self, state: Position, unit: int) -> tuple[int, ...]:
        """The cells of one of a unit's shortest supply lines, its own first; empty for none."""
        return self._lines.trace(state, unit)

    # -- when it is judged ------------------------------------------------------------------------

    def concerned_at(self, moment: str) -> bool:
        """Whether supply is judged at a moment of the game."""
        if moment == "battle_ends":
            return "attack" in self._judged
        return bool(self._judged - {"phase"})

    def phase_begins(self, state: Position) -> None:
        """Judge who moves, who is replaced, or everybody before battles, if the game says so."""
        moment = _MOMENTS.get(self._kinds[state.phase_index], "")
        if moment in self._judged:
            self._judge(state, moment == "attack")

    def battle_ends(self, state: Position) -> None:
        """Judge everybody again: the next attack is made as things stand then."""
        if self._kinds[state.phase_index] == "combat":
            self._judge(state, everybody=True)

    def _judge(self, state: Position, everybody: bool) -> None:
        for side in range(len(self._forces.side_ids)):
            if everybody or side == state.phase_side:
                self._mark(state, side)

    def check(self, state: Position, side: int) -> None:
        """A side's supply phase: judge its units, and wear down those long without supply."""
        self._wear_down(state, side, self._mark(state, side))

    def _mark(self, state: Position, side: int) -> int:
        """Mark the units of a side that cannot trace, and clear the marks of those that can.

        Answers with the mask of those that cannot.
        """
        forces = self._forces
        before = state.marks.get(OUT_OF_SUPPLY, 0)
        without = self._without(state, side)
        state.mark(OUT_OF_SUPPLY, before & ~forces.mask_of_side[side] | without)
        self._tell(state, without & ~before, before & forces.mask_of_side[side] & ~without)
        return without

    def _without(self, state: Position, side: int) -> int:
        """Mask of the units of a side on the map that no source supplies now."""
        forces, cells = self._forces, state.cells
        if self._lines.shared[side]:
            units = mask_of(unit for unit in forces.of_side[side] if cells[unit])
            drawing = units & ~state.memory[FORGONE].units
            draws = self._lines.draws(state, side)
            return units & ~served(self._lines.providers(state, side), drawing, draws)
        classes = {forces.movement_class[unit] for unit in forces.of_side[side]}
        supplied = {name: self.supplied(state, side, name) for name in classes}
        barred = self._lines.barred(state)
        without = [
            1 << unit
            for unit in forces.of_side[side]
            if (cell := cells[unit])
            and (barred >> unit & 1 or not supplied[forces.movement_class[unit]] >> cell & 1)
        ]
        return sum(without)

    def may_forgo(self, state: Position, side: int) -> int:
        """Mask of the units of a side of which one must go without supply, as its owner likes."""
        if not self._lines.shared[side]:
            return 0
        mine = self._forces.mask_of_side[side] & ~state.memory[FORGONE].units
        draws = self._lines.draws(state, side)
        return may_go_without(self._lines.providers(state, side), mine, draws)

    def forgo(self, state: Position, unit: int) -> None:
        """Let a unit go without supply in this phase, as others cannot all draw it."""
        state.remember(FORGONE, UnitMask(state.memory[FORGONE].units | 1 << unit))

    def _tell(self, state: Position, lost: int, regained: int) -> None:
        if state.events is None:
            return
        names = self._forces.named
        rule = self.cite.get("trace", "")
        if lost:
            text = f"Out of supply: {', '.join(names(lost))}."
            state.tell("out_of_supply", rule, text, units=names(lost))
        if regained:
            text = f"In supply again: {', '.join(names(regained))}."
            state.tell("in_supply", rule, text, units=names(regained))

    def _wear_down(self, state: Position, side: int, without: int) -> None:
        """Count supply phases without supply; from a certain one on, steps are lost."""
        attrition = self._attrition
        if attrition is None:
            return
        mine = self._forces.mask_of_side[side]
        worn, phases = without, []
        for earlier in state.memory[WORN_DOWN].phases or (0,) * attrition.after:
            # Masks move along: who was without for so many phases, and is again, is so for one
            # more.
            phases.append(earlier & ~mine | worn)
            worn &= earlier
        state.remember(WORN_DOWN, WornDown(tuple(phases)))
        suffering = phases[-1] & without
        if self._states and attrition.mark:
            self._states.lift(state, attrition.mark, mine & ~suffering)
            self._states.put(state, attrition.mark, suffering)
        for unit in bits(suffering):
            for _ in range(min(attrition.steps, self._forces.steps[unit])):
                if state.cells[unit]:
                    self._steps.take_step(state, unit)
