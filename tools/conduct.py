"""What computer players do in games, row by row, as a Markdown table: the gate in one command.

    python -m tools.conduct                         # all rows, of greedy; most of an hour
    python -m tools.conduct fights --games 10       # one kind of row
    python -m tools.conduct fights --seed 101       # with the seeds 101 to 110, not 1 to 10
    python -m tools.conduct pace --seconds 0.4      # rollouts a phase, and the longest decision
    python -m tools.conduct pace --phases 12 --alone    # the same, soon over, on a busy machine
    python -m tools.conduct fights PATH/TO/A/GAME   # of other games

``fights``: of one player against itself, a line a game: attacks and fires of each side, units and
steps lost, games drawn, who won with Wilson's interval, and by what turn each side had first moved.
``conduct``: what was once found to be done badly. On The Orva Front with seed 5 whether Selm is
held to the end, and how many of D1 to D8 are within two hexes of the river after turn 1; in
Marenfeld's lesson how many attacks with a battery are made below 1:1; on Skerry Sound units that
meet. ``pace``: of a level that is given seconds, how many rollouts a phase has in which it thinks,
how long a decision took at most, and how often a plan was tried that was followed instead of the
first; ``--phases``: of the first so many, and ``--alone``: by a clock of processor time, as on a
machine with nothing else to do. Ends with 0 whatever it shows: who reads it judges.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, process_time

import hexwar
from hexwar.engine import Event
from hexwar.engine.queries import Preview
from hexwar.players import make_player
from hexwar.players.ratings import wilson
from hexwar.players.search import budget, rollouts
from hexwar.players.search.plans import Plan, moment
from hexwar.players.search.rollouts import Rollout, Rollouts
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces
from tools.fuzz_play import shipped

STRIKES = ("attack", "fire", "overrun")

Watch = Callable[[State, str, hexwar.Action], None]
"""Is shown each position, the side that chooses in it, and what it chooses."""


@dataclass
class Played:
    """One game: what each side did, and what it came to."""

    final: State
    strikes: Counter[str] = field(default_factory=Counter)
    moved_in: dict[str, int] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)


def play(
    name: str, scenario: str | None, seed: int, player: str, watch: Watch | None = None
) -> Played:
    """A game of one player against itself; equal seeds play equal games where it has no clock."""
    game, random = hexwar.load_game(name), Random(seed)
    state = game.start(scenario, seed=seed)
    players = {side: make_player(player) for side in game.sides}
    played = Played(state)
    while not state.is_over:
        side = str(state.side_to_act)
        action = players[side].choose(state.seen_by(side), random)
        if watch is not None:
            watch(state, side, action)
        played.strikes[side] += action.verb in STRIKES
        if action.verb in ("move", "enter"):
            played.moved_in.setdefault(side, state.turn)
        played.events += state.apply(action)
    return played


# -- fights ----------------------------------------------------------------------------------------


def fights(names: Sequence[str], seeds: Sequence[int], player: str) -> Iterator[str]:
    """A row a game: its first scenario, played with each of these seeds."""
    yield "| game | strikes a game | units, steps lost a game | first moved in turn | won | drawn |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in names:
        played = [play(name, None, seed, player) for seed in seeds]
        games = len(played)
        sides = played[0].final.frame.side_ids
        struck, moved, won = [], [], []
        for side in sides:
            struck.append(f"{side} {sum(p.strikes[side] for p in played) / games:.1f}")
            moved.append(f"{side} {max(p.moved_in.get(side, 99) for p in played)}")
            wins = sum(p.final.winner == side for p in played)
            low, high = wilson(wins, games)
            won.append(f"{side} {wins} [{low:.0%} to {high:.0%}]")
        units = sum(p.final.eliminated.bit_count() for p in played) / games
        steps = [_steps_lost(p.final) for p in played]
        drawn = sum(p.final.winner is None for p in played)
        yield (
            f"| {Path(name).name} | {', '.join(struck)} | {units:.1f}, {sum(steps) / games:.0%} | "
            f"{', '.join(moved)} | {', '.join(won)} | {drawn} of {games} |"
        )


def _steps_lost(state: State) -> float:
    """The share of all steps that is lost."""
    forces, gone = state.rules[Forces], state.eliminated
    lost = sum(
        steps if gone >> unit & 1 else min(steps, state.lost[unit])
        for unit, steps in enumerate(forces.steps)
    )
    return lost / (sum(forces.steps) or 1)


# -- what was once done badly ----------------------------------------------------------------------


def conduct(player: str) -> Iterator[str]:
    """A line for each of them."""
    yield from _river(player)
    yield _batteries(player)
    yield _meetings(player)


def _river(player: str) -> Iterator[str]:
    near: list[str] = []
    taken: list[int] = []

    def watch(state: State, side: str, action: hexwar.Action) -> None:
        selm = state.frame.board.cell["1012"]
        if state.held(state.frame.side_ids.index("union")) >> selm & 1 and not taken:
            taken.append(state.turn)
        if state.turn == 2 and not near:
            board = state.frame.board
            # The Orva is the western one of two rivers.
            river = _along(state, "river") & board.mask(
                number for number in board.number if number and number[:2] <= "12"
            )
            within = board.expand(board.expand(river) | river) | board.expand(river) | river
            near.extend(
                unit
                for unit in (f"D{number}" for number in range(1, 9))
                if within >> state.cells[state.frame.unit_index[unit]] & 1
            )
            near.append("")

    final = play("orva_front", "campaign", 5, player, watch).final
    yield f"Orva, seed 5: Selm {f'entered in turn {taken[0]}' if taken else 'kept'};"
    yield f"  near the river after turn 1: {', '.join(near[:-1])}; won by {final.winner}."


def _along(state: State, feature: str) -> int:
    """Mask of the hexes beside a line of the map."""
    board = state.frame.board
    sides = state.frame.map.hexsides
    return board.mask(number for pair, has in sides.items() if feature in has for number in pair)


def _batteries(player: str) -> str:
    poor: list[str] = []
    made: list[str] = []

    def watch(state: State, side: str, action: hexwar.Action) -> None:
        if action.verb == "attack" and any(unit in ("B2", "EB2") for unit in action.units):
            seen = state.preview(action)
            made.append(str(action))
            weak = isinstance(seen, Preview) and seen.attacker_strength < seen.defender_strength
            if weak:
                poor.append(f"{action} at {seen.odds}")

    for seed in range(1, 21):
        play("marenfeld", "lesson", seed, player, watch)
    told = f": {'; '.join(poor)}" if poor else ""
    return (
        f"Marenfeld's lesson, 20 seeds: {len(poor)} of {len(made)} with a battery below 1:1{told}."
    )


def _meetings(player: str) -> str:
    met = [
        sum(e.kind == "units_meet" for e in play("skerry_sound", scenario, seed, player).events)
        for scenario in ("meeting", "convoy", "anchorage")
        for seed in (1, 2)
    ]
    return f"Skerry Sound, six games: ships met {sum(met)} times ({', '.join(map(str, met))})."


# -- rollouts a phase, and how long a decision takes -----------------------------------------------


def pace(
    names: Sequence[str], seconds: float, phases: int | None = None, *, alone: bool = False
) -> Iterator[str]:
    """A row a game: its first scenario, a game of a level that is given so many seconds."""
    clock = process_time if alone else monotonic
    # Both modules have their own name for the clock, and every level reads one of them.
    budget.monotonic = rollouts.monotonic = clock  # type: ignore[attr-defined]
    yield "| game | phases | rollouts a phase, median | under 8 | longest decision | tried |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in names:
        yield _paced(name, seconds, phases, clock)


def _paced(name: str, seconds: float, phases: int | None, clock: Callable[[], float]) -> str:
    made: Counter[tuple[int, int, int]] = Counter()
    tries: Counter[Plan] = Counter()
    now = [(0, 0, 0)]
    played = Rollouts.played

    def counted(self: Rollouts, plan: Plan, *given: object) -> Rollout:
        made[now[0]] += 1
        tries[plan] += 1
        return played(self, plan, *given)  # type: ignore[arg-type]

    longest, game, random = 0.0, hexwar.load_game(name), Random(1)
    state = game.start(seed=1)
    players = {side: make_player(f"normal,seconds={seconds}") for side in game.sides}
    followed: list[int] = []
    Rollouts.played = counted  # type: ignore[method-assign,assignment]
    try:
        while not state.is_over and (phases is None or len(made) <= phases):
            side, now[0] = str(state.side_to_act), moment(state)
            tries.clear()
            begun = clock()
            action = players[side].choose(state.seen_by(side), random)
            longest = max(longest, clock() - begun)
            begin = [plan for plan in tries if plan.actions[:1] == (action,)]
            if len(tries) > 1 and begin and next(iter(tries)) not in begin:
                followed.append(max(tries[plan] for plan in begin))
            state.apply(action, events=False)
    finally:
        Rollouts.played = played  # type: ignore[method-assign]
    counts = sorted(made.values())
    few = sum(count < 8 for count in counts)
    least = f"{min(followed)} times at least, of {len(followed)}" if followed else ""
    return (
        f"| {Path(name).name} | {len(counts)} | {median(counts or [0]):.0f} | {few} | "
        f"{longest:.2f} s | {least} |"
    )


def main() -> int:
    """Play, and print each row as soon as it is known."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rows", nargs="?", choices=("all", "fights", "conduct", "pace"))
    parser.add_argument("names", metavar="GAME", nargs="*", help="shipped games if none")
    parser.add_argument("--games", type=int, default=10, help="of each game (10)")
    parser.add_argument("--seed", type=int, default=1, help="of the first game, for fights (1)")
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--seconds", type=float, default=0.4, help="a phase, for pace (0.4)")
    parser.add_argument("--phases", type=int, help="of each game at most so many, for pace")
    parser.add_argument("--alone", action="store_true", help="pace by processor time")
    asked = parser.parse_intermixed_args()  # games may follow options
    names, rows = asked.names or list(shipped()), asked.rows or "all"
    seeds = range(asked.seed, asked.seed + asked.games)
    tables: dict[str, Callable[[], Iterator[str]]] = {
        "fights": lambda: fights(names, seeds, asked.player),
        "conduct": lambda: conduct(asked.player),
        "pace": lambda: pace(names, asked.seconds, asked.phases, alone=asked.alone),
    }
    for kind, lines in tables.items():
        if rows in ("all", kind):
            print(f"\n{kind}\n", flush=True)
            for line in lines():
                print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
