"""What strangers meet: each row of what may go wrong, as a test."""

from __future__ import annotations

import json
import logging
import re
import socket
import struct
import sys
import time
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from hexwar.host.guards import MOST_BYTES, SOCKETS, Bucket, is_known_host, is_own_page
from hexwar.host.host import Host
from hexwar.host.policy import Policy, PolicyError
from hexwar.host.store import SqliteStore
from hexwar.host.table import RefusedError
from hexwar.host.web import TOO_MUCH
from hexwar.joining.client import Client, LineError
from tests.examples import examples
from tests.host.serving import Running, running, seats

ELSEWHERE = "https:" + "//evil.example"


def answer(
    host: Running, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str]:
    """A request as anybody may write it."""
    connection = HTTPConnection("127.0.0.1", host.port, timeout=20)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body.encode() or None, named)
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def cookie_of(host: Running, seat: Client) -> str:
    """What a browser in the seat sends along."""
    return f"hexwar={seat.token}"


def own(host: Running) -> str:
    """The origin of the host's own pages."""
    return f"http:{'//'}127.0.0.1:{host.port}"


def socket_of(host: Running, seat: Client, **headers: str) -> ClientConnection:
    """A socket of a seat."""
    shown = {"authorization": f"Bearer {seat.token}", **headers}
    place = f"ws:{'//'}127.0.0.1:{host.port}{seat.path}/live"
    return connect(place, additional_headers=shown, max_size=None, open_timeout=20)


# -- who speaks --------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", None])
def test_a_post_from_a_page_of_somebody_elses_is_refused(host: Running, origin: str | None) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    seat.hear()
    headers = {"cookie": cookie_of(host, seat), **({"origin": origin} if origin else {})}
    message = json.dumps({"t": "do", "do": "move A 0801", "base": seat.head})
    status, text = answer(host, "POST", f"{seat.path}/say", message, **headers)
    assert status == 403 and "somebody else" in text
    status, _ = answer(
        host,
        *("POST", f"{seat.path}/say", message),
        cookie=cookie_of(host, seat),
        origin=own(host),
        sec_fetch_site="cross-site",
    )
    assert status == 403
    assert [message["t"] for message in seat.hear()] == ["now"]


def test_a_post_from_the_hosts_own_page_is_heard(host: Running) -> None:
    """The tests beside it would hold if nothing were."""
    seat = seats(host, "strike_force_one")["soviet"]
    seat.hear()
    message = json.dumps({"t": "do", "do": "move A 0801", "base": seat.head})
    headers = {"cookie": cookie_of(host, seat), "origin": own(host)}
    status, text = answer(host, "POST", f"{seat.path}/say", message, **headers)
    assert status == 200 and json.loads(text)["t"] == "done"


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", ""])
def test_a_socket_from_a_page_of_somebody_elses_is_not_opened(host: Running, origin: str) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    place = f"ws:{'//'}127.0.0.1:{host.port}{seat.path}/live"
    shown = {"cookie": cookie_of(host, seat), **({"origin": origin} if origin else {})}
    with (
        pytest.raises(InvalidHandshake),
        connect(place, additional_headers=shown, open_timeout=20),
    ):
        pass


NAMES = ("evil.example", "evil.example:8765", "127.0.0.1.evil.example", "")


@pytest.mark.parametrize("name", NAMES)
def test_a_host_that_is_called_by_another_name_says_nothing(host: Running, name: str) -> None:
    """Or a page of somebody else's could speak with it under a name that leads here."""
    connection = HTTPConnection("127.0.0.1", host.port)
    connection.request("GET", "/", headers={"host": name})
    response = connection.getresponse()
    assert response.status == 421 and b"--name" in response.read()
    connection.close()


def test_names_of_the_host() -> None:
    assert is_known_host("localhost:8765", ("localhost",)) and is_known_host("[::1]:1", ())
    assert not is_known_host("localhost.evil.example", ("localhost",))
    assert not is_known_host("[::1", ("localhost",))
    assert not is_own_page({"host": "", "origin": "http:"}, by_cookie=True)


@pytest.mark.parametrize("token", ["", "x", "x" * 500, "\u2603", None, 7, ["a"]])
def test_a_secret_that_opens_nothing_is_told_so(host: Running, token: object) -> None:
    body = json.dumps({"token": token})
    status, text = answer(host, "POST", "/enter", body, origin=own(host))
    assert status in (400, 404) and json.loads(text)["t"] == "refused"


def test_a_seat_opens_no_other(host: Running) -> None:
    sides, others = seats(host, "strike_force_one"), seats(host, "strike_force_one")
    for path in (sides["us"].path, others["soviet"].path):
        for more in ("", "/steps", "/save", "/replay"):
            assert sides["soviet"].request("GET", f"{path}{more}")[0] == 403
        assert sides["soviet"].request("POST", f"{path}/say", {"t": "hello"})[0] == 403
    assert sides["soviet"].request("GET", "/host")[0] == 403
    assert sides["soviet"].request("POST", "/host/tables", {"game": "tamrat"})[0] == 403


