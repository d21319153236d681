"""What a card brings that no trial of it shows: units that may act now, points, what is kept.

For computer players, in parts of a victory: an order counts the more the nearer its unit is to the
enemy, a point what it lets units do, and each card played what it might have been worth later.
"""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.decks.playing import Ordering, named
from hexwar.rules.decks.rules import DeckRules
from hexwar.rules.decks.section import value_of

ORDERED = 0.012
"""A unit that may act, in parts of a victory; one beside the enemy twice."""

POINT = 0.008
"""A point for acting."""

KEPT = 0.004
"""A card in the hand, which may be played later."""

NEAR = 4
"""So many hexes from the enemy a unit is near enough to act to some purpose."""


def _urgency(state: Position, side: int, unit: int) -> float:
    """How much it matters that a unit may act: by how near it is to the enemy."""
    board, enemies = state.frame.board, state.enemies_of(side)
    here = reached = board.bit[state.cells[unit]]
    for step in range(1, NEAR + 1):
        # `expand` leaves a hex out that lies beside none of the others.
        reached = board.expand(reached) | here
        if reached & enemies:
            return 1 + (NEAR + 1 - step) / NEAR
    return 0.5


def gain_of_order(state: Position, side: int, action: Action) -> float:
    """What it is worth that units are ordered."""
    index = state.frame.unit_index
    return ORDERED * sum(_urgency(state, side, index[name]) for name in action.units)


def worth_of_order(state: Position, side: int, action: Action) -> float:
    """The same of a choice; nothing for ordering no more."""
    return gain_of_order(state, side, action) if action.units else 0.0


def gain_of_play(state: Position, side: int, action: Action) -> float:
    """What a card lets units do, or what its points let them, less what it is worth in the hand."""
    rules = state.rules[DeckRules]
    named_card = named(rules, action)
    if named_card is None or isinstance(state.agenda[-1], Ordering):
        return 0.0
    card, name = named_card
    compiled, way = rules.cards[card], rules.way(card, name)
    if way is not None and way.gain:
        return POINT * value_of(compiled.said, way) - KEPT
    gain = 0.0
    for order in range(len(compiled.orders)):
        among, most = rules.ordered(state, card, order, side)
        urgent = sorted((_urgency(state, side, unit) for unit in bits(among)), reverse=True)
        gain += ORDERED * sum(urgent[:most])
    return gain - KEPT


def gain_of_discard(state: Position, side: int, action: Action) -> float:
    """A card that is put aside is gone."""
    return -KEPT
