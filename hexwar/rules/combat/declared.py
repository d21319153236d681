"""Battles that are declared before the first die is thrown (``combat.battle.declare``).

What is declared counts as attacked at once, so that nobody attacks twice, and may be taken back
until all is declared. Then the attacker says which battle is fought next. Earlier battles may have
killed or driven off who was to fight: each is fought with those who are left, or dissolved if they
are too few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.stages import BattleStages
from hexwar.rules.combat.targets import FOUGHT, Engagement, Fought, Plain
from hexwar.rules.language.wording import every, several
from hexwar.rules.units.rules import mask_of


class Declarations(NamedTuple):
    """The battles declared in this phase that are still to be fought, each an engagement.

    ``rolling``: 1 from when all are declared.
    """

    battles: tuple[Plain, ...] = ()
    rolling: int = 0

    def without(self, units: int) -> Declarations:
        """The same to who does not know of some units (a mask)."""
        known = ((hexes, _known(a, units), _known(d, units)) for hexes, a, d in self.battles)
        return self._replace(battles=tuple(battle for battle in known if all(battle)))


def _known(party: tuple[int, ...], unknown: int) -> tuple[int, ...]:
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

    __slots__ = ("_battles", "_combat", "all_first")

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
        # Who is attacked in another declared battle as well stays attacked.
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
        """Why nothing is declared or taken back any more."""
        return self._combat.refuse("declare", "All battles of this phase are declared.")

    # -- while they are fought -----------------------------------------------------------------

    def standing(self, state: Position) -> tuple[Engagement, ...]:
        """The battles that are still to be fought, as they would be now."""
        battles = (self.now(state, battle) for battle in declared(state))
        return tuple(battle for battle in battles if battle)

    def now(self, state: Position, battle: Engagement) -> Engagement | None:
        """A declared battle with those who are left of it; ``None`` if it cannot be fought."""
        return self._battles.now(state, battle)

    def dissolve(self, state: Position) -> None:
        """Drop the battles that cannot be fought any more."""
        for battle in declared(state):
            if self.now(state, battle) is None:
                self._drop(state, battle)
                self._battles.tell_dissolved(state, battle)

    def fight(self, state: Position, battle: Engagement) -> None:
        """Fight a declared battle as it is now."""
        left = self.now(state, battle)
        if left is not None:
            self._drop(state, battle)
            state.rules[BattleStages].go_on(state, left, "declare")

    def _drop(self, state: Position, battle: Engagement) -> None:
        self._keep(state, tuple(other for other in declared(state) if other != battle))

    def actions(self, state: Position, verb: str) -> Iterator[Action]:
        """Every declared battle, named by an action of a verb."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        for battle in declared(state):
            names = tuple(ids[unit] for unit in battle.attackers)
            yield Action(verb, names, tuple(number[cell] for cell in battle.hexes))

    def _tell(self, state: Position, kind: str, battle: Engagement, text: str) -> None:
        ids, number = state.frame.unit_ids, state.frame.board.number
        by = tuple(ids[unit] for unit in battle.attackers)
        target = every(number[cell] for cell in battle.hexes)
        rule = self._combat.cite.get("declare", "")
        text = text.format(by=every(by), target=target)
        state.tell(kind, rule, text, target=number[battle.hexes[0]], attackers=by)


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
