"""Computers that sit at tables: they think in processes of their own, a few for all tables."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from zlib import crc32

from hexwar.engine import Action
from hexwar.players import LEVELS
from hexwar.players.thinking_process import ThinkingProcess, WhatToDo
from hexwar.rules.state import State

PROCESSES = 2


class Computers:
    """A few processes, each with one question at a time; a table always asks the same one, which
    remembers what it was planning there.
    """

    def __init__(self, processes: int = PROCESSES) -> None:
        self._processes = [ThinkingProcess() for _ in range(processes)]
        self._waiting = [ThreadPoolExecutor(1, f"computer-{at}") for at in range(processes)]

    async def choose(self, table: str, side: str, level: str, seen: State, seed: int) -> Action:
        """What a computer of a level chooses for a side, which sees that.

        PlayerError or ApartError where it does not come to an answer; ValueError for what is no
        level: names of players lead to code, and only these are spoken of at a table.
        """
        if level not in LEVELS:
            raise ValueError("at a table only the levels play")
        place = crc32(table.encode()) % len(self._processes)
        # Players are kept by side: that of another table must not be asked about its plans here.
        asking = self._processes[place].ask(WhatToDo(f"{table} {side}", level, seen, seed))
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._waiting[place], asking.answer)

    def end(self) -> None:
        """End all of them, whatever they think about."""
        for process in self._processes:
            process.end()
        for threads in self._waiting:
            threads.shutdown(wait=False, cancel_futures=True)
