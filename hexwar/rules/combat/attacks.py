"""Attacks as they are said: what battle they make, on several hexes, while moving, and why not.

An action names attackers and hexes; ``engagement`` makes the battle of it, with the units as they
stand. Refusals are looked for in the order in which a player would: the hexes, each attacker, those
that would have to come along, and only then the force as a whole and its odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar, NamedTuple

from hexwar.engine.action import Action, Decision
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import (
    BattleRules,
    BattleStages,
    CertainRules,
    no_column,
    rules_of_attack,
)
from hexwar.rules.combat.itemised import itemised
from hexwar.rules.combat.odds import Odds, rules_of
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.targets import FOUGHT, Engagement, Fought, Group, Plain, Target, force_of
from hexwar.rules.language.wording import every, several
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import SPENT
from hexwar.rules.stacking.rules import are_of_one
from hexwar.rules.units.rules import mask_of

# Battles that are declared before the first die is thrown (``combat.battle.declare``).
#
# What is declared counts as attacked at once, so that no unit attacks twice, and may be taken back
# until all is declared. Then the attacker says which battle is fought next. Earlier battles may
# have killed or driven off units that were to fight: each battle is fought with those that are
# left, or dissolved if they are too few.


class Declarations(NamedTuple):
    """The battles declared in this phase that are still to be fought, each an engagement.

    ``rolling``: 1 once all are declared.
    """

    battles: tuple[Plain, ...] = ()
    rolling: int = 0

    def without(self, units: int) -> Declarations:
        """The declarations as they look to a side that does not know of some units (a mask).

        A battle of which it knows no attacker, or no defender, is left out.
        """
        known = (
            (hexes, _known_units(a, units), _known_units(d, units)) for hexes, a, d in self.battles
        )
        return self._replace(battles=tuple(battle for battle in known if all(battle)))


def _known_units(party: tuple[int, ...], unknown: int) -> tuple[int, ...]:
    return tuple(unit for unit in party if not unknown >> unit & 1)


DECLARED = Slot("declared", Declarations(), lasts="phase")


def declared(state: Position) -> tuple[Engagement, ...]:
    """The battles that are declared and still to be fought, in the order of their declaration."""
    return tuple(Engagement(*battle) for battle in state.memory[DECLARED].battles)


def under_attack(state: Position) -> int:
    """Mask of the hexes that are still to be attacked."""
    mask = 0
    for battle in state.memory[DECLARED].battles:
        for cell in battle[0]:
            mask |= state.frame.board.bit[cell]
    return mask


class DeclaringRules:
    """Declares battles, takes them back, and fights them as the units stand by then."""

    def __init__(self, battles: BattleRules) -> None:
        self._battles = battles
        self._combat = battles.combat
        self.all_first = self._combat.section.battle.declare == "all_first"

    def concerned_at(self, place: str) -> bool:
        """Only in games in which all battles of a phase are declared first."""
        return self.all_first

    # -- before the first die ------------------------------------------------------------------

    def declare(self, state: Position, battle: Engagement) -> None:
        """Declare a legal attack; its units take part in no other."""
        self._battles.note(state, battle)
        self._keep(state, (*declared(state), battle))
        if state.events is not None:
            self._tell(state, "battle_declared", battle, "{by} will attack {target}.")

    def withdraw(self, state: Position, battle: Engagement) -> None:
        """Take a declared battle back: its units may take part in others."""
        fought, attacked, bombarded = state.memory[FOUGHT]
        others = (unit for other in declared(state) if other != battle for unit in other.defenders)
        attackers, defenders = mask_of(battle.attackers), mask_of(battle.defenders)
        # A unit that is attacked in another declared battle as well stays attacked.
        defenders &= ~mask_of(others)
        now = Fought(fought & ~attackers, attacked & ~defenders, bombarded & ~defenders)
        state.remember(FOUGHT, now)
        self._drop(state, battle)
        if state.events is not None:
            text = "The attack of {by} on {target} is taken back."
            self._tell(state, "battle_withdrawn", battle, text)

    def _keep(self, state: Position, battles: tuple[Engagement, ...]) -> None:
        kept = tuple(battle.plain for battle in battles)
        state.remember(DECLARED, state.memory[DECLARED]._replace(battles=kept))

    def begin(self, state: Position) -> None:
        """All are declared: what is left is the order in which they are fought."""
        state.remember(DECLARED, state.memory[DECLARED]._replace(rolling=1))
        state.agenda.append(BattleOrder())

    def named(self, state: Position, action: Action) -> Engagement | None:
        """The declared battle that an action names by its attackers and one of its hexes."""
        index, cell = state.frame.unit_index, state.frame.board.cell
        units = {index[name] for name in action.units}
        hexes = {cell.get(number, 0) for number in action.hexes}
        for battle in declared(state):
            if set(battle.attackers) == units and hexes <= set(battle.hexes):
                return battle
        return None

    def why_not(self, state: Position, action: Action) -> Violation | None:
        """Why an action does not name a declared battle; ``None`` when it does."""
        if self.named(state, action):
            return None
        names, number = every(action.units), action.hexes[0]
        text = f"No attack of {names} on {number} is declared."
        return self._combat.refuse("declare", text)

    def too_late(self) -> Violation:
        """Why nothing can be declared or taken back now."""
        return self._combat.refuse("declare", "All battles of this phase are declared.")

    # -- while they are fought -----------------------------------------------------------------

    def standing(self, state: Position) -> tuple[Engagement, ...]:
        """The battles that are still to be fought, as they would be now."""
        battles = (self.now(state, battle) for battle in declared(state))
        return tuple(battle for battle in battles if battle)

    def now(self, state: Position, battle: Engagement) -> Engagement | None:
        """A declared battle with the units that are left in it; ``None`` if it cannot be fought."""
        return self._battles.now(state, battle)

    def dissolve(self, state: Position) -> None:
        """Drop the battles that can no longer be fought."""
        for battle in declared(state):
            if self.now(state, battle) is None:
                self._drop(state, battle)
                self._battles.tell_dissolved(state, battle)

    def fight(self, state: Position, battle: Engagement) -> None:
        """Fight a declared battle as it is now."""
        engagement = self.now(state, battle)
        if engagement is not None:
            self._drop(state, battle)
            state.rules[BattleStages].go_on(state, engagement, "declare")

    def _drop(self, state: Position, battle: Engagement) -> None:
        self._keep(state, tuple(other for other in declared(state) if other != battle))

    def actions(self, state: Position, verb: str) -> Iterator[Action]:
        """Every declared battle, named by an action of a verb."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        for battle in declared(state):
            names = tuple(ids[unit] for unit in battle.attackers)
            yield Action(verb, names, tuple(number[cell] for cell in battle.hexes))

    def _tell(self, state: Position, kind: str, battle: Engagement, text: str) -> None:
        """Tell of a declared battle; in ``text`` stand ``{by}`` and ``{target}``."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        by = tuple(ids[unit] for unit in battle.attackers)
        target = every(number[cell] for cell in battle.hexes)
        rule = self._combat.cite.get("declare", "")
        sentence = text.format(by=every(by), target=target)
        state.tell(kind, rule, sentence, target=number[battle.hexes[0]], attackers=by)


@dataclass(slots=True)
class BattleOrder(Task):
    """All battles are declared: the attacker says which is fought next."""

    kind = "battle_order"

    def settle(self, state: Position) -> bool:
        """A choice while several are left; the last is fought unasked."""
        rules = state.rules[DeclaringRules]
        rules.dissolve(state)
        left = declared(state)
        if len(left) > 1:
            return True
        if left:
            rules.fight(state, left[0])
        else:
            state.agenda.pop()
        return False

    def side(self, state: Position) -> int:
        """The attacker."""
        return state.phase_side

    def decision(self, state: Position) -> Decision:
        """Which battle is next."""
        battles, number = declared(state), state.frame.board.number
        return self.asks(
            state,
            f"Choose which of {several(len(battles), 'battle')} is fought next.",
            hexes=tuple(number[cell] for battle in battles for cell in battle.hexes),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """The battles in the order in which they were declared."""
        return state.rules[DeclaringRules].actions(state, "resolve")

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only those that are declared; nothing more is declared or taken back."""
        rules = state.rules[DeclaringRules]
        if action.verb == "resolve":
            return rules.why_not(state, action)
        if action.verb in ("attack", "withdraw"):
            return rules.too_late()
        return state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Fight it."""
        rules = state.rules[DeclaringRules]
        battle = rules.named(state, action)
        if battle is not None:
            rules.fight(state, battle)


def engagement(state: Position, action: Action) -> Engagement:
    """The battle that an action declares, fights or takes back, with the units as they stand."""
    verb, names, numbers, _ = action
    if verb in ("resolve", "withdraw"):
        declaring = state.rules[DeclaringRules]
        battle = declaring.named(state, action)
        if battle is not None:
            return declaring.now(state, battle) or battle
    combat, overrun = state.rules[CombatRules], verb == "overrun"
    attackers = tuple(sorted(map(combat.forces.index.__getitem__, names)))
    hexes = tuple(sorted(map(combat.board.cell.__getitem__, numbers)))
    defending = (
        combat.reach.everybody(state, c) if overrun else combat.defenders(state, c) for c in hexes
    )
    defenders = tuple(sorted(chain.from_iterable(defending)))
    battle = Engagement(hexes, attackers, defenders, overrun=overrun)
    if not combat.chosen or len(defenders) == 1 or overrun:
        return battle
    # Which unit it is on is chosen later: until then it is taken to be the one that is best
    # attacked.
    if not combat.some or combat.reckon(state, attackers, battle.target).column is None:
        return battle._replace(defenders=combat.aiming.best_aim(state, attackers, battle.target))
    return battle


class SeveralRules:
    """Which hexes are attacked together, and by which units (``combat.battle.hexes``)."""

    def __init__(self, combat: CombatRules) -> None:
        self._combat = combat
        self.allowed = combat.section.battle.hexes == "many"

    def listed(self, state: Position, side: int) -> Iterator[tuple[Target, Group]]:
        """Attacks on several hexes: around each hex of attackers every pair, all there are, and any
        of those next to it, as a unit that must attack may need just these; where each attacker is
        next to one only, also all hexes that are connected.

        Of the attackers all that can, each group and each pair. Any other is legal as well.
        """
        if not self.allowed:
            return
        targets = self._combat.targets(state, side)
        for hexes in sorted(self._joint_targets(state, targets)):
            target = self._as_one_target(state, [targets[cell] for cell in hexes])
            groups = target.groups
            parties = {force_of(party) for most in (1, 2) for party in combinations(groups, most)}
            parties.add(force_of(groups))
            for force in sorted(parties, key=lambda force: (len(force), force)):
                if force and self._combat.may_attack(state, force, target):
                    yield target, force

    def _joint_targets(self, state: Position, targets: dict[int, Target]) -> set[tuple[int, ...]]:
        """The hexes of the attacks that :meth:`listed` names, in map order each."""
        # By hex of attackers the targets that some unit in it attacks, in their order.
        near: dict[int, list[int]] = {}
        for cell, target in targets.items():
            for place in dict.fromkeys(state.cells[group[0]] for group in target.groups):
                near.setdefault(place, []).append(cell)
        chosen: set[tuple[int, ...]] = {
            pair for hexes in near.values() for pair in combinations(hexes, 2)
        }
        chosen |= {tuple(hexes) for hexes in near.values() if len(hexes) > 1}
        for place, hexes in near.items():
            # A gun may reach hexes far apart, which make no battle; only those beside it are
            # combined.
            beside = [cell for cell in hexes if state.frame.board.adjacent[place] >> cell & 1]
            for many in range(3, len(beside)):
                chosen.update(combinations(beside, many))
            if len(beside) > 1:
                chosen.add(tuple(beside))
        if not self._combat.each_to_each:
            chosen |= {hexes for hexes in _connected(near.values()) if len(hexes) > 1}
        return chosen

    def _as_one_target(self, state: Position, targets: Sequence[Target]) -> Target:
        """Several hexes as one target, with the groups that could take part."""
        first, *others = targets
        groups = dict.fromkeys(group for target in targets for group in target.groups)
        if self._combat.each_to_each:
            groups = dict.fromkeys(
                group for group in groups if all(group in target.groups for target in targets)
            )
        defenders = sorted(unit for target in targets for unit in target.defenders)
        also = tuple(target.cell for target in others)
        return Target(first.cell, tuple(defenders), tuple(groups), also)

    def why_not(self, numbers: Sequence[str]) -> Violation | None:
        """Why no attack is on just these hexes; ``None`` if one may be."""
        if len(numbers) == 1:
            return None
        if not self.allowed:
            return self._combat.refuse("hexes", "An attack is on one hex.")
        if len(set(numbers)) < len(numbers):
            return self._combat.refuse("hexes", f"{every(numbers)} names a hex twice.")
        return None


def _connected(near: Iterable[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Hexes joined to each other by attackers that stand beside two of them."""
    parts: list[set[int]] = []
    for hexes in near:
        # All parts that these hexes touch are merged with them, so that parts never overlap.
        joined = {*hexes}.union(*(part for part in parts if part & {*hexes}))
        parts = [part for part in parts if not part & joined] + [joined]
    return (tuple(sorted(part)) for part in parts)


