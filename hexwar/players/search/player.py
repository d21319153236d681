"""The player that searches: it plans whole phases, and keeps a plan while all goes as foreseen.

A plan is kept as long as every position is the one it foresaw; when the dice or an enemy make it
another, it is thought over again, with what is left of the phase's seconds or half of its rollouts.
Where there is but one thing to do nothing is thought over, and where a plan comes to nothing (what
was guessed is not so) any legal action goes on with the game.
"""

from __future__ import annotations

from random import Random

from hexwar.engine import Action
from hexwar.players.agreeing import answered
from hexwar.players.search.budget import Budget, Hurried
from hexwar.players.search.plans import PlanUnderWay, is_of_phase, moment
from hexwar.players.search.thinking import Thinking
from hexwar.rules.state import State

AGAIN = 2
"""Whoever plans again in the same phase thinks half as long."""

SMALL = 2
"""A choice within a phase (a loss, a retreat) is given half of the rollouts that a phase is: there
is less to choose from, and as much to gain.
"""

SHARE = 0.6
"""The part of the time that a phase has left that each decision in it may take."""


class SearchPlayer:
    """Compares plans by playing them on.

    A phase is given ``seconds`` for all decisions of the side in it, or each plan of a phase
    ``rollouts``; with these alone equal seeds give equal games. ``hurried`` is asked all the time:
    when it says so the best found so far is played. ``care`` is the effort of the plan that it
    begins with. ``name``: what saves call it, if a player of that name can be made.
    """

    is_human = False

    def __init__(
        self,
        *,
        rollouts: int | None = None,
        seconds: float | None = None,
        hurried: Hurried | None = None,
        care: float = 1.0,
        name: str = "",
    ) -> None:
        if rollouts is None and seconds is None:
            raise ValueError("a search is limited by rollouts or by seconds")
        self._rollouts, self._seconds, self._hurried = rollouts, seconds, hurried
        self._care, self.name = care, name
        self._course: PlanUnderWay | None = None
        self._planned: tuple[int, int, int] | None = None
        self._phase: tuple[int, int, int] | None = None
        self._taken = 0.0

    def choose(self, state: State, random: Random) -> Action:
        """A legal action; all chance in it comes from ``random``."""
        answer = answered(state)
        if answer is not None:
            return answer
        action = self._course.next(state) if self._course else None
        if action is not None:
            return action
        # Two are enough to see whether there is a choice; all of them can be thousands.
        legal = list(zip(range(2), state.legal_actions(), strict=False))
        if len(legal) == 1:
            return legal[0][1]
        side = state.agenda[-1].side(state)
        budget = self._budget(state)
        plan = Thinking(state, side, random, budget, self._care).best()
        self._taken += budget.taken
        self._course = PlanUnderWay(plan, state, side)
        action = self._course.next(state)
        # What seemed possible in a guess may not be: then anything legal goes on with the game.
        return action if action is not None else state.sample_action(random)

    def _budget(self, state: State) -> Budget:
        """The whole of it for a phase that has not been planned yet."""
        if not is_of_phase(state):
            part = SMALL
        else:
            part = AGAIN if self._planned == moment(state) else 1
            self._planned = moment(state)
        # With one rollout nothing is compared.
        rollouts = None if self._rollouts is None else max(2, self._rollouts // part)
        return Budget(rollouts, self._time(state), self._hurried)

    def _time(self, state: State) -> float | None:
        """What the next decision may take of what is left of the seconds of a phase; 0 and less
        when they are over.
        """
        if self._phase != moment(state):
            self._phase, self._taken = moment(state), 0.0
        return None if self._seconds is None else SHARE * (self._seconds - self._taken)
