"""The verbs ``eliminate``, ``lose_steps`` and ``exchange`` of results, and what they let choose.

How units and steps are lost stands in the package ``elimination``, which others need as well; here
it carries results out, and they are put into words. In this order: ``exchange``, units that may not
stand alone, the condition ``lost``, and ``eliminate``, ``remove`` and ``lose_steps`` themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import NamedTuple, cast

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import Condition, Effect
from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import OneUnit, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.odds import OddsRules
from hexwar.rules.elimination import LossRules, PendingStepLosses, StepLossRules
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.conditions import (
    Conditions,
    Foresight,
    Measure,
    Prospect,
    Reached,
    how_many,
)
from hexwar.rules.language.programs import (
    Carried,
    ForUnit,
    Layout,
    Parties,
    concerned,
    meant,
    only_in_words,
    whom,
)
from hexwar.rules.language.section import ALONE, resulting
from hexwar.rules.language.selectors import Selectors, selected, value_shown
from hexwar.rules.language.wording import Names, called, either, in_words, number, several
from hexwar.rules.losses.section import AS_STRONG, Alone, AsLost, Boxes, Exchange, Losses, Rejoin
from hexwar.rules.units.rules import Forces, Strength, in_scenario, steps_missing
from hexwar.rules.values import UnitValues

# -- the verb ``exchange``: one side is lost, the other pays at least as much ----------------------

# What each side is worth is reckoned before any unit is lost: in units, steps, printed strengths or
# those of this battle. From that comes what each step pays, and what is owed. Debts are settled one
# after the other by :class:`PendingExchange`, and what the second side owes may depend on what the
# first has paid.


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
        first, *then = dues
        return PendingExchange(*first, tuple(then), exchange.in_units, pays)

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
    falls = [shown - then for shown, then in pairwise((*printed, 0))]
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
        left = sum(
            sum(steps[len(steps) - steps_left(state, unit) :])
            for unit, steps in zip(self.units, self.worth, strict=True)
            if state.cells[unit]
        )
        if left <= self.owed:
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


# -- units that may not stand beside an enemy alone: leaders whose men are gone --------------------

# Whenever a unit has moved, and after every battle, units that are alone beside an enemy are looked
# for. What the game says becomes of them is a program like that of a result, carried out for each.


class AloneRules:
    """Which units stand alone beside an enemy, and with which a unit is put."""

    def __init__(
        self,
        frame: Frame,
        section: Losses,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self.form: Alone | None = section.alone
        does = self.form.does if self.form else ()
        self.steps = Layout(selectors, conditions).steps(does)
        self._forces, self._selectors = forces, selectors
        self._only = selectors.mask(self.form.only) if self.form else None
        self._map, self._number = frame.map, frame.board.number
        self._rule = section.cite.get("alone", "")

    def concerned_at(self, moment: str) -> bool:
        """Whether the game says anything of units that are left alone."""
        return self.form is not None

    def did(self, state: Position, deed: str, units: int) -> None:
        """A unit has moved in a movement phase: some unit may be alone now."""
        if deed == "moved":
            self.battle_ends(state)

    def battle_ends(self, state: Position) -> None:
        """Ask what becomes of the units that stand alone beside an enemy."""
        for unit in self.alone(state):
            # From the last of the units file to the first, so that the first lies on top and is
            # settled first.
            state.agenda.append(LeftAlone(unit))

    def alone(self, state: Position) -> list[int]:
        """The units that stand alone beside an enemy, the last of the units file first."""
        if self._only is None:
            return []
        cells, alone = state.cells, []
        may_be_left = self._only(state)
        for side, mine in enumerate(self._forces.mask_of_side):
            if not may_be_left & mine:
                continue
            beside = state.beside_enemies(side)
            with_others = {cells[unit] for unit in bits(mine & ~may_be_left)}
            exposed = [unit for unit in bits(may_be_left & mine) if beside >> cells[unit] & 1]
            alone += [unit for unit in exposed if cells[unit] not in with_others]
        return sorted(alone, reverse=True)

    def rejoin(self, state: Position, unit: int, terms: Rejoin) -> None:
        """Put a unit with the nearest of its side, or remove it if there is none."""
        mine, cells = self._forces.mask_of_side[self._forces.side[unit]], state.cells
        others = self._selectors.mask(terms.only)(state) & mine & ~(1 << unit)
        if terms.only is None and self._only is not None:
            others &= ~self._only(state)
        origin, far = self._number[cells[unit]], dict[int, int]()
        for cell in dict.fromkeys(cells[other] for other in bits(others)):
            if cell != cells[unit]:
                hexes = self._map.distance(origin, self._number[cell])
                if terms.within is None or hexes <= terms.within:
                    far[cell] = hexes
        goal = min(far, key=far.__getitem__, default=None)
        if goal is None:
            state.rules[LossRules].eliminate(state, unit)
            return
        state.place(unit, goal)
        if state.events is not None:
            name, number = self._forces.ids[unit], self._number[goal]
            text = f"{name} is put with the nearest of its side, in {number}."
            state.tell("rejoined", self._rule, text, unit=name, hex=number)


@dataclass(slots=True)
class LeftAlone(Carried):
    """What becomes of a unit that is left alone is carried out; ``step`` counts its steps."""

    kind = "left_alone"
    unit: int
    step: int = 0

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        rules = state.rules[AloneRules]
        # By now a unit may have joined it; but a program that has begun is carried out to its end.
        if rules.form is not None and (self.step or self.unit in rules.alone(state)):
            self.carry_out(state, ForUnit(self.unit))
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What becomes of the unit, laid out."""
        return state.rules[AloneRules].steps


