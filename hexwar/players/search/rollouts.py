"""Plans tried: played on by a policy for all sides, and what comes of it judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from hexwar.engine import Action
from hexwar.players.player import Player
from hexwar.players.search.budget import Hurried, OutOfTime
from hexwar.players.search.luck import AsItFalls, Luck
from hexwar.players.search.plans import Plan, decides, moment, position
from hexwar.rules.plots.section import WRITING
from hexwar.rules.state import State

LONGEST = 2_000
"""No rollout makes more decisions than this."""

FAR = 60
"""A game that is over within so many decisions is played to its end, others for as many turns of
the enemy as are over by then, and one at least.
"""

SOON = 0.4
"""How much of a plan's value is what it is worth when the enemy's next turn is over, ..."""

SOON_OR_LATER = 0.5
"""... and how much if the end of the game was too far to be played out."""

OPINIONS = 3
"""What the policy does in a position is thought out for so many trials and taken over by the
others: chance has a part in it, and so has it in what comes of a plan.
"""

MOST_KNOWN = 5_000
"""What the policy does is remembered of so many positions."""

Maker = Callable[[], Player]
"""Makes a policy that remembers nothing yet."""


def never() -> bool:
    """There is time."""
    return False


@dataclass(slots=True)
class Rollout:
    """What came of a plan in one trial: the position when the enemy's next turn was over
    (``soon``; the last one if the game was over before) with the chance of winning there, that
    chance in the end, and what the enemy did until then (``replies``). Where luck is weighed what
    it brought is taken off both chances, so that they may lie below 0 and above 1.
    """

    soon: State | None = None
    chance_soon: float = 0.0
    chance: float = 0.0
    replies: list[Action] = field(default_factory=list)


class Rollouts:
    """Trials of plans from one position, for the side (an index) that decides there.

    Trial by trial the dice and what is guessed of the hidden are others, and in one trial they
    are the same for every plan. A rollout ends with the game where that is near, else when so
    many of the enemy's turns have passed as the first rollout made in ``far`` decisions.
    ``likely`` changes the world of a trial where more is thought of what is hidden. Where luck is
    ``weighed`` all that dice can come to is judged.
    """

    def __init__(
        self,
        seen: State,
        side: int,
        random: Random,
        policy: Maker,
        far: int = FAR,
        likely: Callable[[State, int], State] | None = None,
        weighed: bool = False,
    ) -> None:
        self._seen, self._side, self._policy = seen, side, policy
        self._rounds: int | None = None
        self._far: int | None = far
        self._random = random
        self._name = seen.frame.side_ids[side]
        self._weighed = weighed
        self._worlds, self._likely = seen.worlds(self._name, random), likely
        self._trials: list[tuple[int, State]] = []
        self._known: dict[tuple[object, ...], Action] = {}
        self._ends: dict[tuple[int, object], float] = {}

    @property
    def end_early(self) -> bool:
        """Whether they are judged before the game is over, as far as the first has shown."""
        return self._rounds is not None

    def value(self, rollout: Rollout) -> float:
        """The chance of winning that a rollout shows, about 0 to 1.

        A part of it is judged soon, when the enemy's next turn is over, and a part at the end: what
        the policy makes of a position in the long run is not always what can be made of it.
        """
        part = SOON if self._rounds is None else SOON_OR_LATER
        return part * rollout.chance_soon + (1 - part) * rollout.chance

    def played(self, plan: Plan, trial: int, pressed: Hurried = never) -> Rollout:
        """What comes of a plan in one trial. OutOfTime as soon as it is ``pressed``."""
        while len(self._trials) <= trial:
            world = next(self._worlds)
            if self._likely is not None:
                world = self._likely(world, len(self._trials))
            self._trials.append((self._random.getrandbits(32), world))
        seed, world = self._trials[trial]
        state, luck = world.clone(seed=seed), self._luck()
        luck.begin(seed)
        thrown = state.rolled
        for action in plan.actions:
            if not decides(state, self._side) or state.rolled != thrown:
                break
            if state.explain(action) is None:
                state = luck.after(state, action)
        return self._played_on(state, trial, list(plan.later), luck, pressed)

    def _played_on(
        self, state: State, trial: int, later: list[Action], luck: AsItFalls, pressed: Hurried
    ) -> Rollout:
        seed, now, random = self._trials[trial][0], None, Random()
        players = [self._policy() for _ in state.frame.side_ids]
        clock, found, brought = EnemyTurns(state, self._side), Rollout(), 0.0
        came_to: tuple[int, object] | None = None
        for made in range(LONGEST):
            passed = clock.passed(state)
            if found.soon is None and (passed or state.is_over):
                found.soon, brought = state.clone(), luck.brought
                found.chance_soon = state.evaluate(self._name) - brought
                if self._far is None:
                    came_to = trial, position(state)
                    if came_to in self._ends:
                        found.chance = self._ends[came_to] - brought
                        return found
            if state.is_over:
                break
            if passed == self._rounds or (made >= (self._far or LONGEST) and passed):
                self._rounds = passed
                break
            if pressed():
                raise OutOfTime
            if now != moment(state):
                now = moment(state)
                drawn = hash((seed, *now)) & 0xFFFFFFFF
                state = state.clone(seed=drawn)
                random.seed(drawn ^ seed)
                luck.begin(drawn)
            side = state.agenda[-1].side(state)
            mine, near = side == self._side, found.soon is None
            action = _due(later, state) if mine and near else None
            if action is None and near:
                action = self._known_or_chosen(players[side], state, random, trial)
            elif action is None:
                action = players[side].choose(state, random)
            if near and not mine:
                found.replies.append(action)
            state = luck.after(state, action)
        self._far = None
        found.chance = state.evaluate(self._name) - luck.brought
        if (
            came_to is not None
        ):  # what luck brought before is another plan's, and is taken off there
            self._ends[came_to] = found.chance + brought
        return found

    def _luck(self) -> AsItFalls:
        return Luck(self._name) if self._weighed else AsItFalls()

    def _known_or_chosen(self, player: Player, state: State, random: Random, trial: int) -> Action:
        """What the policy does here: near the beginning many rollouts come to the same position.

        What is remembered besides (who has attacked already) may forbid it: then it thinks anew.
        """
        key = (trial % OPINIONS, position(state))
        action = self._known.get(key)
        if action is None or state.explain(action) is not None:
            if len(self._known) == MOST_KNOWN:
                self._known.clear()
            action = self._known[key] = player.choose(state, random)
        return action


def _due(later: list[Action], state: State) -> Action | None:
    """The first of the attacks still to come that can be made now; it is no more to come."""
    for at, action in enumerate(later):
        if state.explain(action) is None:
            return later.pop(at)
    return None


class EnemyTurns:
    """Counts the turns of the enemy that have passed since it was made.

    Where orders are written that are carried out together one is over when they are to be written
    anew; elsewhere a whole turn of the game counts as one in any case.
    """

    def __init__(self, state: State, side: int) -> None:
        self._side, self._passed = side, 0
        self._begun = self._phase = (state.turn, state.phase_index)
        self._enemys = False
        self._writes = [kind == WRITING for kind in state.frame.phase_kinds]

    def passed(self, state: State) -> int:
        """So many are over."""
        owner, phase = state.phase_side, (state.turn, state.phase_index)
        if phase != self._phase:
            self._phase = phase
            self._passed += self._writes[state.phase_index]
        if owner >= 0:
            if self._enemys and owner == self._side:
                self._passed += 1
            self._enemys = owner != self._side
        turn = state.turn - self._begun[0] - (state.phase_index < self._begun[1])
        return max(self._passed, turn)
