"""After the result of a battle: defenders who battle back, attackers who may attack once more.

Both are steps of results. To battle back is a battle of its own with the roles exchanged, against
the first hex of attackers that the defenders can strike at; nothing follows of it but its result.
To attack again is to be taken out of those who have fought.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.queries import Preview
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Battle, BattleRules
from hexwar.rules.combat.preview import preview_battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.stages import BeforeTheDie
from hexwar.rules.combat.targets import FOUGHT, Engagement
from hexwar.rules.combat.verbs import Again, BattleBack
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.programs import Parties, meant
from hexwar.rules.language.selectors import selected
from hexwar.rules.language.wording import Names, every, several
from hexwar.rules.units.rules import mask_of

BATTLE_BACK = "battle_back"
PASS = Action("pass")


class AttackedAgain(NamedTuple):
    """How often units have been let attack once more in this phase, by unit."""

    times: tuple[tuple[int, int], ...] = ()


AGAIN = Slot("attacked_again", AttackedAgain(), lasts="phase")


def back_owed(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """What a result owes where defenders may battle back: a choice of theirs, if they can."""
    step = cast(BattleBack, effect.said)
    units, _ = meant(state, parties, "defender", step.only)
    stood = tuple(unit for unit in units if state.cells[unit] in parties.hexes)
    foes, _ = meant(state, parties, "attacker", None)
    for cell in dict.fromkeys(state.cells[unit] for unit in foes):
        there = tuple(unit for unit in foes if state.cells[unit] == cell)
        battle = _battle(state, (cell,), stood, there)
        if battle is not None:
            return BattlingBack(*battle.plain)
    return None


def _battle(
    state: Position, hexes: tuple[int, ...], units: tuple[int, ...], foes: tuple[int, ...]
) -> Engagement | None:
    """The battle in which units strike back at a hex that they reach; ``None`` if they cannot."""
    rules = state.rules[CombatRules]
    able = tuple(unit for unit in units if rules.reached(state, unit, hexes))
    battle = Engagement(hexes, able, foes, back=True)
    if not able or rules.reckon(state, able, battle.target).column is None:
        return None
    return battle


@dataclass(slots=True)
class BattlingBack(BeforeTheDie):
    """Defenders who stood their ground may battle back; nothing follows of that but its result."""

    kind = BATTLE_BACK
    is_offer = True
    rolls = True  # a preview stops here: what may come of it is a battle of its own

    @property
    def battle(self) -> Engagement:
        """The battle: those who were attacked are its attackers."""
        return Engagement(self.hexes, self.attackers, self.defenders, back=True)

    def settle(self, state: Position) -> bool:
        """It is always open: whoever could not is not asked."""
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
    if action.verb != BATTLE_BACK:
        return 0.0
    mine, worth = state.frame.side_ids[side], 0.01
    for whose, lost in preview_back(state, action).expected_losses.items():
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
    """That they may."""
    names = every(state.frame.unit_ids[unit] for unit in task.attackers)
    telling.sentences.append(f"{names} may battle back.")


def back_in_words(effect: Effect, names: Names) -> str:
    """The step in words."""
    step = cast(BattleBack, effect.said)
    only = f" ({selected(step.only, names)})" if step.only else ""
    return f"defenders{only} who stood their ground may battle back"


def again_owed(state: Position, parties: Parties, effect: Effect) -> Task | None:
    """Let attackers attack once more in this phase, those who have not been let too often."""
    step = cast(Again, effect.said)
    # Also those whom a result spares as they attacked from a distance: this is nothing to suffer.
    everybody = replace(cast(Battle, parties), spared=())
    units, _ = meant(state, everybody, "attacker", step.only)
    times = dict(state.memory[AGAIN].times)
    able = [unit for unit in units if times.get(unit, 0) < step.most]
    fought = state.memory[FOUGHT]
    # Whose attack is not used up, as in an overrun, needs no other.
    able = [unit for unit in able if fought.fought >> unit & 1]
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
    """The step in words."""
    step = cast(Again, effect.said)
    only = f" ({selected(step.only, names)})" if step.only else ""
    often = "once more" if step.most == 1 else f"up to {several(step.most, 'time')} more"
    return f"attackers{only} may attack {often} in the phase"
