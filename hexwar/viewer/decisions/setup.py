"""Before the first turn: setting up, and hiding.

All this comes before the first turn, so the bar says so in place of turn and phase. Units are
placed one by one within their areas; who hides, and which counters are dummies, is picked from the
map.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Decision
from hexwar.rules.language.wording import every
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class SetupPresentation(Presentation):
    """Units are placed within their areas."""

    finish = "End set-up"
    outside_turn = "Set-up"
    picks_together = False
    own_turn = True

    def together(self, game: ResolvedGame) -> bool:
        """One by one."""
        return False

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """How many can be set up."""
        count = len(decision.units)
        left = f"{count} unit{'s' if count != 1 else ''} can be set up."
        return f"{left} {key} ends the set-up."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit with a dashed frame, then a hex of its area. "
            f"{keys('end_phase')}: leave the rest where they stand."
        )

    def hint(self, now: Situation, number: str) -> tuple[str, str] | None:
        """That the units can be placed there, or that they stand there."""
        if now.units and now.state.position(now.units[0]) == number:
            return f"{every(now.units)} {'stands' if len(now.units) == 1 else 'stand'} here.", ""
        return f"{every(now.units)} can be set up in {number}.", ""


class HidingPresentation(Presentation):
    """Units are picked from the map; the other side does not look on."""

    finish = "Leave the rest in the open"
    outside_turn = "Set-up"
    picks_alone = False
    own_turn = True


class DummiesPresentation(HidingPresentation):
    """Which counters are nothing: picked from the map as well."""

    finish = "Go on"


SETUP = {
    "setup": SetupPresentation,
    "hiding": HidingPresentation,
    "dummies": DummiesPresentation,
}
