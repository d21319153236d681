"""A set-up: each unit where it is nearest to its objectives, and safest."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.skirmish.outlook import SkirmishPriorities, UnitOutlook
from hexwar.rules.scenarios.task import SetupRules


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
            best, goal = max((good, -cell) for cell, good in places)
            if best > outlook.place(unit, briefing.seen.cells[unit]):
                yield Action("place", (frame.unit_ids[unit],), (frame.board.number[-goal],))
        yield Action("done")


DECIDES = {"setup": SkirmishSetup}
