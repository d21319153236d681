"""Cards in the terminal: the hand with what can be done with each, the decks and what lies open.

A side's hand is shown to who plays it; of others only how many cards they hold. A card that cannot
be played now says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.cli.text.talk import Talk
from hexwar.cli.text.visibility import seen_in
from hexwar.engine.queries import CardPile, HeldCard
from hexwar.rules.language.wording import every, several
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State

OPEN = "discards"


def hand(game: Talk, what: str) -> None:
    """Say which cards the side at the terminal holds, or with ``discards`` which lie open."""
    seen = seen_in(game.session)
    state = seen.seen
    piles = state.card_piles()
    if not piles:
        game.say("This game has no cards.")
        return
    if what and what != OPEN:
        game.say(f"Say cards for your hand, or cards {OPEN} for those that lie open.")
        return
    names = state.resolved[Sides].names
    if what:
        for line in _open(piles):
            game.say_prose(line)
        return
    # All hands, where nothing is hidden, nobody plays or the game is over.
    sides = names if seen.view is None else (seen.view.side,)
    for side in sides:
        cards = state.hand(side)
        if cards or any(side in pile.hands for pile in piles):
            game.say(f"Hand of {names[side]}:")
            for line in _held(cards):
                game.say_prose(line)
    for pile in piles:
        hands = (f"{names[side]} holds {several(n, 'card')}" for side, n in pile.hands.items())
        game.say_prose(f"{pile.title}: {several(pile.left, 'card')} left; {every(hands)}.")


def texts_of(state: State) -> dict[str, str]:
    """What the cards say that can be played now, by the action that plays them."""
    decision = state.decision
    held = state.hand(decision.side) if decision is not None else ()
    return {str(play.action): card.text for card in held for play in card.plays}


def _held(cards: Sequence[HeldCard]) -> Iterator[str]:
    """A line a card: its number, its text, how it is played, or why it is not."""
    if not cards:
        yield "  none"
    for card in cards:
        yield f"  {_in_words(card)}"
        ways = [f"{play.action}" for play in card.plays if play.why_not is None]
        if ways:
            yield f"    {every(ways)}"
        elif card.plays:
            yield f"    cannot be played now: {card.plays[0].why_not}"


def _open(piles: Sequence[CardPile]) -> Iterator[str]:
    """The cards that everybody may look at, by deck."""
    for pile in piles:
        for title, cards in (("discards", pile.discards), ("out of the game", pile.removed)):
            if cards:
                yield f"{pile.title}, {title}:"
                yield from (f"  {_in_words(card)}" for card in cards)
    if not any(pile.discards or pile.removed for pile in piles):
        yield "No card lies open."


def _in_words(card: HeldCard) -> str:
    many = f" ({card.count})" if card.count > 1 else ""
    values = f" {card.values}." if card.values else ""
    return f"{card.title}{many}.{values} {card.text}".rstrip()
