"""How good a position is: the chance of winning, the balance of forces, and the next blows.

A position is looked at as it is handed to the other side. Three things happen before it can be
looked at again: the mover's own attacks, where it still has them; the enemies' move; the enemies'
attacks. Each is foreseen from the real reach of the units and the real combat table. All three are
put together in ``Outlook._weighed``; the sections below it are in this order, and then come the
objectives. Units are few and alike here, so whole arrangements are valued at once: ``cells`` is one
of them, by unit the cell where it would stand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.engine.state import NOBODY
from hexwar.hexmap import Passage
from hexwar.players.battlefield import (
    Battlefield,
    Horizon,
    battlefield_of,
    horizon_of,
)
from hexwar.players.decider import Briefing, Value
from hexwar.rules.evaluation.foresight import squashed
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces


@dataclass(frozen=True, slots=True)
class PatrolPriorities:
    """What a player minds, each beside the chance of winning (0 to 1)."""

    unit: float = 0.16  # what a unit is worth in the first turn
    cornered: float = 0.35  # the part of a unit that a retreat costs; twice that without a way
    presence: float = 0.9  # how much units near an objective decide which side has it in the end,
    holding: float = 1.3  # and how much having it soon decides
    closeness: float = 0.02  # a pull to objectives whose fate nobody can change
    caution: float = 0.8  # how much units that may be lost count, beside those that are gained
    entry: float = 0.85  # how likely the enemy enters an empty objective that he can reach


class Arrangement(NamedTuple):
    """Who stands where: ``cells`` by unit; of the mover's and the foes' units on the map those that
    stand in a cell, and the hexes of both.
    """

    cells: list[int]
    mine: dict[int, int]
    foes: dict[int, int]
    my_hexes: int
    foe_hexes: int


TO_THE_END = 0.1
"""What a unit counts even when nothing is left to do, beside what it counts by the time left."""

DRIVEN = 0.15
"""What it costs a unit to be driven off with a way open: place and time, in parts of the unit."""

REPELLED, FOE_REPELLED = 0.05, 0.2
"""What it costs an attacker of one's own to be thrown back, and what it costs one of the foes."""

FIRST_OF_ALL = 0.75
"""An objective is attacked first: at least so likely, however many hexes enemies may attack."""


