"""Section ``victory``: who has won, asked at the ends that the game names.

Lines are asked in the order of the section, at the moment that each names: the end of a phase, of a
turn, of the game. The first that holds ends the game. What counts at the end of the game alone is
scored before its points are told, once, whichever line brought the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.victory.section import Victory, VictoryLine

if TYPE_CHECKING:
    from hexwar.rules.points.rules import PointsRules


class Ended(NamedTuple):
    """Whether a result has ended the turn: 1, from then on."""

    turn: int = 0


ENDED = Slot("ended", Ended(), lasts="turn")


class VictoryRules:
    """The victory rules in order; the first whose moment has come and which holds decides."""

    __slots__ = ("_points", "_rules_at")

    def __init__(
        self, section: Victory, conditions: Conditions, points: PointsRules | None
    ) -> None:
        self._points = points
        self._rules_at: dict[str, list[tuple[VictoryLine, Test]]] = {}
        for rule in section.lines:
            holds = conditions.test(rule.condition)
            self._rules_at.setdefault(rule.when, []).append((rule, holds))

    def concerned_at(self, moment: str) -> bool:
        """Whether a rule is for this moment; the game ends in any case."""
        ends = {"phase_closed": "end_of_phase", "turn_ends": "end_of_turn"}
        return moment not in ends or ends[moment] in self._rules_at

    def follows(self, state: Position, phase: int) -> int:
        """The end of the turn, when a result has brought it about."""
        # Behind the last phase: the kernel takes that for the end of the turn.
        ended = state.memory[ENDED].turn
        return len(state.frame.phase_ids) if ended else phase + 1

    def phase_closed(self, state: Position) -> None:
        """End the game if a rule for the end of a phase holds."""
        self._check(state, "end_of_phase")

    def turn_ends(self, state: Position) -> None:
        """End the game if a rule for the end of a turn holds."""
        self._check(state, "end_of_turn")

    def game_ends(self, state: Position) -> None:
        """End the game: by a rule for its end or, where none holds, undecided."""
        self._score(state)
        if not self._check(state, "end_of_game"):
            because = f"The last turn is over and no side has won. {self._final(state)}"
            state.finish(None, because.strip(), "")

    def _score(self, state: Position) -> None:
        """Score what is scored once the game is over."""
        if self._points:
            self._points.game_ends(state)

    def _final(self, state: Position) -> str:
        """The points of all sides as a sentence, or nothing."""
        return self._points.final(state) if self._points else ""

    def _check(self, state: Position, when: str) -> bool:
        """End the game if a rule for this moment holds; true when it did."""
        for rule, holds in self._rules_at.get(when, ()):
            if holds(state):
                # At the end of the game it has been done already, whichever line is asked.
                if when != "end_of_game":
                    self._score(state)
                because = f"{rule.because} {self._final(state)}".strip()
                state.finish(rule.winner, because, rule.cite, rule.level)
                return True
        return False
