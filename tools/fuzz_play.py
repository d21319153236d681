"""Play random games and look for a broken promise at every step.

Every scenario of every game, with every set of its options, in turn. At each step: the state keeps
its invariants, the drawn action is legal by every way of asking, its notation round-trips, a copy
and a state made from its dictionary go on exactly like the original, undo brings back what was,
and a refused action changes nothing; no side is told the name of a unit that it did not see, and
the real column is one of those that it was shown. Every game must end.

    python tools/fuzz_play.py                              # all shipped games
    python tools/fuzz_play.py strike_force_one --games 500
    python tools/fuzz_play.py path/to/game --seconds 60 --seed 7

A failure prints how to play the same game again. Ctrl-C prints what was done so far.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, combinations
from pathlib import Path
from random import Random

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import hexwar
from hexwar.definition.choices import applies
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.engine import Action, Event
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State

GAMES = Path(__file__).resolve().parent.parent / "games"
MOST_STEPS = 5_000
"""A game with more decisions than this is taken to be endless."""

LIST_EVERY = 7
"""Listing every action is slow, so it is looked at in one step of so many."""


class BrokenPromiseError(Exception):
    """Something that holds in every game did not hold; the message says what."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is played: a game's scenario with some of its options."""

    game: hexwar.Game
    scenario: str
    options: tuple[str, ...]

    def __str__(self) -> str:
        return " + ".join((self.game.catalog.header.id, self.scenario, *self.options))


@dataclass(slots=True)
class Tally:
    """What has been done so far."""

    games: int = 0
    decisions: int = 0
    winners: Counter[tuple[str, str]] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)


def settings_of(game: hexwar.Game) -> Iterator[Setting]:
    """Every scenario of a game with every set of the options that apply to it."""
    catalog = game.catalog
    for scenario in catalog.scenarios.values():
        fitting = [o.id for o in catalog.options.values() if applies(o, scenario.variant)]
        sets = chain.from_iterable(combinations(fitting, n) for n in range(len(fitting) + 1))
        yield from (Setting(game, scenario.id, chosen) for chosen in sets)


def shipped() -> list[str]:
    """The shipped games that can be played: what is only there to be extended can not."""
    folders = (path.parent for path in sorted(GAMES.glob("*/game.yaml")))
    return [folder.name for folder in folders if not GameFolder(folder, Findings()).abstract]


def play(setting: Setting, seed: str, tally: Tally, played: list[str]) -> None:
    """Play one random game; ``played`` receives its actions, for the report of a failure."""
    random = Random(seed)
    history = History(setting.game.start(setting.scenario, setting.options, seed))
    while not history.state.is_over:
        if len(played) == MOST_STEPS:
            raise BrokenPromiseError(f"the game did not end within {MOST_STEPS} decisions")
        state = history.state
        action = on_top(state, random) or state.sample_action(random)
        look_at(setting.game, state, action)
        if len(played) % LIST_EVERY == 0 and action.verb != "top":
            look_at_all(state, action, random)
        played.append(str(action))
        tally.verbs[action.verb] += 1
        step(setting.game, history, action)
        tally.decisions += 1
    keeps_invariants(history.state)
    promise(not list(history.state.legal_actions()), "a finished game lists actions")
    tally.games += 1
    tally.winners[str(setting), history.state.winner or "draw"] += 1


def on_top(state: State, random: Random) -> Action | None:
    """Now and then an order of a stack, which is legal and never drawn."""
    if random.random() > 0.05:
        return None
    tops = [Action("top", (unit,)) for unit in state.frame.unit_ids]
    return next(
        (top for top in random.sample(tops, len(tops)) if top in state.legal_actions()), None
    )


def promise(kept: bool, broken: str) -> None:
    """Raise :class:`BrokenPromiseError` unless the promise is kept."""
    if not kept:
        raise BrokenPromiseError(broken)


