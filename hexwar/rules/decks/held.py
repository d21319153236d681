"""Where the cards are: in decks, hands, among the discards, out of the game.

Records of the memory: where each copy is, how many cards a phase has seen played, and which cards
are in force how long.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexwar.engine.slot import Slot

Counts = tuple[int, ...]


class Held(NamedTuple):
    """How many copies of each card are where; all empty until cards have been drawn.

    ``deck``, ``open`` (discards that everybody has seen), ``removed`` and ``waiting`` (cards that
    have not joined) are counts by card. ``hands`` and ``aside`` (put aside unseen) are by side,
    and within it by card.

    In a copy for the eyes of a side, ``eyes`` is one more than its index, and ``deck`` holds every
    card of which it cannot know where it is; ``backs`` says by side, and within it by deck, how
    many of these are in hands, ``covered`` by deck how many are among the discards.
    """

    deck: Counts = ()
    hands: Counts = ()
    open: Counts = ()
    aside: Counts = ()
    removed: Counts = ()
    waiting: Counts = ()
    eyes: int = 0
    backs: Counts = ()
    covered: Counts = ()


class CardSlot(Slot[Held]):
    """Where the cards are, as a save may hold it: no pile has less than nothing."""

    __slots__ = ()

    def is_sound(self, record: Held, sides: int) -> bool:
        """Whether a record that was read holds counts, as many as there are cards."""
        if not super().is_sound(record, sides):
            return False
        *piles, eyes, backs, covered = record
        counts = [count for pile in (*piles, backs, covered) for count in pile]
        many = len(record.deck)
        return (
            eyes >= 0
            # By type, as True is an int too, and no count.
            and all(type(count) is int and count >= 0 for count in counts)
            and all(len(pile) == many for pile in (record.open, record.removed, record.waiting))
            # Of each side as many counts as there are cards.
            and len(record.hands) == len(record.aside) == sides * many
        )


HELD = CardSlot("cards", Held(), lasts="game")


class PlayedInPhase(NamedTuple):
    """How many cards have been played in a phase, and put aside."""

    plays: int = 0
    discards: int = 0


PLAYED = Slot("cards_played", PlayedInPhase(), lasts="phase")


class Lasting(NamedTuple):
    """Cards (indices) whose patch lies over the game, each with the last turn of it and the side
    that has played it.
    """

    cards: Counts = ()
    until: Counts = ()
    by: Counts = ()


class LastingSlot(Slot[Lasting]):
    """The cards in force, as a save may hold them: of each until when, and by whom."""

    __slots__ = ()

    def is_sound(self, record: Lasting, sides: int) -> bool:
        """Whether a record that was read says as much of each card."""
        return (
            super().is_sound(record, sides)
            and len({len(part) for part in record}) == 1
            and all(type(number) is int and number >= 0 for part in record for number in part)
        )


LASTING = LastingSlot("cards_in_force", Lasting(), lasts="game")


def plus(counts: Counts, at: int, more: int) -> Counts:
    """The counts with more in one place."""
    return (*counts[:at], counts[at] + more, *counts[at + 1 :])


def drawn(counts: Iterable[tuple[int, int]], face: int) -> int:
    """Which of some cards a die shows, from 1: pairs of a card and how many there are."""
    for card, many in counts:
        if face <= many:
            return card
        face -= many
    raise LookupError("there are not so many cards")
