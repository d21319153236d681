"""Cards as players look at them: the hand with what can be done with each card, the piles.

The hand is shown with everything that can be done with each card, now or later, and why not now;
piles as everybody may look at them.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.queries import CardPile, CardPlay, HeldCard
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.decks.answering import AnswerOffered
from hexwar.rules.decks.playing import DISCARD, CardPhase, playing
from hexwar.rules.decks.rules import DeckRules
from hexwar.rules.decks.section import value_of
from hexwar.rules.decks.words import values_of


def hand_of(state: Position, side: int) -> tuple[HeldCard, ...]:
    """The cards that a side is known to hold, in the order of the files."""
    rules = state.rules.find(DeckRules)
    if rules is None:
        return ()
    return tuple(
        _shown(rules, card, many, state.resolved, tuple(_plays(state, rules, side, card)))
        for card, many in rules.hands.in_hand(state, side)
    )


def piles(state: Position) -> tuple[CardPile, ...]:
    """The decks as everybody knows them."""
    rules, frame = state.rules.find(DeckRules), state.frame
    if rules is None:
        return ()
    hands, shown = rules.hands, []
    now = hands.held(state)
    for at, deck in enumerate(rules.decks):
        heaps = [
            tuple(
                _shown(rules, card, counts[card], state.resolved)
                for card in hands.of_deck[at]
                if counts[card]
            )
            for counts in (now.open, now.removed)
        ]
        sizes = {
            frame.side_ids[side]: hands.hand_size(state, side, at)
            for side in frame.played
            if deck.is_of(frame.side_ids[side])
        }
        discards, removed = heaps if deck.discards == "seen" else ((), heaps[1])
        shown.append(
            CardPile(deck.id, deck.title, hands.deck_size(state, at), sizes, discards, removed)
        )
    return tuple(shown)


def _shown(
    rules: DeckRules, card: int, many: int, game: ResolvedGame, plays: tuple[CardPlay, ...] = ()
) -> HeldCard:
    printed = rules.cards[card].said
    return HeldCard(
        printed.id, printed.title, rules.text(card, game), values_of(printed), many, plays
    )


def _plays(state: Position, rules: DeckRules, side: int, card: int) -> Iterator[CardPlay]:
    """What a side can do with a card, now or at another time."""
    task = state.agenda[-1] if state.agenda else None
    asked = isinstance(task, CardPhase | AnswerOffered) and task.side(state) == side
    printed = rules.cards[card].said
    answers = printed.answers is not None or isinstance(task, AnswerOffered)
    for way in ("",) if answers else rules.ways_of(card):
        chosen_way = rules.way(card, way)
        points = (
            f" {value_of(printed, chosen_way)}"
            if chosen_way is not None and chosen_way.gain
            else ""
        )
        action = playing(printed.id, way)
        title = f"{chosen_way.title}{points}" if chosen_way is not None else "Play"
        yield CardPlay(action, title, _why_not(state, action, asked=asked))
    if isinstance(task, CardPhase) and asked and rules.phase(state.phase_index).discards:
        action = Action(DISCARD, name=printed.id)
        yield CardPlay(action, "Put aside", _why_not(state, action, asked=asked))


def _why_not(state: Position, action: Action, *, asked: bool) -> Violation | None:
    if not asked:
        return Violation("", "No card is played now.", "sequence.order")
    return state.explain(action)
