"""Who takes part in a scenario, from the start or later, and with how many steps."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from hexwar.definition.model import ResolvedGame
from hexwar.engine.frame import Frame
from hexwar.rules.units.rules import mask_of
from hexwar.rules.units.section import Units

if TYPE_CHECKING:
    from hexwar.rules.reinforcements.section import Group


def groups_of(game: ResolvedGame) -> Collection[Group]:
    """The groups that enter the map in the course of a game."""
    if not game.has("reinforcements"):
        return ()
    from hexwar.rules.reinforcements.section import Reinforcements  # not in games without them

    return game[Reinforcements].groups.values()


def in_scenario(frame: Frame) -> int:
    """The mask of the units that take part in the scenario, from the start or later."""
    game = frame.resolved
    names = {*game.scenario.setup, *game.scenario.eliminated}
    names.update(unit for group in groups_of(game) for unit in group.units)
    return mask_of(frame.unit_index[name] for name in names)


def steps_missing(frame: Frame) -> list[int]:
    """By unit: the steps that it has not when it begins or comes; they are no losses."""
    game = frame.resolved
    steps = {unit: len(said.steps) for unit, said in game[Units].counters.items()}
    begins = {unit: step or steps[unit] for unit, step in game.scenario.steps.items()}
    for group in groups_of(game):
        begins |= {unit: steps[unit] for unit in group.units if group.step == "last"}
    return [begins.get(unit, 1) - 1 for unit in frame.unit_ids]
