"""What a side knows of cards: its own hand, how many others hold, and what was played.

A copy for a side holds the cards of others as backs (`veil`). To imagine a world, its unseen cards
are shuffled and dealt to the backs (`guess`). Events about cards drawn or put aside say to others
only how many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from random import Random

from hexwar.engine.event import Event
from hexwar.engine.frame import Frame
from hexwar.engine.moments import Guess
from hexwar.engine.state import Position
from hexwar.rules.decks.hands import Hands
from hexwar.rules.decks.held import HELD, Held, plus


class CardKnowledge:
    """Hides the cards of others in copies for a side, and guesses them again."""

    __slots__ = ("_hands", "_sides")

    def __init__(self, frame: Frame, hands: Hands) -> None:
        self._hands, self._sides = hands, range(len(frame.side_ids))

    def veil(self, state: Position, side: int) -> None:
        """Let a copy hold no more than a side knows: the cards of others are backs, and lie for
        it with those of the deck.
        """
        hands, now = self._hands, self._hands.held(state)
        for other in self._sides:
            for card, deck in enumerate(hands.deck_of):
                at = other * len(hands.cards) + card
                if other != side and (now.hands[at] or now.aside[at]):
                    now = _turned_over(now, card, deck, at, other * len(hands.decks) + deck)
        state.remember(HELD, now._replace(eyes=side + 1))

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to deal hands to the others in a copy of what a side sees."""
        now = self._hands.held(seen)
        return partial(self._deal, side) if any(now.backs) or any(now.covered) else _see

    def _deal(self, side: int, world: Position, random: Random) -> None:
        """Deal to the others what this side has not seen, each card as likely anywhere."""
        hands, now = self._hands, self._hands.held(world)
        decks, cards = len(hands.decks), len(hands.cards)
        others = [other for other in self._sides if other != side]
        for deck in range(decks):
            pool = Counter({card: now.deck[card] for card in hands.of_deck[deck]})
            unseen = list(pool.elements())
            random.shuffle(unseen)
            for other in others:
                at = other * decks + deck
                for card in [unseen.pop() for _ in range(now.backs[at])]:
                    now = now._replace(
                        deck=plus(now.deck, card, -1),
                        hands=plus(now.hands, other * cards + card, 1),
                        backs=plus(now.backs, at, -1),
                    )
            # Put aside by any of them: the rules never ask by whom.
            for card in [unseen.pop() for _ in range(now.covered[deck])]:
                now = now._replace(
                    deck=plus(now.deck, card, -1),
                    aside=plus(now.aside, others[0] * cards + card, 1),
                    covered=plus(now.covered, deck, -1),
                )
        world.remember(HELD, now._replace(eyes=0))


def _turned_over(now: Held, card: int, deck: int, at: int, back: int) -> Held:
    """With the copies of a card in a hand, and those put aside from it, face down."""
    held, aside = now.hands[at], now.aside[at]
    return now._replace(
        deck=plus(now.deck, card, held + aside),
        hands=plus(now.hands, at, -held),
        aside=plus(now.aside, at, -aside),
        backs=plus(now.backs, back, held),
        covered=plus(now.covered, deck, aside),
    )


def _see(world: Position, random: Random) -> None:
    """In a world everybody draws cards that have faces."""
    world.remember(HELD, world.memory[HELD]._replace(eyes=0))


def known_events(events: Iterable[Event], side: str) -> list[Event]:
    """Events as a side learns of them: of cards that others have drawn, how many they are."""
    return [_told(event, side) for event in events]


def _told(event: Event, side: str) -> Event:
    if "cards" not in event.fields or event.side == side or "unseen" not in event.fields:
        return event
    fields = {name: value for name, value in event.fields.items() if name != "cards"}
    notice = Event(event.kind, event.rule, event.unseen, **fields)
    notice.hidden = event.hidden
    return notice
