"""Two hosts share a database of PostgreSQL: each sees what the other writes, and none is in the way
of the other.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.sync.client import ClientConnection, connect

from hexwar.host.host import Host, SeatMessage
from hexwar.host.policy import Policy
from hexwar.host.serving import open_store
from hexwar.host.store import StoreError
from hexwar.joining.client import Client
from tests.host.proxy import proxy
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

OPEN, HIDING = str(FOLDER / "meadow"), str(FOLDER / "hiding")
TALKS = "strike_force_one"


class Pair:
    """Two hosts in this process, on one database; a table of each is the other's too."""

    def __init__(self, database: str) -> None:
        self.stores = [open_store(database) for _ in range(2)]
        games = [OPEN, HIDING, TALKS]
        self.hosts = [
            Host(store, games, lambda: 0.0, Random(at), keys_of(at))
            for at, store in enumerate(self.stores)
        ]

    def act(self, at: int, table: str, random: Random, **more: Any) -> str:
        """Do anything at one of the hosts, by what is known there; the kind of the answer."""
        opened = self.hosts[at].table(table)
        seat = opened.state.side_to_act or ""
        do = {"t": "do", "do": str(opened.state.sample_action(random))}
        message = {**do, "base": opened.eyes[seat].head, "id": str(random.random()), **more}
        return str(self.hosts[at].handle_all([SeatMessage(table, seat, message)])[0].reply["t"])

    def told(self, at: int, seat: str) -> list[dict[str, Any]]:
        """What a seat is told at a host of what was written at the other."""
        news = [sent[seat] for _, sent in self.hosts[at].news]
        self.hosts[at].news.clear()
        return [message for messages in news for message in messages]


@pytest.fixture
def pair(database: str) -> Iterator[Pair]:
    """Two hosts."""
    two = Pair(database)
    yield two
    for store in two.stores:
        store.close()


@pytest.mark.parametrize("source", [OPEN, HIDING, TALKS])
def test_what_is_done_at_one_host_is_told_at_the_other_in_the_same_words(
    pair: Pair, source: str
) -> None:
    """Steps, their numbers and hashes, undo and going back too: each pair of eyes is told at both
    what it is told at one.
    """
    random = Random(3)
    table, _ = pair.hosts[0].begin(source)
    sides = list(pair.hosts[1].table(table).sides)
    steps: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
    for turn in range(120):
        at = random.randrange(2)
        here, other = pair.hosts[at].table(table), pair.hosts[1 - at]
        if here.state.is_over:
            break
        seat = here.state.side_to_act or ""
        asked = {"t": "do", "do": str(here.state.sample_action(random))}
        if here.may_undo(seat) and random.random() < 0.3:
            asked = {"t": "undo"}
        elif turn % 40 == 39:
            asked = {"t": "offer", "what": "back"}
            seat = here.log[-1].side
        base = here.eyes[seat].head
        outcomes = pair.hosts[at].handle_all([SeatMessage(table, seat, {**asked, "base": base})])
        if asked["t"] == "offer" and outcomes[0].reply["t"] == "done":
            others = [side for side in sides if side != seat]
            yes = [
                SeatMessage(table, side, {"t": "answer", "yes": True, "base": here.eyes[side].head})
                for side in others
            ]
            outcomes += pair.hosts[at].handle_all(yes)
        assert {outcome.reply["t"] for outcome in outcomes} <= {"done", "refused"}
        other.catch_up(table)
        for side in sides:
            sent = [m for outcome in outcomes for m in outcome.sent.get(side, ())]
            mine = [message for message in sent if message["t"] == "step"]
            theirs = [m for _, told in other.news for m in told[side] if m["t"] == "step"]
            assert mine == theirs
            steps[side] += mine
        other.news.clear()
        left, right = (host.table(table).state.to_dict() for host in pair.hosts)
        assert left == right
    assert all(len(each) > 15 for each in steps.values())
    assert any(step.get("back") for each in steps.values() for step in each)


