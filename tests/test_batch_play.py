"""The program of the page on ten thousand games runs as it is printed, and stops as it says."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parent.parent / "docs" / "how-to" / "batch-play.md"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The program, in a file."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "overnight.py"
    path.write_text(next(b for b in blocks if "overnight.py" in b), encoding="utf-8")
    return path


def test_the_program_plays_all_its_games(program: Path) -> None:
    """With fewer of them."""
    text = program.read_text(encoding="utf-8")
    assert "GAMES = 10_000" in text
    program.write_text(text.replace("10_000", "120"), encoding="utf-8")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True)
    assert re.fullmatch(r"120 games: \{.*\}\n", done.stdout)
    assert done.stderr == ""


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Programs started here hear of interruptions, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_an_interruption_prints_what_was_done(program: Path) -> None:
    """Sent after the first thousand, out of far more than there is time for."""
    text = program.read_text(encoding="utf-8")
    program.write_text(text.replace("10_000", "10_000_000"), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "1000 games so far\n"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert running.returncode == 0
    assert "interrupted\n" in out
    assert re.search(r"^\d+ games: \{", out, re.MULTILINE)
    assert err == ""
