"""A save is bound to its dice and does not say which they will be, until the game is over."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import copy, rmtree
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.cli import main
from hexwar.definition.documents import misfits
from hexwar.records import RecordError, Replay, Session, journal, saves_folder
from hexwar.records.journal import MOST_BYTES, keep_beside, key_beside, key_paths
from hexwar.records.lines import DiceKey
from hexwar.records.saves import delete_save
from hexwar.viewer.page.page import replay_page
from tests.examples import examples
from tests.records.games import GAME, LOADED, as_format_1, change_line, play, saved

FOREIGN = DiceKey.drawn(11)
SETTING = ("advanced", ("second_echelon",))


def files_in(folder: Path) -> set[str]:
    """The names of the files directly in a folder."""
    return {path.name for path in folder.iterdir() if path.is_file()}


def running(path: Path, actions: int = 12, seed: int | str | None = 3) -> Session:
    """A game that goes on, in which dice were thrown."""
    session = Session.new(LOADED, *SETTING, seed=seed, path=path)
    play(session, Random(47), actions)
    assert not session.state.is_over
    return session


def finished(path: Path) -> Session:
    """A game that was given up, after some dice."""
    session = running(path, 22)
    session.apply("resign")
    assert any(entry.dice for entry in session.entries)
    return session


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def refused(path: Path) -> str:
    with pytest.raises(RecordError) as caught:
        Session.load(path)
    return str(caught.value)


def held(path: Path) -> DiceKey:
    """The key that lies beside a save."""
    return DiceKey.from_dict(json.loads(path.read_text("utf-8")))


# -- nobody can reckon a die to come ------------------------------------------------------------


@pytest.mark.parametrize("seed", [None, "a rainy sunday", 40_271])
def test_nothing_that_is_written_or_shown_of_a_running_game_tells_its_dice(
    tmp_path: Path, seed: int | str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    session = running(path, 12, seed)
    key = held(path.with_suffix(".key"))
    page = replay_page(Replay(session), ("us",), lambda _: None, [])
    for more in ([], ["--by", "turn"], ["--to", "3"]):
        assert main(["replay", str(path), *more]) == 0
    shown = [session.state.view(side).to_dict() for side in ("us", "soviet")]
    assert not any({"dice", "rolled"} & set(view) for view in shown)
    everything = b"".join(
        [
            path.read_bytes(),
            page.encode(),
            capsys.readouterr().out.encode(),
            json.dumps(shown).encode(),
            json.dumps(session.state.seen_by("us").to_dict()).encode(),
            repr(session).encode() + repr(key).encode(),
        ]
    )
    thrown = key.dice().to_dict()["key"]
    for secret in (key.bits.hex(), thrown):
        assert secret.encode() not in everything and bytes.fromhex(secret) not in everything
    if seed is not None:
        assert str(seed).encode() not in everything
    assert key.commitment.encode() in path.read_bytes()


def test_a_seed_that_is_soon_guessed_is_not_guessed_from_the_commitment(tmp_path: Path) -> None:
    """Each game of a seed has another, though they throw the same dice and go the same way."""
    sessions = [finished(tmp_path / f"{number}.jsonl") for number in range(2)]
    once, twice = (lines_of(tmp_path / f"{number}.jsonl") for number in range(2))
    assert once[0].pop("commitment") != twice[0].pop("commitment")
    assert once.pop()["key"] != twice.pop()["key"]
    assert once == twice
    assert sessions[0].entries == sessions[1].entries


def test_a_seed_throws_the_dice_that_it_always_threw() -> None:
    """Those of ``start``; without one each game has others."""
    session, state = Session.new(LOADED, seed=3), LOADED.start(seed=3)
    assert session.state.dice.to_dict() == state.dice.to_dict()
    keys = {json.dumps(Session.new(LOADED).state.dice.to_dict()) for _ in range(5)}
    assert len(keys) == 5


def test_whoever_has_a_save_can_check_its_commitment_without_hexwar(tmp_path: Path) -> None:
    finished(tmp_path / "game.jsonl")
    header, *_, last = lines_of(tmp_path / "game.jsonl")
    data = b"hexwar dice commitment\n" + bytes.fromhex(last["key"]) + b"seed" + b"3"
    assert last["seed"] == 3 and sha256(data).hexdigest() == header["commitment"]


# -- where the key lies -------------------------------------------------------------------------


def test_the_key_lies_beside_the_save_for_its_owner_alone(tmp_path: Path) -> None:
    running(tmp_path / "game.jsonl")
    key = tmp_path / "game.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert misfits("key", json.loads(key.read_text("utf-8"))) == []
    assert files_in(tmp_path) == {
        "game.jsonl",
        "game.key",
    }


def test_the_key_is_there_before_the_save_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut between the two leaves no game whose dice are lost."""
    path, order = tmp_path / "game.jsonl", list[bool]()

    def keep(save: Path, key: DiceKey) -> Path | None:
        order.append(save.exists())
        return keep_beside(save, key)

    monkeypatch.setattr("hexwar.records.journal.keep_beside", keep)
    Session.new(LOADED, path=path)
    assert order == [False] and path.exists()