class Outlook:
    """Positions of one decision, seen by ``side`` (an index), whose phase it is."""

    def __init__(
        self,
        field: Battlefield,
        state: State,
        side: int,
        horizon: Horizon,
        priorities: PatrolPriorities,
    ) -> None:
        self._field = field
        self._state = state
        self.side = side
        self._horizon = horizon
        self._priorities = priorities
        forces = field.rules[Forces]
        self._mine = forces.of_side[side]
        foes = state.frame.foes[side]
        self._foes = tuple(u for u, owner in enumerate(forces.side) if owner in foes)
        self._losses = [
            float((state.eliminated & mask).bit_count()) for mask in forces.mask_of_side
        ]
        self._values: dict[tuple[int, ...], float] = {}
        self._against: dict[tuple[int, ...], list[float]] = {}
        # Casualties matter less, the less is left to do with the units that are saved.
        self._unit = priorities.unit * (TO_THE_END + horizon.left)

    def value(self, cells: list[int]) -> float:
        """The chance of winning, with what is likely to be lost and gained weighed in."""
        key = tuple(cells)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._weighed(cells)
        return value

    def _arrangement(self, cells: list[int]) -> Arrangement:
        mine = {u: cells[u] for u in self._mine if cells[u]}
        foes = {u: cells[u] for u in self._foes if cells[u]}
        bit = self._field.rules.frame.board.bit
        my_hexes = foe_hexes = 0
        for cell in mine.values():
            my_hexes |= bit[cell]
        for cell in foes.values():
            foe_hexes |= bit[cell]
        return Arrangement(cells, mine, foes, my_hexes, foe_hexes)

    def _weighed(self, cells: list[int]) -> float:
        """What :meth:`value` answers with, not looked up."""
        placed = self._arrangement(cells)
        losses = self._losses[:]
        struck: dict[int, float] = {}
        gain = self._strike(placed, struck) if self._horizon.attacks_first else 0.0
        reach = self._reach(placed.foes, placed.my_hexes)
        fear, shaken = self._dangers(placed, reach)
        losses[self.side] += fear
        for side in range(len(losses)):
            if side != self.side:
                losses[side] += max(0.0, gain)
        balance = len(placed.mine) - len(placed.foes) + gain
        material = self._unit * (balance - self._priorities.caution * fear)
        weights = self._weights(placed.mine)
        opposed = self._opposed(placed.foes)
        ahead = [sum(own) - enemy for own, enemy in zip(weights, opposed, strict=True)]
        standing = self._standing(ahead, placed, struck, reach, shaken)
        winning = self._field.goals.winning(self.side, standing, losses)
        # How near the mover's units are to the objectives.
        total = 0.0
        for at_goal in weights:
            total = sum(at_goal, total)
        closeness = total / (len(weights) or 1)
        return winning + material + self._priorities.closeness * closeness

    def _weights(self, units: dict[int, int]) -> list[tuple[float, ...]]:
        """By objective: how much each of some units counts there."""
        near = self._field.near
        rows = [near(unit, cell) for unit, cell in units.items()]
        return list(zip(*rows, strict=True)) if rows else [()] * len(self._field.objectives)

    def _opposed(self, foes: dict[int, int]) -> list[float]:
        """By objective: how much the enemies count there, which stand still while others move."""
        key = (*foes, *foes.values())
        masses = self._against.get(key)
        if masses is None:
            masses = self._against[key] = [sum(weights) for weights in self._weights(foes)]
        return masses

    def glance(self, cells: list[int]) -> float:
        """The chance of winning if the other side did nothing: far quicker than :meth:`value`."""
        placed = self._arrangement(cells)
        weights = [sum(own) for own in self._weights(placed.mine)]
        opposed = self._opposed(placed.foes)
        ahead = [own - enemy for own, enemy in zip(weights, opposed, strict=True)]
        standing = self._standing(ahead, placed, {}, {}, {})
        material = self._unit * (len(placed.mine) - len(placed.foes))
        winning = self._field.goals.winning(self.side, standing, self._losses)
        pull = self._priorities.closeness * sum(weights) / (len(weights) or 1)
        return winning + material + pull

    # -- the mover's attacks -------------------------------------------------------------------

    def _strike(self, placed: Arrangement, taken: dict[int, float]) -> float:
        """Units to be gained by the attacks to come, less those to be lost.

        ``taken`` receives the chance that each hex attacked is entered.
        """
        board, field = self._field.rules.frame.board, self._field
        targets = []
        for cell in board.cells(board.expand(placed.my_hexes) & placed.foe_hexes):
            around = board.adjacent[cell]
            able = [u for u, at in placed.mine.items() if around >> at & 1]
            targets.append((len(able), cell, able))
        targets.sort(reverse=True)  # where most can attack first: nobody attacks twice
        units_used: set[int] = set()
        total = 0.0
        for _, cell, able in targets:
            force = [u for u in able if u not in units_used]
            defenders = tuple(u for u, at in placed.foes.items() if at == cell)
            prospect = field.prospect(self._state, force, defenders, cell, placed.cells)
            if prospect is None:
                continue
            trapped, stuck = self._ways_out(force, cell, defenders, placed)
            # A unit without a way to retreat is lost.
            hit = prospect.hit + prospect.driven * (1.0 if trapped else DRIVEN)
            worth = hit - prospect.lost - prospect.repelled * (REPELLED + stuck)
            if worth > 0 or cell in field.weight:
                units_used.update(force)
                total += worth
                taken[cell] = prospect.hit + prospect.driven
        return total

    def _ways_out(
        self,
        force: Sequence[int],
        target: int,
        defenders: Sequence[int],
        placed: Arrangement,
    ) -> tuple[bool, int]:
        """Whether the defenders of a hex have nowhere to retreat to, and how many attackers."""
        field, board = self._field, self._field.rules.frame.board
        cells, my_hexes, foe_hexes = placed.cells, placed.my_hexes, placed.foe_hexes
        my_zone = foe_zone = 0
        if field.rules[MovementRules].zones.exerted:
            my_zone, foe_zone = board.expand(my_hexes), board.expand(foe_hexes)
        ways = board.adjacent[target] & field.passable[defenders[0]]
        trapped = not ways & ~my_hexes & ~foe_hexes & ~my_zone
        open_to_me = ~foe_zone & ~my_hexes & ~foe_hexes & field.passable[force[0]]
        return trapped, sum(1 for u in force if not board.adjacent[cells[u]] & open_to_me)

    # -- the enemies' turn ----------------------------------------------------------------------

    def _reach(self, foes: dict[int, int], my_hexes: int) -> dict[int, int]:
        """Where each enemy unit can be when it attacks next."""
        bit = self._field.rules.frame.board.bit
        if not self._horizon.foe_moves:
            return {u: bit[cell] for u, cell in foes.items()}
        movement, state = self._field.rules[MovementRules], self._state
        zone = self._field.rules.frame.board.expand(my_hexes) if movement.zones.exerted else 0
        reach: dict[int, int] = {}
        first_of: dict[Hashable, int] = {}
        passages: dict[Hashable, Passage] = {}

        def passage(mover: Hashable) -> Passage:
            """What the enemy's units that move so can enter while we stand where we do and have a
            zone; made only where no flood is known, and of the first of them.
            """
            if mover not in passages:
                unit = first_of[mover]
                passages[mover] = Passage(
                    self._field.rules.frame.board,
                    movement.costs[unit],
                    closed=my_hexes,
                    zone=zone,
                    effect=movement.zones.effects.on(self._state, unit),
                )
            return passages[mover]

        for unit, cell in foes.items():
            # Floods are shared by all that move alike and are stopped alike by zones.
            mover: Hashable = movement.kind_of[unit]
            if movement.zones.effects.vary:
                mover = mover, movement.zones.effects.on(state, unit)
            first_of.setdefault(mover, unit)
            points = movement.values.allowance(state, unit)
            new_passage = partial(passage, mover)
            flood = self._field.floods.reach(mover, cell, points, my_hexes, zone, new_passage)
            reach[unit] = flood | bit[cell]
        return reach

    def _dangers(
        self, placed: Arrangement, reach: dict[int, int]
    ) -> tuple[float, dict[int, float]]:
        """Units that the enemies' attacks will cost, and how likely each hex is to be lost."""
        foes, my_hexes, foe_hexes = placed.foes, placed.my_hexes, placed.foe_hexes
        if not self._horizon.foe_fights or not foes:
            return 0.0, {}
        field, priorities = self._field, self._priorities
        board, limits = field.rules.frame.board, field.rules[StackingRules].limits
        limit = limits[field.rules.frame.unit_side[next(iter(foes))]]
        threatened: list[tuple[int, float, float]] = []
        attackers_wanted = 0
        for cell in board.cells(my_hexes):
            around = board.adjacent[cell] & ~my_hexes
            able = [u for u, mask in reach.items() if mask & around]
            if not able:
                continue
            room = min((around & field.passable[able[0]]).bit_count() * limit, len(able))
            force = able[:room]
            defenders = tuple(u for u, at in placed.mine.items() if at == cell)
            prospect = field.prospect(self._state, force, defenders, cell, placed.cells)
            if prospect is None:
                continue
            ways = board.adjacent[cell] & field.passable[defenders[0]] & ~my_hexes & ~foe_hexes
            for mask in reach.values():
                ways &= ~mask
            cornered = priorities.cornered if ways else 2 * priorities.cornered
            harm = prospect.hit + prospect.driven * cornered
            gone = prospect.hit + prospect.driven
            risk = prospect.lost + prospect.repelled * FOE_REPELLED
            if harm < risk and cell not in field.weight:
                continue
            threatened.append((cell, harm - risk, gone))
            attackers_wanted += len(force)
        # Enemies attack once each: where more attacks need them than there are, each is rarer.
        share = min(1.0, len(foes) / attackers_wanted) if attackers_wanted else 0.0
        fear = sum(harm for _, harm, _ in threatened) * share
        share = max(share, FIRST_OF_ALL)
        return fear, {cell: gone * share for cell, _, gone in threatened}

    # -- objectives ---------------------------------------------------------------------------

    def _standing(
        self,
        ahead: list[float],
        placed: Arrangement,
        taken: dict[int, float],
        reach: dict[int, int],
        shaken: dict[int, float],
    ) -> dict[tuple[int, int], float]:
        """How likely each side is to stand in each objective when the game ends.

        ``ahead``: by objective, how much more units of the mover there are near it.
        """
        field, horizon, priorities = self._field, self._horizon, self._priorities
        anybody = 0
        for mask in reach.values():
            anybody |= mask
        # The more moves are to come, the less today's occupants decide which side is there at last.
        rounds = horizon.my_moves + max(horizon.foe_moves - 1, 0)
        later = rounds / (rounds + 2)
        chances: dict[int, tuple[float, float]] = {}
        for cell, mass in zip(field.objectives, ahead, strict=True):
            entered = taken.get(cell, 0.0)
            foe = float(placed.foe_hexes >> cell & 1) * (1 - entered)
            me = entered + float(placed.my_hexes >> cell & 1)
            empty = max(0.0, 1 - me - foe)
            if horizon.foe_moves and anybody >> cell & 1:
                foe += empty * priorities.entry
            fallen = me * shaken.get(cell, 0.0)
            me, foe = me - fallen, foe + fallen
            if later:
                long_run = squashed(priorities.presence * mass + priorities.holding * (me - foe))
                me += later * (long_run - me)
                foe += later * (1 - long_run - foe)
            chances[cell] = (me, foe)
        side = self.side
        return {(s, cell): chances[cell][0 if s == side else 1] for s, cell in field.places}


