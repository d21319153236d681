"""What became of each word in each place, as lines of a file that a long search goes on with."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tools.idle_words.places import PLACES

Fate = Literal["witnessed", "silent", "found", "refused", "unmet"]
"""What comes of a word in a place: it changes the game; it changes it in the base, and nothing in
this place; there is a finding at it; `check` refuses it; or nothing of it was met in play."""

ORDER: tuple[Fate, ...] = ("witnessed", "silent", "found", "refused", "unmet")
"""Of several fates of a word in a place the first counts."""
ELSEWHERE = ("HW113", "HW423")
"""What `check` says of a word that may not be said in a place at all."""


class Trial(NamedTuple):
    """What came of one word in a place of a game.

    ``beside``: what the game says besides, of a witness that was written by hand; ``None`` of what
    a search came upon in the game as it is.
    """

    path: str
    place: str
    fate: Fate
    game: str
    patch: dict[str, Any]
    codes: tuple[str, ...] = ()
    beside: dict[str, Any] | None = None


class Ledger:
    """All trials so far, by word and place: the best of each, and how often it was tried."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.done: set[str] = set()
        self.best: dict[tuple[str, str], Trial] = {}
        self.tried: Counter[tuple[str, str]] = Counter()
        if file is not None and file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                said = json.loads(line)
                self._take(said["part"], (Trial(*trial) for trial in said["trials"]))

    def add(self, part: str, trials: Iterable[Trial]) -> None:
        """Keep what was tried in one go, and write it at once."""
        kept = [*trials]
        self._take(part, kept)
        if self.file is not None:
            line = {"part": part, "trials": [*map(_written, kept)]}
            with self.file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(line, separators=(",", ":")) + "\n")

    def correct(self, trial: Trial) -> None:
        """What came of a word in a place when it was tried again."""
        self.best[trial.path, trial.place] = trial

    def shorten(self) -> None:
        """Keep in the file only the best trial of each word in each place, and how often each was
        tried is forgotten.
        """
        if self.file is not None:
            lines: list[dict[str, Any]] = [
                {"part": part, "trials": []} for part in sorted(self.done - {"best"})
            ]
            best = (_written(best) for _, best in sorted(self.best.items()))
            lines += [{"part": "best", "trials": [each]} for each in best]
            text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
            self.file.write_text(text, encoding="utf-8")

    def _take(self, part: str, trials: Iterable[Trial]) -> None:
        self.done.add(part)
        for trial in trials:
            key = trial.path, trial.place
            self.tried[key] += 1
            best = self.best.get(key)
            if best is None or _rank(trial) < _rank(best):
                self.best[key] = trial

    def settled(self, path: str, place: str, most: int) -> bool:
        """Whether a word need not be tried in a place any more."""
        best = self.best.get((path, place))
        if best is not None and (best.fate == "witnessed" or is_elsewhere(best)):
            return True
        return self.tried[path, place] >= most

    def of_place(self, place: str) -> Iterator[Trial]:
        """What came of all words in a place."""
        return (trial for (_, of), trial in sorted(self.best.items()) if of == place)

    def fates(self, place: str) -> Counter[str]:
        """How many words in a place came to what."""
        return Counter(
            "elsewhere" if is_elsewhere(trial) else trial.fate for trial in self.of_place(place)
        )

    def table(self) -> str:
        """How many words came to what, place by place."""
        heads = ("witnessed", "silent", "found", "elsewhere", "refused", "unmet")
        rows = [f"{'':12}" + "".join(f"{head:>11}" for head in heads)]
        for place in PLACES:
            fates = self.fates(place.name)
            rows.append(f"{place.name:12}" + "".join(f"{fates[head]:11}" for head in heads))
        return "\n".join(rows)


def _written(trial: Trial) -> tuple[Any, ...]:
    """A trial as a line of the file has it: what a search came upon says nothing besides."""
    return trial[:-1] if trial.beside is None else trial


def is_elsewhere(trial: Trial) -> bool:
    """Whether `check` says that a word may not stand in a place at all."""
    return trial.fate == "refused" and not {*trial.codes}.isdisjoint(ELSEWHERE)


def _rank(trial: Trial) -> int:
    # That a word may not stand there is said of the word; another refusal of its value.
    return ORDER.index("silent") if is_elsewhere(trial) else ORDER.index(trial.fate)
