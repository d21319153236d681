"""The player that searches: it plans whole phases, and keeps a plan while all goes as foreseen."""

from __future__ import annotations

from random import Random

from hexwar.engine import Action
from hexwar.players.agreeing import answered
from hexwar.players.search.budget import Budget, Hurried
from hexwar.players.search.plans import PlanUnderWay, moment
from hexwar.players.search.thinking import Thinking, is_of_phase
from hexwar.rules.state import State

AGAIN = 2
"""Whoever plans again in the same phase thinks half as long."""

SMALL = 2
"""A choice within a phase (a loss, a retreat) is given half of what a phase is: there is less to
choose from, and as much to gain.
"""


class SearchPlayer:
    """Compares plans by playing them on; ``rollouts`` or ``seconds`` are what a phase is given.

    With ``rollouts`` equal seeds give equal games. ``hurried`` is asked between rollouts: when it
    says so the best found so far is played. ``care`` is the effort of the plan that it begins with.
    """

    is_human = False

    def __init__(
        self,
        *,
        rollouts: int | None = None,
        seconds: float | None = None,
        hurried: Hurried | None = None,
        care: float = 1.0,
    ) -> None:
        if rollouts is None and seconds is None:
            raise ValueError("a search is limited by rollouts or by seconds")
        self._rollouts, self._seconds, self._hurried = rollouts, seconds, hurried
        self._care = care
        self._course: PlanUnderWay | None = None
        self._planned: tuple[int, int, int] | None = None

    def choose(self, state: State, random: Random) -> Action:
        """A legal action; all chance in it comes from ``random``."""
        answer = answered(state)
        if answer is not None:
            return answer
        action = self._course.next(state) if self._course else None
        if action is not None:
            return action
        legal = list(zip(range(2), state.legal_actions(), strict=False))
        if len(legal) == 1:
            return legal[0][1]
        side = state.agenda[-1].side(state)
        plan = Thinking(state, side, random, self._budget(state), self._care).best()
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
        rollouts = None if self._rollouts is None else max(2, self._rollouts // part)
        seconds = None if self._seconds is None else self._seconds / part
        return Budget(rollouts, seconds, self._hurried)
