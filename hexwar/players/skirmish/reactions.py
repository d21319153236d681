"""Reactions: fire, unless a unit has something better to do in its own time."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.skirmish.movement import moves
from hexwar.players.skirmish.outlook import SkirmishPriorities, UnitOutlook
from hexwar.rules.activation.memory import has_acted
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.movement.modes import ModeRules
from hexwar.rules.reactions.rules import ReactionRules
from hexwar.rules.reactions.windows import Window


class Reacting(Decider[SkirmishPriorities]):
    """Reacts with units whose fire takes more than they give up by it."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Unit by unit, the most gainful first; then it is let go on."""
        task, state = briefing.seen.agenda[-1], briefing.seen
        if not isinstance(task, Window):
            raise TypeError(task.kind)
        outlook, fire = UnitOutlook(briefing, self._priorities), briefing.rules.find(FireRules)
        ranked = []
        for unit in task.able(state):
            cells = briefing.rules[ReactionRules].cells(state, unit, (task.actor,))
            if cells and fire is not None:
                takes = max(fire.worth(state, unit, cell) for cell in cells)
                if takes > 0:  # or nothing could be gained, whatever is given up
                    ranked.append((takes - self._gives_up(outlook, unit), unit))
        for gain, unit in sorted(ranked, reverse=True):
            if gain > 0:
                yield Action("react", (briefing.rules.frame.unit_ids[unit],))
        yield Action("done")

    def _gives_up(self, outlook: UnitOutlook, unit: int) -> float:
        """What a unit could gain by going somewhere in its own time, as far as a reaction counts
        as its action.
        """
        state = outlook.state
        if has_acted(state, unit) or not outlook.rules[ReactionRules].costs_action(state, unit):
            return 0.0
        ways = outlook.rules[ModeRules].ways(state, unit)
        best = max((gain for gain, _ in moves(outlook, unit, ways)), default=0.0)
        return self._priorities.later * max(0.0, best)


DECIDES = {"reaction_window": Reacting}
