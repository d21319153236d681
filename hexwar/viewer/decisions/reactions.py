"""Reactions: who tries to interrupt an action, who joins in, what each does when it comes first.

But for overwatch, which is a phase, they come in another side's turn and are asked ``apart``. First
who reacts, one unit after the other; then who of the acting side joins in; where dice are equal,
who comes first; and then each does what it may when its turn comes.
"""

from __future__ import annotations

from hexwar.engine import Decision
from hexwar.viewer.decisions.activation import ActsAlone
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class WindowPresentation(Presentation):
    """Units are named that react, one after the other, or the action goes on."""

    picks_alone = picks_together = False
    candidates = True
    apart = True
    heading = "Who reacts"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """To whom is reacted, and the key that lets it go on."""
        return f"{decision.prompt[:-1]} ({key})."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            f"Click a marked unit or press its number to react; {keys('end_phase')} lets this go "
            f"on, {keys('end_all')} all the rest of the action."
        )

    def title(self, now: Situation) -> str:
        """What is asked."""
        return self.heading


class JoiningPresentation(WindowPresentation):
    """Units of the acting side join in against those who try to react."""

    heading = "Who joins in"


class OrderPresentation(WindowPresentation):
    """Which of several equal dice comes first."""

    heading = "Who acts first"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """Nothing can be declined."""
        return decision.prompt


class OverwatchPresentation(Presentation):
    """A phase in which units are put on overwatch, one after the other."""

    picks_alone = picks_together = False
    candidates = True

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit or press its number to put it on overwatch: it waits for enemies who "
            f"react. {keys('end_phase')} ends the phase."
        )

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "Who goes on overwatch"


class ReactionPresentation(ActsAlone):
    """A unit that comes first fires or moves."""

    apart = True

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return f"Click a marked target or hex. {keys('end_phase')}: do nothing."

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "What it does"


REACTIONS = {
    "overwatch": OverwatchPresentation,
    "reaction_window": WindowPresentation,
    "joining": JoiningPresentation,
    "exchange": OrderPresentation,
    "reaction": ReactionPresentation,
    "return_fire": ReactionPresentation,
}
