"""An advance after combat."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


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


PRESENTS = {"advance": AdvancePresentation}
