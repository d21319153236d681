"""The verb ``exchange`` of results: one side is lost, the other pays at least as much.

What each side is worth is reckoned before any unit is lost: in units, steps, printed strengths or
those of this battle. From that come what each step pays and what is owed
(:class:`ExchangeRules`). Debts are then settled one after the other (:class:`PendingExchange`),
because what the second side owes may depend on what the first has paid. Last, the verb itself, what
a forecast says of it, and its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.engine.task import OneUnit, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.odds import OddsRules
from hexwar.rules.elimination import LossRules, StepLossRules
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.programs import (
    Parties,
    concerned,
)
from hexwar.rules.language.wording import Names, either, number
from hexwar.rules.losses.section import AsLost, Exchange
from hexwar.rules.units.rules import Strength
from hexwar.rules.values import UnitValues

Due = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int, int]
"""The first fields of a :class:`PendingExchange`: units, what their steps pay, what is owed, parts
of a point in which both are counted."""


class Worth(NamedTuple):
    """What a side of a battle is worth: together, and what each unit pays with each step left.

    Together may be more than the units alone: what is added to the strength of all is added once.
    """

    together: Strength
    alone: tuple[tuple[Strength, ...], ...]


class ExchangeRules:
    """Which units are lost in an exchange, what the others owe, and what units are worth in it."""

    def __init__(self, losses: LossRules, odds: OddsRules, values: UnitValues) -> None:
        self._losses = losses
        self._odds = odds
        self._values = values

    def exchange(
        self, state: Position, parties: Parties, exchange: Exchange
    ) -> PendingExchange | None:
        """Carry out what leaves no choice; answers with what is left to pay, if any unit is there
        to pay it.
        """
        attackers, _ = concerned(state, parties, "attacker")
        defenders, _ = concerned(state, parties, "defender")
        attacking = self._worth(state, parties, exchange, attackers, "attacker")
        defending = self._worth(state, parties, exchange, defenders, "defender")
        losing, paying = (defenders, defending), (attackers, attacking)
        # Where both are equal the defender is lost.
        attackers_are_weaker = attacking.together < defending.together
        if exchange.least == "attacker" or (exchange.least == "weaker" and attackers_are_weaker):
            losing, paying = paying, losing
        units, worth = losing
        owed = worth.together * exchange.loses
        dues: list[Due] = []
        if exchange.loses < 1 and units and owed > 0:
            dues.append(_due(units, worth, owed, exchange.in_units))
        elif exchange.loses == 1:
            for unit in units:
                self._losses.eliminate(state, unit)
        if paying[0] and owed > 0:
            dues.append(_due(*paying, owed * exchange.share, exchange.in_units))
        if not dues:
            return None
        as_lost = isinstance(exchange.pays, AsLost) and exchange.loses < 1
        pays = exchange.share.as_integer_ratio() if as_lost else ()
        first, *later = dues
        return PendingExchange(*first, tuple(later), exchange.in_units, pays)

    def _worth(
        self, state: Position, parties: Parties, exchange: Exchange, units: Sequence[int], who: str
    ) -> Worth:
        """Units, steps, printed strengths, or strengths as this battle reckons them."""
        steps_left = [self._losses.forces.steps_left(state, unit) for unit in units]
        if exchange.measure == "units":
            return Worth(len(units), tuple((1, *(0,) * (steps - 1)) for steps in steps_left))
        if exchange.measure == "steps":
            return Worth(sum(steps_left), tuple((1,) * steps for steps in steps_left))
        # For each unit the strengths of the steps that it has left, the one that shows first.
        printed: list[list[Strength]] = [
            [attack if who == "attacker" else defense for attack, defense in steps]
            for steps in (self._values.by_steps(unit)[state.lost[unit] :] for unit in units)
        ]
        full = [steps[0] for steps in printed]
        together: Strength = sum(full)
        if exchange.strength == "current":
            together = self._strength_in_battle(state, parties, units, who)
            full = [self._strength_in_battle(state, parties, (unit,), who) for unit in units]
        return Worth(together, tuple(map(_paid_by_step, full, printed)))

    def _strength_in_battle(
        self, state: Position, parties: Parties, units: Sequence[int], who: str
    ) -> Strength:
        """The strength of some units of a side, as this battle reckons it."""
        attackers = units if who == "attacker" else parties.attackers
        defenders = units if who == "defender" else parties.defenders
        cell, *also = parties.hexes
        odds = self._odds.reckon(state, attackers, defenders, cell, also=also)
        return odds.attacker if who == "attacker" else odds.defender


def _due(units: tuple[int, ...], worth: Worth, owed: Strength, in_units: bool) -> Due:
    """What units owe, counted in parts of a point so small that all numbers are whole.

    Where they pay ``in_units``, as a whole, the next step of each pays all that it is worth.
    """
    pays = [(sum(steps), *[0] * (len(steps) - 1)) if in_units else steps for steps in worth.alone]
    points = [owed, *(step for steps in pays for step in steps)]
    parts = lcm(*(Fraction(point).denominator for point in points))
    whole = tuple(tuple(int(step * parts) for step in steps) for steps in pays)
    return units, whole, int(owed * parts), parts


def _paid_by_step(full: Strength, printed: Sequence[Strength]) -> tuple[Strength, ...]:
    """What each step of a unit pays: what its strength falls by, in proportion to the print."""
    falls = [shown - once_lost for shown, once_lost in pairwise((*printed, 0))]
    # Nothing is printed that steps could have shares of: the first step pays all.
    if not printed[0]:
        return (full, *(0 for _ in falls[1:]))
    return tuple(Fraction(full) * Fraction(fall) / Fraction(printed[0]) for fall in falls)


@dataclass(slots=True)
class PendingExchange(OneUnit):
    """Units of one side must pay ``owed`` with their steps: at least that, if they have it.

    ``worth``: by unit, what each step that it had when the exchange began pays, the first to be
    lost first. All is counted in as many ``parts`` of a point. ``then``: the units that pay after
    them. ``whole``: units are lost as a whole, and the first step pays for all. ``pays``: the share
    of what these have ``paid`` that is owed next, as numerator and denominator, if the next debt
    depends on that.
    """

    kind = "exchange_loss"
    decided_as = "loss"
    verb = "lose"
    units: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]
    owed: int
    parts: int
    then: tuple[Due, ...] = ()
    whole: bool = False
    pays: tuple[int, ...] = ()
    paid: int = 0

    def side(self, state: Position) -> int:
        """The owner."""
        return state.frame.unit_side[self.units[0]]

    def _payments(self, state: Position) -> dict[int, int]:
        """What the next step of each unit pays that may be chosen.

        A step that pays nothing is not asked for while others pay.
        """
        steps_left = state.rules[LossRules].forces.steps_left
        pays = {
            unit: steps[len(steps) - steps_left(state, unit)]
            for unit, steps in zip(self.units, self.worth, strict=True)
            if state.cells[unit]
        }
        return {unit: worth for unit, worth in pays.items() if worth > 0} or pays

    def settle(self, state: Position) -> bool:
        """No choice when all are lost, or one unit alone can pay."""
        paying = self._payments(state)
        if self.owed <= 0 or not paying:
            self._close(state, self.paid)
            return False
        # They cannot pay more than all they have, so that there is nothing to choose.
        steps_left = state.rules[LossRules].forces.steps_left
        all_they_have = sum(
            sum(steps[len(steps) - steps_left(state, unit) :])
            for unit, steps in zip(self.units, self.worth, strict=True)
            if state.cells[unit]
        )
        if all_they_have <= self.owed:
            self._close(state, self.paid + all_they_have)
            for unit in self.units:
                if state.cells[unit]:
                    state.rules[LossRules].eliminate(state, unit)
            return False
        if len(paying) > 1:
            return True
        self._pay(state, *paying)
        return False

    def _close(self, state: Position, paid: int) -> None:
        """All is paid, so much in total; others may have to pay next."""
        state.agenda.pop()
        if self.then:
            due = self.then[0]
            if self.pays:
                owed = Fraction(paid, self.parts) * Fraction(*self.pays)
                units, worth, _, parts = due
                # In finer parts, if what is owed is not a whole number of those used so far.
                finer = lcm(parts, owed.denominator) // parts
                steps = tuple(tuple(step * finer for step in steps) for steps in worth)
                due = units, steps, int(owed * parts * finer), parts * finer
            state.agenda.append(PendingExchange(*due, self.then[1:], self.whole))

    def _pay(self, state: Position, unit: int) -> None:
        """Let a unit lose its next step, or itself, for what that pays."""
        worth = self._payments(state)[unit]
        state.agenda[-1] = replace(self, owed=self.owed - worth, paid=self.paid + worth)
        if self.whole:
            state.rules[LossRules].eliminate(state, unit)
        else:
            state.rules[StepLossRules].lose(state, unit)

    def _among(self, state: Position) -> Sequence[int]:
        return list(self._payments(state))

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        loss = "lose" if self.whole else "lose a step"
        return f"Exchange, {self.still_owed} owed: choose a unit to {loss}: {', '.join(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        """Only units that pay something, as long as there are any."""
        name, names = state.frame.unit_ids[unit], either(self._names(state))
        message = f"{name} pays nothing in the exchange: choose {names}."
        return Violation(state.rules[LossRules].rule, message, "losses.exchange")

    @property
    def still_owed(self) -> str:
        """What is owed, in words."""
        return number(Fraction(self.owed, self.parts))

    def perform(self, state: Position, action: Action) -> None:
        """Lose a step of the unit chosen; go on while more is owed."""
        self._pay(state, state.frame.unit_index[action.units[0]])


def exchange_owed(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """What the step of a result leaves to pay."""
    return state.rules[ExchangeRules].exchange(state, parties, cast(Exchange, effect.said))


def forecast_exchange(telling: Forecast, state: Position, task: PendingExchange) -> None:
    """Which units may be chosen, and for how much."""
    for unit in task.units:
        telling.losers.setdefault(unit, task.units)
    names = either(action.units[0] for action in task.actions(state))
    telling.sentences.append(f"{names} is lost in exchange, {task.still_owed} in all at least.")


def exchange_in_words(effect: Effect, names: Names) -> str:
    """The step ``exchange``, as charts print it."""
    form = cast(Exchange, effect.said)
    loser = "the weaker side" if form.least == "weaker" else f"the {form.least}"
    is_lost = "is lost" if form.loses == 1 else f"loses {form.loses} of its worth"
    as_lost = isinstance(form.pays, AsLost)
    payment = f"as many {form.measure}{' as were lost' * as_lost}"
    if form.measure == "strength":
        payment = f"as much strength{' as was lost' * as_lost}"
        payment += f", as {'printed' if form.strength == 'printed' else 'reckoned'}"
    if form.paid == "units" != form.measure:
        payment += ", in whole units"
    payment = payment if form.share == 1 else f"{form.share} of {payment}"
    return f"{loser} {is_lost}, the other side loses at least {payment}"
