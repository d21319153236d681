"""What the sides choose of a battle before its die: which units it is on, how it is fought, at what
price.

Each stands between the attack and its die as a task of its own, in this order. ``aim`` comes first,
as the odds depend on which units are attacked; how it is fought (a *kind* of battle) is chosen by
the attacker, then by the defender; last they commit points and guns to it. The side that chooses
sees the odds that each choice leads to. After each task stand its preview, its line, what it is
worth.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.grammar import opening
from hexwar.engine.action import PASS, Action, Choice, Decision
from hexwar.engine.queries import BattleAnswer, Preview
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Announced, BattleRules, BattleStages, BeforeTheDie, no_column
from hexwar.rules.combat.in_force import Committed, InForce
from hexwar.rules.combat.odds import Kind, begin_kind, fought_under
from hexwar.rules.combat.preview import (
    foreseen_engagement,
    odds_in_words,
    preview_battle,
    prospect,
)
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.language.wording import column_named, every
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules
    from hexwar.rules.pools.rules import PoolRules


ROLES = ("attacker", "defender")
"""The sides of a battle, in the order in which they are asked."""

# Which units an attack is on, where a table is read against one unit of several or against some.


AIM = "aim"
"""The verb by which an attacker chooses which units the attack is on."""

LISTED = 4
"""Up to so many defenders every party is listed; with more only all, each one and each pair, as the
number of parties doubles with every unit. Any other may still be named.
"""


@dataclass(slots=True)
class Aiming(BeforeTheDie):
    """An attack has been announced: the attacker chooses which units it is made on."""

    kind = "aim"

    def settle(self, state: Position) -> bool:
        """There is always something to choose."""
        return True

    def side(self, state: Position) -> int:
        """The attacker."""
        return state.frame.unit_side[self.attackers[0]]

    def decision(self, state: Position) -> Decision:
        """The units in the hexes."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        return self.asks(
            state,
            f"{self.battle.in_words(state.frame)}: choose whom.",
            units=tuple(ids[unit] for unit in self.defenders),
            hexes=tuple(number[cell] for cell in self.hexes),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """One for each party of defenders that may be attacked so: fewer first, in the order of the
        units file.
        """
        ids, everybody = state.frame.unit_ids, len(self.defenders)
        sizes = (1, 2, everybody) if everybody > LISTED else range(1, everybody + 1)
        for size in sizes if state.rules[CombatRules].some else (1,):
            for units in combinations(self.defenders, size):
                if self._why_not(state, units) is None:
                    yield Action(AIM, tuple(ids[unit] for unit in units))

    def _why_not(self, state: Position, units: Sequence[int]) -> Violation | None:
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
        target = self.battle._replace(defenders=tuple(sorted(units))).target
        odds = combat.reckon(state, self.attackers, target)
        return no_column(combat, odds) if odds.column is None else None

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only units that may be attacked so."""
        if action.verb != AIM:
            return state.out_of_turn(action)
        return self._why_not(state, [state.frame.unit_index[name] for name in action.units])

    def perform(self, state: Position, action: Action) -> None:
        """Let the battle against those units go on."""
        state.agenda.pop()
        state.rules[BattleStages].go_on(state, self.against(state, action), "aim")

    def against(self, state: Position, action: Action) -> Engagement:
        """The battle that a choice leads to."""
        units = tuple(sorted(state.frame.unit_index[name] for name in action.units))
        return self.battle._replace(defenders=units)


def aim(combat: CombatRules, state: Position, battle: Engagement) -> Engagement | None:
    """The attack on the units that its side chooses; it is asked where there are several."""
    here = sorted(unit for cell in battle.hexes for unit in combat.defenders(state, cell))
    target = battle.target._replace(defenders=tuple(here))
    aims = combat.aiming.aims(state, battle.attackers, target, any_odds=combat.some)
    # In each hex some unit has to be attacked: with one in each, there is nothing to choose.
    if len(aims) > len(battle.hexes):
        state.agenda.append(Aiming(battle.hexes, battle.attackers, aims))
        return None
    return battle._replace(defenders=aims or battle.defenders)


def preview_aim(state: Position, action: Action) -> Preview:
    """The battle against one of the units."""
    task = state.agenda[-1]
    if not isinstance(task, Aiming):
        raise ValueError("no attack is announced")
    return preview_battle(state.rules[BattleRules], state, task.against(state, action))


def aim_line(action: Action, state: Position) -> str:
    """A unit with the odds against it."""
    task = state.agenda[-1]
    if not isinstance(task, Aiming):
        return every(action.units)
    preview = preview_aim(state, action)
    return f"{every(action.units)}: {odds_in_words(preview)}"


# How a battle is fought: the kinds that a side chooses (``combat.kinds`` with ``chosen``).


FIGHT = "fight"
"""The verb by which a side chooses how a battle is fought."""

GROUND = 0.25
"""What it is worth that a unit has to retreat, in steps."""


class OpenKinds(NamedTuple):
    """A battle with the units that are left in it, and the kinds that one side may make it."""

    battle: Engagement
    kinds: list[Kind]


class KindChoiceRules:
    """How battles may be fought, where a side of them chooses."""

    def __init__(self, battles: BattleRules) -> None:
        self._battles, self.kinds = battles, battles.combat.odds.kinds

    def concerned_at(self, place: str) -> bool:
        """Whether there is anything to choose in this game; asked once, for all its battles."""
        return bool(self.kinds.chosen)

    def choose(self, state: Position, battle: Engagement) -> Engagement | None:
        """Ask how a battle is fought, if that is open."""
        choosing = [by for by in ROLES if self.kinds.open(state, *battle.plain, by)]
        if not choosing:
            return battle
        state.agenda.append(Announced(*battle.plain, "choose"))
        # The attacker's task on top, as it chooses first and the defender answers.
        state.agenda += [KindChoice(*battle.plain, by) for by in reversed(choosing)]
        return None

    def open(self, state: Position, battle: Engagement, by: str) -> OpenKinds:
        """What one side may still choose; nothing where too few are left to fight."""
        now = self._battles.now(state, battle)
        if now is None:
            return OpenKinds(battle, [])
        return OpenKinds(now, self.kinds.open(state, *now.plain, by))


@dataclass(slots=True)
class KindChoice(BeforeTheDie):
    """An attack has been announced: its attacker, or its defender, says how it is fought. Where
    both do, the defender answers, and both choices are in force.
    """

    kind = "kind_of_battle"
    done_says = "Fight as usual"
    by: str = "attacker"

    def impending(self, state: Position) -> Preview:
        """The battle as it is fought if no side chooses."""
        return self.foreseen(state, PASS)

    def open(self, state: Position) -> OpenKinds:
        """The battle with the units that are left in it, and the kinds to choose from."""
        return state.rules[KindChoiceRules].open(state, self.battle, self.by)

    def settle(self, state: Position) -> bool:
        """No side is asked where too few units are left in the battle."""
        if self.open(state).kinds:
            return True
        state.agenda.pop()
        return False

    def side(self, state: Position) -> int:
        """The side that chooses."""
        party = self.attackers if self.by == "attacker" else self.defenders
        return state.frame.unit_side[party[0]]

    def decision(self, state: Position) -> Decision:
        """The kinds that fit."""
        number, battle = state.frame.board.number, self.open(state).battle
        return self.asks(
            state,
            f"{battle.in_words(state.frame)}: choose how, or pass.",
            hexes=tuple(number[cell] for cell in battle.hexes),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """The kinds, in the order of the section; then ``pass`` for a battle of no kind."""
        for kind in self.open(state).kinds:
            yield Action(FIGHT, name=kind.form.id)
        yield PASS

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """Each kind with the odds that it leads to, and those of a battle of no kind."""
        # They name neither units nor hexes: none is left once one of these has been picked.
        if picked or at:
            return
        for kind in self.open(state).kinds:
            action = Action(FIGHT, name=kind.form.id)
            yield Choice(action, kind_line(action, state), (), ())
        yield Choice(PASS, f"As usual: {odds_in_words(self.foreseen(state, PASS))}", (), ())

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only kinds that fit."""
        if action.verb == "pass":
            return None
        if action.verb != FIGHT:
            return state.out_of_turn(action)
        if any(kind.form.id == action.name for kind in self.open(state).kinds):
            return None
        text = f"This battle cannot be fought as {action.name}."
        return Violation("", text, "combat.kind_of_battle")

    def perform(self, state: Position, action: Action) -> None:
        """Let the rules be those of the kind, and go on."""
        kind = self.named(state, action) if action.verb == FIGHT else None
        side = self.side(state)
        state.agenda.pop()
        if kind is not None:
            if state.events is not None:
                text = f"{opening(state.frame.side_names[side], 'chooses')}: {kind.form.title}."
                state.tell("kind_chosen", "", text, battle=kind.form.id)
            begin_kind(state, kind.name)

    def named(self, state: Position, action: Action) -> Kind:
        """The kind that an action chooses."""
        return next(kind for kind in self.open(state).kinds if kind.form.id == action.name)

    def foreseen(self, state: Position, action: Action) -> Preview:
        """The battle as it would be fought then."""
        then = state
        if action.verb == FIGHT:
            then = fought_under(state, self.named(state, action).name)
        return preview_battle(then.rules[BattleRules], then, self.open(state).battle)


