"""Pin what every game does, so that the engine can be rebuilt behind it.

    python tools/goldens.py --record before.json     # under a minute; --long takes much more
    python tools/goldens.py --compare before.json    # which game, scenario, options and kind differ
    python tools/goldens.py --calls                  # calls per decision, a measure of speed
    python tools/goldens.py --small --record tests/golden/goldens.json    # what the tests compare
    python tools/goldens.py --minimal --record tests/golden/minimal.json  # and of the minimal games

Recorded are hashes: of the play of seeded games (notation, dice, turn, phase, winner, where each
unit is and what it has lost), drawn, picked from the lists and by the computer player; apart from
that of what is told, to everybody and to each side; of refusals; of previews; of what can be asked;
and of what ``hexwar.check`` finds in broken games. All shipped games and all games of the tests are
played, every scenario, with sets of their options and every edition.

Wherever the rules are not meant to change, nothing may differ. Words and findings have kinds of
their own, so that a text can be mended without hiding a change of the rules. ``files`` tells that a
game's own files are others. Python's hashes are salted anew in every process, so what depends on
the order of a set shows by comparing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path

import hexwar
from tools.golden_calls import calls_per_decision
from tools.golden_findings import findings_of
from tools.golden_play import Setting, drawn, greedy, listed, sampled, settings_of

ROOT = Path(__file__).resolve().parent.parent
DIGITS = 3
"""Of the hash of each record so many digits are kept: they show where a game parts."""
SHOWN = 3
"""Of the records that differ so many are named."""
SMALL_GAMES = ("duel", "reserves", "scs_winter", "stacks", "strike_force_one", "three_sides")
SMALL_KINDS = ("play", "listings", "refusals", "previews")
MINIMAL = "tests/games"
"""Where there is a game for each mechanism."""
CALLS = ("strike_force_one", "scs_sample")

Goldens = dict[str, str]
"""What was recorded, such as ``duel + meeting | sampled play``, to the digits of its records."""


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is recorded: drawn games of each setting, and broken files of each game.

    Games that are picked from lists or played by the computer are played once in every ``nth``
    setting. ``only`` and ``kinds`` name games and kinds of play, all if there are none. ``plain``:
    one drawn game of each scenario of the minimal games, without options.
    """

    drawn: int
    nth: int
    broken: int
    only: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    plain: bool = False


EXTENTS = {
    "quick": Extent(drawn=1, nth=6, broken=4),
    "long": Extent(drawn=3, nth=2, broken=30),
    "small": Extent(drawn=1, nth=4, broken=0, only=SMALL_GAMES, kinds=SMALL_KINDS),
    "minimal": Extent(drawn=1, nth=0, broken=0, kinds=("play", "refusals"), plain=True),
}


def folders() -> list[Path]:
    """The folders of all games, those of the tests too."""
    found = [*ROOT.glob("games/*/game.yaml"), *ROOT.glob("tests/**/game.yaml")]
    return sorted(path.parent for path in found)


def record(extent: Extent) -> Goldens:
    """What the games do now."""
    goldens: Goldens = {}
    for folder in folders():
        if extent.only and folder.name not in extent.only:
            continue
        if extent.plain and folder.parent != ROOT / MINIMAL:
            continue
        if not extent.kinds:
            files = [path.read_text("utf-8") for path in sorted(folder.glob("*.yaml"))]
            goldens[f"{folder.name} | files"] = _digits(files)
        goldens.update(_of_play(folder, extent))
        for what, place, words in findings_of(folder, extent.broken) if extent.broken else ():
            goldens[f"{folder.name} | {what} | findings"] = _digits([place])
            goldens[f"{folder.name} | {what} | words of findings"] = _digits([words])
    return goldens


def _of_play(folder: Path, extent: Extent) -> Goldens:
    goldens: Goldens = {}
    for number, setting in enumerate(_settings(folder, extent.plain)):
        games = [(drawn if extent.plain else sampled, seed) for seed in range(extent.drawn)]
        if not extent.plain and number % extent.nth == 0:
            games += [(listed, 0), (greedy, 0)]
        for way, seed in games:
            for kind, records in way(setting, f"golden {seed}").items():
                if not extent.kinds or kind.partition(" ")[2] in extent.kinds:
                    goldens[f"{setting} | {seed} | {kind}"] = _digits(records)
    return goldens


def _settings(folder: Path, plain: bool) -> Iterator[Setting]:
    try:
        yield from settings_of(str(folder), plain=plain)
    except hexwar.DefinitionError:
        return  # only there to be extended


def _digits(records: Sequence[str]) -> str:
    return "".join(sha256(record.encode()).hexdigest()[:DIGITS] for record in records)


def differences(before: Goldens, now: Goldens) -> Iterator[str]:
    """A line for whatever is not what it was."""
    for name in sorted(before.keys() | now.keys()):
        if name not in now:
            yield f"{name}: is no longer there"
        elif name not in before:
            yield f"{name}: is new"
        elif before[name] != now[name]:
            yield f"{name}: {_parted(before[name], now[name])}"


def _parted(before: str, now: str) -> str:
    records = zip_longest(_cut(before), _cut(now))
    other = [number for number, (old, new) in enumerate(records) if old != new]
    shown = ", ".join(map(str, other[:SHOWN])) + (", ..." if len(other) > SHOWN else "")
    return f"{len(other)} of {len(_cut(before))} records differ: {shown}"


def _cut(digits: str) -> list[str]:
    return [digits[at : at + DIGITS] for at in range(0, len(digits), DIGITS)]


def _commit() -> str:
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def write(path: Path, extent: str) -> int:
    """Record to a file; the result is the exit code."""
    goldens = record(EXTENTS[extent])
    data = {"commit": _commit(), "extent": extent, "goldens": goldens}
    path.write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")
    print(f"{len(goldens)} hashes recorded")
    return 0


def compare(path: Path) -> int:
    """Print what differs from a file; the result is the exit code."""
    data = json.loads(path.read_text(encoding="utf-8"))
    found = list(differences(data["goldens"], record(EXTENTS[data["extent"]])))
    print("\n".join(found))
    kinds = sorted({line.split(": ")[0].rpartition(" | ")[2] for line in found})
    print(f"{len(found)} of {len(data['goldens'])} differ from {data['commit'][:7]}: {kinds}")
    return 1 if found else 0


def print_calls() -> int:
    """Print the calls per decision; the result is the exit code."""
    for name in CALLS:
        for setting in settings_of(name):
            print(f"{calls_per_decision(setting):8.2f}  {setting}")
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Pin what every game does.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--record", type=Path, metavar="FILE", help="write today's hashes")
    what.add_argument("--compare", type=Path, metavar="FILE", help="say what differs from a file")
    what.add_argument("--calls", action="store_true", help="print the calls per decision")
    extent = parser.add_mutually_exclusive_group()
    extent.add_argument("--long", dest="extent", action="store_const", const="long")
    extent.add_argument("--small", dest="extent", action="store_const", const="small")
    extent.add_argument("--minimal", dest="extent", action="store_const", const="minimal")
    chosen = parser.parse_args(arguments)
    began = time.perf_counter()
    if chosen.calls:
        return print_calls()
    if chosen.record:
        code = write(chosen.record, chosen.extent or "quick")
    else:
        code = compare(chosen.compare)
    print(f"{time.perf_counter() - began:.1f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
