"""Section ``replacements``: which units are rebuilt or come back, where, and for how many points.

In its phase a side spends points of a pool: on steps of units that have lost some (rebuilding), and
on units that were eliminated (returning). For which units, where and how often is said once, as
reasons against it; lists of what is legal are read off the same reasons. Where units come back is a
row of requirements with their masks (`_may_return_to`).

Below: the phase in which points are spent, and the sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import ceil
from operator import and_, or_
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.grammar import opening
from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.notation import GOING, UNIT, Verb
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Requirement, Violation, first_broken, where_all_hold
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.language.conditions import Conditions, Test, in_a_sentence
from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.selectors import Fits, Selectors, value_shown
from hexwar.rules.language.wording import every, in_words, region_called, several, titles
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.replacements.section import (
    REBUILD,
    RETURN,
    CostOf,
    Rebuilds,
    Replacement,
    Replacements,
    ReturnHexes,
)
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.supply.rules import SupplyRules

if TYPE_CHECKING:
    from hexwar.rules.pools.rules import PoolRules
    from hexwar.rules.reinforcements.rules import ReinforcementRules


class OutAtTurnEnds(NamedTuple):
    """Masks of the units out of play at the end of each of the last turns, the latest first."""

    at_ends: tuple[int, ...] = ()

    def without(self, units: int) -> OutAtTurnEnds:
        """The record without these units."""
        return OutAtTurnEnds(tuple(mask & ~units for mask in self.at_ends))


class Replaced(NamedTuple):
    """The units that got replacements in this phase: pairs of unit and how often."""

    units: tuple[tuple[int, int], ...] = ()

    def without(self, units: int) -> Replaced:
        """The record without these units."""
        return Replaced(tuple(pair for pair in self.units if not units >> pair[0] & 1))


LOST = Slot("lost", OutAtTurnEnds(), lasts="game")
REPLACED = Slot("replacements", Replaced(), lasts="phase")


class CompiledReplacement(NamedTuple):
    """An entry compiled: when there are any, in words too; for which units; the mask of the hexes
    where they return; by unit and steps lost the printed value that they cost, if they cost one.
    """

    holds: Test
    when: str
    fits: Fits
    region: int
    worth: tuple[tuple[Fraction, ...], ...]


class ReplacementRules:
    """What each side does with its points. ``of_phase``: the entry of each phase, or ``None``."""

    def __init__(
        self,
        frame: Frame,
        section: Replacements,
        movement: MovementRules,
        control: ControlRules,
        pools: PoolRules,
        reinforcements: ReinforcementRules | None,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self._movement = movement
        self._control = control
        self._pools = pools
        self._reinforcements = reinforcements
        entries = section.by_id.values()
        by_phase = {(entry.phase, frame.side_ids.index(entry.side)): entry for entry in entries}
        self.of_phase = tuple(
            map(by_phase.get, zip(frame.phase_ids, frame.phase_sides, strict=True))
        )
        names, wordings = titles(frame.resolved), frame.registry.wordings
        self._compiled = {
            entry.id: CompiledReplacement(
                conditions.test(entry.condition),
                in_a_sentence(entry.condition, names, wordings) if entry.condition else "",
                selectors.fits(entry.only),
                frame.board.mask(frame.map.region(entry.returns.at.region)) if entry.returns else 0,
                _printed_costs(entry.cost, selectors) if entry.is_by_value else (),
            )
            for entry in entries
        }
        self._longest = max(entry.turns_away for entry in entries)

    def phase(self, state: Position) -> Replacement:
        """What the side whose phase it is may do in it. LookupError if that is nothing."""
        entry = self.of_phase[state.phase_index]
        if entry is None:
            raise LookupError(f"{state.phase} has no replacements")
        return entry

    def points(self, state: Position) -> str:
        """The points that are left, in words."""
        name = self.phase(state).pool
        return f"{self._pools.pool(name).title}: {self._pools.points(state, name)}"

    def turn_ended(self, state: Position) -> None:
        """Take note of the units that are out of play."""
        if self._longest:
            ends = (state.eliminated, *state.memory[LOST].at_ends)
            state.remember(LOST, OutAtTurnEnds(ends[: self._longest]))

    # -- which units -----------------------------------------------------------------------------

    def rebuildable(self, state: Position) -> tuple[int, ...]:
        """The units that may get a step back now."""
        # Kept for the position: it is asked as the phase settles, prompts and lists.
        units: tuple[int, ...] | None = state.near.get(REBUILD)
        if units is None:
            mine = self._movement.forces.of_side[state.phase_side]
            hurt = [unit for unit in mine if state.lost[unit] and state.cells[unit]]
            units = tuple(unit for unit in hurt if self.why_not_rebuild(state, unit) is None)
            state.near[REBUILD] = units
        return units

    def returning(self, state: Position) -> dict[int, int]:
        """The units that may come back now, each with the mask of the hexes where."""
        options: dict[int, int] | None = state.near.get(RETURN)
        if options is None:
            mine = self._movement.forces.of_side[state.phase_side]
            gone = [unit for unit in mine if state.eliminated >> unit & 1]
            able = [unit for unit in gone if self.why_not_return(state, unit) is None]
            hexes = {unit: where_all_hold(self._may_return_to(state, unit)) for unit in able}
            options = state.near[RETURN] = {unit: mask for unit, mask in hexes.items() if mask}
        return options

    def why_not_rebuild(self, state: Position, unit: int) -> Violation | None:
        """Why a unit gets no step back now; ``None`` when it may."""
        name, cell = self._movement.forces.ids[unit], state.cells[unit]
        refused = self._why_never(state, unit, REBUILD)
        if refused is not None:
            return refused
        rebuilds = self.phase(state).rebuilds
        if cell == OFF_MAP:
            return self._refuse(state, REBUILD, f"{name} is not on the map.")
        if not state.lost[unit]:
            return self._refuse(state, REBUILD, f"{name} has lost no step.")
        if rebuilds.supplied == "required" and state.marks.get(OUT_OF_SUPPLY, 0) >> unit & 1:
            return self._refuse(state, REBUILD, f"{name} is out of supply.")
        if rebuilds.in_zone == "forbidden" and self._enemy_zone(state) >> cell & 1:
            return self._refuse(state, REBUILD, f"{name} is in an enemy zone of control.")
        return self._why_no_more(state, unit, cell) or self._why_too_dear(state, unit, 1)

    def why_not_return(self, state: Position, unit: int) -> Violation | None:
        """Why a unit does not come back now, wherever; ``None`` when it may."""
        name = self._movement.forces.ids[unit]
        refused = self._why_never(state, unit, RETURN)
        if refused is not None:
            return refused
        if state.cells[unit] != OFF_MAP:
            return self._refuse(state, RETURN, f"{name} is on the map.")
        if not state.eliminated >> unit & 1:
            return self._refuse(state, RETURN, f"{name} was not eliminated.")
        if self._reinforcements and self._reinforcements.waiting(state) >> unit & 1:
            return self._refuse(state, RETURN, f"{name} comes back as a reinforcement.")
        turns = self.phase(state).turns_away
        ends = state.memory[LOST].at_ends[:turns]
        # At the end of each of so many turns: a unit that came back in between waits from the
        # start.
        if len(ends) < turns or not reduce(and_, ends, -1) >> unit & 1:
            ended = "1 turn has" if turns == 1 else f"{turns} turns have"
            return self._refuse(
                state, RETURN, f"{name} comes back when {ended} ended since it was eliminated."
            )
        back = self._steps_back(state, unit)
        return self._why_no_more(state, unit, OFF_MAP) or self._why_too_dear(state, unit, back)

    def why_not_return_to(self, state: Position, unit: int, number: str) -> Violation | None:
        """Why a unit does not come back in a hex; ``None`` when it may."""
        refused = self.why_not_return(state, unit)
        if refused is not None:
            return refused
        cell = self._movement.board.cell.get(number, OFF_MAP)
        return first_broken(self._may_return_to(state, unit, number), cell)

    def _why_never(self, state: Position, unit: int, reason: str) -> Violation | None:
        """Why this is not done in this phase, or not with this unit."""
        section, forces = self.phase(state), self._movement.forces
        name = forces.ids[unit]
        if reason not in section.does:
            done = "rebuilt" if reason == REBUILD else "returned"
            return self._refuse(state, reason, f"No units are {done} in this phase.")
        if forces.side[unit] != state.phase_side:
            return self._refuse(state, reason, f"{name} belongs to the other side.")
        compiled = self._compiled[section.id]
        if not compiled.holds(state):
            text = f"There are replacements only if {compiled.when}."
            return self._refuse(state, "if", text)
        if not compiled.fits(state, unit):
            return self._refuse(state, "only", f"{name} gets no replacements.")
        return None

    def _why_no_more(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit, or its hex, has had its share in this phase."""
        most, forces = self.phase(state).most, self._movement.forces
        times_replaced = dict(state.memory[REPLACED].units)
        if most.unit is not None and times_replaced.get(unit, 0) >= most.unit:
            text = f"{forces.ids[unit]} gets no more replacements in this phase."
            return self._refuse(state, "most", text)
        if cell and self._spent_hexes(state) >> cell & 1:
            number = self._movement.board.number[cell]
            return self._refuse(state, "most", f"{number} gets no more replacements in this phase.")
        return None

    def _spent_hexes(self, state: Position) -> int:
        """Mask of the hexes that have had their share in this phase."""
        most = self.phase(state).most.hex
        times_in: dict[int, int] = {}
        for unit, times in state.memory[REPLACED].units:
            times_in[state.cells[unit]] = times_in.get(state.cells[unit], 0) + times
        spent = [cell for cell, times in times_in.items() if most is not None and times >= most]
        return reduce(or_, [self._movement.board.bit[cell] for cell in spent], 0)

    def _cost(self, state: Position, unit: int, steps: int) -> int:
        """Points for so many steps of a unit that come back to it."""
        section = self.phase(state)
        if isinstance(section.cost, int):
            return section.cost * steps
        printed = self._compiled[section.id].worth[unit]
        # Steps cost what they add to the value that is printed; a unit out of play had none of it.
        gone = len(printed) if state.eliminated >> unit & 1 else state.lost[unit]
        before = printed[gone] if gone < len(printed) else Fraction(0)
        return ceil(max(Fraction(0), printed[gone - steps] - before))

    def _why_too_dear(self, state: Position, unit: int, steps: int) -> Violation | None:
        cost = self._cost(state, unit, steps)
        if cost <= self._pools.points(state, self.phase(state).pool):
            return None
        text = f"{self._movement.forces.ids[unit]} costs {cost}. {self.points(state)} left."
        return self._refuse(state, "cost", text)

    def _steps_back(self, state: Position, unit: int) -> int:
        """With how many steps a unit comes back."""
        returns = self.phase(state).returns
        whole = returns is not None and returns.step == "full"
        return self._movement.forces.steps[unit] if whole else 1

    # -- where -----------------------------------------------------------------------------------

    def _enemy_zone(self, state: Position) -> int:
        return self._movement.zones.enemy_zone(state, state.phase_side)

    def _may_return_to(self, state: Position, unit: int, number: str = "") -> Iterator[Requirement]:
        """Where a unit may come back; ``number`` is the hex that is asked about.

        One row for each thing that is asked, the one that players should be told first on top: the
        list of hexes and the reason against one of them cannot say different things.
        """
        section, movement, side = self.phase(state), self._movement, state.phase_side
        name, returns = movement.forces.ids[unit], section.returns
        called = state.frame.map.called(number)
        if returns is None:
            text = f"{name} comes back nowhere."
            yield Requirement(0, lambda: self._refuse(state, RETURN, text))
            return
        at = returns.at

        def only(cells: int, why: str) -> Requirement:
            text = f"{name} does not come back in {called}: {why}."
            return Requirement(cells, lambda: self._refuse(state, RETURN, text))

        yield Requirement(
            self._compiled[section.id].region,
            lambda: self._refuse(
                state,
                RETURN,
                f"{name} comes back in {region_called(state.frame.map, at.region)}, "
                f"not in {called}.",
            ),
        )
        yield only(~state.enemies_of(side), "an enemy unit is there")
        if at.controlled == "own":
            yield only(self._control.held(state, side), "its side does not control it")
        if at.in_zone == "forbidden":
            yield only(~self._enemy_zone(state), "an enemy zone of control")
        supply = state.rules.find(SupplyRules)
        if supply is not None and at.supplied == "required":
            fed = supply.supplied(state, side, movement.forces.movement_class[unit])
            yield only(fed, "it would be out of supply")
        passable, full = movement.costs[unit].passable, movement.stacking.full(state, unit)
        yield Requirement(
            passable, lambda: movement.terrain.prohibited(name, movement.board.cell[number])
        )
        yield Requirement(~full, lambda: movement.stacking.refusal(unit, name, called))
        text = f"{called} gets no more replacements in this phase."
        yield Requirement(~self._spent_hexes(state), lambda: self._refuse(state, "most", text))

    def _refuse(self, state: Position, reason: str, message: str) -> Violation:
        rule = self.phase(state).cite.get(reason, "")
        return Violation(rule, message, f"replacements.{reason}")

    # -- doing it --------------------------------------------------------------------------------

    def rebuild(self, state: Position, unit: int) -> None:
        """Give a unit a step back."""
        self._pay(state, unit, 1)
        state.lose(unit, state.lost[unit] - 1)
        number = self._movement.board.number[state.cells[unit]]
        self._tell(state, REBUILD, "rebuilt", unit, "gets a step back", number)

    def bring_back(self, state: Position, unit: int, cell: int) -> None:
        """Put a unit that was eliminated onto the map, with its last step or whole.

        Where enemies hide these are seen, and it may come back elsewhere.
        """
        if state.stopped(unit, cell):
            return
        back = self._steps_back(state, unit)
        steps = self._movement.forces.steps[unit]
        # Paid first: what it costs depends on its being out of play.
        self._pay(state, unit, back)
        state.renew(unit)
        state.lose(unit, steps - back)
        state.place(unit, cell)
        state.did("entered", 1 << unit)
        number = self._movement.board.number[cell]
        how = "at full strength" if back == steps else "reduced"
        self._tell(state, RETURN, "returned", unit, f"returns {how}", number)

    def _pay(self, state: Position, unit: int, steps: int) -> None:
        section, times_replaced = self.phase(state), dict(state.memory[REPLACED].units)
        self._pools.spend(state, section.pool, self._cost(state, unit, steps))
        times_replaced[unit] = times_replaced.get(unit, 0) + 1
        state.remember(REPLACED, Replaced(tuple(times_replaced.items())))

    def _tell(
        self, state: Position, reason: str, kind: str, unit: int, done: str, number: str
    ) -> None:
        """Tell what points were spent on, and what is left; ``done``: what became of the unit."""
        if state.events is None:
            return
        name, rule = self._movement.forces.ids[unit], self.phase(state).cite.get(reason, "")
        left = f"{self.points(state)} left."
        # Of a stack not all is seen: which of its units it was is told to its own side alone.
        unseen = f"A unit below a top counter is {kind}. {left}"
        text = f"{name} {done} in {number}. {left}"
        state.tell(kind, rule, text, unit=name, hex=number, unseen=unseen)


