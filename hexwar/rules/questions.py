"""What can be asked of a position: the same questions of a state and of what a side knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction

from hexwar.engine.action import Action
from hexwar.engine.names import index_of_side, named
from hexwar.engine.queries import (
    CardPile,
    FireRange,
    HeldCard,
    Lying,
    Reach,
    Recorded,
    Sight,
    Status,
    UnderWay,
    WrittenOrder,
)
from hexwar.engine.state import Position
from hexwar.rules.combat.commitments import announced
from hexwar.rules.combat.declared import DeclaringRules
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.decks.showing import hand_of, piles
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.morale.rules import MoraleRules
from hexwar.rules.movement.course import Course
from hexwar.rules.movement.modes import ModeRules
from hexwar.rules.movement.reach import reach, threats
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.plots.writing import course_of, orders_of
from hexwar.rules.points.rules import PointsRules
from hexwar.rules.reactions.chances import Chances
from hexwar.rules.reactions.memory import NOBODY, UNDER_WAY
from hexwar.rules.reactions.rules import ReactionRules
from hexwar.rules.reactions.windows import AfterAction, TakingPart
from hexwar.rules.reinforcements.groups import ARRIVALS
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.supply.rules import SupplyRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.holding import HoldingRules
from hexwar.rules.zones_of_control.rules import ZoneRules


class Questions(ABC):
    """Questions about units, hexes and sides, by name.

    ValueError for a unit, a hex or a side that there is not.
    """

    __slots__ = ()

    @abstractmethod
    def _known(self) -> Position:
        """The state that the answers are taken from."""

    def hand(self, side: str) -> tuple[HeldCard, ...]:
        """The cards that a side is known to hold, with what can be done with each now; of others
        than whose view it is none.
        """
        state = self._known()
        return hand_of(state, _side(state, side))

    def card_piles(self) -> tuple[CardPile, ...]:
        """The decks of the game as everybody knows them."""
        return piles(self._known())

    def facing(self, unit: str) -> str:
        """Where a unit on the map looks, such as ``NE``; empty for one that looks nowhere, and for
        one that is not seen.
        """
        state = self._known()
        index, rules = _unit(state, unit), state.rules.find(FacingRules)
        return rules.name(state, index) if rules else ""

    def arcs(self, unit: str, within: int = 3) -> dict[str, tuple[str, ...]]:
        """The hexes of each arc of a unit, so many hexes away at most, in map order; empty for one
        that has no :meth:`facing`. A hex on the border of two arcs is in the one that it counts
        for when the unit is struck from there.
        """
        state = self._known()
        index, rules = _unit(state, unit), state.rules.find(FacingRules)
        if rules is None or not rules.name(state, index):
            return {}
        return rules.around(state, index, within)

    def steps_lost(self, unit: str) -> int:
        """Steps that the unit has lost."""
        state = self._known()
        return state.lost[_unit(state, unit)]

    def reach(self, unit: str) -> dict[str, Reach]:
        """Hexes the unit can move to now, in map order; empty when it cannot move, and while
        somebody must enter first.
        """
        state = self._known()
        index = _unit(state, unit)
        if not _moves_now(state, index):
            return {}
        phase = state.agenda[-1]
        held = isinstance(phase, MovementPhase) and phase.waits(state, index)
        return {} if held else reach(state.rules[MovementRules], state, index)

    def movement_left(self, unit: str) -> Fraction | None:
        """Movement points the unit may still spend now; ``None`` when it may not move."""
        state = self._known()
        index, movement = _unit(state, unit), state.rules[MovementRules]
        points = movement.points_left(state, index) if _moves_now(state, index) else 0
        return movement.terrain.points(points) if points else None

    def threats(self, side: str) -> dict[str, tuple[str, ...]]:
        """Hexes that units of ``side`` could reach in a movement phase begun now, by whom."""
        state = self._known()
        return threats(state.rules[MovementRules], state, _side(state, side))

    def zone(self, unit: str) -> tuple[str, ...]:
        """Hexes of the zone of control that a unit exerts now, in map order; none off the map."""
        state = self._known()
        zone = state.rules[ZoneRules].zone_of(state, _unit(state, unit))
        return tuple(state.frame.board.numbers(zone))

    def attack_options(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked now, each with the groups of units able to attack it."""
        state = self._known()
        if state.is_over or not isinstance(state.agenda[-1], CombatPhase):
            return {}
        targets = state.rules[CombatRules].targets(state, state.phase_side)
        number, ids = state.frame.board.number, state.frame.unit_ids
        return {
            number[cell]: tuple(tuple(ids[unit] for unit in group) for group in target.groups)
            for cell, target in targets.items()
        }

    def written_orders(self) -> tuple[WrittenOrder, ...]:
        """The orders that are written and not carried out yet, unit by unit: in a view, and in a
        copy for a side, its own.
        """
        return orders_of(self._known())

    def plotted_course(self, unit: str, number: str) -> tuple[str, ...]:
        """The hexes of the path that would be written for a unit to a hex, its own first; empty
        where none can be.
        """
        state = self._known()
        cell = named(state.frame.board.cell, number, "hex")
        return course_of(state, _unit(state, unit), cell)

    def declared_attacks(self) -> tuple[Action, ...]:
        """The battles that are declared and not yet fought: their attackers and hexes; first the
        one for which the sides are asked what they commit to it.
        """
        state = self._known()
        rules, battle = state.rules.find(DeclaringRules), announced(state)
        declared = tuple(rules.actions(state, "resolve")) if rules else ()
        if battle is None:
            return declared
        ids, number = state.frame.unit_ids, state.frame.board.number
        units = tuple(ids[unit] for unit in battle.attackers)
        hexes = tuple(number[cell] for cell in battle.hexes)
        return (Action("resolve", units, hexes), *declared)

    def supply(self, side: str) -> dict[str, tuple[str, ...]]:
        """By movement class: hexes from which units of ``side`` could trace supply now, in map
        order. Empty when the game has no supply.
        """
        state = self._known()
        index, supplies = _side(state, side), state.rules.find(SupplyRules)
        if supplies is None:
            return {}
        forces, numbers = state.rules[Forces], state.frame.board.numbers
        classes = dict.fromkeys(forces.movement_class[unit] for unit in forces.of_side[index])
        return {name: tuple(numbers(supplies.supplied(state, index, name))) for name in classes}

    def supply_sources(self, side: str) -> tuple[str, ...]:
        """The hexes that supply a side now, in map order."""
        state = self._known()
        index, supplies = _side(state, side), state.rules.find(SupplyRules)
        if supplies is None:
            return ()
        return tuple(state.frame.board.numbers(supplies.sources(state, index)))

    def supply_path(self, unit: str) -> tuple[str, ...] | None:
        """One of the shortest traces of a unit now, from its hex to a source; ``None`` without."""
        state = self._known()
        index, supplies = _unit(state, unit), state.rules.find(SupplyRules)
        if supplies is None or not state.cells[index]:
            return None
        cells = supplies.trace(state, index)
        return tuple(state.frame.board.number[cell] for cell in cells) if cells else None

    def in_supply(self, unit: str) -> bool:
        """Whether the unit counts as supplied: as its owner's latest supply phase found it."""
        state = self._known()
        return not state.marks.get(OUT_OF_SUPPLY, 0) >> _unit(state, unit) & 1

    def line_of_sight(self, a: str, b: str) -> Sight | None:
        """What lies between two hexes for who looks from one to the other; ``None`` when the game
        says nothing about lines of sight.
        """
        state = self._known()
        cells = (named(state.frame.board.cell, number, "hex") for number in (a, b))
        sights = state.rules.find(SightRules)
        return None if sights is None else sights.sight(*cells)

    def in_sight(self, number: str) -> tuple[str, ...]:
        """The hexes that are seen from a hex, its own among them, in map order; empty when the game
        says nothing about lines of sight.
        """
        state = self._known()
        cell, sights = named(state.frame.board.cell, number, "hex"), state.rules.find(SightRules)
        return () if sights is None else tuple(state.frame.board.numbers(sights.visible(cell)))

    def fire_range(self, unit: str) -> FireRange | None:
        """How far a unit fires now; ``None`` for one that does not fire."""
        state = self._known()
        index, fire = _unit(state, unit), state.rules.find(FireRules)
        return None if fire is None else fire.range_of(state, index)

    def course(self, unit: str, number: str, way: str = "") -> tuple[str, ...]:
        """The hexes of a unit's cheapest way to a hex, its own first, in an ordinary move or in one
        that the game names; empty when it cannot go there so.
        """
        state = self._known()
        index, goal = _unit(state, unit), named(state.frame.board.cell, number, "hex")
        modes = state.rules[ModeRules]
        if not modes.destinations(state, index, way) >> goal & 1:
            return ()
        cells = (state.cells[index], *modes.cells(state, index, (number,), way))
        return tuple(state.frame.board.number[cell] for cell in cells)

    def under_way(self) -> UnderWay | None:
        """The action that is or may be interrupted now; ``None`` when there is none."""
        state = self._known()
        actor, target = state.memory[UNDER_WAY].actor, state.memory[UNDER_WAY].target
        if actor == NOBODY or not any(isinstance(task, AfterAction) for task in state.agenda):
            return None
        ways = (t.way for t in state.agenda if isinstance(t, Course) and t.unit == actor)
        number = state.frame.board.number
        path = tuple(number[cell] for cell in next(ways, (state.cells[actor],)) if cell)
        return UnderWay(state.frame.unit_ids[actor], path, number[target] if target else "")

    def may_react(self) -> tuple[str, ...]:
        """The units that may react, or join an exchange, at this moment: of all sides that have not
        let it go on, not only of the one that chooses now. Empty when nobody is asked.
        """
        state = self._known()
        task = state.agenda[-1] if state.agenda else None
        able = task.able_of_all(state) if isinstance(task, TakingPart) else ()
        return tuple(state.frame.unit_ids[unit] for unit in able)

    def contest(
        self, actor: str, reactors: Sequence[str], joined: Sequence[str] = ()
    ) -> dict[str, Chances]:
        """The chances of a contest with these units, unit by unit, whether or not it comes to it:
        to act before the one that acts, after it, or not at all, as exact fractions.

        Who reacts to whom is not asked. ValueError in a game or a phase without contests.
        """
        state = self._known()
        rules = state.rules.find(ReactionRules)
        if rules is None:
            raise ValueError("nobody reacts in this game")
        units = [_unit(state, name) for name in (actor, *reactors, *joined)]
        found = rules.chances(state, units)
        return {state.frame.unit_ids[unit]: found[unit] for unit in units}

    def morale(self, unit: str, lost: int = 0) -> Fraction:
        """The chance that a unit passes a check of morale after so many more losses; with nobody
        left it checks nothing, and the chance is 1. ValueError in a game without morale.
        """
        state = self._known()
        index, rules = _unit(state, unit), state.rules.find(MoraleRules)
        if rules is None:
            raise ValueError("there is no morale in this game")
        return 1 - rules.failure(state, index, max(0, rules.dice(state, index) - lost))

    def figures(self, unit: str) -> dict[str, int]:
        """The figures of a unit by condition, those in which there are some; empty in a game
        without figures, and for a unit that is not seen.
        """
        state = self._known()
        index, rules = _unit(state, unit), state.rules.find(FigureRules)
        if rules is None:
            return {}
        counts = zip(rules.conditions, rules.counts(state, index), strict=True)
        return {condition: number for condition, number in counts if number}

    def points(self) -> dict[str, int]:
        """The victory points of each side now; empty when the game has none."""
        state = self._known()
        points = state.rules.find(PointsRules)
        return points.all(state) if points else {}

    def records(self) -> dict[str, str | int]:
        """What the markers beside the map say: a word or a number by the id of what is kept."""
        return {one.id: one.value for one in self.recorded()}

    def recorded(self) -> tuple[Recorded, ...]:
        """The same for people: each with its title, in words, and what it means now."""
        state = self._known()
        return tuple(one for kept in state.frame.registry.records for one in kept(state))

    def on_map(self) -> tuple[Lying, ...]:
        """What lies on the map that is no unit, kind by kind, hexes in map order."""
        state = self._known()
        return tuple(one for found in state.frame.registry.on_map for one in found(state))

    def status(self, unit: str) -> tuple[Status, ...]:
        """What may be read of a unit now by who sees it, sections in their order: in a view, and in
        a copy for a side, with what that side keeps to itself.
        """
        state = self._known()
        index = _unit(state, unit)
        kept = state.frame.registry.statuses
        return tuple(status for read in kept for status in read(state, index))

    def controlled(self, side: str) -> tuple[str, ...]:
        """The hexes that a side controls, of those whose control matters."""
        state = self._known()
        held = state.rules[HoldingRules].controlled(state, _side(state, side))
        return tuple(state.frame.board.numbers(held))

    def holds(self, side: str) -> tuple[str, ...]:
        """The hexes that a side holds, in map order: those that it controls, and where victory and
        points only ask who stands in a hex, those in which its units are seen now.
        """
        state = self._known()
        held = state.rules[HoldingRules].held(state, _side(state, side))
        return tuple(state.frame.board.numbers(held))

    def casualties(self, side: str) -> tuple[str, ...]:
        """The units of a side that have been eliminated, in the order of the units file."""
        state = self._known()
        return state.names_of(state.eliminated, _side(state, side))

    def waiting(self, side: str) -> tuple[str, ...]:
        """The units of a side off the map that may enter: those of groups that have become
        available, in the order of the units file.
        """
        state = self._known()
        index = _side(state, side)
        return state.names_of(state.rules[ReinforcementRules].waiting(state), index)

    def may_enter(self, side: str) -> int:
        """How many of those whom :meth:`waiting` names may enter: all, or so many of a group."""
        state = self._known()
        groups, index = state.rules[ReinforcementRules].groups, _side(state, side)
        came = state.memory[ARRIVALS].groups
        return sum(more for group, _, more in came if groups[group].side == index)

    def must_enter(self, side: str) -> tuple[str, ...]:
        """Those of :meth:`waiting` who can enter now and must, where the game lets nobody wait:
        before anything moves, or before the phase ends. Of a group of which only so many may enter,
        those among whom is chosen.
        """
        state = self._known()
        index = _side(state, side)
        now = not state.is_over and isinstance(state.agenda[-1], MovementPhase)
        owed = state.rules[ReinforcementRules].must_enter(state) if now else 0
        return state.names_of(owed, index)

    def left_waiting(self, action: Action) -> tuple[str, ...]:
        """Those of :meth:`waiting` who can enter now and in this phase no more after an action: the
        phase ends with it, or they enter before anybody moves. Nobody for units that there are not.
        """
        state = self._known()
        if state.is_over or not isinstance(state.agenda[-1], MovementPhase):
            return ()
        if not state.frame.unit_index.keys() >= set(action.units):
            return ()
        left = state.rules[ReinforcementRules].left_behind(state, action)
        return state.names_of(left)


def _unit(state: Position, name: str) -> int:
    return named(state.frame.unit_index, name, "unit")


def _side(state: Position, name: str) -> int:
    return index_of_side(state.frame.side_ids, name)


def _moves_now(state: Position, unit: int) -> bool:
    """Whether it is a movement phase of the unit's side."""
    if state.is_over or not isinstance(state.agenda[-1], MovementPhase):
        return False
    return state.phase_side == state.frame.unit_side[unit]
