"""What is neither moved nor fought: setting up and hiding, cards, the order of a stack.

The attributes of each class say how it is offered; :class:`Presentation` tells what they mean.

Setting up comes before the first turn, so the bar says so in place of turn and phase. Units are
placed one by one within their areas; which units hide, and which counters are dummies, is picked
from the map. Cards follow, and last the order of a stack, which is a button and no decision.
"""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine import Action, Decision
from hexwar.engine.action import PASS
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

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """How many can be set up."""
        count = len(decision.units)
        sentence = f"{count} unit{'s' if count != 1 else ''} can be set up."
        return f"{sentence} {key} ends the set-up."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a unit with a dashed frame, then a hex of its area. "
            f"{keys('end_phase')}: leave the rest where they stand."
        )

    def hint(self, situation: Situation, number: str) -> tuple[str, str] | None:
        """That the units can be placed there, or that they stand there."""
        if situation.units and situation.state.position(situation.units[0]) == number:
            stand = "stands" if len(situation.units) == 1 else "stand"
            return f"{every(situation.units)} {stand} here.", ""
        return f"{every(situation.units)} can be set up in {number}.", ""


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


# Cards: playing them in a phase or in answer, and choosing the units that a card orders.
#
# An answer comes in another side's turn and is ``apart``: the board is handed over for it, as what
# somebody could answer with is nobody else's business.


class CardPresentation(Presentation):
    """A phase in which cards are played."""

    heading = "Your cards"
    says_why_not_ended = False

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done, and the key that ends the phase, unless a card has to be played."""
        how = "Click a card below, drag it onto the map, or press its number."
        return f"{how} {keys('end_phase')} ends the phase." if situation.ending() else how


class AnswerPresentation(Presentation):
    """A card in answer to what another side does: both look on, and the cards are seen by none."""

    heading = "Your answer"
    before_the_die = in_hand = True

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done, or that no card of the hand can be played."""
        goes_on = f"{keys('end_phase')} lets this go on."
        if situation.covered:
            return f"Your cards are covered while both look on: {goes_on}"
        actions = situation.state.legal_actions()
        if all(action == PASS or situation.state.in_vain(action) for action in actions):
            more = "other " if situation.state.answered_with() else ""
            return f"None of your {more}cards answers this: {goes_on}"
        return f"Click a card below, or drag it onto the map, to answer with it; {goes_on}"


class OrderingPresentation(Presentation):
    """Units that a card orders are named one by one."""

    heading = "Who is ordered"
    picks_alone = picks_together = False
    candidates = True
    finish = "Order no more"

    def prompt(self, situation: Situation, decision: Decision, key: str) -> str:
        """Which card orders how many, and the key that leaves it at that."""
        return f"{decision.prompt[:-1]} ({key})."

    def tip(self, situation: Situation, keys: Keys) -> str:
        """How it is done."""
        return (
            "Click a marked unit or press its number to order it; "
            f"{keys('end_phase')} orders no more."
        )


CARDS = {
    "card": CardPresentation,
    "answer": AnswerPresentation,
    "ordering": OrderingPresentation,
}


# The order of a stack, which is no decision: its owner may change it at any time.


BUTTONS = {"top": "Put on top"}
"""What is written on the button for a verb."""


def put_on_top(unit: str) -> Action:
    """Put a unit on top of its stack, where everybody sees it."""
    return Action("top", (unit,))