def _printed_costs(cost: int | CostOf, selectors: Selectors) -> tuple[tuple[Fraction, ...], ...]:
    """By unit and steps lost: what is printed of the value that replacements cost."""
    value = cost.value if isinstance(cost, CostOf) else ""
    return tuple(
        tuple(Fraction(value_shown(selectors, unit, gone, value)) for gone in range(steps))
        for unit, steps in enumerate(selectors.forces.steps)
    )


# -- the phase in which a side rebuilds its units and brings them back -----------------------------


@dataclass(slots=True)
class ReplacementPhase(PhaseTask):
    """A side spends points: ``rebuild UNIT``, ``return UNIT HEX``, or ``done``."""

    kind = "replacement"

    def settle(self, state: Position) -> bool:
        """End the phase when nothing more can be done in it."""
        rules = state.rules[ReplacementRules]
        if rules.rebuildable(state) or rules.returning(state):
            return True
        return self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """Replacement: the units that may be rebuilt or come back."""
        rules, frame = state.rules[ReplacementRules], state.frame
        units = {*rules.rebuildable(state), *rules.returning(state)}
        return self.asks(
            state,
            f"Rebuild or return units, or end the phase. {rules.points(state)}.",
            units=tuple(frame.unit_ids[unit] for unit in sorted(units)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Rebuilding unit by unit, then returns with hexes in map order; then ``done``."""
        rules, ids = state.rules[ReplacementRules], state.frame.unit_ids
        for unit in rules.rebuildable(state):
            yield Action(REBUILD, (ids[unit],))
        for unit, mask in rules.returning(state).items():
            for number in state.frame.board.numbers(mask):
                yield Action(RETURN, (ids[unit],), (number,))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit is not rebuilt, or does not come back there."""
        rules, index = state.rules[ReplacementRules], state.frame.unit_index
        if action.verb == "done":
            return None
        if action.verb == REBUILD:
            return rules.why_not_rebuild(state, index[action.units[0]])
        if action.verb != RETURN:
            return state.out_of_turn(action)
        if len(action.units) != 1 or len(action.hexes) != 1:
            return Violation("", f"Write: {RETURN} UNIT HEX.", "notation")
        return rules.why_not_return_to(state, index[action.units[0]], action.hexes[0])

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its hex; now and then the end."""
        rules, frame = state.rules[ReplacementRules], state.frame
        rebuildable, returning = rules.rebuildable(state), list(rules.returning(state).items())
        drawn = int(random.random() * (len(rebuildable) + len(returning) + 1))
        if drawn < len(rebuildable):
            return Action(REBUILD, (frame.unit_ids[rebuildable[drawn]],))
        if drawn - len(rebuildable) == len(returning):
            return DONE
        unit, mask = returning[drawn - len(rebuildable)]
        number = frame.board.number[frame.board.draw(mask, random)]
        return Action(RETURN, (frame.unit_ids[unit],), (number,))

    def perform(self, state: Position, action: Action) -> None:
        """Rebuild a unit, bring one back, or end the phase."""
        if action.verb == "done":
            state.end_phase()
            return
        rules, frame = state.rules[ReplacementRules], state.frame
        unit = frame.unit_index[action.units[0]]
        if action.verb == REBUILD:
            rules.rebuild(state, unit)
        else:
            rules.bring_back(state, unit, frame.board.cell[action.hexes[0]])


def _rebuild(action: Action, state: Position) -> str:
    return f"Rebuild a step of {action.units[0]}"


def _return(action: Action, state: Position) -> str:
    return f"{action.units[0]} returns in {action.hexes[-1]}"


VERBS = {
    REBUILD: Verb(UNIT, "unit", _rebuild, does="give a unit a step back"),
    RETURN: Verb(GOING, "goal", _return, does="bring a unit back that was eliminated"),
}
PHASES = {"replacement": ReplacementPhase}
SLOTS = (LOST, REPLACED)
HOOKS = {"turn_ended": (ReplacementRules, ReplacementRules.turn_ended)}


# -- what the section says, in sentences that players read -----------------------------------------


_DOES = {
    "rebuild": "give steps back to units on the map",
    "return": "bring units back that were eliminated",
}


def _side(entry: Replacement, speaker: Speaker) -> str:
    return f"{opening(speaker.names[entry.side], 'has')} them."


def _phase(entry: Replacement, speaker: Speaker) -> str:
    return f"In {speaker.phases((entry.phase,))}."


def _does(entry: Replacement, speaker: Speaker) -> str:
    deeds = every(_DOES[deed] for deed in sorted(entry.does))
    return f"Replacement points {deeds}."


def _pool(entry: Replacement, speaker: Speaker) -> str:
    return f"The replacement points are those of {speaker.called('pool', entry.pool)}."


def _cost(entry: Replacement, speaker: Speaker) -> str:
    if isinstance(entry.cost, CostOf):
        return f"They cost as many points as comes back of the unit's {in_words(entry.cost.value)}."
    return f"Each step that comes back costs {several(entry.cost, 'point')}."


def _only(entry: Replacement, speaker: Speaker) -> str:
    units = speaker.units(entry.only)
    return f"{units[:1].upper()}{units[1:]} get replacements."


def _condition(entry: Replacement, speaker: Speaker) -> str:
    if entry.condition is None:
        return "There are replacements in every turn."
    return f"Only if {speaker.condition(entry.condition)}."


def _rebuilds(entry: Replacement, speaker: Speaker) -> str:
    return f"Steps are given back {_hexes(entry.rebuilds)}."


def _hexes(hexes: Rebuilds | ReturnHexes) -> str:
    """What is asked of the hexes where it is done."""
    zone = "in enemy zones of control too"
    if hexes.in_zone == "forbidden":
        zone = "outside of enemy zones of control only"
    supplied = ", and only in supply" if hexes.supplied == "required" else ""
    return f"{zone}{supplied}"


def _returns(entry: Replacement, speaker: Speaker) -> str:
    """How, where and when units come back, in a sentence."""
    if entry.returns is None:
        return "Units that were eliminated do not come back."
    returns = entry.returns
    how = "with their last step" if returns.step == "last" else "with all their steps"
    own = " that their side controls" if returns.at.controlled == "own" else ""
    where = f"in hexes of {speaker.called('region', returns.at.region)}{own}, {_hexes(returns.at)}"
    late = ""
    if returns.after_turns:
        late = f", {several(returns.after_turns, 'turn')} after they were lost at the earliest"
    return f"Units come back {how} {where}{late}."


def _most(entry: Replacement, speaker: Speaker) -> str:
    most = entry.most
    hexes = "any number in a hex" if most.hex is None else f"{most.hex} in a hex"
    units = "any number for a unit" if most.unit is None else f"{most.unit} for a unit"
    return f"The most in a phase: {hexes} and {units}."


WORDS: Words = {
    Replacement: {
        "side": _side,
        "phase": _phase,
        "does": _does,
        "pool": _pool,
        "cost": _cost,
        "condition": _condition,
        "only": _only,
        "rebuilds": _rebuilds,
        "returns": _returns,
        "most": _most,
    }
}
