"""The phase in which somebody is activated: a chit is drawn, or a side chooses whom.

By chits nobody chooses: the phase draws and goes on by itself, until the cup is empty or a chit
ends it. Otherwise the side whose go it is activates a unit or a formation, or passes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from random import Random

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.decision import Choice, Decision
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.queries import Recorded
from hexwar.engine.registry import FoundSide
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.cup.rules import NOTHING, ROUNDS, TURN_ENDS, ActivationGroup, RoundRules, all_of
from hexwar.rules.deeds.rules import DeedRules
from hexwar.rules.language.programs import Nobody, carry_out
from hexwar.rules.sequence.moved import ACTIVE
from hexwar.rules.sequence.section import ACTIVATED, ROUND, SequenceOfPlay
from hexwar.rules.units.rules import Forces

ACTIVATE = "activate"
PASS = Action("pass")


@dataclass(slots=True)
class ChitEvent(AutomaticTask):
    """What the chit drawn last brings with it is carried out; ``step`` counts its steps."""

    kind = "chit_event"
    step: int = 0

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        carry_out(state, Nobody(), self.program(state), self.step, self.going_on_at)
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the chit brings with it, laid out."""
        return state.rules[RoundRules].event(state)

    def going_on_at(self, step: int) -> ChitEvent:
        """The same event at another step."""
        return replace(self, step=step)


@dataclass(slots=True)
class RoundPhase(PhaseTask):
    """Somebody is activated, and the phases within this one are run; then somebody else."""

    kind = ROUND
    goes_on = True
    ends_by = "pass"
    rolls = True

    drawn: bool = False

    def begin(self, state: Position) -> None:
        """Fill the cup when the phase begins."""
        state.rules[RoundRules].begin(state, self.index)

    def under_way(self, state: Position) -> bool:
        """Whether others have been activated, or may yet be."""
        return bool(state.memory[ROUNDS].phase)

    def settle(self, state: Position) -> bool:
        """Draw a chit; or wait for a side to choose, as long as there is anybody to activate."""
        rules = state.rules[RoundRules]
        if rules.by_chits(self.index):
            # What a chit does may leave something to choose; when that is done the phase is settled
            # again, and the chit is not drawn twice.
            chit = rules.drawn(state) if self.drawn else rules.draw(state)
            if chit and chit.does and not self.drawn:
                state.agenda[-1:] = [replace(self, drawn=True), ChitEvent()]
                return False
            if chit is None or chit.ends:
                rules.over(state, TURN_ENDS if chit and chit.ends == "turn" else NOTHING)
            state.end_phase()
            return False
        # It comes back here behind the phases of every activation.
        rules.ends_activation(state)
        go = rules.whose_go(state, self.index)
        if go != NOTHING:
            # Also of a side that is about to pass.
            state.rules[DeedRules].begin_turn(state, go)
            return True
        rules.over(state)
        state.end_phase()
        return False

    def side(self, state: Position) -> int:
        """The side whose go it is."""
        return state.rules[RoundRules].whose_go(state, self.index)

    def _groups(self, state: Position) -> list[ActivationGroup]:
        return state.rules[RoundRules].groups(state, self.index, self.side(state))

    def decision(self, state: Position) -> Decision:
        """Whom to activate."""
        rules, groups = state.rules[RoundRules], self._groups(state)
        names = (rules.told(state, self.index, group) for group in groups)
        return self.asks(
            state,
            f"Activate one of {', '.join(names)}, or pass.",
            units=state.rules[Forces].named(all_of(groups)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Each unit or formation, in the order of the units file; then ``pass``."""
        for group in self._groups(state):
            yield Action(ACTIVATE, name=group.name)
        yield PASS

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """Those of which a unit is picked, or stands in the hex pointed at."""
        rules, forces = state.rules[RoundRules], state.rules[Forces]
        for group in self._groups(state):
            units, hexes = forces.named(group.units), rules.cells(state, group)
            if set(picked) <= set(units) and (not at or at in hexes):
                label = f"Activate {group.title}"
                yield Choice(Action(ACTIVATE, name=group.name), label, units[:1], ())
        if not picked and not at:
            yield Choice(PASS, "Activate nobody now", (), ())

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Whom a side may not activate, and why."""
        if action == PASS:
            return None
        if action.verb != ACTIVATE:
            return state.out_of_turn(action)
        if any(group.name == action.name for group in self._groups(state)):
            return None
        side = state.frame.side_names[self.side(state)]
        by_points = state.rules[RoundRules].by_points(self.index)
        why = "it has no action points left" if by_points else "it has been activated"
        text = f"{side} cannot activate {action.name}: {why}, or is another's."
        return Violation("", text, "activation.once")

    def sample(self, state: Position, random: Random) -> Action:
        """One of them; seldom none."""
        groups = self._groups(state)
        drawn = int(random.random() * (len(groups) + 0.2))
        return Action(ACTIVATE, name=groups[drawn].name) if drawn < len(groups) else PASS

    def perform(self, state: Position, action: Action) -> None:
        """Activate somebody and go on to the phases for it, or leave it to the next side."""
        rules, side = state.rules[RoundRules], self.side(state)
        if action == PASS:
            rules.pass_on(state, side)
            return
        group = next(group for group in self._groups(state) if group.name == action.name)
        rules.chosen(state, self.index, side, group)
        state.end_phase()


def _side(state: Position) -> int:
    return state.memory[ACTIVE].side


def _records(state: Position) -> Iterator[Recorded]:
    """What is in the cup, which everybody knows, and what has been drawn."""
    rules = state.rules.find(RoundRules)
    if rules is None or not state.memory[ROUNDS].left:
        return
    drawn = rules.drawn(state)
    if drawn:
        acts = drawn.activates and not state.is_over
        notes = ("Only its units act now.",) if acts else ()
        yield Recorded("chit", "Chit", drawn.title, drawn.title, notes)
    cup = [f"{chit.title} {many}" if many > 1 else chit.title for chit, many in rules.in_cup(state)]
    left = ", ".join(cup) or "nothing"
    yield Recorded("in the cup", "In the cup", left, left)


def _worth(state: Position, side: int, action: Action) -> float:
    """To act is worth more than not to; first who is nearest to an enemy."""
    if action.verb != ACTIVATE:
        return 0.0
    task = state.agenda[-1]
    groups = state.rules[RoundRules].groups(state, state.phase_index, task.side(state))
    units = next(group.units for group in groups if group.name == action.name)
    board, enemies = state.frame.board, state.enemies_of(side)
    near = board.expand(enemies)
    return 1.0 + sum(near >> cell & 1 for unit, cell in enumerate(state.cells) if units >> unit & 1)


VERBS = {
    ACTIVATE: Verb(
        NAMED,
        "unit",
        lambda action, state: f"Activate {action.name}",
        does="let a unit or a formation act",
        needs=lambda game: any(phase.order for phase in game[SequenceOfPlay].phases),
    )
}
PHASES = {ROUND: RoundPhase}
TASKS = {"chit_event": ChitEvent}
PHASE_SIDES = {ACTIVATED: FoundSide(_side, "the side of whoever is activated")}
SLOTS = (ROUNDS,)
RECORDS = (_records,)
WORTH = {ROUND: _worth}
HOOKS = {
    "takes_place": (RoundRules, RoundRules.takes_place),
    "follows": (RoundRules, RoundRules.follows),
}
