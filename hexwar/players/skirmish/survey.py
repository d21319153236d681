"""What never changes of the ground on which a game is played: distances, and who sees what.

It is kept by game, and shared by all its positions: a search asks for the same distances over and
over. Distances are those of the crow, whatever the ground costs.
"""

from __future__ import annotations

from functools import lru_cache

from hexwar.engine.rules import Rules
from hexwar.rules.line_of_sight.rules import SightRules

FAR = 1000
"""Hexes to where nobody gets."""

MANY = 500
"""Distances to so many masks of hexes are kept."""


class HexSurvey:
    """Distances to any hexes, and what is seen from each; found when first asked for, and kept."""

    def __init__(self, rules: Rules) -> None:
        self.board = rules.frame.board
        self._sight = rules.find(SightRules)
        self._distances: dict[int, list[int]] = {}
        self._within: dict[tuple[int, int], int] = {}

    def seen_from(self, cell: int) -> int:
        """Mask of the hexes that are seen from a cell; all where nothing is said of sight."""
        return self.board.on_map if self._sight is None else self._sight.visible(cell)

    def within(self, cell: int, hexes: int) -> int:
        """Mask of the hexes at most so many from a cell."""
        mask = self._within.get((cell, hexes))
        if mask is None:
            mask = self._within[cell, hexes] = self.board.within(self.board.bit[cell], hexes)
        return mask

    def distances(self, hexes: int) -> list[int]:
        """By cell: how many hexes it is from the nearest of some hexes (a mask)."""
        distances = self._distances.get(hexes)
        if distances is None:
            board, distances, ring, away = self.board, [FAR] * self.board.size, hexes, 0
            known = hexes
            while ring:
                for cell in board.cells(ring):
                    distances[cell] = away
                grown = known | board.expand(known)
                ring, known, away = grown & ~known, grown, away + 1
            if len(self._distances) == MANY:
                self._distances.clear()
            self._distances[hexes] = distances
        return distances

    def unseen_way(self, start: int, goal: int, open_: int, steps: int) -> tuple[int, ...]:
        """A shortest way of at most so many hexes through a mask, both ends included; or nothing.

        What is at the start does not matter; the goal is to be in the mask.
        """
        board = self.board
        layers = [board.bit[start]]
        while not layers[-1] >> goal & 1:
            grown = layers[-1] | board.expand(layers[-1]) & open_
            if grown == layers[-1] or len(layers) > steps:
                return ()
            layers.append(grown)
        way = [goal]
        # Backwards from the goal: each step to a hex that was reached a step sooner.
        for layer in reversed(layers[:-1]):
            near = [cell for cell in board.neighbours[way[-1]] if cell and layer >> cell & 1]
            way.append(near[0])
        return tuple(reversed(way))

    def flood(self, start: int, open_: int, steps: int) -> int:
        """Mask of what is reached in so many steps through a mask of hexes."""
        reached = self.board.bit[start]
        for _ in range(steps):
            reached |= self.board.expand(reached) & open_
        return reached


@lru_cache(maxsize=8)
def survey_of(rules: Rules) -> HexSurvey:
    """The ground of a game."""
    return HexSurvey(rules)
