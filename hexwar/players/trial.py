"""Decisions that no player has heard of: choices are tried on copies, and what follows is judged.

A section may say itself what the choices of its kinds are worth (``WORTH`` of its module ``task``),
or what an action gains that a trial does not show (``GAINS``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine import Action
from hexwar.engine.notation import OWN, verbs
from hexwar.players.decider import Briefing, Value
from hexwar.players.goals import DRAWN
from hexwar.rules.state import State

MOST_TRIED = 40
"""Of more choices than this so many are drawn and tried."""

WON = 10.0
"""More than anything that a position promises that is not the last."""

THROWS = 3
"""A choice that throws dice is tried so many times, all choices with the same dice."""

MOST_DECLINED = 20
"""After a choice so many others of its kind are declined, to see what it comes to by itself."""

LEAST_DIFFERENCE = 1e-9
"""Less than any difference that matters."""


class Trial:
    """The choices of one decision, tried. ``value`` is what the player thinks of positions."""

    def __init__(self, briefing: Briefing, value: Value) -> None:
        self._asked = briefing
        self._value = value
        self._name = briefing.rules.frame.side_ids[briefing.side]
        self._seeds = [briefing.random.getrandbits(32) for _ in range(briefing.effort.of(THROWS))]

    def best(self) -> Iterator[Action]:
        """All that can be chosen, the best first.

        Of equals those come first that end the phase or decline, then those listed first.
        """
        actions = list(self._asked.seen.legal_actions())
        ending = [action for action in actions if verbs()[action.verb].ends]
        others = [action for action in actions if not verbs()[action.verb].ends]
        ranked = [(self._worth(action), action) for action in (*ending, *self._drawn(others))]
        # Rounded, so that equals but for rounding keep their order: those first that end the phase.
        ranked.sort(key=lambda rank: -round(rank[0] / LEAST_DIFFERENCE))
        yield from (action for _, action in ranked)

    def better_than_nothing(self, actions: Sequence[Action]) -> Iterator[Action]:
        """Those of the actions that are better than none of them, the best first."""
        nothing = self._tried(None)
        ranked = [(self._tried(action), action) for action in self._drawn(actions)]
        ranked.sort(key=lambda rank: -rank[0])
        yield from (action for worth, action in ranked if worth > nothing + LEAST_DIFFERENCE)

    def _drawn(self, many: Sequence[Action]) -> Sequence[Action]:
        """Not too many of them: of what can be done in few ways more than of what in many."""
        most = self._asked.effort.of(MOST_TRIED)
        if len(many) <= most:
            return many
        by_verb: dict[str, list[int]] = {}
        for place, action in enumerate(many):
            by_verb.setdefault(action.verb, []).append(place)
        places: list[int] = []
        for count, of_verb in enumerate(sorted(by_verb.values(), key=len)):
            share = (most - len(places)) // (len(by_verb) - count)
            places += self._asked.random.sample(of_verb, min(share, len(of_verb)))
        return [many[place] for place in sorted(places)]

    def _worth(self, action: Action) -> float:
        """What the section says that a choice is worth, or what comes of trying it."""
        asked = self._asked
        judged = asked.rules.frame.registry.worth.get(asked.kind)
        if judged is None:
            return self._tried(action)
        return judged(asked.seen, asked.side, action)

    def _tried(self, action: Action | None) -> float:
        """How good the positions are that follow, on the average of some throws."""
        values = []
        for seed in self._seeds:
            twin = self._asked.seen.clone(seed=seed)
            thrown = twin.rolled
            if action is not None:
                twin.apply(action, events=False)
            self._decline_the_rest(twin)
            values.append(self._of(twin))
            # No dice: all other seeds would bring the same.
            if twin.rolled == thrown:
                break
        return sum(values) / len(values) + self._gained(action)

    def _gained(self, action: Action | None) -> float:
        """What the section says that an action gains besides, as no trial shows it."""
        gains = self._asked.rules.frame.registry.gains
        if action is None or action.verb not in gains:
            return 0.0
        return gains[action.verb](self._asked.seen, self._asked.side, action)

    def _of(self, state: State) -> float:
        """Parts of a victory; far more or less when the game is over."""
        if state.is_over:
            return {self._name: WON, None: DRAWN}.get(state.winner, -WON)
        return state.evaluate(self._name) + self._value(state)

    def _decline_the_rest(self, twin: State) -> None:
        """Go on to where all choices can be compared: no more of the kind, as far as possible.

        What others are offered meanwhile is taken to be declined.
        """
        # Those of the game: all words that there are would bring the sections of all games.
        words = {**twin.frame.registry.verbs, **OWN}
        ends = [Action(word) for word, verb in words.items() if verb.ends]
        for _ in range(MOST_DECLINED):
            if twin.is_over:
                return
            top = twin.agenda[-1]
            mine = top.kind == self._asked.kind and top.side(twin) == self._asked.side
            if not mine and not top.is_offer:
                return
            ending = next((action for action in ends if twin.explain(action) is None), None)
            if ending is None:
                return
            twin.apply(ending, events=False)
