"""The verb ``exchange``: one side is lost, the other pays at least as much, its owner choosing.

What each side is worth is reckoned before anybody is lost: in units, steps, printed strengths or
those of this battle. From that comes what each step pays, and what is owed. Debts are settled one
after the other by :class:`PendingExchange`, and what the second side owes may hang on what the
first has paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.engine.task import OneUnit, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.odds import OddsRules
from hexwar.rules.elimination.rules import LossRules, StepLossRules
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.programs import Parties, concerned
from hexwar.rules.language.wording import Names, either, number
from hexwar.rules.losses.section import AsLost, Exchange
from hexwar.rules.units.rules import Strength
from hexwar.rules.values.rules import UnitValues

Due = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], int, int]
"""The first fields of a :class:`PendingExchange`."""


class Worth(NamedTuple):
    """What a side of a battle is worth: together, and what each unit pays with each step left.

    Together may be more than the units alone: what is added to a strength, is added once.
    """

    together: Strength
    alone: tuple[tuple[Strength, ...], ...]


class ExchangeRules:
    """Who is lost in an exchange, what the others owe, and what units are worth in it."""

    __slots__ = ("_losses", "_odds", "_values")

    def __init__(self, losses: LossRules, odds: OddsRules, values: UnitValues) -> None:
        self._losses = losses
        self._odds = odds
        self._values = values

    def exchange(self, state: Position, parties: Parties, said: Exchange) -> PendingExchange | None:
        """Carry out what leaves no choice; what is left to pay, if anybody is there to pay it."""
        attackers, _ = concerned(state, parties, "attacker")
        defenders, _ = concerned(state, parties, "defender")
        sides = {
            "attacker": (attackers, self._worth(state, parties, said, attackers, "attacker")),
            "defender": (defenders, self._worth(state, parties, said, defenders, "defender")),
        }
        lost = "defender"
        # Of equals the defender is lost.
        weaker = sides["attacker"][1].together < sides[lost][1].together
        if said.least == "attacker" or (said.least == "weaker" and weaker):
            lost = "attacker"
        units, worth = sides[lost]
        payers, worth_of_payers = sides["attacker" if lost == "defender" else "defender"]
        owed = worth.together * said.loses
        due = (_owing(payers, worth_of_payers, owed * said.share),) if payers and owed > 0 else ()
        if said.loses < 1 and units and owed > 0:
            due = (_owing(units, worth, owed), *due)
        elif said.loses == 1:
            for unit in units:
                self._losses.eliminate(state, unit)
        if not due:
            return None
        as_lost = isinstance(said.pays, AsLost) and said.loses < 1
        pays = said.share.as_integer_ratio() if as_lost else ()
        return PendingExchange(*due[0], due[1:], said.in_units, pays)

    def _worth(
        self, state: Position, parties: Parties, said: Exchange, units: Sequence[int], who: str
    ) -> Worth:
        """What a side is worth; what is paid with whole units is the worth of their next step."""
        together, alone = self._by_step(state, parties, said, units, who)
        if said.in_units:
            alone = tuple((sum(steps), *(0 for _ in steps[1:])) for steps in alone)
        return Worth(together, alone)

    def _by_step(
        self, state: Position, parties: Parties, said: Exchange, units: Sequence[int], who: str
    ) -> Worth:
        """Units, steps, printed strengths, or strengths as this battle reckons them."""
        left = [self._losses.forces.steps_left(state, unit) for unit in units]
        if said.measure == "units":
            return Worth(len(units), tuple((1, *(0,) * (steps - 1)) for steps in left))
        if said.measure == "steps":
            return Worth(sum(left), tuple((1,) * steps for steps in left))
        printed = [self._printed(state, unit, who) for unit in units]
        full = [steps[0] for steps in printed]
        together: Strength = sum(full)
        if said.strength == "current":
            together = self._reckoned(state, parties, units, who)
            full = [self._reckoned(state, parties, (unit,), who) for unit in units]
        alone = tuple(map(_by_step, full, printed))
        return Worth(together, alone)

    def _printed(self, state: Position, unit: int, who: str) -> list[Strength]:
        """Printed strengths of the steps that a unit has left, the one that shows first."""
        steps = self._values.by_steps(unit)[state.lost[unit] :]
        return [attack if who == "attacker" else defense for attack, defense in steps]

    def _reckoned(
        self, state: Position, parties: Parties, units: Sequence[int], who: str
    ) -> Strength:
        attackers = units if who == "attacker" else parties.attackers
        defenders = units if who == "defender" else parties.defenders
        cell, *also = parties.hexes
        odds = self._odds.reckon(state, attackers, defenders, cell, also=also)
        return odds.attacker if who == "attacker" else odds.defender


def _owing(units: tuple[int, ...], worth: Worth, owed: Strength) -> Due:
    """What units owe, counted in such parts of a point that all is whole."""
    parts = lcm(*(Fraction(v).denominator for v in (owed, *sum(worth.alone, ()))))
    alone = tuple(tuple(int(step * parts) for step in steps) for steps in worth.alone)
    return units, alone, int(owed * parts), parts


def _owing_as_lost(due: Due, owed: Fraction) -> Due:
    """The same units, owing something else."""
    units, worth, _, parts = due
    # In finer parts, if what is owed is no whole number of those that were used so far.
    finer = lcm(parts, owed.denominator) // parts
    steps = tuple(tuple(step * finer for step in steps) for steps in worth)
    return units, steps, int(owed * parts * finer), parts * finer


def _by_step(full: Strength, printed: Sequence[Strength]) -> tuple[Strength, ...]:
    """What each step of a unit pays: what its strength falls by, in proportion to the print."""
    falls = [a - b for a, b in zip(printed, (*printed[1:], 0), strict=True)]
    # Nothing is printed of which steps could have shares: the first step pays all.
    if not printed[0]:
        return (full, *(0 for _ in falls[1:]))
    return tuple(Fraction(full) * Fraction(fall) / Fraction(printed[0]) for fall in falls)


@dataclass(slots=True)
class PendingExchange(OneUnit):
    """Units of one side must pay ``owed`` with their steps: at least that, if they have it.

    ``worth``: by unit, what each step that it had when the exchange began pays, the first to be
    lost first. All is counted in as many ``parts`` of a point. ``then``: who pays after them.
    ``whole``: units are lost as a whole, and the first step pays for all. ``pays``: the share of
    what these have ``paid`` that comes next, as numerator and denominator, if it hangs on that.
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

    def _paying(self, state: Position) -> dict[int, int]:
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

    def _left(self, state: Position) -> int:
        """What the units could still pay."""
        steps_left = state.rules[LossRules].forces.steps_left
        return sum(
            sum(steps[len(steps) - steps_left(state, unit) :])
            for unit, steps in zip(self.units, self.worth, strict=True)
            if state.cells[unit]
        )

    def settle(self, state: Position) -> bool:
        """No choice when all are lost, or one unit alone can pay."""
        paying = self._paying(state)
        if self.owed <= 0 or not paying:
            self._close(state, self.paid)
            return False
        # They cannot pay more than all they have, so that there is nothing to choose.
        if (left := self._left(state)) <= self.owed:
            self._close(state, self.paid + left)
            for unit in self.units:
                if state.cells[unit]:
                    state.rules[LossRules].eliminate(state, unit)
            return False
        if len(paying) > 1:
            return True
        self._pay(state, *paying)
        return False

    def _close(self, state: Position, paid: int) -> None:
        """All is paid, so much; others may have to."""
        state.agenda.pop()
        if self.then:
            due = self.then[0]
            if self.pays:
                lost = Fraction(paid, self.parts) * Fraction(*self.pays)
                due = _owing_as_lost(due, lost)
            state.agenda.append(PendingExchange(*due, self.then[1:], self.whole))

    def _pay(self, state: Position, unit: int) -> None:
        worth = self._paying(state)[unit]
        state.agenda[-1] = replace(self, owed=self.owed - worth, paid=self.paid + worth)
        if self.whole:
            state.rules[LossRules].eliminate(state, unit)
        else:
            state.rules[StepLossRules].lose(state, unit)

    def _among(self, state: Position) -> Sequence[int]:
        return list(self._paying(state))

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        what = "lose" if self.whole else "lose a step"
        return f"Exchange, {self.still_owed} owed: choose a unit to {what}: {', '.join(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        """Only units that pay something, while there are any."""
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
    """Who may be chosen, and for how much."""
    for unit in task.units:
        telling.losers.setdefault(unit, task.units)
    names = either(action.units[0] for action in task.actions(state))
    telling.sentences.append(f"{names} is lost in exchange, {task.still_owed} in all at least.")


def exchange_in_words(effect: Effect, names: Names) -> str:
    """The step, as charts print it."""
    form = cast(Exchange, effect.said)
    lost = "the weaker side" if form.least == "weaker" else f"the {form.least}"
    is_lost = "is lost" if form.loses == 1 else f"loses {form.loses} of its worth"
    as_lost = isinstance(form.pays, AsLost)
    what = f"as many {form.measure}{' as were lost' * as_lost}"
    if form.measure == "strength":
        what = f"as much strength{' as was lost' * as_lost}"
        what += f", as {'printed' if form.strength == 'printed' else 'reckoned'}"
    if form.paid == "units" != form.measure:
        what += ", in whole units"
    what = what if form.share == 1 else f"{form.share} of {what}"
    return f"{lost} {is_lost}, the other side loses at least {what}"
