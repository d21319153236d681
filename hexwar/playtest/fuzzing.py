"""Playing many games of a definition: drawn by chance and led by the computer, in turn."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

from hexwar.players.sharing import shared
from hexwar.playtest.playing import Playthrough, play
from hexwar.playtest.setting import Setting

LOOK_EVERY = 10
"""All promises are looked at in one step of so many; the invariants at every step."""


@dataclass(frozen=True, slots=True)
class Playtest:
    """One game to be played; ``led``: by the computer, and else by chance."""

    setting: Setting
    seed: str
    led: bool = False
    every: int = LOOK_EVERY


def playtests(settings: Sequence[Setting], games: int, seed: str) -> list[Playtest]:
    """So many games of each setting, of each setting one in turn, every other one led."""
    return [
        Playtest(setting, f"{seed}:{number}", led=number % 2 == 1)
        for number in range(games)
        for setting in settings
    ]


def played(tests: Sequence[Playtest], jobs: int) -> Generator[Playthrough, None, None]:
    """The games as they end; ``jobs`` processes share them."""
    done = shared(_play, tests, jobs)
    try:
        yield from (result for _, result in done)
    finally:
        done.close()


def _play(test: Playtest) -> Playthrough:
    return play(test.setting, test.seed, led=test.led, every=test.every)
