"""Computers that sit at tables: they think in processes of their own, a few for all tables."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from zlib import crc32

from hexwar.engine import Action
from hexwar.players import LEVELS
from hexwar.players.thinking_process import Inquiry, ThinkingProcess, WhatToDo
from hexwar.rules.state import State

PROCESSES = 2

T = TypeVar("T")


class ThinkingProcesses:
    """A few processes, each with one question at a time; they are begun when they are needed."""

    def __init__(self) -> None:
        self._processes = [ThinkingProcess() for _ in range(PROCESSES)]
        self._waiting = [ThreadPoolExecutor(1, f"waiting-{at}") for at in range(PROCESSES)]

    async def ask(self, place: int, question: Inquiry[T]) -> T:
        """The answer of one of them; ApartError or EndedError if it comes to none."""
        asking = self._processes[place].ask(question)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._waiting[place], asking.answer)

    def end(self) -> None:
        """End all of them, whatever they are asked."""
        for process in self._processes:
            process.end()
        for threads in self._waiting:
            threads.shutdown(wait=False, cancel_futures=True)


class Computers(ThinkingProcesses):
    """A table always asks the same process, which remembers what it was planning there."""

    async def choose(self, table: str, side: str, level: str, seen: State, seed: int) -> Action:
        """What a computer of a level chooses for a side that sees this position.

        PlayerError or ApartError where it gives no answer; ValueError for a name that is not a
        level: other names of players lead to code, and a table may ask only for levels.
        """
        if level not in LEVELS:
            raise ValueError("at a table only the levels play")
        place = crc32(table.encode()) % len(self._processes)
        # Players are kept by side: that of another table must not be asked about its plans here.
        return await self.ask(place, WhatToDo(f"{table} {side}", level, seen, seed))
