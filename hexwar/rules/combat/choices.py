"""What the sides choose of a battle before its die: which units it is on, and how it is fought.

Each choice stands between the attack and its die as a task of its own. First the attacker chooses
the units that it attacks (``aim``), as the odds depend on them; then the attacker, and after it the
defender, chooses how the battle is fought (a *kind* of battle). Last they commit points and guns to
it, in ``commitments``. The side that chooses sees the odds that each choice leads to. After each
task stand its preview, the line in which players read it, and what it is worth to an opponent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from hexwar.definition.grammar import opening
from hexwar.engine.action import PASS, Action, Choice, Decision
from hexwar.engine.queries import Preview
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Announced, BattleRules, BattleStages, BeforeTheDie, no_column
from hexwar.rules.combat.odds import Kind, begin_kind, fought_under
from hexwar.rules.combat.preview import odds_in_words, preview_battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.language.wording import every

ROLES = ("attacker", "defender")
"""The sides of a battle, in the order in which they are asked."""

# -- which units an attack is on, where the odds are those against one unit or some of several -----

AIM = "aim"
"""The verb by which an attacker chooses which units the attack is on."""

LISTED = 4
"""Up to so many defenders every party of them is listed. Of more, only each one, each pair and all
are, as the number of parties doubles with every unit; any other party may still be named.
"""


@dataclass(slots=True)
class Aiming(BeforeTheDie):
    """An attack has been announced: the attacker chooses which units it is made on."""

    kind = "aim"

    def settle(self, state: Position) -> bool:
        """There is always something to choose: :func:`aim` saw to that."""
        return True

    def side(self, state: Position) -> int:
        """The attacker."""
        return state.frame.unit_side[self.attackers[0]]

    def decision(self, state: Position) -> Decision:
        """The units to choose from, and their hexes."""
        ids, number = state.frame.unit_ids, state.frame.board.number
        return self.asks(
            state,
            f"{self.battle.in_words(state.frame)}: choose whom.",
            units=tuple(ids[unit] for unit in self.defenders),
            hexes=tuple(number[cell] for cell in self.hexes),
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """One for each party of defenders that may be attacked: small parties first, then in the
        order of the units file.
        """
        ids, everybody = state.frame.unit_ids, len(self.defenders)
        sizes: Sequence[int] = (1,)
        if state.rules[CombatRules].some:
            sizes = (1, 2, everybody) if everybody > LISTED else range(1, everybody + 1)
        for size in sizes:
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
        """Why these units may not be attacked."""
        if action.verb != AIM:
            return state.out_of_turn(action)
        return self._why_not(state, [state.frame.unit_index[name] for name in action.units])

    def perform(self, state: Position, action: Action) -> None:
        """Let the battle go on against those units."""
        state.agenda.pop()
        state.rules[BattleStages].go_on(state, self.against(state, action), "aim")

    def against(self, state: Position, action: Action) -> Engagement:
        """The battle that a choice leads to."""
        units = tuple(sorted(state.frame.unit_index[name] for name in action.units))
        return self.battle._replace(defenders=units)


def aim(combat: CombatRules, state: Position, battle: Engagement) -> Engagement | None:
    """The stage at which an attack is aimed: the battle, or ``None`` if its side is asked first."""
    # Both in the target and in the choice the units stand in the order of the units file.
    here = sorted(unit for cell in battle.hexes for unit in combat.defenders(state, cell))
    target = battle.target._replace(defenders=tuple(here))
    aims = combat.aiming.aims(state, battle.attackers, target, any_odds=combat.some)
    # In each hex some unit has to be attacked: with one in each, there is nothing to choose.
    if len(aims) > len(battle.hexes):
        state.agenda.append(Aiming(battle.hexes, battle.attackers, aims))
        return None
    return battle._replace(defenders=aims or battle.defenders)


def preview_aim(state: Position, action: Action) -> Preview:
    """The battle against the units that are chosen."""
    task = state.agenda[-1]
    if not isinstance(task, Aiming):
        raise ValueError("no attack is announced")
    return preview_battle(state.rules[BattleRules], state, task.against(state, action))


def aim_line(action: Action, state: Position) -> str:
    """The units with the odds against them."""
    task = state.agenda[-1]
    if not isinstance(task, Aiming):
        return every(action.units)
    return f"{every(action.units)}: {odds_in_words(state, task.against(state, action))}"


# -- how a battle is fought: the kinds that a side chooses (``combat.kinds`` with ``chosen``) ------

FIGHT = "fight"
"""The verb by which a side chooses how a battle is fought."""

GROUND = 0.25
"""What it is worth to drive a unit back, in steps of losses."""


class OpenKinds(NamedTuple):
    """A battle with the units that are left in it, and the kinds that one side may make it."""

    battle: Engagement
    kinds: list[Kind]


class KindChoiceRules:
    """Which kinds of battle the sides may choose, and when they are asked."""

    def __init__(self, battles: BattleRules) -> None:
        self._battles, self.kinds = battles, battles.combat.odds.kinds

    def concerned_at(self, place: str) -> bool:
        """Whether there is anything to choose in this game; asked once, for all its battles."""
        return bool(self.kinds.chosen)

    def choose(self, state: Position, battle: Engagement) -> Engagement | None:
        """The stage at which kinds are chosen: the battle, or ``None`` if a side is asked first."""
        choosing = [by for by in ROLES if self.kinds.open(state, *battle.plain, by)]
        if not choosing:
            return battle
        # Below the choices lies what lets the battle go on once they have been made.
        state.agenda.append(Announced(*battle.plain, "choose"))
        # The attacker's task on top, as it chooses first and the defender answers.
        state.agenda += [KindChoice(*battle.plain, by) for by in reversed(choosing)]
        return None

    def open(self, state: Position, battle: Engagement, by: str) -> OpenKinds:
        """What one side may still choose; nothing where too few are left to fight."""
        battle_left = self._battles.now(state, battle)
        if battle_left is None:
            return OpenKinds(battle, [])
        return OpenKinds(battle_left, self.kinds.open(state, *battle_left.plain, by))


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
        """The kind of battle, or none."""
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
        # Kinds name neither units nor hexes: no kind fits once a unit or a hex has been picked.
        if picked or at:
            return
        for kind in self.open(state).kinds:
            action = Action(FIGHT, name=kind.form.id)
            yield Choice(action, kind_line(action, state), (), ())
        as_usual = odds_in_words(state, self.open(state).battle)
        yield Choice(PASS, f"As usual: {as_usual}", (), ())

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why the battle may not be of this kind."""
        if action.verb == "pass":
            return None
        if action.verb != FIGHT:
            return state.out_of_turn(action)
        if any(kind.form.id == action.name for kind in self.open(state).kinds):
            return None
        text = f"This battle cannot be fought as {action.name}."
        return Violation("", text, "combat.kind_of_battle")

    def perform(self, state: Position, action: Action) -> None:
        """Put the rules of the kind in force; what lies below goes on with the battle."""
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

    def under(self, state: Position, action: Action) -> Position:
        """The position with the rules under which the battle is fought after an action."""
        if action.verb != FIGHT:
            return state
        return fought_under(state, self.named(state, action).name)

    def foreseen(self, state: Position, action: Action) -> Preview:
        """The battle as it would be fought after an action."""
        under_kind = self.under(state, action)
        return preview_battle(under_kind.rules[BattleRules], under_kind, self.open(state).battle)


