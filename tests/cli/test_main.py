"""The command ``hexwar`` itself: help, exit codes, and what it says when things go wrong."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

import hexwar
from hexwar import cli
from hexwar.cli import COMMANDS, main
from hexwar.cli.terminal import colored
from hexwar.definition.diagnostics import ChoiceError, DefinitionError, Diagnostic, Span
from hexwar.engine import IllegalAction, Violation
from hexwar.records import RecordError

Fail = Callable[[BaseException], int]


@pytest.fixture
def fail(monkeypatch: pytest.MonkeyPatch) -> Fail:
    """Run a command that raises the given exception; answers with the exit code."""

    def run_and_fail(problem: BaseException) -> int:
        def run(arguments: Namespace) -> int:
            raise problem

        module = SimpleNamespace(add_arguments=lambda parser: None, run=run)
        monkeypatch.setattr(cli, "import_module", lambda name: module)
        return main(["list"])

    return run_and_fail


def test_alone_it_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who types the bare name learns what there is."""
    assert main([]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {name} " in printed for name in COMMANDS)


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_lists_the_commands(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every way to ask for help is answered."""
    assert main(arguments) == 0
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_punctuated(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A question ends with its own mark, anything else with a full stop."""
    assert main([name, "--help"]) == 0
    described = " ".join(capsys.readouterr().out.partition("\n\n")[2].partition("\n\n")[0].split())
    assert described.endswith((".", "?")) and not described.endswith("?.")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    """A report of a fault needs no more than these four lines."""
    assert main(["--version"]) == 0
    ours, python, window, system = capsys.readouterr().out.splitlines()
    assert ours == f"hexwar {hexwar.__version__}"
    assert python.startswith(f"Python {platform.python_version()}")
    assert re.fullmatch(r"SDL \d+\.\d+\.\d+, pygame(-ce)? \d.*", window)
    assert system.startswith(platform.system()) and platform.machine() in system


def test_the_version_is_told_without_pygame(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has trouble with pygame is asked for his version too."""
    monkeypatch.delitem(sys.modules, "hexwar.viewer.program.library", raising=False)
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert main(["--version"]) == 0
    ours, _, window, _ = capsys.readouterr().out.splitlines()
    assert ours == f"hexwar {hexwar.__version__}"
    assert window.startswith("no window: ") and "pygame" in window


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_shows_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An example says more than a usage line."""
    assert main([name, "--help"]) == 0
    printed = capsys.readouterr().out
    assert f"\n  hexwar {name} " in printed[printed.index("example") :]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_word_too_many_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit code 2, the usage, and no traceback."""
    assert main([name, "--no-such-thing"]) == 2
    assert f"usage: hexwar {name}" in capsys.readouterr().err


def test_a_misspelt_command_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Did you mean."""
    assert main(["chekc", "somewhere"]) == 2
    assert capsys.readouterr().err == "hexwar: there is no command 'chekc'; did you mean check?\n"


def test_an_option_that_is_none_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Before a command there are only --help and --version."""
    assert main(["--verbose"]) == 2
    assert "--verbose" in capsys.readouterr().err


def test_main_can_run_every_command_twice(capsys: pytest.CaptureFixture[str]) -> None:
    """No command's module hides a builtin of the package that starts it."""
    first = [main([name, "--help"]) for name in COMMANDS]
    again = [main([name, "--help"]) for name in COMMANDS]
    assert first == again == [0] * len(COMMANDS)


def test_python_m_hexwar_is_the_same_program() -> None:
    """For whoever has no scripts folder on the path."""
    finished = subprocess.run(
        [sys.executable, "-m", "hexwar", "--version"], capture_output=True, text=True, check=True
    )
    assert finished.stdout.splitlines()[0] == f"hexwar {hexwar.__version__}"


def test_help_imports_only_what_it_needs() -> None:
    """``hexwar --help`` is felt every time it is typed."""
    probe = (
        "import sys; from hexwar.cli import main; main(['--help']); "
        "print([n for n in sys.modules if n.startswith('hexwar')], file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    assert finished.stderr.strip() == "['hexwar', 'hexwar.cli']"


def test_what_is_mistyped_is_told_without_importing_players() -> None:
    probe = (
        "import sys; from hexwar.cli import main; main(['import', 'vassal', 'none.vmod']); "
        "print('hexwar.players' in sys.modules)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    assert "none.vmod is not there" in finished.stderr and finished.stdout.strip() == "False"


# -- what goes wrong ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("problem", "code", "told"),
    [
        (cli.UsageError("say which game"), 2, "hexwar: say which game\n"),
        (ChoiceError("there is no scenario 'x'"), 2, "hexwar: there is no scenario 'x'\n"),
        (ValueError("there is no player 'x'"), 2, "hexwar: there is no player 'x'\n"),
        (RecordError("the save is torn"), 1, "hexwar: the save is torn\n"),
        (IllegalAction(Violation("4.2", "No.")), 1, "hexwar: 4.2: No.\n"),
        (PermissionError(13, "Permission denied", "/x"), 2, "hexwar: /x: Permission denied\n"),
        (KeyboardInterrupt(), 130, "\nhexwar: stopped.\n"),
    ],
)
def test_what_is_known_to_go_wrong_is_one_sentence(
    problem: BaseException,
    code: int,
    told: str,
    fail: Fail,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The exit code says what kind of trouble it was."""
    assert fail(problem) == code
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", told)


def test_an_unsound_game_is_told_with_its_lines(
    fail: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game that cannot be loaded shows its findings as check would."""
    place = Span("game.yaml", 3, 1, 3, 6, "title: Twice")
    found = Diagnostic("HW002", "error", "key 'title' stands twice", place)
    assert fail(DefinitionError([found])) == 1
    told = capsys.readouterr().err
    assert "game.yaml:3:1" in told
    assert "^^^^^" in told
    assert told.endswith("hexwar: 1 error\n")


def test_notes_tell_what_was_done_before_the_interruption(
    fail: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C during a game names the save."""
    stopped = KeyboardInterrupt()
    stopped.add_note("The game is saved.")
    assert fail(stopped) == 130
    assert capsys.readouterr().err == "\nhexwar: stopped.\nThe game is saved.\n"


def test_our_own_fault_goes_into_a_log(
    fail: Fail, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The screen has a sentence, the file has the traceback."""
    assert fail(ZeroDivisionError("oh")) == 2
    told = capsys.readouterr().err
    log = Path(told.rpartition(" ")[2].strip())
    assert told.count("\n") == 1
    assert "Traceback" not in told
    assert log.is_relative_to(tmp_path)
    assert "ZeroDivisionError: oh" in log.read_text(encoding="utf-8")


def test_where_no_log_can_be_written_the_sentence_says_so(
    fail: Fail,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An unwritable home folder is no reason for a traceback."""
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(blocked))
    assert fail(ZeroDivisionError("oh")) == 2
    assert "could not be written" in capsys.readouterr().err


def test_a_closed_pipe_is_no_complaint() -> None:
    """``hexwar ... | head`` ends quietly, with the code that shells use for it."""
    with subprocess.Popen(
        [sys.executable, "-m", "hexwar", "show", "strike_force_one"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        complaint = process.stderr.read()
    assert (process.returncode, complaint) == (141, b"")


def test_a_terminal_without_a_character_gets_a_question_mark() -> None:
    """An old code page must not end the program."""
    finished = subprocess.run(
        [sys.executable, "-m", "hexwar", "show", "strike_force_one"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert b"H?nfeld" in finished.stdout


def test_what_is_typed_in_no_known_encoding_is_answered() -> None:
    """A stray byte in the input is not the end of a game."""
    finished = subprocess.run(
        [sys.executable, "-m", "hexwar", "play", "strike_force_one", "--text"],
        input=b"\xff\xfe\ndone\n",
        capture_output=True,
        env={**os.environ, "PYTHONUTF8": "1"},
        check=True,
    )
    assert b"There is no command" in finished.stdout
    assert b"Turn 1: U.S. movement." in finished.stdout


def test_a_strangers_file_cannot_write_to_the_terminal(
    fail: Fail, capsys: pytest.CaptureFixture[str]
) -> None:
    """Escape sequences in a name are shown as something harmless."""
    assert fail(RecordError("a save of \x1b[2J\nnothing")) == 1
    told = capsys.readouterr().err
    assert "\x1b" not in told
    assert told.count("\n") == 1


# -- colours ------------------------------------------------------------------------------------


class _Terminal:
    def __init__(self, terminal: bool) -> None:
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


@pytest.mark.parametrize(
    ("terminal", "variables", "expected"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colours_only_on_a_terminal_that_wants_them(
    terminal: bool, variables: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR and dumb terminals are respected, pipes get plain text."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert colored(_Terminal(terminal)) is expected  # type: ignore[arg-type]


def test_every_command_declares_its_arguments() -> None:
    """The contract between main and the commands."""
    for module_name, summary in COMMANDS.values():
        module = import_module(module_name)
        parser = ArgumentParser()
        module.add_arguments(parser)
        assert parser.epilog
        assert callable(module.run)
        assert summary[0].islower()
