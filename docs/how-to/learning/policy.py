"""A policy that the two examples beside it fit: a softmax over what numbers of actions say.

An action has some features, each of a few words, such as "move to 0703": its verb with its unit,
its hex, the unit in the hex, the hex in the turn, the hex that the unit leaves, and the force. Each
feature has a weight; the more the weights of an action sum up to, the likelier it is drawn. So a
policy is a table that can be read, and needs nothing but numpy.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexwar.learning.actions import ActionNumbers
from hexwar.learning.observations import TIME, UNIT, Arrays

ACROSS, DOWN = UNIT.index("across"), UNIT.index("down")
TURN, TURNS = TIME.index("turn"), 12  # parts of a game: of longer ones some turns are one


class Choice(NamedTuple):
    """A decision: the legal numbers, a row of features for each, how likely each is, and which
    was drawn.
    """

    legal: NDArray[np.int64]
    features: NDArray[np.int64]
    chances: NDArray[np.float64]
    drawn: int


class Policy:
    """Weights of features, all 0 in the beginning; ``numbers`` are those of an environment."""

    def __init__(self, numbers: ActionNumbers) -> None:
        self._numbers = numbers
        self._rows = {unit: row for row, unit in enumerate(numbers.units)}
        self._names: dict[str, int] = {}
        self._known: dict[tuple[int, int, str], list[int]] = {}
        self.weights = np.zeros(1024)
        self._squares = np.full(1024, 1e-6)

    def choose(
        self, seen: Arrays, mask: NDArray[np.bool_], random: np.random.Generator | None
    ) -> Choice:
        """Draw one of the legal actions; without ``random``, take the likeliest."""
        legal = np.flatnonzero(mask)
        features = self.features(seen, legal)
        chances = self.chances(features)
        taken = chances.argmax() if random is None else random.choice(len(legal), p=chances)
        return Choice(legal, features, chances, int(taken))

    def chances(self, features: NDArray[np.int64]) -> NDArray[np.float64]:
        """How likely each action is, of the features of all that are legal."""
        sums = self.weights[features].sum(axis=1)
        powers = np.exp(sums - sums.max())
        chances: NDArray[np.float64] = powers / powers.sum()
        return chances

    def features(self, seen: Arrays, legal: NDArray[np.int64]) -> NDArray[np.int64]:
        """The features of each number, as indices of weights."""
        turn = round(float(seen["time"][TURN]) * TURNS)
        found = [self._of(number, turn, seen["units"]) for number in legal.tolist()]
        return np.array(found)

    def _of(self, number: int, turn: int, units: NDArray[np.float32]) -> list[int]:
        verb, unit, hex_, force = self._numbers.factors(number)
        left = ""
        if unit:
            across, down = units[self._rows[unit], [ACROSS, DOWN]].tolist()
            left = f"{across:.2f},{down:.2f}"
        key = number, turn, left
        if key not in self._known:
            named = (
                verb,
                f"{verb} with {unit}",
                f"{verb} to {hex_}",
                f"{verb} with {unit} to {hex_}",
                f"{verb} to {hex_} at {turn}/{TURNS} of the game",
                f"{verb} from {left}",
                f"{verb} by force {force}",
            )
            self._known[key] = [self._index(name) for name in named]
        return self._known[key]

    def _index(self, name: str) -> int:
        index = self._names.setdefault(name, len(self._names))
        if index == len(self.weights):
            self.weights = np.concatenate([self.weights, np.zeros(index)])
            self._squares = np.concatenate([self._squares, np.full(index, 1e-6)])
        return index

    def learn(self, choices: list[Choice], worth: NDArray[np.float64], rate: float) -> None:
        """Make each choice likelier by its worth, or less likely where that is below 0.

        A step up the gradient of the logarithm of its chance, scaled by feature (Adagrad: Duchi,
        Hazan and Singer, 2011), so that what occurs seldom learns as fast.
        """
        gradient = np.zeros_like(self.weights)
        for choice, much in zip(choices, worth, strict=True):
            pull = -choice.chances
            pull[choice.drawn] += 1
            np.add.at(gradient, choice.features, (much * pull)[:, None])
        self._squares += gradient**2
        self.weights += rate * gradient / np.sqrt(self._squares)

    def strongest(self, count: int) -> list[tuple[str, float]]:
        """The features with the greatest weights."""
        named = [(name, float(self.weights[index])) for name, index in self._names.items()]
        return sorted(named, key=lambda one: -one[1])[:count]

    def write(self, path: Path) -> None:
        """The weights by the names of their features, as JSON."""
        told = {name: round(float(self.weights[index]), 4) for name, index in self._names.items()}
        path.write_text(json.dumps(told, indent=0), encoding="utf-8")
