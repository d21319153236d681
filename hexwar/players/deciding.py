"""What decides what: a player's ways, registered by kind of decision, and one for all others.

In this order: the register, choices that are tried out because nobody knows them, and facings. A
section that is new brings kinds of decision that no player has heard of, and none has to be taught:
each choice is made on a copy, what follows is declined or played on, and the positions compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Generic, TypeVar

from hexwar.engine import Action
from hexwar.engine.notation import FACING, OWN, verbs
from hexwar.engine.rules import Rules
from hexwar.players.decider import Briefing, Decider, Value
from hexwar.players.goals import DRAWN
from hexwar.players.player import Player
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.state import State
from hexwar.rules.turning import FACE, TurningRules, TurnsWhileMoving, best_looks, looks_well

T = TypeVar("T")


Onwards = Callable[[], Player]
"""Makes a player that plays on from where a choice has been tried."""


class Deciders(Generic[T]):
    """One player's deciders, by kind of decision: ``tables`` say how each is made.

    What none of them has heard of is tried out and judged, with the ``value`` that the player
    gives to positions: a kind of decision, or what a section adds to a phase that they know. For
    what is done with a choice in the rest of the side's turn a player may be made that plays
    ``onwards``.
    """

    def __init__(
        self,
        tables: Iterable[Mapping[str, Callable[[T], Decider[T]]]],
        priorities: T,
        value: Callable[[Briefing, T], Value],
    ) -> None:
        self._by_kind = {kind: made(priorities) for table in tables for kind, made in table.items()}
        self._priorities = priorities
        self._value = value
        self.onwards: Onwards | None = None

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Actions in order of preference."""
        decider = self._by_kind.get(briefing.kind)
        if decider is None:
            onwards = self.onwards if briefing.effort.is_full else None
            yield from Trial(briefing, self._value(briefing, self._priorities), onwards).best()
            return
        # What sections add to the phase beyond those that its decider knows.
        seen, added = briefing.seen, list[Action]()
        if briefing.kind == seen.frame.phase_kinds[seen.phase_index]:
            for rules in briefing.rules.contributed[seen.phase_index]:
                if not isinstance(rules, decider.reckons_with):
                    added += rules.actions(seen)
        if added:
            trial = Trial(briefing, self._value(briefing, self._priorities))
            yield from trial.better_than_nothing(added)
        yield from decider.wanted(briefing)


# -- decisions that no player has heard of: tried on copies, and judged ----------------------------

# A section may say itself what the choices of its kinds are worth (``WORTH`` of its module
# ``task``), or what an action gains that a trial does not show (``GAINS``).


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

MOST_ONWARDS = 60
"""After a choice no more decisions than these are made in the rest of the turn."""

MOST_FOLLOWED = 24
"""Of more choices than this none is followed by what its side does with it."""


