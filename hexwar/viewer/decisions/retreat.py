"""A retreat that is owed."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.rules.retreat.section import Retreat
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class RetreatPresentation(Presentation):
    """Units retreat, or hold and lose steps."""

    def together(self, game: ResolvedGame) -> bool:
        """As the game says of stacks."""
        return game[Retreat].stacks == "allowed"

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return "Click a marked hex, or press the number of a choice."

    def title(self, now: Situation) -> str:
        """What the choice is: to hold costs steps, and is not always offered."""
        held = any(choice.action.verb == "hold" for choice in now.state.choices())
        return "Retreat, or hold and lose steps" if held else "Where to retreat"


PRESENTS = {"retreat": RetreatPresentation}
