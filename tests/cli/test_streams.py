"""Closed streams, bytes that are no text, numbers that nobody types: a sentence each."""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree, rmtree

import pytest

import hexwar
from hexwar.cli import COMMANDS, main
from hexwar.cli.text.commands import COMMANDS as TEXT_COMMANDS
from hexwar.engine.notation import verbs
from hexwar.records import RecordError, Session
from hexwar.records.kept_rules import rules_folder
from tests.cli.conversation import GAME, talk

FOLDER = Path(__file__).resolve().parents[2] / "games" / GAME
MEADOW = Path(__file__).resolve().parents[1] / "games" / "meadow"

DIGITS = "9" * 5000
"""More than Python turns into a number."""

DEEP = "9/" * 1500
"""A path that is longer than a sentence, and that a system would take."""

NO_TEXT = os.fsdecode(b"\xff")
"""A path as the system gives it when its bytes are no text in UTF-8."""

Answered = Callable[[str], tuple[int, str, str]]


def ran(command: str, typed: bytes = b"") -> tuple[int, str, str]:
    """Exit code, output and complaints of a command in a shell."""
    line = f"{shlex.quote(sys.executable)} -m hexwar {command}"
    finished = subprocess.run(
        ["sh", "-c", line], input=typed, capture_output=True, timeout=300, check=False
    )
    return finished.returncode, finished.stdout.decode(), finished.stderr.decode()


@pytest.fixture
def answered(capsys: pytest.CaptureFixture[str]) -> Answered:
    """Run a command in this very process; its exit code, output and complaints."""

    def answer(line: str) -> tuple[int, str, str]:
        code = main(line.split())
        return (code, *capsys.readouterr())

    return answer


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("command", ["list", "--help", "explain HW204", "show --help"])
def test_where_nothing_can_be_printed_the_exit_code_is_no_success(command: str) -> None:
    """And standard error has the reason."""
    assert ran(f"{command} >&-") == (2, "", "hexwar: the standard output is closed\n")


def test_who_cannot_be_told_what_is_wrong_has_the_exit_code() -> None:
    """What belongs on the standard error does not go to the standard output instead."""
    assert ran("chekc 2>&-") == (2, "", "")