def outlook_of(briefing: Briefing, priorities: PatrolPriorities) -> Outlook:
    """Positions as they will be handed over by the side whose phase it is."""
    frame, state = briefing.rules.frame, briefing.seen
    mover = frame.phase_sides[state.phase_index]
    side = briefing.side if mover == NOBODY else mover
    return Outlook(battlefield_of(briefing.rules), state, side, horizon_of(state, side), priorities)


def value_of(briefing: Briefing, priorities: PatrolPriorities) -> Value:
    """How good positions are for the side that decides."""
    field, side = battlefield_of(briefing.rules), briefing.side
    horizon = horizon_of(briefing.seen, side)
    return lambda state: Outlook(field, state, side, horizon, priorities).value(state.cells)


def best_choice(state: State, value: Callable[[list[int]], float], side: int) -> Action:
    """The action that leads to the best position for the side whose choice it is.

    ``value``: how good it is for ``side`` where the units stand. Only for choices that roll no die.
    """
    sign = 1 if state.agenda[-1].side(state) == side else -1

    def worth(action: Action) -> float:
        twin = state.clone()
        # Performed, and not applied: the question alone is answered, and nothing settled behind it.
        twin.events = None
        twin.agenda[-1].perform(twin, action)
        return sign * value(twin.cells)

    return max(state.legal_actions(), key=worth)
