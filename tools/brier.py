"""What ``state.evaluate`` is worth: games between computer players, and the Brier score by turn.

    python tools/brier.py play strike_force_one --games 200 --out games.jsonl
    python tools/brier.py score games.jsonl
    python tools/brier.py score games.jsonl --eyes      # each position as the side to act sees it
    python tools/brier.py fit games.jsonl               # the weights of hexwar.rules.victory
    python tools/brier.py fit games.jsonl --without tamrat

Games are kept as their actions, so that a new evaluation is asked of the games that were played
before; a file that was cut short is gone on with. The Brier score is the mean square of the
difference between the chance that was told and what became of it (0: always right; 1/4: always
said one half). Beside it stands that of always saying the share that the side won in these games.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from hexwar.players import choice_of, make_player
from hexwar.players.matches import loaded
from hexwar.rules.evaluation import weights
from hexwar.rules.evaluation.rules import EvaluationRules
from hexwar.rules.state import State

Kept = dict[str, Any]
"""One game: what was played, who won, and every action as written."""

STRAYING = 0.0008
"""What it costs that a weight is another than it was: by the square of the logarithm."""


class Told(NamedTuple):
    """A position: the part of the game's turns that was over, 0 to 1, and what became of the side
    that is asked about (1 won, 0 lost, 0.5 drawn).
    """

    part: float
    state: State
    side: str
    became: float

    @property
    def miss(self) -> float:
        """The square by which what is told of it is wrong."""
        return (self.state.evaluate(self.side) - self.became) ** 2


Games = dict[str, list[list[Told]]]
"""By game and scenario, of each game that was played its positions."""


def played(game: str, scenario: str | None, options: Sequence[str], seed: str, names: str) -> Kept:
    """Play one game; ``names`` are the players by side, in the order of the sides."""
    state = loaded(game).start(scenario, options, seed)
    sides = [state.frame.side_ids[side] for side in state.frame.played]
    each = zip(sides, names.split(","), strict=True)
    players = {side: make_player(name) for side, name in each}
    random, actions = {side: Random(f"{seed} {side}") for side in sides}, []
    while not state.is_over:
        side = state.side_to_act or ""
        action = choice_of(players[side], state, random[side])
        actions.append(str(action))
        state.apply(action, events=False)
    what = {"game": game, "scenario": scenario, "options": list(options), "seed": seed}
    return {**what, "players": names, "winner": state.winner, "actions": actions}


def kept_in(path: Path) -> Iterator[Kept]:
    """The games of a file; a last line that was cut is left out."""
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            yield json.loads(line)
        except ValueError:
            return


def play(asked: argparse.Namespace) -> None:
    """Play the games that a file does not hold yet."""
    options = sorted(asked.option)
    what = (asked.game, asked.scenario, options, asked.players)
    known = {
        kept["seed"]
        for kept in kept_in(asked.out)
        if what == (kept["game"], kept["scenario"], kept["options"], kept["players"])
    }
    for seed in map(str, range(asked.games)):
        if seed not in known:
            kept = played(asked.game, asked.scenario, options, seed, asked.players)
            with asked.out.open("a", encoding="utf-8") as out:
                out.write(json.dumps(kept) + "\n")


def told(kept: Kept, *, eyes: bool = False) -> list[Told]:
    """A game at the beginning of each of its phases; with ``eyes`` as the side to act sees it."""
    state = loaded(kept["game"]).start(kept["scenario"], kept["options"], kept["seed"])
    frame, found, begun = state.frame, [], (0, "")
    side = frame.side_ids[frame.played[0]]
    became = 0.5 if kept["winner"] is None else float(kept["winner"] == side)
    for action in kept["actions"]:
        if begun != (state.turn, state.phase):
            begun = (state.turn, state.phase)
            part = (state.turn - 1 + state.phase_index / len(frame.phase_ids)) / frame.turns
            known = state.seen_by(str(state.side_to_act)) if eyes else state.clone()
            known.events = None
            found.append(Told(part, known, side, became))
        state.apply(action, events=False)
    return found


def read(path: Path, most: int, *, eyes: bool = False) -> Games:
    """The games of a file, at most so many of each scenario."""
    games: Games = {}
    for kept in kept_in(path):
        name = " ".join([Path(kept["game"]).name, kept["scenario"] or "", *kept["options"]])
        those = games.setdefault(name.strip(), [])
        if len(those) < most:
            those.append(told(kept, eyes=eyes))
    return games


def by_part(games: list[list[Told]], parts: int) -> list[float]:
    """The Brier score in each part of the game; every game counts as one, however long it is."""
    found = []
    for number in range(parts):
        means = []
        for game in games:
            here = [one.miss for one in game if int(one.part * parts) == number]
            means += [sum(here) / len(here)] if here else []
        found.append(sum(means) / (len(means) or 1))
    return found


def score(asked: argparse.Namespace) -> None:
    """Print the Brier scores of the games of a file, by the parts of the game."""
    heads = [f"{number}/{asked.parts}" for number in range(1, asked.parts + 1)]
    print(f"{'game':28} {'games':>5} {'won':>5} {'rate':>6}", *(f"{head:>6}" for head in heads))
    for name, games in read(asked.games, asked.most, eyes=asked.eyes).items():
        rate = sum(game[0].became for game in games) / len(games)
        base = sum((rate - game[0].became) ** 2 for game in games) / len(games)
        scores = (f"{brier:6.3f}" for brier in by_part(games, asked.parts))
        print(f"{name:28} {len(games):5} {rate:5.2f} {base:6.3f}", *scores)


def fit(asked: argparse.Namespace) -> None:
    """Find better weights, one after the other, and print them with the scores."""
    random, games = Random(1), read(asked.games, asked.most)
    few = {
        name: [random.sample(game, min(asked.positions, len(game))) for game in those]
        for name, those in games.items()
    }
    known = {name: those for name, those in few.items() if name not in asked.without}
    names = [name for name in vars(weights) if name.isupper()]
    begun = {name: float(getattr(weights, name)) for name in names}
    steps, best = dict.fromkeys(names, 1.35), _loss(known, begun)
    for _ in range(asked.rounds):
        for name in names:
            before = getattr(weights, name)
            for value in (before * steps[name], before / steps[name]):
                setattr(weights, name, value)
                loss = _loss(known, begun)
                if loss < best:
                    best = loss
                    break
                setattr(weights, name, before)
            else:
                steps[name] **= 0.5
        print(f"{best:.5f}", {name: round(getattr(weights, name), 3) for name in names})
    for name, those in few.items():
        _forget(those)
        print(f"{name:28}", *(f"{brier:6.3f}" for brier in by_part(those, 3)))


def _loss(games: Games, begun: dict[str, float]) -> float:
    """The mean of the scores of all games, and what it costs to stray."""
    total = 0.0
    for those in games.values():
        _forget(those)
        total += sum(by_part(those, 3)) / 3
    strayed = sum(log(getattr(weights, name) / value) ** 2 for name, value in begun.items())
    return total / len(games) + STRAYING * strayed


def _forget(games: list[list[Told]]) -> None:
    """Let nothing be known any more that was reckoned with other weights."""
    for game in games:
        for one in game:
            one.state.forget_computed()
            one.state.rules[EvaluationRules].forget()


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    playing = commands.add_parser("play", help="play games and keep them")
    playing.add_argument("game")
    playing.add_argument("--scenario")
    playing.add_argument("--option", action="append", default=[])
    playing.add_argument("--games", type=int, default=200)
    playing.add_argument("--players", default="greedy,greedy")
    playing.add_argument("--out", type=Path, required=True)
    playing.set_defaults(run=play)
    scoring = commands.add_parser("score", help="score what is told of the games of a file")
    scoring.add_argument("--parts", type=int, default=3)
    scoring.add_argument("--eyes", action="store_true", help="as the side to act sees it")
    scoring.set_defaults(run=score)
    fitting = commands.add_parser("fit", help="fit the weights to the games of a file")
    fitting.add_argument("--without", action="append", default=[], help="a game to hold out")
    fitting.add_argument("--rounds", type=int, default=4)
    fitting.add_argument("--positions", type=int, default=6, help="of each game")
    fitting.set_defaults(run=fit)
    for command in (scoring, fitting):
        command.add_argument("games", type=Path)
        command.add_argument("--most", type=int, default=1000, help="games of each scenario")
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()
