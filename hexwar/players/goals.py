"""What a side plays for: the victory rules of a game, turned into a chance of winning.

The rules say who wins; they do not say how near a side is to it. Given how likely each side is to
stand in each hex that the rules name, and how many units each will have lost, the same conditions
answer with a probability instead of yes or no. Hexes count as independent of one another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, prod

from hexwar.definition.model import Condition, ResolvedGame, VictoryRule
from hexwar.hexmap import Board

Standing = Mapping[tuple[int, int], float]
"""(side index, cell) to the chance that the side stands there when it matters."""

Losses = list[float]
"""Side index to the number of its units that are, or will probably be, eliminated."""

Chance = Callable[[Standing, Losses], float]

DRAWN = 0.4
"""A draw is worth less than half a victory: one plays to win."""


def squashed(x: float) -> float:
    """The logistic function, without overflow."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, x))))


class Goals:
    """The victory rules of one game as a chance of winning, for each of its sides.

    ``hexes`` maps each side index to the cells whose occupation by that side the rules name.
    """

    __slots__ = ("_board", "_last_turn", "_rules", "_side_ids", "hexes")

    def __init__(self, resolved: ResolvedGame) -> None:
        self._board: Board = resolved.map.board
        self._side_ids = tuple(side.id for side in resolved.sides)
        self._last_turn = resolved.sequence.turns
        self.hexes: dict[int, set[int]] = {}
        self._rules = [self._rule(resolved, rule) for rule in resolved.victory]

    def winning(self, side: int, standing: Standing, losses: Losses) -> float:
        """The chance that ``side`` wins: the first rule that holds decides, as in play."""
        undecided, won = 1.0, 0.0
        for winner, chance in self._rules:
            holds = undecided * chance(standing, losses)
            won += holds * (DRAWN if winner is None else float(winner == side))
            undecided -= holds
        return won + undecided * DRAWN

    def _rule(self, resolved: ResolvedGame, rule: VictoryRule) -> tuple[int | None, Chance]:
        winner = None if rule.winner is None else self._side_ids.index(rule.winner)
        if rule.condition is None:
            return winner, lambda standing, losses: 1.0
        return winner, self._compiled(resolved, rule.condition)

    def _compiled(self, resolved: ResolvedGame, condition: Condition) -> Chance:
        if condition.kind in ("all", "any", "not"):
            parts = [self._compiled(resolved, part) for part in condition.of]
            if condition.kind == "all":
                return lambda standing, losses: prod(part(standing, losses) for part in parts)
            if condition.kind == "any":
                return lambda standing, losses: (
                    1 - prod(1 - part(standing, losses) for part in parts)
                )
            return lambda standing, losses: 1 - parts[0](standing, losses)
        low, high = _bounds(condition)
        if condition.kind == "occupied":
            return self._occupied(resolved, condition, low, high)
        if condition.kind == "eliminated":
            side = self._side_ids.index(str(condition.arguments["side"]))
            return lambda standing, losses: (
                squashed(2 * (losses[side] - low + 0.5)) * squashed(2 * (high + 0.5 - losses[side]))
            )
        last_turn = float(low <= self._last_turn <= high)
        return lambda standing, losses: last_turn

    def _occupied(
        self, resolved: ResolvedGame, condition: Condition, low: int, high: int
    ) -> Chance:
        side = self._side_ids.index(str(condition.arguments["by"]))
        region = resolved.map.region(str(condition.arguments["region"]))
        places = [(side, self._board.cell[number]) for number in region]
        self.hexes.setdefault(side, set()).update(cell for _, cell in places)

        def chance(standing: Standing, losses: Losses) -> float:
            counts = [1.0]
            for place in places:
                here = standing[place]
                counts = [
                    one * (1 - here) + two * here
                    for one, two in zip([*counts, 0.0], [0.0, *counts], strict=True)
                ]
            return sum(counts[low : high + 1])

        return chance


def _bounds(condition: Condition) -> tuple[int, int]:
    low, high = condition.arguments.get("at_least"), condition.arguments.get("at_most")
    if low is None and high is None:
        low = 1  # "occupied: {region: towns, by: us}" means: any of it
    return int(low or 0), 1_000_000 if high is None else int(high)
