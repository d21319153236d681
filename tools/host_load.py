"""How a host bears many games at once: latencies of actions and of questions, and memory.

    python -m tools.host_load --games 300 --sockets 3 --rate 50 --seconds 60
    python -m tools.host_load --burst 150 --stalled 5 --dear force_on_force --sleeping 50000
    python -m tools.host_load --games 300 --rate 50 --dice joint

A host in a process of its own, and here the players of all games: each chooses among what it is
offered, as a page does, so an action is two messages. What is measured is the time from sending to
the answer. Both share the machine, and whatever else runs on it shows. Beside them, if they are
wished for: bursts of so many actions more in each tenth second; readers that take nothing of what
they are sent; players of another game who ask what they may choose ten times a second; and
afterwards sleeping games, copied within the store, of which so many are opened one by one. Then the
host is ended, started again on the same store by its command, and asked for its first page.

``--dice`` says how dice are thrown. An action is *seen* when its step has come back to who did it;
with joint dice it is *thrown* when the step came after everybody had given his part, which the
players here do as a page does.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, closing
from http.client import HTTPConnection
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from hexwar.host.host import Host, SeatMessage
from hexwar.host.policy import Policy
from hexwar.host.serving import Place, Serving
from hexwar.host.store import hashed
from hexwar.joining.parts import DiceParts

WORDS = ("do", "seen", "thrown", "choices", "in a burst", "dear", "opened")

PATIENCE = 60.0
"""Seconds for which something is waited for that must come."""

HERE = Place().address

DEAR, OPENED = 5, 2000
"""Players who ask dear questions; sleeping games that are opened."""


class Table:
    """A game with the sockets of those who play it; the first of each side plays, others listen."""

    def __init__(self, host: str, path: str, tokens: dict[str, str], kept: Path) -> None:
        """``kept`` is where players keep what they give to dice that all throw."""
        self._host, self._path, self._tokens, self._kept = host, path, tokens, kept
        self.parts: dict[str, DiceParts] = {}
        self.begun = False
        self._seen: dict[str, asyncio.Future[None]] = {}
        self.players: dict[str, ClientConnection] = {}
        self.heads: dict[str, str] = {}
        self.waits: str | None = None
        self.busy = False
        self.hexes: list[str] = [""]
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._numbers: Iterator[int] = count()

    async def come(self, sockets: int, stack: AsyncExitStack) -> None:
        """Open the sockets, seat by seat in turn."""
        seats = list(self._tokens)
        for number in range(sockets):
            seat = seats[number % len(seats)]
            shown = {"authorization": f"Bearer {self._tokens[seat]}"}
            place = f"ws:{'//'}{self._host}{self._path}/{seat}/live"
            socket = await stack.enter_async_context(connect(place, additional_headers=shown))
            if self.players.setdefault(seat, socket) is socket:
                self.parts[seat] = DiceParts(f"{self._path}/{seat}", self._kept)
            stack.callback(asyncio.create_task(self._hear(seat, socket)).cancel)

    async def _hear(self, seat: str, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if socket is self.players[seat]:
                part = self.parts[seat].hear(message)
                if part is not None:
                    word = str(next(self._numbers))
                    await socket.send(json.dumps({"t": "part", "id": word, **part}))
            if message["t"] in ("step", "whole"):
                self.heads[seat] = message["head"]
                if seat in self._seen:
                    self._seen.pop(seat).set_result(None)
            elif message["t"] == "hello":
                self.hexes = message["hexes"]
            elif message["t"] == "now":
                self.waits = message["now"]["waits"]
                self.begun = message["now"].get("dice", {}).get("begun", True)
            waiting = self._answers.pop(message.get("id", ""), None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)

    async def _say(self, seat: str, **said: Any) -> tuple[dict[str, Any], float]:
        """A message, its answer, and the seconds between."""
        word = str(next(self._numbers))
        answer = self._answers[word] = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        message = {**said, "id": word, "base": self.heads[seat]}
        await self.players[seat].send(json.dumps(message))
        reply = await asyncio.wait_for(answer, 30)
        return reply, time.perf_counter() - begun

    async def ask(self, random: Random, times: dict[str, list[float]]) -> None:
        """Ask for all choices with some hex pointed at, as long as nothing happens here: another
        question each time.
        """
        seat = self.waits
        if seat is not None and not self.busy:
            self.busy = True
            number = random.choice(self.hexes)
            reply, took = await self._say(seat, t="choices", at=number)
            if reply["t"] == "answer":
                times["dear"].append(took)
            self.busy = False

    async def act(self, random: Random, times: dict[str, list[float]], called: str = "do") -> None:
        """Choose and do something, if it is somebody's turn; what both messages took is kept."""
        seat = self.waits
        if seat is None or self.busy:
            return
        self.busy = True
        try:
            offered, asked = await self._say(seat, t="choices")
            if offered["t"] != "answer" or not offered["choices"]:
                return
            do = random.choice(offered["choices"])["do"]
            seen = self._seen[seat] = asyncio.get_running_loop().create_future()
            begun = time.perf_counter()
            reply, took = await self._say(seat, t="do", do=do)
            if reply["t"] == "done":
                times["choices"].append(asked)
                times[called].append(took)
                waits = not seen.done()
                await asyncio.wait_for(seen, PATIENCE)
                times["thrown" if waits else "seen"].append(time.perf_counter() - begun)
        finally:
            self.busy = False


