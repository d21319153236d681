"""Let every side be an agent: a game as an environment of PettingZoo, agents in turn.

The side that has to decide is the agent whose turn it is, and sides do not always alternate. What
is legal is listed of the position as that side knows it; what only something hidden forbids is
replaced by something else when it is done. An illegal number ends and loses the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

import hexwar
from hexwar.definition.printable import clean
from hexwar.learning.actions import ActionNumbers, attempt
from hexwar.learning.observations import Observations, known_to
from hexwar.players.matches import loaded

ILLEGAL = -1.0
"""The reward of an agent that answers a number that is no legal action: the game is over, and
lost.
"""


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game, its sides in turn as they have to decide.

    An observation has ``observation`` (arrays of what the agent sees,
    :mod:`hexwar.learning.observations`) and ``action_mask``. The reward is 1 for the winner, -1 for
    the loser, 0 for a draw, and 0 until then. Equal seeds of ``reset`` give equal dice.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "hexwar_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Iterable[str] = (),
        edition: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game = loaded(game)
        self.render_mode = render_mode
        self._chosen = scenario, tuple(options), edition
        self._seeds = np.random.default_rng()
        self.state, self._random = self._start(0), Random(0)
        frame = self.state.frame
        self.numbers = ActionNumbers(self.state)
        self.observer = Observations(self.state)
        self.possible_agents = [frame.side_ids[index] for index in frame.played]
        self.agents = list(self.possible_agents)
        self._legal: dict[int, hexwar.Action] = {}
        self._known = self.state

    @lru_cache(maxsize=8)  # noqa: B019 - PettingZoo wants the same object each time
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Say what an agent sees, and the mask."""
        mask = spaces.Box(0, 1, (self.numbers.count,), np.int8)
        return spaces.Dict({"observation": self.observer.space, "action_mask": mask})

    @lru_cache(maxsize=8)  # noqa: B019 - as above
    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Say how many numbers actions have."""
        return spaces.Discrete(self.numbers.count)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seed decides its dice."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        dice = int(self._seeds.integers(2**31))
        self.state, self._random = self._start(dice), Random(dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def _start(self, seed: int) -> hexwar.State:
        """Begin the game, with what was chosen of it."""
        scenario, options, edition = self._chosen
        return self.game.start(scenario, options, seed, edition=edition)

    def observe(self, agent: str) -> dict[str, Any]:
        """Show what an agent sees now; the mask is empty unless it decides."""
        if agent == self.agent_selection and not self.state.is_over:
            arrays, legal = self.observer.of_known(self._known, agent), self._legal
        else:
            arrays, legal = self.observer.arrays(self.state, agent), {}
        return {"observation": arrays, "action_mask": self.numbers.mask(legal)}

    @property
    def legal(self) -> NDArray[np.int64]:
        """The numbers that are legal now, for callers to whom searching the whole mask takes too
        long.
        """
        return np.fromiter(self._legal, np.int64, len(self._legal))

    def number_of(self, action: hexwar.Action) -> int | None:
        """Find the number of what may be done now, as a player of hexwar chooses it; None where it
        is not legal, or one of so many forces that it has none.
        """
        return next((number for number, listed in self._legal.items() if listed == action), None)

    def step(self, action: int | None) -> None:
        """Do what the number says, for the agent that decides."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        chosen = self._legal.get(-1 if action is None else int(action))
        if chosen is None:
            self.infos[agent] = {"illegal": True}
            self._end(None, at_fault=agent)
        else:
            attempt(self.state, chosen, self._random)
            self._look()
        self._accumulate_rewards()

    def _look(self) -> None:
        """Look whose turn it is, and what may be done."""
        if self.state.is_over:
            self._end(self.state.winner)
            return
        self.agent_selection = str(self.state.side_to_act)
        self._known = known_to(self.state, self.agent_selection)  # what is hidden shows nowhere
        self._legal = self.numbers.numbered(list(self._known.legal_actions()))

    def _end(self, winner: str | None, at_fault: str | None = None) -> None:
        """End the game for everybody: by its rules, or because somebody broke them."""
        self._legal = {}
        for agent in self.agents:
            self.terminations[agent] = True
            if at_fault is not None:
                self.rewards[agent] = ILLEGAL if agent == at_fault else 0.0
            elif winner is not None:
                self.rewards[agent] = 1.0 if agent == winner else -1.0
        # PettingZoo lets each agent take a last, empty step, one after the other.
        if self.agents and self.agent_selection not in self.agents:
            self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """Say what stands where, in a line a side."""
        if self.render_mode != "ansi":
            return None
        lines = [f"turn {self.state.turn}, {self.state.phase}"]
        for side in self.possible_agents:
            view = self.state.view(side)
            units = (u for u in self.state.frame.unit_ids if self.game.units[u].side == side)
            standing = [f"{unit} {place}" for unit in units if (place := view.position(unit))]
            lines.append(clean(f"{side}: {', '.join(standing)}"))
        return "\n".join(lines)

    def close(self) -> None:
        """Nothing is open."""


def env(game: str, **chosen: Any) -> GameEnv:
    """Make the environment of a game: :class:`GameEnv`, whose arguments these are."""
    return GameEnv(game, **chosen)
