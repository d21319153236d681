"""How a host bears many games at once: latencies of actions and of questions, and memory.

    python -m tools.host_load --games 300 --sockets 3 --rate 50 --seconds 60

A host in a process of its own, and here the players of all games: each chooses among what it is
offered, as a page does, so an action is two messages. What is measured is the time from sending to
the answer. Both share the machine, and whatever else runs on it shows.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from hexwar.host.policy import Policy
from hexwar.host.serving import Place, Serving

WORDS = ("do", "choices")


class Table:
    """A game with the sockets of those who play it; the first of each side plays, others listen."""

    def __init__(self, host: str, path: str, tokens: dict[str, str]) -> None:
        self._host, self._path, self._tokens = host, path, tokens
        self.players: dict[str, ClientConnection] = {}
        self.heads: dict[str, str] = {}
        self.waits: str | None = None
        self.busy = False
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
            self.players.setdefault(seat, socket)
            stack.callback(asyncio.create_task(self._hear(seat, socket)).cancel)

    async def _hear(self, seat: str, socket: ClientConnection) -> None:
        async for text in socket:
            message = json.loads(text)
            if message["t"] in ("step", "whole"):
                self.heads[seat] = message["head"]
            elif message["t"] == "now":
                self.waits = message["now"]["waits"]
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

    async def act(self, random: Random, times: dict[str, list[float]]) -> None:
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
            reply, took = await self._say(seat, t="do", do=do)
            if reply["t"] == "done":
                times["choices"].append(asked)
                times["do"].append(took)
        finally:
            self.busy = False


def serve(folder: str, game: str, games: int, to: Connection) -> None:
    """The host, in its process: tells the tables, and then serves."""
    store = Path(folder) / "host.sqlite"
    serving = Serving(Place(port=0), store, [game], per_second=1e6, sockets=10**6)
    tables = [serving.host.begin(game, policy=Policy()) for _ in range(games)]
    to.send((serving.base.removeprefix("http://"), tables))
    serving.run()


def memory(process: int) -> str:
    """The memory that a process holds, where the system tells."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return "unknown"
    return next(line.split(":")[1].strip() for line in status.splitlines() if "VmRSS" in line)


async def load(host: str, begun: list[Any], asked: argparse.Namespace) -> dict[str, list[float]]:
    """Play in all games, so many actions a second."""
    times: dict[str, list[float]] = {word: [] for word in WORDS}
    random, tasks = Random(1), set[asyncio.Task[None]]()
    async with AsyncExitStack() as stack:
        tables = [Table(host, f"/t/{table}", tokens) for table, tokens in begun]
        for table in tables:
            await table.come(asked.sockets, stack)
        await asyncio.sleep(1)
        begin, number = time.monotonic(), 0
        while time.monotonic() < begin + asked.seconds:
            task = asyncio.create_task(random.choice(tables).act(random, times))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            number += 1
            await asyncio.sleep(max(0.0, begin + number / asked.rate - time.monotonic()))
        await asyncio.gather(*tasks, return_exceptions=True)
    return times


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="strike_force_one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--sockets", type=int, default=3, help="a game")
    parser.add_argument("--rate", type=float, default=20, help="actions a second, of all games")
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    ours, theirs = multiprocessing.Pipe()
    with tempfile.TemporaryDirectory() as folder:
        process = multiprocessing.Process(
            target=serve, args=(folder, asked.game, asked.games, theirs), daemon=True
        )
        process.start()
        host, begun = ours.recv()
        times = asyncio.run(load(host, begun, asked))
        held = memory(process.pid or 0)
        process.terminate()
        process.join()
    print(
        f"{asked.game}: {asked.games} games, {asked.games * asked.sockets} sockets, memory {held}"
    )
    print("| message | a second | p50 ms | p99 ms | worst ms |\n|---|---|---|---|---|")
    for word, took in times.items():
        took.sort()
        if took:
            marks = (took[len(took) // 2], took[int(len(took) * 0.99)], took[-1])
            shown = " | ".join(f"{1000 * seconds:.0f}" for seconds in marks)
            print(f"| {word} | {len(took) / asked.seconds:.1f} | {shown} |")


if __name__ == "__main__":
    main()
