"""Section ``victory``: who has won, asked at the ends that the game names."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame, VictoryRule
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Test, compile_condition
from hexwar.rules.points.rules import PointsRules
from hexwar.rules.units.rules import Forces


class VictoryRules:
    """The victory rules in order; the first whose moment has come and which holds decides."""

    __slots__ = ("_rules_at", "points")

    def __init__(self, resolved: ResolvedGame, forces: Forces) -> None:
        self.points = PointsRules(resolved, forces)
        self._rules_at: dict[str, list[tuple[VictoryRule, Test]]] = {}
        for rule in resolved.victory:
            holds = compile_condition(rule.condition, resolved, forces)
            self._rules_at.setdefault(rule.when, []).append((rule, holds))

    def check(self, state: State, when: str) -> bool:
        """End the game if a rule for this moment holds; true when it did."""
        for rule, holds in self._rules_at.get(when, ()):
            if holds(state):
                self._finish(state, rule.winner, rule.because, rule.cite)
                return True
        return False

    def undecided(self, state: State) -> None:
        """End a game whose last turn is over and of which no rule has said who won."""
        self._finish(state, None, "The last turn is over and no side has won.", "")

    def _finish(self, state: State, winner: str | None, because: str, cite: str) -> None:
        state.finish(winner, f"{because} {self.points.final(state)}".strip(), cite)
