"""Its deciders, by kind of decision."""

from __future__ import annotations

from hexwar.players.deciding import Deciders
from hexwar.players.skirmish import activation, movement, overwatch, reactions, setup
from hexwar.players.skirmish.outlook import Priorities, value_of


def skirmish(priorities: Priorities | None = None) -> Deciders[Priorities]:
    """The deciders of a side whose units act one at a time, or fire."""
    tables = (
        activation.DECIDES,
        movement.DECIDES,
        overwatch.DECIDES,
        reactions.DECIDES,
        setup.DECIDES,
    )
    return Deciders(tables, priorities or Priorities(), value_of)
