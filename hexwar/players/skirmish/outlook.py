"""How good it is for a unit to stand somewhere: near its aims, safe, with somebody in sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.players.asked import Asked, Value
from hexwar.players.skirmish.aims import Aim, aims_of
from hexwar.players.skirmish.ground import FAR, ground_of
from hexwar.rules.activation.memory import has_acted
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces


@dataclass(frozen=True, slots=True)
class Priorities:
    """What a player minds, each beside the loss of a whole unit (1)."""

    stride: float = 1.3
    hunt: float = 0.16
    danger: float = 0.4
    spent: float = 0.6
    hope: float = 0.5
    hurried: float = 0.8
    least: float = 0.02


class Outlook:
    """What one side (an index) sees of a position, unit by unit."""

    def __init__(self, asked: Asked, priorities: Priorities) -> None:
        self.state, self.side, self.priorities = asked.seen, asked.side, priorities
        rules = asked.rules
        self.rules, self.ground = rules, ground_of(rules)
        self._aims = aims_of(rules)
        self._fire = rules.find(FireRules)
        self._movement = rules[MovementRules]
        forces, state = rules[Forces], asked.seen
        known = ~state.hidden(self.side)
        self.mine = [u for u in forces.of_side[self.side] if state.cells[u]]
        self.foes = [
            unit
            for unit, side in enumerate(forces.side)
            if side != self.side and state.cells[unit] and known >> unit & 1
        ]
        for foe in self.foes:
            self.ground.seen_from(state.cells[foe])
        self._fears = [
            (foe, state.cells[foe], priorities.spent if has_acted(state, foe) else 1.0)
            for foe in self.foes
            if self._fire is not None and self._fire.why_not_fire(state, foe) is None
        ]
        self._worth: dict[tuple[int, int, int, int], float] = {}
        self._prey = self._aims.prey(state, self.side)

    @property
    def somebody_hides(self) -> bool:
        """Whether an enemy unit is somewhere out of sight."""
        if self.rules.find(HiddenRules) is None:
            return False
        figures, state = self.rules.find(FigureRules), self.state
        gone = state.eliminated
        return any(
            not state.cells[unit] and not gone >> unit & 1
            for unit, side in enumerate(self.rules[Forces].side)
            if side != self.side and (figures is None or figures.effective(state, unit))
        )

    # -- fire --------------------------------------------------------------------------------------

    def fire(self, firer: int, here: int, target: int, there: int) -> float:
        """What a fire is worth between two cells; 0 where they do not see each other."""
        fire = self._fire
        if fire is None or not self.ground.sees(here, there):
            return 0.0
        hexes = self.ground.distances(self.ground.board.bit[there])[here]
        reach = fire.range_of(self.state, firer)
        if reach is None or (reach.most is not None and hexes > reach.most):
            return 0.0
        if reach.optimal is not None:
            hexes = int(hexes <= reach.optimal)
        key = firer, target, hexes, fire.shelter(here, there)
        found = self._worth.get(key)
        if found is None:
            found = fire.worth_between(self.state, firer, here, target, there)
            self._worth[key] = found
        return found

    def best_fire(self, unit: int, cell: int) -> float:
        """The best fire of a unit from a cell at enemies where they are."""
        cells = self.state.cells
        return max((self.fire(unit, cell, foe, cells[foe]) for foe in self.foes), default=0.0)

    # -- places ------------------------------------------------------------------------------------

    def aims(self, unit: int) -> list[Aim]:
        """What a unit is to reach: its own aims, else what the enemy is after, else an enemy."""
        own = self._aims.own(self.state, unit)
        if own:
            return own
        hunt, ground = self.priorities.hunt, self.ground
        after = ground.board.cells(self._prey) or [self.state.cells[foe] for foe in self.foes]
        seen = 0
        for cell in after:
            near = ground.board.within(ground.board.bit[cell], self._range(unit))
            seen |= near & ground.seen_from(cell)
        return [Aim(seen, hunt)] if seen else []

    def _range(self, unit: int) -> int:
        reach = self._fire.range_of(self.state, unit) if self._fire is not None else None
        return (reach.optimal or reach.most or FAR) if reach is not None else 1

    def stride(self, unit: int) -> float:
        """How far a unit moves in the ordinary way, in hexes."""
        return max(1.0, self._movement.values.most_movement(unit) / self._movement.terrain.scale)

    def draws(self, unit: int) -> list[tuple[list[int], float]]:
        """For each aim of a unit: distances to it by cell, and what a hex of way is worth."""
        stride, found = self.stride(unit), []
        turns = self.rules.frame.turns - self.state.turn + 1
        for hexes, weight, _ in self.aims(unit):
            away = self.ground.distances(hexes)
            urgency = min(2.0, 0.5 + away[self.state.cells[unit]] / stride / turns)
            found.append((away, self.priorities.stride * weight * urgency / stride))
        return found

    def danger(self, unit: int, cell: int) -> float:
        """What the enemy's fire may take from a unit in a cell."""
        found = sum([self.fire(foe, at, unit, cell) * ready for foe, at, ready in self._fears])
        return self.priorities.danger * found

    def unseen(self) -> int:
        """Mask of the hexes that no enemy sees who may still react."""
        seen = 0
        for _, at, ready in self._fears:
            seen |= self.ground.seen_from(at) if ready == 1.0 else 0
        return self.ground.board.on_map & ~seen

    def places(self, unit: int, hexes: int) -> Iterator[tuple[int, float]]:
        """How good each of some hexes (a mask) is for a unit, but for what it may fire at there."""
        draws = self.draws(unit)
        for cell in self.ground.board.cells(hexes):
            yield cell, -self.danger(unit, cell) - sum([each * away[cell] for away, each in draws])

    def place(self, unit: int, cell: int) -> float:
        """How good one hex is for a unit."""
        ((_, found),) = self.places(unit, self.ground.board.bit[cell])
        return found


def value_of(asked: Asked, priorities: Priorities) -> Value:
    """How good positions are for a side: what it and the others have left, and its aims."""
    forces, figures = asked.rules[Forces], asked.rules.find(FigureRules)
    begun = [max(1, len(of)) for of in forces.of_side]

    def left(state: State, side: int) -> float:
        units = forces.of_side[side]
        if figures is None:
            return sum([bool(state.cells[unit]) for unit in units]) / begun[side]
        return sum([figures.effective(state, unit) for unit in units]) / (4 * begun[side])

    def value(state: State) -> float:
        mine = left(state, asked.side)
        theirs = max((left(state, s) for s in range(len(begun)) if s != asked.side), default=0.0)
        outlook = Outlook(Asked(state, asked.side, asked.random), priorities)
        way = 0.0
        for unit in outlook.mine:
            for away, each in outlook.draws(unit):
                way += each * away[state.cells[unit]]
        return mine - theirs - way / (10 * begun[asked.side])

    return value
