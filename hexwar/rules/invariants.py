"""What must be true of every state of every game: for fuzzing and for tests.

Four things are looked at: where the units are, whether stacks keep to the limit, where each card
is, and that the side that has to choose can do something. Each that fails is a sentence; a sound
state has none.
"""

from __future__ import annotations

from hexwar.engine.position import bits
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.decks.hands import Hands, Held
from hexwar.rules.melee.section import Melee
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.stacking.rules import StackingRules


def broken_invariants(state: Position) -> list[str]:
    """The invariants that a state at a decision breaks, in words; empty when it is sound."""
    broken = [*_places(state), *_stacks(state), *_cards(state)]
    if state.is_over:
        if state.agenda:
            broken.append("the game is over and its agenda is not empty")
    elif is_dead_end(state):
        broken.append(f"a dead end: {state!r} has no legal action")
    return broken


def is_dead_end(state: Position) -> bool:
    """Whether the game is not over and the side that has to choose can do nothing."""
    return not state.is_over and not any(True for _ in state.legal_actions())


def _places(state: Position) -> list[str]:
    """Every unit in one place, occupancy true to the units, no hex of two sides except in melee."""
    broken, frame = [], state.frame
    melee = state.resolved.section(Melee) is not None
    for side, occupied in enumerate(state.occupied):
        standing = stacked = 0
        for unit in (u for u, owner in enumerate(frame.unit_side) if owner == side):
            stacked |= standing & frame.board.bit[state.cells[unit]]
            standing |= frame.board.bit[state.cells[unit]]
        if standing != occupied or stacked != state.stacked[side]:
            broken.append(f"the occupied hexes of {frame.side_ids[side]} are not its units' hexes")
        if not melee and any(occupied & other for other in state.occupied[:side]):
            broken.append(f"{frame.side_ids[side]} shares a hex with its enemy")
        if occupied & ~frame.board.on_map:
            broken.append(f"{frame.side_ids[side]} has a unit beyond the map")
    # A set has every hex once, so that the sum of their bits is their union.
    hiding = sum({frame.board.bit[state.cells[unit]] for unit in bits(state.secret)})
    if hiding != state.secret_at:
        broken.append("the hexes in which units hide are not those of these units")
    for unit, cell in enumerate(state.cells):
        if cell == OFF_MAP and state.secret >> unit & 1:
            broken.append(f"{frame.unit_ids[unit]} hides and is not on the map")
        if cell != OFF_MAP and state.eliminated >> unit & 1:
            broken.append(f"{frame.unit_ids[unit]} is eliminated and on the map")
    return broken


def _cards(state: Position) -> list[str]:
    """Every copy of every card in one place."""
    hands = state.rules.find(Hands)
    now, many = (hands.held(state), len(hands.cards)) if hands else (Held(), 0)
    piles = (now.deck, now.hands, now.open, now.aside, now.removed, now.waiting)
    return [
        f"{card.id} is not {card.count} cards"
        for at, card in enumerate(hands.cards if hands else ())
        # A pile is kept by card, or by side and within it by card: one entry in so `many` is of
        # this card.
        if sum(sum(pile[at::many]) for pile in piles) != card.count
        or min(min(pile[at::many]) for pile in piles) < 0
    ]


def _stacks(state: Position) -> list[str]:
    """No hex over the limit, except while a unit that moves or retreats is still under way."""
    broken = []
    for side, name in enumerate(state.frame.side_ids):
        over = state.rules[StackingRules].overstacked(state, side)
        # An overrun interrupts the movement: its task is the lowest, not always the top one.
        moving = not state.is_over and state.agenda[0].kind == "movement"
        clearing = (
            moving
            and state.agenda[0].side(state) == side
            and state.rules[MovementRules].is_crowded(state)
        )
        passing = any(task.kind in ("retreat", "course", "carrying_out") for task in state.agenda)
        if over and not clearing and not passing:
            broken.append(f"{name} is overstacked in {', '.join(state.frame.board.numbers(over))}")
    return broken