def rejoin(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``rejoin``: for the unit that is rolled for, if it is still there."""
    for unit in parties.defenders:
        if state.cells[unit] and isinstance(effect.said, Rejoin):
            state.rules[AloneRules].rejoin(state, unit, effect.said)
    return None


def rejoin_in_words(effect: Effect, names: Names) -> str:
    """The step ``rejoin``, as charts print it."""
    rejoining = cast("Rejoin", effect.said)
    whom_it_joins = f" ({selected(rejoining.only, names)})" if rejoining.only is not None else ""
    near = f" within {several(rejoining.within, 'hex')}" if rejoining.within is not None else ""
    return f"the unit is put with the nearest of its side{whom_it_joins}{near}, or is eliminated"


# -- the measure ``lost``: what has been lost of some units, by a printed value --------------------

# What a unit has lost is what it showed when the scenario began, less what it shows now; a unit
# that is eliminated has lost all of it. The share is of what these units began with.


def lost(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """What is lost of the units of the scenario that fit, in whole points, rounded down."""
    losses = _losses(condition, frame, forces)
    return lambda state: int(losses(state)[0])


def share_lost(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share that is lost of what these units began with."""
    losses = _losses(condition, frame, forces)

    def reached(state: Position) -> Fraction:
        gone, began = losses(state)
        return gone / began if began else Fraction(0)

    return reached


def prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """What will have been lost of them, if they are all of one side."""
    frame, forces = foresight.frame, foresight.forces
    selectors, value = Selectors(frame, forces), str(asked.arguments["value"])
    units_known, missing = in_scenario(frame), steps_missing(frame)
    chosen = selectors.anywhere(asked.arguments["of"])
    could_fit = selectors.perhaps(asked.arguments["of"]) & units_known
    printed = [
        [float(value_shown(selectors, unit, step, value)) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    begins = [steps[gone] for steps, gone in zip(printed, missing, strict=True)]

    def left(state: Position, unit: int) -> float:
        return 0.0 if state.eliminated >> unit & 1 else printed[unit][state.lost[unit]]

    def gone_so_far(state: Position) -> float:
        units = bits(chosen(state) & units_known)
        return sum([max(0.0, begins[unit] - left(state, unit)) for unit in units])

    # For units of several sides, it is taken to be the losses of the first.
    side = min((forces.side[unit] for unit in bits(could_fit)), default=0)
    whole = sum(begins[unit] for unit in bits(could_fit))
    return foresight.lost(side, gone_so_far, whole, could_fit.bit_count())


def _losses(
    condition: Condition, frame: Frame, forces: Forces
) -> Callable[[Position], tuple[Fraction, Fraction]]:
    """A function of a state: what is lost of some units, and what they began with."""
    given, units_known = condition.arguments, in_scenario(frame)
    selectors = Selectors(frame, forces)
    chosen, value = selectors.anywhere(given["of"]), str(given["value"])
    shown = [
        [Fraction(value_shown(selectors, unit, step, value)) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    # Whole numbers add up many times faster than fractions; most values are whole.
    parts = lcm(*(value.denominator for steps in shown for value in steps))
    printed = [[int(value * parts) for value in steps] for steps in shown]
    begins = [steps[gone] for steps, gone in zip(printed, steps_missing(frame), strict=True)]

    def measure(state: Position) -> tuple[Fraction, Fraction]:
        gone = began = 0
        for unit in bits(chosen(state) & units_known):
            is_out = state.eliminated >> unit & 1
            began += begins[unit]
            gone += max(0, begins[unit] - (0 if is_out else printed[unit][state.lost[unit]]))
        return Fraction(gone, parts), Fraction(began, parts)

    return measure


def lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """``at least 1/2 of the attack of (foot, red) is lost``, or ``of Red``."""
    return f"{how_many(condition, names)} of the {one_lost(condition, names)} is lost"


def one_lost(condition: Condition, names: Mapping[str, str]) -> str:
    """What is lost: ``attack of (foot, red)``, or ``of Red``."""
    given = condition.arguments
    keys = dict(given["of"].said())
    sides = [in_prose(names[side]) for side in keys.get("side", ()) if side in names]
    whose = sides[0] if len(keys) == len(sides) == 1 else f"({selected(given['of'], names)})"
    return f"{in_words(str(given['value']))} of {whose}"


# -- the verbs ``eliminate``, ``remove`` and ``lose_steps``, and what the package brings ---------


def _eliminate(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verbs ``eliminate`` and ``remove``: the units meant are owed as a loss."""
    present, enemy = meant(state, parties, effect.who, effect.only)
    return state.rules[LossRules].pending(present, effect, enemy) if present else None


def _lose_steps(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """The verb ``lose_steps``: at once where no side chooses, else what is owed."""
    present, enemy = meant(state, parties, effect.who, effect.only)
    steps = state.rules[StepLossRules]
    if effect.who in ALONE:
        for unit in present:
            for _ in range(min(effect.count or 0, steps.forces.steps_left(state, unit))):
                steps.take_step(state, unit)
        return None
    if not present:
        return None
    steps_left = sum(steps.forces.steps_left(state, unit) for unit in present)
    chooser = enemy if effect.chooser == "enemy" else NOBODY
    count = steps_left if effect.said == AS_STRONG else effect.number(steps_left)
    owed = replace(steps.pending(present, count, effect.who), chooser=chooser)
    if effect.said != AS_STRONG:
        return owed
    # As many of the steps that may be lost as the attackers are strong.
    (cell, *also), attackers = parties.hexes, parties.attackers
    odds = state.rules[OddsRules].reckon(state, attackers, parties.defenders, cell, also=also)
    count = min(owed.count, int(odds.attacker))
    return replace(owed, count=count) if count else None


def _lose(action: Action, state: Position) -> str:
    """A choice of the unit that loses, as a line in a list."""
    name = action.units[0]
    task = None if state.is_over else state.agenda[-1]
    if not isinstance(task, PendingStepLosses):
        return f"Lose {name}"
    # An enemy that chooses knows what the counters of these units show, and no more.
    steps_left = state.rules[StepLossRules].forces.steps_left(state, state.frame.unit_index[name])
    is_last = steps_left == 1 and task.chooser == NOBODY
    return f"{name} loses {'its last' if is_last else 'a'} step"


def _eliminate_in_words(effect: Effect, names: Names) -> str:
    """The step ``eliminate``, as charts print it."""
    if effect.who in ALONE:
        return f"{whom(effect.who)} is eliminated"
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    if effect.count is None and effect.share == 1:
        return f"all units of the {effect.who}{only_in_words(effect)} are lost"
    return f"the {effect.who} loses {_how_many(effect, 'unit')}{only_in_words(effect)}{chooser}"


def _remove_in_words(effect: Effect, names: Names) -> str:
    """The step ``remove``, as charts print it, with the box of each side."""
    boxes_meant = cast(Boxes, effect.said)
    boxes = [called(names, "region", boxes_meant.name)] if boxes_meant.name else []
    boxes += [
        f"{called(names, 'region', name)} if they are of {names.get(side, side)}"
        for side, name in boxes_meant.by_side.items()
    ]
    box = either(boxes)
    if effect.who in ALONE:
        return f"the unit is removed to {box}"
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    who = f"{effect.who}{only_in_words(effect)}"
    return f"{_how_many(effect, 'unit')} of the {who} removed to {box}{chooser}"


def _lose_steps_in_words(effect: Effect, names: Names) -> str:
    """The step ``lose_steps``, as charts print it."""
    chooser = "" if effect.chooser == "owner" else ", chosen by the enemy"
    steps = "as many steps as the attackers are strong"
    if effect.said != AS_STRONG:
        steps = _how_many(effect, "step")
    return f"{whom(effect.who)} loses {steps}{only_in_words(effect)}{chooser}"


def _how_many(effect: Effect, what: str) -> str:
    """How many units or steps an effect takes: ``2 steps``, ``1/2 of the units``."""
    if effect.count is not None:
        return several(effect.count, what)
    return f"{'all' if effect.share == 1 else f'{effect.share} of the'} {what}s"


TASKS = {
    "exchange_loss": PendingExchange,
    "left_alone": LeftAlone,
}
MEASURES = {"lost": lost}
PROSPECTS = {"lost": prospect}
SHARES = {"lost": share_lost}
WORDINGS = {"lost": lost_in_words}
COUNTED = {"lost": one_lost}
RESULTS = {
    "eliminate": _eliminate,
    "remove": _eliminate,
    "lose_steps": _lose_steps,
    "exchange": exchange_owed,
    "rejoin": rejoin,
}
VERBS = {"lose": Verb(UNIT, "unit", _lose, needs=resulting(*RESULTS))}
MEANINGS = {
    "eliminate": _eliminate_in_words,
    "remove": _remove_in_words,
    "lose_steps": _lose_steps_in_words,
    "exchange": exchange_in_words,
    "rejoin": rejoin_in_words,
}
FORECASTS = {
    "exchange_loss": forecast_exchange,
}
HOOKS = {
    "did": (AloneRules, AloneRules.did),
    "battle_ends": (AloneRules, AloneRules.battle_ends),
}
