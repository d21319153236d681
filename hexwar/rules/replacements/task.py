"""The phase in which a side rebuilds its units and brings them back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import GOING, UNIT, Verb
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.replacements.rules import LOST, REPLACED, ReplacementRules
from hexwar.rules.replacements.section import REBUILD, RETURN

DONE = Action("done")


@dataclass(slots=True)
class ReplacementPhase(PhaseTask):
    """A side spends points: ``rebuild UNIT``, ``return UNIT HEX``, or ``done``."""

    kind = "replacement"

    def settle(self, state: Position) -> bool:
        """End the phase when nothing can be done in it any more."""
        rules = state.rules[ReplacementRules]
        if rules.rebuildable(state) or rules.returning(state):
            return True
        return self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """Replacement: the units that may be rebuilt or come back."""
        rules, frame = state.rules[ReplacementRules], state.frame
        units = {*rules.rebuildable(state), *rules.returning(state)}
        return self.asks(
            state,
            f"Rebuild or return units, or end the phase. {rules.points(state)}.",
            units=tuple(frame.unit_ids[unit] for unit in sorted(units)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Rebuilding unit by unit, then returns with hexes in map order; then ``done``."""
        rules, ids = state.rules[ReplacementRules], state.frame.unit_ids
        for unit in rules.rebuildable(state):
            yield Action(REBUILD, (ids[unit],))
        for unit, mask in rules.returning(state).items():
            for cell in bits(mask):
                yield Action(RETURN, (ids[unit],), (state.frame.board.number[cell],))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit is not rebuilt, or does not come back there."""
        rules, index = state.rules[ReplacementRules], state.frame.unit_index
        if action.verb == "done":
            return None
        if action.verb == REBUILD:
            return rules.why_not_rebuild(state, index[action.units[0]])
        if action.verb != RETURN:
            return state.out_of_turn(action)
        if len(action.units) != 1 or len(action.hexes) != 1:
            return Violation("", f"Write: {RETURN} UNIT HEX.", "notation")
        return rules.why_not_return_to(state, index[action.units[0]], action.hexes[0])

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then its hex; now and then the end."""
        rules, frame = state.rules[ReplacementRules], state.frame
        rebuildable, returning = rules.rebuildable(state), list(rules.returning(state).items())
        drawn = int(random.random() * (len(rebuildable) + len(returning) + 1))
        if drawn < len(rebuildable):
            return Action(REBUILD, (frame.unit_ids[rebuildable[drawn]],))
        if drawn - len(rebuildable) == len(returning):
            return DONE
        unit, mask = returning[drawn - len(rebuildable)]
        number = frame.board.number[frame.board.draw(mask, random)]
        return Action(RETURN, (frame.unit_ids[unit],), (number,))

    def perform(self, state: Position, action: Action) -> None:
        """Rebuild a unit, bring one back, or end the phase."""
        if action.verb == "done":
            state.end_phase()
            return
        rules, frame = state.rules[ReplacementRules], state.frame
        unit = frame.unit_index[action.units[0]]
        if action.verb == REBUILD:
            rules.rebuild(state, unit)
        else:
            rules.bring_back(state, unit, frame.board.cell[action.hexes[0]])


def _rebuild(action: Action, state: Position) -> str:
    return f"Rebuild a step of {action.units[0]}"


def _return(action: Action, state: Position) -> str:
    return f"{action.units[0]} returns in {action.hexes[-1]}"


VERBS = {
    REBUILD: Verb(UNIT, "unit", _rebuild, does="give a unit a step back"),
    RETURN: Verb(GOING, "goal", _return, does="bring a unit back that was eliminated"),
}
PHASES = {"replacement": ReplacementPhase}
SLOTS = (LOST, REPLACED)
HOOKS = {"turn_ended": (ReplacementRules, ReplacementRules.turn_ended)}