def serve(folder: str, asked: argparse.Namespace, to: Connection) -> None:
    """The host, in its process: tells the tables, and then serves."""
    store = Path(folder) / "host.sqlite"
    games = [asked.game, *([asked.dear] if asked.dear else [])]
    serving = Serving(Place(port=0), store, games, per_second=1e6, sockets=10**6)
    if asked.in_thread:
        serving.host.dear = float("inf")
    policy = Policy(dice=asked.dice)
    tables = [serving.host.begin(asked.game, policy=policy) for _ in range(asked.games)]
    dear = [serving.host.begin(asked.dear, policy=Policy()) for _ in range(DEAR * bool(asked.dear))]
    copies = []
    if asked.sleeping:
        asleep = serving.host.begin(asked.game, policy=Policy())[0]
        played(serving.host, asleep, 12)
        copies = sleeping(store, asleep, asked.sleeping)
    to.send((serving.base.removeprefix("http://"), tables, dear, copies))
    serving.run()


def played(host: Host, table: str, most: int) -> None:
    """Play so many actions at a table, whichever are possible."""
    random = Random(1)
    for _ in range(most):
        at = host.table(table)
        if at.state.is_over:
            return
        action, seat = str(at.state.sample_action(random)), at.state.side_to_act or ""
        message = {"t": "do", "base": at.eyes[seat].head, "do": action}
        host.handle_all([SeatMessage(table, seat, message)])


def sleeping(path: Path, table: str, most: int) -> list[tuple[str, str]]:
    """Copy a table so many times within the store; by table the secret of a seat."""
    copies = []
    with closing(sqlite3.connect(path)) as file, file:
        for number in range(most):
            name, token = f"sleeping{number}", f"secret {number}"
            file.execute(
                "insert into tables select ?, 0, source, policy, dice_key, clock, at, position, "
                "eyes, offer from tables where id = ?",
                (name, table),
            )
            file.execute(
                "insert into lines select ?, seq, line from lines where game = ?", (name, table)
            )
            seats = file.execute("select seat from seats where game = ?", (table,)).fetchall()
            for place, (seat,) in enumerate(seats):
                file.execute(
                    "insert into seats select ?, seat, ?, player, name, notes, orders, resigns, "
                    "tell from seats where game = ? and seat = ?",
                    (name, hashed(f"{token}/{place}" if place else token), table, seat),
                )
            copies.append((f"{name}/{seats[0][0]}", token))
    return copies