def asked(state: Position) -> KindChoice:
    """The choice that is to be made now."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, KindChoice):
        raise ValueError("no battle is announced")
    return task


def preview_kind(state: Position, action: Action) -> Preview:
    """The battle that is announced, as it would be fought."""
    return asked(state).foreseen(state, action)


def kind_line(action: Action, state: Position) -> str:
    """A kind with the odds that it leads to."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, KindChoice):
        return action.name
    title = task.named(state, action).form.title
    return f"{title}: {odds_in_words(task.foreseen(state, action))}"


def worth_of_kind(state: Position, side: int, action: Action) -> float:
    """What a kind is worth to a side: the losses to be expected, and which units have to
    retreat.
    """
    preview, mine = preview_kind(state, action), state.frame.side_ids[side]
    of_side = dict(zip(state.frame.unit_ids, state.frame.unit_side, strict=True))
    worth = sum(float(-n if whose == mine else n) for whose, n in preview.expected_losses.items())
    for outcome in preview.outcomes:
        for unit in outcome.retreats:
            driven = GROUND * float(outcome.probability)
            worth += -driven if of_side[unit] == side else driven
    return worth


# What the sides commit to a battle before its die: points that are paid, guns that support.
#
# First the attacker, then the defender commits as much as it likes, thing by thing, until it
# passes; each sees what the odds have become.


