"""What units are worth now: strengths, allowances and named values, with all that changes them.

A value begins as printed for the steps that a unit still has; then comes what it has drawn
(``untried``), what its states change, what terrain or weather does to marches. Movement is reckoned
by itself (:class:`Allowances`), since it is rounded once at the end; :class:`NamedValues` are
values of the game's own, and :class:`UnitValues` are what rules ask. Most games change nothing:
each class finds that out once, and is then a look into a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import Position
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.by_unit import ByUnit, Change, reckoned
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import AllowanceModifier, Movement
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, Strength, plain
from hexwar.rules.units.section import StepValues, Units

if TYPE_CHECKING:
    from hexwar.rules.action_points import ActionPointRules
    from hexwar.rules.states.rules import StateRules
    from hexwar.rules.untried import UntriedRules


# What changes movement allowances: states, and ``movement.modifiers``, in one reckoning.
#
# Halved by supply, two points less in snow, at least one: whatever changes an allowance is reckoned
# together and rounded once at the end, as rules have it. Reckoning in fractions takes long, so that
# games in which nothing changes one never come here (`vary`).


HALF = Fraction(1, 2)
MANY = 4
"""Of more states that change allowances it is not worked out what all of them together leave."""


class Allowances:
    """Allowances in movement points, as they are now.

    ``vary``: whether anything changes one; a game of which that is not true need never ask.
    ``by_place``: whether what does may come and go while units of the same side move.
    ``settled``: whether the same changes come to the same for a unit at any time.
    """

    def __init__(self, section: Movement, selectors: Selectors, states: StateRules | None) -> None:
        self._modifiers = tuple(
            _Modifier(written, selectors) for written in section.modifiers.values()
        )
        self._states = states if states and states.changes("movement") else None
        self.vary = bool(self._modifiers or self._states)
        self.by_place = any(modifier.by_place for modifier in self._modifiers)
        self.settled = all(modifier.settled for modifier in self._modifiers)

    def in_force(self, state: Position, unit: int) -> int:
        """A bit for each state and modifier that changes a unit's allowance now."""
        changes = self._states.changing(state, unit, "movement") if self._states else 0
        for modifier in self._modifiers:
            changes = changes << 1 | modifier.fits(state, unit)
        return changes

    def least(self, points: Fraction) -> Fraction:
        """What is left of an allowance whatever befalls a unit; 0 if that takes long to tell."""
        changes = self._states.all_changes("movement") if self._states else ()
        if self._modifiers or len(changes) > MANY:
            return Fraction(0)
        # Any of them may be in force without the others.
        some = (
            several for count in range(len(changes) + 1) for several in combinations(changes, count)
        )
        return min(self._allowance_after(points, several, ()) for several in some)

    def now(self, state: Position, unit: int, points: Fraction) -> Fraction:
        """An allowance after all that changes it: whole movement points, rounded once."""
        states = self._states.held(state, unit, "movement") if self._states else ()
        return self._allowance_after(points, states, tuple(self._in_force(state, unit)))

    def _allowance_after(
        self, points: Fraction, states: Sequence[Change], held: Sequence[_Change]
    ) -> Fraction:
        """An allowance with all that changes it: reckoned, bounded, and rounded once."""
        changed = Fraction(reckoned([*states, *held], points))
        # Ceilings first: where one lies below a floor, the floor holds.
        highs = [modifier.at_most for modifier, *_ in held if modifier.at_most is not None]
        lows = [modifier.at_least for modifier, *_ in held if modifier.at_least is not None]
        changed = max(min([changed, *highs]), *lows, Fraction(0))
        if changed == points:
            return points
        # Rounded once, as the last of those in force has it.
        rounds = [modifier.round for modifier, *_ in held if modifier.round]
        rounding = rounds[-1] if rounds else "nearest"
        if rounding == "nearest":
            return Fraction(floor(changed + HALF))
        return Fraction(ceil(changed) if rounding == "up" else floor(changed))

    def titles(self, state: Position, unit: int) -> list[str]:
        """What the modifiers in force for a unit are called."""
        return [modifier.title for modifier, *_ in self._in_force(state, unit)]

    def _in_force(self, state: Position, unit: int) -> Iterator[_Change]:
        return (
            modifier.change(state, unit)
            for modifier in self._modifiers
            if modifier.fits(state, unit)
        )