def memory(process: int) -> str:
    """The memory that a process holds, where the system tells."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return "unknown"
    return next(line.split(":")[1].strip() for line in status.splitlines() if "VmRSS" in line)


async def stalled(host: str, begun: Any, stack: AsyncExitStack) -> None:
    """A socket of which nothing is read: as much as the system takes, and then no more."""
    table, tokens = begun
    seat, token = next(iter(tokens.items()))
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port), limit=64)
    stack.callback(writer.close)
    path = f"/t/{table}/{seat}/live"
    key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
    head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
    writer.write(f"{head}Connection: Upgrade\r\nUpgrade: websocket\r\n{key}\r\n".encode())
    await writer.drain()
    await reader.read(10)


async def load(
    host: str, begun: list[Any], dear: list[Any], asked: argparse.Namespace
) -> dict[str, list[float]]:
    """Play in all games, so many actions a second."""
    times: dict[str, list[float]] = {word: [] for word in WORDS}
    random, tasks = Random(1), set[asyncio.Task[None]]()

    def go(doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async with AsyncExitStack() as stack:
        kept = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        tables = [Table(host, f"/t/{table}", tokens, kept) for table, tokens in begun]
        asking = [Table(host, f"/t/{table}", tokens, kept) for table, tokens in dear]
        for table in tables:
            await table.come(asked.sockets, stack)
        for table in asking:
            await table.come(2, stack)
        for place in range(asked.stalled):
            await stalled(host, begun[place], stack)
        await asyncio.sleep(1)
        patience = time.monotonic() + PATIENCE
        while not all(table.begun for table in tables) and time.monotonic() < patience:
            await asyncio.sleep(0.1)  # all sit down
        begin, number, second = time.monotonic(), 0, 0
        while time.monotonic() < begin + asked.seconds:
            go(random.choice(tables).act(random, times))
            number += 1
            if time.monotonic() - begin > second / 10:
                second += 1
                for table in asking:
                    go(table.ask(random, times))
                if asked.burst and second % 100 >= 90:  # a tenth of it each tenth of a second
                    for table in random.sample(tables, min(asked.burst // 10, len(tables))):
                        go(table.act(random, times, "in a burst"))
            await asyncio.sleep(max(0.0, begin + number / asked.rate - time.monotonic()))
        await asyncio.gather(*tasks, return_exceptions=True)
    return times


def opened(host: str, copies: list[tuple[str, str]]) -> list[float]:
    """The seconds that it takes to open sleeping games, one after the other."""
    name, port = host.split(":")
    took = []
    for path, token in Random(1).sample(copies, min(OPENED, len(copies))):
        connection = HTTPConnection(name, int(port))
        begun = time.perf_counter()
        connection.request(
            "GET", f"/t/{path}/steps?wait=0", headers={"authorization": f"Bearer {token}"}
        )
        answer = connection.getresponse()
        whole = json.loads(answer.read())
        took.append(time.perf_counter() - begun)
        if answer.status != 200 or not whole["messages"]:
            raise AssertionError(whole)
        connection.close()
    return took


def started_again(folder: Path, asked: argparse.Namespace) -> tuple[float, str]:
    """Start a host on a store by its command: the seconds until its first page has come, and the
    memory that it holds then.
    """
    with closing(socket.create_server((HERE, 0))) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "hexwar", "serve", asked.game, "--port", str(port)]
    begun = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--store", str(folder / "host.sqlite")], stdout=subprocess.DEVNULL
    )
    try:
        while time.perf_counter() < begun + PATIENCE:
            connection = HTTPConnection(HERE, port)
            try:
                connection.request("GET", "/")
                if connection.getresponse().status == 200:
                    return time.perf_counter() - begun, memory(process.pid)
            except OSError:
                time.sleep(0.02)
            finally:
                connection.close()
        raise AssertionError("the host does not start again")
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="strike_force_one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=3, help="a game")
    parser.add_argument("--rate", type=float, default=20, help="actions a second, of all games")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--burst", type=int, default=0, help="so many actions more in each tenth second"
    )
    parser.add_argument("--stalled", type=int, default=0, help="readers that take nothing")
    parser.add_argument("--dear", default="", help="a game of which much is asked")
    parser.add_argument("--in-thread", action="store_true", help="dear questions in no process")
    parser.add_argument("--sleeping", type=int, default=0, help="games that sleep")
    parser.add_argument("--dice", choices=("alone", "sealed", "joint"), default="alone")
    asked = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = multiprocessing.Process(target=serve, args=(folder, asked, theirs), daemon=True)
        process.start()
        host, begun, dear, copies = ours.recv()
        times = asyncio.run(load(host, begun, dear, asked))
        times["opened"] = opened(host, copies)
        held = memory(process.pid or 0)
        process.terminate()
        process.join()
        again, held_again = started_again(Path(folder), asked)
    print(
        f"{asked.game}: {asked.games} games, {asked.games * asked.sockets} sockets, "
        f"dice {asked.dice}, memory {held}"
    )
    print(f"started again with {asked.sleeping} games asleep: {again:.1f} s, memory {held_again}")
    print("| message | a second | p50 ms | p99 ms | worst ms |\n|---|---|---|---|---|")
    for word, took in times.items():
        took.sort()
        if took:
            marks = (took[len(took) // 2], took[int(len(took) * 0.99)], took[-1])
            shown = " | ".join(f"{1000 * seconds:.0f}" for seconds in marks)
            print(f"| {word} | {len(took) / asked.seconds:.1f} | {shown} |")


if __name__ == "__main__":
    main()
