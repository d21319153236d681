"""A combat phase: attacks one by one, each resolved before the next, or all declared first.

The phase itself decides nothing about attacks: which there are, which are refused and what they
lead to stands in ``rules``, ``attacks`` and ``stages``. It asks the side whose phase it is, keeps
it to what it must attack, and ends by itself when nothing is left that could be attacked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import ATTACKING_MANY, BARE, NAMED, UNIT, UNITS, Verb, where
from hexwar.engine.registry import Patching, Previewing
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat import back, choices
from hexwar.rules.combat.attacks import AutomaticAttacks, RefusalRules, SeveralRules, engagement
from hexwar.rules.combat.battle import Battle, BattleRules
from hexwar.rules.combat.commitments import (
    CommitmentRules,
    Commitments,
    announced,
    commit_line,
    preview_commitment,
    worth_of_commitment,
)
from hexwar.rules.combat.declared import DECLARED, BattleOrder, DeclaringRules, declared
from hexwar.rules.combat.kinds import both_in_force, patches_of_battles
from hexwar.rules.combat.obligations import OWED, STACKS, MandatoryRules
from hexwar.rules.combat.preview import preview_attack, preview_seen
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.combat.stages import Announced, BattleStages
from hexwar.rules.combat.targets import FOUGHT, Target
from hexwar.rules.language.branches import resulting
from hexwar.rules.language.wording import every
from hexwar.rules.language.wording import several as so_many

DONE = Action("done")

SEVERAL_AT_ONCE = 1 / 4
"""So often an attack is on several hexes, where choices are drawn at random and it may be."""

TAKEN_BACK = 1 / 8
"""So often a battle that is declared is taken back where choices are drawn at random."""


@dataclass(slots=True)
class CombatPhase(PhaseTask):
    """The choice of a side in its combat phase: ``attack`` or ``done``.

    Where all battles are declared first, ``attack`` declares one and ``withdraw`` takes it back.
    """

    kind = "combat"

    def begin(self, state: Position) -> None:
        """See who must attack, and who must be attacked."""
        state.rules[MandatoryRules].begin(state)

    def settle(self, state: Position) -> bool:
        """End the phase by itself when no attack is left."""
        battles, rolling = state.memory[DECLARED]
        if rolling:
            self._end(state, nothing_to_do=False)
            return False
        if battles or state.rules[CombatRules].any_target(state, state.phase_side):
            return True
        # That a phase ended by itself would tell that whoever hides has nobody to attack.
        if state.hides(state.phase_side):
            return True
        self._end(state, nothing_to_do=True)
        return False

    def _end(self, state: Position, *, nothing_to_do: bool) -> None:
        if state.rules[MandatoryRules].close(state):
            # The phase ends when they have retreated; nobody attacks any more.
            state.remember(DECLARED, state.memory[DECLARED]._replace(rolling=1))
        else:
            state.end_phase(nothing_to_do=nothing_to_do)

    def decision(self, state: Position) -> Decision:
        """Combat: the units that can still attack, the hexes they can attack."""
        targets = state.rules[CombatRules].targets(state, state.phase_side)
        able = {unit for target in targets.values() for group in target.groups for unit in group}
        mandatory = state.rules[MandatoryRules]
        owed = mandatory.can_be_met(state)
        first, battles = state.rules[DeclaringRules].all_first, declared(state)
        beside = not state.resolved.has("bombardment")
        attacking = "Attack adjacent enemy units" if beside else "Attack enemy units"
        prompt = "Declare attacks" if first else attacking
        prompt += f": {mandatory.in_words(state, owed)}." if any(owed) else ", or end the phase."
        if battles and not any(owed):
            fights = so_many(len(battles), "battle") if len(battles) > 1 else "battle"
            prompt = f"Declare more attacks, or fight the {fights}."
        return self.asks(
            state,
            prompt,
            units=tuple(state.frame.unit_ids[unit] for unit in sorted(able)),
            hexes=tuple(state.frame.board.number[cell] for cell in targets),
            may_decline=not any(owed),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Attacks target by target, smaller forces first; what can be taken back; ``done``."""
        rules, mandatory = state.rules[CombatRules], state.rules[MandatoryRules]
        for target in rules.targets(state, state.phase_side).values():
            for force in rules.forces_for(state, target):
                if not mandatory.spoils(state, force, target.hexes):
                    yield _attack(state, target, force)
        for target, force in state.rules[SeveralRules].listed(state, state.phase_side):
            if not mandatory.spoils(state, force, target.hexes):
                yield _attack(state, target, force)
        yield from state.rules[DeclaringRules].actions(state, "withdraw")
        if not any(mandatory.can_be_met(state)):
            yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why an action is illegal in this phase."""
        if action.verb == "attack":
            return self._explain_attack(state, action)
        if action.verb == "done":
            return state.rules[MandatoryRules].why_not_done(state)
        declaring = state.rules[DeclaringRules]
        if action.verb == "withdraw" and declaring.all_first:
            return declaring.why_not(state, action)
        return state.out_of_turn(action)

    def _explain_attack(self, state: Position, action: Action) -> Violation | None:
        rules, frame = state.rules[RefusalRules], state.frame
        refused = state.rules[SeveralRules].why_not(action.hexes)
        refused = refused or rules.explain_attack(
            state, state.phase_side, action.units, action.hexes
        )
        if refused is not None:
            return refused
        force = tuple(frame.unit_index[name] for name in action.units)
        hexes = tuple(frame.board.cell[number] for number in action.hexes)
        return state.rules[MandatoryRules].why_not_this(state, force, hexes)

    def sample(self, state: Position, random: Random) -> Action:
        """A target drawn first, then a force: a listed one if the one drawn is not allowed.

        While there are obligations one of the listed actions, each as likely; now and then what
        is declared is taken back.
        """
        rules, battles = state.rules[CombatRules], state.memory[DECLARED].battles
        if battles and random.random() < TAKEN_BACK:
            listed = list(state.rules[DeclaringRules].actions(state, "withdraw"))
            return listed[int(random.random() * len(listed))]
        if rules.section.mandatory and any(state.rules[MandatoryRules].owed(state)):
            return Task.sample(self, state, random)
        several = state.rules[SeveralRules]
        if several.allowed and random.random() < SEVERAL_AT_ONCE:
            together = list(several.listed(state, state.phase_side))
            if together:
                return _attack(state, *together[int(random.random() * len(together))])
        cells = rules.target_cells(state, state.phase_side)
        # One more than there are targets: to end the phase is as likely as any of them.
        drawn = int(random.random() * (len(cells) + 1))
        target = None
        if drawn < len(cells):
            target = rules.target(state, state.phase_side, cells[drawn])
        if target is None:
            return DONE
        chosen = 1 + int(random.random() * ((1 << len(target.groups)) - 1))
        force = [
            unit
            for index, group in enumerate(target.groups)
            if chosen >> index & 1
            for unit in group
        ]
        force.sort()
        if not rules.may_attack(state, force, target):
            legal = rules.forces_for(state, target)
            return _attack(state, target, legal[int(random.random() * len(legal))])
        return _attack(state, target, tuple(force))

    def perform(self, state: Position, action: Action) -> None:
        """Carry out a legal action."""
        declaring = state.rules[DeclaringRules]
        if action.verb == "withdraw":
            taken_back = declaring.named(state, action)
            if taken_back is not None:
                declaring.withdraw(state, taken_back)
        elif action.verb == "attack":
            state.rules[BattleStages].go_on(state, engagement(state, action))
        elif declared(state):
            declaring.begin(state)
        else:
            self._end(state, nothing_to_do=False)


def _attack(state: Position, target: Target, force: tuple[int, ...]) -> Action:
    ids = state.frame.unit_ids
    number = state.frame.board.number
    hexes = tuple([number[cell] for cell in target.hexes])
    return Action("attack", tuple([ids[unit] for unit in force]), hexes)


def _taken_back(action: Action, state: Position) -> str:
    return f"Take back: {every(action.units)} against {every(action.hexes)}"


def _fought(action: Action, state: Position) -> str:
    return f"Fight: {every(action.units)} against {every(action.hexes)}"


_declares = where(Combat, lambda combat: combat.battle.declare == "all_first")


def _guns_support(game: ResolvedGame) -> bool:
    """Whether guns may be committed to a defence."""
    if not game.has("bombardment"):
        return False
    from hexwar.rules.bombardment.section import Bombardment  # few games have it

    return "defender" in game[Bombardment].support


# -- what can be asked ---------------------------------------------------------------------------


def _attack_options(state: Position) -> dict[str, tuple[tuple[str, ...], ...]]:
    if state.is_over or not isinstance(state.agenda[-1], CombatPhase):
        return {}
    targets = state.rules[CombatRules].targets(state, state.phase_side)
    number, ids = state.frame.board.number, state.frame.unit_ids
    return {
        number[cell]: tuple(tuple(ids[unit] for unit in group) for group in target.groups)
        for cell, target in targets.items()
    }


def _declared_attacks(state: Position) -> tuple[Action, ...]:
    rules, battle = state.rules.find(DeclaringRules), announced(state)
    declared = tuple(rules.actions(state, "resolve")) if rules else ()
    if battle is None:
        return declared
    ids, number = state.frame.unit_ids, state.frame.board.number
    units = tuple(ids[unit] for unit in battle.attackers)
    hexes = tuple(number[cell] for cell in battle.hexes)
    return (Action("resolve", units, hexes), *declared)


VERBS = {
    "attack": Verb(ATTACKING_MANY, "target", commits=True),
    "resolve": Verb(
        ATTACKING_MANY,
        "target",
        _fought,
        commits=True,
        does="fight a battle that has been declared",
        needs=_declares,
    ),
    "withdraw": Verb(
        ATTACKING_MANY, label=_taken_back, does="take a declared battle back", needs=_declares
    ),
    "spend": Verb(
        NAMED,
        label=commit_line,
        does="pay for a modifier of a battle",
        needs=where(Combat, lambda combat: any(m.spends for m in combat.modifiers.values())),
    ),
    "support": Verb(
        UNIT,
        label=commit_line,
        does="lend a defender the strength of a unit",
        needs=_guns_support,
    ),
    choices.AIM: Verb(
        UNITS,
        "unit",
        choices.aim_line,
        commits=True,
        does="choose whom of a hex an attack is on",
        needs=where(Combat, lambda combat: combat.target in ("chosen", "some")),
    ),
    choices.FIGHT: Verb(
        NAMED,
        label=choices.kind_line,
        commits=True,
        does="choose how a battle is fought",
        needs=where(Combat, lambda combat: any(kind.chosen for kind in combat.kinds.values())),
    ),
}
VERBS |= {
    back.BATTLE_BACK: Verb(
        BARE,
        label=back.back_line,
        commits=True,
        does="battle back, as defenders who stood their ground",
        needs=resulting(back.BATTLE_BACK),
    ),
}
PHASES = {"combat": CombatPhase}
TASKS = {
    "kind_of_battle": choices.KindChoice,
    "aim": choices.Aiming,
    "announced": Announced,
    "battle": Battle,
    "commitment": Commitments,
    back.BATTLE_BACK: back.BattlingBack,
    "battle_order": BattleOrder,
}
PREVIEWS = dict.fromkeys(
    ("attack", "resolve", "withdraw"), Previewing(preview_attack, preview_seen)
)
_foreseen = Previewing(preview_commitment, lambda state, side, act: preview_commitment(state, act))
PREVIEWS |= dict.fromkeys(("spend", "support"), _foreseen)
PREVIEWS[choices.AIM] = Previewing(
    choices.preview_aim, lambda state, side, act: choices.preview_aim(state, act)
)
PREVIEWS[choices.FIGHT] = Previewing(
    choices.preview_kind, lambda state, side, act: choices.preview_kind(state, act)
)
PREVIEWS[back.BATTLE_BACK] = Previewing(
    back.preview_back, lambda state, side, act: back.preview_back(state, act)
)
RESULTS = {back.BATTLE_BACK: back.back_owed, "again": back.again_owed}
MEANINGS = {back.BATTLE_BACK: back.back_in_words, "again": back.again_in_words}
FORECASTS = {back.BATTLE_BACK: back.forecast_back}
BATTLE_STAGES = {
    "aim": (CombatRules, choices.aim),
    "declare": (DeclaringRules, DeclaringRules.declare),
    "choose": (choices.KindChoiceRules, choices.KindChoiceRules.choose),
    "commit": (CommitmentRules, CommitmentRules.ask),
    "kind": (BattleRules, BattleRules.fight_by_kind),
    "fight": (BattleRules, BattleRules.fight),
}
CONTRIBUTIONS = {"movement": (AutomaticAttacks,)}
PATCHES = (Patching(battles=patches_of_battles, both=both_in_force),)
WORTH = {
    "commitment": worth_of_commitment,
    "kind_of_battle": choices.worth_of_kind,
    back.BATTLE_BACK: back.worth_of_back,
}
SLOTS = (FOUGHT, OWED, STACKS, DECLARED, back.AGAIN)
ANSWERS = {"attack_options": _attack_options, "declared_attacks": _declared_attacks}
