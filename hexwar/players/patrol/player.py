"""Its deciders, by kind of decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.players.asked import Decider
from hexwar.players.deciding import Deciders
from hexwar.players.patrol import aftermath, combat, movement
from hexwar.players.patrol.outlook import Temper, value_of

DECIDES: tuple[Mapping[str, Callable[[Temper], Decider]], ...] = (
    movement.DECIDES,
    combat.DECIDES,
    aftermath.DECIDES,
)
"""By kind of decision: how its decider is made, with what the player minds."""


def patrol(temper: Temper | None = None) -> Deciders:
    """The deciders of a side with few units that count alike."""
    minded = temper or Temper()
    by_kind = {kind: made(minded) for table in DECIDES for kind, made in table.items()}
    return Deciders(by_kind, lambda asked: value_of(asked, minded))
