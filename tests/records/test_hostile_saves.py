"""A hostile save costs at most its own line in the list, whatever it holds."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.records import RecordError, Session, list_saves, read_record, summary
from hexwar.records.saves import saved_at
from tests.examples import examples
from tests.records.games import change_line, saved

ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    7,
    10**40,
    0.5,
    float("inf"),
    float("-inf"),
    float("nan"),
    "",
    "\0",
    "\x1b[2J\n",
    "\ud800",
    "\u202e\u0301",
    "x" * 20_000,
    [],
    [[]],
    {},
    {"\udfff": "\0"},
    [{}] * 2000,
    {f"side {number}": "human" for number in range(1500)},
)
"""What may stand anywhere in a file of somebody else's."""


def deep(levels: int) -> list[Any]:
    """Lists in lists."""
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return value


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything that lies in a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, found in inner:
        yield (*path, key)
        if isinstance(found, dict | list):
            yield from places(found, (*path, key))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The lines of a finished game."""
    path = tmp_path_factory.mktemp("sound") / "game.jsonl"
    saved(path, actions=9).apply("resign")
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def mutated(lines: list[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    """The same lines with up to three entries replaced by something odd."""
    ways = [*places(lines)]
    likely = [way for way in ways if way[-1] in ("turn", "winner", "phase", "kind", "title")]
    copy: list[dict[str, Any]] = deepcopy(lines)
    for _ in range(random.randint(1, 3)):
        *way, last = random.choice(random.choice([likely, ways]))
        holder: Any = copy
        with suppress(TypeError, KeyError, IndexError):  # an earlier change took this place away
            for key in way:
                holder = holder[key]
            holder[last] = random.choice([*ODD, deep(15), deep(400)])
    return copy


@examples(0.8)
@given(seed=st.integers(0, 10**6))
def test_a_mutated_save_is_told_in_short_words_or_refused_in_a_short_sentence(
    lines: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    """Every text of it can be shown, and every number counted with."""
    path = tmp_path_factory.getbasetemp() / "mutated.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in mutated(lines, Random(seed))))
    try:
        told = summary(read_record(path))
    except RecordError as refused:
        assert str(refused).isprintable() and len(str(refused)) < 700
        return
    texts = [told.game, told.title, told.scenario, told.phase, told.winner or ""]
    texts += [*told.options, *told.players, *told.players.values()]
    assert all(text.isprintable() and len(text) < 100 for text in texts)
    assert type(told.turn) is int and 0 < told.turn < 10**7
    assert len(texts) < 100


@pytest.mark.parametrize("turn", ["Infinity", "-Infinity", "NaN", "1e999", "true", "0", "[1]"])
def test_a_turn_that_is_no_number_of_a_turn(tmp_path: Path, turn: str) -> None:
    """In the last event that names one."""
    saved(tmp_path / "good.jsonl", actions=3)
    saved(tmp_path / "odd.jsonl", actions=3)
    change_line(tmp_path / "odd.jsonl", 1, lambda header: header["events"][0].update(turn="TURN"))
    odd = tmp_path / "odd.jsonl"
    odd.write_text(odd.read_text().replace('"TURN"', turn))
    assert [save.path.name for save in list_saves(tmp_path)] == ["good.jsonl"]


def test_file_times_beyond_the_calendar(tmp_path: Path) -> None:
    """The year 9999 is not the last that a file can have."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=1)
    for seconds, year in ((10**13, 2999), (-(10**13), 1970)):
        try:
            os.utime(path, (seconds, seconds))
        except OverflowError:
            pytest.skip("this system has no such times")
        assert saved_at(path).year == year or path.stat().st_mtime != seconds
    assert isinstance(list_saves(tmp_path)[0].saved, datetime)


def test_what_is_called_a_save_and_is_none(tmp_path: Path) -> None:
    """A folder, a pipe that nobody writes to, links to themselves or nowhere, a strange name."""
    saved(tmp_path / "good.jsonl", actions=1)
    (tmp_path / "folder.jsonl").mkdir()
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "loop.jsonl").symlink_to("loop.jsonl")
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    (tmp_path / os.fsdecode(b"\xff\n.jsonl")).write_text("{}")
    assert [save.path.name for save in list_saves(tmp_path)] == ["good.jsonl"]


def test_a_folder_that_cannot_be_read_has_no_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor has a file in its place."""
    (tmp_path / "file").write_text("")
    assert list_saves(tmp_path / "file") == []

    def refuse(_: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert list_saves(tmp_path) == []


def test_a_save_that_cannot_be_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It belongs to somebody else, perhaps."""
    saved(tmp_path / "good.jsonl", actions=1)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(RecordError, match="Permission denied"):
        read_record(tmp_path / "good.jsonl")
    assert list_saves(tmp_path) == []


@pytest.mark.parametrize("line", [1, 3])
@pytest.mark.parametrize("key", ["hexwar_save", "title", "id", "version", "scenario", "do", "side"])
def test_long_strings_are_not_repeated_whole(tmp_path: Path, line: int, key: str) -> None:
    """Nor what could move the cursor of a terminal."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=4)
    long = "\x1b[2J" + "x" * 100_000

    def change(entries: dict[str, Any]) -> None:
        for holder in (entries, entries.get("game", {})):
            if key in holder:
                holder[key] = long
                if key == "title":
                    holder["id"] = long[5:]

    change_line(path, line, change)
    try:
        Session.load(path)
    except RecordError as refused:
        assert str(refused).isprintable() and len(str(refused)) < 700


def test_a_save_is_what_it_was(tmp_path: Path) -> None:
    """A sound save is told in full."""
    path = tmp_path / "game.jsonl"
    session = saved(path, actions=4)
    told = summary(read_record(path))
    assert (told.title, told.players) == ("Strike Force One", session.players)