def test_a_new_link_takes_the_place_of_one_that_was_lost(host: Running) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    seat.say("name", text="Anna")
    _, _, table, side = seat.path.split("/")
    body, owner = json.dumps({"table": table, "seat": side}), f"Bearer {host.serving.owner}"
    status, text = answer(host, "POST", "/host/links", body, authorization=owner)
    assert status == 200
    assert seat.request("GET", f"{seat.path}/steps")[0] == 403
    renewed = Client(json.loads(text)["links"][side])
    assert renewed.path == seat.path and renewed.hear()[0]["name"] == ""
    assert answer(host, "POST", "/host/links", body)[0] == 403


def test_what_somebody_told_of_himself_is_forgotten_when_he_wants_that(host: Running) -> None:
    sides = seats(host, "strike_force_one")
    soviet = sides["soviet"]
    for kind, text in (("name", "Anna"), ("notes", "Anna's"), ("chat", "I am Anna.")):
        assert soviet.say(kind, text=text)["t"] == "done"
    assert "Anna" in str(sides["us"].hear())
    assert soviet.say("forget")["t"] == "done"
    heard = [Client(host.serving.link(seat.token)).hear() for seat in sides.values()]
    assert "Anna" not in str(heard)


def test_a_secret_is_in_no_page_no_header_and_no_log(
    host: Running, caplog: pytest.LogCaptureFixture
) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    with caplog.at_level(logging.DEBUG):
        seat.hear()
        pages = [seat.request("GET", path)[1] for path in ("/", seat.path, f"{seat.path}/steps")]
    assert all(seat.token not in json.dumps(page) for page in pages)
    ours = [r.getMessage() for r in caplog.records if r.name.startswith(("hexwar", "uvicorn.a"))]
    assert seat.token not in "\n".join(ours)
    stored = Path(host.serving.store).read_bytes()
    assert seat.token.encode() not in stored


def test_the_cookie_is_for_the_seat_alone_and_for_no_script(host: Running) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    connection = HTTPConnection("127.0.0.1", host.port)
    connection.request("POST", "/enter", json.dumps({"token": seat.token}), {"origin": own(host)})
    response = connection.getresponse()
    parts = {part.strip().lower() for part in (response.headers["set-cookie"] or "").split(";")}
    assert {"httponly", "samesite=strict", f"path={seat.path}".lower()} <= parts
    assert response.headers["referrer-policy"] == "no-referrer"
    assert response.headers["content-security-policy"].startswith("default-src 'none'")
    connection.close()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../store.py",
        "/static/%2e%2e%2fstore.py",
        "/static/a%00b",
        "/t/../host",
        "/t/%00/%00",
    ],
)
def test_no_path_leads_out(host: Running, path: str) -> None:
    status, text = answer(host, "GET", path)
    assert status in (400, 403, 404) and "import" not in text


