"""Programs as players: what is said to them, and what becomes of those that fail."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.definition.documents import misfits
from hexwar.players import PlayerError, choice_of, make_player, matches
from hexwar.players.program import ProgramPlayer

SFO = hexwar.load_game("strike_force_one")
SCS = hexwar.load_game("scs_sample")

SCRIBE = """
import sys
with open(sys.argv[1], "w") as heard:
    for line in sys.stdin:
        print(line, end="", file=heard, flush=True)
        word, _, told = line.partition(" ")
        if word == "hexwar":
            print("ready", flush=True)
        elif word == "choose":
            print("done", flush=True)
"""


def program(code: str, *arguments: object) -> str:
    """The name of a player that runs this Python."""
    words = [sys.executable, "-c", code, *map(str, arguments)]
    return f"program:{shlex.join(words)}"


def heard(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """What the scribe was told."""
    lines = [line.partition(" ") for line in path.read_text().splitlines()]
    return [(word, json.loads(told or "{}")) for word, _, told in lines]


def test_a_program_is_told_what_its_side_sees_and_answers_in_lines(tmp_path: Path) -> None:
    there = {"I1": "05.05", "V1": "06.06", "V2": "06.06", "G1": "06.06"}
    state = SCS.start("battle", setup=there, phase="league_combat", seed=1)
    player = make_player(program(SCRIBE, tmp_path / "heard"))
    assert str(choice_of(player, state, Random(1))) == "done"
    assert isinstance(player, ProgramPlayer)
    player.close()
    messages = heard(tmp_path / "heard")
    assert [misfits("player", {word: told}) for word, told in messages if told] == [[], [], []]
    (hello, about), (word, game), (ask, told), (end, _) = messages
    assert (hello, word, ask, end) == ("hexwar", "game", "choose", "end")
    assert about == {"protocol": 1, "version": hexwar.__version__}
    assert (game["game"], game["scenario"], game["side"]) == ("scs_sample", "battle", "league")
    assert game["seconds"] == 60
    assert game["units"]["V2"]["side"] == "republic"
    assert game["map"]["05.05"]["neighbors"] == list(SCS.map.neighbors("05.05"))
    seen = state.seen_by("league")
    assert told["state"] == json.loads(json.dumps(seen.to_dict()))
    assert "V1" in told["state"]["units"]
    assert "V2" not in told["state"]["units"], "it lies below"
    assert told["actions"] == [str(action) for action in seen.legal_actions()]
    assert told["random"] == Random(1).getrandbits(31)


def test_it_plays_matches_and_equal_seeds_give_equal_games() -> None:
    code = """
import json, random, sys
for line in sys.stdin:
    word, _, told = line.partition(" ")
    if word == "hexwar":
        print("ready", flush=True)
    elif word == "choose":
        told = json.loads(told)
        print(random.Random(told["random"]).choice(told["actions"]), flush=True)
"""
    sides = ("soviet", "random"), ("us", program(code))
    match = matches.Match("strike_force_one", None, (), sides)
    assert matches.play(match, "a") == matches.play(match, "a")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("print('hello')", "greeted with 'hello', and not with 'ready'"),
        (
            "print('ready {\"protocol\": 2}')",
            "2}': protocol cannot be 2: write 1",
        ),
        ("print('ready {protocol')", "'ready {protocol', and that is no JSON"),
        ('print(\'ready {"name": "Y"}\'); input(); input(); 1 / 0', "ended with code 1: Zero"),
        ("raise SystemExit('no net')", "ended with code 1: no net"),
        ("print('ready'); input(); input(); 1 / 0", "ended with code 1: ZeroDivisionError: div"),
        ("print('ready'); [input() for _ in 'abc']; print('boo')", "answered 'boo', which is no"),
        ("print('ready'); [input() for _ in 'abc']; print('move A 0101')", "(move A 0101): "),
        ("print('ready'); [input() for _ in 'abc']; print('x' * 9999)", "which is no action"),
    ],
)
def test_a_program_at_fault_is_named_in_a_sentence(code: str, said: str) -> None:
    name = program(f"import functools; print = functools.partial(print, flush=True); {code}")
    with pytest.raises(PlayerError) as raised:
        choice_of(make_player(name), SFO.start(), Random(1))
    assert said in str(raised.value)
    assert str(raised.value).startswith("program:")
    assert "\n" not in str(raised.value)


def test_the_last_lines_of_what_it_complained_of_are_told() -> None:
    """With the last first: of a traceback that says what was wrong, those before say where."""
    code = "import sys; print('a', 'b', '', 'c', 'd', sep=chr(10), file=sys.stderr); sys.exit(3)"
    with pytest.raises(PlayerError) as raised:
        choice_of(make_player(program(code)), SFO.start(), Random(1))
    assert str(raised.value).endswith(" ended with code 3: d (before that: b | c)")


def test_a_program_is_told_who_won(tmp_path: Path) -> None:
    sides = ("soviet", "random"), ("us", program(SCRIBE, tmp_path / "heard"))
    result = matches.play(matches.Match("strike_force_one", None, (), sides), "a")
    word, told = heard(tmp_path / "heard")[-1]
    assert word == "end"
    assert told == {"winner": result.winner, "level": result.level, "turn": result.turns}


def test_the_time_that_a_program_takes_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it is not spent in the process that plays: each look at the clock is a second on."""
    clock = count()
    monkeypatch.setattr(matches, "perf_counter", lambda: float(next(clock)))
    first = 'print(json.loads(told)["actions"][0], flush=True)'
    code = SCRIBE.replace('print("done", flush=True)', first).replace("sys\n", "sys, json\n", 1)
    name = program(code, tmp_path / "heard")
    match = matches.Match("strike_force_one", None, (), (("soviet", "random"), ("us", name)))
    result = matches.play(match, "1")
    assert result.thought[1] == result.choices[1] > 1
    assert result.longest[1] == 1
    assert result.seconds > result.thought[1]