def test_a_game_without_an_input_or_an_output_says_what_became_of_it() -> None:
    """Nothing was played, so nothing is kept."""
    for closed, name in (("<&-", "input"), (">&-", "output")):
        code, _, told = ran(f"play {GAME} --text {closed}")
        assert code == 2
        assert told == (
            f"hexwar: the standard {name} is closed\nNothing was played, so nothing is kept.\n"
        )


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_game_whose_output_ends_says_where_it_is_saved(
    unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk behind the output, in the middle of a game."""
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    save = tmp_path / "game.jsonl"
    Session.new(GAME, seed=1, path=save).apply("move A 0801")
    code, _, told = ran(f"play --text --load {save} > /dev/full", b"move B 0703\n")
    assert code == 2
    assert told.count("\n") == 2
    assert f"The game is saved. To go on: hexwar play --text --load {save}" in told


EVERY_COMMAND = {
    "list": "",
    "explain": "HW204",
    "check": str(FOLDER),
    "show": GAME,
    "balance": f"{GAME} --games 1 --jobs 1 --side soviet=random --side us=random",
    "replay": "{save}",
    "verify": "{save}",
    "train": f"{GAME} --hours 0.0001 --jobs 1",
    "mail": f"begin {GAME} --side us --out {{folder}}/mail.jsonl",
    "replay-all": "{folder}",
    "schema": "{folder}",
    "watch": f"{GAME} --text --once",
    "print": f"{GAME} --only aid --out {{folder}}",
    "book": "",
    "pack": "{folder} --out {folder}.hexwar",
    "export": f"tiled {GAME} --out {{folder}}/map.tmx",
    "study": "{folder}/../study.yaml --dry-run",
    "render": f"{GAME} {{folder}}/charts.svg",
    "play": "--text --load {save} < /dev/null",
}


def test_no_command_is_left_out() -> None:
    """What cannot be given again and again is left out: ``new`` writes a folder that must not be
    there, ``import`` needs a file of another program, ``install`` a game that must not be; a
    ``report`` needs results of its own, ``lsp`` speaks with a program, ``trace`` is a window,
    ``serve`` goes on until it is stopped and ``join`` needs one that serves.
    """
    left_out = {"new", "import", "install", "report", "lsp", "trace", "serve", "join"}
    assert EVERY_COMMAND.keys() == COMMANDS.keys() - left_out


@pytest.mark.matrix(one_in=8)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_every_command_speaks_to_a_console_that_has_few_letters(
    name: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a console of Windows cannot show is a question mark, and no traceback."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = copytree(FOLDER, tmp_path / "hexwar" / "games" / GAME)
    for path in folder.glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace(
            "name: Soviet", "name: \u0421\u043e\u0432\u0435\u0442"
        )
        path.write_text(text.replace("Rasdorf", "\u6771\u5c71 \u2605"), encoding="utf-8")
    save = tmp_path / "game.jsonl"
    Session.new(GAME, seed=1, path=save).apply("move A 0801")
    (folder.parent / "study.yaml").write_text(f"study: A\ngames: [{GAME}]\n", encoding="utf-8")
    line = EVERY_COMMAND[name].format(save=save, folder=folder).replace(str(FOLDER), str(folder))
    words = shlex.split(line.partition("<")[0].partition(">")[0])
    printed, errors = io.BytesIO(), io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding=encoding))
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(errors, encoding=encoding))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"map\n"), encoding=encoding))
    code = main([name, *words])
    sys.stdout.flush()
    sys.stderr.flush()
    assert (code, b"Traceback" in errors.getvalue()) == (0, False), errors.getvalue()
    assert printed.getvalue().decode(encoding)
    assert name not in ("show", "play") or b"??" in printed.getvalue()


@pytest.mark.matrix(one_in=8)
@pytest.mark.parametrize("name", EVERY_COMMAND)
def test_every_command_does_without_the_streams_that_it_does_not_need(
    name: str, tmp_path: Path
) -> None:
    """Without an input and a place for complaints it prints the same. Where nothing can be printed
    that is no success, and it is said where it can be.
    """
    save = tmp_path / "game.jsonl"
    Session.new(GAME, seed=1, path=save).apply("move A 0801")
    folder = copytree(FOLDER, tmp_path / "game")
    (tmp_path / "study.yaml").write_text("study: A\ngames: [game]\n", encoding="utf-8")
    line = f"{name} {EVERY_COMMAND[name].format(save=save, folder=folder)}"
    printed = ran(f"{line} 2> /dev/null")[1]
    assert printed
    without = "2>&-" if name == "play" else "<&- 2>&-"
    assert ran(f"{line} {without}") == (0, printed, "")
    code, _, told = ran(f"{line} >&-")
    assert code == 2 and "hexwar: the standard output is closed\n" in told
    assert ran(f"{line} >&- 2>&-") == (2, "", "")


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    """What a library prints there would be written into a picture or a save."""
    picture = tmp_path / "picture.png"
    assert ran(f"play {GAME} --screenshot {picture} <&- >&- 2>&-")[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_seed_is_text(answered: Answered) -> None:
    """Other bytes could not be written into a save."""
    for command in (f"play {GAME} --text", f"balance {GAME} --games 1"):
        code, _, told = answered(f"{command} --seed {NO_TEXT}")
        assert code == 2
        assert told.splitlines()[-1].endswith(r"argument --seed: '\udcff' is no text in UTF-8")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("word", [NO_TEXT, DIGITS, DEEP])
def test_every_command_answers_to_any_word(name: str, word: str, answered: Answered) -> None:
    """As a name, a file or a code; the answer is not as long as the word."""
    code, printed, told = answered(f"{name} {word}")
    assert (code in (1, 2), printed) == (True, "")
    assert "in hexwar itself" not in told
    assert len(told) < 1000


@pytest.mark.parametrize(
    "line",
    [
        f"balance {GAME} --games {DIGITS}",
        f"play {GAME} --size {DIGITS}x10",
        f"play {GAME} --scale {DIGITS}",
        f"replay x.jsonl --to {DIGITS}",
    ],
)
def test_numbers_have_an_end(line: str, answered: Answered) -> None:
    """Beyond what anything can be asked for they are refused, and not repeated."""
    code, _, told = answered(line)
    assert code == 2
    assert "999..." in told and len(told) < 1000


def test_a_game_in_a_folder_that_is_no_text(tmp_path: Path, answered: Answered) -> None:
    """It is played and saved; the save cannot say where the game was, so the folder is named."""
    folder = tmp_path / NO_TEXT / "meadow"
    copytree(MEADOW, folder)
    save = tmp_path / "game.jsonl"
    session = Session.new(folder, seed=1, path=save)
    session.apply(session.state.legal_actions()[0])
    assert session.is_saved and not session.notices
    assert Session.load(save, hexwar.load_game(folder)).state == session.state
    rmtree(rules_folder())  # else the rules that were kept of it are found
    with pytest.raises(RecordError, match="name the game's folder to load it"):
        Session.load(save)
    assert answered(f"replay {save} --game {folder} --verify")[:2] == (0, "verified: 1 action\n")
    assert ran(f"play {shlex.quote(str(folder))} --text --seed 1", b"done\n")[0] == 0
    assert answered(f"check {folder}")[0] == 0
    (folder / "game.yaml").write_text("")
    code, _, told = answered(f"check {folder}")
    assert code == 1 and "in hexwar itself" not in told


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("word", [DIGITS, "\0", "~nouser/x", NO_TEXT, "²", "\x1b[2J"])
def test_every_line_of_the_text_mode_is_answered(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each command and each verb, and alone."""
    monkeypatch.chdir(tmp_path)  # some of them are names of files
    firsts = [*TEXT_COMMANDS, *verbs()]
    lines = [word, *(f"{first} {word}" for first in firsts if first not in ("quit", "resign"))]
    lines += [f"attack 0503 by {word}", f"move A {word}", f"move A 0801-{word}", f"legal A {word}"]
    session = Session.new(GAME, seed=1)
    for line in lines:
        said = talk(session, line).replace(f"> {line}\n", "")  # a script's lines are repeated
        assert len(said) < 6000, ascii(line[:20])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("~nouser/x", "Not saved: there is no home folder '~nouser'."),
        ("a\0b", "embedded null"),  # Python's own words, which differ by version
        (DIGITS, "cannot be written: File name too long."),
    ],
)
def test_a_name_that_no_file_can_have_is_refused(name: str, told: str) -> None:
    """The game goes on where it was."""
    session = Session.new(GAME, seed=1)
    assert told in " ".join(talk(session, f"save {name}").split())
    assert session.path is None


def test_a_save_whose_path_is_no_text_is_named_as_a_shell_reads_it(tmp_path: Path) -> None:
    """The line that goes on with the game can be pasted."""
    path = tmp_path / f"my {NO_TEXT}.jsonl"
    printed = talk(Session.new(GAME, seed=1, path=path), "move A 0801")
    shown = printed.strip().rpartition("--load ")[2]
    finished = subprocess.run(["bash", "-c", f"ls {shown}"], capture_output=True, check=True)
    assert os.fsencode(path) in finished.stdout
