"""The list of saves: what can be resumed, and what a player reads about it."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hexwar.definition.locations import HOME_VARIABLE
from hexwar.records import (
    Session,
    list_saves,
    new_save_path,
    read_record,
    saves_folder,
    summary,
    unfinished,
)
from tests.records.games import GAME, change_line, saved

MOMENT = datetime(2026, 3, 1, 14, 5, 9, tzinfo=UTC)


def test_a_save_is_named_for_its_game_and_when_it_began() -> None:
    """And for nothing that is taken already."""
    path = new_save_path("my_game", "standard", MOMENT)
    assert path == saves_folder() / "my_game-standard-2026-03-01-140509.jsonl"
    for number in range(2, 4):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        path = new_save_path("my_game", "standard", MOMENT)
        assert path.name == f"my_game-standard-2026-03-01-140509-{number}.jsonl"


def test_saves_are_in_the_folder_that_the_player_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """HEXWAR_HOME moves them."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    assert saves_folder() == tmp_path / "home" / "saves"
    monkeypatch.delenv(HOME_VARIABLE)
    assert saves_folder().name == "saves" and tmp_path / "home" not in saves_folder().parents


def test_the_list_shows_where_each_game_stands(tmp_path: Path) -> None:
    """The latest first; what is no save is left out."""
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    session = saved(first, actions=9)
    saved(second, actions=1).apply("resign")
    (tmp_path / "c.jsonl").write_text("a shopping list")
    os.utime(first, (1_000_000, 1_000_000))
    newer, older = list_saves(tmp_path)
    assert (newer.path, newer.is_over, newer.winner) == (second, True, "us")
    assert (older.path, older.is_over, older.winner) == (first, False, None)
    assert (older.turn, older.phase) == (session.state.turn, session.state.phase)
    assert older.actions == 9 and older.title == "Strike Force One"
    assert [save.path for save in unfinished([newer, older])] == [first]


def test_a_game_that_nobody_played_is_not_offered(tmp_path: Path) -> None:
    """There is nothing to resume."""
    Session.new(GAME, seed=1, path=tmp_path / "a.jsonl")
    assert len(list_saves(tmp_path)) == 1 and unfinished(list_saves(tmp_path)) == []


def test_what_was_undone_does_not_count(tmp_path: Path) -> None:
    """The list tells of the position that loading will show."""
    session = Session.new(GAME, seed=1, path=tmp_path / "a.jsonl")
    session.apply("move A 0801")
    session.apply("done")
    session.undo()
    assert summary(read_record(tmp_path / "a.jsonl")).phase == "soviet_movement"
    session.redo()
    standing = summary(read_record(tmp_path / "a.jsonl"))
    assert (standing.phase, standing.actions) == (session.state.phase, 2)
    assert standing.phase != "soviet_movement"


def test_a_save_that_makes_no_sense_is_left_out(tmp_path: Path) -> None:
    """One bad file does not hide the others."""
    saved(tmp_path / "good.jsonl", actions=3)
    saved(tmp_path / "odd.jsonl", actions=3)
    change_line(tmp_path / "odd.jsonl", 1, lambda header: header["events"][0].update(turn=[1]))
    assert [save.path.name for save in list_saves(tmp_path)] == ["good.jsonl"]


def test_a_missing_folder_has_no_saves(tmp_path: Path) -> None:
    """As on the first day."""
    assert list_saves(tmp_path / "none") == [] == list_saves()
