"""The folder that a study fills: rows of games, what they took, and the study itself.

``study.yaml``
    the file of the study, as it was when the folder was begun.
``games.jsonl``
    a line of JSON for each game, as :mod:`hexwar.players.rows` has them but without times, and
    with its ``record``. While the study runs they stand there as they ended; when it is done they
    are put into the order of the study's matches and of the games' numbers, so that a study is the
    same byte by byte, however often it was cut and wherever its games were played.
``others.jsonl``
    rows that were among the games and do not belong to the study: of other code of hexwar or of a
    player, other rules, other players.
``times.jsonl``
    processor time by game, which differs every time.
``games.parquet``
    the rows as a table for notebooks, where one was asked for.

First the folder as a study fills it (:class:`ResultsFolder`), and results that need no folder
(:class:`ResultsInMemory`); then how rows are read again, and written as a table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO, Any

from hexwar.definition.writing_files import in_place_of
from hexwar.laboratory.study import Study
from hexwar.players.matches import GameResult, Match
from hexwar.players.rows import (
    Question,
    ResultRow,
    ResultsFile,
    line,
    question,
    read_whole,
    timing,
    untimed,
)

# The files, as the top of this page has them.
STUDY, GAMES, OTHERS, TIMES = "study.yaml", "games.jsonl", "others.jsonl", "times.jsonl"

_Span = tuple[int, int]
"""Where a row begins in a file, and how long it is."""


class ResultsFolder:
    """The results of a study, to be continued; a context manager that closes its files.

    OSError where the folder cannot be written. ValueError if it holds anything that is not a row,
    or the results of another study.
    """

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self._files = ExitStack()
        self._questions: dict[Match, Question] = {match: question(match) for match in study.matches}
        folder.mkdir(parents=True, exist_ok=True)
        kept_study = folder / STUDY
        if not kept_study.exists():
            kept_study.write_text(study.source, encoding="utf-8", newline="\n")
        elif kept_study.read_text(encoding="utf-8") != study.source:
            raise ValueError(f"{folder} holds the results of another study: say another folder")
        self._games = self._files.enter_context(ResultsFile(folder / GAMES))
        self._times = self._files.enter_context((folder / TIMES).open("ab"))

    def __enter__(self) -> ResultsFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    @property
    def torn(self) -> bool:
        """Whether the last line was cut short, and is dropped."""
        return self._games.torn

    def of(self, match: Match) -> dict[str, GameResult]:
        """The results of a match by seed."""
        return self._games.results(self._questions[match])

    def outdated(self, match: Match) -> int:
        """Rows of the same match under other rules of the game, or by other code of hexwar or of a
        player.
        """
        return self._games.outdated(self._questions[match])

    def add(self, match: Match, result: GameResult, record: Mapping[str, Any]) -> None:
        """Write a game down, whole and at once."""
        asked = self._questions[match]
        further = {"record": dict(record)} if record else {}
        self._games.write(asked, result, untimed(asked, result) | further)
        game_played = {"game": asked.game, "digest": asked.digest, "players": dict(asked.players)}
        self._times.write(line(game_played | {"seed": result.seed} | timing(asked, result)))
        self._times.flush()

    def put_in_order(self, study: Study) -> int:
        """Order the rows: the study is done. Rows that do not belong to it, such as those of
        another player of the same name, go into a file beside; answers with how many these are.
        """
        # Where an interval says when to stop the results say how many games there are to be.
        places = {
            (self._questions[match], study.seed_of(number)): (place, number)
            for place, match in enumerate(study.matches)
            for number in range(study.goal(self.of(match)))
        }
        path, begin = self.folder / GAMES, 0
        spans: dict[tuple[int, int], _Span] = {}
        foreign_rows: list[_Span] = []
        for row in read_whole(path):
            place, span = places.get((row.asked, row.result.seed)), (begin, len(row.text))
            if place is None:
                foreign_rows.append(span)
            else:
                # Equal seeds give equal games: of two rows for one the first is kept.
                spans.setdefault(place, span)
            begin += len(row.text)
        with in_place_of(path) as new_file:
            with path.open("rb") as rows:
                if foreign_rows:
                    # First, so that no row is nowhere if this is interrupted between.
                    with (self.folder / OTHERS).open("ab") as others:
                        _copy(rows, foreign_rows, others)
                with new_file.open("wb") as ordered:
                    _copy(rows, [spans[place] for place in sorted(spans)], ordered)
            self._files.close()
        return len(foreign_rows)


def _copy(rows: IO[bytes], spans: Iterable[_Span], into: IO[bytes]) -> None:
    """Copy parts of a file into another, and see that they are on the disk."""
    for begin, length in spans:
        rows.seek(begin)
        into.write(rows.read(length))
    into.flush()
    # Before the file takes the place of the other: after a crash one of them must be whole.
    os.fsync(into.fileno())


class ResultsInMemory:
    """Results in memory, and in a file of rows if there is one: those of a quick question."""

    def __init__(self, study: Study, table: ResultsFile | None) -> None:
        self._table = table
        self._questions = {match: question(match) for match in study.matches}
        seeds = [study.seed_of(number) for number in range(study.stop.most)]
        self._by_match: dict[Match, dict[str, GameResult]] = {}
        for match, asked in self._questions.items():
            in_file = table.results(asked) if table is not None else {}
            self._by_match[match] = {seed: in_file[seed] for seed in seeds if seed in in_file}

    @property
    def done(self) -> dict[Match, list[GameResult]]:
        """All results by match."""
        return {match: list(results.values()) for match, results in self._by_match.items()}

    def of(self, match: Match) -> Mapping[str, GameResult]:
        """The results of a match by seed."""
        return self._by_match[match]

    def add(self, match: Match, result: GameResult, record: Mapping[str, Any]) -> None:
        """Keep a game; of its record nothing."""
        if self._table is not None:
            self._table.add(self._questions[match], result)
        self._by_match[match][result.seed] = result


def rows_of(folder: Path) -> Iterator[ResultRow]:
    """The rows of a folder of results, or of a file such as ``hexwar balance --out`` writes."""
    yield from read_whole(folder / GAMES if folder.is_dir() else folder)


# -- the rows as a table ---------------------------------------------------------------------------

TABLE = "games.parquet"
BY_SIDE = "losses", "choices"
"""Keys of a row that have a number for each side."""
_ROWS_AT_ONCE = 5_000  # a study may be larger than the memory


class TableError(ValueError):
    """No table can be written; the sentence says why."""


def write_parquet(folder: Path) -> Path:
    """Write the games of a folder of results as a Parquet file beside them; its path.

    A column for each key of a row; what is by side is a map, the record a text of JSON.
    :class:`TableError` without pyarrow.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise TableError("a table needs pyarrow: pip install 'hexwar[lab]'") from None
    text, number = pyarrow.string(), pyarrow.int32()
    kinds = {
        **dict.fromkeys(("hexwar", "code", "game", "digest", "scenario", "edition"), text),
        **dict.fromkeys(("seed", "winner", "level", "record"), text),
        **dict.fromkeys(("turns", "decisions"), number),
        "options": pyarrow.list_(text),
        "players": pyarrow.map_(text, text),
        **dict.fromkeys(BY_SIDE, pyarrow.map_(text, number)),
    }
    schema = pyarrow.schema(list(kinds.items()))
    path = folder / TABLE
    rows = rows_of(folder)
    with in_place_of(path) as new_file, pyarrow.parquet.ParquetWriter(new_file, schema) as writer:
        while chunk := [_as_columns(row) for row in islice(rows, _ROWS_AT_ONCE)]:
            writer.write_table(pyarrow.Table.from_pylist(chunk, schema))
    return path


def _as_columns(row: ResultRow) -> dict[str, Any]:
    """A row as the columns take it."""
    data = dict(row.data)
    data["record"] = json.dumps(data.get("record", {}), ensure_ascii=False)
    return data | {key: list(data[key].items()) for key in ("players", *BY_SIDE)}