class Trial:
    """The choices of one decision, tried. ``value`` is what the player thinks of positions;
    ``onwards`` makes a player that plays on to the end of the side's turn: a choice that names no
    unit, of a card or a table, is worth what can be done with it.
    """

    def __init__(self, briefing: Briefing, value: Value, onwards: Onwards | None = None) -> None:
        self._briefing = briefing
        self._value = value
        self._onwards = None if briefing.seen.agenda[-1].is_offer else onwards
        self._name = briefing.rules.frame.side_ids[briefing.side]
        self._seeds = [briefing.random.getrandbits(32) for _ in range(briefing.effort.of(THROWS))]

    def best(self) -> Iterator[Action]:
        """All that can be chosen, the best first.

        Of equals those come first that end the phase or decline, then those listed first.
        """
        actions = list(self._briefing.seen.legal_actions())
        # What a choice that names units does shows at once; a card or a table is worth what is done
        # with it.
        if any(action.units for action in actions) or len(actions) > MOST_FOLLOWED:
            self._onwards = None
        ending = [action for action in actions if verbs()[action.verb].ends]
        others = [action for action in actions if not verbs()[action.verb].ends]
        # What the section says that a choice is worth, or what comes of trying it.
        seen, side = self._briefing.seen, self._briefing.side
        judge = self._briefing.rules.frame.registry.worth.get(self._briefing.kind)
        ranked = [
            (judge(seen, side, action) if judge is not None else self._tried(action), action)
            for action in (*ending, *self._drawn(others))
        ]
        # Rounded, so that equals but for rounding keep their order: those first that end the phase.
        ranked.sort(key=lambda rank: -round(rank[0] / LEAST_DIFFERENCE))
        yield from (action for _, action in ranked)

    def better_than_nothing(self, actions: Sequence[Action]) -> Iterator[Action]:
        """Of some actions those that are better than to do nothing, the best first."""
        nothing = self._tried(None)
        ranked = [(self._tried(action), action) for action in self._drawn(actions)]
        ranked.sort(key=lambda rank: -rank[0])
        yield from (action for worth, action in ranked if worth > nothing + LEAST_DIFFERENCE)

    def _drawn(self, many: Sequence[Action]) -> Sequence[Action]:
        """Some of many actions, verb by verb: all of a verb that is listed seldom, of the others a
        share each.
        """
        most = self._briefing.effort.of(MOST_TRIED)
        if len(many) <= most:
            return many
        by_verb: dict[str, list[int]] = {}
        for index, action in enumerate(many):
            by_verb.setdefault(action.verb, []).append(index)
        drawn: list[int] = []
        # The rarest first: what they leave of their share is shared out among the others.
        for count, of_verb in enumerate(sorted(by_verb.values(), key=len)):
            share = (most - len(drawn)) // (len(by_verb) - count)
            drawn += self._briefing.random.sample(of_verb, min(share, len(of_verb)))
        return [many[index] for index in sorted(drawn)]

    def _tried(self, action: Action | None) -> float:
        """How good the positions are that follow, on the average of some throws: in parts of a
        victory; far more or less where the game is over.
        """
        values = []
        for seed in self._seeds:
            twin = self._briefing.seen.clone(seed=seed)
            thrown = twin.rolled
            if action is not None:
                twin.apply(action, events=False)
            if self._onwards is None:
                self._decline_the_rest(twin)
            else:
                self._go_on(twin, self._onwards(), seed)
            if twin.is_over:
                values.append({self._name: WON, None: DRAWN}.get(twin.winner, -WON))
            else:
                values.append(twin.evaluate(self._name) + self._value(twin))
            # No dice: all other seeds would bring the same.
            if twin.rolled == thrown:
                break
        # What the action also gains, as its section says, since no trial shows it.
        gain = self._briefing.rules.frame.registry.gains.get(action.verb) if action else None
        gained = gain(self._briefing.seen, self._briefing.side, action) if gain and action else 0.0
        return sum(values) / len(values) + gained

    def _go_on(self, twin: State, player: Player, seed: int) -> None:
        """Play on for the side to the end of its turn; what others are offered meanwhile, too."""
        side, turn, random = self._briefing.side, twin.turn, Random(seed)
        for _ in range(MOST_ONWARDS):
            if twin.is_over or twin.turn != turn:
                return
            top = twin.agenda[-1]
            if top.side(twin) != side and not (top.is_offer and twin.phase_side == side):
                return
            twin.apply(player.choose(twin, random), events=False)

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
            mine = top.kind == self._briefing.kind and top.side(twin) == self._briefing.side
            if not mine and not top.is_offer:
                return
            ending = next((action for action in ends if twin.explain(action) is None), None)
            if ending is None:
                return
            twin.apply(ending, events=False)


HARM = 0.01
"""So much less of a chance is no reason to stay on the map."""


def loses_by(seen: State, side: int, action: Action) -> bool:
    """Whether the chance of a side (an index) is less once it has done something without dice."""
    name, twin = seen.frame.side_ids[side], seen.clone()
    twin.apply(action, events=False)
    return twin.evaluate(name) < seen.evaluate(name) - HARM


# -- where units look that have a facing: at the end of a move, and turned before the phase ends ---


FEW_FACINGS = 3
"""So many facings are tried at the end of a move, the best ones."""

LEAST_BETTER = 0.05
"""A turn that betters what a unit sees by less than this is not made."""


def looking(rules: Rules, seen: State, action: Action) -> Iterator[Action]:
    """A move of one unit to a hex: looking well in the end, if it can; then however it looks."""
    facing, unit = rules.find(FacingRules), rules.frame.unit_index[action.units[0]]
    if facing is not None and facing.has(seen, unit):
        cell = rules.frame.board.cell[action.hexes[-1]]
        for look in best_looks(seen, unit, cell)[:FEW_FACINGS]:
            yield action._replace(name=f"{FACING} {facing.names[look]}")
    yield action


def turns(rules: Rules, seen: State, side: int) -> Iterator[Action]:
    """Turns of units that stay where they are, each to where it looks best."""
    facing = rules.find(FacingRules)
    if facing is None:
        return
    turning = rules[TurningRules]
    for unit in turning.movement.forces.of_side[side]:
        cell = seen.cells[unit]
        if not cell or not facing.has(seen, unit):
            continue
        now = looks_well(seen, unit, cell, facing.of(seen, unit))
        for look in best_looks(seen, unit, cell)[:FEW_FACINGS]:
            better = looks_well(seen, unit, cell, look) > now + LEAST_BETTER
            if better and turning.why_not(seen, unit, look) is None:
                yield Action(FACE, (rules.frame.unit_ids[unit],), (), facing.names[look])
                break


TURNS = TurnsWhileMoving
"""What section ``turning`` contributes to phases of movement, for deciders that reckon with it."""
