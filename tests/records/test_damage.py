"""Files that were torn, cut, altered, or never were saves: one sentence, and no game lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.records import RecordError, Session, list_saves, new_save_path, read_record
from hexwar.records.lines import LONGEST_LINE, MOST_BYTES, TORN
from tests.examples import examples
from tests.records.games import GAME, LOADED, as_format_1, change_line, play, saved


def refused(path: Path) -> RecordError:
    """The error of a save that must not load: one sentence, of one line."""
    with pytest.raises(RecordError) as caught:
        Session.load(path)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 400
    return caught.value


@pytest.mark.matrix(one_in=16)
@pytest.mark.parametrize("part", range(16))
def test_a_last_line_torn_anywhere_is_survived(tmp_path: Path, part: int) -> None:
    """At every byte of it the game goes on from the action before, with a word about it."""
    path, torn = tmp_path / "game.jsonl", tmp_path / "torn.jsonl"
    session = saved(path, actions=6)
    whole = path.read_bytes()
    start = whole.rstrip(b"\n").rfind(b"\n") + 1
    before = Session.new(GAME, seed=3)
    for entry in session.entries[:-1]:
        before.apply(entry.action)
    for length in {start, *range(start + part, len(whole), 16), len(whole) - 1}:
        torn.write_bytes(whole[:length])
        copy(path.with_suffix(".key"), torn.with_suffix(".key"))
        loaded = Session.load(torn, LOADED)
        if length == len(whole) - 1:  # only the line's end is missing: the action is there
            assert loaded.state.to_dict() == session.state.to_dict() and loaded.notices == []
        else:
            assert loaded.state.to_dict() == before.state.to_dict()
            assert loaded.notices == ([TORN] if length > start else [])
        loaded.apply("resign")
        again = Session.load(torn, LOADED)
        assert again.state.is_over and again.notices == []
        assert again.entries == loaded.entries


@examples(0.6)
@given(st.integers(0, 10**6), st.data())
def test_a_power_cut_loses_at_most_the_line_being_written(
    tmp_path_factory: pytest.TempPathFactory, seed: int, data: st.DataObject
) -> None:
    """A file cut anywhere behind its header resumes at its last whole line."""
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    session = saved(path, actions=20, seed=seed)
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    length = data.draw(st.integers(header, len(whole)))
    path.write_bytes(whole[:length])
    loaded = Session.load(path, LOADED)
    survived = whole[:length].count(b"\n") - 1
    assert len(loaded.entries) - survived in (0, 1)  # 1: all but the line's end was written
    assert loaded.entries == session.entries[: len(loaded.entries)]


def test_a_line_filled_with_zeros_is_torn_too(tmp_path: Path) -> None:
    """Some file systems leave zeros where the last write should be."""
    path = tmp_path / "game.jsonl"
    session = saved(path, actions=4)
    with path.open("ab") as file:
        file.write(b"\0" * 300)
    loaded = Session.load(path)
    assert loaded.entries == session.entries and loaded.notices == [TORN]


def test_a_file_that_breaks_off_in_its_header_is_no_save(tmp_path: Path) -> None:
    """Nothing was played yet, and the sentence says where it broke off."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=0)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        assert "game.jsonl is not a hexwar save" in str(refused(path))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"do"', b'"Do"'),
        (b'"side"', b'"seid"'),
        (b"{", b""),
        (b"}", b"]"),
        (b"events", b"event"),
        (b'"text"', b'"test"'),
        (b'{"do"', b'{"do":7,"xx"'),
        (b"\xe2", b"\xff"),
        (b'{"do"', b"[" * 100_000 + b'{"do"'),
    ],
)
def test_a_damaged_middle_line_is_refused_by_its_number(
    tmp_path: Path, old: bytes, new: bytes
) -> None:
    """What comes after it would be another game."""
    path = tmp_path / "game.jsonl"
    saved(path)
    lines = path.read_bytes().splitlines(keepends=True)
    if old == b"\xe2":
        lines[4] = lines[4][:20] + new + lines[4][20:]
    else:
        lines[4] = lines[4].replace(old, new)
    path.write_bytes(b"".join(lines))
    error = refused(path)
    assert error.line == 5 and "line 5" in str(error)


