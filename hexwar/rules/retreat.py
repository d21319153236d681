"""Section ``retreat``: where beaten units may go, and what becomes of those that cannot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.losses import LossRules
from hexwar.rules.movement import MovementRules
from hexwar.rules.units import random_bit

if TYPE_CHECKING:
    from hexwar.rules.sequence import SequenceRules


class RetreatRules:
    """Retreats of one hex at a time; each hex lies farther from where the retreat began."""

    __slots__ = (
        "_by_owner",
        "_losses",
        "cite",
        "friends",
        "into_zone",
        "movement",
        "sequence",
        "stays",
    )

    def __init__(
        self,
        resolved: ResolvedGame,
        movement: MovementRules,
        losses: LossRules,
        sequence: SequenceRules,
    ) -> None:
        section = resolved.retreat
        self.cite = section.cite
        self._by_owner = section.by == "owner"
        self.into_zone = section.into_zone == "allowed"
        self.friends = section.into_friends == "within_stacking"
        self.stays = section.blocked == "stays"
        self.movement = movement
        self._losses = losses
        self.sequence = sequence

    def owe(self, state: State, units: tuple[int, ...], effect: Effect, enemy: int) -> RetreatOwed:
        """The retreat that a step of a result asks of these units; ``enemy`` fought them."""
        owner = self.movement.forces.side[units[0]]
        chooser = owner if self._by_owner else enemy
        return RetreatOwed(self, units, effect.hexes, chooser, effect.hexes, state.cells[units[0]])

    def hexes(self, state: State, unit: int) -> int:
        """Mask of the hexes next to the unit that it may retreat to."""
        movement = self.movement
        side, cell = movement.forces.side[unit], state.cells[unit]
        closed, zone = state.enemies_of(side), movement.zones.enemy_zone(state, side)
        mask = movement.board.adjacent[cell] & movement.costs[unit].passable & ~closed
        if not self.into_zone:
            mask &= ~zone
        if self.friends:
            mask &= ~movement.stacking.full(state, side)
        else:
            mask &= ~state.occupied[side]
        if movement.costs[unit].sided:
            costs = movement.costs[unit]
            crossable = [
                to for to in movement.board.cells(mask) if costs.cost(cell, to) is not None
            ]
            mask = sum(movement.board.bit[to] for to in crossable)
        return mask

    def blocked(self, state: State, unit: int) -> None:
        """What becomes of a unit with nowhere to go."""
        name = self.movement.forces.ids[unit]
        number = self.movement.board.number[state.cells[unit]]
        if self.stays:
            text = f"{name} has nowhere to retreat and stays in {number}."
            state.tell("retreat_blocked", self.cite.get("blocked", ""), text, unit=name, hex=number)
            return
        if state.events is not None:
            text = f"{name} has nowhere to retreat."
            state.tell("retreat_blocked", self.cite.get("blocked", ""), text, unit=name, hex=number)
        self._losses.eliminate(state, unit)

    def retreat(self, state: State, unit: int, cell: int, *, forced: bool) -> None:
        """Move a beaten unit one hex back."""
        number = self.movement.board.number
        origin = state.cells[unit]
        state.place(unit, cell)
        state.cache = {}
        if state.events is not None:
            name = self.movement.forces.ids[unit]
            only = ", the only hex open" if forced else ""
            state.tell(
                "retreated",
                self.cite.get("adjacent", ""),
                f"{name} retreats from {number[origin]} to {number[cell]}{only}.",
                unit=name,
                path=(number[origin], number[cell]),
                forced=forced,
            )

    def explain(self, state: State, unit: int, number: str) -> Violation | None:
        """Why a unit may not retreat to a hex; ``None`` when it may."""
        movement = self.movement
        name, board = movement.forces.ids[unit], movement.board
        cell = board.cell.get(number)
        if cell is None:
            return self.refuse("map_edge", f"{number} is not a hex of the map.")
        if self.hexes(state, unit) >> cell & 1:
            return None
        side = movement.forces.side[unit]
        if not board.adjacent[state.cells[unit]] >> cell & 1:
            return self.refuse("adjacent", f"{name} retreats one hex; {number} is not adjacent.")
        if state.enemies_of(side) >> cell & 1:
            return self.refuse("occupied", f"{number} is occupied by the enemy.")
        if movement.zones.enemy_zone(state, side) >> cell & 1 and not self.into_zone:
            return self.refuse("zone", f"{number} is in an enemy zone of control.")
        if state.occupied[side] >> cell & 1 and not self.friends:
            return self.refuse("occupied", f"{number} is occupied by a friend.")
        if movement.stacking.full(state, side) >> cell & 1:
            return self.refuse("stacking", f"{number} is full.")
        return self.refuse("terrain", f"{name} may not enter the terrain of {number}.")

    def refuse(self, reason: str, message: str) -> Violation:
        """A violation of this section, with the number the game cites for it."""
        return Violation(self.cite.get(reason, ""), message, f"retreat.{reason}")


class RetreatOwed(Task):
    """These units must retreat, in an order and to hexes that ``chooser`` (a side) picks.

    ``left`` counts the hexes that the first of ``units`` has still to go of its ``hexes``;
    ``origin`` is where that unit's retreat began.
    """

    __slots__ = ("_rules", "chooser", "hexes", "left", "origin", "units")
    kind = "retreat"

    def __init__(
        self,
        rules: RetreatRules,
        units: tuple[int, ...],
        hexes: int,
        chooser: int,
        left: int,
        origin: int,
    ) -> None:
        self._rules = rules
        self.units = units
        self.hexes = hexes
        self.chooser = chooser
        self.left = left
        self.origin = origin

    def side(self, state: State) -> int:
        """Whoever the rules let choose."""
        return self.chooser

    def _options(self, state: State) -> dict[int, int]:
        """The units that can retreat now, each with the mask of its hexes."""
        if self.left < self.hexes:
            unit = self.units[0]
            mask = self._rules.hexes(state, unit) & self._farther(state, unit)
            return {unit: mask} if mask else {}
        found = {unit: self._rules.hexes(state, unit) for unit in self.units}
        return {unit: mask for unit, mask in found.items() if mask}

    def _farther(self, state: State, unit: int) -> int:
        """Hexes next to the unit that lie farther than it does from where it began."""
        hexmap = state.rules.resolved.map
        number = state.rules.board.number
        begun, here = number[self.origin], number[state.cells[unit]]
        gone = hexmap.distance(begun, here)
        return state.rules.board.mask(
            to for to in hexmap.neighbors(here) if hexmap.distance(begun, to) > gone
        )

    def settle(self, state: State) -> bool:
        """Make the only retreat there is; eliminate those left when none can retreat."""
        options = self._options(state)
        if len(options) == 1:
            (unit, mask), *_ = options.items()
            if not mask & (mask - 1):
                state.agenda.pop()
                self._go(state, unit, mask.bit_length() - 1, forced=True)
                return False
        if options:
            return True
        state.agenda.pop()
        stuck = self.units[:1] if self.left < self.hexes else self.units
        for unit in stuck:
            self._rules.blocked(state, unit)
        self._go_on(state, tuple(unit for unit in self.units if unit not in stuck))
        return False

    def _go(self, state: State, unit: int, cell: int, *, forced: bool) -> None:
        origin = state.cells[unit] if self.left == self.hexes else self.origin
        self._rules.retreat(state, unit, cell, forced=forced)
        rest = tuple(other for other in self.units if other != unit)
        if self.left > 1:
            units = (unit, *rest)
            task = RetreatOwed(self._rules, units, self.hexes, self.chooser, self.left - 1, origin)
            state.agenda.append(task)
        else:
            self._go_on(state, rest)

    def _go_on(self, state: State, rest: tuple[int, ...]) -> None:
        if rest:
            origin = state.cells[rest[0]]
            task = RetreatOwed(self._rules, rest, self.hexes, self.chooser, self.hexes, origin)
            state.agenda.append(task)

    def decision(self, state: State) -> Decision:
        """Retreat: the units that can retreat now."""
        forces = self._rules.movement.forces
        names = tuple(forces.ids[unit] for unit in self._options(state))
        return Decision(
            side=forces.side_ids[self.chooser],
            kind=self.kind,
            prompt=f"Retreat {' and '.join(names)}.",
            units=names,
            hexes=tuple(dict.fromkeys(state.position(name) or "" for name in names)),
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Unit by unit, hexes in map order."""
        movement = self._rules.movement
        for unit, mask in self._options(state).items():
            for cell in movement.board.cells(mask):
                yield self._action(unit, cell)

    def _action(self, unit: int, cell: int) -> Action:
        movement = self._rules.movement
        return Action("retreat", (movement.forces.ids[unit],), (movement.board.number[cell],))

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why a retreat is illegal; anything else has to wait."""
        if action.verb != "retreat":
            return self._rules.sequence.out_of_turn(state, action)
        unit = self._rules.movement.forces.index[action.units[0]]
        if len(action.units) != 1 or len(action.hexes) != 1:
            return Violation("", "Write: retreat UNIT HEX.", "notation")
        options = self._options(state)
        if unit not in self.units or (self.left < self.hexes and unit != self.units[0]):
            return self._rules.refuse("units", f"{action.units[0]} does not have to retreat now.")
        refused = self._rules.explain(state, unit, action.hexes[0])
        if refused is None and not options.get(unit, 0) >> self._cell(action) & 1:
            return self._rules.refuse("adjacent", "A retreat leads away from where it began.")
        return refused

    def _cell(self, action: Action) -> int:
        return self._rules.movement.board.cell[action.hexes[0]]

    def sample(self, state: State, random: Random) -> Action:
        """A unit first, then its hex."""
        options = list(self._options(state).items())
        unit, mask = options[int(random.random() * len(options))]
        return self._action(unit, random_bit(mask, random))

    def perform(self, state: State, action: Action) -> None:
        """Retreat the unit one hex."""
        state.agenda.pop()
        unit = self._rules.movement.forces.index[action.units[0]]
        self._go(state, unit, self._cell(action), forced=False)

    def to_dict(self) -> dict[str, Any]:
        """Indices and cells; the rules are those of the state."""
        return {
            "task": self.kind,
            "units": list(self.units),
            "hexes": self.hexes,
            "chooser": self.chooser,
            "left": self.left,
            "origin": self.origin,
        }
