"""A phase of fire: a unit first, then the hex that it fires at."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.rules.fire.section import Fire
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class FirePresentation(Presentation):
    """Each fire is prepared in the panel beside the map."""

    target_first = False
    aims = True
    fights_by = "fire"

    def together(self, game: ResolvedGame) -> bool:
        """Units fire one by one, unless the game lets groups fire."""
        fire = game.section(Fire)
        return fire is not None and fire.together is not None

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit to see at whom it can fire, then one of the marked targets. "
            f"{keys('sight')}: lines of sight. {keys('help')}: all keys."
        )

    def can_fight(self, verb: str) -> str:
        """They fire at it."""
        return f"can {verb} at"

    def attack_on(self, verb: str) -> str:
        """Heads a fire that is being prepared."""
        return "Fire at"


FIRE = {"fire": FirePresentation}