MOST_COMMITTED = 64
"""At most so many ways to commit things to a battle are tried to see whether it is certain."""

COLUMN = 0.1
"""What a column is worth in addition to the losses that it changes, in steps."""

PRICE = 0.05
"""What is kept for another battle is worth as much."""


class CommitmentRules:
    """What may be committed to a battle, by which side, and at what cost."""

    def __init__(
        self, battles: BattleRules, pools: PoolRules | None, guns: BombardmentRules | None
    ) -> None:
        self._battles = battles
        self._forces = battles.combat.forces
        self._pools = pools
        self._guns = guns if guns and guns.supports_defender else None
        modifiers = battles.combat.odds.in_force
        self._paid = {modifier.id: modifier for modifier in modifiers if modifier.spends}
        self._asks = bool(self._paid) or self._guns is not None

    def concerned_at(self, place: str) -> bool:
        """Whether there is anything to commit in this game; asked once, for all its battles."""
        return self._asks

    def ask(self, state: Position, battle: Engagement) -> None:
        """Let the sides commit to a battle what they want to; then it goes on."""
        state.agenda.append(Commitments(*battle.plain))

    # -- what may be committed -------------------------------------------------------------------

    def side(self, battle: Engagement, stage: int) -> int:
        """Whose commitment it is."""
        party = battle.attackers if ROLES[stage] == "attacker" else battle.defenders
        return self._forces.side[party[0]]

    def actions(
        self, state: Position, battle: Engagement, committed: Committed, stage: int
    ) -> Iterator[Action]:
        """What can be committed now: points modifier by modifier, then units."""
        for name in self._paid:
            if self._why_not_spend(state, battle, committed, stage, name) is None:
                yield Action("spend", name=name)
        if self._guns is not None and ROLES[stage] == "defender":
            for unit in self._guns.supporters(state, battle.defenders, battle.hexes[0]):
                if unit not in committed.support:
                    yield Action("support", (self._forces.ids[unit],))

    def affordable(self, state: Position, side: int) -> Committed:
        """All that both sides can pay for now in one battle in which a side attacks."""
        spent = []
        for name, modifier in self._paid.items():
            price, pools = modifier.spends, self._pools
            if price is None or pools is None:
                continue
            attacks = pools.pool(price.pool).side == self._forces.side_ids[side]
            if attacks == (price.by == "attacker"):
                most = pools.points(state, price.pool) // price.count
                spent.append((name, min(price.most, most)))
        return Committed(tuple(spent))

    def is_certain(
        self, state: Position, battle: Engagement, committed: Committed, stage: int
    ) -> bool:
        """Whether a battle has its result without a die, no matter what is still committed to it.

        Then no side is asked: points would be spent on a battle that they cannot change.
        """
        if "reveal" in state.rules[BattleStages].places:
            return False  # which units fight may come out only then
        code = self._certain(state, battle, committed)
        if not code:
            return False
        waiting, met = [(state, committed, stage)], set[Hashable]()
        while waiting:
            now, already, deciding = waiting.pop()
            # The order in which things are committed makes no difference.
            came_to = (frozenset(already.spent), frozenset(already.support), deciding)
            if came_to in met:
                continue
            met.add(came_to)
            # With so much to choose from it cannot be worked out, and the sides are asked.
            if len(met) > MOST_COMMITTED or self._certain(now, battle, already) != code:
                return False
            if deciding + 1 < len(ROLES):
                waiting.append((now, already, deciding + 1))
            for action in self.actions(now, battle, already, deciding):
                twin = now.clone()
                twin.events = None
                # On a copy, as points that are paid for one thing are not there for the next.
                waiting.append((twin, self.commit(twin, already, action), deciding))
        return True

    def _certain(self, state: Position, battle: Engagement, committed: Committed) -> str:
        """The result that a battle would have without a die; empty if one would be thrown."""
        battles = self._battles
        odds = battles.combat.reckon(state, battle.attackers, battle.target, committed)
        return battles.certain.result(state, odds, battle.defenders)

    def why_not(
        self, state: Position, battle: Engagement, committed: Committed, stage: int, action: Action
    ) -> Violation | None:
        """Why something may not be committed; ``None`` when it may."""
        if action.verb == "spend":
            return self._why_not_spend(state, battle, committed, stage, action.name)
        name = action.units[0]
        guns, unit = self._guns, self._forces.index[name]
        if guns is None or ROLES[stage] != "defender":
            return self._refuse("Nobody supports a defender now.")
        if self._forces.side[unit] != self.side(battle, stage) or unit in battle.defenders:
            return self._refuse(f"{name} cannot support this defence.")
        if unit in committed.support:
            return self._refuse(f"{name} supports this defence already.")
        return guns.why_no_support(state, unit, battle.hexes[0])

    def _why_not_spend(
        self, state: Position, battle: Engagement, committed: Committed, stage: int, name: str
    ) -> Violation | None:
        """Why a modifier is not paid for now; ``None`` if it can be. ``stage``: whose choice it is,
        as a place in ``ROLES``.
        """
        modifier, pools = self._paid.get(name), self._pools
        if modifier is None or modifier.spends is None or pools is None:
            return self._refuse(f"No points are spent on {name}.")
        price, pool = modifier.spends, pools.pool(modifier.spends.pool)
        title, side = modifier.title, self._forces.side_ids[self.side(battle, stage)]
        if price.by != ROLES[stage] or pool.side != side:
            return self._refuse(f"{title} is not yours to pay for now.", modifier)
        if committed.times(name) >= price.most:
            return self._refuse(f"{title} counts no more often in one battle.", modifier)
        if not modifier.could_in_roles(state, battle.attackers, battle.defenders, battle.hexes[0]):
            return self._refuse(f"{title} cannot be used in this battle.", modifier)
        points_left = pools.points(state, pool.id)
        if points_left < price.count:
            text = f"{title} costs {price.count}, and {pool.title} has {points_left}."
            return self._refuse(text, modifier)
        return None

    def _refuse(self, message: str, modifier: InForce | None = None) -> Violation:
        """A refusal, by the rule of the modifier that it is about."""
        rule = modifier.rule if modifier else ""
        return Violation(rule, message, "combat.commitment")

    # -- doing it --------------------------------------------------------------------------------

    def commit(self, state: Position, committed: Committed, action: Action) -> Committed:
        """Commit something legal: points are paid at once."""
        if action.verb == "support":
            unit = self._forces.index[action.units[0]]
            if self._guns is not None:
                self._guns.note_support(state, (unit,))
            if state.events is not None:
                text = f"{action.units[0]} supports the defence."
                state.tell("supported", "", text, unit=action.units[0])
            return committed._replace(support=(*committed.support, unit))
        modifier = self._paid[action.name]
        if modifier.spends is not None and self._pools is not None:
            pool, count = self._pools.pool(modifier.spends.pool), modifier.spends.count
            self._pools.spend(state, pool.id, count)
            if state.events is not None:
                points_left = self._pools.points(state, pool.id)
                text = f"{modifier.title}. {pool.title}: {count} spent, {points_left} left."
                fields = {"side": pool.side, "pool": pool.id, "points": count}
                state.tell("points_spent", modifier.rule, text, **fields)
        return committed.and_once(action.name)

    def foreseen(self, committed: Committed, action: Action) -> Committed:
        """What would be committed after an action."""
        if action.verb == "spend":
            return committed.and_once(action.name)
        if action.verb == "support":
            unit = self._forces.index[action.units[0]]
            return committed._replace(support=(*committed.support, unit))
        return committed

    def named(self, state: Position, name: str) -> str:
        """A modifier that is paid for, with its price, what there is, and whether that is kept."""
        modifier = self._paid.get(name)
        if modifier is None or modifier.spends is None or self._pools is None:
            return name
        pool = self._pools.pool(modifier.spends.pool)
        points, count = self._pools.points(state, pool.id), modifier.spends.count
        lapse = "" if pool.kept == "always" else ", lost if unspent"
        return f"{modifier.title} ({count} of {points} {pool.title}{lapse})"

    def answers(
        self, state: Position, battle: Engagement, committed: Committed, stage: int
    ) -> tuple[list[str], Committed]:
        """All that the defender may still commit after a stage, by name, and what is committed
        to the battle then; nothing where no side can answer.
        """
        names: list[str] = []
        then = committed
        if ROLES[stage] == "defender":
            return names, then
        twin = state.clone()
        twin.events = None
        # One thing after the other on a copy, as what is paid for one is not there for the next.
        while True:
            action = next(self.actions(twin, battle, then, stage + 1), None)
            if action is None:
                return names, then
            paid = self._paid.get(action.name) if action.name else None
            answer = paid.title if paid else f"support by {action.units[0]}"
            names += [answer] if answer not in names else []
            then = self.commit(twin, then, action)

    def in_words(self, state: Position, battle: Engagement, committed: Committed) -> str:
        """The odds of a battle as they are with what is committed: ``7 to 4, column 1:1``."""
        odds = self._battles.combat.odds
        reckoned = self._battles.combat.reckon(state, battle.attackers, battle.target, committed)
        odds_now = odds.columns.fought(reckoned)
        column = column_named(self._battles.combat.section.headings, odds_now.column or 0)
        die = f", die {odds_now.roll:+d}" if odds_now.roll else ""
        return f"{odds.columns.describe(odds_now)}, {column}{die}"