def test_a_player_of_no_side_is_refused(tmp_path: Path) -> None:
    """A header that names a side which the game does not have."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 1, lambda line: line.update(players={" soviet": "human"}))
    error = refused(path)
    assert error.line == 1 and "there is no side ' soviet'" in str(error)


def test_a_damaged_save_is_opened_up_to_the_damage(tmp_path: Path) -> None:
    """The file stays as it is; the game goes on in another beside it."""
    path = tmp_path / "game.jsonl"
    session = saved(path, actions=8)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[5] = b"#" + lines[5]
    damaged = b"".join(lines)
    path.write_bytes(damaged)
    line = refused(path).line
    assert line == 6
    part = Session.load(path, until=line - 1)
    assert part.entries == session.entries[:4]
    assert part.path is not None and part.path.name == "game-2.jsonl"
    assert "up to line 5" in part.notices[0] and "game-2.jsonl" in part.notices[0]
    part.apply("resign")
    assert path.read_bytes() == damaged
    again = Session.load(part.path)
    assert again.state.is_over and again.entries == part.entries


def test_a_part_of_a_sound_save_is_a_save_of_its_own(tmp_path: Path) -> None:
    """As many lines as there are, or more, is the save itself."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=4)
    assert Session.load(path, until=5).path == path
    assert len(Session.load(path, until=1).entries) == 0
    assert read_record(path, 3).cut and not read_record(path, 99).cut


def test_the_part_that_cannot_be_written_is_played_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a word about it."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=4)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("hexwar.records.journal.Journal.move_to", refuse)
    part = Session.load(path, until=3)
    assert "without a save" in part.notices[0]
    part.apply(next(iter(part.state.legal_actions())))
    assert not part.is_saved


def test_a_game_that_was_never_played_leaves_no_save() -> None:
    """Only where it was saved by itself, and nobody asked for it."""
    mine = Session.new(GAME, path=new_save_path(GAME, "standard"))
    assert mine.path is not None and mine.path.exists()
    assert mine.put_away() and not mine.path.exists()
    assert not mine.put_away()
    asked = Session.new(GAME)
    asked.save_as(new_save_path(GAME, "standard"))
    played = Session.new(GAME, path=new_save_path(GAME, "standard"))
    played.apply(next(iter(played.state.legal_actions())))
    assert not asked.put_away() and not played.put_away()


def test_an_action_that_the_rules_forbid_is_refused_by_its_number(tmp_path: Path) -> None:
    """Whoever edits a save cannot move where the rules forbid it."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 3, lambda line: line.update(do="move A 0101"))
    error = refused(path)
    assert (error.line, error.action) == (3, 2)
    assert "line 3" in str(error) and "refused" in str(error)


def test_altered_events_are_refused_with_what_differs(tmp_path: Path) -> None:
    """A move that somebody improved is noticed."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 4, lambda line: line["events"][0].update(unit="moon"))
    error = refused(path)
    assert error.line == 4 and "moon" in str(error)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (lambda event: event.update(odd=None), "recorded was odd None, replayed is no odd"),
        (lambda event: event.pop("unit"), "recorded was no unit, replayed is unit "),
    ],
)
def test_an_entry_that_only_one_of_them_has_is_a_difference(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], refusal: str
) -> None:
    """Nothing is not the same as null."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 4, lambda line: change(line["events"][0]))
    assert refusal in str(refused(path))


def test_a_sentence_that_reads_otherwise_today_costs_nobody_a_game(tmp_path: Path) -> None:
    """What is replayed tells its own sentences; only what happened must be the same."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 4, lambda line: line["events"][0].update(text="B goes to 0703."))
    told = [str(event) for entry in Session.load(path).entries for event in entry.events]
    assert told and "B goes to 0703." not in told


def test_an_altered_entry_is_named_though_the_text_is_untouched(tmp_path: Path) -> None:
    """The refusal says which entry differs, and never that a thing differs from itself."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 4, lambda line: line["events"][0].update(unit="Z"))
    assert "recorded was unit 'Z', replayed is unit 'A'" in str(refused(path))


@pytest.mark.parametrize("key", ["rule", "text"])
def test_an_entry_that_is_only_read_need_not_be_told_alike(tmp_path: Path, key: str) -> None:
    """A sentence that reads better today, or cites another rule, costs nobody a game."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 4, lambda line: line["events"][0].update({key: "9.9"}))
    assert Session.load(path).is_saved


