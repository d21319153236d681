"""Play random games and look for a broken promise at every step.

Every scenario of every game, with every set of its options, in turn. What must hold at each step
stands in ``hexwar/playtest/promises.py``; every game must end. ``hexwar check --play`` does the
same for authors, less often at each step, and says what never happened.

    python tools/fuzz_play.py                              # all shipped games
    python tools/fuzz_play.py strike_force_one --games 500
    python tools/fuzz_play.py path/to/game --seconds 60 --seed 7

A failure prints how to play the same game again. Ctrl-C prints what was done so far.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.playtest.playing import Playthrough, Setting, play, settings_of

GAMES = Path(__file__).resolve().parent.parent / "games"


@dataclass(slots=True)
class Tally:
    """What has been done so far."""

    games: int = 0
    decisions: int = 0
    winners: Counter[tuple[str, str]] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)

    def add(self, played: Playthrough) -> None:
        """Add a game."""
        happened = played.happened
        self.games += happened.games
        self.decisions += happened.decisions
        self.verbs += happened.verbs
        for winner, count in happened.winners.items():
            self.winners[played.setting.title, winner or "draw"] += count


def shipped() -> list[str]:
    """The shipped games that can be played: what is only there to be extended can not."""
    folders = (path.parent for path in sorted(GAMES.glob("*/game.yaml")))
    return [folder.name for folder in folders if not GameFolder(folder, Findings()).abstract]


def report_failure(played: Playthrough) -> None:
    """Say what broke, and how to come to the same place again."""
    setting, failure = played.setting, played.failure
    if failure is None:
        return
    catalog = setting.game.catalog
    print(f"\nFAILED: {setting.title}: {failure.message}\n\nTo play it again:\n\nimport hexwar")
    print(f"game = hexwar.load_game({catalog.header.id!r})  # {catalog.folder}")
    chosen = f"{setting.scenario!r}, {setting.options!r}, seed={played.seed!r}"
    edition = f", edition={setting.edition!r}" if setting.edition else ""
    print(f"state = game.start({chosen}{edition})")
    lines = [*played.actions, *([failure.action] if failure.action else ())]
    print("\n".join(["for line in [", *(f"    {line!r}," for line in lines), "]:"]))
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
                progress.update(bar, description=setting.title)
                played = play(setting, f"{seed}:{number}")
                tally.add(played)
                if played.failure is not None:
                    progress.stop()
                    report_failure(played)
                    code = 1
                    break
                progress.advance(bar)
        except KeyboardInterrupt:
            code = 130
    report(tally, time.perf_counter() - began)
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Play random games and check every step.")
    parser.add_argument("game", nargs="*", help="a name or a folder (default: all shipped games)")
    parser.add_argument("--games", type=int, default=50, help="games of each scenario and options")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other games")
    parser.add_argument("--seconds", type=float, help="stop after this time")
    chosen = parser.parse_args(arguments)
    names = chosen.game or shipped()
    settings = [setting for name in names for setting in settings_of(name)]
    print(f"seed {chosen.seed}: {len(settings)} settings of {', '.join(map(str, names))}")
    return fuzz(settings, chosen.games, chosen.seed, chosen.seconds)


if __name__ == "__main__":
    sys.exit(main())
