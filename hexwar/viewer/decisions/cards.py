"""Cards: playing them in a phase or in answer, and choosing the units that a card orders.

An answer comes in another side's turn and is ``apart``: the board is handed over for it, as what
somebody could answer with is nobody else's business.
"""

from __future__ import annotations

from itertools import islice

from hexwar.engine import Decision
from hexwar.viewer.decisions.presentation import Keys, Presentation, Situation


class CardPresentation(Presentation):
    """A phase in which cards are played."""

    says_why_not_ended = False

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done, and the key that ends the phase, unless a card has to be played."""
        how = "Click a card below, drag it onto the map, or press its number."
        return f"{how} {keys('end_phase')} ends the phase." if now.ending() else how

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "Your cards"


class AnswerPresentation(Presentation):
    """A card in answer to what another side does: nobody else looks on."""

    apart = True

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done, or that no card of the hand can be played."""
        goes_on = f"{keys('end_phase')} lets this go on."
        # One action is always there: to let it go on. Two are enough to know that a card answers.
        if len(tuple(islice(now.state.legal_actions(), 2))) < 2:
            return f"None of your cards answers this: {goes_on}"
        return f"Click a card below, or drag it onto the map, to answer with it; {goes_on}"

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "Your answer"


class OrderingPresentation(Presentation):
    """Units that a card orders are named one by one."""

    picks_alone = picks_together = False
    candidates = True
    finish = "Order no more"

    def prompt(self, now: Situation, decision: Decision, key: str) -> str:
        """Which card orders how many, and the key that leaves it at that."""
        return f"{decision.prompt[:-1]} ({key})."

    def tip(self, now: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a marked unit or press its number to order it; "
            f"{keys('end_phase')} orders no more."
        )

    def title(self, now: Situation) -> str:
        """What is asked."""
        return "Who is ordered"


CARDS = {
    "card": CardPresentation,
    "answer": AnswerPresentation,
    "ordering": OrderingPresentation,
}