@pytest.mark.parametrize(
    "content", [b"somebody's", json.dumps(FOREIGN.to_dict()).encode()], ids=["other", "key"]
)
def test_what_lies_in_the_keys_place_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """When the game begins, when it is over, and when it is deleted."""
    path, other = tmp_path / "game.jsonl", tmp_path / "game.key"
    other.write_bytes(content)
    session = running(path)
    assert (tmp_path / "game.2.key").exists()
    loaded = Session.load(path)
    assert loaded.notices == [] and loaded.state.to_dict() == session.state.to_dict()
    loaded.apply("resign")
    assert files_in(tmp_path) == {
        "game.jsonl",
        "game.key",
    }
    delete_save(path)
    assert other.read_bytes() == content


def test_the_key_goes_wherever_the_game_goes_on(tmp_path: Path) -> None:
    """Into another file, one beside a part of the save, and one beside another program's."""
    path = tmp_path / "game.jsonl"
    session = running(path)
    session.save_as(tmp_path / "away" / "copy.jsonl")
    first = held(path.with_suffix(".key"))
    assert held(tmp_path / "away" / "copy.key") == first
    part = Session.load(path, until=6)
    assert part.path == tmp_path / "game-2.jsonl" and part.state.dice.key == first.dice().key
    assert held(tmp_path / "game-2.key") == first
    here, there = Session.load(path), Session.load(path)
    for each in here, there:
        each.apply(each.state.sample_action(Random(1)))
    assert there.path == tmp_path / "game-3.jsonl"
    assert held(tmp_path / "game-3.key") == first
    for each in session, part, here, there:
        assert each.path is not None and Session.load(each.path).notices == []


def test_a_game_in_memory_has_its_key_with_it_when_it_is_saved(tmp_path: Path) -> None:
    session = play(Session.new(LOADED, *SETTING), Random(3), 12)
    session.save_as(tmp_path / "game.jsonl")
    loaded = Session.load(tmp_path / "game.jsonl")
    assert loaded.notices == [] and loaded.state.to_dict() == session.state.to_dict()


def test_a_folder_that_goes_comes_back_with_the_key(tmp_path: Path) -> None:
    path = tmp_path / "saves" / "game.jsonl"
    session = running(path)
    rmtree(path.parent)
    session.apply(session.state.sample_action(Random(1)))
    assert Session.load(path).notices == [] and path.with_suffix(".key").exists()


