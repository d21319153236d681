"""What comes of a battle: retreats, losses, advances.

Here a side answers for what has been rolled. Who must be named is marked on the map and listed;
where there are hexes to go to, they are outlined.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.units.section import Units
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class RetreatPresentation(Presentation):
    """Units retreat, or hold and lose steps."""

    def together(self, game: ResolvedGame) -> bool:
        """As the game says of stacks."""
        return game[Retreat].stacks == "allowed"

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        first = "" if len(now.ready()) < 2 else "a unit, then "
        return f"Click {first}a marked hex, or press the number of a choice."

    def title(self, now: Situation) -> str:
        """What the choice is: to hold costs steps, and is not always offered."""
        held = any(choice.action.verb == "hold" for choice in now.state.choices())
        return "Retreat, or hold and lose steps" if held else "Where to retreat"


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


class AdvancePresentation(Presentation):
    """One of those that fought advances into the hex that was emptied, or beyond."""

    picks_together = False
    candidates = True
    click_again = True

    def together(self, game: ResolvedGame) -> bool:
        """They are chosen among."""
        return False

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click a marked unit, or press the number of a choice."

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "Who advances"


AFTERMATH = {
    "retreat": RetreatPresentation,
    "loss": LossPresentation,
    "advance": AdvancePresentation,
}
