"""``hexwar replay-all``: which saves a change of a game breaks, and where each first differs.

A save is replayed by the rules as they are today: with ``--game`` by those of that game, and saves
of other games are left out; else by those of the game here that has the save's id. Saves may be a
stranger's: the folder that one names is never opened.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import hexwar
from hexwar.cli import CLEAN, FINDINGS, UsageError, ending_signals
from hexwar.cli.counting import counted
from hexwar.cli.terminal import table, wrapped
from hexwar.definition.printable import clean, path_named
from hexwar.records import RecordError, Session, read_record
from hexwar.records.changed_rules import game_of
from hexwar.records.saves import save_files
from hexwar.rules.language.wording import several

if TYPE_CHECKING:
    from hexwar.rules.game import Game

EXAMPLES = """\
examples:
  hexwar replay-all saves                    every save there, by its game as it is today
  hexwar replay-all saves --game my_game     those of the game in the folder my_game
  hexwar replay-all saves --format json      the same for another program

exit code: 0 no save breaks, 1 some do, 2 a request that makes no sense
"""

SAME, BREAKS, UNREADABLE, LEFT_OUT = "the same", "breaks", "cannot be read", "left out"
"""What may come of a save."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar replay-all`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="a folder of saves")
    parser.add_argument(
        "--game", metavar="GAME", help="the game's name or folder; saves of others are left out"
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how it is told (text)"
    )


@dataclass(frozen=True, slots=True)
class ReplayOutcome:
    """What came of a save: ``why`` says where it first differs, or what is wrong with it.

    ``action`` is the number of the action at which that is, if it is at one.
    """

    save: str
    outcome: str
    actions: int = 0
    action: int | None = None
    why: str = ""


class Saves:
    """The saves of a folder being replayed; ``outcomes`` is what came of them so far.

    After each save it says how far the work is (:class:`~hexwar.cli.counting.Underway`).
    """

    def __init__(self, paths: Sequence[Path], game: Game | None) -> None:
        self._paths = paths
        self._game = game
        self._games: dict[str, Game | None] = {}
        """By the ids in saves, the games that are here; ``None`` for one that is not."""
        self.outcomes: list[ReplayOutcome] = []

    @property
    def done(self) -> int:
        """How many are replayed."""
        return len(self.outcomes)

    @property
    def of(self) -> int:
        """How many there are."""
        return len(self._paths)

    def replayed(self) -> Iterator[Saves]:
        """This, after every save."""
        for path in self._paths:
            self.outcomes.append(self._outcome(path))
            yield self

    def _outcome(self, path: Path) -> ReplayOutcome:
        try:
            record = read_record(path)
        except RecordError as problem:
            return ReplayOutcome(path.name, UNREADABLE, why=str(problem))
        name = record.header.game
        if self._game is None and name not in self._games:
            try:
                # Not trusted: a folder that a stranger's save names is no place to take rules from.
                self._games[name] = game_of(record.header, trusted=False)
            except RecordError:
                self._games[name] = None
        game = self._games[name] if self._game is None else self._game
        if game is None or game.catalog.header.id != name:
            return ReplayOutcome(path.name, LEFT_OUT)
        actions = sum(line.kind == "do" for line in record.lines)
        parting = Session.parting(record, game)
        if parting is None:
            return ReplayOutcome(path.name, SAME, actions)
        return ReplayOutcome(path.name, BREAKS, actions, parting.action, str(parting))


def run(arguments: argparse.Namespace) -> int:
    """Replay all saves; when it is stopped, what was done is told too."""
    folder: Path = arguments.folder
    if not folder.is_dir():
        raise UsageError(f"{path_named(folder)} is not a folder")
    game = None if arguments.game is None else hexwar.load_game(arguments.game)
    saves = Saves(sorted(save_files(folder)), game)
    code = CLEAN
    with ending_signals.raised():
        try:
            for _ in counted(saves.replayed(), "replaying"):
                pass
        except KeyboardInterrupt as why:
            code = ending_signals.code_of(why)
    if arguments.format == "json":
        shown = [asdict(outcome) for outcome in saves.outcomes if outcome.outcome != LEFT_OUT]
        print(json.dumps(shown, indent=1))
    else:
        _tell(saves, stopped=code != CLEAN)
    if code == CLEAN and any(outcome.outcome == BREAKS for outcome in saves.outcomes):
        code = FINDINGS
    return code


def _tell(saves: Saves, *, stopped: bool) -> None:
    """A table of the saves, where those that break first differ, and how many there are of each."""
    shown = [outcome for outcome in saves.outcomes if outcome.outcome != LEFT_OUT]
    rows = [("save", "actions", "replayed")]
    for outcome in shown:
        at = "" if outcome.action is None else f" at action {outcome.action}"
        rows.append((clean(outcome.save), str(outcome.actions), f"{outcome.outcome}{at}"))
    if shown:
        print("\n".join(table(rows)))
    for outcome in shown:
        if outcome.why:
            print(wrapped(f"{clean(outcome.save)}: {outcome.why}"))
    counts = Counter(outcome.outcome for outcome in saves.outcomes)
    clauses = [f"{several(len(shown), 'save')}: {counts[BREAKS]} broken, {counts[SAME]} the same"]
    clauses += [f"{counts[UNREADABLE]} cannot be read"] if counts[UNREADABLE] else []
    clauses += [f"{counts[LEFT_OUT]} of other games left out"] if counts[LEFT_OUT] else []
    clauses += [f"stopped after {saves.done} of {saves.of}"] if stopped else []
    print(wrapped(f"{'; '.join(clauses)}."))
