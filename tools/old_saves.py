"""Change the rules of the shipped games while a game is under way: what becomes of its save?

    python -m tools.old_saves                     # 30 changes of every shipped game
    python -m tools.old_saves tamrat -n 100 --seed 2
    python -m tools.old_saves tamrat --each       # with every change, and what is said of it

A change is one number, hex, word or entry in one file that is another, or gone, and with which the
game is sound and plays by other rules (its digest is another). The save is of a random game, half
way through. It must open by the rules that it had, in the position in which it was left, and say
where those of today part, or that they do not; which is tried: then it must open by those of today
as well, and where they part that must be refused at the same action.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import hexwar
from hexwar.cli.terminal import table
from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.locations import HOME_VARIABLE, games_in, shipped
from hexwar.definition.tree import ScalarNode, SequenceNode
from hexwar.engine.event import WORDS
from hexwar.records import RecordError, Session
from hexwar.records.lines import plain_events
from tools.slips import HEX, NUMBER, File, Slip, _entries, slips, span

FEWEST, MOST_ACTIONS = 4, 150
"""Actions of a random game that is saved half way; a longer one is saved after so many."""

AGREES, PARTS, WRONG = "agree", "part", "wrong"
"""What the rules of today do, as far as the save goes; and what must not be."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of the save after a change."""

    change: Slip
    outcome: str
    sentence: str


def changes(path: Path) -> Iterator[Slip]:
    """Every change of a file that may leave the game sound."""
    file = File(path)
    values: dict[str, list[str]] = {}
    scalars = []
    for where, _, entry in _entries(file.root):
        items = entry.value.items if isinstance(entry.value, SequenceNode) else [entry.value]
        for item in items:
            if isinstance(item, ScalarNode) and item.raw and not item.literal:
                scalars.append((where, item))
                values.setdefault(str(where[-1]), []).append(item.raw)
    hexes = sorted({scalar.raw for _, scalar in scalars if HEX.fullmatch(scalar.raw)})
    for where, scalar in scalars:
        start, end = span(scalar)
        if start[0] != end[0]:
            continue
        if HEX.fullmatch(scalar.raw):
            others = hexes
        elif NUMBER.fullmatch(scalar.raw):
            number = float(scalar.raw) if "." in scalar.raw else int(scalar.raw)
            others = [str(number + 1), str(number - 1)]
        else:
            others = sorted(set(values[str(where[-1])]))
        for other in others:
            if other != scalar.raw:
                quoted = f'"{other}"' if HEX.fullmatch(other) else other
                yield file.put("changed", where, start, end, quoted)
    yield from (slip for slip in slips(path) if slip.kind == "left out")


