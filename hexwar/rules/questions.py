"""What can be asked of a position: the same questions of a state and of what a side knows.

A question names units, hexes and sides as players do; the answer is plain data, in map order or in
the order of the files. What belongs to one package is answered by a function in its table `ANSWERS`
(`_answer`): a game that does not use the package gets the empty answer, and loads no module of it.
For the same reason some rules are imported only inside the method that asks them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from hexwar.definition.spelling import index_of_side, named
from hexwar.engine.action import Action
from hexwar.engine.queries import (
    BattleAnswer,
    CardPile,
    FireRange,
    HeldCard,
    Lying,
    Preview,
    Reach,
    Recorded,
    Sight,
    Status,
    SymbolHere,
    UnderWay,
    WrittenOrder,
)
from hexwar.engine.state import Position
from hexwar.rules.movement.modes import ModeRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.victory.rules import HoldingRules
from hexwar.rules.zones_of_control.rules import ZoneRules

if TYPE_CHECKING:
    from hexwar.rules.reactions.contest import Chances


class Questions(ABC):
    """Questions about units, hexes and sides, by name.

    ValueError for a unit, a hex or a side that there is not.
    """

    __slots__ = ()

    @abstractmethod
    def _known(self) -> Position:
        """The state that the answers are taken from."""

    def _answer(self, question: str, *about: object) -> Any:
        """What the package answers that knows; ``None`` if the game does not use it."""
        state = self._known()
        answer = state.frame.registry.answers.get(question)
        return None if answer is None else answer(state, *about)

    def _unit(self, name: str) -> int:
        return named(self._known().frame.unit_index, name, "unit")

    def _side(self, name: str) -> int:
        return index_of_side(self._known().frame.side_ids, name)

    # -- units, and where they can go --------------------------------------------------------------

    def facing(self, unit: str) -> str:
        """Where a unit on the map looks, such as ``NE``; empty for one that looks nowhere, and for
        one that is not seen.
        """
        state = self._known()
        from hexwar.rules.facing.rules import FacingRules  # for people, who ask at times

        index, rules = self._unit(unit), state.rules.find(FacingRules)
        return rules.name(state, index) if rules else ""

    def arcs(self, unit: str, within: int = 3) -> dict[str, tuple[str, ...]]:
        """The hexes of each arc of a unit, so many hexes away at most, in map order; empty for one
        that has no :meth:`facing`. A hex on the border of two arcs is in the one that it counts
        for when the unit is struck from there.
        """
        state = self._known()
        from hexwar.rules.facing.rules import FacingRules  # for people, who ask at times

        index, rules = self._unit(unit), state.rules.find(FacingRules)
        if rules is None or not rules.name(state, index):
            return {}
        return rules.around(state, index, within)

    def status(self, unit: str) -> tuple[Status, ...]:
        """What a side that sees a unit may read of it now, sections in their order: in a view, and
        in a copy for a side, with what that side keeps to itself.
        """
        state = self._known()
        index = self._unit(unit)
        readers = state.frame.registry.status
        return tuple(status for read in readers for status in read(state, index))

    def steps_lost(self, unit: str) -> int:
        """Steps that the unit has lost."""
        state = self._known()
        return state.lost[self._unit(unit)]

    def morale(self, unit: str, lost: int = 0) -> Fraction:
        """The chance that a unit passes a check of morale after so many more losses; with nobody
        left it checks nothing, and the chance is 1. ValueError in a game without morale.
        """
        chance: Fraction | None = self._answer("morale", self._unit(unit), lost)
        if chance is None:
            raise ValueError("there is no morale in this game")
        return chance

    def figures(self, unit: str) -> dict[str, int]:
        """The figures of a unit by condition, those in which there are some; empty in a game
        without figures, and for a unit that is not seen.
        """
        numbers: dict[str, int] = self._answer("figures", self._unit(unit)) or {}
        return numbers

    def reach(self, unit: str) -> dict[str, Reach]:
        """Hexes the unit can move to now, in map order; empty when it cannot move, and while
        somebody must enter first.
        """
        state = self._known()
        index = self._unit(unit)
        if not _moves_now(state, index):
            return {}
        phase = state.agenda[-1]
        held = isinstance(phase, MovementPhase) and phase.waits(state, index)
        from hexwar.rules.movement.rules import reach  # for people, who ask at times

        return {} if held else reach(state.rules[MovementRules], state, index)

    def course(self, unit: str, number: str, way: str = "") -> tuple[str, ...]:
        """The hexes of a unit's cheapest way to a hex, its own first, in an ordinary move or in one
        that the game names; empty when it cannot go there so.
        """
        state = self._known()
        index, goal = self._unit(unit), named(state.frame.board.cell, number, "hex")
        modes = state.rules[ModeRules]
        if not modes.destinations(state, index, way) >> goal & 1:
            return ()
        cells = (state.cells[index], *modes.cells(state, index, (number,), way))
        return tuple(state.frame.board.number[cell] for cell in cells)

    def movement_left(self, unit: str) -> Fraction | None:
        """Movement points the unit may still spend now; ``None`` when it may not move."""
        state = self._known()
        index, movement = self._unit(unit), state.rules[MovementRules]
        points = movement.points_left(state, index) if _moves_now(state, index) else 0
        return movement.terrain.points(points) if points else None

    def way_costs(self, unit: str, path: Sequence[str]) -> dict[str, Fraction]:
        """What the movement points for a path of neighbours, the unit's hex first, are paid for: by
        title of terrain, hexside, path or rule.
        """
        state = self._known()
        from hexwar.rules.movement.rules import way_costs

        movement = state.rules[MovementRules]
        paid = way_costs(movement, state, self._unit(unit), path)
        return {title: movement.terrain.points(points) for title, points in paid.items()}

    def threats(self, side: str) -> dict[str, tuple[str, ...]]:
        """Hexes that units of ``side`` could reach in a movement phase begun now, by unit."""
        state = self._known()
        from hexwar.rules.movement.rules import threats

        return threats(state.rules[MovementRules], state, self._side(side))

    def zone(self, unit: str) -> tuple[str, ...]:
        """Hexes of the zone of control that a unit exerts now, in map order; none off the map."""
        state = self._known()
        zone = state.rules[ZoneRules].zone_of(state, self._unit(unit))
        return tuple(state.frame.board.numbers(zone))

    # -- attacks and written orders ----------------------------------------------------------------

    def attack_options(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """Hexes that can be attacked now, each with the groups of units able to attack it."""
        options: dict[str, tuple[tuple[str, ...], ...]] = self._answer("attack_options") or {}
        return options

    def written_orders(self) -> tuple[WrittenOrder, ...]:
        """The orders that are written and not carried out yet, unit by unit: in a view, and in a
        copy for a side, its own.
        """
        orders: tuple[WrittenOrder, ...] = self._answer("written_orders") or ()
        return orders

    def plotted_course(self, unit: str, number: str) -> tuple[str, ...]:
        """The hexes of the path that would be written for a unit to a hex, its own first; empty
        where none can be.
        """
        cell = named(self._known().frame.board.cell, number, "hex")
        path: tuple[str, ...] = self._answer("plotted_course", self._unit(unit), cell) or ()
        return path

    def declared_attacks(self) -> tuple[Action, ...]:
        """The battles that are declared and not yet fought: their attackers and hexes; first the
        one for which the sides are asked what they commit to it.
        """
        battles: tuple[Action, ...] = self._answer("declared_attacks") or ()
        return battles

    # -- supply, sight and fire --------------------------------------------------------------------

    def supply(self, side: str) -> dict[str, tuple[str, ...]]:
        """By movement class: hexes from which units of ``side`` could trace supply now, in map
        order. Empty when the game has no supply.
        """
        hexes: dict[str, tuple[str, ...]] = self._answer("supply", self._side(side)) or {}
        return hexes

    def supply_sources(self, side: str) -> tuple[str, ...]:
        """The hexes that supply a side now, in map order."""
        hexes: tuple[str, ...] = self._answer("supply_sources", self._side(side)) or ()
        return hexes

    def supply_path(self, unit: str) -> tuple[str, ...] | None:
        """One of the shortest traces of a unit now, from its hex to a source; ``None`` without."""
        path: tuple[str, ...] | None = self._answer("supply_path", self._unit(unit))
        return path

    def in_supply(self, unit: str) -> bool:
        """Whether the unit counts as supplied: as its owner's latest supply phase found it."""
        state = self._known()
        return not state.marks.get(OUT_OF_SUPPLY, 0) >> self._unit(unit) & 1

    def line_of_sight(self, a: str, b: str) -> Sight | None:
        """What lies between two hexes for a unit that looks from one to the other; ``None`` when
        the game says nothing about lines of sight.
        """
        cells = (named(self._known().frame.board.cell, number, "hex") for number in (a, b))
        sight: Sight | None = self._answer("line_of_sight", *cells)
        return sight

    def in_sight(self, number: str) -> tuple[str, ...]:
        """The hexes that are seen from a hex, its own among them, in map order; empty when the game
        says nothing about lines of sight.
        """
        cell = named(self._known().frame.board.cell, number, "hex")
        hexes: tuple[str, ...] = self._answer("in_sight", cell) or ()
        return hexes

    def fire_range(self, unit: str) -> FireRange | None:
        """How far a unit fires now; ``None`` for one that does not fire."""
        firing_range: FireRange | None = self._answer("fire_range", self._unit(unit))
        return firing_range

    # -- what is under way, and what may be answered -----------------------------------------------

    def under_way(self) -> UnderWay | None:
        """The action that is or may be interrupted now; ``None`` when there is none."""
        action: UnderWay | None = self._answer("under_way")
        return action

    def impending(self) -> Preview | None:
        """The fight that the present choice is about, before its dice; ``None`` if none is."""
        state = self._known()
        return state.agenda[-1].impending(state) if state.agenda else None

    def answered_with(self) -> tuple[str, ...]:
        """The titles of the cards that lie over the battle under way; none where none does."""
        titles: tuple[str, ...] = self._answer("answered_with") or ()
        return titles

    def blow_back(self, foreseen: Preview) -> dict[str, Fraction]:
        """What each side loses on average, on top of what a preview foresees, where those attacked
        strike back; empty where nobody can.
        """
        losses: dict[str, Fraction] = self._answer("blow_back", foreseen) or {}
        return losses

    def may_be_answered(self, foreseen: Preview) -> BattleAnswer | None:
        """What the other side may still commit to a battle before its die that would change what a
        preview foresees, with the battle as it would be then; ``None`` where nobody can.
        """
        answer: BattleAnswer | None = self._answer("may_be_answered", foreseen)
        return answer

    def symbols_here(self, foreseen: Preview) -> tuple[SymbolHere, ...]:
        """What each symbol of the battle dice does in a battle that is foreseen, or why nothing, in
        the order of the die; none where a table decides.
        """
        symbols: tuple[SymbolHere, ...] = self._answer("symbols_here", foreseen) or ()
        return symbols

    def may_react(self) -> tuple[str, ...]:
        """The units that may react, or join an exchange, at this moment: of all sides that have not
        let it go on, not only of the one that chooses now. Empty when nobody is asked.
        """
        reactors: tuple[str, ...] = self._answer("may_react") or ()
        return reactors

    def could_react(
        self, unit: str, path: Sequence[str], target: str = ""
    ) -> dict[str, tuple[str, ...]]:
        """Which units could react to one as it enters each hex of a path, or fires from there at a
        target: by hex, those in which some unit could. Nothing is told of units not known.
        """
        cells = named(self._known().frame.board.cell, target, "hex") if target else 0
        way = [named(self._known().frame.board.cell, number, "hex") for number in path]
        exposed: dict[str, tuple[str, ...]] | None = self._answer(
            "could_react", self._unit(unit), way, cells
        )
        return exposed or {}

    def contest(
        self, actor: str, reactors: Sequence[str], joined: Sequence[str] = ()
    ) -> dict[str, Chances]:
        """The chances of a contest with these units, unit by unit, whether or not it comes to it:
        to act before the one that acts, after it, or not at all, as exact fractions.

        Which of them may react is not asked. ValueError in a game or a phase without contests.
        """
        units = [self._unit(name) for name in (actor, *reactors, *joined)]
        chances: dict[str, Chances] | None = self._answer("contest", units)
        if chances is None:
            raise ValueError("nobody reacts in this game")
        return chances

    # -- what is counted, recorded and lies on the map ---------------------------------------------

    def hand(self, side: str) -> tuple[HeldCard, ...]:
        """The cards that a side is known to hold, with what can be done with each now; of others
        than whose view it is none.
        """
        cards: tuple[HeldCard, ...] = self._answer("hand", self._side(side)) or ()
        return cards

    def card_piles(self) -> tuple[CardPile, ...]:
        """The decks of the game as everybody knows them."""
        piles: tuple[CardPile, ...] = self._answer("card_piles") or ()
        return piles

    def points(self) -> dict[str, int]:
        """The victory points of each side now; empty when the game has none."""
        points: dict[str, int] = self._answer("points") or {}
        return points

    def records(self) -> dict[str, str | int]:
        """What the markers beside the map say: a word or a number by the id of what is kept."""
        return {record.id: record.value for record in self.recorded()}

    def recorded(self) -> tuple[Recorded, ...]:
        """What the markers beside the map say, for people: each with its title, in words, and what
        it means now.
        """
        state = self._known()
        return tuple(record for lister in state.frame.registry.records for record in lister(state))

    def on_map(self) -> tuple[Lying, ...]:
        """What lies on the map that is no unit, kind by kind, hexes in map order."""
        state = self._known()
        return tuple(thing for lister in state.frame.registry.on_map for thing in lister(state))

    def controlled(self, side: str) -> tuple[str, ...]:
        """The hexes that a side controls, of those whose control matters."""
        state = self._known()
        held = state.rules[HoldingRules].controlled(state, self._side(side))
        return tuple(state.frame.board.numbers(held))

    def comes_to_hold(self, side: str) -> tuple[str, ...]:
        """The hexes that a side will control as the phase ends, if it stays in them."""
        state = self._known()
        coming = state.rules[HoldingRules].coming(state, self._side(side))
        return tuple(state.frame.board.numbers(coming))

    def holds(self, side: str) -> tuple[str, ...]:
        """The hexes that a side holds, in map order: those that it controls, and where victory and
        points only ask who stands in a hex, those in which its units are seen now.
        """
        state = self._known()
        held = state.rules[HoldingRules].held(state, self._side(side))
        return tuple(state.frame.board.numbers(held))

    # -- units that are lost, and units that may still come ----------------------------------------

    def casualties(self, side: str) -> tuple[str, ...]:
        """The units of a side that have been eliminated, in the order of the units file."""
        state = self._known()
        return state.names_of(state.eliminated, self._side(side))

    def waiting(self, side: str) -> tuple[str, ...]:
        """The units of a side off the map that may enter: those of groups that have become
        available, in the order of the units file.
        """
        units: tuple[str, ...] = self._answer("waiting", self._side(side)) or ()
        return units

    def may_enter(self, side: str) -> int:
        """How many of the units of :meth:`waiting` may enter: all, or so many of a group."""
        number: int = self._answer("may_enter", self._side(side)) or 0
        return number

    def must_enter(self, side: str) -> tuple[str, ...]:
        """The units of :meth:`waiting` that can enter now and must, where the game lets none wait:
        before anything moves, or before the phase ends. Of a group of which only so many may enter,
        those to choose from.
        """
        units: tuple[str, ...] = self._answer("must_enter", self._side(side)) or ()
        return units

    def left_waiting(self, action: Action) -> tuple[str, ...]:
        """The units of :meth:`waiting` that can enter now but, after an action, no longer in this
        phase: the phase ends with it, or they enter before any unit moves. None if the action names
        units that do not exist.
        """
        units: tuple[str, ...] = self._answer("left_waiting", action) or ()
        return units

    def in_vain(self, action: Action) -> str:
        """What a legal action would be spent on for nothing, as a clause: a card that orders none
        of the units that there are, or of which another lies over the battle already. Empty where
        it does what it is for.
        """
        clause: str = self._answer("in_vain", action) or ""
        return clause


def _moves_now(state: Position, unit: int) -> bool:
    """Whether it is a movement phase of the unit's side."""
    if state.is_over or not isinstance(state.agenda[-1], MovementPhase):
        return False
    return state.phase_side == state.frame.unit_side[unit]
