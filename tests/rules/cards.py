"""Hands dealt as a test wants them: which faces draw which cards, in the order of the files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hexwar.rules.decks.rules import DeckRules
from hexwar.rules.state import State
from tests.rules.tiny import tiny


def faces(name: str, cards: Iterable[str], deck: int = 0) -> list[int]:
    """The dice that draw these cards one after the other from a fresh deck of a tiny game."""
    hands = tiny(name).ruleset().base[DeckRules].hands
    left = {
        hands.cards[card].id: 0 if hands.cards[card].joins else hands.cards[card].count
        for card in hands.of_deck[deck]
    }
    found = []
    for card in cards:
        before = list(left)[: list(left).index(card)]
        found.append(sum(left[one] for one in before) + 1)
        left[card] -= 1
    return found


def dealt(name: str, red: str, blue: str, *more: int, options: str = "", **start: object) -> State:
    """A tiny game in which red and blue have been dealt these cards (separated by blanks)."""
    dice = [*faces(name, [*red.split(), *blue.split()]), *more]
    return tiny(name).start(None, options.split(), dice=dice, **start)  # type: ignore[arg-type]


def hand(state: State, side: str) -> list[str]:
    """The cards that a side holds in a state, in the order of the files."""
    rules, index = state.rules[DeckRules], state.frame.side_index[side]
    held = rules.hands.in_hand(state, index)
    return [rules.cards[card].form.id for card, many in held for _ in range(many)]


def sizes(state: State) -> Mapping[str, str | int]:
    """What everybody reads of cards, by id."""
    return {one.id: one.value for one in state.recorded()}
