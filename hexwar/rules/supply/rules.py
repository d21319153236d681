"""Section ``supply``: traces to a source, and what it is to have none.

Supply is judged at moments that the game names; between them units keep the mark that they were
given. Where sources have enough for all, it is a question of masks: units that stand where lines
reach. Where they have not, it is a matching of units and sources (``shares``), and the owner may
say which units go without. In supply phases it is counted how long units were without (attrition).

Below: the phase in which it is judged, selectors, and what people ask.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import Position
from hexwar.engine.task import OneUnit, PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.elimination import StepLossRules
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.language.shares import may_go_without, served
from hexwar.rules.states.rules import StateRules
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.supply.lines import SupplyLines, away_from
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.values import UnitValues

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
    """Which units are supplied: those that can trace a line when their supply is judged.

    A unit keeps the status that it was given then: those without bear the mark ``out_of_supply``.
    """

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
        self._distances: dict[tuple[int, str], tuple[list[int], ...]] = {}

    # -- when it is judged ------------------------------------------------------------------------

    def concerned_at(self, moment: str) -> bool:
        """Whether supply is judged at a moment of the game."""
        if moment == "battle_ends":
            return "attack" in self._judged
        # Supply phases judge by themselves (:meth:`supply_phase`), without a hook.
        return bool(self._judged - {"phase"})

    def phase_begins(self, state: Position) -> None:
        """Judge units that move or get replacements, or all before battles, if the game says so."""
        moment = _MOMENTS.get(self._kinds[state.phase_index], "")
        if moment in self._judged:
            self._judge(state, moment == "attack")

    def battle_ends(self, state: Position) -> None:
        """Judge everybody again: the next attack is made as things stand then.

        Only called where :meth:`concerned_at` says so.
        """
        if self._kinds[state.phase_index] == "combat":
            self._judge(state, everybody=True)

    def _judge(self, state: Position, everybody: bool) -> None:
        """Judge the units of all sides, or of the side whose phase it is."""
        for side in range(len(self._forces.side_ids)):
            if everybody or side == state.phase_side:
                self._mark(state, side)

    def supply_phase(self, state: Position, side: int) -> None:
        """A side's supply phase: judge its units, and wear down those long without supply."""
        without = self._mark(state, side)
        attrition = self._attrition
        if attrition is None:
            return
        mine = self._forces.mask_of_side[side]
        # counted[n]: the units without for more than n phases in a row; of other sides as before.
        # Masks move along: who was without for so many phases, and is again, counts one more.
        this_long, counted = without, []
        for earlier in state.memory[WORN_DOWN].phases or (0,) * attrition.after:
            counted.append(earlier & ~mine | this_long)
            this_long &= earlier
        state.remember(WORN_DOWN, WornDown(tuple(counted)))
        suffering = counted[-1] & without
        if self._states and attrition.mark:
            self._states.lift(state, attrition.mark, mine & ~suffering)
            self._states.put(state, attrition.mark, suffering)
        for unit in bits(suffering):
            for _ in range(min(attrition.steps, self._forces.steps[unit])):
                if state.cells[unit]:
                    self._steps.take_step(state, unit)

    def _mark(self, state: Position, side: int) -> int:
        """Mark the units of a side that cannot trace, and clear the marks of those that can.

        Answers with the mask of those that cannot.
        """
        forces = self._forces
        before = state.marks.get(OUT_OF_SUPPLY, 0)
        without = self._units_unsupplied(state, side)
        state.mark(OUT_OF_SUPPLY, before & ~forces.mask_of_side[side] | without)
        lost = without & ~before
        regained = before & forces.mask_of_side[side] & ~without
        if state.events is not None:
            names = self._forces.named
            rule = self.cite.get("trace", "")
            if lost:
                text = f"Out of supply: {', '.join(names(lost))}."
                state.tell("out_of_supply", rule, text, units=names(lost))
            if regained:
                text = f"In supply again: {', '.join(names(regained))}."
                state.tell("in_supply", rule, text, units=names(regained))
        return without

    def _units_unsupplied(self, state: Position, side: int) -> int:
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
        return mask_of(
            unit
            for unit in forces.of_side[side]
            if (cell := cells[unit])
            and (barred >> unit & 1 or not supplied[forces.movement_class[unit]] >> cell & 1)
        )

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

    # -- how lines run -----------------------------------------------------------------------------

    # Asked here and not of :class:`SupplyLines`, of which only this package knows.

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

    def nearer(self, state: Position, unit: int, cell: int, mask: int) -> int:
        """Those hexes of a mask from which a source of the unit's side is nearer than ``cell``.

        Counted in hexes that the unit can go through; enemy units, which come and go, do not count.
        """
        sources = self._lines.sources(state, self._forces.side[unit])
        by_source = self._distances_to_sources(sources, self._forces.movement_class[unit])
        return mask_of(to for to in bits(mask) if any(far[to] < far[cell] for far in by_source))

    def _distances_to_sources(self, hexes: int, movement_class: str) -> tuple[list[int], ...]:
        """By source and cell: hexes to go to the source; sources side by side are one."""
        distances = self._distances.get((hexes, movement_class))
        if distances is None:
            board, left, sources = self._board, hexes, []
            while left:
                # From the lowest bit: the sources that are connected with it, until no more is
                # added.
                source, grown = 0, left & -left
                while source != grown:
                    source, grown = grown, (grown | board.expand(grown)) & left
                sources.append(away_from(source, self._lines.entered_from[movement_class]))
                left &= ~source
            distances = self._distances[hexes, movement_class] = tuple(sources)
        return distances


