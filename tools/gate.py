"""Print the gate as Markdown: what players score in every seat of every game, side by side.

    hexwar balance GAME --side SIDE=PLAYER --side OTHER=greedy --both-seats --out games.jsonl
    hexwar balance GAME --side SIDE=greedy --side OTHER=greedy --out games.jsonl
    python tools/gate.py games.jsonl > table.md

One row a game and seat; a column for every player that has sat there against the same opponent
(``--against``, greedy if not said), its own first. A cell is the share of games won with Wilson's
interval at 95 %, how many games, and seconds of processor time a decision. A second table has the
games between two players of the same kind. Games of different rules or code are not added up
silently: what the files hold of several is said below.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import hexwar
from hexwar.players import called
from hexwar.players.matches import GameResult, loaded
from hexwar.players.ratings import wilson
from hexwar.players.rows import Question, read


class Seat(NamedTuple):
    """A seat of a game as it was chosen: the index of its side, the sides by id."""

    game: str
    scenario: str
    options: tuple[str, ...]
    edition: str
    place: int
    sides: tuple[str, ...]


Found = dict[Question, dict[str, GameResult]]
"""Results by what they answer and by seed."""


def gathered(files: Sequence[Path]) -> Found:
    """All rows of some files; a game that is in several counts once."""
    found: Found = defaultdict(dict)
    for file in files:
        for asked, result in read(file):
            found[asked].setdefault(result.seed, result)
    return found


def seats_of(asked: Question) -> Iterator[tuple[Seat, str, str]]:
    """The seats of a match of two sides, each with who sits there and who plays the other."""
    sides = [place for place, (side, _) in enumerate(asked.players) if _plays(asked, side)]
    if len(sides) == 2:
        for mine, other in (sides, sides[::-1]):
            ids = tuple(side for side, _ in asked.players)
            seat = Seat(asked.game, asked.scenario, asked.options, asked.edition, mine, ids)
            yield seat, asked.players[mine][1], asked.players[other][1]


def _plays(asked: Question, side: str) -> bool:
    """Whether a side is no neutral; of a game that is not here all sides play."""
    with suppress(ValueError, hexwar.DefinitionError):
        frame = loaded(asked.game).ruleset(asked.scenario, asked.options, asked.edition).frame
        return side in [frame.side_ids[index] for index in frame.played]
    return True


def cell(results: Sequence[tuple[Seat, GameResult]]) -> str:
    """What was reached in a seat."""
    games = len(results)
    won = sum(result.winner == seat.sides[seat.place] for seat, result in results)
    drawn = sum(result.winner is None for _, result in results)
    choices = sum(result.choices[seat.place] for seat, result in results)
    thought = sum(result.thought[seat.place] for seat, result in results)
    low, high = wilson(won, games)
    text = f"{won / games:.0%} [{low:.0%} to {high:.0%}] of {games}"
    text += f", {drawn / games:.0%} drawn" if drawn else ""
    return f"{text}; {thought / max(1, choices):.2g} s"


def tables(found: Found, against: str) -> Iterator[str]:
    """Both tables, and what else is to be said."""
    by_seat: dict[Seat, dict[str, list[tuple[Seat, GameResult]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    equals: dict[Seat, dict[str, list[tuple[Seat, GameResult]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for asked, results in found.items():
        for seat, mine, other in seats_of(asked):
            rows = [(seat, result) for result in results.values()]
            if other == against:
                by_seat[seat][mine] += rows
            elif mine == other:
                equals[seat][mine] += rows
    yield (
        f"Against {called(against)}: games won with Wilson's interval at 95 %, how many games; "
        "processor time a decision."
    )
    yield ""
    yield from _table(by_seat, first=against)
    if equals:
        yield ""
        yield "Between two players of the same kind."
        yield ""
        yield from _table(equals, first="")
    yield from _mixed(found)


def _mixed(found: Found) -> Iterator[str]:
    """What was added up though it was not made by the same code, or under the same rules."""
    versions = {(asked.hexwar, asked.code) for asked in found}
    digests: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for asked in found:
        digests[asked.game, asked.scenario, *asked.options, asked.edition].add(asked.digest)
    mixed = [" + ".join(what[:-1]) for what, those in digests.items() if len(those) > 1]
    if len(versions) > 1:
        yield ""
        yield f"The games were played by {len(versions)} states of the code."
    if mixed:
        yield ""
        yield f"Of these the rules changed meanwhile: {', '.join(mixed)}."


def _table(
    seats: Mapping[Seat, Mapping[str, Sequence[tuple[Seat, GameResult]]]], first: str
) -> Iterator[str]:
    """Markdown: a line for each seat, a column for each player."""
    names = sorted({name for cells in seats.values() for name in cells} - {first})
    names = [first, *names] if first else names
    yield f"| game | seat | {' | '.join(map(called, names))} |"
    yield "|---" * (2 + len(names)) + "|"
    for seat, cells in seats.items():
        told = [cell(cells[name]) if cells.get(name) else "" for name in names]
        yield f"| {_game(seat)} | {_side(seat)} | {' | '.join(told)} |"


def _game(seat: Seat) -> str:
    return " + ".join((seat.game, seat.scenario, *seat.options))


def _side(seat: Seat) -> str:
    """The name of a side, where the game is here."""
    with suppress(ValueError, hexwar.DefinitionError):
        rules = loaded(seat.game).ruleset(seat.scenario, seat.options, seat.edition)
        return rules.frame.side_names[seat.place]
    return seat.sides[seat.place]


def main() -> int:
    """Read the files and print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path)
    parser.add_argument("--against", metavar="PLAYER", default="greedy")
    arguments = parser.parse_args()
    try:
        found = gathered(arguments.files)
    except (OSError, ValueError) as problem:
        print(f"gate: {problem}", file=sys.stderr)
        return 2
    print("\n".join(tables(found, arguments.against)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
