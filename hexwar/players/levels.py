"""Opponents of several strengths for people: what each is called, and how it is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwar.players.decider import QUICK
from hexwar.players.player import Player

if TYPE_CHECKING:
    from hexwar.players.search.budget import Hurried


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: ``title`` and one ``sentence`` for whoever chooses it; ``rollouts`` and
    ``seconds`` are what it plans a phase with unless somebody says otherwise; each choice within a
    phase gets a part of that. ``care`` is the effort of the plan that it begins with, of all that
    the policy can.
    """

    title: str
    sentence: str
    rollouts: int
    seconds: float | None = None
    care: float = 1.0


LEVELS = {
    "easy": Level(
        "Easy", "Looks a little ahead and lets chances pass: for first games.", 4, 0.5, 0.1
    ),
    "normal": Level(
        "Normal", "Weighs a few plans for each phase and moves at once.", 32, 0.4, QUICK
    ),
    "hard": Level("Hard", "Compares many plans and thinks for some seconds a phase.", 100, 4.0),
}
"""The levels by id, the weakest first."""


def make_level(
    name: str,
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    hurried: Hurried | None = None,
) -> Player:
    """The player of a level. ``rollouts`` or ``seconds`` take the place of what it has itself.

    Limited by ``rollouts`` alone, equal seeds give equal games.
    """
    from hexwar.players.search.player import SearchPlayer  # a window opens without those who think

    level = LEVELS[name]
    called = name + (f",rollouts={rollouts}" if rollouts is not None else "")
    called += f",seconds={seconds:g}" if seconds is not None else ""
    if rollouts is None and seconds is None:
        rollouts, seconds = level.rollouts, level.seconds
    return SearchPlayer(
        rollouts=rollouts, seconds=seconds, hurried=hurried, care=level.care, name=called
    )
