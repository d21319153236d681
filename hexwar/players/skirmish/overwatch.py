"""Overwatch: for units that have nobody in sight to fire at, and nowhere better to be."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.skirmish.outlook import SkirmishPriorities, UnitOutlook
from hexwar.rules.movement.modes import ModeRules
from hexwar.rules.reactions.overwatch import OverwatchRules


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


DECIDES = {"overwatch": Watching}
