"""Section ``overrun``: attacks in the course of movement.

A contribution to movement phases. The whole stack, each unit of it alone, and (with `stacks:
several`) all stacks beside a hex are listed; any part of them is legal. Units pay, their moves end,
and a battle is fought at once; what it leaves of the hex decides whether they go on (`ends`,
`through`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import inf
from operator import and_, or_
from random import Random
from typing import NamedTuple

from hexwar.definition.model import ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.notation import ATTACKING, GOING, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.registry import Patching, Previewing
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.combat.attacks import RefusalRules
from hexwar.rules.combat.battle import BattleRules, BattleStages
from hexwar.rules.combat.odds import OVERRUN
from hexwar.rules.combat.preview import preview_attack, preview_seen
from hexwar.rules.combat.targets import Engagement, Target
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import MOVED, end_moves, going_on
from hexwar.rules.units.rules import mask_of


class Overran(NamedTuple):
    """Masks of the units that have overrun in this phase, and of the hexes that have been; of the
    overrun that is fought: its ``target``, the units that are ``going`` and their ``origins``.
    """

    units: int = 0
    hexes: int = 0
    target: int = OFF_MAP
    origins: tuple[int, ...] = ()
    going: tuple[int, ...] = ()

    def without(self, units: int) -> Overran:
        """The record without these units (a mask)."""
        pairs = zip(self.going, self.origins, strict=True)
        known = [(unit, cell) for unit, cell in pairs if not units >> unit & 1]
        going, origins = tuple(unit for unit, _ in known), tuple(cell for _, cell in known)
        return self._replace(units=self.units & ~units, going=going, origins=origins)


OVERRAN = Slot("overrun", Overran(), lasts="phase")


class OverrunRules(MovementContribution):
    """Which overruns there are in a movement phase, why not others, and carrying one out."""

    verbs = frozenset({"overrun"})
    is_move = True

    def __init__(
        self,
        section: Overrun,
        battles: BattleRules,
        refusals: RefusalRules,
        movement: MovementRules,
        selectors: Selectors,
        concerned: UnitsOfPhase,
    ) -> None:
        self._fits = selectors.fits(section.only)
        self.cite, self._ends = section.cite, section.ends
        self._several = section.stacks == "several"
        self._again, self._through = section.again, section.through == "allowed"
        self._battles = battles
        self._refusals = refusals
        self._movement, self._concerned = movement, concerned
        self._moves = Moves(movement)
        self._cost = movement.terrain.scaled(section.cost) or 0
        dearest = movement.terrain.scaled(section.most_entry_cost)
        self._dearest = inf if dearest is None else dearest
        self.refuse = SectionRefusals("overrun", self.cite)

    # -- what may be done ---------------------------------------------------------------------

    def actions(self, state: Position) -> Iterator[Action]:
        """Stack by stack and target by target: the whole stack, then each unit alone."""
        forces, board, side = self._movement.forces, self._movement.board, state.phase_side
        stacks: dict[int, list[int]] = {}
        for cell in board.in_map_order(state.beside_enemies(side) & state.occupied[side]):
            mine = [unit for unit in state.standing(cell) if forces.side[unit] == side]
            able = [unit for unit in mine if self._why_not_unit(state, unit) is None]
            if able:
                stacks[cell] = able
        for cell, able in stacks.items():
            targets = board.adjacent[cell] & state.enemies_of(side)
            for target in board.in_map_order(targets):
                yield from self._overruns_of(state, tuple(able), target)
        if not self._several:
            return
        for target in board.in_map_order(state.enemies_of(side)):
            beside = [cell for cell in stacks if board.adjacent[target] >> cell & 1]
            names = tuple(forces.ids[unit] for cell in beside for unit in stacks[cell])
            number = board.number[target]
            if len(beside) > 1 and self._why_not(state, names, number) is None:
                yield Action("overrun", names, (number,))

    def _overruns_of(
        self, state: Position, units: tuple[int, ...], target: int
    ) -> Iterator[Action]:
        """The overruns of a hex by a whole stack, then by each unit of it alone."""
        ids, number = self._movement.forces.ids, self._movement.board.number[target]
        forces = [units, *((unit,) for unit in units)] if len(units) > 1 else [units]
        for force in forces:
            names = tuple(ids[unit] for unit in force)
            if self._why_not(state, names, number) is None:
                yield Action("overrun", names, (number,))

    def _why_not_unit(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not overrun at all just now."""
        name = self._movement.forces.ids[unit]
        if self._movement.outside(state, unit):
            why = self._concerned.why_outside(state, unit)
            return self.refuse("phase", f"{name} may not move or overrun in this phase{why}")
        if not self._fits(state, unit):
            return self.refuse("who", f"{name} is not of those that overrun.")
        if self._movement.held(state, unit):
            return self._movement.zones.held(name)
        combat = self._battles.combat
        barred = self._movement.why_barred(state, unit) or combat.why_barred(state, unit)
        if barred is not None:
            return barred
        if self._again == "forbidden" and state.memory[OVERRAN].units >> unit & 1:
            return self.refuse("once", f"{name} has already overrun in this phase.")
        if self._movement.began_in_zone(state, unit):
            text = f"{name} began the phase in an enemy zone of control and cannot overrun."
            return self.refuse("zone", text)
        if self._movement.points_left(state, unit) < self._cost:
            cell, passage = state.cells[unit], self._movement.passage(state, unit)
            if state.memory[MOVED].moved >> unit & passage.ends >> cell & 1:
                return self._movement.bounds.why_stops(state, unit, passage, cell)
            cost = self._movement.terrain.written(self._cost)
            return self.refuse("cost", f"{name} has not the {cost} left that an overrun costs.")
        return None

    def is_barred(self, state: Position, unit: int) -> bool:
        """Whether a unit cannot overrun in this phase for where it began, or because it has."""
        overran = self._again == "forbidden" and state.memory[OVERRAN].units >> unit & 1
        return bool(overran) or self._movement.began_in_zone(state, unit)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why these units may not overrun that hex; ``None`` when they may."""
        return self._why_not(state, action.units, action.hexes[0])

    def _why_not(self, state: Position, names: tuple[str, ...], number: str) -> Violation | None:
        """Why units do not overrun a hex: each of them, all together, the hex, at last the odds."""
        forces, board, side = self._movement.forces, self._movement.board, state.phase_side
        units = [forces.index[name] for name in names]
        for unit, name in zip(units, names, strict=True):
            if forces.side[unit] != side:
                return self.refuse("owner", f"{name} belongs to the other side.")
            refused = self._why_not_unit(state, unit)
            if refused is not None:
                return refused
        target = board.cell.get(number)
        if target is None or not state.enemies_of(side) >> target & 1:
            return self.refuse("target", f"There is no enemy unit in {number} to overrun.")
        return (
            self._why_not_together(state, units)
            or self._why_not_hex(state, units, target)
            or self._refusals.explain_force(state, units, self.target(state, target))
        )

    def why_ended(self, state: Position, units: Sequence[str]) -> Violation | None:
        """Why units that have overrun move no further in this phase; ``None`` if none has."""
        for name in units:
            unit = self._movement.forces.index[name]
            over = self._ends == "move" or not self._movement.points_left(state, unit)
            if over and state.memory[OVERRAN].units >> unit & 1:
                return self.refuse("ends", f"{name} has overrun: its move is over.")
        return None

    def target(self, state: Position, cell: int) -> Target:
        """Everybody in a hex, as the target of an overrun."""
        kind = self._battles.combat.odds.kinds.of_overrun()
        return Target(cell, self._battles.combat.reach.everybody(state, cell), (), kind=kind)

    def _why_not_together(self, state: Position, units: list[int]) -> Violation | None:
        """Why units overrun nothing together, wherever."""
        movement = self._movement
        names = every(movement.forces.ids[unit] for unit in units)
        if not self._several and len({state.cells[unit] for unit in units}) > 1:
            return self.refuse("together", f"{names} are not in one hex.")
        if not self._several and len({movement.origin(state, unit) for unit in units}) > 1:
            return self.refuse("stack", f"{names} did not begin the phase in one hex.")
        crowded = next((unit for unit in units if movement.stacking.too_many(state, unit)), None)
        if crowded is not None:
            number = movement.board.number[state.cells[crowded]]
            return self.refuse("stacking", f"Too many units are in {number} to overrun from it.")
        return None

    def _why_not_hex(self, state: Position, units: list[int], target: int) -> Violation | None:
        """Why a hex is not overrun from where units stand: it is too far, done, or too hard."""
        movement = self._movement
        number, cells = movement.board.number[target], {state.cells[unit] for unit in units}
        for cell in cells:
            if not movement.board.adjacent[cell] >> target & 1:
                here = movement.board.number[cell]
                return self.refuse("target", f"{number} is not next to {here}.")
        if self._again != "allowed" and state.memory[OVERRAN].hexes >> target & 1:
            return self.refuse("hex_once", f"{number} has been overrun in this phase.")
        for unit in units:
            cell = state.cells[unit]
            # Off the road: a path may lead into the hex, but an attack is no march along it.
            costs = movement.terrain.off_road[movement.forces.movement_class[unit]]
            entry = costs.entry(target)
            if entry is None or entry > self._dearest:
                # The target's terrain is too dear or closed, though a path may lead there.
                name, number = movement.forces.ids[unit], movement.board.number[target]
                by_path = movement.costs[unit].cost(cell, target)
                if by_path is not None and by_path <= self._dearest:
                    text = f"Without its path, {number} is too hard for {name} to overrun."
                    return self.refuse("path", text)
                return self.refuse("terrain", f"The terrain of {number} is too hard for {name}.")
            if costs.cost(cell, target) is None:
                # The hexside is closed off the path that may lead across it: no question of cost.
                if movement.costs[unit].cost(cell, target) is None:
                    return self._battles.combat.forbidden(unit, target)
                name, number = movement.forces.ids[unit], movement.board.number[target]
                return self.refuse("path", f"Without its path, {name} cannot cross into {number}.")
        return None

    # -- doing it -----------------------------------------------------------------------------

    def perform(self, state: Position, action: Action) -> None:
        """Pay for a legal overrun and fight it; perhaps the units' movement is over."""
        index = self._movement.forces.index
        units = tuple(sorted(index[name] for name in action.units))
        target = self._movement.board.cell[action.hexes[0]]
        # Before their moves are ended, with which all points are gone.
        points_left = [
            (unit, self._movement.points_left(state, unit) - self._cost) for unit in units
        ]
        origins = tuple(state.cells[unit] for unit in units)
        end_moves(state, units)
        if self._ends != "move" or self._through:
            self._moves.go_on_together(state, points_left)
        before = state.memory[OVERRAN]
        overran, hexes = before.units | mask_of(units), before.hexes | 1 << target
        # Before the battle: when it ends, it is asked which hex each unit came from, to let them go
        # through.
        state.remember(OVERRAN, Overran(overran, hexes, target, origins, units))
        defenders = self._battles.combat.reach.everybody(state, target)
        battle = Engagement((target,), units, defenders, overrun=True)
        state.rules[BattleStages].fight_at_once(state, battle)

    def is_over(self, state: Position) -> None:
        """An overrun is over: perhaps the move of the units that made it is too."""
        overran = state.memory[OVERRAN]
        if overran.going:
            state.remember(OVERRAN, Overran(overran.units, overran.hexes))
            if self._ends == "move":
                end_moves(state, overran.going)
        if self._ends != "unless_vacated":
            return
        # A unit left beside a hex that was overrun in vain goes no further.
        held = state.memory[OVERRAN].hexes & state.enemies_of(state.phase_side)
        near = self._movement.board.expand(held)
        units = bits(state.memory[OVERRAN].units)
        stuck = tuple(unit for unit in units if near >> state.cells[unit] & 1)
        if held and stuck:
            end_moves(state, stuck)

    # -- going through ------------------------------------------------------------------------

    def may_go_through(self, state: Position) -> Overran | None:
        """The overrun that has just been fought, if its hex is held and may be gone through."""
        overran = state.memory[OVERRAN]
        held = state.enemies_of(state.phase_side) >> overran.target & 1
        return overran if self._through and overran.going and held else None

    def beyond(self, state: Position, unit: int, target: int) -> int:
        """Mask of the hexes behind an overrun hex that a unit can pay for and stand in."""
        movement, board = self._movement, self._movement.board
        passage, cell = movement.passage(state, unit), state.cells[unit]
        points = movement.points_left(state, unit)
        hexes = board.adjacent[target] & ~board.adjacent[cell] & ~board.bit[cell]
        hexes &= ~passage.closed & ~movement.stacking.full(state, unit)
        costs = ((to, passage.costs.cost(target, to)) for to in bits(hexes))
        return mask_of(to for to, cost in costs if cost is not None and cost <= points)

    def all_beyond(self, state: Position, units: Sequence[int], target: int) -> int:
        """Mask of the hexes to which units of one hex can go through together."""
        hexes = reduce(and_, (self.beyond(state, unit, target) for unit in units))
        return hexes & ~self._movement.stacking.without_room(state, units)

    def why_not_beyond(
        self, state: Position, units: Sequence[int], target: int, number: str
    ) -> Violation | None:
        """Why units may not go through to a hex; ``None`` when they may."""
        movement, board = self._movement, self._movement.board
        cell, names = board.cell.get(number, OFF_MAP), movement.forces.ids
        if cell and self.all_beyond(state, units, target) >> cell & 1:
            return None
        through = board.number[target]
        here = state.cells[units[0]]
        behind = board.adjacent[target] & ~board.adjacent[here] & ~board.bit[here]
        if not cell or not behind >> cell & 1:
            return self.refuse("through", f"{number} is not behind {through}.")
        if state.enemies_of(state.phase_side) >> cell & 1:
            return self.refuse("through", f"An enemy unit is in {number}.")
        if all(self.beyond(state, unit, target) >> cell & 1 for unit in units):
            return movement.stacking.refusal(units[0], every(names[unit] for unit in units), number)
        who = next(unit for unit in units if not self.beyond(state, unit, target) >> cell & 1)
        return self.refuse("through", f"{names[who]} cannot go through {through} to {number}.")

    def go_through(self, state: Position, units: Sequence[int], target: int, cell: int) -> None:
        """Let units of one hex go through an overrun hex to one behind it."""
        movement, board = self._movement, self._movement.board
        if state.stopped(units[0], cell):
            return
        origin, left = state.cells[units[0]], []
        for unit in units:
            passage = movement.passage(state, unit)
            rest = movement.points_left(state, unit) - (passage.costs.cost(target, cell) or 0)
            left.append((unit, 0 if passage.ends >> cell & 1 else rest))
        stack = going_on(state.memory[MOVED].stack, left)
        for unit, points in left:
            if state.events is not None:
                name, path = movement.forces.ids[unit], (origin, target, cell)
                numbers = tuple(board.number[passed] for passed in path)
                text = f"{name} goes through {numbers[1]} to {numbers[2]}."
                state.tell("moved", self.cite.get("through", ""), text, unit=name, path=numbers)
            self._moves.arrive(state, unit, origin, cell, points, stack)
        state.did("moved", mask_of(units))


