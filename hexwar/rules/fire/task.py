"""The phase in which the units of a side fire, one after the other; what results of tables do.

A side fires until it says done or no unit is able to; each unit as often as `most` allows. What the
dice or the table decide is resolved before the next fire is chosen. In this order: which unit in a
hex is fired at, which units fire together, the phase itself, the steps of results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import cast

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import Effect
from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.notation import ATTACKING, UNIT, Verb, where
from hexwar.engine.queries import FirePreview, FireRange, Status
from hexwar.engine.registry import Previewing
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.task import OneUnit, PhaseTask, Task
from hexwar.engine.violation import IllegalAction, Violation
from hexwar.rules.fire.pools import FIRED, FIRED_IN_PHASE, Measures, times_fired
from hexwar.rules.fire.resolution import FireResult, HitRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.section import ADJACENT, ANYWHERE, CHOSEN, Fire, Strike
from hexwar.rules.language.programs import Parties, chosen
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, either, every, several, times
from hexwar.rules.units.rules import Forces, mask_of

# The choice of a target among several in a hex that is fired at (``fire.target: chosen``).
#
# `fire_at` is where every fire begins, in any phase: units that are exposed by it are turned up,
# the target is chosen if there is a choice, and then it is resolved.


AT = "shoot"


@dataclass(slots=True)
class ChoosingTarget(OneUnit):
    """Units fire at a hex: their side chooses the target there."""

    kind = "fire_target"
    verb = AT
    units: tuple[int, ...]
    cell: int

    def _among(self, state: Position) -> list[int]:
        return state.rules[FireRules].targets_in(state, self.units, self.cell)

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        ids, number = state.frame.unit_ids, state.frame.board.number[self.cell]
        who, fire = every(ids[unit] for unit in self.units), "fire" if self.units[1:] else "fires"
        return f"{who} {fire} at {number}: choose {either(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        """Only units of the hex that may be fired at."""
        text = f"{state.frame.unit_ids[unit]} is not among the units to choose from."
        return state.rules[FireRules].refuse("target", text)

    def settle(self, state: Position) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: Position) -> int:
        """The side that fires."""
        return state.frame.unit_side[self.units[0]]

    def perform(self, state: Position, action: Action) -> None:
        """Fire at it."""
        state.agenda.pop()
        target = state.frame.unit_index[action.units[0]]
        state.rules[FireRules].resolve(state, self.units, self.cell, target)


def fire_at(state: Position, units: tuple[int, ...], cell: int) -> None:
    """Let a unit, or several together, fire at a hex, where the fire is legal: at the target that
    its side chooses, if there are several and the game lets it. What is left of it is put on the
    agenda.
    """
    rules, hooks = state.rules[FireRules], state.rules.hooks
    firers = units
    if hooks.exposes:
        for hook in hooks.exposes:
            hook(state, mask_of(units), cell)
        # Some of those turned up were nothing, and are off the map; so may be the targets.
        firers = tuple([unit for unit in units if state.cells[unit]])
        if not firers or not rules.volleys(state, firers, cell):
            # Effects are judged, and hooks called, after a fire that came to nothing as well.
            state.battle_ended()
            return
    if rules.section.target == CHOSEN and len(rules.targets_in(state, firers, cell)) > 1:
        state.agenda.append(ChoosingTarget(firers, cell))
    else:
        rules.resolve(state, firers, cell)


def preview_target(state: Position, action: Action) -> FirePreview:
    """The fire at one of the units."""
    task, target = state.agenda[-1], state.frame.unit_index[action.units[0]]
    if not isinstance(task, ChoosingTarget):
        raise ValueError("nobody fires")
    return state.rules[FireRules].preview(state, task.units, task.cell, target)


def worth_of_target(state: Position, side: int, action: Action) -> float:
    """What the fire at one of the units is worth."""
    task, target = state.agenda[-1], state.frame.unit_index[action.units[0]]
    if not isinstance(task, ChoosingTarget):
        return 0.0
    return state.rules[FireRules].worth_together(state, task.units, task.cell, target)


# Several units that fire together: which may, and which groups are offered.
#
# Any units that stand as the section says (in one hex, next to each other, anywhere) may fire
# together if each reaches the hex; of the many groups that this allows only the largest of each
# place is listed.


Group = tuple[tuple[int, ...], int]
"""Units, and the cell that they fire at."""


def as_action(state: Position, group: Group) -> Action:
    """The fire of a group."""
    ids, (units, cell) = state.frame.unit_ids, group
    return Action("fire", tuple([ids[unit] for unit in units]), (state.frame.board.number[cell],))


class GroupFireRules:
    """Fire of several units at once: ``together`` of the section, if it has one."""

    def __init__(
        self, frame: Frame, section: Fire, forces: Forces, measures: Measures, fire: FireRules
    ) -> None:
        self.said = section.together
        self._board, self._forces, self._fire = frame.board, forces, fire
        self._fits = measures.fits(section.together.only if section.together else None)

    def why_not(self, state: Position, units: Sequence[int], cell: int) -> Violation | None:
        """Why units may not fire together at a hex; ``None`` when they may."""
        if len(units) == 1:
            return self._fire.why_not(state, units[0], cell)
        together = self.said
        if together is None:
            return Violation("", "Units fire one by one: write fire HEX by UNIT.", "notation")
        ids = self._forces.ids
        for unit in units:
            if not self._fits(state, unit):
                return self._refuse(f"{ids[unit]} fires with no others.")
            refused = self._fire.why_not_in_volley(state, unit, cell)
            if refused is not None:
                return refused
        if together.most is not None and len(units) > together.most:
            return self._refuse(f"No more than {several(together.most, 'unit')} fire together.")
        if len(self._clusters(state, units)) != 1:
            placed = "next to each other" if together.where == ADJACENT else "in one hex"
            return self._refuse(f"{every(ids[unit] for unit in units)} do not stand {placed}.")
        # One unit in the hex that they may fire at together is enough.
        refusals = [
            self._fire.why_not_volley(state, volley)
            for volley in self._fire.volleys(state, units, cell)
        ]
        return refusals[0] if all(refusals) else None

    def _refuse(self, text: str) -> Violation:
        return self._fire.refuse("together", text)

    def _clusters(self, state: Position, units: Sequence[int]) -> list[list[int]]:
        """Units by where they stand, so that those of one cluster may fire together."""
        nearness = self.said.where if self.said else ANYWHERE
        if nearness == ANYWHERE:
            return [list(units)]
        board, cells = self._board, state.cells
        left = 0
        for unit in units:
            left |= board.bit[cells[unit]]
        clusters = []
        while left:
            # The lowest hex that is left, and then all that is connected with it.
            here = left & -left
            while nearness == ADJACENT and (grown := board.within(here, 1) & left) != here:
                here = grown
            left &= ~here
            clusters.append([unit for unit in units if board.bit[cells[unit]] & here])
        return clusters

    def offered(self, state: Position, units: Sequence[int]) -> Iterator[Group]:
        """The groups that are listed, of units that may fire now: at every hex the largest of each
        place. Others are legal too.
        """
        if self.said is None or len(units) < 2:
            return
        fitting = [unit for unit in units if self._fits(state, unit)]
        enemies = state.enemies_of(self._forces.side[units[0]])
        for cell in self._board.in_map_order(enemies):
            # Not whether each may fire alone: on a table the fractions of several add up.
            able = [
                unit for unit in fitting if self._fire.why_not_in_volley(state, unit, cell) is None
            ]
            if able[1:]:
                for cluster in self._clusters(state, able):
                    group = tuple(self._best_together(state, cluster, cell))
                    if group[1:] and self.why_not(state, group, cell) is None:
                        yield group, cell

    def _best_together(self, state: Position, units: list[int], cell: int) -> list[int]:
        """As many as may fire together, those whose fire is worth most, in the order given."""
        most = self.said.most if self.said else None
        if most is None or len(units) <= most:
            return units
        alone = self._fire.worth_alone
        best = set(sorted(units, key=lambda unit: -alone(state, unit, cell))[:most])
        return [unit for unit in units if unit in best]


TOGETHER = 1 / 4
"""How often a group fires, where choices are drawn at random and one may."""


@dataclass(slots=True)
class FirePhase(PhaseTask):
    """The choice of a side in its phase of fire: ``fire HEX by UNIT UNIT`` or ``done``."""

    kind = "fire"

    def settle(self, state: Position) -> bool:
        """End the phase by itself when no unit can fire."""
        # Where no unit may fire alone some may still fire together.
        if any(targets for _, targets in self._units_able(state)) or self._groups(state):
            return True
        return self.nothing_to_do(state)

    def _units_able(self, state: Position) -> Iterator[tuple[int, int]]:
        """Units that may fire, each with the mask of the hexes at which."""
        rules = state.rules[FireRules]
        for unit in state.rules[Forces].of_side[state.phase_side]:
            targets = 0 if self._why_no_more(state, unit) else rules.targets(state, unit)
            if targets:
                yield unit, targets

    def _groups(self, state: Position) -> list[Group]:
        """The groups that are listed."""
        rules = state.rules[GroupFireRules]
        if rules.said is None:
            return []
        mine = state.rules[Forces].of_side[state.phase_side]
        return list(
            rules.offered(state, [unit for unit in mine if not self._why_no_more(state, unit)])
        )

    def _why_no_more(self, state: Position, unit: int) -> Violation | None:
        """Why a unit does not fire in this phase, or not again."""
        rules = state.rules[FireRules]
        refused = rules.why_not_in_phase(state, unit)
        if refused is not None:
            return refused
        most = rules.section.most.phase
        if most is None or state.memory[FIRED_IN_PHASE].of(unit) < most:
            return None
        name = state.frame.unit_ids[unit]
        return rules.refuse("most", f"{name} has fired {times(most)} in this phase.")

    def decision(self, state: Position) -> Decision:
        """Fire: the units that can fire, the hexes that they can fire at."""
        able = dict(self._units_able(state))
        everywhere = 0
        for targets in able.values():
            everywhere |= targets
        return self.asks(
            state,
            "Fire at enemy units, or end the phase.",
            units=tuple(state.frame.unit_ids[unit] for unit in able),
            hexes=tuple(state.frame.board.numbers(everywhere)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, hexes in map order; groups hex by hex; then ``done``."""
        for unit, targets in self._units_able(state):
            for number in state.frame.board.numbers(targets):
                yield Action("fire", (state.frame.unit_ids[unit],), (number,))
        for group in self._groups(state):
            yield as_action(state, group)
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not fire there."""
        if action.verb == "done":
            return None
        if action.verb != "fire":
            return state.out_of_turn(action)
        units, cell = _parties_named(state, action)
        # A fire may name any units of the side, whether the group is listed or not.
        refused = next(filter(None, (self._why_no_more(state, unit) for unit in units)), None)
        return refused or state.rules[GroupFireRules].why_not(state, units, cell)

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its target; now and then a group, or the end."""
        groups = self._groups(state)
        if groups and random.random() < TOGETHER:
            return as_action(state, groups[int(random.random() * len(groups))])
        able = list(self._units_able(state))
        # To end the phase is drawn as one unit more.
        drawn = int(random.random() * (len(able) + 1))
        if drawn == len(able):
            return DONE
        unit, targets = able[drawn]
        board = state.frame.board
        number = board.number[board.draw(targets, random)]
        return Action("fire", (state.frame.unit_ids[unit],), (number,))

    def perform(self, state: Position, action: Action) -> None:
        """Resolve the fire, or end the phase."""
        if action.verb == "done":
            state.end_phase()
            return
        units, cell = _parties_named(state, action)
        fired = state.memory[FIRED_IN_PHASE]
        for unit in units:
            fired = fired.and_one(unit)
        state.remember(FIRED_IN_PHASE, fired)
        fire_at(state, units, cell)


