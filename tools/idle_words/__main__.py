"""Look for words that do nothing, in each place where they may be said.

    python -m tools.idle_words                      # all sections that patches in play may change
    python -m tools.idle_words combat --jobs 2      # one of them
    python -m tools.idle_words --again              # what was silent, after a change
    python -m tools.idle_words --written            # what has witnesses that were written by hand
    python -m tools.idle_words --told               # what the file says so far
    python -m tools.idle_words --page               # write the page of it anew

Each key of a section is changed in small games, by what its form says may stand there. Where that
changes legal actions, what is foretold, events or positions of some games played at random, the
word has a *witness*; then the same is said in each patch that a game may have. A word that changes
the game, and in a patch does not, is *silent* unless `check` finds something. It is *unmet* where
none of the games shows it: what it does is rare, or needs what no small game has.

This takes hours. Each game's part of a section is written at once, to FILE; Ctrl-C ends it, and
another run goes on there.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple
from zlib import crc32

import yaml
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.packages import form_of, in_play, may_touch
from tools.idle_words.ledger import Ledger, Trial, is_elsewhere
from tools.idle_words.page import PAGE, written
from tools.idle_words.places import BASE, PLACES, place_called
from tools.idle_words.witnesses import MADE, Bench, Subject, folders
from tools.idle_words.words import Tree, Word, words

FILE = Path(__file__).resolve().parent.parent / "measured" / "idle_words.jsonl"
WRITTEN = Path(__file__).resolve().parent / "written.yaml"
"""Witnesses that were written by hand."""
PARTS = 6
"""Of a section, so that not too much is lost when a search is cut short."""
MOST_TRIES, MOST_OF_A_GAME = 6, 2
"""A path is tried so often without a patch, in all games and in one."""
MOST_AGAIN, MOST_AGAIN_IN_A_GAME = 12, 9
"""What was silent is tried again so often, by words that work without a patch."""
MOST_IN_PATCHES = 3
"""A path is tried so often in each kind of patch, by values that work without one."""


class Part(NamedTuple):
    """What is tried in one go: some of the words of a section in a game."""

    folder: Path
    section: str
    number: int

    def __str__(self) -> str:
        return f"{self.section} {self.number + 1} in {self.folder.name}"

    def has(self, word: Word) -> bool:
        """Whether a word is among these: all of a path are, so that one may do for the others."""
        return crc32(word.path.encode()) % PARTS == self.number


def tried(part: Part, ledger: Ledger) -> list[Trial]:
    """What came of the words of a part, as far as they are not settled."""
    folder, section, _ = part
    trials: list[Trial] = []
    with TemporaryDirectory() as made:
        try:
            subject = Subject(folder, Bench(Path(made)))
            if section not in subject.tree or "sequence" not in subject.tree:
                return []
            said = [*filter(part.has, words(subject.tree, section, subject.names))]
        except DefinitionError:
            return []
        here: Counter[tuple[str, str]] = Counter()
        for word in said:
            path = word.path
            most = {place: MOST_TRIES if place is BASE else MOST_IN_PATCHES for place in PLACES}
            unsettled = [
                place
                for place in (PLACES if _may_change(word) else PLACES[:2])
                if not ledger.settled(path, place.name, most[place])
                and here[path, place.name] < MOST_OF_A_GAME
            ]
            if not unsettled or here[path, BASE.name] >= MOST_OF_A_GAME:
                continue
            # What a patch does is tried by values that are seen to work without one.
            first = subject.tried(word, BASE)
            if first is None or first.fate == "refused":
                here[path, "refused"] += 1
                here[path, BASE.name] += here[path, "refused"] % 2
                continue
            lives = first.fate == "witnessed"
            here[path, BASE.name] += not lives
            for place in unsettled:
                known = ledger.tried[path, place.name] or here[path, place.name]
                if place is BASE:
                    trials.append(first)
                elif lives or not known:
                    trial = subject.tried(word, place, lives=lives)
                    if trial is not None:
                        trials.append(trial)
                        here[path, place.name] += MOST_OF_A_GAME * (trial.fate == "witnessed") or 1
    return trials


def _may_change(word: Word) -> bool:
    """Whether a patch in play may say the word."""
    return may_touch(tuple(word.path.split("[]")[0].rstrip(".").split(".")))


def own(folder: Path, section: str) -> bool:
    """Whether a game says something of a section itself, and not the one that it extends alone."""
    texts = (path.read_text(encoding="utf-8") for path in folder.glob("*.yaml"))
    return any(f"\n{section}:" in f"\n{text}" for text in texts)


def parts_of(sections: Sequence[str]) -> Iterator[Part]:
    """All that a search of sections goes over."""
    for section in sections:
        for folder in folders():
            if own(folder, section):
                yield from (Part(folder, section, number) for number in range(PARTS))


def search(parts: Iterable[Part], ledger: Ledger, seed: int, jobs: int) -> int:
    """Try all words of some parts, as far as they were not tried; the result is the exit code."""
    parts = [part for part in parts if str(part) not in ledger.done]
    Random(seed).shuffle(parts)
    # Each share of each section once, then again in another game: so half a search has met all.
    turns: Counter[tuple[str, int]] = Counter()
    order: list[tuple[int, Part]] = []
    for part in parts:
        turns[part.section, part.number] += 1
        order.append((turns[part.section, part.number], part))
    parts = [part for _, part in sorted(order, key=lambda each: each[0])]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    running: dict[Future[list[Trial]], Part] = {}
    code = 0
    with (
        ProcessPoolExecutor(jobs) as workers,
        Progress(*columns, TimeElapsedColumn(), transient=True) as progress,
    ):
        bar = progress.add_task("looking", total=len(parts))
        try:
            waiting = iter(parts)
            while True:
                # What others have found meanwhile need not be looked for again.
                while len(running) < jobs and (following := next(waiting, None)) is not None:
                    running[workers.submit(tried, following, ledger)] = following
                if not running:
                    return code
                ready, _ = wait(running, return_when=FIRST_COMPLETED)
                for each in ready:
                    part, failure = running.pop(each), each.exception()
                    if failure is None:
                        ledger.add(str(part), each.result())
                    else:  # of a game, or of the rules: it is told, and tried again next time
                        progress.console.print(f"{part} failed: {failure!r}")
                        code = 1
                    progress.update(bar, advance=1, description=str(part))
        except KeyboardInterrupt:
            workers.shutdown(wait=False, cancel_futures=True)
            return 130


def try_again(ledger: Ledger, jobs: int) -> int:
    """Try once more what was silent, after rules, findings or games have changed, and what was
    unmet in one place and has a witness in another.
    """
    by_path: dict[str, list[Trial]] = {}
    for (path, _), trial in sorted(ledger.best.items()):
        if trial.fate == "witnessed":
            by_path.setdefault(path, []).append(trial)
    idle = [
        trial
        for (path, _), trial in sorted(ledger.best.items())
        if trial.fate == "silent" or (trial.fate == "unmet" and path in by_path)
    ]
    with ProcessPoolExecutor(jobs) as workers, Progress(transient=True) as progress:
        try:
            running = [
                workers.submit(_tried_again, trial, by_path.get(trial.path, ())) for trial in idle
            ]
            for each in progress.track(as_completed(running), total=len(idle)):
                trial = each.result()
                ledger.correct(trial)
                progress.console.print(f"{trial.fate} in {trial.place}: {trial.path}")
        except KeyboardInterrupt:
            workers.shutdown(wait=False, cancel_futures=True)
            return 130
        finally:
            ledger.shorten()
    return 0


def _tried_again(trial: Trial, witnesses: Sequence[Trial]) -> Trial:
    """Words of its path in the games that were made for such; the same word in the same game, and
    those that have a witness in other places; then all words of its path in all games.
    """
    section, place = trial.path.partition(".")[0], place_called(trial.place)
    known: dict[str, list[Word]] = {}
    asked: list[tuple[Path, list[Word]]]
    for other in (trial, *witnesses):
        word = Word(other.path, other.patch)
        if word not in known.setdefault(other.game, []):
            known[other.game].append(word)
    by_name = {folder.name: folder for folder in folders()}
    asked = [(by_name[game], said) for game, said in known.items()]
    if trial.fate == "silent":
        others: list[tuple[Path, list[Word]]] = [
            (folder, []) for folder in folders() if own(folder, section)
        ]
        made_for_it = [each for each in others if each[0].parent == MADE]
        asked = [*made_for_it, *asked, *(each for each in others if each not in made_for_it)]
    left = MOST_AGAIN
    with TemporaryDirectory() as made:
        for folder, said in asked:
            try:
                subject = Subject(folder, Bench(Path(made)))
                if section not in subject.tree or "sequence" not in subject.tree:
                    continue
                whole = () if said else words(subject.tree, section, subject.names)
                tries = [*said, *(word for word in whole if word.path == trial.path)]
            except DefinitionError:
                continue
            for word in tries[:MOST_AGAIN_IN_A_GAME]:
                first = subject.tried(word, BASE)
                if first is None or first.fate != "witnessed":
                    continue
                again = first if place is BASE else subject.tried(word, place, lives=True)
                if again is None or again.fate == "refused":
                    continue
                if again.fate != "silent":
                    return again
                left -= 1
                if not left:
                    return trial._replace(fate="silent")
    return trial


class Written(NamedTuple):
    """A witness that was written by hand: what says the word, in a game that says more besides."""

    path: str
    game: str
    says: Tree
    beside: Tree
    places: Sequence[str]


def written_witnesses() -> Iterator[Written]:
    """Those of ``written.yaml``: paths, games, and for several words of one game what it says."""
    for group in yaml.safe_load(WRITTEN.read_text(encoding="utf-8")):
        places = group.get("in", [place.name for place in PLACES])
        for path, says in group["words"].items():
            yield Written(path, group["game"], says, group.get("beside", {}), places)


def try_written(ledger: Ledger, paths: Sequence[str]) -> int:
    """Try what was written by hand, wherever a word has no witness; the result is the exit code."""
    by_name = {folder.name: folder for folder in folders()}
    code = 0
    with TemporaryDirectory() as made:
        for path, game, says, beside, places in written_witnesses():
            if paths and not any(path.startswith(start) for start in paths):
                continue
            subject = Subject(by_name[game], Bench(Path(made)), beside)
            for place in map(place_called, places):
                best = ledger.best.get((path, place.name))
                if best is not None and best.fate not in ("silent", "unmet"):
                    continue
                try:
                    trial = subject.tried(Word(path, says), place, lives=True)
                except DefinitionError as error:
                    print(f"{path} in {game}: {error}")
                    trial = None
                if trial is not None and (
                    trial.fate in ("witnessed", "found")
                    or (best is not None and is_elsewhere(trial))
                ):
                    ledger.correct(trial)
                    print(f"{trial.fate} in {place.name}: {path} {' '.join(trial.codes)}")
                elif best is not None:
                    codes = "" if trial is None else f"{trial.fate} {' '.join(trial.codes)}"
                    print(f"no witness in {place.name}: {path} ({game}) {codes}")
                    code = 1
    ledger.shorten()
    return code


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("section", nargs="*", help="sections (default: all that patches change)")
    parser.add_argument("--file", type=Path, default=FILE, help="where the trials are kept")
    parser.add_argument("--game", help="only in this game, by the name of its folder")
    parser.add_argument("--seed", type=int, default=1, help="another order of games")
    parser.add_argument("--jobs", type=int, default=1, help="so many games at once")
    parser.add_argument("--told", action="store_true", help="only tell what was found so far")
    parser.add_argument("--again", action="store_true", help="only try again what was silent")
    parser.add_argument(
        "--written", action="store_true", help=f"try those of {WRITTEN.name}, of some paths or all"
    )
    parser.add_argument("--page", action="store_true", help=f"write {PAGE.name} and a shorter file")
    chosen = parser.parse_args(arguments)
    sections = chosen.section or [*in_play()]
    for section in sections:
        if form_of(section.partition(".")[0]) is None:
            parser.error(f"there is no section {section}")
    ledger = Ledger(chosen.file)
    code = 0
    if chosen.again:
        code = try_again(ledger, chosen.jobs)
    elif chosen.written:
        code = try_written(ledger, chosen.section)
    elif not chosen.told and not chosen.page:
        parts = (part for part in parts_of(sections) if chosen.game in (None, part.folder.name))
        code = search(parts, ledger, chosen.seed, chosen.jobs)
    print(ledger.table())
    for place in PLACES:
        for trial in ledger.of_place(place.name):
            if trial.fate == "silent":
                print(f"silent in {place.name}: {trial.path} ({trial.game}: {trial.patch})")
    if chosen.page:
        ledger.shorten()
        PAGE.write_text(written(ledger, [*map(str, parts_of(in_play()))]), encoding="utf-8")
    return code


if __name__ == "__main__":
    sys.exit(main())
