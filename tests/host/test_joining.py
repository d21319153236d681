"""A seat in the terminal: what is told is printed, what is typed is said."""

from __future__ import annotations

import subprocess
import sys

import pytest

from hexwar.cli.join import SeatInTerminal
from hexwar.joining.client import Client, LineError
from tests.host.serving import Running, seats


def test_what_happens_is_printed_and_what_is_typed_is_played(
    host: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = seats(host, "strike_force_one")
    terminal = SeatInTerminal(sides["soviet"])
    terminal.take(terminal.client.hear())
    for line in ("units", "choices A", "1", "move A 0101", "say Good evening."):
        assert terminal.obey(line.split())
        terminal.take(terminal.client.hear())
    printed = capsys.readouterr().out
    assert "Your side: Soviet\nType choices to see" in printed
    assert printed.count("Turn 1: Soviet movement") == 1
    assert "> Move units, or end the phase." in printed
    assert "0802  A (Soviet)" in printed
    assert "  1  move A 0601" in printed and "A moves 0802 to 0601 (3 MP). [4.1]" in printed
    assert "Soviet: Good evening." in printed
    for line in ("goal", "log", "map", "choices A", "preview 1"):
        assert terminal.obey(line.split())
    told = capsys.readouterr().out
    assert "The attacker (Soviet) wins with units" in told
    assert "A moves 0802 to 0601 (3 MP). [4.1]" in told
    assert "open the link in a browser" in told
    assert terminal.obey(["dance"])
    assert "There is no command 'dance'; help lists what there is." in capsys.readouterr().out
    assert terminal.obey(["quit"]) is False
    sides["us"].hear()
    assert sides["us"].say("undo")["t"] == "refused"


def test_who_places_a_unit_hears_of_it_at_once_and_the_others_of_all_together(
    host: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    sides = seats(host, "orva_front")
    told: dict[str, str] = {}
    terminals = {side: SeatInTerminal(seat) for side, seat in sides.items()}
    for terminal in terminals.values():
        terminal.take(terminal.client.hear())
    capsys.readouterr()
    assert terminals["halvar"].obey(["choices"])
    assert "Units that can act: D1, D2, D3" in capsys.readouterr().out
    for line in ("place D1 0606", "done"):
        assert terminals["halvar"].obey(line.split())
        for side, terminal in terminals.items():
            terminal.take(terminal.client.hear())
            told[side] = told.get(side, "") + capsys.readouterr().out
    assert "D1 is set up in 0606." in told["halvar"]
    assert "is set up" not in told["union"]
    assert all("Halvar has set up: D1 in 0606; D2 in 0704;" in lines for lines in told.values())


def test_what_a_host_sends_moves_no_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    """It may be anybody's."""
    terminal = SeatInTerminal.__new__(SeatInTerminal)
    terminal._table, terminal._where, terminal._asked = {"sides": {}}, {}, ""
    terminal.take([{"t": "chat", "k": 1, "seat": "x", "text": "\x1b[2Jgone", "at": 0}])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "link", ["", "nowhere", "ftp:" + "//a/#b", "http:" + "//a", "http:" + "//[/#x"]
)
def test_what_is_no_link_is_told_so(link: str) -> None:
    with pytest.raises(LineError):
        Client(link)


def test_a_host_that_is_not_there_is_told_in_a_sentence(host: Running) -> None:
    with pytest.raises(LineError, match="cannot be reached"):
        Client(host.serving.link("x").replace(str(host.port), "1"))


def test_neither_hexwar_nor_joining_needs_the_extra() -> None:
    """Who plays alone, or joins from a terminal, has none of its packages."""
    probe = (
        "import hexwar, hexwar.cli, hexwar.cli.join, hexwar.joining.client, sys;"
        "print([n for n in ('starlette', 'uvicorn', 'websockets', 'sqlite3') if n in sys.modules])"
    )
    finished = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    assert finished.stdout.strip() == "[]"
