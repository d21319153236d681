"""Whether what a person is told of fights agrees with the position, in fights of random games.

Each shipped game is played at random, attacks first, until so many fights have been fought. After
each, what the window would say is held against the position: whoever is said to go back stands
where the arrow ends, whoever is said to be lost is off the map, the steps and figures on a counter
are those of the rules, and nobody else of the fight has changed.

    python -m tools.battles_told                       # 200 fights of each game, a table
    python -m tools.battles_told tamrat --fights 20
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import NamedTuple

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import hexwar
from hexwar.engine import Action, Event
from hexwar.records import Session
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import face_of
from hexwar.viewer.match.aftermath import Fate, Fight, fights_in, is_fight
from hexwar.viewer.match.match import Match
from tools.fuzz_play import shipped

_FIGHTING = ("target",)
_MOST_ACTIONS = 40_000


class Standing(NamedTuple):
    """A unit as a person sees it: its hex, the steps that it has lost, its figures."""

    hex: str | None
    lost: int
    figures: tuple[tuple[str, int], ...]


@dataclass(slots=True)
class Tally:
    """What was told of the fights of a game, and where that disagrees with the position."""

    fights: int = 0
    headlines: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)


def standing(state: State) -> dict[str, Standing]:
    """All units as they stand."""
    return {
        unit: Standing(
            state.position(unit), state.steps_lost(unit), tuple(state.figures(unit).items())
        )
        for unit in state.resolved[Units].counters
    }


def drawn(state: State, random: Random) -> Action:
    """An action at random, an attack rather than anything else."""
    actions = list(state.legal_actions())
    verbs = state.frame.registry.verbs
    attacks = [a for a in actions if a.verb in verbs and verbs[a.verb].points_at in _FIGHTING]
    return random.choice(attacks if attacks and random.random() < 0.8 else actions)


def disagreements(
    match: Match, before: dict[str, Standing], events: Sequence[Event]
) -> Iterator[str]:
    """What is said of fights and is not so; ``before``: how all stood before the first."""
    after, fights = standing(match.state), fights_in(events)
    counters = match.resolved[Units].counters
    last: dict[str, tuple[Fight, Fate]] = {}
    for fight in fights:
        last.update((unit, (fight, fate)) for unit, fate in fight.fates.items())
    # What came later than a fight is over, such as hunger at the end of a phase, is not its doing.
    followed = {id(event) for fight in fights for event in (fight.event, *fight.followed)}
    elsewhere = {
        unit
        for event in events
        if id(event) not in followed
        for unit in event.fields.get("units") or (event.fields.get("unit"),)
    }
    for unit, (fight, fate) in last.items():
        now, where = after[unit], f"{match.headline(fight)} ({fight.event.text})"
        if unit in elsewhere or unit not in counters:
            continue
        if fate.gone:
            if now.hex is not None:
                yield f"{unit} is said to be gone and stands in {now.hex}: {where}"
            continue
        if fate.forward or fate.back:
            goal = fate.forward or fate.back[-1]
            if now.hex != goal or (fate.back and not fate.forward and fate.back[0] == goal):
                yield f"{unit} is said to be in {goal} and stands in {now.hex}: {where}"
        if fate.left is not None and len(counters[unit].steps) - now.lost != fate.left:
            yield f"{unit} is said to have {fate.left} steps and has lost {now.lost}: {where}"
        if unit not in " ".join(event.text for event in fight.followed):
            yield f"the log does not name {unit}: {where}"
    for fight in fights:
        for unit in (*fight.attackers, *fight.defenders):
            changed = before[unit] != after[unit]
            if unit not in last and unit not in elsewhere and changed:
                fared = f"{before[unit]} to {after[unit]}"
                yield f"{unit} has changed, {fared}, and nothing is said: {match.headline(fight)}"


def counters_agree(match: Match) -> Iterator[str]:
    """What counters show that is not so."""
    counters, after = match.resolved[Units].counters, standing(match.state)
    match.playback.skip()
    for unit, now in after.items():
        if match.playback.positions[unit] != now.hex:
            yield f"the counter of {unit} lies elsewhere than in {now.hex}"
        shown = face_of(counters[unit], match.resolved, match.state.steps_lost(unit))
        many = len(counters[unit].steps)
        left = f"{many - now.lost}/{many}" if now.lost and many > 2 else ""
        if now.hex and (shown.reduced != bool(now.lost) or shown.left != left):
            yield f"the counter of {unit} does not show that it lost {now.lost}"


def told(name: str, wanted: int, seed: int = 1) -> Tally:
    """Play a game until so many fights have been fought, and look at what is told of each."""
    tally, game = Tally(), hexwar.load_game(name)
    for number in count(seed):
        random = Random(number)
        match = Match(Session(game, game.start(seed=number), players={}), {})
        match.playback.speed = "instant"
        before, events = standing(match.state), list[Event]()
        while not match.state.is_over and tally.fights < wanted:
            if not events:
                before = standing(match.state)
            match.act(drawn(match.state, random))
            happened = match.entries[-1].events
            if events or any(map(is_fight, happened)):
                events += happened
            if events and (match.state.is_over or match.in_own_turn):
                fights = fights_in(events)
                tally.fights += len(fights)
                tally.headlines |= {match.headline(fight) for fight in fights}
                tally.wrong += disagreements(match, before, events)
                tally.wrong += counters_agree(match)
                events = []
        if tally.fights >= wanted or number > seed + _MOST_ACTIONS:
            return tally
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; the result is the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=shipped())
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    print(f"{'game':20}{'fights':>8}{'sentences':>11}{'disagree':>10}")
    wrong: list[str] = []
    for name in chosen.games:
        tally = told(name, chosen.fights, chosen.seed)
        wrong += tally.wrong
        print(
            f"{name:20}{tally.fights:8}{len(tally.headlines):11}{len(tally.wrong):10}", flush=True
        )
    for line in wrong[:40]:
        print(f"  {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
