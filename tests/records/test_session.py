"""A game saved and loaded is the same game, whatever was played."""

from __future__ import annotations

import json
import random as global_random
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.players import RandomPlayer
from hexwar.records import Replay, Session, list_saves
from hexwar.records.lines import plain_events
from tests.examples import examples
from tests.records.games import GAME, LOADED, play, play_about, saved

SETTINGS = [
    ("standard", ()),
    ("advanced", ()),
    ("advanced", ("second_echelon",)),
    ("advanced", ("second_echelon", "west_german")),
]


@examples(0.25)
@given(st.integers(0, 10**6), st.sampled_from(SETTINGS), st.integers(0, 120))
def test_a_loaded_game_is_the_game_that_was_saved(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    setting: tuple[str, tuple[str, ...]],
    steps: int,
) -> None:
    """The same position, the same history, and the same dice from there on."""
    path = tmp_path_factory.mktemp("saves") / "game.jsonl"
    session = Session.new(LOADED, *setting, seed=seed, path=path)
    play_about(session, Random(seed), steps)
    loaded = Session.load(path, LOADED)
    assert loaded.state.to_dict() == session.state.to_dict()
    assert loaded.entries == session.entries
    assert (loaded.can_undo, loaded.can_redo) == (session.can_undo, session.can_redo)
    assert loaded.notices == session.notices == []
    for going_on in session, loaded:
        # Only one of them may write to the file.
        going_on.save_as(path.with_name(f"{id(going_on)}.jsonl"))
        play(going_on, Random(seed))
    assert loaded.state.is_over
    assert loaded.state.to_dict() == session.state.to_dict()


@examples(0.2)
@given(st.integers(0, 10**6), st.integers(0, 60))
def test_a_loaded_game_goes_on_in_the_same_file(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: int
) -> None:
    """Interrupted or not, the file ends with the same lines, but for what binds the dice."""
    folder = tmp_path_factory.mktemp("saves")
    paths = folder / "at_once.jsonl", folder / "interrupted.jsonl"
    sessions = [Session.new(LOADED, seed=seed, path=path) for path in paths]
    for session, random in zip(sessions, (Random(seed), Random(seed)), strict=True):
        play(session, random, steps)
    resumed = Session.load(paths[1])
    for session in sessions[0], resumed:
        play(session, Random(seed + 1), 20)
    once, twice = ([json.loads(line) for line in path.read_bytes().splitlines()] for path in paths)
    assert once[0].pop("commitment") != twice[0].pop("commitment")
    assert [line for line in once if "key" not in line] == [li for li in twice if "key" not in li]


@examples(0.2)
@given(st.integers(0, 10**6))
def test_a_replay_goes_to_any_action(seed: int) -> None:
    """Forwards or backwards, the position is that of the first time."""
    session = Session.new(LOADED, "advanced", seed=seed)
    positions = [session.state.to_dict()]
    random = Random(seed)
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
        positions.append(session.state.to_dict())
    replay = Replay(session)
    assert len(replay) == len(positions) - 1
    for number in [*random.choices(range(len(positions)), k=12), 0, len(positions) - 1]:
        assert replay.go_to(number).to_dict() == positions[number]
        assert replay.at == number
    back = replay.back()
    assert back is not None and replay.state.to_dict() == positions[-2]
    forward = replay.forward()
    assert forward == back and replay.state.to_dict() == positions[-1]
    assert replay.forward() is None and replay.go_to(10**6).is_over
    assert replay.go_to(-3).to_dict() == positions[0] and replay.back() is None


def test_stops_of_a_replay_are_where_phases_begin() -> None:
    """Going to one shows the first position of a phase."""
    session = Session.new(GAME, seed=1)
    for line in "move A 0801", "done", "done":
        session.apply(line)
    replay = Replay(session)
    assert replay.stops("phase") == [0, 2, 3]
    replay.go_to(2)
    assert replay.latest is not None and str(replay.latest.action) == "done"
    assert replay.state.phase == "us_movement"


def test_undo_and_redo_are_lines_of_the_save(tmp_path: Path) -> None:
    """Nothing is erased: what was taken back can still be read."""
    session = Session.new(GAME, seed=1, path=tmp_path / "game.jsonl")
    session.apply("move A 0801")
    session.undo()
    session.redo()
    session.undo()
    session.apply("move A 0901")
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    assert [next(iter(json.loads(line).items())) for line in lines] == [
        ("do", "move A 0801"),
        ("undo", "move A 0801"),
        ("redo", "move A 0801"),
        ("undo", "move A 0801"),
        ("do", "move A 0901"),
    ]
    loaded = Session.load(tmp_path / "game.jsonl")
    assert [str(entry.action) for entry in loaded.entries] == ["move A 0901"]
    assert not loaded.can_redo


def test_what_was_undone_can_be_done_again_after_loading(tmp_path: Path) -> None:
    """Loading restores redo as well."""
    session = Session.new(GAME, seed=1, path=tmp_path / "game.jsonl")
    session.apply("move A 0801")
    session.undo()
    loaded = Session.load(tmp_path / "game.jsonl")
    events = loaded.redo()
    assert events and loaded.state.position("A") == "0801"
    assert loaded.redo() is None


def test_undo_with_nothing_to_undo_writes_nothing(tmp_path: Path) -> None:
    """A refused undo is no line."""
    path = tmp_path / "game.jsonl"
    session = Session.new(GAME, seed=1, path=path)
    before = path.read_bytes()
    assert session.undo() is None and session.undo_lock == "nothing to undo yet"
    assert path.read_bytes() == before