class _Change(NamedTuple):
    """What a modifier does to the allowance of one unit."""

    form: AllowanceModifier
    set: Fraction | None
    add: Fraction | None
    multiply: Fraction | None


class _Modifier:
    """A modifier, and what it does to which units."""

    def __init__(self, modifier: AllowanceModifier, selectors: Selectors) -> None:
        self.fits = selectors.fits(modifier.only)
        self._form = modifier
        self._amounts: tuple[ByUnit[Fraction | None], ...] = tuple(
            ByUnit(amount, selectors) for amount in (modifier.set, modifier.add, modifier.multiply)
        )
        always = [amount.always for amount in self._amounts if amount.always is not None]
        self.settled = len(always) == len(self._amounts)
        self._by_unit = (
            [_Change(modifier, *amounts) for amounts in zip(*always, strict=True)]
            if self.settled
            else None
        )
        self.by_place = not (self.settled and isinstance(selectors.fitting(modifier.only), int))

    def change(self, state: Position, unit: int) -> _Change:
        """What it does to a unit now."""
        if self._by_unit is not None:
            return self._by_unit[unit]
        amounts = [amount.now(state, unit) for amount in self._amounts]
        return _Change(self._form, *amounts)


# What a counter is worth now: its printed values, its steps lost, its states.
#
# All code that needs a strength, an allowance or a value of the game's own asks here, and never the
# counter: steps lost, chits drawn, states and modifiers of the moment are all in it. What is asked
# most often is kept in tables by unit and step.


class NamedValues:
    """Values of a game's own (``units.values``); in a game without states as they are printed."""

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

    def __init__(
        self,
        forces: Forces,
        named: NamedValues,
        terrain: TerrainRules,
        movement: Movement,
        combat: Combat | None,
        states: StateRules | None,
        marches: Allowances,
        untried: UntriedRules | None,
        action_points: ActionPointRules | None,
        selectors: Selectors,
    ) -> None:
        self._named = named
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

    def by_name(self, state: Position, unit: int, name: str) -> Strength:
        """A value now, whatever it is called: the movement allowance in movement points, not scaled
        as it is elsewhere here; a strength, or a value of the game's own, as it is printed.
        """
        if name == "movement":
            return plain(Fraction(self.allowance(state, unit), self._scale))
        if name == "attack":
            return self.attack(state, unit)
        if name == "defense":
            return self.defense(state, unit)
        return self._named.number(state, unit, name)

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
            # An allowance with what changes it.
            key = (unit, points, changes)
            marched = self._changed_marches.get(key)
            if marched is None:
                marched = int(marches.now(state, unit, Fraction(points, self._scale)) * self._scale)
                if marches.settled:
                    self._changed_marches[key] = marched
            points = marched
        return points if self._points is None else self._points.bounded(state, unit, points)

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


def strengths_that_count(game: ResolvedGame) -> tuple[int, ...]:
    """The places of the strengths that are worth printing on a counter: those that any unit of the
    game has at any time (0: attack, or the only one; 1: defence).
    """
    return game.once("strengths_that_count", lambda: _strengths_that_count(game))


def _strengths_that_count(game: ResolvedGame) -> tuple[int, ...]:
    counters = game[Units].counters.values()
    steps = [step.strengths for unit in counters for step in unit.steps]
    most = max(map(len, steps), default=0)
    return tuple(
        place
        for place in range(most)
        if any(place < len(strengths) and strengths[place] for strengths in steps)
    )


def strengths_count(game: ResolvedGame) -> bool:
    """Whether the printed attack and defence count: as combat has it; in a game without combat
    where any are printed, for its fire. What is left out of the units counts 1, and is no print.
    """
    combat = game.section(Combat)
    if combat is not None:
        return combat.strength == "printed"
    counters = game[Units].counters.values()
    printed = (step for unit in counters for step in unit.steps if step != StepValues())
    return any(step.attack or step.defense for step in printed)
