"""The choice of the unit in a hex that an attack is made on (``combat.target: chosen``)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.queries import Preview
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.commitments import CommitmentRules
from hexwar.rules.combat.parties import Engagement
from hexwar.rules.combat.preview import preview_battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.language.wording import column_named, every
from hexwar.rules.units.rules import mask_of

AIM = "aim"


@dataclass(slots=True)
class Aiming(Task):
    """An attack on a hex has been announced: the attacker chooses whom it is made on."""

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
        """The units in the hex."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        attack = "attack" if len(self.attackers) > 1 else "attacks"
        names, hexes = every(ids[unit] for unit in self.attackers), number[self.hexes[0]]
        return Decision(
            side=state.frame.side_ids[self.side(state)],
            kind=self.kind,
            prompt=f"{names} {attack} in {hexes}: choose whom.",
            units=tuple(ids[unit] for unit in self.defenders),
            hexes=(hexes,),
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Unit by unit, in the order of the units file."""
        return (Action(AIM, (state.frame.unit_ids[unit],)) for unit in self.defenders)

    def explain(self, state: State, action: Action) -> Violation | None:
        """Only units of the hex that may be attacked so."""
        if action.verb != AIM:
            return state.out_of_turn(action)
        if state.frame.unit_index[action.units[0]] in self.defenders:
            return None
        text = f"{action.units[0]} is not among the units to choose from."
        return state.rules[CombatRules].refuse("target", text)

    def sample(self, state: State, random: Random) -> Action:
        """One of them, each as likely."""
        unit = self.defenders[int(random.random() * len(self.defenders))]
        return Action(AIM, (state.frame.unit_ids[unit],))

    def perform(self, state: State, action: Action) -> None:
        """Fight the battle against that unit."""
        state.agenda.pop()
        state.rules[CommitmentRules].fight(state, self.against(state, action))

    def against(self, state: State, action: Action) -> Engagement:
        """The battle that a choice leads to."""
        return Engagement(self.hexes, self.attackers, (state.frame.unit_index[action.units[0]],))

    def in_the_open(self) -> int:
        """Whoever fights is seen."""
        return mask_of((*self.attackers, *self.defenders))


def attack(state: State, battle: Engagement) -> None:
    """Fight a legal attack, on the unit that its side chooses where the game lets it."""
    combat = state.rules[CombatRules]
    if combat.chosen:
        target = battle.target._replace(defenders=combat.defenders(state, battle.hexes[0]))
        aims = combat.aiming.aims(state, battle.attackers, target)
        if len(aims) > 1:
            state.agenda.append(Aiming(battle.hexes, battle.attackers, aims))
            return
    state.rules[CommitmentRules].fight(state, battle)


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
        return action.units[0]
    found = preview_aim(state, action)
    return f"{action.units[0]}: {found.odds}, {column_named(found.headings, found.column)}"
