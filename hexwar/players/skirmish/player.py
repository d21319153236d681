"""Its deciders, by kind of decision."""

from __future__ import annotations

from hexwar.players.deciding import Deciders
from hexwar.players.plotting import plotting
from hexwar.players.skirmish import activation, movement, overwatch, reactions, setup
from hexwar.players.skirmish.outlook import SkirmishPriorities, value_of


def skirmish(priorities: SkirmishPriorities | None = None) -> Deciders[SkirmishPriorities]:
    """The deciders of a side whose units act one at a time, or fire."""
    tables = (
        activation.DECIDES,
        movement.DECIDES,
        overwatch.DECIDES,
        reactions.DECIDES,
        setup.DECIDES,
        plotting(value_of),
    )
    return Deciders(tables, priorities or SkirmishPriorities(), value_of)
