"""How many rollouts a second a search makes, here and in another state of the code: a table.

    python -m tools.rollouts                              # all shipped games, some minutes
    python -m tools.rollouts tamrat PATH/TO/A/GAME        # these, each in all its scenarios
    python -m tools.rollouts --beside ../before           # and those of another checkout beside it

In some positions of a game of greedy players (a phase that begins, early, in the middle and late)
the policy's own plan is played on, trial after trial, as a level does it. Figures are rollouts a
second of processor time, all positions of a scenario together. With ``--beside`` game by game is
measured in both, one after the other, so that what else the machine does falls on both.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

import hexwar
from hexwar.players.greedy import GreedyPlayer, guessed
from hexwar.players.search.plans import Plan, follows, is_of_phase
from hexwar.players.search.player import EFFORT, far_in, planning, rolling
from hexwar.players.search.rollouts import Rollouts
from hexwar.rules.state import State
from tools.fuzz_play import shipped

PLACES = (0.05, 0.4, 0.7)
"""How far the game has gone in the positions that are measured."""

TRIALS = 6
"""So often the plan is played on in each, ..."""

MOST_SECONDS = 4.0
"""... unless that takes longer than so many seconds."""


class Speed(NamedTuple):
    """Rollouts that were made and what they took, in seconds."""

    rollouts: int = 0
    seconds: float = 0.0

    @property
    def a_second(self) -> float:
        """So many of them are made in a second."""
        return self.rollouts / max(self.seconds, 1e-9)


def positions(game: hexwar.Game, scenario: str) -> list[State]:
    """Where a phase of a game of greedy players begins, early, in the middle and late."""
    state, random = game.start(scenario, seed=1), Random(1)
    players = {side: GreedyPlayer(effort=EFFORT) for side in game.sides}
    begun: list[State] = []
    while not state.is_over:
        side = str(state.side_to_act)
        seen = state.seen_by(side)
        if is_of_phase(state) and len(list(zip(range(2), seen.legal_actions(), strict=False))) > 1:
            begun.append(seen)
        state.apply(players[side].choose(seen, random), events=False)
    return [begun[int(len(begun) * place)] for place in PLACES] if begun else []


def speed(seen: State) -> Speed:
    """How quick rollouts from a position are; the first finds out how far they go, and the tables
    of the game are warm.
    """
    side, made = seen.agenda[-1].side(seen), 0
    plan = Plan(follows(guessed(seen, side), side, planning(None, 1.0), Random(1)))
    rollouts = Rollouts(seen, side, Random(1), rolling(seen), far_in(seen))
    rollouts.played(plan, 0)
    began = process_time()
    while made < TRIALS and (not made or process_time() - began < MOST_SECONDS):
        made += 1
        rollouts.played(plan, made)
    return Speed(made, process_time() - began)


def measured(name: str) -> Iterator[tuple[str, Speed]]:
    """Each scenario of a game, and how quick rollouts are in it."""
    game = hexwar.load_game(name)
    for scenario in game.catalog.scenarios:
        speeds = [speed(seen) for seen in positions(game, scenario)]
        yield scenario, Speed(sum(s.rollouts for s in speeds), sum(s.seconds for s in speeds))


def measured_in(checkout: Path, name: str) -> dict[str, float]:
    """By scenario of a game, rollouts a second with the code of another checkout."""
    command = [sys.executable, str(Path(__file__).resolve()), "--plain", name]
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve())}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    pairs = (line.rsplit(" ", 1) for line in told.stdout.splitlines())
    return {scenario: float(quick) for scenario, quick in pairs}


def table(games: Sequence[str], beside: Path | None) -> Iterator[str]:
    """The rows of the table, in Markdown."""
    columns = "rollouts a second |" if beside is None else "before | after | times |"
    yield f"| game | scenario | {columns}"
    yield "| --- " * (columns.count("|") + 2) + "|"
    for name in games:
        before = {} if beside is None else measured_in(beside, name)
        for scenario, here in measured(name):
            row = f"| {Path(name).name} | {scenario} |"
            if scenario in before:
                times = here.a_second / before[scenario]
                yield f"{row} {before[scenario]:.3g} | {here.a_second:.3g} | {times:.1f} |"
            else:
                yield f"{row} {here.a_second:.3g} |"


def main() -> int:
    """Measure, and print a row as soon as it is known."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", metavar="GAME", nargs="*", help="names or folders; all shipped")
    parser.add_argument("--beside", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--plain", action="store_true", help="a scenario and a figure a line")
    asked = parser.parse_args()
    games = asked.games or shipped()
    if asked.plain:
        for name in games:
            for scenario, here in measured(name):
                print(scenario, here.a_second, flush=True)
        return 0
    try:
        for row in table(games, asked.beside):
            print(row, flush=True)
    except subprocess.CalledProcessError as problem:
        print(f"rollouts: {problem.stderr.strip().splitlines()[-1]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
