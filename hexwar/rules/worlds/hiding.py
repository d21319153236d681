"""Where units may hide that a side does not see."""

from __future__ import annotations

from functools import partial, reduce
from operator import or_
from random import Random

from hexwar.engine.moments import Guess
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.worlds.whereabouts import Whereabouts


class HiddenGuesses:
    """Lets units hide in hexes of theirs, where nobody is seen."""

    __slots__ = ("_forces", "_hidden", "_stacking", "_whereabouts")

    def __init__(
        self,
        forces: Forces,
        hidden: HiddenRules,
        stacking: StackingRules,
        whereabouts: Whereabouts,
    ) -> None:
        self._forces, self._hidden = forces, hidden
        self._stacking, self._whereabouts = stacking, whereabouts

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to hide units in a copy of what a side sees; ``None`` if nobody may hide."""
        taken = reduce(or_, seen.occupied)
        open_ = self._hidden.places & ~taken
        hexes = {
            unit: self._hexes(seen, unit) & open_ or open_
            for unit in bits(seen.unseen)
            if self._forces.side[unit] in self._hidden.sides and self._whereabouts.begins(unit)
        }
        return partial(self._hide, hexes) if hexes else None

    def _hexes(self, seen: Position, unit: int) -> int:
        """Mask of the hexes where a unit may hide: where it began, or could have come since."""
        return self._hidden.where(unit) & self._whereabouts.of(seen, unit)

    def _hide(self, hexes: dict[int, int], world: Position, random: Random) -> None:
        units, hide = list(hexes), 0
        random.shuffle(units)
        for unit in units:
            room = 0 if world.cells[unit] else hexes[unit] & ~self._stacking.full(world, unit)
            if room:
                world.place(unit, world.frame.board.draw(room, random))
                hide |= 1 << unit
        world.conceal(world.secret | hide)
