"""Its deciders by kind of decision, and the short ones: set-up, overwatch, reactions.

Which decisions these are is said by the tables ``ACTIVATION``, ``MOVEMENT`` and ``OTHERS``. Who
could react asks what the fire takes, less what the unit gives up by it; overwatch is for those who
stand well and see nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.deciding import Deciders
from hexwar.players.plotting import plotting
from hexwar.players.skirmish.activation import ACTIVATION
from hexwar.players.skirmish.movement import MOVEMENT, moves
from hexwar.players.skirmish.outlook import SkirmishPriorities, UnitOutlook, value_of
from hexwar.rules.activation.rules import has_acted
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.movement.modes import ModeRules
from hexwar.rules.reactions.overwatch import OverwatchRules
from hexwar.rules.reactions.rules import ReactionRules
from hexwar.rules.reactions.windows import Window
from hexwar.rules.scenarios.task import SetupRules


def skirmish(priorities: SkirmishPriorities | None = None) -> Deciders[SkirmishPriorities]:
    """The deciders of a side whose units act one at a time, or fire."""
    tables = (
        ACTIVATION,
        MOVEMENT,
        OTHERS,
        plotting(value_of),
    )
    return Deciders(tables, priorities or SkirmishPriorities(), value_of)


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


class Watching(Decider[SkirmishPriorities]):
    """Watches with units that are where they want to be, and have nothing to fire at now."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Unit by unit; then the end."""
        outlook = UnitOutlook(briefing, self._priorities)
        for unit in briefing.rules[OverwatchRules].able(briefing.seen):
            if self._waits(outlook, unit):
                yield Action("overwatch", (briefing.rules.frame.unit_ids[unit],))
        yield Action("done")

    def _waits(self, outlook: UnitOutlook, unit: int) -> bool:
        state, here = outlook.state, outlook.state.cells[unit]
        if not outlook.objectives(unit) or outlook.best_fire(unit, here) > self._priorities.least:
            return False
        stays = outlook.place(unit, here)
        ways = outlook.rules[ModeRules].ways(state, unit)
        goals = ways[0].goals if ways else 0
        return all(good <= stays for _, good in outlook.places(unit, goals))


class SkirmishSetup(Decider[SkirmishPriorities]):
    """Places units until none would stand better elsewhere."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The placements, then the end of the set-up."""
        outlook, frame = UnitOutlook(briefing, self._priorities), briefing.rules.frame
        for unit in outlook.mine:
            free = briefing.rules[SetupRules].free(briefing.seen, unit)
            if not free:
                continue
            places = list(outlook.places(unit, free))
            # Of equals the first hex of the board.
            best, goal = max((good, -cell) for cell, good in places)
            if best > outlook.place(unit, briefing.seen.cells[unit]):
                yield Action("place", (frame.unit_ids[unit],), (frame.board.number[-goal],))
        yield Action("done")


OTHERS = {"setup": SkirmishSetup, "overwatch": Watching, "reaction_window": Reacting}
