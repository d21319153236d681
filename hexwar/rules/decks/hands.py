"""Section ``decks``: where the cards are, drawing them, and what leaves a hand.

Cards are counted, not listed: of each card so many copies are in the deck, in each hand, among the
discards, out of the game (`Held`). To draw is to roll which of the cards left in the deck it is,
each copy as likely as any other; no other order is kept. What is drawn in a phase is drawn when it
closes, except in phases of kind deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from hexwar.definition.grammar import opening
from hexwar.definition.model import Condition
from hexwar.definition.spelling import named
from hexwar.engine.event import Event
from hexwar.engine.registry import Guess
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.decks.section import HAND, REMOVED, Card, Deck, Decks, Draw
from hexwar.rules.language.conditions import Conditions, Measure, Test
from hexwar.rules.language.wording import every, several
from hexwar.rules.sequence.section import SequenceOfPlay

# Where the cards are: in decks, hands, among the discards, out of the game.
#
# Records of the memory: where each copy is, how many cards a phase has seen played, and which cards
# are in force for how long.


Counts = tuple[int, ...]


class Held(NamedTuple):
    """How many copies of each card are in each place; all empty until cards have been drawn.

    ``deck``, ``open`` (discards that everybody has seen), ``removed`` and ``waiting`` (cards that
    have not joined) are counts by card. ``hands`` and ``aside`` (put aside unseen) are by side,
    and within it by card.

    In a copy for the eyes of a side, ``eyes`` is one more than its index, and ``deck`` holds every
    card whose place it cannot know; ``backs`` says by side, and within it by deck, how many of
    these are in hands, ``covered`` by deck how many are among the discards.
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
    """Where the cards are, as a save may hold it: no pile has fewer than 0."""

    def is_sound(self, record: Held, sides: int) -> bool:
        """Whether a record that was read holds counts, as many as there are cards."""
        if not super().is_sound(record, sides):
            return False
        *piles, eyes, backs, covered = record
        counts = [count for pile in (*piles, backs, covered) for count in pile]
        cards = len(record.deck)
        return (
            eyes >= 0
            # By type, as True is an int too, and no count.
            and all(type(count) is int and count >= 0 for count in counts)
            and all(len(pile) == cards for pile in (record.open, record.removed, record.waiting))
            # For each side as many counts as there are cards.
            and len(record.hands) == len(record.aside) == sides * cards
        )


HELD = CardSlot("cards", Held(), lasts="game")


class PlayedInPhase(NamedTuple):
    """How many cards have been played in a phase, and put aside."""

    plays: int = 0
    discards: int = 0


PLAYED = Slot("cards_played", PlayedInPhase(), lasts="phase")


class Lasting(NamedTuple):
    """Cards (indices) whose patch lies over the game, each with the patch's last turn and the side
    that played it.
    """

    cards: Counts = ()
    until: Counts = ()
    by: Counts = ()


class LastingSlot(Slot[Lasting]):
    """The cards in force, as a save may hold them: for each its last turn and its side."""

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


DEAL = "deal"


class CompiledDraw(NamedTuple):
    """When cards of a deck are drawn: the phases, the sides, whether, and how many."""

    form: Draw
    deck: int
    phases: frozenset[int]
    holds: Test
    many: Measure | None


