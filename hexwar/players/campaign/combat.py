"""A combat phase: the attacks worth making, the best first."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.asked import Asked, Decider
from hexwar.players.campaign.assault import Assault, Assaults
from hexwar.players.campaign.picture import Picture, Temper, picture_of

WORTHWHILE = 0.001
"""An attack that promises less than this is not made."""


class Combat(Decider[Temper]):
    """Attacks while one is worth it."""

    def wanted(self, asked: Asked) -> Iterator[Action]:
        """The attacks, then the end of the phase."""
        yield from _attacks(picture_of(asked, self._temper))
        yield Action("done")


def _attacks(picture: Picture) -> Iterator[Action]:
    """The attacks worth making, the best first."""
    ground, seen = picture.ground, picture.state
    combat = ground.combat
    if combat is None:
        return
    assaults = Assaults(picture)
    found: list[Assault] = []
    for target in combat.targets(seen, picture.side).values():
        units = [unit for group in target.groups for unit in group]
        best = assaults.best_force(target.cell, [(u, seen.cells[u], 0.0) for u in units])
        if best is not None and best.gain > WORTHWHILE:
            found.append(best)
    ids, number = ground.rules.frame.unit_ids, ground.rules.frame.board.number
    for assault in sorted(found, key=lambda assault: -assault.gain):
        names = tuple(ids[unit] for unit in assault.units)
        yield Action("attack", names, (number[assault.target],))


DECIDES = {"combat": Combat}