@dataclass(slots=True)
class Commitments(BeforeTheDie):
    """An attack has been announced: before the die its sides commit to it what they want to, the
    attacker first.

    ``spent`` are pairs of a modifier and how often it was paid for, ``stage`` is the side that
    decides now, as a place in ``ROLES``.
    """

    kind = "commitment"
    done_says = "Commit no more"
    spent: tuple[tuple[str, int], ...] = ()
    support: tuple[int, ...] = ()
    stage: int = 0

    @property
    def committed(self) -> Committed:
        """What is committed to it."""
        return Committed(self.spent, self.support)

    def impending(self, state: Position) -> Preview:
        """The battle with what is committed to it."""
        # To pass commits nothing more, so its preview is the battle as it stands.
        return preview_commitment(state, PASS)

    def settle(self, state: Position) -> bool:
        """Ask the sides that can commit something, if the result is not certain; then the die is
        thrown.
        """
        rules = state.rules[CommitmentRules]
        can_commit = any(True for _ in self._can(state))
        if can_commit and not rules.is_certain(state, self.battle, self.committed, self.stage):
            return True
        state.agenda.pop()
        if self.stage + 1 < len(ROLES):
            state.agenda.append(replace(self, stage=self.stage + 1))
        else:
            self._go_on(state)
        return False

    def _go_on(self, state: Position) -> None:
        """Neither side commits more: the battle goes on with what was committed."""
        battle = self.battle._replace(committed=self.committed)
        state.rules[BattleStages].go_on(state, battle, "commit")

    def _can(self, state: Position) -> Iterator[Action]:
        """What the side that decides now can commit."""
        rules = state.rules[CommitmentRules]
        return rules.actions(state, self.battle, self.committed, self.stage)

    def side(self, state: Position) -> int:
        """The attacker, then the defender."""
        return state.rules[CommitmentRules].side(self.battle, self.stage)

    def decision(self, state: Position) -> Decision:
        """What can be committed, with the odds as they are."""
        number, attack = state.frame.board.number, self.battle.in_words(state.frame)
        odds = state.rules[CommitmentRules].in_words(state, self.battle, self.committed)
        return self.asks(
            state,
            f"{attack}: {odds}. Commit more to it, or pass.",
            units=tuple(unit for action in self._can(state) for unit in action.units),
            hexes=tuple(number[cell] for cell in self.hexes),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """What can be committed; then ``pass``."""
        yield from self._can(state)
        yield PASS

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why something cannot be committed."""
        if action.verb == "pass":
            return None
        if action.verb not in ("spend", "support"):
            return state.out_of_turn(action)
        rules = state.rules[CommitmentRules]
        return rules.why_not(state, self.battle, self.committed, self.stage, action)

    def perform(self, state: Position, action: Action) -> None:
        """Commit it, and be asked for more; or leave it to the other side."""
        state.agenda.pop()
        if action.verb == "pass" and self.stage + 1 == len(ROLES):
            self._go_on(state)
        elif action.verb == "pass":
            state.agenda.append(replace(self, stage=self.stage + 1))
        else:
            now = state.rules[CommitmentRules].commit(state, self.committed, action)
            state.agenda.append(replace(self, spent=now.spent, support=now.support))

    def in_the_open(self) -> int:
        """Units that fight are seen."""
        return mask_of((*self.attackers, *self.defenders, *self.support))


def announced(state: Position) -> Commitments | None:
    """The battle to which the sides commit something now, if there is one."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, Commitments) else None


def commit_line(action: Action, state: Position) -> str:
    """A commitment with the odds that it leads to.

    One that leaves the odds as they are may still be worth its price: it can keep them up against
    what the defender commits in answer. So both are also compared as they would be after the
    defender's answer.
    """
    task, rules = announced(state), state.rules[CommitmentRules]
    offer = f"Support by {action.units[0]}" if action.units else rules.named(state, action.name)
    if task is None:
        return offer
    battle, then = task.battle, rules.foreseen(task.committed, action)
    odds = rules.in_words(state, battle, then)
    if odds != rules.in_words(state, battle, task.committed):
        return f"{offer}: {odds}"
    answer, answered_without = rules.answers(state, battle, task.committed, task.stage)
    _, answered_with = rules.answers(state, battle, then, task.stage)
    without = rules.in_words(state, battle, answered_without)
    if rules.in_words(state, battle, answered_with) != without:
        return f"{offer}: {odds} as before, and it makes up for {every(answer)}"
    return f"{offer}: changes nothing, {odds} as before"


def may_be_answered(state: Position, foreseen: Preview) -> BattleAnswer | None:
    """All that the other side may still commit to a battle that is foreseen, and the battle as it
    would be then; ``None`` where no side can answer, or it would come to the same.
    """
    rules = state.rules.find(CommitmentRules)
    if rules is None or not (foreseen.attackers and foreseen.defenders):
        return None
    battle = foreseen_engagement(state, foreseen)
    task = announced(state)
    committed, stage = (task.committed, task.stage) if task is not None else (Committed(), 0)
    if task is None:
        # While units move, no side is asked before the battle is fought.
        is_answered = state.frame.phase_kinds[state.phase_index] != "movement"
    else:
        is_answered = {*task.attackers} == {*battle.attackers}
    if not is_answered:
        return None
    names, answered = rules.answers(state, battle, committed, stage)
    if not names:
        return None
    then = preview_battle(state.rules[BattleRules], state, battle._replace(committed=answered))
    if then.outcomes == foreseen.outcomes:
        return None
    side = state.frame.side_ids[rules.side(battle, stage + 1)]
    return BattleAnswer(side, every(names), then)


def preview_commitment(state: Position, action: Action) -> Preview:
    """The battle that is announced, as it would be after a commitment."""
    task = announced(state)
    if task is None:
        raise ValueError("no battle is announced")
    then = state.rules[CommitmentRules].foreseen(task.committed, action)
    return preview_battle(state.rules[BattleRules], state, task.battle._replace(committed=then))


def worth_of_commitment(state: Position, side: int, action: Action) -> float:
    """What a commitment is worth to a side: the losses that it changes, the columns, its price."""
    task = announced(state)
    if task is None or action.verb == "pass":
        return 0.0
    foreseen = state.rules[CommitmentRules].foreseen
    before, after = (
        prospect(state.rules[BattleRules], state, task.battle._replace(committed=committed))
        for committed in (foreseen(task.committed, PASS), foreseen(task.committed, action))
    )
    mine, attacks = state.frame.side_ids[side], ROLES[task.stage] == "attacker"
    worth = COLUMN * (after.column - before.column) * (1 if attacks else -1) - PRICE
    for whose, lost in after.expected_losses.items():
        more_lost = float(lost - before.expected_losses[whose])
        worth += -more_lost if whose == mine else more_lost
    return worth