def test_an_illegal_action_is_not_saved(tmp_path: Path) -> None:
    """Neither game nor save change."""
    session = saved(tmp_path / "game.jsonl", actions=3)
    before = (tmp_path / "game.jsonl").read_bytes(), session.state.to_dict()
    with pytest.raises(hexwar.IllegalAction):
        session.apply("move A 0101-0102")
    assert ((tmp_path / "game.jsonl").read_bytes(), session.state.to_dict()) == before


def test_every_line_is_in_the_file_as_soon_as_it_is_played(tmp_path: Path) -> None:
    """A power cut loses nothing that was finished."""
    path = tmp_path / "game.jsonl"
    session = Session.new(GAME, seed=5, path=path)
    random = Random(5)
    for number in range(1, 15):
        session.apply(session.state.sample_action(random))
        assert len(path.read_bytes().splitlines()) == number + 1
        assert Session.load(path).state.to_dict() == session.state.to_dict()


def test_the_save_holds_what_a_person_wants_to_read(tmp_path: Path) -> None:
    """A header in plain words, and every event with its rule and its sentence."""
    path = tmp_path / "game.jsonl"
    session = Session.new(GAME, seed=5, players={"us": "greedy"}, path=path)
    events = session.apply("move A 0801")
    header, line = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert (header["hexwar_save"], header["scenario"]) == (2, "standard")
    assert len(header["commitment"]) == 64 and not {"seed", "dice"} & set(header)
    assert header["players"] == {"soviet": "human", "us": "greedy"}
    assert line == {"do": "move A 0801", "side": "soviet", "events": list(plain_events(events))}
    assert line["events"][0]["text"].startswith("A moves")


def test_dice_without_a_seed_are_nobodys_to_foresee(tmp_path: Path) -> None:
    """They follow neither from the time nor from Python's own generator."""
    keys = set()
    for number in range(8):
        global_random.seed(0)
        session = Session.new(GAME, path=tmp_path / f"{number}.jsonl")
        keys.add(session.state.to_dict()["dice"]["key"])
        loaded = Session.load(tmp_path / f"{number}.jsonl")
        assert loaded.state.to_dict() == session.state.to_dict()
    assert len(keys) == 8


def test_a_seed_gives_the_same_dice() -> None:
    """For whoever wants to play a game twice."""
    one, two = (Session.new(GAME, seed="a rainy sunday").state for _ in range(2))
    other = Session.new(GAME, seed="a sunny sunday").state
    assert one.to_dict() == two.to_dict() != other.to_dict()


def test_a_position_set_up_by_hand_is_played_without_a_record(tmp_path: Path) -> None:
    """It has no save, and says so when asked for one."""
    game = hexwar.load_game(GAME)
    session = Session(game, game.start("standard", setup={"A": "0503"}))
    session.apply("done")
    assert not session.is_saved and session.path is None and not session.save()
    with pytest.raises(hexwar.records.RecordError, match="set up by hand"):
        session.save_as(tmp_path / "game.jsonl")


def test_players_are_named_by_side() -> None:
    """Nobody named is a human; a side that does not exist is refused."""
    session = Session.new(GAME, seed=1, players={"us": "greedy"})
    assert session.player_to_act == "human"
    session.apply("done")
    assert session.player_to_act == "greedy"
    session.apply("resign")
    assert session.player_to_act is None
    with pytest.raises(ValueError, match="the sides are soviet, us"):
        Session.new(GAME, players={"red": "greedy"})


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (RandomPlayer, r"RandomPlayer is a class: say RandomPlayer\(\)"),
        (5, "an object of int is no player"),
        (None, "an object of NoneType is no player"),
    ],
)
def test_what_is_no_player_takes_no_seat(player: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Session.new(GAME, seed=1, players={"us": player})
    session = Session.new(GAME, seed=1)
    with pytest.raises(ValueError, match=said):
        session.seat("us", player)
    assert session.players["us"] == "human"


def test_who_takes_a_seat_is_a_line_of_the_save(tmp_path: Path) -> None:
    """The names that it began with can still be read; the same player again is no line."""
    path = tmp_path / "game.jsonl"
    session = Session.new(GAME, seed=1, players={"us": "away:Player"}, path=path)
    session.seat("us", "away:Player")
    session.apply("done")
    session.seat("us", "hard")
    session.undo()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [next(iter(line)) for line in lines] == ["hexwar_save", "do", "seat", "undo"]
    assert lines[0]["players"]["us"] == "away:Player"
    assert lines[2] == {"seat": "us", "player": "hard"}
    loaded = Session.load(path)
    assert loaded.players == {"soviet": "human", "us": "hard"}
    assert loaded.unconfirmed == {"us"}
    assert loaded.can_redo
    assert loaded.seatings == session.seatings == [(0, "us", "hard")]
    loaded.redo()
    loaded.seat("us", "easy")
    assert Session.load(path).seatings == [(0, "us", "hard"), (1, "us", "easy")]
    (saved,) = list_saves(tmp_path)
    assert saved.players["us"] == "easy"


@pytest.mark.parametrize("line", ['{"seat":"red","player":"hard"}', '{"seat":"us","player":1}'])
def test_a_seat_that_there_is_not_is_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    Session.new(GAME, seed=1, path=path)
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    with pytest.raises(hexwar.records.RecordError, match=r"no side red|'player' is missing"):
        Session.load(path)