def _parties_named(state: Position, action: Action) -> Group:
    index = state.frame.unit_index
    return tuple([index[name] for name in action.units]), state.frame.board.cell[action.hexes[0]]


def _fire(action: Action, state: Position) -> str:
    fire = "fire" if action.units[1:] else "fires"
    return f"{every(action.units)} {fire} at {action.hexes[-1]}"


def _preview(state: Position, action: Action) -> FirePreview:
    """The fire of any units at any hex; :class:`IllegalAction` if there could be none."""
    rules = state.rules.find(FireRules)
    if rules is None:
        raise IllegalAction(Violation("", "Nobody fires in this game.", "notation"))
    refused = state.rules[GroupFireRules].why_not(state, *_parties_named(state, action))
    if refused is not None:
        raise IllegalAction(refused)
    return rules.preview(state, *_parties_named(state, action))


def _preview_seen(state: Position, side: int, action: Action) -> FirePreview:
    return _preview(state.seen_by(state.frame.side_ids[side]), action)


def _worth(state: Position, side: int, action: Action) -> float:
    """A fire by what it takes from the enemy; to end the phase nothing."""
    if action.verb != "fire":
        return 0.0
    return state.rules[FireRules].worth_together(state, *_parties_named(state, action))


# -- results of tables ---------------------------------------------------------------------------