def test_who_comes_second_catches_up_and_is_refused_by_what_is_there_now(pair: Pair) -> None:
    """He has not seen the last step, which was written at the other host and is told now."""
    table, _ = pair.hosts[0].begin(OPEN)
    pair.hosts[1].table(table)
    assert pair.act(0, table, Random(1)) == "done"
    stale = pair.hosts[1].table(table).eyes["red"].head
    message = {"t": "do", "do": "done", "base": stale}
    reply = pair.hosts[1].handle_all([SeatMessage(table, "red", message)])[0].reply
    assert reply["t"] == "refused" and reply["stale"]
    assert [message["t"] for message in pair.told(1, "blue")] == ["step", "now"]
    assert pair.act(1, table, Random(2)) == "done"


def test_a_number_that_is_taken_is_tried_again_behind_it(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody had said that the table was being written: the lines themselves say so."""
    table, _ = pair.hosts[0].begin(OPEN)
    pair.hosts[1].table(table)
    assert pair.act(0, table, Random(1)) == "done"
    monkeypatch.setattr(type(pair.stores[0]), "behind", lambda *_: [])
    assert pair.act(1, table, Random(2)) == "refused"  # by the position in which he is now
    assert pair.act(1, table, Random(2)) == "done"
    assert len(pair.stores[0].lines(table)) == 3


def test_what_is_sent_again_to_the_other_host_is_done_once(pair: Pair) -> None:
    table, _ = pair.hosts[0].begin(OPEN)
    here = pair.hosts[0].table(table)
    seat = here.state.side_to_act or ""
    do = {"t": "do", "do": "done", "base": here.eyes[seat].head, "id": "7"}
    for host in (*pair.hosts, *pair.hosts):
        assert host.handle_all([SeatMessage(table, seat, do)])[0].reply["t"] == "done"
    assert len(pair.stores[1].lines(table)) == 2


def test_what_a_seat_says_of_itself_is_known_at_both(pair: Pair) -> None:
    """Names, offers and clocks are in no line, and yet nobody overwrites them."""
    table, _ = pair.hosts[0].begin(OPEN, policy=Policy(bank=600))
    pair.hosts[1].table(table)
    said = [("name", {"text": "Ann"}), ("orders", {"orders": "pass"}), ("chat", {"text": "Well."})]
    for kind, more in said:
        message = SeatMessage(table, "red", {"t": kind, **more})
        assert pair.hosts[0].handle_all([message])[0].reply["t"] == "done"
    offer = {"t": "offer", "what": "pause", "base": pair.hosts[0].table(table).eyes["red"].head}
    assert pair.hosts[0].handle_all([SeatMessage(table, "red", offer)])[0].reply["t"] == "done"
    answer = {"t": "answer", "yes": True, "base": pair.hosts[1].table(table).eyes["blue"].head}
    assert pair.hosts[1].handle_all([SeatMessage(table, "blue", answer)])[0].reply["t"] == "done"
    assert [message["t"] for message in pair.told(1, "blue")] == ["chat", "now"]
    pair.hosts[0].catch_up(table)
    for host in pair.hosts:
        assert host.table(table).seats["red"].name == "Ann"
        assert host.table(table).clock.paused and not host.table(table).offer


def test_a_note_is_sent_once_and_to_nobody_who_is_at_the_other_host(pair: Pair) -> None:
    table, _ = pair.hosts[0].begin(OPEN)
    message = {"t": "tell", "text": "ann@mail.invalid"}
    pair.hosts[0].handle_all([SeatMessage(table, "red", message)])
    versions = [host.table(table).version for host in pair.hosts]
    pair.stores[0].came(table, "red")
    assert pair.hosts[0].note(table, versions[0])
    table, _ = pair.hosts[0].begin(OPEN)
    pair.hosts[0].handle_all([SeatMessage(table, "red", message)])
    pair.stores[0].came(table, "red")
    assert not pair.hosts[1].note(table, pair.hosts[1].table(table).version)
    pair.stores[0].went(table, "red")
    assert pair.hosts[1].note(table, pair.hosts[1].table(table).version)
    pair.hosts[0].catch_up(table)
    assert not pair.hosts[0].note(table, pair.hosts[0].table(table).version)
    assert [store.may_deliver() for store in pair.stores] == [True, False]
    pair.stores[0].close()
    # The server notices a moment later that who held the lock has gone.
    for _ in range(500):
        if pair.stores[1].may_deliver():
            break
        sleep(0.02)
    assert pair.stores[1].may_deliver()


def test_acknowledged_lines_of_two_hosts_at_once_never_share_a_number(database: str) -> None:
    """Both play the same tables as fast as they can, in another order, and wait for nobody."""
    pair = Pair(database)
    tables = [pair.hosts[0].begin(OPEN)[0] for _ in range(3)]
    done: list[str] = []

    def play(at: int) -> None:
        random = Random(at)
        for _ in range(60):
            for table in tables if at else tables[::-1]:
                opened = pair.hosts[at].table(table)
                if opened.state.is_over:
                    continue
                seat, word = opened.state.side_to_act or "", f"{at} {random.random()}"
                do = str(opened.state.sample_action(random))
                base = opened.eyes[seat].head
                message = {"t": "do", "do": do, "base": base, "id": word}
                chat = [SeatMessage(other, seat, {"t": "chat", "text": word}) for other in tables]
                outcomes = pair.hosts[at].handle_all([SeatMessage(table, seat, message), *chat])
                if outcomes[0].reply["t"] == "done":
                    done.append(f"{table} {seat} {word}")
                assert {outcome.reply["t"] for outcome in outcomes[1:]} == {"done"}

    threads = [Thread(target=play, args=(at,)) for at in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    lines = [line for table in tables for line in pair.stores[0].lines(table)]
    acts = pair.stores[0].run("select game, act, n from acts")
    assert {f"{table} {act}" for table, act, _ in acts} == set(done)
    assert sum(line.startswith(b'{"do"') for line in lines) == len(done)
    assert len({(table, n) for table, _, n in acts}) == len(acts)
    assert {act.split()[1] for _, act, _ in acts} == {"0", "1"}
    for table in tables:
        numbers = [number for number, *_ in pair.stores[0].talk(table, 0, 10_000)]
        assert numbers == list(range(1, len(numbers) + 1))
        fresh = Host(pair.stores[0], [OPEN], lambda: 0.0).table(table).state.to_dict()
        assert fresh == Host(pair.stores[1], [OPEN], lambda: 0.0).table(table).state.to_dict()
    for store in pair.stores:
        store.close()


def test_what_was_not_stored_is_not_acknowledged(pair: Pair, database: str) -> None:
    """The database lets the host go in the middle of it; afterwards all goes on."""
    import psycopg

    table, _ = pair.hosts[0].begin(OPEN)
    pair.hosts[0].table(table)
    with psycopg.connect(database, autocommit=True) as owner:
        owner.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )
    assert pair.act(0, table, Random(1)) == "refused"
    assert pair.act(0, table, Random(1)) == "done"
    assert len(pair.stores[0].lines(table)) == 2


@pytest.mark.parametrize(
    "address",
    [
        "ann:very%secret@/games",
        "ann:verysecret@/games?host=/nowhere",
        "ann:verysecret@/games?hosts=x",
    ],
)
def test_no_sentence_repeats_the_password_of_a_database(address: str) -> None:
    with pytest.raises(StoreError) as refused:
        open_store(f"postgresql:{'//'}{address}")
    assert "secret" not in str(refused.value)


# -- two processes -----------------------------------------------------------------------------


@contextmanager
def serving(folder: Path, database: str, *games: str) -> Iterator[tuple[Any, dict[str, str]]]:
    """``hexwar serve`` as a process of its own: the process, and the links that it prints."""
    command = [sys.executable, "-m", "hexwar", "serve", *games, "--port", "0", "--store", database]
    environment = {**os.environ, "HEXWAR_HOME": str(folder)}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    with process:
        try:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("Ctrl+C"):
                    break
            text = "".join(lines)
            links = dict(re.findall(r"^([^:\n]+): (\S+)$", text, re.MULTILINE))
            assert "Lay tables here (for you alone)" in links, text
            yield process, links
        finally:
            process.kill()


def at_another(link: str, other: str) -> str:
    """The link of a seat, at another host."""
    return f"{other.partition('#')[0]}#{link.partition('#')[2]}"


def test_two_processes_play_one_game_and_one_may_be_killed(tmp_path: Path, database: str) -> None:
    """A seat at each; what one side does is told to the other. Then one process is killed, and all
    that it had acknowledged is there for the other, at which both play on.
    """
    with ExitStack() as both:
        first, links = both.enter_context(serving(tmp_path, database, OPEN))
        _, others = both.enter_context(serving(tmp_path, database, OPEN))
        owner = others["Lay tables here (for you alone)"]
        red, blue = Client(links["Seat of Red"]), Client(at_another(links["Seat of Blue"], owner))
        seats = {"red": red, "blue": blue}
        random, done = Random(7), 0
        for each in seats.values():
            each.hear()
        with socket_of(blue, owner) as socket:  # which asks for nothing: it is told
            assert json.loads(socket.recv(timeout=20))["t"] == "hello"
            assert red.say("chat", text="Well met.")["t"] == "done"
            told = iter(lambda: json.loads(socket.recv(timeout=20)), None)
            assert next(m for m in told if m["t"] == "chat")["text"] == "Well met."
        while done < 12:
            done += play_one(seats, random)
        first.kill()
        first.wait()
        red = seats["red"] = Client(at_another(links["Seat of Red"], owner))
        red.hear()
        assert red.n == done
        for _ in range(8):
            done += play_one(seats, random)
    store = open_store(database)
    (table,) = [t for t in store.tables() if len(store.lines(t)) > 1]
    assert sum(line.startswith(b'{"do"') for line in store.lines(table)) == done == 20
    store.close()


@pytest.mark.parametrize("kept_at_one", [True, False])
def test_a_proxy_stands_before_two_processes(
    tmp_path: Path, database: str, kept_at_one: bool
) -> None:
    """It keeps a table at one of them, or sends whoever comes to either: the game is the same."""
    with ExitStack() as all_:
        links = [all_.enter_context(serving(tmp_path, database, OPEN))[1] for _ in range(2)]
        ports = [urlsplit(each["Seat of Red"]).port or 0 for each in links]
        turns, asked = count(), set()

        def pick(table: str) -> int:
            place = sum(table.encode()) if kept_at_one else next(turns)
            if table:
                asked.add(place % 2)
            return ports[place % 2]

        port = all_.enter_context(proxy(pick))
        seats = {}
        for side in ("red", "blue"):
            public = urlsplit(links[0][f"Seat of {side.title()}"])._replace(
                netloc=f"127.0.0.1:{port}"
            )
            seats[side] = Client(public.geturl())
            seats[side].hear()
        done, random = 0, Random(8)
        while done < 14:
            done += play_one(seats, random)
        assert len(asked) == (1 if kept_at_one else 2)
        lines = seats["red"].request("GET", f"{seats['red'].path}/save")[1].splitlines()
        assert sum(line.startswith('{"do"') for line in lines) == 14


def socket_of(seat: Client, link: str) -> ClientConnection:
    """A socket of a seat, at the host of a link."""
    place = f"ws:{'//'}{urlsplit(link).netloc}{seat.path}/live"
    shown = {"authorization": f"Bearer {seat.token}"}
    return connect(place, additional_headers=shown, max_size=None, open_timeout=20)


def play_one(seats: dict[str, Client], random: Random) -> int:
    """One action of whoever is to choose, told to the other: by the number of his next step."""
    for _ in range(40):
        for side, seat in seats.items():
            now = next(m["now"] for m in reversed(seat.hear()) if m["t"] == "now")
            if now["waits"] != side or now.get("over"):
                continue
            offered = seat.say("choices")
            if offered["t"] == "refused":
                continue  # it has not heard of the last step yet
            doing = [each["do"] for each in offered["choices"] if each["why"] is None]
            if seat.say("do", do=random.choice(doing))["t"] == "done":
                seat.hear()
                other = next(other for other in seats.values() if other is not seat)
                for _ in range(20):
                    if other.n == seat.n:
                        return 1
                    other.hear(wait=5)
                raise AssertionError("the other is told nothing")
    raise AssertionError("nobody can do anything")
