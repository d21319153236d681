"""What the section ``decks`` says, in sentences that players read.

One function for each key that needs more than its own words; the table at the end says which.
"""

from __future__ import annotations

from hexwar.definition.model import Condition
from hexwar.rules.decks.section import Card, Deck, Draw, Way
from hexwar.rules.decks.words import answered, ordered
from hexwar.rules.language.conditions import amount
from hexwar.rules.language.reading import Always, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, several


def _hand(deck: Deck, speaker: Speaker) -> str:
    if isinstance(deck.hand, int):
        return f"A hand is of {several(deck.hand, 'card')}."
    hands = (f"{several(n, 'card')} of {speaker.side(side)}" for side, n in deck.hand.items())
    return f"A hand is of {every(hands)}."


def _draws(deck: Deck, speaker: Speaker) -> str:
    return " ".join(_drawn(draw, speaker) for draw in deck.draws)


def _drawn(draw: Draw, speaker: Speaker) -> str:
    many = "as many as fill the hand"
    if isinstance(draw.count, Condition):
        many = f"as many as {amount(draw.count, speaker.names)}"
    elif draw.count is not None:
        many = several(draw.count, "card")
    whose = f", {speaker.side(draw.side)}" if draw.side else ""
    when = f", if {speaker.condition(draw.condition)}" if draw.condition else ""
    return f"Drawn in {speaker.phases(draw.phase)}{whose}{when}: {many}."


def _gain(way: Way, speaker: Speaker) -> str:
    if not way.gain:
        return "The card itself is carried out."
    pools = every(
        f"{speaker.called('pool', pool)} for {speaker.side(side)}"
        for side, pool in way.gain.items()
    )
    return f"Points come in place of what the card says: {pools}."


def _text(card: Card, speaker: Speaker) -> str:
    text = card.text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _copies(card: Card, speaker: Speaker) -> str:
    return f"There {'is' if card.count == 1 else 'are'} {card.count} of it."


def _answers(card: Card, speaker: Speaker) -> str:
    if card.answers is None:
        return "Played in a phase of cards."
    return f"Played in answer to {answered(card)}."


def _orders(card: Card, speaker: Speaker) -> str:
    orders = "; ".join(ordered(order, speaker.names) for order in card.orders)
    return f"{orders[:1].upper()}{orders[1:]}."


def _lasts(card: Card, speaker: Speaker) -> str:
    return "In force from then on." if card.lasts == "game" else "In force for this turn."


def _during(card: Card, speaker: Speaker) -> str:
    whose = {"own": "the side that plays it", "enemy": "its enemies"}.get(card.during)
    return f"In force in the phases of {whose}." if whose else "In force in all phases."


WORDS: Words = {
    Deck: {"hand": _hand, "draws": _draws},
    Way: {"gain": Always(_gain)},
    Card: {
        "text": _text,
        "count": _copies,
        "orders": _orders,
        "answers": _answers,
        "lasts": _lasts,
        "during": _during,
    },
}