def kind_choice(state: Position) -> KindChoice | None:
    """The choice of a kind that is to be made now, if there is one."""
    top = state.agenda[-1] if state.agenda else None
    return top if isinstance(top, KindChoice) else None


def preview_kind(state: Position, action: Action) -> Preview:
    """The battle that is announced, as it would be fought."""
    task = kind_choice(state)
    if task is None:
        raise ValueError("no battle is announced")
    return task.foreseen(state, action)


def kind_line(action: Action, state: Position) -> str:
    """A kind with the odds that it leads to."""
    task = kind_choice(state)
    if task is None:
        return action.name
    title = task.named(state, action).form.title
    return f"{title}: {odds_in_words(task.under(state, action), task.open(state).battle)}"


def worth_of_kind(state: Position, side: int, action: Action) -> float:
    """What a kind is worth to a side: the losses to be expected, and the units that are driven
    back.
    """
    preview, mine = preview_kind(state, action), state.frame.side_ids[side]
    worth = 0.0
    for whose, losses in preview.expected_losses.items():
        worth += -float(losses) if whose == mine else float(losses)
    side_of = dict(zip(state.frame.unit_ids, state.frame.unit_side, strict=True))
    for outcome in preview.outcomes:
        for unit in outcome.retreats:
            ground = GROUND * float(outcome.probability)
            worth += -ground if side_of[unit] == side else ground
    return worth
