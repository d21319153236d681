"""``hexwar replay``: a save step by step, at a position, or verified."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from hexwar.cli import main
from hexwar.definition.grammar import Plural, SideName
from hexwar.records import Replay, Session
from hexwar.records.kept_rules import rules_folder
from hexwar.records.looking_back import look_back
from hexwar.records.saves import Bookmarks
from hexwar.rules.units.section import Units

WriteGame = Callable[..., Path]


def change(save: Path, line: int, key: str, value: object) -> None:
    """Alter an entry of one line of a save; lines count from 1."""
    lines = save.read_text(encoding="utf-8").splitlines()
    data = json.loads(lines[line - 1])
    data[key] = value
    lines[line - 1] = json.dumps(data)
    save.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_every_action_is_told_with_its_events(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In order, and at the end who won and why."""
    assert main(["replay", str(save)]) == 0
    printed = capsys.readouterr().out
    replay = Replay.load(save)
    for number, entry in enumerate(replay.entries, 1):
        assert f"\n{number}. " in printed
        assert all(f"   {event.text}" in printed for event in entry.events)
    last = " ".join(printed.split("\n\n")[-2].split())
    assert last == f"The game is over. The U.S. wins. {replay.go_to(len(replay)).outcome}"


def test_the_position_after_an_action(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Map, units and what is to be chosen there."""
    assert main(["replay", str(save), "--to", "3"]) == 0
    printed = capsys.readouterr().out
    replay = Replay.load(save)
    state = replay.go_to(3)
    assert f"After action 3, {replay.entries[2].action}:" in printed
    standing = {unit: at for unit in replay.game.units if (at := state.position(unit))}
    shown = rows(printed)
    assert {unit: shown[unit].split()[-1] for unit in standing} == standing
    assert "Turn 1 of 4, Soviet movement." in printed


def test_the_position_before_the_first_action(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The set-up."""
    assert main(["replay", str(save), "--to", "0"]) == 0
    assert "Can move: A, B, C, D, E, F." in capsys.readouterr().out


@pytest.mark.parametrize("step", ["unit", "phase", "turn", "battle"])
def test_the_map_after_every_step(
    step: str, save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What happened in each, once, and the map as often as there are steps."""
    assert main(["replay", str(save), "--by", step]) == 0
    printed = capsys.readouterr().out
    replay = Replay.load(save)
    stops = replay.stops(step)[1:]
    assert [int(n) for n in re.findall(r"^After action (\d+):", printed, re.MULTILINE)] == stops
    assert printed.count("\n   Turn 2: Soviet movement.") == 1
    assert printed.count("\n /0101 ") == len(stops)


def test_bookmarks_are_steps(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Those set in the window; where there are none, a sentence says so."""
    assert main(["replay", str(save), "--by", "bookmark"]) == 2
    assert "no bookmarks" in capsys.readouterr().err
    Bookmarks(save).toggle(3)
    assert main(["replay", str(save), "--by", "bookmark"]) == 0
    assert re.findall(r"After action \d+", capsys.readouterr().out) == ["After action 3"]


@pytest.mark.parametrize("number", ["-1", "9999"])
def test_a_position_that_there_is_not(
    number: str, save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentence says how many there are."""
    assert main(["replay", str(save), f"--to={number}"]) == 2
    told = capsys.readouterr().err
    assert f"--to {number}: this game has {len(Replay.load(save))} actions" in told


def unfinished(path: Path, decisions: int, **players: str) -> Session:
    """A game with hidden stacks, saved in the middle."""
    session = Session.new("scs_sample", seed=3, path=path, players=players)
    random = Random(3)
    for _ in range(decisions):
        session.apply(session.state.sample_action(random))
    assert not session.state.is_over
    return session


def rows(printed: str) -> dict[str, str]:
    """Each line by its first word: of the units, where they are."""
    return {line.split()[0]: line for line in printed.splitlines() if line.strip()}


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("decisions", [2, 30, 60, 90])
@pytest.mark.parametrize("side", ["league", "republic"])
def test_a_game_that_goes_on_is_shown_as_its_one_person_sees_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], decisions: int, side: str
) -> None:
    """Whoever is to act; the other side's units that are hidden now are nowhere."""
    path = tmp_path / "game.jsonl"
    other = {"league": "republic", "republic": "league"}[side]
    session = unfinished(path, decisions, **{other: "greedy"})
    view = session.state.view(side)
    assert main(["replay", str(path), "--to", str(decisions)]) == 0
    printed = capsys.readouterr().out
    unseen = [
        unit
        for unit in session.state.resolved[Units].counters
        if session.state.position(unit) and not view.sees(unit)
    ]
    assert all("not seen" in rows(printed)[unit] for unit in unseen)
    if session.state.side_to_act == other:
        assert "is to act." in printed and "Can move" not in printed
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    for entry in session.entries:
        known = view.known_events(entry.events)
        assert all(str(event) in told for event in known)
        assert all(event in known or str(event) not in told for event in entry.events)


def test_whose_view_is_asked_where_several_people_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each of them may look, and sees less than there is."""
    path = tmp_path / "game.jsonl"
    unfinished(path, 60)
    assert main(["replay", str(path)]) == 2
    assert "say --side league or --side republic" in capsys.readouterr().err
    shown = []
    for side in ("league", "republic"):
        assert main(["replay", str(path), "--to", "60", "--side", side]) == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] != shown[1] and all("not seen" in printed for printed in shown)
    assert main(["replay", str(path), "--verify"]) == 0


def test_the_computers_view_is_shown_when_the_game_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Until then it would show the person what is hidden."""
    path = tmp_path / "game.jsonl"
    session = unfinished(path, 60, republic="greedy")
    assert main(["replay", str(path), "--side", "republic"]) == 2
    assert "no person plays republic: say --side league" in capsys.readouterr().err
    assert main(["replay", str(path), "--side", "leage"]) == 2
    assert "there is no side 'leage'; did you mean league?" in capsys.readouterr().err
    session.apply("resign")
    assert main(["replay", str(path), "--to", "60"]) == 0
    printed = capsys.readouterr().out
    assert "not seen" not in printed
    state = session.state
    assert all(
        (state.position(unit) or "") in rows(printed)[unit]
        for unit in state.resolved[Units].counters
    )
    assert main(["replay", str(path), "--to", "60", "--side", "republic"]) == 0
    assert "not seen" in capsys.readouterr().out


def test_verify(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line for a sound record."""
    assert main(["replay", "--verify", str(save)]) == 0
    assert capsys.readouterr().out == f"verified: {len(Replay.load(save))} actions\n"


def test_a_torn_save_is_verified_without_its_last_line(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a power cut leaves is worth keeping."""
    whole = len(Replay.load(save))
    *lines, last, _ = save.read_bytes().splitlines(keepends=True)  # the last tells the key
    save.write_bytes(b"".join(lines) + last[:-10])
    assert main(["replay", "--verify", str(save)]) == 0
    printed = capsys.readouterr().out
    assert "torn off" in printed
    assert f"verified: {whole - 1} actions" in printed


def test_an_altered_die_is_found(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the action at which the record departs from the rules and the dice."""
    records = [json.loads(line) for line in save.read_text(encoding="utf-8").splitlines()]
    line, record = next(
        (number, record)
        for number, record in enumerate(records, 1)
        if "do" in record and any("die" in event for event in record["events"])
    )
    events = [e | {"die": e["die"] % 6 + 1} if "die" in e else e for e in record["events"]]
    change(save, line, "events", events)
    assert main(["replay", "--verify", str(save)]) == 1
    told = capsys.readouterr().err
    assert f"the replay diverges at action {line - 1} " in told
    assert told.count("\n") == 1


def test_an_illegal_action_is_found(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rules refuse it in a replay as they would have in the game."""
    change(save, 2, "do", "move A 0101")
    assert main(["replay", str(save)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "action 1 (move A 0101, line 2): it is refused" in captured.err


def test_a_save_of_another_version_of_the_game_names_the_file(
    write_game: WriteGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rules that were changed since are the likeliest reason."""
    folder = write_game()
    session = Session.new(folder, seed=1, path=tmp_path / "tiny.jsonl")
    session.apply("done")
    rmtree(rules_folder())
    sequence = folder / "sequence.yaml"
    sequence.write_text(sequence.read_text().replace("id: red_combat", "id: red_fighting"))
    assert main(["replay", str(tmp_path / "tiny.jsonl"), "--game", str(folder)]) == 1
    assert "sequence.yaml differs" in capsys.readouterr().err


def test_a_save_of_a_game_that_is_not_here(
    write_game: WriteGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A stranger's save opens no folder by itself; naming the folder does. What it began with here
    is kept here.
    """
    folder = write_game()
    saved = str(tmp_path / "tiny.jsonl")
    Session.new(folder, seed=1, path=saved).apply("done")
    assert main(["replay", saved]) == 0
    assert "is not among the games here" in " ".join(capsys.readouterr().out.split())
    rmtree(rules_folder())
    assert main(["replay", saved]) == 1
    assert "Tiny (tiny)" in capsys.readouterr().err
    assert main(["replay", saved, "--game", str(folder), "--verify"]) == 0
    assert capsys.readouterr().out == "verified: 1 action\n"
    assert main(["replay", saved, "--game", "strike_force_one"]) == 1
    assert "not of Strike Force One" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "is not a hexwar save"),
        (b"# Title\n", "is not a hexwar save"),
        (b'{"hexwar_save": 99}\n', "format 99"),
        (b"\x00\xff\xfe\n\n", "is not a hexwar save"),
        (b"[1, 2]\n", "is not a hexwar save"),
        (b'{"some": "json"}\n', "is not a hexwar save"),
    ],
)
def test_a_file_that_is_no_save(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, exit code 1."""
    path = tmp_path / "file"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 1
    captured = capsys.readouterr()
    assert told in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And a folder where a file should be."""
    assert main(["replay", str(tmp_path / "none.jsonl")]) == 1
    assert main(["replay", str(tmp_path)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert "there is no file" in told[0]
    assert "is a folder, not a save" in told[1]


def test_a_damaged_record_is_shown_up_to_the_damage(
    save: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The refusal says how, and the file stays as it is."""
    lines = save.read_bytes().splitlines(keepends=True)
    damaged = b"".join([*lines[:5], b"#", *lines[5:]])
    save.write_bytes(damaged)
    assert main(["replay", str(save)]) == 1
    told = capsys.readouterr().err
    assert "line 6" in told and "--up-to-line 5 opens what is before it" in told
    assert main(["replay", str(save), "--up-to-line", "5", "--verify"]) == 0
    assert "verified: 4 actions" in capsys.readouterr().out
    assert main(["replay", str(save), "--up-to-line", "0"]) == 2
    assert save.read_bytes() == damaged
    assert list(save.parent.glob("*.jsonl")) == [save]


def test_a_damaged_save_is_played_on_from_before_the_damage(
    save: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a file of its own."""
    lines = save.read_bytes().splitlines(keepends=True)
    save.write_bytes(b"".join([*lines[:5], b"#", *lines[5:]]))
    monkeypatch.setattr("sys.stdin", io.StringIO("resign\n"))
    assert main(["play", "--load", str(save), "--up-to-line", "5", "--text"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "stays as it is" in printed
    assert main(["play", "strike_force_one", "--up-to-line", "5", "--text"]) == 2
    assert sorted(path.name for path in save.parent.glob("*.jsonl")) == [
        "game-2.jsonl",
        "game.jsonl",
    ]


def test_where_it_swung_is_told_of_a_game_that_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with its turn and phase; of one that goes on nothing."""
    path = tmp_path / "game.jsonl"
    session = Session.new("strike_force_one", seed=3, path=path)
    random = Random(3)
    assert main(["replay", str(path)]) == 0
    assert "Chance of" not in capsys.readouterr().out
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
    assert main(["replay", str(path)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    found = look_back(Replay.load(path), "soviet")
    names = [SideName("Soviet", Plural("the Soviets")), SideName("U.S.", "the U.S.")]
    told = f"{found.in_words(names)} 1. {found.swings[0].in_words(names)}"
    assert told in printed