def test_a_link_to_a_save_finds_the_key_beside_the_save(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "game.jsonl"
    running(path)
    (tmp_path / "link.jsonl").symlink_to(path)
    assert Session.load(tmp_path / "link.jsonl").notices == []


def test_a_save_that_is_deleted_or_put_away_takes_its_key_along(tmp_path: Path) -> None:
    """A damaged one too; that of a link's save stays with it."""
    path = tmp_path / "game.jsonl"
    running(path)
    change_line(path, 3, lambda line: line.pop("side", None))
    (tmp_path / "link.jsonl").symlink_to(path)
    delete_save(tmp_path / "link.jsonl")
    assert path.with_suffix(".key").exists()
    delete_save(path)
    assert files_in(tmp_path) == set()
    Session.new(LOADED, path=saves_folder() / "game.jsonl").put_away()
    assert list(saves_folder().iterdir()) == []


def test_a_copy_of_a_save_keeps_its_key_when_the_save_is_deleted(tmp_path: Path) -> None:
    """Its key lies where the next of the save's own would."""
    running(tmp_path / "game.jsonl")
    for ending in ("jsonl", "key"):
        copy(tmp_path / f"game.{ending}", tmp_path / f"game.2.{ending}")
    delete_save(tmp_path / "game.jsonl")
    assert files_in(tmp_path) == {"game.2.jsonl", "game.2.key"}
    assert Session.load(tmp_path / "game.2.jsonl").notices == []


def test_a_folder_full_of_other_keys_is_said_to_be_full_of_them(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    for other in key_paths(path):
        other.write_bytes(b"")
    with pytest.raises(RecordError, match="there are 99 other keys already"):
        Session.new(LOADED, path=path)
    assert not path.exists()


def test_a_game_that_cannot_begin_leaves_no_key_behind(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_bytes(b"a letter")
    with pytest.raises(RecordError, match="never overwritten"):
        Session.new(LOADED, path=tmp_path / "game.jsonl")
    assert files_in(tmp_path) == {"game.jsonl"}


def test_a_key_that_cannot_be_written_stops_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on in memory with one notice, and is saved when that is possible; never without."""
    path = tmp_path / "game.jsonl"
    running(path)
    path.with_suffix(".key").unlink()
    before = path.read_bytes()
    session, open_file = Session.load(path), os.open
    session.notices.clear()

    def refuse(name: Path, *more: int) -> int:
        if str(name).endswith(".key"):
            raise PermissionError(13, "Permission denied")
        return open_file(name, *more)

    with monkeypatch.context() as shut:
        shut.setattr(os, "open", refuse)
        play(session, Random(1), 3)
        assert path.read_bytes() == before and not session.is_saved
        assert len(session.notices) == 1 and "cannot be saved" in session.notices[0]
    play(session, Random(2), 1)
    assert session.is_saved and Session.load(path).entries == session.entries
    assert key_paths(path)[0].exists()


# -- the end of the game ------------------------------------------------------------------------


def test_the_key_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    """The last line, and no file is left; every die is checked by it."""
    path = tmp_path / "game.jsonl"
    session = finished(path)
    assert set(lines_of(path)[-1]) == {"key", "seed"}
    assert files_in(tmp_path) == {"game.jsonl"}
    loaded = Session.load(path)
    assert loaded.entries == session.entries and loaded.unchecked == 0 and loaded.notices == []
    assert loaded.state.to_dict() == session.state.to_dict()
    session.save_as(tmp_path / "copy.jsonl")
    assert files_in(tmp_path) == {"game.jsonl", "copy.jsonl"}


def first_throw(path: Path) -> int:
    """The number of the first line that threw dice."""
    return 1 + next(n for n, line in enumerate(lines_of(path)) if line.get("thrown"))


def throw_instead(line: dict[str, Any], faces: list[int]) -> None:
    line["thrown"] = faces


def other_die(line: dict[str, Any]) -> None:
    line["thrown"][0] = line["thrown"][0] % 6 + 1


def other_digit(line: dict[str, Any], entry: str) -> None:
    line[entry] = ("1" if line[entry][0] == "0" else "0") + line[entry][1:]


@pytest.mark.parametrize(
    ("where", "change", "refusal"),
    [
        (first_throw, other_die, "recorded were the dice"),
        (first_throw, lambda line: line.pop("thrown"), "recorded were the dice none"),
        (first_throw, lambda line: line["thrown"].append(6), "recorded were the dice"),
        (lambda _: 1, lambda line: other_digit(line, "commitment"), "is not the one that the game"),
        (lambda _: -1, lambda line: other_digit(line, "key"), "is not the one that the game"),
        (lambda _: -1, lambda line: line.update(seed=4), "is not the one that the game"),
        (lambda _: -1, lambda line: line.update(seed="3"), ""),  # it throws the same dice
        (lambda _: -1, lambda line: line.update(seed=None), "is not the one that the game"),
        (lambda _: -1, lambda line: line.update(seed=True), "'key' is missing or makes no sense"),
        (lambda _: -1, lambda line: line.update(key="AB" * 32), "'key' is missing or makes no"),
        (lambda _: 1, lambda line: line.update(thrown=[1]), "does not begin as the save says"),
    ],
)
def test_a_finished_game_in_which_a_die_a_key_or_a_commitment_was_changed_is_refused(
    tmp_path: Path,
    where: Callable[[Path], int],
    change: Callable[[dict[str, Any]], object],
    refusal: str,
) -> None:
    path = tmp_path / "game.jsonl"
    finished(path)
    number = where(path)
    change_line(path, number if number > 0 else len(lines_of(path)), change)
    if refusal:
        assert refusal in refused(path)
    else:
        assert Session.load(path).unchecked == 0


def test_an_end_that_is_taken_back_brings_dice_that_nobody_knows(tmp_path: Path) -> None:
    """The key that the save told throws no more of them; the next one is told at the next end."""
    path = tmp_path / "game.jsonl"
    session = finished(path)
    known = DiceKey.from_dict(lines_of(path)[-1])
    session.undo()
    assert session.state.dice.key != known.dice().key
    play(session, Random(4), 12)
    assert any(entry.dice for entry in session.entries[22:]) and not session.state.is_over
    bound = [line for line in lines_of(path) if "commitment" in line][1:]
    assert [set(line) for line in bound] == [{"commitment"}]
    assert held(path.with_suffix(".key")).commitment == bound[0]["commitment"] != known.commitment
    session.apply("resign")
    loaded = Session.load(path)
    assert loaded.entries == session.entries and loaded.unchecked == 0
    keys = [line["key"] for line in lines_of(path) if "key" in line]
    assert len(keys) == len(set(keys)) == 2 and not path.with_suffix(".key").exists()


def test_an_end_that_is_done_again_is_the_same_end(tmp_path: Path) -> None:
    """No key is told twice, and nobody is bound anew for nothing."""
    path = tmp_path / "game.jsonl"
    session = finished(path)
    session.undo()
    session.redo()
    assert [next(iter(line)) for line in lines_of(path)[-3:]] == ["key", "undo", "redo"]
    assert Session.load(path).state.is_over
    session.undo()
    with pytest.raises(hexwar.IllegalAction):
        session.apply("move nobody 0101")
    assert next(iter(lines_of(path)[-1])) == "undo"


def test_dice_that_were_known_before_they_were_thrown_are_refused(tmp_path: Path) -> None:
    """Somebody told the key, and threw with it still."""
    path = tmp_path / "game.jsonl"
    session = running(path, 22)
    number = first_throw(path)
    key = held(path.with_suffix(".key"))
    lines = path.read_bytes().splitlines(keepends=True)
    lines.insert(number - 1, json.dumps(key.to_dict()).encode() + b"\n")
    path.write_bytes(b"".join(lines))
    assert session.entries and "known before they were thrown" in refused(path)


def test_the_key_stays_until_the_save_that_tells_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk at the end of the game loses neither; play that goes on has its own beside it."""
    path, key = tmp_path / "game.jsonl", tmp_path / "game.key"
    session = running(path)

    def refuse(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        session.apply("resign")
        assert key.exists() and not session.is_saved
        session.undo()
        session.apply(session.state.sample_action(Random(1)))
        assert key.exists() and not session.is_saved
    assert session.save()
    assert files_in(tmp_path) == {
        "game.jsonl",
        "game.2.key",
    }
    loaded = Session.load(path)
    assert loaded.notices == [] and loaded.entries == session.entries and loaded.unchecked == 0


def test_while_a_game_goes_on_nobody_looks_for_its_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are a hundred names that it could have, and an action is saved at once."""
    session = running(tmp_path / "game.jsonl")
    for looking in ("forget_beside", "keep_beside"):
        monkeypatch.delattr(journal, looking)
    session.apply(session.state.sample_action(Random(1)))
    assert session.is_saved and not session.state.is_over


def test_a_game_that_ended_as_the_power_was_cut_tells_its_key_when_it_is_saved(
    tmp_path: Path,
) -> None:
    path, key = tmp_path / "game.jsonl", tmp_path / "game.key"
    running(path)
    kept = key.read_bytes()
    Session.load(path).apply("resign")
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    key.write_bytes(kept)
    loaded = Session.load(path)
    assert loaded.state.is_over and loaded.save() and not key.exists()
    assert "key" in lines_of(path)[-1] and Session.load(path).unchecked == 0


# -- a key that is not there --------------------------------------------------------------------


def missing(key: Path) -> None:
    key.unlink()


def damaged(key: Path) -> None:
    key.write_bytes(key.read_bytes()[:40])


def short(key: Path) -> None:
    key.write_text('{"hexwar_key":1,"key":"00"}')


def another(key: Path) -> None:
    key.write_text(json.dumps({"hexwar_key": 1, **FOREIGN.to_dict()}))


def folder(key: Path) -> None:
    key.unlink()
    key.mkdir()


def pipe(key: Path) -> None:
    key.unlink()
    os.mkfifo(key)


def huge(key: Path) -> None:
    with key.open("wb") as file:
        file.truncate(MOST_BYTES * 1000)


@pytest.mark.parametrize(
    ("harm", "notice"),
    [
        (missing, "game.key is missing"),
        (damaged, "game.key is damaged"),
        (short, "game.key is no key of hexwar"),
        (another, "game.key belongs to another save"),
        (folder, "game.key is not a file"),
        (pipe, "game.key is not a file"),
        (huge, "game.key is too large to be a key"),
    ],
)
def test_a_game_whose_key_is_lost_goes_on_with_other_dice(
    tmp_path: Path,
    harm: Callable[[Path], None],
    notice: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What was thrown stands, whoever goes on is told, and what can be verified is."""
    path, key = tmp_path / "game.jsonl", tmp_path / "game.key"
    session = running(path, 22)
    thrown = sum(len(entry.dice) for entry in session.entries)
    harm(key)
    assert main(["replay", str(path), "--verify"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert f"verified: 22 actions {thrown} dice could not be checked" in printed
    loaded = Session.load(path)
    assert loaded.unchecked == thrown > 0 and loaded.entries == session.entries
    assert len(loaded.notices) == 1 and notice in loaded.notices[0]
    assert loaded.state.dice.key not in (session.state.dice.key, FOREIGN.dice().key)
    assert Replay(loaded).go_to(22).to_dict()["units"] == session.state.to_dict()["units"]
    before = path.read_bytes()
    play(loaded, Random(47), 5)
    assert path.read_bytes().startswith(before)
    assert set(lines_of(path)[23]) == {"commitment"}
    again = Session.load(path)
    assert again.notices == [] and again.entries == loaded.entries and again.unchecked == thrown
    assert again.state.to_dict() == loaded.state.to_dict()
    again.apply("resign")
    assert Session.load(path).unchecked == thrown


def test_dice_that_are_thrown_before_anybody_chooses_stand_in_the_first_line(
    tmp_path: Path,
) -> None:
    """A deck is shuffled with them: with the key they are checked, without it taken as they are."""
    path = tmp_path / "game.jsonl"
    session = play(Session.new("three_mills", "battle", seed=3, path=path), Random(3), 8)
    thrown = lines_of(path)[0]["thrown"]
    assert len(thrown) == session.start().rolled == 9
    assert Session.load(path).unchecked == 0
    key = path.with_suffix(".key").read_bytes()
    path.with_suffix(".key").unlink()
    loaded = Session.load(path)
    assert loaded.entries == session.entries
    assert loaded.unchecked == session.state.rolled >= 9
    for faces in (thrown[:-1], [*thrown, 1], [thrown[0] % 2 + 1, *thrown[1:]]):
        path.with_suffix(".key").write_bytes(key)
        change_line(path, 1, partial(throw_instead, faces=faces))
        assert "does not begin as the save says it did" in refused(path)


def test_taking_back_what_was_done_since_brings_no_dice_of_before_back(tmp_path: Path) -> None:
    """What is taken back leads to before the other dice; those that the save is bound to fall."""
    path = tmp_path / "game.jsonl"
    running(path)
    path.with_suffix(".key").unlink()
    loaded = Session.load(path)
    loaded.apply("done")
    assert loaded.can_undo
    loaded.undo()
    assert loaded.state.dice.key == held(path.with_suffix(".key")).dice().key


@pytest.mark.parametrize(
    ("faces", "refusal"),
    [
        ([], "its dice are not those that the rules throw"),
        ([1, 1, 1], "its dice are not those that the rules throw"),
        ([7], "its dice are not those that the rules throw"),
        ([0], "its dice are not those that the rules throw"),
        ([True], "'thrown' is missing or makes no sense"),
        ([1.0], "'thrown' is missing or makes no sense"),
        ("6", "'thrown' is missing or makes no sense"),
        (None, "'thrown' is missing or makes no sense"),
    ],
)
def test_faces_of_a_stranger_are_refused_where_no_die_shows_them(
    tmp_path: Path, faces: object, refusal: str
) -> None:
    """Without the key they are all that there is."""
    path = tmp_path / "game.jsonl"
    running(path, 22)
    path.with_suffix(".key").unlink()
    change_line(path, first_throw(path), lambda line: line.update(thrown=faces))
    assert refusal in refused(path)


@examples(0.5)
@given(
    content=st.binary(max_size=60) | st.text(max_size=30).map(lambda t: f'{{"key":"{t}"}}'.encode())
)
def test_whatever_lies_in_the_keys_place_the_save_opens(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    saved(path, actions=2)
    path.with_suffix(".key").write_bytes(content)
    assert len(Session.load(path, LOADED).entries) == 2
    assert isinstance(key_beside(path, lines_of(path)[0]["commitment"]), str)


@examples(0.5)
@given(
    seed=st.none() | st.integers(0, 10**6),
    actions=st.integers(0, 60),
    way=st.sampled_from(["key", "no key", "over", "taken back", "gone on"]),
    more=st.integers(0, 10**6),
)
def test_a_game_that_is_loaded_is_the_game_that_was_played(
    tmp_path_factory: pytest.TempPathFactory, seed: int | None, actions: int, way: str, more: int
) -> None:
    """With its key and without it, over and taken back: what stands is the same, and it goes on to
    an end that verifies.
    """
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    session = play(Session.new(LOADED, *SETTING, seed=seed, path=path), Random(more), actions)
    if way in ("over", "taken back", "gone on") and not session.state.is_over:
        session.apply("resign")
    if way in ("taken back", "gone on") and session.can_undo:
        session.undo()
    if way == "gone on":
        play(session, Random(more), 5)
    if way == "no key":
        path.with_suffix(".key").unlink(missing_ok=True)
    loaded = Session.load(path, LOADED)
    now, then = loaded.state.to_dict(), session.state.to_dict()
    same_dice = now.pop("dice") == then.pop("dice")
    assert now == then and loaded.entries == session.entries
    assert same_dice or way in ("no key", "taken back")
    assert loaded.can_undo == session.can_undo and loaded.can_redo == session.can_redo
    if way == "key":
        twin = copy(path, path.with_name("twin.jsonl"))
        if path.with_suffix(".key").exists():
            copy(path.with_suffix(".key"), path.with_name("twin.key"))
        beside = Session.load(twin, LOADED)
        play(session, Random(more), 30)
        play(beside, Random(more), 30)
        assert beside.entries == session.entries
        loaded = beside
    play(loaded, Random(more))
    assert loaded.path is not None
    end = Session.load(loaded.path, LOADED)
    assert end.state.is_over and end.entries == loaded.entries
    assert end.unchecked == loaded.unchecked and (way == "no key" or not end.unchecked)
    assert not key_paths(loaded.path)[0].exists() or way == "no key"


# -- saves of before, and of other versions -----------------------------------------------------


def test_a_game_of_format_1_goes_on_in_its_own_format(tmp_path: Path) -> None:
    """With the dice that it had, and nothing that an older hexwar could not read."""
    path = tmp_path / "game.jsonl"
    session = running(path)
    as_format_1(path, seed=3)
    old = Session.load(path)
    assert old.notices == [] and old.unchecked == 0
    assert old.state.to_dict() == session.state.to_dict()
    play(old, Random(1), 20)
    if not old.state.is_over:
        old.apply("resign")
    old.undo()
    old.redo()
    kinds = {next(iter(line)) for line in lines_of(path)[1:]}
    assert kinds <= {"do", "undo", "redo"} and not any("thrown" in li for li in lines_of(path))
    assert Session.load(path).entries == [*old.entries]
    assert files_in(tmp_path) == {"game.jsonl"}


def test_a_line_of_format_2_does_not_belong_to_format_1(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    running(path)
    as_format_1(path, seed=3)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(FOREIGN.to_dict()) + "\n")
    assert "line 14 does not belong to a save of format 1" in refused(path)


def test_a_save_that_another_version_plays_otherwise_says_which_wrote_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And at which action they part, and what can be opened; not where the version is the same."""
    path = tmp_path / "game.jsonl"
    running(path)
    change_line(path, 5, lambda line: line["events"][0].update(kind="nothing"))
    assert "wrote this save" not in refused(path)
    change_line(path, 1, lambda header: header.update(hexwar="0.0.7"))
    here = f"hexwar {hexwar.__version__} plays it otherwise from there on"
    assert f"hexwar 0.0.7 wrote this save, and {here}" in refused(path)
    assert main(["replay", str(path)]) == 1
    printed = " ".join(capsys.readouterr().err.split())
    assert (
        "diverges at action 4 (" in printed and "--up-to-line 4 opens what is before it" in printed
    )


def test_what_another_version_wrote_is_no_matter_where_it_plays_the_same(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    session = running(path)
    change_line(path, 1, lambda header: header.update(hexwar="0.0.7"))
    loaded = Session.load(path)
    assert loaded.entries == session.entries and loaded.notices == []
    assert loaded.game.catalog.header.id == GAME
