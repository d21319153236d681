"""Battles: the die, the result's program, and what it owes (``combat.results``)."""

from __future__ import annotations

from typing import Any

from hexwar.definition.model import CombatResult, Effect
from hexwar.engine.automatic import AutomaticTask
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.rules.advance.rules import AdvanceRules
from hexwar.rules.combat.odds import BELOW
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.losses.elimination import LossRules
from hexwar.rules.losses.rules import StepLossRules
from hexwar.rules.retreat.rules import RetreatRules
from hexwar.rules.units.rules import mask_of


class BattleRules:
    """Fights battles: everything after "attack" until the next attack can be declared."""

    __slots__ = ("_advance", "_losses", "_retreat", "_steps", "combat")

    def __init__(
        self,
        combat: CombatRules,
        losses: LossRules,
        steps: StepLossRules,
        retreat: RetreatRules,
        advance: AdvanceRules,
    ) -> None:
        self.combat = combat
        self._losses = losses
        self._steps = steps
        self._retreat = retreat
        self._advance = advance

    def fight(
        self, state: State, cell: int, attackers: tuple[int, ...], *, overrun: bool = False
    ) -> None:
        """Roll for a legal attack and put its result on the agenda.

        An ``overrun`` is fought in movement: it counts for nobody's attack of the combat phase,
        and its advance must be made.
        """
        combat = self.combat
        defenders = combat.standing(state, cell) if overrun else combat.defenders(state, cell)
        column = combat.odds.reckon(state, attackers, defenders, cell).column or 0
        faces = () if column == BELOW else self._roll(state)
        die = combat.section.dice.read(faces) if faces else 0
        code = combat.code(column, die)
        this_phase = state.this_phase
        if not overrun:
            this_phase["fought"] = this_phase.get("fought", 0) | mask_of(attackers)
            this_phase["attacked"] = this_phase.get("attacked", 0) | mask_of(defenders)
        this_phase.pop("losses", None)
        state.cache = {}
        if state.events is not None:
            self._tell(state, cell, attackers, defenders, column, faces, code)
        state.agenda.append(Battle(self, code, cell, attackers, defenders, 0, overrun=overrun))

    def _roll(self, state: State) -> tuple[int, ...]:
        dice = self.combat.section.dice
        return tuple([state.roll(dice.sides) for _ in range(dice.count)])

    def _tell(
        self,
        state: State,
        cell: int,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        column: int,
        faces: tuple[int, ...],
        code: str,
    ) -> None:
        section, ids = self.combat.section, self.combat.forces.ids
        number = self.combat.board.number[cell]
        by = ", ".join(ids[unit] for unit in attackers)
        result = section.results[code]
        below = column == BELOW
        heading = "" if below else section.headings[column]
        die = section.dice.read(faces) if faces else 0
        thrown = f"die {die}" if len(faces) == 1 else f"dice {', '.join(map(str, faces))} = {die}"
        rolled = "odds below the table, no roll" if below else f"column {heading}, {thrown}"
        state.tell(
            "battle",
            self.combat.cite.get("below" if below else "table", ""),
            f"{by} attack{'s' if len(attackers) == 1 else ''} {number}: {rolled}, {result.title}.",
            target=number,
            attackers=tuple(ids[unit] for unit in attackers),
            defenders=tuple(ids[unit] for unit in defenders),
            column=heading,
            die=die,
            dice=faces,
            result=code,
        )

    def owed(self, state: State, battle: Battle, effect: Effect) -> Task | None:
        """What one step of a result's program owes now, if it still concerns anybody."""
        side_of = self.combat.forces.side
        side = side_of[battle.attackers[0]]
        if effect.verb == "advance":
            return self._advance.offer(
                state, side, battle.target, battle.attackers, effect, must=battle.overrun
            )
        concerned, others = battle.defenders, battle.attackers
        if effect.who == "attacker":
            concerned, others = others, concerned
        enemy = side_of[others[0]]
        present = tuple(unit for unit in concerned if state.cells[unit])
        if not present:
            return None
        if effect.verb == "eliminate":
            return self._losses.owe(present, effect, enemy)
        if effect.verb == "lose_steps":
            return self._steps.owe(present, effect.count or 1, effect.who)
        if effect.verb == "retreat":
            return self._retreat.owe(state, present, effect, enemy)
        return None

    def result(self, code: str) -> CombatResult:
        """The result with this code."""
        return self.combat.section.results[code]


class Battle(AutomaticTask):
    """A battle whose result is being carried out; ``step`` counts the program's steps."""

    __slots__ = ("_rules", "attackers", "code", "defenders", "overrun", "step", "target")
    kind = "battle"

    def __init__(
        self,
        rules: BattleRules,
        code: str,
        target: int,
        attackers: tuple[int, ...],
        defenders: tuple[int, ...],
        step: int,
        *,
        overrun: bool = False,
    ) -> None:
        self._rules = rules
        self.overrun = overrun
        self.code = code
        self.target = target
        self.attackers = attackers
        self.defenders = defenders
        self.step = step

    def settle(self, state: State) -> bool:
        """Run the program until a step owes something, or to its end."""
        program = self._rules.result(self.code).effects
        agenda = state.agenda
        agenda.pop()
        for step in range(self.step, len(program)):
            owed = self._rules.owed(state, self, program[step])
            if owed is not None:
                # Also after the last step: while it is owed the battle lasts, in the open.
                agenda.append(self._at(step + 1))
                agenda.append(owed)
                return False
        return False

    def _at(self, step: int) -> Battle:
        sides = (self.attackers, self.defenders)
        return Battle(self._rules, self.code, self.target, *sides, step, overrun=self.overrun)

    def to_dict(self) -> dict[str, Any]:
        """Indices and cells; the rules are those of the state."""
        return {
            "task": self.kind,
            "code": self.code,
            "target": self.target,
            "attackers": list(self.attackers),
            "defenders": list(self.defenders),
            "step": self.step,
            "overrun": self.overrun,
        }
