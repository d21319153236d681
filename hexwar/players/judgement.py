"""How near a side is to winning in a position as it stands: by ``victory``, and by ``points``.

Nothing is foreseen here: the game's own measures are asked, whichever section brought them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from hexwar.definition.model import Condition
from hexwar.engine.rules import Rules
from hexwar.players.goals import DRAWN
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.points.rules import PointsRules
from hexwar.rules.state import State
from hexwar.rules.victory.section import Victory

Nearness = Callable[[State], float]

WON = 10.0
"""More than anything that a position promises that is not the last."""

AHEAD = 0.5
"""What all the points of the game would be worth to the side that has them."""


class Judgement:
    """Positions of one game, judged for one side (an index)."""

    def __init__(self, rules: Rules, side: int) -> None:
        frame = rules.frame
        self._side = side
        self._name = frame.side_ids[side]
        self._points = rules[PointsRules]
        self._others = [other for other in range(len(frame.side_ids)) if other != side]
        self._conditions = rules[Conditions]
        self._rules = [
            (rule.winner, None if rule.condition is None else self._nearness(rule.condition))
            for rule in frame.resolved[Victory].lines
        ]

    def of(self, state: State) -> float:
        """Parts of a victory; far more or less when the game is over."""
        if state.is_over:
            return {self._name: WON, None: DRAWN}.get(state.winner, -WON)
        return self._winning(state) + AHEAD * self._ahead(state)

    def _winning(self, state: State) -> float:
        """The first rule that holds decides, as in play: here each holds as far as it is near."""
        undecided, won = 1.0, 0.0
        for winner, nearness in self._rules:
            holds = undecided * (1.0 if nearness is None else nearness(state))
            won += holds * (DRAWN if winner is None else float(winner == self._name))
            undecided -= holds
        return won + undecided * DRAWN

    def _ahead(self, state: State) -> float:
        """The lead in victory points, as a part of all that were scored; -1 to 1."""
        mine = self._points.of(state, self._side)
        theirs = max((self._points.of(state, other) for other in self._others), default=0)
        return (mine - theirs) / (1 + abs(mine) + abs(theirs))

    def _nearness(self, condition: Condition) -> Nearness:
        """How far a condition holds: above a half where it does, more the safer."""
        if condition.kind in ("all", "any", "not"):
            parts = [self._nearness(part) for part in condition.of]
            if condition.kind == "all":
                return lambda state: prod(part(state) for part in parts)
            if condition.kind == "any":
                return lambda state: 1 - prod(1 - part(state) for part in parts)
            return lambda state: 1 - parts[0](state)
        measure, low, high = self._conditions.bounded(condition)

        def near(state: State) -> float:
            margin = min(measure(state) - low, high - measure(state))
            return 1 - 0.5 / (2 + margin) if margin >= 0 else 0.5 / (1 - margin)

        return near
