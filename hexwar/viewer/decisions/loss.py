"""A loss that somebody must be named for."""

from __future__ import annotations

from hexwar.rules.units.section import Units
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class LossPresentation(Presentation):
    """A unit is lost, or loses a step."""

    picks_together = False
    candidates = True

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click a marked unit, or press the number of a choice."

    def title(self, now: Situation) -> str:
        """What is asked."""
        units = now.resolved[Units].counters
        stepped = any(len(units[unit].steps) > 1 for unit in now.ready())
        return "Who loses a step" if stepped else "Which unit is lost"

    def named(self, label: str) -> str:
        """What it comes to."""
        return "it loses the step"


PRESENTS = {"loss": LossPresentation}