# -- the phase in which a side's supply is checked, and the key ``supplied`` of selectors ----------

# The mark that a unit was given when its supply was judged is what selectors ask, so that all ask
# the same however things stand by now.


FORGO = "forgo"
WORTH_WITHOUT_STRENGTH = 1
"""What a unit without any strength is worth."""


@dataclass(slots=True)
class SupplyPhase(OneUnit, PhaseTask):
    """A side's supply is checked. Where a source has not enough for all its owner chooses which
    units go without (``forgo UNIT``); else there is nothing to choose.
    """

    kind = "supply"
    verb = FORGO

    def settle(self, state: Position) -> bool:
        """Check, and end the phase, unless there is a choice."""
        if state.rules[SupplyRules].may_forgo(state, state.phase_side):
            return True
        state.rules[SupplyRules].supply_phase(state, state.phase_side)
        state.end_phase()
        return False

    def _among(self, state: Position) -> list[int]:
        return list(bits(state.rules[SupplyRules].may_forgo(state, self.side(state))))

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        return f"There is not supply for all: choose who goes without ({', '.join(names)})."

    def _why_not(self, state: Position, unit: int) -> Violation:
        """Only those that draw from where there is too little can be chosen."""
        text = f"{state.frame.unit_ids[unit]} is not among those of whom one goes without."
        return Violation(state.rules[SupplyRules].cite.get("trace", ""), text, "supply.forgo")

    def perform(self, state: Position, action: Action) -> None:
        """The unit goes without."""
        state.rules[SupplyRules].forgo(state, state.frame.unit_index[action.units[0]])


def _supplied(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        out = state.marks.get(OUT_OF_SUPPLY, 0)
        return selectors.everybody & ~out if wanted else out

    return now


def _in_words(wanted: bool, words: object) -> str:
    return "in supply" if wanted else "out of supply"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """That a unit was found to be out of supply, where the game has no state that says so."""
    states = state.rules.find(StateRules)
    shown = states is not None and states.knows(OUT_OF_SUPPLY)
    if not shown and state.marks.get(OUT_OF_SUPPLY, 0) >> unit & 1:
        yield Status("out of supply")


def _label(action: Action, state: Position) -> str:
    return f"{action.units[0]} goes without supply"


def _worth(state: Position, side: int, action: Action) -> float:
    """Going without costs a unit what it is worth in battle, more the longer it has lasted."""
    unit = state.frame.unit_index[action.units[0]]
    attack, defense = state.rules[UnitValues].by_steps(unit)[state.lost[unit]]
    lasted = sum(units >> unit & 1 for units in state.memory[WORN_DOWN].phases)
    return -float(attack + defense + WORTH_WITHOUT_STRENGTH) * (1 + lasted)


# -- what people ask: which hexes are in supply, where sources are, how a line runs ----------------


def _hexes_in_supply(state: Position, side: int) -> dict[str, tuple[str, ...]]:
    """By movement class of a side, the numbers of the hexes that are in supply."""
    supplies, forces = state.rules.find(SupplyRules), state.rules[Forces]
    if supplies is None:
        return {}
    numbers = state.frame.board.numbers
    classes = dict.fromkeys(forces.movement_class[unit] for unit in forces.of_side[side])
    return {name: tuple(numbers(supplies.supplied(state, side, name))) for name in classes}


def _supply_sources(state: Position, side: int) -> tuple[str, ...]:
    supplies = state.rules.find(SupplyRules)
    return tuple(state.frame.board.numbers(supplies.sources(state, side))) if supplies else ()


def _supply_path(state: Position, unit: int) -> tuple[str, ...] | None:
    supplies = state.rules.find(SupplyRules)
    if supplies is None or not state.cells[unit]:
        return None
    cells = supplies.trace(state, unit)
    return tuple(state.frame.board.number[cell] for cell in cells) if cells else None


VERBS = {
    FORGO: Verb(
        UNIT,
        "unit",
        _label,
        does="let a unit go without supply",
        needs=where(Supply, lambda supply: supply.is_short),
    )
}
STATUS = (_status,)
SELECTS = {"supplied": Key(_supplied, _in_words)}
PHASES = {"supply": SupplyPhase}
WORTH = {"supply": _worth}
SLOTS = (WORN_DOWN, FORGONE)
HOOKS = {
    "phase_begins": (SupplyRules, SupplyRules.phase_begins),
    "battle_ends": (SupplyRules, SupplyRules.battle_ends),
}
ANSWERS = {
    "supply": _hexes_in_supply,
    "supply_sources": _supply_sources,
    "supply_path": _supply_path,
}
