"""The choice of those in a hex that an attack is made on (``combat.target: chosen``, ``some``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.queries import Preview
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.preview import preview_battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.stages import BattleStages
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.language.wording import column_named, every
from hexwar.rules.units.rules import mask_of

AIM = "aim"


LISTED = 4
"""Of so many defenders every party is listed; of more all, each one and each two."""


@dataclass(slots=True)
class Aiming(Task):
    """An attack has been announced: the attacker chooses whom it is made on."""

    kind = "aim"
    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]

    def settle(self, state: State) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: State) -> int:
        """The attacker."""
        return state.frame.unit_side[self.attackers[0]]

    def decision(self, state: State) -> Decision:
        """The units in the hexes."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        battle = Engagement(self.hexes, self.attackers, self.defenders)
        return Decision(
            side=state.frame.side_ids[self.side(state)],
            kind=self.kind,
            prompt=f"{battle.in_words(state.frame)}: choose whom.",
            units=tuple(ids[unit] for unit in self.defenders),
            hexes=tuple(number[cell] for cell in self.hexes),
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Those who may be attacked so, fewer first, in the order of the units file."""
        ids = state.frame.unit_ids
        for units in self._parties(state):
            if self._why_not(state, units) is None:
                yield Action(AIM, tuple(ids[unit] for unit in units))

    def _parties(self, state: State) -> Iterator[tuple[int, ...]]:
        many = len(self.defenders)
        several = state.rules[CombatRules].some
        sizes = (1, 2, many) if many > LISTED else range(1, many + 1)
        for size in sizes if several else (1,):
            yield from combinations(self.defenders, size)

    def _why_not(self, state: State, units: Sequence[int]) -> Violation | None:
        """Why an attack may not be on just these units of those that could be attacked."""
        combat, ids = state.rules[CombatRules], state.frame.unit_ids
        others = [ids[unit] for unit in units if unit not in self.defenders]
        if others:
            text = f"{others[0]} is not among the units to choose from."
            return combat.refuse("target", text)
        if len(units) > 1 and not combat.some:
            return combat.refuse("target", "An attack is on one unit.")
        missed = {*self.hexes} - {state.cells[unit] for unit in units}
        if missed:
            number = state.frame.board.number[min(missed)]
            return combat.refuse("target", f"Somebody in {number} is attacked as well.")
        target = Engagement(self.hexes, self.attackers, tuple(sorted(units))).target
        odds = combat.reckon(state, self.attackers, target)
        if odds.column is None:
            text = f"The table has no column for {combat.odds.describe(odds)}."
            return combat.refuse(combat.odds.beyond(odds), text)
        return None

    def explain(self, state: State, action: Action) -> Violation | None:
        """Only units that may be attacked so."""
        if action.verb != AIM:
            return state.out_of_turn(action)
        return self._why_not(state, [state.frame.unit_index[name] for name in action.units])

    def perform(self, state: State, action: Action) -> None:
        """Let the battle against those units go on."""
        state.agenda.pop()
        state.rules[BattleStages].go_on(state, self.against(state, action), "aim")

    def against(self, state: State, action: Action) -> Engagement:
        """The battle that a choice leads to."""
        units = tuple(sorted(state.frame.unit_index[name] for name in action.units))
        return Engagement(self.hexes, self.attackers, units)

    def in_the_open(self) -> int:
        """Whoever fights is seen."""
        return mask_of((*self.attackers, *self.defenders))


def aim(combat: CombatRules, state: State, battle: Engagement) -> Engagement | None:
    """The attack on those whom its side chooses; it is asked where there are several."""
    here = sorted(unit for cell in battle.hexes for unit in combat.defenders(state, cell))
    target = battle.target._replace(defenders=tuple(here))
    aims = combat.aiming.aims(state, battle.attackers, target, any_odds=combat.some)
    if len(aims) > len(battle.hexes):
        state.agenda.append(Aiming(battle.hexes, battle.attackers, aims))
        return None
    return battle._replace(defenders=aims or battle.defenders)


def preview_aim(state: State, action: Action) -> Preview:
    """The battle against one of the units."""
    task = state.agenda[-1]
    if not isinstance(task, Aiming):
        raise ValueError("no attack is announced")
    return preview_battle(state.rules[BattleRules], state, task.against(state, action))


def aim_line(action: Action, state: State) -> str:
    """A unit with the odds against it."""
    task = state.agenda[-1]
    if not isinstance(task, Aiming):
        return every(action.units)
    found = preview_aim(state, action)
    return f"{every(action.units)}: {found.odds}, {column_named(found.headings, found.column)}"
