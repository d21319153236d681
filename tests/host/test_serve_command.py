"""``hexwar serve`` from the command line: one command hosts, and a link opens a seat."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.joining.client import Client
from tests.rules.tiny import FOLDER

MEADOW = str(FOLDER / "meadow")


def test_one_command_hosts_and_each_seat_has_its_link(tmp_path: Path) -> None:
    """And Ctrl-C ends it without a traceback; what was played is there when it starts again."""
    asked = [MEADOW, "--port", "0", "--store", str(tmp_path / "games.sqlite"), "--watch"]
    command = [sys.executable, "-m", "hexwar", "serve", *asked]
    environment = {**os.environ, "HEXWAR_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    # A shell that starts what runs in the background has it ignore Ctrl-C, and so all below it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(6)]
            links = dict(re.findall(r"^([\w ]+): (\S+)$", "".join(lines), re.MULTILINE))
            assert set(links) == {"Seat of Red", "Seat of Blue", "Who looks on"}
            seat = Client(links["Seat of Red"])
            assert seat.hear()[0]["title"].startswith("Meadow")
            assert seat.say("do", do="done")["t"] == "done"
            process.send_signal(signal.SIGINT)
            _, complaint = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130 and complaint.split() == ["hexwar:", "stopped."]
    copy = tmp_path / "copy.sqlite"
    assert main(["serve", "--store", str(tmp_path / "games.sqlite"), "--copy", str(copy)]) == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")


WRONG = {
    "there is no side": (MEADOW, "--side", "green=easy"),
    "is played by human or by": (MEADOW, "--side", "red=os:system"),
    "there is no game 'nowhere'": (MEADOW, "nowhere"),
    "it goes from 0 to 65535": (MEADOW, "--port", "99999"),
    "is a number of seconds": (MEADOW, "--each", "99999999"),
    "cannot be used as a store": (MEADOW, "--store", "/dev/null/games"),
}


@pytest.mark.parametrize(("sentence", "asked"), WRONG.items())
def test_what_cannot_be_hosted_is_told_in_a_sentence(
    sentence: str, asked: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = () if "--port" in asked else ("--port", "0")
    kept = () if "--store" in asked else ("--store", str(tmp_path / "games.sqlite"))
    assert main(["serve", *asked, *more, *kept]) == 2
    complaint = capsys.readouterr().err
    assert sentence.lower() in complaint.lower() and "Traceback" not in complaint


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("hexwar.host", "starlette"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve"]) == 2
    assert "pip install 'hexwar[serve]'" in capsys.readouterr().err