# Going through a hex that an overrun has not cleared, and on to a hex beyond it.
#
# An overrun that leaves the enemy in his hex may let the attackers pass: from the hex they came
# from, through the target, to a hex behind it. They are asked stack by stack, until all have gone
# or it is declined.


VERB = "through"


@dataclass(slots=True)
class GoingThrough(Task):
    """Units that have overrun a hex in vain may go through it: ``through UNITS HEX``, or ``pass``.

    They all stand in the cell ``origin``; ``target`` is the hex that they have overrun.
    """

    kind = "through"
    is_offer = True
    units: tuple[int, ...]
    origin: int
    target: int

    def _options(self, state: Position) -> dict[int, int]:
        """The units that can go through, each with the mask of the hexes beyond."""
        beyond, near = state.rules[OverrunRules].beyond, state.near
        key = (VERB, self.units, self.target)
        options: dict[int, int] | None = near.get(key)
        if options is None:
            masks = {unit: beyond(state, unit, self.target) for unit in self._units_present(state)}
            options = near[key] = {unit: mask for unit, mask in masks.items() if mask}
        return options

    def _units_present(self, state: Position) -> list[int]:
        return [unit for unit in self.units if state.cells[unit] == self.origin]

    def settle(self, state: Position) -> bool:
        """A choice while somebody can go; then the overrun is over."""
        if self._options(state):
            return True
        self._close(state)
        return False

    def _close(self, state: Position) -> None:
        """Nobody of this stack goes on; with the last stack the overrun is over."""
        state.agenda.pop()
        if not isinstance(state.agenda[-1], GoingThrough):
            state.rules[OverrunRules].is_over(state)

    def side(self, state: Position) -> int:
        """Whose units they are."""
        return state.frame.unit_side[self.units[0]]

    def decision(self, state: Position) -> Decision:
        """The units that may go on, and to which hexes."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        options = self._options(state)
        names = tuple(ids[unit] for unit in options)
        hexes = state.frame.board.numbers(reduce(or_, options.values(), 0))
        return self.asks(
            state,
            f"{number[self.target]} is held: {every(names)} may go through it and on, or pass.",
            units=names,
            hexes=tuple(hexes),
            may_decline=True,
        )

    def pass_says(self, state: Position) -> str:
        """They stay where they are."""
        return "Stay here"

    def actions(self, state: Position) -> Iterator[Action]:
        """All together, then unit by unit, hexes in map order; then ``pass``."""
        options = self._options(state)
        for units in [tuple(options)] * (len(options) > 1) + [(unit,) for unit in options]:
            beyond = state.rules[OverrunRules].all_beyond(state, units, self.target)
            for cell in state.frame.board.in_map_order(beyond):
                yield self._action(state, units, cell)
        yield PASS

    def _action(self, state: Position, units: tuple[int, ...], cell: int) -> Action:
        names = tuple(state.frame.unit_ids[unit] for unit in units)
        return Action(VERB, names, (state.frame.board.number[cell],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why units may not go through to a hex."""
        if action == PASS:
            return None
        if action.verb != VERB:
            return state.out_of_turn(action)
        rules, present = state.rules[OverrunRules], self._units_present(state)
        units = tuple(state.frame.unit_index[name] for name in action.units)
        for unit, name in zip(units, action.units, strict=True):
            if unit not in present:
                return rules.refuse("through", f"{name} has not overrun just now.")
        if len(action.hexes) != 1:
            return Violation("", f"Write: {VERB} UNIT HEX.", "notation")
        return rules.why_not_beyond(state, units, self.target, action.hexes[0])

    def sample(self, state: Position, random: Random) -> Action:
        """One unit or none; then one of its hexes."""
        options = list(self._options(state).items())
        drawn = int(random.random() * (len(options) + 1))
        if drawn == len(options):
            return PASS
        unit, mask = options[drawn]
        return self._action(state, (unit,), state.frame.board.draw(mask, random))

    def perform(self, state: Position, action: Action) -> None:
        """Let units go through, and ask the others; or end it."""
        if action == PASS:
            self._close(state)
            return
        units = tuple(sorted(state.frame.unit_index[name] for name in action.units))
        cell = state.frame.board.cell[action.hexes[0]]
        state.rules[OverrunRules].go_through(state, units, self.target, cell)