class Hands:
    """Decks, hands and discards. A card is an index in ``cards``, a deck one in ``decks``, as the
    files have them.

    Nothing here reveals more of hands than a state holds: in a copy for a side the cards of others
    are backs.
    """

    def __init__(
        self, frame: Frame, section: Decks, sequence: SequenceOfPlay, conditions: Conditions
    ) -> None:
        self._frame = frame
        self.decks: tuple[Deck, ...] = tuple(section.by_id.values())
        self.cards: tuple[Card, ...] = tuple(
            card for deck in self.decks for card in deck.cards.values()
        )
        self.deck_of = tuple(at for at, deck in enumerate(self.decks) for _ in deck.cards)
        self.of_deck = tuple(
            tuple(card for card, owner in enumerate(self.deck_of) if owner == deck)
            for deck in range(len(self.decks))
        )
        self._joins = tuple(conditions.test(card.joins) for card in self.cards)
        places = {phase.id: index for index, phase in enumerate(sequence.phases)}
        self._draws = tuple(
            CompiledDraw(
                draw,
                at,
                frozenset(places[name] for name in draw.phase if name in places),
                conditions.test(draw.condition),
                counted(draw.count, conditions),
            )
            for at, deck in enumerate(self.decks)
            for draw in deck.draws
        )
        sides = len(frame.side_ids)
        no_cards = (0,) * len(self.cards)
        self._initial = Held(
            deck=tuple(0 if card.joins else card.count for card in self.cards),
            hands=no_cards * sides,
            open=no_cards,
            aside=no_cards * sides,
            removed=no_cards,
            waiting=tuple(card.count if card.joins else 0 for card in self.cards),
            backs=(0,) * (len(self.decks) * sides),
            covered=(0,) * len(self.decks),
        )

    def concerned_at(self, moment: str) -> bool:
        """Whether cards are drawn at the end of phases."""
        # Phases of kind deal draw by themselves; what is drawn in others is drawn as they close.
        kinds = self._frame.phase_kinds
        return moment != "phase_closing" or any(
            kinds[phase] != DEAL for draw in self._draws for phase in draw.phases
        )

    def held(self, state: Position) -> Held:
        """Where the cards are now."""
        piles = state.memory[HELD]
        return piles if piles.deck else self._initial

    def in_hand(self, state: Position, side: int) -> Iterator[tuple[int, int]]:
        """The cards that a side is known to hold, each with how many."""
        hands, first = self.held(state).hands, side * len(self.cards)
        for card in range(len(self.cards)):
            if hands[first + card]:
                yield card, hands[first + card]

    def hand_size(self, state: Position, side: int, deck: int | None = None) -> int:
        """How many cards a side holds, of one deck or of all."""
        first = side * len(self.decks)
        backs = self.held(state).backs[first : first + len(self.decks)]
        seen = sum(
            many
            for card, many in self.in_hand(state, side)
            if deck is None or self.deck_of[card] == deck
        )
        return seen + (sum(backs) if deck is None else backs[deck])

    def deck_size(self, state: Position, deck: int) -> int:
        """How many cards are left in a deck."""
        piles = self.held(state)
        # In a copy for the eyes of a side `deck` holds the cards that lie face down elsewhere as
        # well.
        elsewhere = piles.covered[deck] + sum(piles.backs[deck :: len(self.decks)])
        return sum(piles.deck[card] for card in self.of_deck[deck]) - elsewhere

    def discards_of(self, state: Position, deck: int) -> int:
        """How many cards lie among the discards of a deck."""
        piles, cards = self.held(state), len(self.cards)
        return piles.covered[deck] + sum(
            # Every side may have put copies of it aside.
            piles.open[card] + sum(piles.aside[card::cards])
            for card in self.of_deck[deck]
        )

    def removed_of(self, state: Position, deck: int) -> int:
        """How many cards of a deck have left the game."""
        return sum(self.held(state).removed[card] for card in self.of_deck[deck])

    def may_hold(self, state: Position, side: int, card: int) -> bool:
        """Whether a side holds a card, or could where its cards are backs."""
        piles, deck = self.held(state), self.deck_of[card]
        if piles.hands[side * len(self.cards) + card]:
            return True
        return bool(piles.backs[side * len(self.decks) + deck] and piles.deck[card])

    def could_hold(self, state: Position, side: int, card: int) -> bool:
        """Whether, as far as everybody knows, a side could hold a card, whether it does or not."""
        piles, cards = self.held(state), len(self.cards)
        if not self.hand_size(state, side, self.deck_of[card]):
            return False
        # The sum of these is the same in the state and in every copy for a side, and so is the
        # answer: it must not depend on who looks.
        return bool(
            piles.deck[card] or any(piles.hands[card::cards]) or any(piles.aside[card::cards])
        )

    def _put(self, state: Position, now: Held) -> None:
        state.remember(HELD, now)

    def begin(self, state: Position, side: int, cards: Iterable[str]) -> None:
        """Let a side hold these cards when play begins, out of the decks; those that it held go
        back there. ValueError if there are not so many.
        """
        piles, first_slot = self.held(state), side * len(self.cards)
        for card, many in list(self.in_hand(state, side)):
            hands = plus(piles.hands, first_slot + card, -many)
            piles = piles._replace(deck=plus(piles.deck, card, many), hands=hands)
        index = {card.id: place for place, card in enumerate(self.cards)}
        for name in cards:
            card = named(index, name, "card")
            if not self.decks[self.deck_of[card]].is_of(self._frame.side_ids[side]):
                raise ValueError(f"{self._frame.side_ids[side]} has no part in the deck of {name}")
            # A card that has not joined its deck yet may be tried all the same.
            if piles.deck[card]:
                piles = piles._replace(deck=plus(piles.deck, card, -1))
            elif piles.waiting[card]:
                piles = piles._replace(waiting=plus(piles.waiting, card, -1))
            else:
                raise ValueError(f"no card {name} is left in its deck")
            piles = piles._replace(hands=plus(piles.hands, first_slot + card, 1))
        self._put(state, piles)

    # -- drawing ----------------------------------------------------------------------------------

    def draws_in(self, state: Position, phase: int, deck: str | None = None) -> None:
        """Draw what is drawn in a phase, or at its end."""
        # Cards that join their decks now can be drawn already.
        piles = self.held(state)
        for index, card in enumerate(self.cards):
            if piles.waiting[index] and self._joins[index](state):
                joining = piles.waiting[index]
                piles = piles._replace(
                    deck=plus(piles.deck, index, joining),
                    waiting=plus(piles.waiting, index, -joining),
                )
                text = f"{card.title} joins {self.decks[self.deck_of[index]].title}."
                state.tell("card_joins", card.cite, text, card=card.id)
        self._put(state, piles)
        for draw in self._draws:
            is_meant = deck is None or self.decks[draw.deck].id == deck
            if is_meant and phase in draw.phases and draw.holds(state):
                for side in self._drawing(draw, state.phase_side):
                    if draw.form.to == HAND:
                        size = self.decks[draw.deck].hand_of(self._frame.side_ids[side])
                        how_many = max(0, size - self.hand_size(state, side, draw.deck))
                    else:
                        how_many = draw.many(state) if draw.many else 0
                    self.draw(state, draw.deck, side, how_many)

    def _drawing(self, draw: CompiledDraw, side_of_phase: int) -> list[int]:
        """The sides that draw."""
        frame, deck = self._frame, self.decks[draw.deck]
        if draw.form.side:
            return [frame.side_index[draw.form.side]]
        mine = [side for side in frame.played if deck.is_of(frame.side_ids[side])]
        return [side for side in mine if side_of_phase in (side, NOBODY)]

    def draw(self, state: Position, deck: int, side: int, count: int) -> None:
        """Let a side draw so many cards, or as many as there are."""
        cards: list[int] = []
        for _ in range(count):
            reshuffles = self.decks[deck].empty == "reshuffle"
            if reshuffles and not self.deck_size(state, deck) and self.discards_of(state, deck):
                self.reshuffle(state, deck, "empty")
            if not self.deck_size(state, deck):
                break
            cards.append(self._draw_card(state, deck, side))
        if state.events is None or not count:
            return
        pile, name, cite = self.decks[deck], self._frame.side_names[side], "draws"
        title = f" from {pile.title}" if len(self.decks) > 1 else ""
        # What the other sides read, as they see only backs; `known_events` gives them that.
        unseen = f"{opening(name, 'draws')} {several(len(cards), 'card')}{title}."
        if not cards:
            unseen, cite = f"There is no card for {name} to draw{title}.", "empty"
        seen = [self.cards[card] for card in cards if card != NOBODY]
        titles = every(card.title for card in seen)
        text = f"{opening(name, 'draws')} {titles}{title}." if seen else unseen
        ids = tuple(card.id for card in seen)
        fields = {"side": self._frame.side_ids[side], "deck": pile.id, "count": len(cards)}
        rule = pile.cite.get(cite, "")
        state.tell("cards_drawn", rule, text, **fields, cards=ids, unseen=unseen)

    def _draw_card(self, state: Position, deck: int, side: int) -> int:
        """Draw a card, and answer with it; with ``NOBODY`` for one that these eyes do not see."""
        piles = self.held(state)
        # These eyes see a back: no die is thrown for a face that would never be seen.
        if piles.eyes and piles.eyes != side + 1:
            at = side * len(self.decks) + deck
            self._put(state, piles._replace(backs=plus(piles.backs, at, 1)))
            return NOBODY
        in_deck = [(card, piles.deck[card]) for card in self.of_deck[deck]]
        copies = sum(count for _, count in in_deck)
        card = drawn(in_deck, state.roll(copies) if copies > 1 else 1)
        at = side * len(self.cards) + card
        self._put(
            state,
            piles._replace(deck=plus(piles.deck, card, -1), hands=plus(piles.hands, at, 1)),
        )
        return card

    def reshuffle(self, state: Position, deck: int, cite: str = "") -> None:
        """Shuffle the discards of a deck into it."""
        piles = self.held(state)
        for card in self.of_deck[deck]:
            back, aside = piles.open[card], piles.aside
            # The places of this card, side by side.
            for at in range(card, len(aside), len(self.cards)):
                back += aside[at]
                aside = plus(aside, at, -aside[at])
            piles = piles._replace(
                deck=plus(piles.deck, card, back),
                open=plus(piles.open, card, -piles.open[card]),
                aside=aside,
            )
        self._put(
            state,
            piles._replace(covered=plus(piles.covered, deck, -piles.covered[deck])),
        )
        pile = self.decks[deck]
        text = f"{pile.title}: the discards are shuffled in."
        state.tell("cards_shuffled", pile.cite.get(cite, ""), text, deck=pile.id)

    # -- leaving a hand ---------------------------------------------------------------------------

    def _leave(self, now: Held, side: int, card: int) -> Held:
        """The counts without a card of a side's hand; if that holds backs, one of them is this
        card.
        """
        at = side * len(self.cards) + card
        if now.hands[at]:
            return now._replace(hands=plus(now.hands, at, -1))
        # Which of the unseen cards the back was is known from now on, so there is one fewer of
        # them.
        back = side * len(self.decks) + self.deck_of[card]
        return now._replace(backs=plus(now.backs, back, -1), deck=plus(now.deck, card, -1))

    def lay_down(self, state: Position, side: int, card: int, *, carried_out: bool) -> None:
        """A side's card is played: it goes to the discards, or out of the game."""
        piles = self._leave(self.held(state), side, card)
        if carried_out and self.cards[card].after == REMOVED:
            piles = piles._replace(removed=plus(piles.removed, card, 1))
        else:
            piles = piles._replace(open=plus(piles.open, card, 1))
        self._put(state, piles)

    def take_out(self, state: Position, card: int) -> None:
        """Move a card that is among the discards out of the game, as it has been carried out after
        all.
        """
        piles = self.held(state)
        if self.cards[card].after == REMOVED and piles.open[card]:
            self._put(
                state,
                piles._replace(
                    open=plus(piles.open, card, -1), removed=plus(piles.removed, card, 1)
                ),
            )

    def put_aside(self, state: Position, side: int, card: int) -> None:
        """A side puts a card aside unplayed."""
        deck = self.decks[self.deck_of[card]]
        piles, name = self._leave(self.held(state), side, card), self._frame.side_names[side]
        if deck.discards == "seen":
            piles = piles._replace(open=plus(piles.open, card, 1))
        elif piles.eyes and piles.eyes != side + 1:
            # Only its side learns which card it was.
            covered = plus(piles.covered, self.deck_of[card], 1)
            piles = piles._replace(covered=covered, deck=plus(piles.deck, card, 1))
        else:
            piles = piles._replace(aside=plus(piles.aside, side * len(self.cards) + card, 1))
        self._put(state, piles)
        printed = self.cards[card]
        puts = opening(name, "puts")
        text, unseen = f"{puts} {printed.title} aside.", f"{puts} a card aside."
        fields = {"side": self._frame.side_ids[side], "deck": deck.id, "count": 1}
        hidden = {"unseen": unseen} if deck.discards == "unseen" else {}
        rule = deck.cite.get("discards", "")
        state.tell("card_put_aside", rule, text, **fields, cards=(printed.id,), **hidden)

    def lose_by_lot(self, state: Position, deck: int, side: int, count: int) -> None:
        """Cards of a hand are discarded at random, for all to see."""
        for _ in range(min(count, self.hand_size(state, side, deck))):
            in_hand = self.in_hand(state, side)
            mine = [(card, copies) for card, copies in in_hand if self.deck_of[card] == deck]
            if not mine:
                # In a hand of backs it may be any card that these eyes have not seen.
                unseen = self.held(state).deck
                mine = [(card, unseen[card]) for card in self.of_deck[deck]]
            total = sum(copies for _, copies in mine)
            card = drawn(mine, state.roll(total) if total > 1 else 1)
            self.lay_down(state, side, card, carried_out=False)
            printed, name = self.cards[card], self._frame.side_names[side]
            text = f"{opening(name, 'loses')} {printed.title}."
            rule = self.decks[deck].cite.get("discards", "")
            side_id = self._frame.side_ids[side]
            state.tell("card_lost", rule, text, side=side_id, card=printed.id)