def test_a_line_of_the_other_side_is_refused(tmp_path: Path) -> None:
    """The side belongs to the line."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 2, lambda line: line.update(side="us"))
    assert "it is the choice of soviet, not of us" in str(refused(path))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"undo":"move A 0801"}\n', "it cannot be undone"),
        (b'{"redo":"move A 0801"}\n', "there is nothing to do again"),
    ],
)
def test_an_undo_or_redo_of_nothing_is_refused(tmp_path: Path, line: bytes, reason: str) -> None:
    """Lines must follow from one another."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=0)
    path.write_bytes(path.read_bytes() + line)
    error = refused(path)
    assert error.line == 2 and reason in str(error)


def test_another_dice_key_than_the_seeds_is_refused(tmp_path: Path) -> None:
    """The key of format 1 is there to be looked at, not to be chosen."""
    path = tmp_path / "game.jsonl"
    saved(path)
    as_format_1(path, seed=3)
    assert Session.load(path).entries
    change_line(path, 1, lambda header: header.update(dice="00" * 16))
    assert "dice key" in str(refused(path))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"\0" * 5000,
        bytes(range(256)) * 40,
        b"hexwar: 2\nid: game\n",
        b"[1, 2, 3]\n",
        b"null\n",
        b'{"hexwar_save": 1}\n',
        b'{"hexwar_save": 1, "game": []}\n',
        b'{"some": "json"}\n',
        b"{" * 200_000,
        b"\xff\xfe{\x00}\x00",
        b"PK\x03\x04 an archive",
    ],
)
def test_what_is_no_save_is_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    """Whatever the file holds."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    refused(path)
    assert list_saves(tmp_path) == []


def test_a_save_of_a_later_format_says_so(tmp_path: Path) -> None:
    """And which format this version reads."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 1, lambda header: header.update(hexwar_save=4))
    assert "has format 4, and this version of hexwar reads the formats 1 to 3" in str(refused(path))


def test_huge_files_are_refused_before_they_fill_the_memory(tmp_path: Path) -> None:
    """Sparse, so the test costs no disk."""
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        file.truncate(MOST_BYTES * 1000)
    assert "too large" in str(refused(path))


def test_a_line_that_is_too_long_is_refused(tmp_path: Path) -> None:
    """By its number."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=2)
    change_line(path, 2, lambda line: line.update(note="x" * LONGEST_LINE))
    assert refused(path).line == 2


def test_a_link_to_a_save_is_that_save(tmp_path: Path) -> None:
    """Players keep their saves where they like."""
    path = tmp_path / "elsewhere" / "game.jsonl"
    session = saved(path)
    (tmp_path / "link.jsonl").symlink_to(path)
    loaded = Session.load(tmp_path / "link.jsonl")
    assert loaded.state.to_dict() == session.state.to_dict()
    play(loaded, Random(1), 3)
    assert Session.load(path).entries == loaded.entries


def test_what_is_not_even_a_file_is_refused(tmp_path: Path) -> None:
    """Links to nowhere, folders, pipes that nobody writes to."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    os.mkfifo(tmp_path / "pipe.jsonl")
    for name in "loop", "nowhere", "missing", ".", "pipe.jsonl":
        refused(tmp_path / name)
    assert list_saves(tmp_path) == []


@examples(2)
@given(st.integers(0, 10**6), st.binary(max_size=30), st.integers(0, 12))
def test_random_damage_never_ends_in_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, at: int, instead: bytes, cut: int
) -> None:
    """A save with bytes replaced anywhere loads or is refused with a RecordError."""
    path = tmp_path_factory.getbasetemp() / "damaged.jsonl"
    for left in path.parent.glob("damaged.*"):
        left.unlink()
    saved(path, actions=5)
    whole = path.read_bytes()
    at %= len(whole)
    path.write_bytes(whole[:at] + instead + whole[at + cut :])
    try:
        record = read_record(path)
        Session.of_record(record)
    except RecordError as error:
        assert "\n" not in str(error)