def test_a_slow_program_is_told_to_hurry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that answers when it is told is not at fault."""
    monkeypatch.setattr("hexwar.players.program.TO_HURRY", 60.0)
    code = SCRIBE.replace('word == "choose"', 'word.strip() == "hurry"')
    player = make_player(program(code, tmp_path / "heard"), seconds=0.1)
    assert str(choice_of(player, SFO.start(), Random(1))) == "done"


def test_a_program_that_does_not_greet_is_not_told_to_hurry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is nothing to hurry with: it is waited for once."""
    monkeypatch.setattr("hexwar.players.program.TO_BEGIN", 0.1)
    told: list[ProgramPlayer] = []

    def noted(player: ProgramPlayer) -> None:
        told.append(player)

    monkeypatch.setattr(ProgramPlayer, "hurry", noted)
    mute = make_player(program("import time; time.sleep(60)", tmp_path / "mute"))
    with pytest.raises(PlayerError, match=r"is too slow: it had 0\.1 seconds and wrote no whole"):
        choice_of(mute, SFO.start(), Random(1))
    assert not told


def test_a_slow_program_that_has_answered_before_is_not_told_of_its_buffer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What did not come has not been written; and one second is told as one."""
    monkeypatch.setattr("hexwar.players.program.TO_HURRY", 0.1)
    lazy = 'asked += 1; asked < 2 or time.sleep(60); print("done"'
    code = "import time; asked = 0" + SCRIBE.replace('print("done"', lazy)
    player = make_player(program(code, tmp_path / "heard"), seconds=60)
    assert isinstance(player, ProgramPlayer)
    assert str(choice_of(player, SFO.start(), Random(1))) == "done"
    player.seconds = 1
    with pytest.raises(PlayerError, match=r"is too slow: it had 1 second$"):
        choice_of(player, SFO.start(), Random(1))


def test_a_program_that_does_not_hurry_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was told, and its process is gone."""
    monkeypatch.setattr("hexwar.players.program.TO_HURRY", 0.1)
    told: list[ProgramPlayer] = []

    def noted(player: ProgramPlayer) -> None:
        told.append(player)

    monkeypatch.setattr(ProgramPlayer, "hurry", noted)
    deaf = make_player(program(SCRIBE.replace('"choose"', '"?"'), tmp_path / "deaf"), seconds=0.1)
    assert isinstance(deaf, ProgramPlayer)
    with pytest.raises(PlayerError, match=r"seconds and wrote no whole line: it has to end and to"):
        choice_of(deaf, SFO.start(), Random(1))
    assert deaf in told
    assert deaf._process is None


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("program:", "program: is no command: no program is named"),
        ("program:'", "program:' is no command: No closing quotation"),
        ("program:./nobody --hard", "there is no program './nobody' that could be started"),
    ],
)
def test_a_program_that_is_not_there_is_said_in_a_sentence(name: str, said: str) -> None:
    with pytest.raises(PlayerError) as raised:
        make_player(name)
    assert str(raised.value) == said


@pytest.mark.skipif(os.name == "nt", reason="there no file has an execute bit")
@pytest.mark.parametrize(
    ("word", "mode", "said"),
    [
        (
            "./bot.sh",
            0o644,
            ": the file is there, but may not be executed; make it executable (chm",
        ),
        ("bot.sh", 0o644, ": the file is there, but may not be executed; make it executable (chm"),
        ("bot.sh", 0o755, "; the file in the current folder is program:./bot.sh"),
        ("x" * 999, 0o755, ""),
    ],
)
def test_why_a_file_that_is_there_is_no_program(
    word: str, mode: int, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.sh").write_text("#!/bin/sh\n")
    (tmp_path / "bot.sh").chmod(mode)
    with pytest.raises(PlayerError) as raised:
        make_player(f"program:{word}")
    told = str(raised.value).partition(" that could be started")[2]
    assert told.startswith(said) and bool(told) == bool(said)


@pytest.mark.parametrize("command", ["{python} {here}/reckless.py", "node {here}/dice.js"])
@pytest.mark.parametrize("game", ["strike_force_one", "scs_sample"])
def test_the_documented_examples_play_a_game(root: Path, command: str, game: str) -> None:
    if command.startswith("node") and shutil.which("node") is None:
        pytest.skip("there is no node here")
    here = root / "docs" / "how-to" / "players"
    name = f"program:{command.format(python=sys.executable, here=here)}"
    sides = list(hexwar.load_game(game).sides)
    players = dict.fromkeys(sides, "random") | {sides[-1]: name}
    result = matches.play(matches.Match(game, None, (), tuple(players.items())), "1")
    assert result.decisions > 10
