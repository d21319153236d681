"""A combat phase: attacks one by one, each resolved before the next, or all declared first.

The phase itself decides nothing about attacks: which there are, which are refused and what they
lead to is in ``rules``, ``attacks`` and ``battle``. It asks the side whose phase it is, keeps it to
what it must attack, and ends by itself when nothing is left that could be attacked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import NamedTuple, cast

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.action import DONE, PASS, Action, Decision
from hexwar.engine.notation import ATTACKING_MANY, BARE, NAMED, UNIT, UNITS, Verb, where
from hexwar.engine.queries import Preview
from hexwar.engine.registry import Patching, Previewing
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask, Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat import choices, commitments
from hexwar.rules.combat.attacks import (
    DECLARED,
    AutomaticAttacks,
    BattleOrder,
    DeclaringRules,
    RefusalRules,
    SeveralRules,
    declared,
    engagement,
)
from hexwar.rules.combat.battle import Announced, Battle, BattleRules, BattleStages, BeforeTheDie
from hexwar.rules.combat.commitments import (
    CommitmentRules,
    Commitments,
    announced,
    commit_line,
    preview_commitment,
    worth_of_commitment,
)
from hexwar.rules.combat.obligations import OWED, STACKS, MandatoryRules
from hexwar.rules.combat.odds import both_in_force, patches_of_battles
from hexwar.rules.combat.preview import (
    blow_back,
    preview_attack,
    preview_battle,
    preview_seen,
    prospect,
    symbols_here,
)
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.section import Again, BattleBack, Combat
from hexwar.rules.combat.targets import FOUGHT, Engagement, Target
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.programs import Parties, meant
from hexwar.rules.language.section import resulting
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, every, several
from hexwar.rules.units.rules import mask_of

# After the result of a battle: defenders that battle back, attackers that may attack once more.
#
# Both are steps of results. To battle back is a battle of its own with the roles exchanged, against
# the first hex of attackers that the defenders can strike at; nothing follows from it but its
# result. To attack again is to be removed from those that have fought.


BATTLE_BACK = "battle_back"


class AttackedAgain(NamedTuple):
    """How often units have been allowed to attack once more in this phase, by unit."""

    times: tuple[tuple[int, int], ...] = ()


AGAIN = Slot("attacked_again", AttackedAgain(), lasts="phase")


def back_owed(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """What a result owes where defenders may battle back: a choice of theirs, if they can."""
    step = cast(BattleBack, effect.said)
    units, _ = meant(state, parties, "defender", step.only)
    stood = tuple(unit for unit in units if state.cells[unit] in parties.hexes)
    foes, _ = meant(state, parties, "attacker", None)
    rules = state.rules[CombatRules]
    for cell in dict.fromkeys(state.cells[unit] for unit in foes):
        attackers_there = tuple(unit for unit in foes if state.cells[unit] == cell)
        able = tuple(unit for unit in stood if rules.reached(state, unit, (cell,)))
        battle = Engagement((cell,), able, attackers_there, back=True)
        if able and rules.reckon(state, able, battle.target).column is not None:
            return BattlingBack(*battle.plain)
    return None


@dataclass(slots=True)
class BattlingBack(BeforeTheDie):
    """Defenders who stood their ground may battle back; nothing follows from that but its
    result.
    """

    kind = BATTLE_BACK
    is_offer = True
    rolls = True  # a preview stops here: what may come of it is a battle of its own

    @property
    def battle(self) -> Engagement:
        """The battle: the units that were attacked are its attackers."""
        return Engagement(self.hexes, self.attackers, self.defenders, back=True)

    def impending(self, state: Position) -> Preview:
        """What battling back may come to."""
        return preview_back(state, Action(BATTLE_BACK))

    def pass_says(self, state: Position) -> str:
        """What it is to ``pass`` here."""
        return "Do not battle back"

    def settle(self, state: Position) -> bool:
        """There is always a choice: a side that could not battle back is not asked."""
        return True

    def side(self, state: Position) -> int:
        """The side that was attacked."""
        return state.frame.unit_side[self.attackers[0]]

    def decision(self, state: Position) -> Decision:
        """Whether they battle back."""
        number = state.frame.board.number
        names = tuple(state.frame.unit_ids[unit] for unit in self.attackers)
        hexes = tuple(number[cell] for cell in self.hexes)
        return self.asks(
            state,
            f"{every(names)} may battle back at {every(hexes)}, or pass.",
            units=names,
            hexes=hexes,
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """``battle_back``, or ``pass``."""
        yield Action(BATTLE_BACK)
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Nothing else is open."""
        return None if action.verb in (BATTLE_BACK, "pass") else state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Fight, or let it be."""
        state.agenda.pop()
        if action.verb == BATTLE_BACK:
            state.rules[BattleRules].fight(state, self.battle)


def preview_back(state: Position, action: Action) -> Preview:
    """What battling back may come to."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, BattlingBack):
        raise ValueError("nobody may battle back")
    key = BATTLE_BACK, state.effects, task.battle
    preview: Preview | None = state.near.get(key)
    if preview is None:
        preview = state.near[key] = preview_battle(state.rules[BattleRules], state, task.battle)
    return preview


