"""What a side chooses of its battle before the die: whom it is on, and how it is fought.

Both stand between the attack and its die as tasks of their own. ``aim`` comes first, as the odds
hang on whom the attack is on; how it is fought (a *kind* of battle) is chosen by the attacker, then
by the defender, each with the odds before his eyes that it leads to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from hexwar.definition.grammar import does
from hexwar.engine.action import Action
from hexwar.engine.decision import Choice, Decision
from hexwar.engine.queries import Preview
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import BattleRules, no_column
from hexwar.rules.combat.commitments import PASS
from hexwar.rules.combat.kinds import Kind, begin_kind, fought_under
from hexwar.rules.combat.preview import odds_in_words, preview_battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.stages import Announced, BattleStages, BeforeTheDie
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.language.wording import every

AIM = "aim"

LISTED = 4
"""Of so many defenders every party is listed; of more all, each one and each two."""


@dataclass(slots=True)
class Aiming(BeforeTheDie):
    """An attack has been announced: the attacker chooses whom it is made on."""

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
        """Those who may be attacked so, fewer first, in the order of the units file."""
        ids = state.frame.unit_ids
        for units in self._parties(state):
            if self._why_not(state, units) is None:
                yield Action(AIM, tuple(ids[unit] for unit in units))

    def _parties(self, state: Position) -> Iterator[tuple[int, ...]]:
        many = len(self.defenders)
        several = state.rules[CombatRules].some
        sizes = (1, 2, many) if many > LISTED else range(1, many + 1)
        for size in sizes if several else (1,):
            yield from combinations(self.defenders, size)

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
    """The attack on those whom its side chooses; it is asked where there are several."""
    here = sorted(unit for cell in battle.hexes for unit in combat.defenders(state, cell))
    target = battle.target._replace(defenders=tuple(here))
    aims = combat.aiming.aims(state, battle.attackers, target, any_odds=combat.some)
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


FIGHT = "fight"

GROUND = 0.25
"""What it is worth that a unit has to retreat, in steps."""


class KindChoiceRules:
    """How battles may be fought, where a side of them chooses."""

    __slots__ = ("_battles", "kinds")

    def __init__(self, battles: BattleRules) -> None:
        self._battles, self.kinds = battles, battles.combat.odds.kinds

    def concerned_at(self, place: str) -> bool:
        """Only in games in which there is something to choose."""
        return bool(self.kinds.chosen)

    def choose(self, state: Position, battle: Engagement) -> Engagement | None:
        """Ask how a battle is fought, if that is open."""
        asked = [by for by in ("attacker", "defender") if self.kinds.open(state, *battle.plain, by)]
        if not asked:
            return battle
        state.agenda.append(Announced(*battle.plain, "choose"))
        # The attacker's on top, as he chooses first and the defender answers.
        state.agenda += [KindChoice(*battle.plain, by) for by in reversed(asked)]
        return None

    def left(self, state: Position, battle: Engagement, by: str) -> tuple[Engagement, list[Kind]]:
        """The battle with those who are left, and the kinds of which one side may make it."""
        now = self._battles.now(state, battle)
        return (battle, []) if now is None else (now, self.kinds.open(state, *now.plain, by))


@dataclass(slots=True)
class KindChoice(BeforeTheDie):
    """An attack has been announced: its attacker, or its defender, says how it is fought. Where
    both do, the defender answers, and what both have said is in force.
    """

    kind = "kind_of_battle"
    done_says = "Fight as usual"
    by: str = "attacker"

    def left(self, state: Position) -> tuple[Engagement, list[Kind]]:
        """The battle with those who are left of it, and the kinds to choose from."""
        return state.rules[KindChoiceRules].left(state, self.battle, self.by)

    def settle(self, state: Position) -> bool:
        """Nobody is asked where too few are left of the battle."""
        if self.left(state)[1]:
            return True
        state.agenda.pop()
        return False

    def side(self, state: Position) -> int:
        """The side that chooses."""
        party = self.attackers if self.by == "attacker" else self.defenders
        return state.frame.unit_side[party[0]]

    def decision(self, state: Position) -> Decision:
        """The kinds that fit."""
        number, battle = state.frame.board.number, self.left(state)[0]
        return self.asks(
            state,
            f"{battle.in_words(state.frame)}: choose how, or pass.",
            hexes=tuple(number[cell] for cell in battle.hexes),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """The kinds, in the order of the section; then ``pass`` for a battle of none."""
        for kind in self.left(state)[1]:
            yield Action(FIGHT, name=kind.said.id)
        yield PASS

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """Each kind with the odds that it leads to, and those of a battle of none."""
        if picked or at:
            return
        for kind in self.left(state)[1]:
            yield Choice(
                action := Action(FIGHT, name=kind.said.id), kind_line(action, state), (), ()
            )
        yield Choice(PASS, f"As usual: {odds_in_words(self.foreseen(state, PASS))}", (), ())

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only kinds that fit."""
        if action.verb == "pass":
            return None
        if action.verb != FIGHT:
            return state.out_of_turn(action)
        if any(kind.said.id == action.name for kind in self.left(state)[1]):
            return None
        text = f"This battle cannot be fought as {action.name}."
        return Violation("", text, "combat.kind_of_battle")

    def perform(self, state: Position, action: Action) -> None:
        """Let the rules be those of the kind, and go on."""
        kind = self._named(state, action) if action.verb == FIGHT else None
        side = self.side(state)
        state.agenda.pop()
        if kind is not None:
            if state.events is not None:
                text = f"{does(state.frame.side_names[side], 'chooses')}: {kind.said.title}."
                state.tell("kind_chosen", "", text, battle=kind.said.id)
            begin_kind(state, kind.name)

    def _named(self, state: Position, action: Action) -> Kind:
        return next(kind for kind in self.left(state)[1] if kind.said.id == action.name)

    def foreseen(self, state: Position, action: Action) -> Preview:
        """The battle as it would be fought then."""
        then = state
        if action.verb == FIGHT:
            then = fought_under(state, self._named(state, action).name)
        return preview_battle(then.rules[BattleRules], then, self.left(state)[0])


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
    title = next(kind.said.title for kind in task.left(state)[1] if kind.said.id == action.name)
    return f"{title}: {odds_in_words(task.foreseen(state, action))}"


def worth_of_kind(state: Position, side: int, action: Action) -> float:
    """What a kind is worth to a side: the losses to be expected, and who has to retreat."""
    preview, mine = preview_kind(state, action), state.frame.side_ids[side]
    of_side = dict(zip(state.frame.unit_ids, state.frame.unit_side, strict=True))
    worth = sum(float(-n if whose == mine else n) for whose, n in preview.expected_losses.items())
    for outcome in preview.outcomes:
        for unit in outcome.retreats:
            driven = GROUND * float(outcome.probability)
            worth += -driven if of_side[unit] == side else driven
    return worth
