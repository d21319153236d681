"""What the sides commit to a battle before its die: points that are paid, guns that support.

First the attacker, then the defender commits as much as it likes, thing by thing, until it passes;
each sees what the odds have become. :class:`CommitmentRules` know what may be committed and do it,
:class:`Commitments` is the task that asks; after it stand its preview, the line in which players
read a commitment, and what it is worth to an opponent.

A ``stage`` is whose turn it is to commit, as a place in ``ROLES``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hexwar.engine.action import PASS, Action, Decision
from hexwar.engine.queries import BattleAnswer, Preview
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import BattleRules, BattleStages, BeforeTheDie
from hexwar.rules.combat.choices import ROLES
from hexwar.rules.combat.in_force import NOTHING_COMMITTED, Committed, InForce
from hexwar.rules.combat.preview import foreseen_engagement, preview_battle, prospect
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.language.wording import column_named, every
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules
    from hexwar.rules.pools.rules import PoolRules

MOST_WAYS = 64
"""At most so many ways to commit things to a battle are tried to see whether it is certain."""

COLUMN = 0.1
"""What a column is worth in addition to the losses that it changes, in steps."""

PRICE = 0.05
"""What it is worth to keep one thing for another battle, in steps."""


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
        """The side that commits at a stage."""
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
        # A search through all that both sides may commit: each way must have the same result.
        to_try, tried = [(state, committed, stage)], set[Hashable]()
        while to_try:
            position, so_far, deciding = to_try.pop()
            # The order in which things are committed makes no difference.
            way = (frozenset(so_far.spent), frozenset(so_far.support), deciding)
            if way in tried:
                continue
            tried.add(way)
            # With so much to choose from it cannot be worked out, and the sides are asked.
            if len(tried) > MOST_WAYS or self._certain(position, battle, so_far) != code:
                return False
            if deciding + 1 < len(ROLES):
                to_try.append((position, so_far, deciding + 1))
            for action in self.actions(position, battle, so_far, deciding):
                # On a copy, as points that are paid for one thing are not there for the next.
                twin = position.clone()
                twin.events = None
                to_try.append((twin, self.commit(twin, so_far, action), deciding))
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
        """Why a modifier may not be paid for now; ``None`` when it may."""
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
        """A modifier with its price, the points there are, and whether these lapse if not spent."""
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
        if ROLES[stage] == "defender":
            return [], committed  # the last to commit
        # One thing after the other on a copy, as what is paid for one is not there for the next.
        twin = state.clone()
        twin.events = None
        names: list[str] = []
        while True:
            action = next(self.actions(twin, battle, committed, stage + 1), None)
            if action is None:
                return names, committed
            paid = self._paid.get(action.name) if action.name else None
            answer = paid.title if paid else f"support by {action.units[0]}"
            if answer not in names:
                names.append(answer)
            committed = self.commit(twin, committed, action)

    def in_words(self, state: Position, battle: Engagement, committed: Committed) -> str:
        """The odds of a battle as they are with what is committed: ``7 to 4, column 1:1``."""
        combat = self._battles.combat
        columns = combat.odds.columns
        odds = columns.fought(combat.reckon(state, battle.attackers, battle.target, committed))
        column = column_named(combat.section.headings, odds.column or 0)
        die = f", die {odds.roll:+d}" if odds.roll else ""
        return f"{columns.describe(odds)}, {column}{die}"


@dataclass(slots=True)
class Commitments(BeforeTheDie):
    """An attack has been announced: before the die its sides commit to it what they want to, the
    attacker first. ``spent`` and ``support`` are those of :class:`Committed`.
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
        """Ask a side that can commit something, if the result is not certain; else go on."""
        rules = state.rules[CommitmentRules]
        can_commit = any(True for _ in self._can(state))
        if can_commit and not rules.is_certain(state, self.battle, self.committed, self.stage):
            return True
        state.agenda.pop()
        self._leave_to_the_next(state)
        return False

    def _leave_to_the_next(self, state: Position) -> None:
        """Let the other side commit; after both, the battle goes on with what was committed."""
        if self.stage + 1 < len(ROLES):
            state.agenda.append(replace(self, stage=self.stage + 1))
        else:
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
        """Commit it, and be asked for more; or pass."""
        state.agenda.pop()
        if action.verb == "pass":
            self._leave_to_the_next(state)
        else:
            committed = state.rules[CommitmentRules].commit(state, self.committed, action)
            state.agenda.append(replace(self, spent=committed.spent, support=committed.support))

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
    what the defender commits in answer. So the odds with it and without it are also compared as
    they would be after that answer.
    """
    task, rules = announced(state), state.rules[CommitmentRules]
    offer = f"Support by {action.units[0]}" if action.units else rules.named(state, action.name)
    if task is None:
        return offer
    battle, committed = task.battle, rules.foreseen(task.committed, action)
    odds = rules.in_words(state, battle, committed)
    if odds != rules.in_words(state, battle, task.committed):
        return f"{offer}: {odds}"
    answer, answered_without = rules.answers(state, battle, task.committed, task.stage)
    _, answered_with = rules.answers(state, battle, committed, task.stage)
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
    battle, task = foreseen_engagement(state, foreseen), announced(state)
    if task is not None:
        committed, stage = task.committed, task.stage
        can_be_answered = {*task.attackers} == {*battle.attackers}
    else:
        committed, stage = NOTHING_COMMITTED, 0
        # A battle in the course of movement is fought at once: no side is asked before it.
        can_be_answered = state.frame.phase_kinds[state.phase_index] != "movement"
    if not can_be_answered:
        return None
    names, committed = rules.answers(state, battle, committed, stage)
    if not names:
        return None
    answered = battle._replace(committed=committed)
    preview = preview_battle(state.rules[BattleRules], state, answered)
    if preview.outcomes == foreseen.outcomes:
        return None
    side = state.frame.side_ids[rules.side(battle, stage + 1)]
    return BattleAnswer(side, every(names), preview)


def preview_commitment(state: Position, action: Action) -> Preview:
    """The battle that is announced, as it would be after a commitment."""
    task = announced(state)
    if task is None:
        raise ValueError("no battle is announced")
    committed = state.rules[CommitmentRules].foreseen(task.committed, action)
    battle = task.battle._replace(committed=committed)
    return preview_battle(state.rules[BattleRules], state, battle)


def worth_of_commitment(state: Position, side: int, action: Action) -> float:
    """What a commitment is worth to a side: the losses that it changes, the columns, its price."""
    task = announced(state)
    if task is None or action.verb == "pass":
        return 0.0
    battles, committed = state.rules[BattleRules], task.committed
    and_more = state.rules[CommitmentRules].foreseen(committed, action)
    before = prospect(battles, state, task.battle._replace(committed=committed))
    after = prospect(battles, state, task.battle._replace(committed=and_more))
    mine, attacks = state.frame.side_ids[side], ROLES[task.stage] == "attacker"
    # Columns rise in the attacker's favour.
    worth = COLUMN * (after.column - before.column) * (1 if attacks else -1) - PRICE
    for whose, lost in after.expected_losses.items():
        more_lost = float(lost - before.expected_losses[whose])
        worth += -more_lost if whose == mine else more_lost
    return worth
