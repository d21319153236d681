"""What a counter is worth now: its printed values, its steps lost, its states.

Everybody who needs a strength, an allowance or a value of the game's own asks here, and never the
counter: steps lost, chits drawn, states and modifiers of the moment are all in it. What is
asked most often is kept in tables by unit and step.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import Position
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import Movement
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, Strength, plain
from hexwar.rules.units.section import Units
from hexwar.rules.values.allowances import Allowances

if TYPE_CHECKING:
    from hexwar.rules.action_points.rules import ActionPointRules
    from hexwar.rules.states.rules import StateRules
    from hexwar.rules.untried.rules import UntriedRules


class NamedValues:
    """Values of a game's own (``units.values``); in a game without states as they are printed."""

    __slots__ = ("_forces", "_states")

    def __init__(self, forces: Forces, states: StateRules | None) -> None:
        self._forces = forces
        self._states = states

    def number(self, state: Position, unit: int, name: str) -> Strength:
        """A number now; 0 if the unit does not print it and no state gives it."""
        printed = self._forces.number(unit, name)
        if self._states is None or not self._states.changes(name):
            return printed
        return plain(self._states.changed(state, unit, name, printed))

    def die(self, state: Position, unit: int, name: str) -> int:
        """The faces of a die now; 0 if the unit does not print it and no state gives it."""
        if self._states is None:
            return self._forces.die(unit, name)
        return self._states.die(state, unit, name)


class UnitValues:
    """Strengths in strength points, allowances in scaled movement points.

    Fractions are kept exact; whole strengths stay ints, because Fraction arithmetic costs ten
    times as much.

    ``least``: by unit, the movement allowance that it has whatever befalls it; 0 where that is not
    known.
    """

    __slots__ = (
        "_attack",
        "_changed",
        "_changed_marches",
        "_defense",
        "_marches",
        "_movement",
        "_points",
        "_scale",
        "_states",
        "_support",
        "_untried",
        "least",
    )

    def __init__(
        self,
        forces: Forces,
        terrain: TerrainRules,
        movement: Movement,
        combat: Combat | None,
        states: StateRules | None,
        marches: Allowances,
        untried: UntriedRules | None,
        action_points: ActionPointRules | None,
        selectors: Selectors,
    ) -> None:
        self._points = action_points or None
        steps_of = forces.printed
        # In a game without battles in which no strength is printed each unit counts as one.
        none_printed = not any(step.attack or step.defense for of in steps_of for step in of)
        counted = combat.strength == "units" if combat else none_printed
        self._attack: tuple[tuple[Strength, ...], ...] = tuple(
            tuple(1 if counted else plain(step.attack) for step in steps)
            for steps in forces.printed
        )
        self._defense: tuple[tuple[Strength, ...], ...] = tuple(
            tuple(1 if counted else plain(step.defense) for step in steps)
            for steps in forces.printed
        )
        everyone, none = movement.allowance, Fraction(0)
        allowances = tuple(
            tuple(everyone if everyone is not None else step.movement or none for step in steps)
            for steps in forces.printed
        )
        self._movement = tuple(
            tuple(terrain.scaled(points) or 0 for points in steps) for steps in allowances
        )
        changes = states.changes if states else _unchanged
        # Whether strengths, or allowances, depend on more than the step that shows.
        vary = changes("attack") or changes("defense")
        self._states = states if vary else None
        self._untried = untried
        self._changed = vary or untried is not None
        self._marches = marches if marches.vary else None
        # By unit, points and what is in force; fractions take long.
        self._changed_marches: dict[tuple[int, int, int], int] = {}
        self._scale = terrain.scale
        support = combat.attackers.support if combat else None
        self._support = selectors.anywhere(support) if support else None
        self.least = tuple(
            0
            if self._points
            else min(int(marches.least(points) * terrain.scale) for points in steps)
            for steps in allowances
        )

    def by_steps(self, unit: int) -> tuple[tuple[Strength, Strength], ...]:
        """Attack and defence strength for each step that a counter still has, all of them first."""
        return tuple(zip(self._attack[unit], self._defense[unit], strict=True))

    def attack(self, state: Position, unit: int) -> Strength:
        """Attack strength before terrain."""
        strength = self._attack[unit][state.lost[unit]]
        if self._untried:
            strength = self._untried.attack(state, unit, strength)
        if self._states:
            strength = plain(self._states.changed(state, unit, "attack", strength))
        return strength

    def defense(self, state: Position, unit: int) -> Strength:
        """Defence strength before terrain."""
        strength = self._defense[unit][state.lost[unit]]
        if self._untried:
            strength = self._untried.defense(state, unit, strength)
        if self._states:
            strength = plain(self._states.changed(state, unit, "defense", strength))
        return strength

    def total_attack(self, state: Position, units: Sequence[int]) -> Strength:
        """Attack strengths together, before terrain."""
        if self._changed:
            return sum([self.attack(state, unit) for unit in units])
        table, lost = self._attack, state.lost
        return sum([table[unit][lost[unit]] for unit in units])

    def total_defense(self, state: Position, units: Sequence[int]) -> Strength:
        """Defence strengths together, before terrain."""
        if self._changed:
            return sum([self.defense(state, unit) for unit in units])
        table, lost = self._defense, state.lost
        return sum([table[unit][lost[unit]] for unit in units])

    def allowance(self, state: Position, unit: int) -> int:
        """Movement allowance; where action points are spent, what is left of it now."""
        points, marches = self._movement[unit][state.lost[unit]], self._marches
        changes = marches.in_force(state, unit) if marches else 0
        if marches is not None and changes:
            points = self._marched(marches, state, unit, points, changes)
        return points if self._points is None else self._points.bounded(state, unit, points)

    def _marched(
        self, marches: Allowances, state: Position, unit: int, points: int, changes: int
    ) -> int:
        """An allowance with what changes it."""
        key = (unit, points, changes)
        marched = self._changed_marches.get(key)
        if marched is None:
            marched = int(marches.now(state, unit, Fraction(points, self._scale)) * self._scale)
            if marches.settled:
                self._changed_marches[key] = marched
        return marched

    def unmodified_attack(self, state: Position, unit: int) -> Strength:
        """Attack strength of the side of the counter that shows, whatever befalls the unit.

        Units that support the attacks of others (``combat.attackers.support``) have none.
        """
        if self._support and self._support(state) >> unit & 1:
            return 0
        strength = self._attack[unit][state.lost[unit]]
        return self._untried.attack(state, unit, strength) if self._untried else strength

    def unmodified_defense(self, state: Position, unit: int) -> Strength:
        """Defence strength of the side of the counter that shows, whatever befalls the unit."""
        strength = self._defense[unit][state.lost[unit]]
        return self._untried.defense(state, unit, strength) if self._untried else strength

    def printed_allowance(self, state: Position, unit: int) -> int:
        """Allowance as printed on the side of the counter that shows."""
        return self._movement[unit][state.lost[unit]]

    def most_movement(self, unit: int) -> int:
        """Allowance as printed, at full strength."""
        return self._movement[unit][0]


def _unchanged(value: str) -> bool:
    return False


def strengths_count(game: ResolvedGame) -> bool:
    """Whether the printed attack and defence count: as combat has it; in a game without combat
    where any are printed, for its fire.
    """
    combat = game.section(Combat)
    if combat is not None:
        return combat.strength == "printed"
    counters = game[Units].counters.values()
    return any(step.attack or step.defense for unit in counters for step in unit.steps)
