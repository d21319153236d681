"""Who still waits to enter, once it is guessed who has come."""

from __future__ import annotations

from random import Random

from hexwar.engine.moments import Guess
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.reinforcements.groups import ARRIVALS, ArrivedGroups
from hexwar.rules.units.rules import mask_of


def guess(seen: Position) -> Guess | None:
    """Let those who are on the map in a guess wait no more."""
    return _wait_no_more if seen.memory[ARRIVALS].groups else None


def _wait_no_more(world: Position, random: Random) -> None:
    here = mask_of(unit for unit, cell in enumerate(world.cells) if cell != OFF_MAP)
    groups = []
    for index, units, more in world.memory[ARRIVALS].groups:
        came = (units & here).bit_count()
        groups.append((index, units & ~here, max(0, more - came)))
    world.remember(ARRIVALS, ArrivedGroups(tuple(groups)))