# -- what is said ------------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
KINDS = ("do", "undo", "choices", "preview", "offer", "answer", "orders", "chat", "notes", "sit")


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A host without a network, and a table."""
    host = Host(
        SqliteStore(tmp_path_factory.mktemp("alone") / "h"), ["strike_force_one"], lambda: 0.0
    )
    return host, host.begin("strike_force_one")[0]


@examples(2)
@given(
    anything
    | st.fixed_dictionaries(
        {"t": st.sampled_from(KINDS)},
        optional={
            "base": st.just("HEAD") | anything,
            "do": st.text(max_size=30) | st.sampled_from(["done", "move A 0801", "\x00", "move"]),
            "picked": st.lists(st.text(max_size=5), max_size=3) | anything,
            "at": st.text(max_size=5) | anything,
            "id": st.text(max_size=50) | anything,
            "text": st.text(max_size=600) | anything,
            "orders": st.text(max_size=12),
            "what": st.sampled_from(["pause", "resume", "back"]),
            "yes": st.booleans(),
        },
    )
)
def test_whatever_is_said_is_answered_in_a_sentence(alone: Any, message: Any) -> None:
    host, table = alone
    if isinstance(message, dict) and message.get("base") == "HEAD":
        message = {**message, "base": host.table(table).eyes["soviet"].head}
    reply = host.handle(table, "soviet", message).reply
    assert reply["t"] in ("done", "answer", "refused")
    assert "something went wrong" not in reply.get("why", "").lower()
    json.dumps(reply)


@pytest.mark.parametrize(
    "name", ["os:system", "my_module:Player", "hard,rollouts=9", "/bin/sh", ""]
)
def test_no_name_of_a_player_imports_or_starts_anything(host: Running, name: str) -> None:
    """Only levels are spoken over the wire."""
    before = set(sys.modules)
    with pytest.raises(RefusedError):
        host.begin("strike_force_one", players={"us": name})
    with pytest.raises(PolicyError):
        Policy.from_dict({"level": name})
    body = json.dumps({"game": "strike_force_one", "players": {"us": name}})
    owner = f"Bearer {host.serving.owner}"
    status, _ = answer(host, "POST", "/host/tables", body, authorization=owner)
    assert status == 409 and set(sys.modules) == before


@pytest.mark.parametrize("game", ["../games/tamrat", "/etc", "tamrat", ""])
def test_only_games_of_the_owner_are_played(tmp_path: Path, game: str) -> None:
    """No path, and none that he does not host, installed or not."""
    with running(tmp_path, "strike_force_one") as host:
        owner = f"Bearer {host.serving.owner}"
        body = json.dumps({"game": game})
        status, text = answer(host, "POST", "/host/tables", body, authorization=owner)
    assert status == 409 and json.loads(text)["why"] == "There is no such game here."


@pytest.mark.parametrize("body", ["", "{", "[" * 5000, "NaN", '{"t": "do"' + " " * 20_000])
def test_a_post_that_is_no_message_is_told_so(host: Running, body: str) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    shown = f"Bearer {seat.token}"
    status, text = answer(host, "POST", f"{seat.path}/say", body, authorization=shown)
    reply = json.loads(text)
    assert reply["t"] == "refused" and status == (413 if len(body) > MOST_BYTES else status)
    assert "Traceback" not in text


def test_text_that_would_run_is_text(host: Running) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    seat.hear()
    bad = "<script>alert(1)</script>"
    assert seat.say("name", text=bad)["t"] == "done" and seat.say("chat", text=bad)["t"] == "done"
    assert bad not in seat.request("GET", seat.path)[1]


# -- how much ----------------------------------------------------------------------------------


def test_messages_by_socket_are_bounded(host: Running) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    with socket_of(host, seat) as socket:
        socket.recv(timeout=20)
        socket.send("x" * (MOST_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            while True:
                socket.recv(timeout=20)


def test_an_address_has_so_many_sockets(host: Running) -> None:
    seat = seats(host, "strike_force_one")["soviet"]
    with ExitStack() as opened:
        for _ in range(SOCKETS):
            opened.enter_context(socket_of(host, seat))
        with pytest.raises(InvalidHandshake), socket_of(host, seat):
            pass


def test_whoever_goes_before_he_is_let_in_leaves_no_socket_behind(host: Running) -> None:
    """Or an address whose line is cut often could open none any more."""
    seat = seats(host, "strike_force_one")["soviet"]
    head = (
        f"GET {seat.path}/live HTTP/1.1\r\nHost: localhost:{host.port}\r\n"
        f"Authorization: Bearer {seat.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    at_once = struct.pack("ii", 1, 0)
    for waits in (0.0, 0.001, 0.002, 0.004) * 10 * SOCKETS:
        with socket.create_connection((host.serving.place.address, host.port)) as line:
            line.sendall(head.encode())
            time.sleep(waits)
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    end = time.monotonic() + 20
    while (sockets := host.serving.gate.sockets) and time.monotonic() < end:
        time.sleep(0.05)
    assert not sockets
    with ExitStack() as opened:
        for _ in range(SOCKETS):
            opened.enter_context(socket_of(host, seat))


def test_each_test_that_the_list_of_threats_names_is_there() -> None:
    """A row of the list whose test has gone would promise what nobody holds."""
    here = Path(__file__).resolve().parent
    listed = (here.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", listed.partition("What may go wrong at a host")[2]))
    written = "".join(path.read_text(encoding="utf-8") for path in here.glob("test_*.py"))
    assert len(named) > 20
    assert {name for name in named if f"def {name}(" not in written} == set()


def test_a_bucket_lets_ten_a_second_through() -> None:
    bucket = Bucket(10.0, 0.0)
    assert sum(bucket.takes(0.0) for _ in range(50)) == 20
    assert sum(bucket.takes(1.0) for _ in range(50)) == 10


def test_who_floods_is_let_go(tmp_path: Path) -> None:
    with running(tmp_path, "strike_force_one", per_second=1.0) as host:
        seat = seats(host, "strike_force_one")["soviet"]
        with socket_of(host, seat) as socket, pytest.raises(ConnectionClosed):
            for _ in range(20):
                socket.send(json.dumps({"t": "hello"}))
            while True:
                socket.recv(timeout=20)
        refusals = set()
        for _ in range(60):
            with pytest.raises(LineError) as refused:
                Client(host.serving.link("nobody"))
            refusals.add(str(refused.value))
        assert TOO_MUCH in refusals