def keeps_invariants(state: State) -> None:
    """What the rules say of every position."""
    broken = broken_invariants(state)
    promise(not broken, "; ".join(broken))


def look_at(game: hexwar.Game, state: State, action: Action) -> None:
    """The drawn action is legal by every way of asking, and asking changes nothing."""
    keeps_invariants(state)
    before = state.to_dict()
    promise(Action.parse(str(action)) == action, f"the notation of {action!r} does not round-trip")
    promise(Action.from_dict(action.to_dict()) == action, f"{action!r} is lost in its dictionary")
    violation = state.explain(action)
    promise(violation is None, f"a drawn action is refused: {violation}")
    promise(str(action) in state.legal_actions(), f"{action} is legal, but not in legal_actions()")
    if action.verb in ("attack", "overrun"):
        real, seen = state.preview(action), state.view(state.side_to_act or "").preview(action)
        chances = real.probabilities
        promise(sum(chances.values()) == 1, f"the chances of {action} do not add up: {chances}")
        lowest, highest = seen.columns
        promise(
            lowest <= real.column <= highest, f"the column of {action} is not between its bounds"
        )
    stored = json.loads(json.dumps(before))
    promise(
        game.state_from_dict(stored).to_dict() == before, "a state is not what its dictionary says"
    )
    promise(state.to_dict() == before, f"asking about {action} changed the state")


def look_at_all(state: State, drawn: Action, random: Random) -> None:
    """The listed actions: some, all different, the drawn one among them, all legal."""
    listed = [str(action) for action in state.legal_actions()]
    promise(bool(listed), "a game that is not over lists no action")
    promise(len(set(listed)) == len(listed), "an action is listed twice")
    promise(str(drawn) in listed, f"{drawn} is drawn, but not listed")
    for line in random.sample(listed, min(len(listed), 12)):
        violation = state.explain(line)
        promise(violation is None, f"{line} is listed, but refused: {violation}")
        scrambled = " ".join(random.sample(line.split(), len(line.split())))
        refuses_in_peace(state, scrambled)


def refuses_in_peace(state: State, line: str) -> None:
    """A refused action names a reason and leaves the state alone."""
    violation = state.explain(line)
    if violation is None:
        return
    promise(bool(violation.message), f"{line} is refused without a word")
    before = state.to_dict()
    with suppress(hexwar.IllegalAction):
        state.apply(line)
        raise BrokenPromiseError(f"{line} is refused by explain() and accepted by apply()")
    promise(state.to_dict() == before, f"the refused {line} changed the state")


def step(game: hexwar.Game, history: History, action: Action) -> None:
    """Apply an action four ways, which must agree, then take it back and do it again."""
    before = history.state.to_dict()
    copied, rebuilt = history.state.clone(), game.state_from_dict(before)
    copied.apply(str(action))
    promise(history.state.to_dict() == before, "playing on a copy changed the original")
    rebuilt.apply(action, events=False)
    unseen = {side: unseen_by(history.state, side) for side in history.state.frame.side_ids}
    keeps_secrets(history.state, unseen, history.apply(action))
    after = history.state.to_dict()
    promise(copied.to_dict() == after, f"a copy went another way after {action}")
    promise(rebuilt.to_dict() == after, f"a rebuilt state went another way after {action}")
    rolled = after["rolled"] != before["rolled"]
    promise(not (rolled and history.can_undo), f"{action} rolled a die and can be undone")
    # An attack is final even where the table gives its result without a roll, and so is a move
    # that shows, or could have shown, who is hidden.
    showed = history.state.shown == history.state.ply
    final = rolled or showed or action.verb in ("attack", "overrun", "fire")
    promise(
        final != history.can_undo, f"{action} is {'final' if final else 'open'}, and undo differs"
    )
    if not final:
        promise(history.undo() == action, f"undo did not take back {action}")
        promise(history.state.to_dict() == before, f"undo of {action} left something behind")
        history.redo()
        promise(history.state.to_dict() == after, f"redo of {action} went another way")