class UnderWay:
    """A copy of a game, with the save of a random game in it."""

    def __init__(self, name: str, folder: Path, seed: int) -> None:
        for other, path in games_in(shipped("games")).items():  # what it may extend
            shutil.copytree(path, folder / other)
        self.folder = folder / name
        self._save = folder / "save.jsonl"
        game = hexwar.load_game(self.folder)
        whole = self._played(Session.new(game, seed=seed), Random(seed), MOST_ACTIONS)
        half = max(FEWEST, len(whole.entries) // 2)
        begun = Session.new(game, seed=seed, path=self._save)
        self._left = self._played(begun, Random(seed), half)
        self._digest = begun.state.resolved.digest
        self._texts = {path.name: path.read_text("utf-8") for path in self.folder.glob("*.yaml")}

    @staticmethod
    def _played(session: Session, random: Random, actions: int) -> Session:
        for _ in range(actions):
            if session.state.is_over:
                break
            session.apply(session.state.sample_action(random))
        return session

    @property
    def actions(self) -> int:
        """How many the save has."""
        return len(self._left.entries)

    def changes(self, random: Random) -> Iterator[Slip]:
        """All changes, of each file and key about as many at first."""
        heaps: dict[str, list[Slip]] = {}
        for name in sorted(self._texts):
            for change in changes(self.folder / name):
                heap = re.sub(r"\d+", "", f"{name} {change.kind} {change.where}")
                heaps.setdefault(heap, []).append(change)
        for alike in heaps.values():
            random.shuffle(alike)
        order = sorted(heaps)
        while order:
            random.shuffle(order)
            for key in order:
                yield heaps[key].pop()
            order = [key for key in order if heaps[key]]

    def fate(self, change: Slip) -> Fate | None:
        """What becomes of the save; ``None`` if the change is none of what decides play."""
        path = self.folder / change.file
        path.write_text(change.text, encoding="utf-8")
        try:
            game = hexwar.load_game(self.folder)
            chosen = self._left.state.resolved
            rules = game.ruleset(chosen.scenario.id, chosen.options, chosen.edition or None)
        except ValueError:
            return None
        finally:
            path.write_text(self._texts[change.file], encoding="utf-8")
        if rules.frame.resolved.digest == self._digest:
            return None
        return Fate(change, *self._opened(game))

    def _opened(self, game: hexwar.Game) -> tuple[str, str]:
        try:
            session = Session.load(self._save, game)
        except RecordError as problem:
            return WRONG, f"it is refused: {problem}"
        rules = session.rules_change
        if rules is None or rules.held != "then" or not rules.sentence:
            return WRONG, "nothing is said of the rules"
        if session.state.to_dict() != self._left.state.to_dict():
            return WRONG, "it is not the position in which it was left"
        try:
            today = Session.load(self._save, game, rules="now")
        except RecordError as problem:
            where = f"at action {problem.action}" if problem.action else "does not begin"
            agreed = rules.has_choice or where not in rules.sentence
            return WRONG if agreed else PARTS, rules.sentence
        same = _facts(today) == _facts(self._left) and rules.has_choice
        return AGREES if same else WRONG, rules.sentence


def _facts(session: Session) -> list[tuple[str, list[dict[str, Any]]]]:
    """What has happened, whatever words the rules have for it."""
    return [
        (
            str(entry.action),
            [
                {key: value for key, value in event.items() if key not in WORDS}
                for event in plain_events(entry.events)
            ],
        )
        for entry in session.entries
    ]


def fates(name: str, count: int, seed: int) -> tuple[int, list[Fate]]:
    """How many actions the save of a game has, and what becomes of it after so many changes."""
    random = Random(f"{name} {seed}")
    seen: list[Fate] = []
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        before = os.environ.get(HOME_VARIABLE)
        os.environ[HOME_VARIABLE] = str(home)
        try:
            under_way = UnderWay(name, Path(folder), seed)
            for change in under_way.changes(random):
                if len(seen) == count:
                    break
                if (fate := under_way.fate(change)) is not None:
                    seen.append(fate)
        finally:
            if before is None:
                del os.environ[HOME_VARIABLE]
            else:
                os.environ[HOME_VARIABLE] = before
        return under_way.actions, seen


def row(name: str, actions: int, seen: Sequence[Fate]) -> tuple[str, ...]:
    """The figures of a game."""
    counts: Mapping[str, int] = Counter(fate.outcome for fate in seen)
    figures = (actions, len(seen), counts[AGREES], counts[PARTS], counts[WRONG])
    return (name, *map(str, figures))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; 1 if a save is lost or the wrong thing is said of it."""
    parser = argparse.ArgumentParser(description="What becomes of saves when their games change.")
    parser.add_argument("game", nargs="*", help="names (default: all that can be played)")
    parser.add_argument("-n", type=int, default=30, help="changes of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="print every change")
    chosen = parser.parse_args(arguments)
    rows: list[tuple[str, ...]] = [
        ("game", "actions", "changes", "new rules agree", "new rules part", "wrong")
    ]
    lost = 0
    for name in chosen.game or games_in(shipped("games")):
        try:
            actions, seen = fates(name, chosen.n, chosen.seed)
        except DefinitionError:
            continue  # a series
        for fate in seen:
            if chosen.each or fate.outcome == WRONG:
                print(f"{fate.outcome:5} {fate.change}\n      {fate.sentence}", flush=True)
        rows.append(row(name, actions, seen))
        lost += sum(fate.outcome == WRONG for fate in seen)
    print("\n".join(table(rows, indent="")))
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