class RefusalRules:
    """What ``explain`` says of attacks."""

    def __init__(self, combat: CombatRules) -> None:
        self._combat = combat

    def explain_attack(
        self, state: Position, side: int, units: tuple[str, ...], numbers: tuple[str, ...]
    ) -> Violation | None:
        """Why ``side`` may not attack these hexes with these units; ``None`` when it may."""
        hexes = [self._combat.board.cell.get(number, OFF_MAP) for number in numbers]
        for cell, number in zip(hexes, numbers, strict=True):
            if not cell or not state.enemies_of(side) >> cell & 1:
                return self._combat.refuse(
                    "adjacent", f"There is no enemy unit in {number} to attack."
                )
        attackers = [self._combat.forces.index[name] for name in units]
        # The rules of the kind of battle that an attack would be, if it has a say in it.
        combat = self._combat
        if not combat.odds.kinds.bounding:
            rules = self
        else:
            defenders = [unit for cell in hexes for unit in combat.defenders(state, cell)]
            target = Target(hexes[0], tuple(sorted(defenders)), ())
            kind = combat.kind_asked(state, attackers, target)
            rules = rules_of(state, kind)[RefusalRules] if kind else self
        return rules._why_not_attack(state, side, attackers, hexes)

    def _why_not_attack(
        self, state: Position, side: int, attackers: list[int], hexes: list[int]
    ) -> Violation | None:
        """Why units may not attack enemy hexes: each of them, and all together."""
        fought = state.memory[FOUGHT].fought
        for unit in attackers:
            refused = self._why_not_attacker(state, side, unit, hexes, fought)
            if refused is not None:
                return refused
        defenders: list[int] = []
        for cell in hexes:
            here, number = self._combat.defenders(state, cell), self._combat.board.number[cell]
            if not here:
                text = f"The units in {number} have been attacked in this phase."
                return self._combat.refuse("once", text)
            defenders += here
        target = Target(hexes[0], tuple(sorted(defenders)), (), tuple(hexes[1:]))
        return self._why_not_together(state, attackers, hexes) or self._why_no_force(
            state, attackers, target
        )

    def _why_not_attacker(
        self, state: Position, side: int, unit: int, hexes: Sequence[int], fought: int
    ) -> Violation | None:
        """Why a unit takes no part, no matter which others do: where it stands, what it has done,
        what bars it. ``fought``: the mask of those that have attacked in this phase.
        """
        name = self._combat.forces.ids[unit]
        if self._combat.forces.side[unit] != side:
            return self._combat.refuse(
                "own_phase", f"{name} does not belong to the attacking side."
            )
        near = self._combat.reached(state, unit, hexes)
        # An attacker need not reach all of several hexes, where the game lets it reach one.
        missed = [cell for cell in hexes if cell not in near]
        misses = bool(missed) and (self._combat.each_to_each or not near)
        if not state.cells[unit] or (self._combat.guns is None and misses):
            number = self._combat.board.number[(missed or hexes)[0]]
            held_back = self._combat.reach.why_not(state, unit, (missed or hexes)[0])
            if held_back is not None:
                return held_back
            return self._combat.refuse("adjacent", f"{name} is not adjacent to {number}.")
        if fought >> unit & 1:
            return self._combat.refuse("once", f"{name} has already attacked in this phase.")
        barred = self._combat.why_barred(state, unit)
        # A gun is also asked about the hexes it does not reach: its refusal says how far it fires.
        attacked = (*near, *missed) if misses else near
        refusals = (self._combat.why_not_into(state, unit, cell) for cell in attacked)
        return barred or next(filter(None, refusals), None)

    def _why_not_together(
        self, state: Position, attackers: list[int], hexes: list[int]
    ) -> Violation | None:
        """The units that would have to attack the hexes along with these."""
        if not self._combat.together:
            return None
        fought = state.memory[FOUGHT].fought
        for unit in attackers:
            at, side = state.cells[unit], self._combat.forces.side[unit]
            for mate in self._combat.forces.of_side[side]:
                stays = state.cells[mate] == at and mate not in attackers
                if stays and self._combat.can_join(state, mate, hexes):
                    name, other = self._combat.forces.ids[unit], self._combat.forces.ids[mate]
                    done = ", which has attacked already" if fought >> mate & 1 else ""
                    message = f"{name} may only attack together with {other}{done}."
                    return self._combat.refuse("together", message)
        return None

    def explain_force(
        self, state: Position, attackers: Sequence[int], target: Target
    ) -> Violation | None:
        """Why units may not attack a target together, each of them by itself included."""
        kind = self._combat.kind_asked(state, attackers, target)
        if kind:
            rules = rules_of(state, kind)[RefusalRules]
            if rules is not self:
                return rules.explain_force(state, attackers, target)
        for unit in attackers:
            for cell in self._combat.reached(state, unit, target.hexes):
                refused = self._combat.why_not_into(state, unit, cell)
                if refused is not None:
                    return refused
        return self._why_no_force(state, attackers, target)

    def _why_no_force(
        self, state: Position, attackers: Sequence[int], target: Target
    ) -> Violation | None:
        """Too many attackers, none with a zone there, or odds that the table does not allow."""
        combat, guns = self._combat, self._combat.guns
        if guns:
            for cell in target.hexes:
                able = combat.those_at(state, attackers, cell)
                refused = guns.why_not_together(state, able, cell)
                if refused is not None:
                    return refused
        numbers = every(combat.board.number[cell] for cell in target.hexes)
        if combat.within_zone and not combat.led(state, attackers, target.hexes):
            text = f"{numbers} is in the zone of control of none of these units."
            return combat.refuse("zone", text)
        if combat.nations and not are_of_one(state, combat.nations, attackers):
            names = every(combat.forces.ids[unit] for unit in attackers)
            return combat.refuse("apart", f"{names} do not attack together.")
        if len(attackers) > combat.most_attackers:
            most = combat.most_attackers
            text = f"At most {several(most, 'unit')} may attack together."
            if most == 1:
                text = "Only one unit may attack: none joins it."
            return combat.refuse("most_attackers", text)
        if target.also and combat.reach.apart(state, attackers, target.hexes):
            return combat.refuse("hexes", f"These units do not make one battle of {numbers}.")
        odds = combat.at_best(state, attackers, target)
        if odds.column is None and combat.faces:
            names = every(combat.forces.ids[unit] for unit in attackers)
            has = "has" if len(attackers) == 1 else "have"
            text = f"{names} {has} no dice to attack {numbers} with"
            taken = self._dice_taken(state, odds, attackers, target)
            return combat.refuse("faces", f"{text}: {taken}." if taken else f"{text}.")
        if odds.column is None:
            return no_column(combat, odds)
        return None

    def _dice_taken(
        self, state: Position, odds: Odds, attackers: Sequence[int], target: Target
    ) -> str:
        """What takes dice from attackers, each with how many; nothing where hidden units defend, as
        who they are may be what takes them.
        """
        combat = self._combat
        hidden = state.hidden(combat.forces.side[attackers[0]])
        if any(hidden >> unit & 1 for unit in target.defenders):
            return ""
        modifiers = itemised(combat.odds, state, odds, attackers, target.defenders)
        return ", ".join(
            f"{modifier.label} {modifier.value}"
            for modifier in modifiers
            if modifier.side == "attacker" and modifier.value.startswith("-")
        )