def worth_of_back(state: Position, side: int, action: Action) -> float:
    """What battling back is worth: what the enemy is to lose, less what one loses oneself."""
    task = state.agenda[-1]
    if action.verb != BATTLE_BACK or not isinstance(task, BattlingBack):
        return 0.0
    mine, worth = state.frame.side_ids[side], 0.01
    foreseen = prospect(state.rules[BattleRules], state, task.battle)
    for whose, lost in foreseen.expected_losses.items():
        worth += float(-lost if whose == mine else lost)
    return worth


def back_line(action: Action, state: Position) -> str:
    """The choice to battle back."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, BattlingBack):
        return "Battle back"
    odds = preview_back(state, action).odds
    return f"Battle back at {every(state.frame.board.number[c] for c in task.hexes)}: {odds}"


def forecast_back(telling: Forecast, state: Position, task: BattlingBack) -> None:
    """That defenders may battle back."""
    names = every(state.frame.unit_ids[unit] for unit in task.attackers)
    telling.sentences.append(f"{names} may battle back.")


def back_in_words(effect: Effect, names: Names) -> str:
    """The step ``battle_back``, as charts print it."""
    step = cast(BattleBack, effect.said)
    only = f" ({selected(step.only, names)})" if step.only else ""
    return f"defenders{only} who stood their ground may battle back"


def again_owed(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """Let attackers attack once more in this phase, those that have not done so too often."""
    step = cast(Again, effect.said)
    # Also those that a result spares because they attacked from a distance: this is no harm.
    everybody = replace(cast(Battle, parties), spared=())
    units, _ = meant(state, everybody, "attacker", step.only)
    times, fought = dict(state.memory[AGAIN].times), state.memory[FOUGHT]
    # A unit whose attack is not used up, as in an overrun, needs no other.
    used_up = [unit for unit in units if fought.fought >> unit & 1]
    able = [unit for unit in used_up if times.get(unit, 0) < step.most]
    if not able:
        return None
    times |= {unit: times.get(unit, 0) + 1 for unit in able}
    state.remember(AGAIN, AttackedAgain(tuple(sorted(times.items()))))
    state.remember(FOUGHT, fought._replace(fought=fought.fought & ~mask_of(able)))
    if state.events is not None:
        names = tuple(state.frame.unit_ids[unit] for unit in able)
        text = f"{every(names)} may attack once more in this phase."
        state.tell("attacks_again", "", text, units=names)
    return None


def again_in_words(effect: Effect, names: Names) -> str:
    """The step ``again``, as charts print it."""
    step = cast(Again, effect.said)
    only = f" ({selected(step.only, names)})" if step.only else ""
    often = "once more" if step.most == 1 else f"up to {several(step.most, 'time')} more"
    return f"attackers{only} may attack {often} in the phase"


SEVERAL_AT_ONCE = 1 / 4
"""How often an attack is on several hexes, where choices are drawn at random and it may be."""

TAKEN_BACK = 1 / 8
"""How often a declared battle is taken back where choices are drawn at random."""


@dataclass(slots=True)
class CombatPhase(PhaseTask):
    """The choice of a side in its combat phase: ``attack`` or ``done``.

    Where all battles are declared first, ``attack`` declares one and ``withdraw`` takes it back.
    """

    kind = "combat"

    def begin(self, state: Position) -> None:
        """See which units must attack, and which must be attacked."""
        state.rules[MandatoryRules].begin(state)

    def settle(self, state: Position) -> bool:
        """End the phase by itself when no attack is left."""
        battles, rolling = state.memory[DECLARED]
        if rolling:
            self._end(state, nothing_to_do=False)
            return False
        if battles or state.rules[CombatRules].any_target(state, state.phase_side):
            return True
        # A phase that ended by itself would give away that hidden units have nobody to attack.
        if state.hides(state.phase_side):
            return True
        self._end(state, nothing_to_do=True)
        return False

    def _end(self, state: Position, *, nothing_to_do: bool) -> None:
        """End the phase, or see first what becomes of units that have not met an obligation."""
        if state.rules[MandatoryRules].close(state):
            # The phase ends when they have retreated; there are no more attacks.
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
            fights = several(len(battles), "battle") if len(battles) > 1 else "battle"
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
        if action.verb == "done":
            return state.rules[MandatoryRules].why_not_done(state)
        declaring = state.rules[DeclaringRules]
        if action.verb == "withdraw" and declaring.all_first:
            return declaring.why_not(state, action)
        return state.out_of_turn(action)

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
        on_several = state.rules[SeveralRules]
        if on_several.allowed and random.random() < SEVERAL_AT_ONCE:
            together = list(on_several.listed(state, state.phase_side))
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
        # Any party of the groups except the empty one, each as likely: by the bits of a number.
        chosen = 1 + int(random.random() * ((1 << len(target.groups)) - 1))
        groups = [group for index, group in enumerate(target.groups) if chosen >> index & 1]
        force = tuple(sorted(chain.from_iterable(groups)))
        if not rules.may_attack(state, force, target):
            legal = rules.forces_for(state, target)
            return _attack(state, target, legal[int(random.random() * len(legal))])
        return _attack(state, target, force)

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
    """The attack of a force on a target, as an action."""
    ids, number = state.frame.unit_ids, state.frame.board.number
    hexes = tuple([number[cell] for cell in target.hexes])
    return Action("attack", tuple([ids[unit] for unit in force]), hexes)


def _taken_back(action: Action, state: Position) -> str:
    return f"Take back: {every(action.units)} against {every(action.hexes)}"


def _fight_in_words(action: Action, state: Position) -> str:
    return f"Fight: {every(action.units)} against {every(action.hexes)}"


_declares = where(Combat, lambda combat: combat.battle.declare == "all_first")


def _guns_support(game: ResolvedGame) -> bool:
    """Whether guns may be committed to a defence."""
    if not game.has("bombardment"):
        return False
    from hexwar.rules.bombardment import Bombardment  # few games have it

    return "defender" in game[Bombardment].support


# -- what can be asked ---------------------------------------------------------------------------


def _attack_options(state: Position) -> dict[str, tuple[tuple[str, ...], ...]]:
    """By hex that may be attacked now, the groups of units that could take part."""
    if state.is_over or not isinstance(state.agenda[-1], CombatPhase):
        return {}
    targets = state.rules[CombatRules].targets(state, state.phase_side)
    number, ids = state.frame.board.number, state.frame.unit_ids
    return {
        number[cell]: tuple(tuple(ids[unit] for unit in group) for group in target.groups)
        for cell, target in targets.items()
    }


def _declared_attacks(state: Position) -> tuple[Action, ...]:
    """The battles that are declared and not fought yet, the one that is announced first."""
    rules, battle = state.rules.find(DeclaringRules), announced(state)
    still_to_fight = tuple(rules.actions(state, "resolve")) if rules else ()
    if battle is None:
        return still_to_fight
    ids, number = state.frame.unit_ids, state.frame.board.number
    units = tuple(ids[unit] for unit in battle.attackers)
    hexes = tuple(number[cell] for cell in battle.hexes)
    return (Action("resolve", units, hexes), *still_to_fight)


VERBS = {
    "attack": Verb(ATTACKING_MANY, "target", commits=True),
    "resolve": Verb(
        ATTACKING_MANY,
        "target",
        _fight_in_words,
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
        UNIT, label=commit_line, does="lend a defender the strength of a unit", needs=_guns_support
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
    BATTLE_BACK: Verb(
        BARE,
        label=back_line,
        commits=True,
        does="battle back, as defenders who stood their ground",
        needs=resulting(BATTLE_BACK),
    ),
}
PHASES = {"combat": CombatPhase}
TASKS = {
    "kind_of_battle": choices.KindChoice,
    "aim": choices.Aiming,
    "announced": Announced,
    "battle": Battle,
    "commitment": Commitments,
    BATTLE_BACK: BattlingBack,
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
PREVIEWS[BATTLE_BACK] = Previewing(preview_back, lambda state, side, act: preview_back(state, act))
RESULTS = {BATTLE_BACK: back_owed, "again": again_owed}
MEANINGS = {BATTLE_BACK: back_in_words, "again": again_in_words}
FORECASTS = {BATTLE_BACK: forecast_back}
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
    BATTLE_BACK: worth_of_back,
}
SLOTS = (FOUGHT, OWED, STACKS, DECLARED, AGAIN)
ANSWERS = {
    "attack_options": _attack_options,
    "declared_attacks": _declared_attacks,
    "blow_back": blow_back,
    "may_be_answered": commitments.may_be_answered,
    "symbols_here": symbols_here,
}
