"""Results of games in a file, a line of JSON each: a table that is made over several evenings.

A row says all that decides how its game went: which game in which version of its rules, which
code of hexwar, the players, the seed. So a row is the same wherever it was made, files of several
machines can be put one behind the other, and one file may hold the answers to many questions.

First the question (:class:`Question`) and what makes two of them equal; then a row as plain data
and back again; then the file (:class:`ResultsFile`), which is left alone if it holds anything else.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import hexwar
from hexwar.definition.documents import misfits
from hexwar.definition.printable import path_named
from hexwar.players import PLAYERS
from hexwar.players.learned import learned_of
from hexwar.players.levels import LEVELS, apart
from hexwar.players.matches import GameResult, Match, loaded
from hexwar.players.named import sources

_BEGINNING = b'{"hexwar": '
"""How every row begins: the first key of :func:`untimed` is ``hexwar``."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is played, as a row says it: equal questions and seeds give equal games.

    ``hexwar`` is the version of the program and ``code`` what :func:`code` says of it and of the
    players, ``digest`` that of the rules with the scenario, options and edition that were chosen;
    ``players`` are in the order of the sides.
    """

    hexwar: str
    code: str
    game: str
    digest: str
    scenario: str
    options: tuple[str, ...]
    edition: str
    players: tuple[tuple[str, str], ...]

    @property
    def kin(self) -> tuple[object, ...]:
        """What stays the same when hexwar or the rules of the game change."""
        return self.game, self.scenario, self.options, self.edition, self.players


@cache
def code() -> str:
    """A BLAKE2b digest of all code of hexwar that decides how a game goes: rules and players."""
    digest = blake2b(digest_size=8)
    folder = Path(hexwar.__file__).parent
    for package in ("definition", "engine", "hexmap", "players", "rules"):
        for path in sorted((folder / package).rglob("*.py"), key=Path.as_posix):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_text(encoding="utf-8").encode())  # ends of lines differ
    return digest.hexdigest()


def _code_with(players: Collection[object], learned: str) -> str:
    """A digest of all that decides how these players play: :func:`code`; what was ``learned`` of
    the game, if one of them plays by it; the files of those that are one's own, as far as they can
    be found (:func:`hexwar.players.named.sources`), without what else these import.
    """
    names = [apart(player).name if isinstance(player, str) else player for player in players]
    own = {name for name in names if name not in PLAYERS}
    applied = learned if any(map(_plays_learned, players)) else ""
    if not own and not applied:
        return code()
    digest = blake2b(f"{code()}{applied}".encode(), digest_size=8)
    for path in sorted({path for name in own for path in sources(name)}):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _plays_learned(player: object) -> bool:
    """Whether a player plays by what was learned of a game, where there is something."""
    wanted = apart(player) if isinstance(player, str) else None
    # Greedy and the levels alone read what was learned, and not with ",plain" behind their names.
    return wanted is not None and not wanted.plain and wanted.name in {*LEVELS, "greedy"}


def question(match: Match) -> Question:
    """What a match asks, with all that it leaves to the game."""
    game = loaded(match.game)
    rules = game.ruleset(match.scenario, match.options, match.edition)
    frame, players = rules.frame, dict(match.players)
    resolved = frame.resolved
    # One of one's own that is handed in as a class is called by its module and class.
    names = {
        side: player
        if isinstance(player, str)
        else f"{getattr(player, '__module__', '')}:{getattr(player, '__qualname__', player)}"
        for side, player in players.items()
    }
    return Question(
        hexwar=hexwar.__version__,
        code=_code_with(players.values(), learned_of(rules.base).mark),
        game=game.catalog.header.id,
        digest=resolved.digest,
        scenario=resolved.scenario.id,
        options=tuple(resolved.options),
        edition=resolved.edition,
        players=tuple((side, names[side]) for side in frame.side_ids if side in names),
    )


def row(asked: Question, result: GameResult) -> dict[str, Any]:
    """A game as plain data; what belongs to a side is by its id, times are in seconds."""
    return untimed(asked, result) | timing(asked, result)


def untimed(asked: Question, result: GameResult) -> dict[str, Any]:
    """A game as plain data, the same of equal games wherever and however fast they were played."""
    sides = [side for side, _ in asked.players]
    return {
        "hexwar": asked.hexwar,  # the first, as _BEGINNING has it
        "code": asked.code,
        "game": asked.game,
        "digest": asked.digest,
        "scenario": asked.scenario,
        "options": list(asked.options),
        "edition": asked.edition,
        "players": dict(asked.players),
        "seed": result.seed,
        "winner": result.winner,
        "level": result.level,
        "turns": result.turns,
        "decisions": result.decisions,
        "losses": dict(zip(sides, result.losses, strict=True)),
        "choices": dict(zip(sides, result.choices, strict=True)),
    }


def timing(asked: Question, result: GameResult) -> dict[str, Any]:
    """What a game took to compute, in seconds of processor time."""
    sides = [side for side, _ in asked.players]
    return {
        "thought": dict(zip(sides, result.thought, strict=True)),
        "longest": dict(zip(sides, result.longest, strict=True)),
        "seconds": result.seconds,
    }


def read(path: Path) -> Iterator[tuple[Question, GameResult]]:
    """The rows of a file, without a last line that was cut short. OSError if it cannot be read.

    ValueError, with the line, for whatever is no row.
    """
    for row_read in read_whole(path):
        yield row_read.asked, row_read.result


class ResultRow(NamedTuple):
    """A row of a file: what it answers, the result, all that it says, and its text with the end of
    the line.
    """

    asked: Question
    result: GameResult
    data: Mapping[str, Any]
    text: bytes


def read_whole(path: Path) -> Iterator[ResultRow]:
    """The rows of a file as :func:`read` has them, each with all that it holds."""
    with path.open("rb") as file:
        for number, text in enumerate(file, start=1):
            refusal = f"line {number} of {path_named(path)} is no result of a game"
            # The last line was cut while it was written, if it begins as a row does.
            if not text.endswith(b"\n"):
                if not _BEGINNING.startswith(text[: len(_BEGINNING)]):
                    raise ValueError(refusal)
                return
            try:
                data = json.loads(text)
            except (ValueError, RecursionError):
                raise ValueError(refusal) from None
            try:
                parsed = ResultRow(*_parsed(data), data, text)
            except (ValueError, KeyError, TypeError, AttributeError):
                why = [f": {misfit.sentence}" for misfit in misfits("result", data, 1)]
                raise ValueError("".join([refusal, *why])) from None
            yield parsed


def _parsed(data: Mapping[str, Any]) -> tuple[Question, GameResult]:
    """The question of a row and its answer; :func:`read_whole` names the errors of what is none."""
    players = tuple((str(side), str(name)) for side, name in data["players"].items())
    keys = ("hexwar", "code", "game", "digest", "scenario", "edition", "seed", "level")
    texts = {key: str(data[key]) for key in keys}
    asked = Question(
        hexwar=texts["hexwar"],
        code=texts["code"],
        game=texts["game"],
        digest=texts["digest"],
        scenario=texts["scenario"],
        options=tuple(map(str, data["options"])),
        edition=texts["edition"],
        players=players,
    )
    sides = [side for side, _ in players]
    if data["winner"] not in (None, *sides):
        raise ValueError(f"{data['winner']} does not play")
    result = GameResult(
        seed=texts["seed"],
        winner=data["winner"],
        turns=int(data["turns"]),
        decisions=int(data["decisions"]),
        losses=tuple(int(data["losses"][side]) for side in sides),
        level=texts["level"],
        choices=tuple(int(data["choices"][side]) for side in sides),
        seconds=float(data.get("seconds", 0)),
        thought=_times(data, "thought", sides),
        longest=_times(data, "longest", sides),
    )
    return asked, result


def _times(data: Mapping[str, Any], key: str, sides: Sequence[str]) -> tuple[float, ...]:
    """Seconds by side; none of a row that does not say what it took."""
    return tuple(float(data[key][side]) for side in sides) if key in data else ()


class ResultsFile:
    """A file of rows that goes on where it was cut.

    What it holds is read, a last line that was cut short is dropped, and rows are added behind.
    ``torn`` says whether there was such a line.

    OSError if the file cannot be read or written, ValueError if it holds what is no row: such a
    file is left as it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._rows: dict[Question, dict[str, GameResult]] = {}
        can_be_read = path.is_file()  # not a pipe: rows are only written to one
        cut = 0  # bytes behind the last whole line
        if can_be_read:
            with path.open("rb") as file:
                last_line = deque(file, maxlen=1)
            cut = sum(len(text) for text in last_line if not text.endswith(b"\n"))
        self.torn = cut > 0
        if can_be_read:
            for asked, result in read(path):
                # Equal seeds give equal games, so the first row of a seed counts.
                self._rows.setdefault(asked, {}).setdefault(result.seed, result)
        self._file = path.open("ab")
        if self.torn:
            # Only now that everything could be read: else the file is left as it is.
            self._file.truncate(path.stat().st_size - cut)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def results(self, asked: Question) -> dict[str, GameResult]:
        """Results that answer a question, by seed."""
        return dict(self._rows.get(asked, {}))

    def outdated(self, asked: Question) -> int:
        """Rows of the same match under other rules of the game, or by other code of hexwar."""
        return sum(
            len(results)
            for other, results in self._rows.items()
            if other != asked and other.kin == asked.kin
        )

    def add(self, asked: Question, result: GameResult) -> None:
        """Write a row, whole and at once."""
        self.write(asked, result, row(asked, result))

    def write(self, asked: Question, result: GameResult, data: Mapping[str, Any]) -> None:
        """Write a row that says more of a game, or less, whole and at once."""
        self._file.write(line(data))
        self._file.flush()
        self._rows.setdefault(asked, {})[result.seed] = result


def line(data: Mapping[str, Any]) -> bytes:
    """A row as it stands in a file."""
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"
