"""Trains a player from nothing, against a player that draws its actions, and measures it.

    python train.py                                      # the Soviets of Strike Force One
    python train.py scs_sample league --scenario lesson
    python train.py --opponent easy --games 10000 --out policy.json

The method is the policy gradient (REINFORCE: Williams, 1992): whatever was chosen in games that
went better than usual becomes likelier. Nothing but numpy is needed. It is measured in other games
than those it was trained in: their seeds begin at a million.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from policy import Choice, Policy

from hexwar.learning.alone import AloneEnv
from hexwar.players.ratings import wilson

BATCH = 20  # games between two steps of learning
RATE = 0.25
FRESH = 1_000_000


class Played(NamedTuple):
    """A game: what was chosen, the reward of each step, and whether it was won."""

    choices: list[Choice]
    rewards: list[float]
    won: bool


def played(game: AloneEnv, policy: Policy, seed: int, *, draws: bool = True) -> Played:
    """One game, whose dice and draws the seed decides; or the policy does what seems best to it."""
    random = np.random.default_rng(seed) if draws else None
    seen, _ = game.reset(seed=seed)
    choices: list[Choice] = []
    rewards: list[float] = []
    over = False
    while not over:
        choice = policy.choose(seen, game.action_masks(), random)
        seen, reward, over, _, _ = game.step(choice.legal[choice.drawn])
        choices.append(choice)
        rewards.append(reward)
    return Played(choices, rewards, game.state.winner == game.side)


def trained(game: AloneEnv, games: int, seed: int = 0) -> Policy:
    """A policy after so many games."""
    policy = Policy(game.numbers)
    for batch in range(games // BATCH):
        some = [played(game, policy, seed + batch * BATCH + place) for place in range(BATCH)]
        choices = [choice for one in some for choice in one.choices]
        to_come = [np.cumsum(one.rewards[::-1])[::-1] for one in some]
        policy.learn(choices, against_usual(to_come), RATE)
        if batch % 10 == 9:
            won = sum(one.won for one in some)
            print(f"{(batch + 1) * BATCH} games: won {won} of the last {BATCH}", flush=True)
    return policy


def against_usual(to_come: list[np.ndarray]) -> np.ndarray:
    """What each step's rewards to come are above those of the same step in the other games, in
    standard deviations.
    """
    longest = max(map(len, to_come))
    usual = [np.mean([one[min(step, len(one) - 1)] for one in to_come]) for step in range(longest)]
    found = np.concatenate([one - usual[: len(one)] for one in to_come])
    return found / max(1e-6, float(found.std()))


def measured(game: AloneEnv, policy: Policy, games: int) -> int:
    """How many of so many games the policy wins, all of them with seeds that are new to it."""
    return sum(played(game, policy, FRESH + number, draws=False).won for number in range(games))


def told(won: int, games: int) -> str:
    """A share of wins with Wilson's interval."""
    low, high = wilson(won, games)
    return f"{won} of {games} won: {won / games:.0%}, 95 % between {low:.0%} and {high:.0%}"


def main() -> None:
    """Train, measure before and after, and show what was learned."""
    parser = argparse.ArgumentParser(description="Train a player against another.")
    parser.add_argument("game", nargs="?", default="strike_force_one")
    parser.add_argument("side", nargs="?", default="soviet")
    parser.add_argument("--scenario", default=None)
    parser.add_argument("--opponent", default="random")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--measure", type=int, default=200, metavar="GAMES")
    parser.add_argument("--out", type=Path, help="write the weights there, as JSON")
    chosen = parser.parse_args()
    against = {"opponent": chosen.opponent, "scenario": chosen.scenario}
    game = AloneEnv(chosen.game, chosen.side, shaped=True, **against)
    before = measured(game, Policy(game.numbers), chosen.measure)
    print("before:", told(before, chosen.measure), flush=True)
    policy = trained(game, chosen.games)
    print("after: ", told(measured(game, policy, chosen.measure), chosen.measure))
    for name, weight in policy.strongest(8):
        print(f"{weight:6.2f}  {name}")
    if chosen.out:
        policy.write(chosen.out)


if __name__ == "__main__":
    main()
