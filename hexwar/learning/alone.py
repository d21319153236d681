"""Let one side learn against a player: a game as an environment of Gymnasium.

A step is one decision of the side; until its next one the other sides are played by a player of
hexwar. What is legal is listed and numbered once a step, of the position as the side knows it, so
that no mask tells what is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv, AutoresetMode
from numpy.typing import NDArray

from hexwar.learning.actions import ActionNumbers, attempt
from hexwar.learning.games import ILLEGAL
from hexwar.learning.observations import Arrays, Observations, known_to
from hexwar.players import Player, choice_of, make_player
from hexwar.players.matches import loaded


class AloneEnv(gymnasium.Env[Any, np.int64]):
    """A side of a game against players of hexwar: ``opponent`` is a player's name as everywhere.

    ``action_masks()`` says which numbers are legal now, as maskable algorithms ask for it, and so
    does ``action_mask`` of each ``info``, where many play at once (:mod:`hexwar.learning.alone`).
    The reward is 1, -1 or 0 at the end; with ``shaped`` also what each step changes in the chance
    of winning, as ``evaluate`` reckons it of what the side sees. Equal seeds of ``reset`` give
    equal dice and an opponent with equal chances.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as its base has it

    def __init__(
        self,
        game: str,
        side: str,
        opponent: str = "random",
        scenario: str | None = None,
        options: Iterable[str] = (),
        *,
        shaped: bool = False,
    ) -> None:
        self.game = loaded(game)
        self.side, self.opponent, self.shaped = side, opponent, shaped
        self._chosen = scenario, tuple(options)
        self.state = self.game.start(*self._chosen, 0)
        if side not in self.state.frame.side_ids:
            raise ValueError(f"there is no side {side}")
        self.numbers = ActionNumbers(self.state)
        self._observer = Observations(self.state)
        self.observation_space = self._observer.space
        self.action_space = spaces.Discrete(self.numbers.count)
        self._legal = self.numbers.numbered(())
        self._known = self.state
        self._players: dict[str, Player] = {}
        self._random = Random(0)
        self._chance = 0.5

    def action_masks(self) -> NDArray[np.bool_]:
        """Say which numbers are legal now."""
        return self.numbers.mask(self._legal).astype(np.bool_)

    @property
    def legal(self) -> NDArray[np.int64]:
        """The numbers that are legal now, for callers to whom searching the whole mask takes too
        long.
        """
        return np.fromiter(self._legal, np.int64, len(self._legal))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Begin a game, and play to the first decision of the side."""
        super().reset(seed=seed)
        dice = int(self.np_random.integers(2**31))
        self.state = self.game.start(*self._chosen, dice)
        # Drawn again for each game, also where no seed is given.
        self._random = Random(dice)
        frame = self.state.frame
        sides = (frame.side_ids[index] for index in frame.played)
        self._players = {s: make_player(self.opponent) for s in sides if s != self.side}
        self._wait()
        self._chance = self._known.evaluate(self.side)
        return self._seen(), self._told()

    def step(self, action: np.int64 | int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Do what the number says, and let the others play to the side's next decision."""
        chosen = self._legal.get(int(action))
        # An algorithm that heeds no mask ends its game, and is not stopped by an error.
        if chosen is None:
            self._legal = {}
            return self._seen(), ILLEGAL, True, False, self._told() | {"illegal": True}
        attempt(self.state, chosen, self._random)
        self._wait()
        is_over = self.state.is_over
        reward = 0.0
        if is_over and self.state.winner is not None:
            reward = 1.0 if self.state.winner == self.side else -1.0
        if self.shaped:
            chance = self._known.evaluate(self.side)
            reward += chance - self._chance
            self._chance = chance
        return self._seen(), reward, is_over, False, self._told()

    def _wait(self) -> None:
        """Play until the side has to decide, or the game is over."""
        while not self.state.is_over and self.state.side_to_act != self.side:
            player = self._players[str(self.state.side_to_act)]
            self.state.apply(choice_of(player, self.state, self._random), events=False)
        self._known = known_to(self.state, self.side)  # what is hidden shows in no mask
        self._legal = {}
        if not self.state.is_over:
            self._legal = self.numbers.numbered(list(self._known.legal_actions()))

    def _told(self) -> dict[str, Any]:
        return {"action_mask": self.numbers.mask(self._legal)}

    def _seen(self) -> Arrays:
        return self._observer.of_known(self._known, self.side)


# -- many games at once, each in a process of its own: Gymnasium's vectors, with masks and seeds ---


def many(
    number: int,
    game: str,
    side: str,
    opponent: str = "random",
    scenario: str | None = None,
    options: Iterable[str] = (),
    *,
    shaped: bool = False,
) -> AsyncVectorEnv:
    """Make so many environments of one side (:class:`AloneEnv`), in processes.

    ``infos["action_mask"]`` has a row of what is legal for each, after ``reset`` and after every
    ``step``. A game that ends is restarted in the same step: what is observed and legal then is of
    the new game, the reward and ``terminations`` are of the old, its last position is in
    ``infos["final_obs"]``. ``reset(seed=7)`` gives the first the seed 7, the next 8 and so on, and
    decides all games that follow. ``close()`` ends the processes.
    """
    make = partial(AloneEnv, game, side, opponent, scenario, tuple(options), shaped=shaped)
    # The same maker for all: what tells them apart are the seeds that ``reset`` deals out.
    makers: list[Any] = [make] * number
    return AsyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
