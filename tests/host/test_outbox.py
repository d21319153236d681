"""Notes that it is somebody's turn go where he wants them, and nowhere else."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from hexwar.host.outbox import UnsentError, is_destination, mail, post, public_address
from tests.host.serving import Running, seats
from tests.host.test_away import Evening

HERE = (
    *("127.0.0.1", "10.0.0.7", "192.168.1.1", "169.254.169.254", "224.0.0.1"),
    *("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::"),
)


@pytest.mark.parametrize("address", HERE)
def test_no_note_goes_into_a_network_at_home(address: str) -> None:
    with pytest.raises(UnsentError, match="public"):
        public_address("home.example", 443, lambda *_: [address])
    with pytest.raises(UnsentError, match="public"):
        public_address("home.example", 443, lambda *_: ["93.184.216.34", address])


def test_a_name_is_asked_once_and_that_address_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads home the second time is not asked a second time."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    called: list[object] = []

    def refuse(address: object, _: float) -> None:
        called.append(address)
        raise OSError("nobody is there")

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(UnsentError, match="nobody answers"):
        post("https:" + "//turns.example/hook", "It is your turn.", lambda *_: next(answers))
    assert called == [("93.184.216.34", 443)]


GOALS = {
    "https:" + "//turns.example/hook?a=1": True,
    "somebody@mail.example": True,
    "http:" + "//turns.example": False,
    "file:" + "///etc/passwd": False,
    "https:" + "//a\r\nHost: b": False,
    "a@b.example\nBcc: c@d.example": False,
    "-oQ/tmp@b.example x": False,
    "https:" + "//[": False,
    "": False,
}


@pytest.mark.parametrize(("to", "fits"), GOALS.items())
def test_what_a_note_may_be_meant_for(to: str, fits: bool) -> None:
    assert is_destination(to, mail=True) is fits


def test_mail_is_handed_to_the_owners_program_and_nothing_is_its_argument(tmp_path: Path) -> None:
    written = tmp_path / "mail"
    program = "import sys, pathlib; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"
    mail([sys.executable, "-c", program, str(written)], "a@b.example", "It is your turn: Meadow.")
    text = written.read_text(encoding="utf-8")
    assert text.startswith("To: a@b.example\nSubject: ") and text.endswith("Meadow.\n")
    with pytest.raises(UnsentError):
        mail([str(tmp_path / "none")], "a@b.example", "")


def test_a_note_is_kept_until_it_has_gone(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    assert evening.say("soviet", "tell", text="a@b.example")["t"] == "done"
    coming = evening.host.go_on(evening.table)
    assert coming.person == "soviet"
    assert evening.host.note(evening.table, coming.version)
    note = evening.host.store.unsent()
    assert note and (note.to, note.tries) == ("a@b.example", 0) and "Standard Game" in note.text
    evening.host.store.sent(note.number, gone=False)
    assert evening.host.store.unsent() == note._replace(tries=1)
    evening.host.store.sent(note.number, gone=True)
    assert evening.host.store.unsent() is None


def test_no_note_is_of_a_choice_that_was_made_meanwhile(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.say("soviet", "tell", text="a@b.example")
    coming = evening.host.go_on(evening.table)
    evening.say("soviet", "do", do="move A 0801")
    assert not evening.host.note(evening.table, coming.version)


def test_where_a_note_goes_is_told_to_nobody_else(host: Running) -> None:
    sides = seats(host, "strike_force_one")
    sides["us"].hear()
    assert sides["us"].say("tell", text="somebody@mail.example")["t"] == "done"
    assert sides["us"].say("tell", text="javascript:alert(1)")["t"] == "refused"
    assert "mail.example" not in str(sides["soviet"].hear())