def _line(action: Action, state: Position) -> str:
    plural = "" if len(action.units) > 1 else "es"
    return f"{every(action.units)} go{plural} through to {action.hexes[-1]}"


def _battle_ends(rules: OverrunRules, state: Position) -> None:
    """Let units that have overrun in vain go through; or it is over."""
    if state.phase_side == NOBODY:
        # Overruns belong to a side's phase; battles of a phase that is nobody's are none of them.
        return
    overrun = rules.may_go_through(state)
    if overrun is None:
        rules.is_over(state)
    else:
        stacks: dict[int, list[int]] = {}
        for unit, origin in zip(overrun.going, overrun.origins, strict=True):
            stacks.setdefault(origin, []).append(unit)
        # The first stack is put on top, and is asked first.
        for origin, units in reversed(stacks.items()):
            state.agenda.append(GoingThrough(tuple(units), origin, overrun.target))


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    overrun = game.section(Overrun)
    if overrun is not None:
        yield from (overrun.cost, overrun.most_entry_cost)


def _patches(game: ResolvedGame) -> Mapping[str, MappingNode]:
    """What overruns lay over the game."""
    overrun = game.section(Overrun)
    return {} if overrun is None or overrun.patch is None else {OVERRUN: overrun.patch}


VERBS = {
    "overrun": Verb(ATTACKING, "target", commits=True),
    VERB: Verb(
        GOING,
        "goal",
        _line,
        does="go through a hex that was overrun in vain",
        needs=where(Overrun, lambda overrun: overrun.through == "allowed"),
    ),
}
SLOTS = (OVERRAN,)
TASKS = {"through": GoingThrough}
PREVIEWS = {"overrun": Previewing(preview_attack, preview_seen)}
HOOKS = {"battle_ends": (OverrunRules, _battle_ends)}
CONTRIBUTIONS = {"movement": (OverrunRules,)}
AMOUNTS = (_amounts,)
PATCHES = (Patching(battles=_patches),)