def unseen_by(state: State, side: str) -> set[str]:
    """The units that a side does not see."""
    view = state.view(side)
    return {unit for unit in state.frame.unit_ids if not view.sees(unit)}


def keeps_secrets(state: State, before: Mapping[str, set[str]], events: Sequence[Event]) -> None:
    """No side is told the name of a unit that it saw neither before nor after."""
    shown = {unit for e in events if e.kind == "battle" for unit in (*e.attackers, *e.defenders)}
    for side in state.frame.side_ids:
        secret = (before[side] & unseen_by(state, side)) - shown
        for event in state.view(side).known_events(events) if secret else ():
            # The code of a result may be spelt like a unit.
            plain = {key: value for key, value in event.to_dict().items() if key != "result"}
            words = set(re.findall(r"[\w.]+", json.dumps(plain)))
            promise(not words & secret, f"{side} is told of what it does not see: {event}")


def report_failure(setting: Setting, seed: str, played: Sequence[str], reason: str) -> None:
    """Say what broke, and how to come to the same place again."""
    name = setting.game.catalog.header.id
    print(f"\nFAILED: {setting}: {reason}\n\nTo play it again:\n\nimport hexwar")
    print(f"game = hexwar.load_game({name!r})  # {setting.game.catalog.folder}")
    print(f"state = game.start({setting.scenario!r}, {setting.options!r}, seed={seed!r})")
    print("\n".join(["for line in [", *(f"    {line!r}," for line in played), "]:"]))
    print("    state.apply(line)\n")


def report(tally: Tally, seconds: float) -> None:
    """The closing lines, also after Ctrl-C."""
    rate = tally.decisions / seconds if seconds else 0
    print(f"{tally.games} games, {tally.decisions} decisions, {seconds:.1f} s ({rate:,.0f}/s)")
    print("actions:", ", ".join(f"{verb} {n}" for verb, n in tally.verbs.most_common()))
    for (setting, winner), count in sorted(tally.winners.items()):
        print(f"  {setting}: {winner} won {count}")


def fuzz(settings: Sequence[Setting], games: int, seed: int, seconds: float | None) -> int:
    """Play ``games`` games of each setting, in turn; the result is the exit code."""
    tally = Tally()
    began = time.perf_counter()
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    code = 0
    with Progress(*columns, TimeRemainingColumn(), transient=True) as progress:
        bar = progress.add_task("playing", total=games * len(settings))
        try:
            for number, setting in ((n, s) for n in range(games) for s in settings):
                if seconds is not None and time.perf_counter() - began > seconds:
                    break
                progress.update(bar, description=str(setting))
                if not played_well(setting, f"{seed}:{number}", tally, progress):
                    code = 1
                    break
                progress.advance(bar)
        except KeyboardInterrupt:
            code = 130
    report(tally, time.perf_counter() - began)
    return code


def played_well(setting: Setting, seed: str, tally: Tally, progress: Progress) -> bool:
    """Play one game; a failure is reported and answered with False."""
    played: list[str] = []
    try:
        play(setting, seed, tally, played)
    except BrokenPromiseError as broken:
        progress.stop()
        report_failure(setting, seed, played, str(broken))
        return False
    except Exception:  # a crash is a failure like any other: it needs its game reported
        progress.stop()
        report_failure(setting, seed, played, traceback.format_exc())
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Play random games and check every step.")
    parser.add_argument("game", nargs="*", help="a name or a folder (default: all shipped games)")
    parser.add_argument("--games", type=int, default=50, help="games of each scenario and options")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    chosen = parser.parse_args(arguments)
    names = chosen.game or shipped()
    settings = [setting for name in names for setting in settings_of(hexwar.load_game(name))]
    print(f"seed {chosen.seed}: {len(settings)} settings of {', '.join(map(str, names))}")
    return fuzz(settings, chosen.games, chosen.seed, chosen.seconds)


if __name__ == "__main__":
    sys.exit(main())
