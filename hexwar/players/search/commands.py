"""Plans from the hand: each card that can be played, with units that it orders.

Each card is played once with those who gain most by it, then a few times with others that are
drawn. A card is followed as long as its orders ask for one unit more, and no further than to the
first throw: what the dice show is for rollouts to find out.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Action
from hexwar.players.search.plans import Deployment, Proposals, decides
from hexwar.rules.state import State

DRAWN = 2
"""So many times the units that a card orders are drawn, besides the best of them."""

MOST_ORDERED = 12
"""No card is followed for more choices than this."""


class Commands(Proposals):
    """What a side (an index) can play in a phase of cards, each with whom it orders: those who gain
    most by it, as the sections say, and others drawn, those who gain more rather.
    """

    def all(self) -> list[Deployment]:
        """Each card with the best, in a drawn order; then each with others."""
        cards = [
            action
            for action in self._state.legal_actions()
            if action.name and action.verb in self._state.frame.registry.gains
        ]
        self._random.shuffle(cards)
        plays = [self._played(card, chance=False) for card in cards]
        for _ in range(DRAWN):
            plays += [self._played(card, chance=True) for card in cards]
        # Draws often come to the same units; the first of equals keeps its place.
        return [Deployment(actions, idea="command") for actions in dict.fromkeys(plays)]

    def _played(self, card: Action, *, chance: bool) -> tuple[Action, ...]:
        """A card, and the units that it orders one after the other."""
        twin, made = self._state.clone(), [card]
        thrown, phase = twin.rolled, twin.phase_index
        twin.apply(card, events=False)
        while len(made) < MOST_ORDERED and twin.rolled == thrown and twin.phase_index == phase:
            if not decides(twin, self._side):
                break
            units = [action for action in twin.legal_actions() if action.units]
            if not units:
                break
            made.append(self._one_of(twin, units, chance=chance))
            twin.apply(made[-1], events=False)
        return tuple(made)

    def _one_of(self, twin: State, units: Sequence[Action], *, chance: bool) -> Action:
        """The unit that gains most by it; or one that is drawn by what it gains."""
        gains = [self._gained(twin, action) for action in units]
        if chance:
            # Weights may not be negative, nor all of them nothing.
            return self._random.choices(units, [max(gain, 1e-6) for gain in gains])[0]
        return units[gains.index(max(gains))]

    def _gained(self, twin: State, action: Action) -> float:
        gain = twin.frame.registry.gains.get(action.verb)
        return gain(twin, self._side, action) if gain is not None else 0.0