class AutomaticAttacks(MovementContribution):
    """Units that could attack at such odds do it at once; they move and attack no more in the turn.

    The odds are judged by the defenders that their side sees. Only attacks on one hex are listed.
    """

    verbs: ClassVar[frozenset[str]] = frozenset({"attack"})
    is_move: ClassVar[bool] = True

    def __init__(self, certain: CertainRules, combat: CombatRules, movement: MovementRules) -> None:
        self._certain = certain
        self._combat = combat
        self._moves = Moves(movement)

    def concerns(self, phase: int) -> bool:
        """In all movement phases, if in any."""
        return self._certain.allowed("movement")

    def actions(self, state: Position) -> Iterator[Action]:
        """Target by target, smaller forces first."""
        rules = rules_of_attack(state)
        combat, certain = rules[CombatRules], rules[CertainRules]
        ids, number = state.frame.unit_ids, state.frame.board.number
        for cell, target in combat.targets(state, state.phase_side).items():
            seen = target._replace(defenders=_seen_units(state, target.defenders))
            for force in combat.forces_for(state, seen):
                odds = combat.at_best(state, force, seen)
                if certain.reached(state, odds, seen.defenders):
                    yield Action("attack", tuple([ids[unit] for unit in force]), (number[cell],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why an attack may not be made while units move; ``None`` when it may."""
        if not self.concerns(state.phase_index):
            return state.out_of_turn(action)
        rules, side = rules_of_attack(state), state.phase_side
        refused = (
            self.why_ended(state, action.units)
            or rules[SeveralRules].why_not(action.hexes)
            or rules[RefusalRules].explain_attack(state, side, action.units, action.hexes)
        )
        if refused is not None:
            return refused
        combat, certain = rules[CombatRules], rules[CertainRules]
        battle = engagement(state, action)
        battle = battle._replace(defenders=_seen_units(state, battle.defenders))
        # Judged by the units that are seen: a refusal must not give away others that lie below.
        odds = combat.reckon(state, battle.attackers, battle.target)
        if certain.reached(state, odds, battle.defenders):
            return None
        text = f"While units move, attacks need odds of {certain.in_words()}: "
        return combat.refuse(
            "automatic", f"{text}{combat.odds.columns.describe(odds)} is not enough."
        )

    def why_ended(self, state: Position, units: Sequence[str]) -> Violation | None:
        """Units that have attacked while moving neither move nor attack again in this turn."""
        for name in units:
            if state.memory[SPENT].units >> state.frame.unit_index[name] & 1:
                text = f"{name} has attacked while units moved: it is done for this turn."
                return self._combat.refuse("automatic", text)
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Fight the battle; a die is only rolled if more defenders come to light."""
        battle = engagement(state, action)
        self._moves.spend(state, battle.attackers)
        rules_of_attack(state)[BattleStages].fight_at_once(state, battle)


def _seen_units(state: Position, defenders: tuple[int, ...]) -> tuple[int, ...]:
    hidden = state.hidden(state.phase_side)
    return tuple([unit for unit in defenders if not hidden >> unit & 1])
