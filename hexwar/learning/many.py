"""Many games at once, each in a process of its own: Gymnasium's vectors, with masks and seeds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from gymnasium.vector import AsyncVectorEnv, AutoresetMode

from hexwar.learning.alone import AloneEnv


def many(
    number: int,
    game: str,
    side: str,
    opponent: str = "random",
    scenario: str | None = None,
    options: Iterable[str] = (),
    *,
    shaped: bool = False,
) -> AsyncVectorEnv:
    """So many environments of one side, :class:`~hexwar.learning.alone.AloneEnv`, in processes.

    ``infos["action_mask"]`` has a row of what is legal for each, after ``reset`` and after every
    ``step``. A game that ends begins anew in the same step: what is observed and legal then is of
    the new game, the reward and ``terminations`` are of the old, its last position is in
    ``infos["final_obs"]``. ``reset(seed=7)`` gives the first the seed 7, the next 8 and so on, and
    decides all games that follow. ``close()`` ends the processes.
    """
    make = partial(AloneEnv, game, side, opponent, scenario, tuple(options), shaped=shaped)
    # The same maker for all: what tells them apart are the seeds that ``reset`` deals out.
    makers: list[Any] = [make] * number
    return AsyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
