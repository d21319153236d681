"""Trains a player to choose as another one does, and measures it against two opponents.

    python imitate.py                                    # normal, on Strike Force One, both sides
    python imitate.py --teacher hard,rollouts=24 --games 200
    python imitate.py scs_sample --scenario lesson

The teacher plays games against itself; what it chooses, and what its side saw then, are the lesson.
The policy is fitted by what makes these choices likeliest (behavioural cloning, here a multinomial
logistic regression), and measured in games whose seeds begin at a million.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np
from policy import Choice, Policy
from train import measured, told

from hexwar.learning.alone import AloneEnv
from hexwar.learning.games import GameEnv, env
from hexwar.players import choice_of, make_player

RATE, EPOCHS, BATCH = 0.2, 12, 64


def watched(game: GameEnv, policy: Policy, teacher: str, seed: int) -> list[Choice]:
    """What the teacher chooses in a game against itself, as decisions of the policy."""
    random, choices = Random(seed), list[Choice]()
    players = {agent: make_player(teacher) for agent in game.possible_agents}
    game.reset(seed=seed)
    while not any(game.terminations.values()):
        agent = game.agent_selection
        seen = game.observe(agent)
        chosen = choice_of(players[agent], game.state, random)
        number = game.number_of(chosen)
        if number is None:  # one of so many forces that it has no number
            number = int(random.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        else:
            legal = np.flatnonzero(seen["action_mask"])
            features = policy.features(seen["observation"], legal)
            drawn = int(np.searchsorted(legal, number))
            choices.append(Choice(legal, features, np.zeros(0), drawn))
        game.step(number)
    return choices


def fitted(policy: Policy, choices: list[Choice], epochs: int = EPOCHS) -> None:
    """Make the choices likely."""
    random = np.random.default_rng(1)
    for _ in range(epochs * len(choices) // BATCH):
        some = [choices[place] for place in random.integers(len(choices), size=BATCH)]
        now = [one._replace(chances=policy.chances(one.features)) for one in some]
        policy.learn(now, np.ones(len(now)), RATE)


def agreement(policy: Policy, choices: list[Choice]) -> float:
    """In which share of the decisions the policy would choose the same."""
    same = [policy.chances(one.features).argmax() == one.drawn for one in choices]
    return float(np.mean(same))


def main() -> None:
    """Watch, fit, and measure."""
    parser = argparse.ArgumentParser(description="Train a player to choose as another one does.")
    parser.add_argument("game", nargs="?", default="strike_force_one")
    parser.add_argument("--scenario", default=None)
    parser.add_argument("--teacher", default="normal,rollouts=4")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--measure", type=int, default=200, metavar="GAMES")
    parser.add_argument("--against", nargs="*", default=["random", "easy"], metavar="PLAYER")
    chosen = parser.parse_args()
    both = env(chosen.game, scenario=chosen.scenario)
    policy = Policy(both.numbers)
    games = [watched(both, policy, chosen.teacher, seed) for seed in range(chosen.games)]
    apart = max(1, chosen.games // 10)  # games that it does not learn from
    lessons = [choice for one in games[apart:] for choice in one]
    kept = [choice for one in games[:apart] for choice in one]
    fitted(policy, lessons)
    chance = np.mean([1 / len(choice.legal) for choice in kept])
    print(f"{len(lessons)} choices of {chosen.teacher}; of {len(kept)} others the same: ", end="")
    print(f"{agreement(policy, kept):.0%}, by chance {chance:.0%}", flush=True)
    for opponent in chosen.against:
        for side in both.possible_agents:
            alone = AloneEnv(chosen.game, side, opponent, chosen.scenario)
            won = measured(alone, policy, chosen.measure)
            print(f"{side} against {opponent}: {told(won, chosen.measure)}", flush=True)


if __name__ == "__main__":
    main()