def counted(count: int | Condition | None, conditions: Conditions) -> Measure | None:
    """How many there are of what is said by a number, or counted; ``None`` if nothing is."""
    if count is None:
        return None
    if isinstance(count, int):
        return lambda state: count
    return conditions.measure(count)


# What a side knows of cards: its own hand, how many others hold, and what was played.
#
# A copy for a side holds the cards of others as backs (`veil`). To imagine a world, its unseen
# cards are shuffled and dealt to the backs (`guess`). Events about cards drawn or put aside say to
# others only how many.


class CardKnowledge:
    """Hides the cards of others in copies for a side, and guesses them again."""

    def __init__(self, frame: Frame, hands: Hands) -> None:
        self._hands, self._sides = hands, range(len(frame.side_ids))

    def veil(self, state: Position, side: int) -> None:
        """Let a copy hold no more than a side knows: the cards of others are backs, and lie for
        it with those of the deck.
        """
        hands, piles = self._hands, self._hands.held(state)
        for other in self._sides:
            for card, deck in enumerate(hands.deck_of):
                at = other * len(hands.cards) + card
                held, aside = piles.hands[at], piles.aside[at]
                if other != side and (held or aside):
                    back = other * len(hands.decks) + deck
                    piles = piles._replace(
                        deck=plus(piles.deck, card, held + aside),
                        hands=plus(piles.hands, at, -held),
                        aside=plus(piles.aside, at, -aside),
                        backs=plus(piles.backs, back, held),
                        covered=plus(piles.covered, deck, aside),
                    )
        state.remember(HELD, piles._replace(eyes=side + 1))

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to deal hands to the others in a copy of what a side sees."""
        piles = self._hands.held(seen)
        return partial(self._deal, side) if any(piles.backs) or any(piles.covered) else _see

    def _deal(self, side: int, world: Position, random: Random) -> None:
        """Deal to the others what this side has not seen, each card equally likely anywhere."""
        hands, piles = self._hands, self._hands.held(world)
        decks, cards = len(hands.decks), len(hands.cards)
        others = [other for other in self._sides if other != side]
        for deck in range(decks):
            pool = Counter({card: piles.deck[card] for card in hands.of_deck[deck]})
            unseen = list(pool.elements())
            random.shuffle(unseen)
            for other in others:
                back = other * decks + deck
                for card in [unseen.pop() for _ in range(piles.backs[back])]:
                    piles = piles._replace(
                        deck=plus(piles.deck, card, -1),
                        hands=plus(piles.hands, other * cards + card, 1),
                        backs=plus(piles.backs, back, -1),
                    )
            # It may be any side that put them aside: the rules never ask which.
            for card in [unseen.pop() for _ in range(piles.covered[deck])]:
                piles = piles._replace(
                    deck=plus(piles.deck, card, -1),
                    aside=plus(piles.aside, others[0] * cards + card, 1),
                    covered=plus(piles.covered, deck, -1),
                )
        world.remember(HELD, piles._replace(eyes=0))


def _see(world: Position, random: Random) -> None:
    """In a world everybody draws cards that have faces."""
    world.remember(HELD, world.memory[HELD]._replace(eyes=0))


def known_events(events: Iterable[Event], side: str) -> list[Event]:
    """Events as a side learns of them: of cards that others have drawn, how many they are."""
    known = []
    for event in events:
        # Other sections tell of what is unseen too, and without a side: only cards are kept here.
        if not {"cards", "unseen"} <= event.fields.keys() or event.side == side:
            known.append(event)
            continue
        fields = {name: value for name, value in event.fields.items() if name != "cards"}
        notice = Event(event.kind, event.rule, event.unseen, **fields)
        notice.hidden = event.hidden
        known.append(notice)
    return known