def _hits(state: Position, parties: Parties, effect: Effect) -> Task | None:
    for unit in parties.defenders:
        state.rules[HitRules].suffer(state, unit, effect.count or 1)
    return None


def _hits_in_words(effect: Effect, names: Names) -> str:
    return f"the target takes {several(effect.count or 1, 'hit')}"


def _strike(state: Position, parties: Parties, effect: Effect) -> Task | None:
    strike = cast("Strike", effect.said)
    state.rules[FireRules].strike(state, strike, chosen(state, parties, strike.only))
    return None


def _strike_in_words(effect: Effect, names: Names) -> str:
    strike = cast("Strike", effect.said)
    whose = f" of {in_prose(names[strike.side])}" if strike.side else ""
    which = f" ({selected(strike.only, names)})" if strike.only is not None else ""
    return f"a unit{whose}{which} is struck with {strike.dice}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """How often a unit has fired in this turn."""
    fired = times_fired(state, unit)
    if fired:
        yield Status(f"has fired {times(fired)}")


def _range(state: Position, unit: int) -> FireRange | None:
    fire = state.rules.find(FireRules)
    return None if fire is None else fire.range_of(state, unit)


VERBS = {
    "fire": Verb(ATTACKING, "target", _fire, commits=True, does="fire at a hex"),
    AT: Verb(
        UNIT,
        "unit",
        commits=True,
        does="choose whom of a hex a unit fires at",
        needs=where(Fire, lambda fire: fire.target == CHOSEN),
    ),
}
PHASES = {"fire": FirePhase}
TASKS = {"fire_result": FireResult, "fire_target": ChoosingTarget}
SLOTS = (FIRED, FIRED_IN_PHASE)
STATUS = (_status,)
RESULTS = {"hits": _hits, "strike": _strike}
MEANINGS = {"hits": _hits_in_words, "strike": _strike_in_words}
PREVIEWS = {
    "fire": Previewing(_preview, _preview_seen, any_time=True),
    AT: Previewing(preview_target, lambda state, side, act: preview_target(state, act)),
}
WORTH = {"fire": _worth, "fire_target": worth_of_target}
ANSWERS = {"fire_range": _range}
