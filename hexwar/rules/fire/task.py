"""The phase in which the units of a side fire, one after the other; what results of tables do.

A side fires until it says done or nobody is able to any more; each unit so often as `most` allows.
What the dice or the table decide is resolved before the next fire is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import ATTACKING, UNIT, Verb, where
from hexwar.engine.queries import FirePreview, FireRange, Status
from hexwar.engine.registry import Previewing
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask, Task
from hexwar.engine.violation import IllegalAction, Violation
from hexwar.rules.fire.choosing import (
    AT,
    ChoosingTarget,
    fire_at,
    preview_target,
    worth_of_target,
)
from hexwar.rules.fire.groups import Group, GroupFireRules, as_action
from hexwar.rules.fire.hits import HitRules
from hexwar.rules.fire.pools import FIRED, FIRED_IN_PHASE, times_fired
from hexwar.rules.fire.resolution import FireResult
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.section import CHOSEN, Fire, Strike
from hexwar.rules.language.programs import Parties, chosen
from hexwar.rules.language.wording import Names, every, several
from hexwar.rules.units.rules import Forces

DONE = Action("done")

TOGETHER = 1 / 4
"""So often a group fires, where choices are drawn at random and one may."""


@dataclass(slots=True)
class FirePhase(PhaseTask):
    """The choice of a side in its phase of fire: ``fire HEX by UNIT UNIT`` or ``done``."""

    kind = "fire"

    def settle(self, state: Position) -> bool:
        """End the phase by itself when nobody can fire any more."""
        # Where nobody may fire alone some may yet fire together.
        if any(targets for _, targets in self._able(state)) or self._groups(state):
            return True
        return self.nothing_to_do(state)

    def _able(self, state: Position) -> Iterator[tuple[int, int]]:
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
        return list(rules.offered(state, [u for u in mine if not self._why_no_more(state, u)]))

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
        return rules.refuse("most", f"{name} has fired {several(most, 'time')} in this phase.")

    def decision(self, state: Position) -> Decision:
        """Fire: the units that can fire, the hexes that they can fire at."""
        able = dict(self._able(state))
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
        for unit, targets in self._able(state):
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
        units, cell = _named(state, action)
        # A fire may name any units of the side, whether the group is listed or not.
        refused = next(filter(None, (self._why_no_more(state, unit) for unit in units)), None)
        return refused or state.rules[GroupFireRules].why_not(state, units, cell)

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its target; now and then a group, or the end."""
        groups = self._groups(state)
        if groups and random.random() < TOGETHER:
            return as_action(state, groups[int(random.random() * len(groups))])
        able = list(self._able(state))
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
        units, cell = _named(state, action)
        fired = state.memory[FIRED_IN_PHASE]
        for unit in units:
            fired = fired.and_one(unit)
        state.remember(FIRED_IN_PHASE, fired)
        fire_at(state, units, cell)


def _named(state: Position, action: Action) -> Group:
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
    refused = state.rules[GroupFireRules].why_not(state, *_named(state, action))
    if refused is not None:
        raise IllegalAction(refused)
    return rules.preview(state, *_named(state, action))


def _preview_seen(state: Position, side: int, action: Action) -> FirePreview:
    return _preview(state.seen_by(state.frame.side_ids[side]), action)


def _worth(state: Position, side: int, action: Action) -> float:
    """A fire by what it takes from the enemy; to end the phase nothing."""
    if action.verb != "fire":
        return 0.0
    return state.rules[FireRules].worth_together(state, *_named(state, action))


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
    whose = f" of {names[strike.side]}" if strike.side else ""
    return f"a unit{whose} is struck with {strike.dice}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """How often a unit has fired in this turn."""
    times = times_fired(state, unit)
    if times:
        yield Status(f"has fired {several(times, 'time')}")


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
