"""How a side guesses at what it does not see, one thing after the other.

Computer players think about worlds that could be: copies of what their side sees, in which what it
does not see has been put somewhere. Stacks with concealed units are filled first, then those who
wait are reckoned up, and last those who may hide are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from random import Random

from hexwar.engine.moments import Guess
from hexwar.engine.position import bits
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.reinforcements.groups import ARRIVALS, ArrivedGroups
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.worlds.stacks import StackGuesses
from hexwar.rules.worlds.whereabouts import Whereabouts


def guess(seen: Position, side: int) -> Guess | None:
    """How to put what is guessed into a copy of what a side sees; ``None`` if nothing is.

    Stacks are filled first; of who is on the map then nobody waits to enter any more.
    """
    rules = seen.rules
    stacks, hiding = rules.find(StackGuesses), rules.find(HiddenGuesses)
    possible = [
        stacks.guess(seen, side) if stacks and stacks.are_needed else None,
        wait_no_more(seen) if rules.find(ReinforcementRules) else None,
        hiding.guess(seen, side) if hiding else None,
    ]
    guesses = [some for some in possible if some]
    return partial(_all, guesses) if guesses else None


def _all(guesses: Sequence[Guess], world: Position, random: Random) -> None:
    for put in guesses:
        put(world, random)


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
            # Who could have come nowhere that hides anybody has come in a way that nobody thought
            # of.
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
        # In another order each time: room goes to who comes first.
        random.shuffle(units)
        for unit in units:
            room = 0 if world.cells[unit] else hexes[unit] & ~self._stacking.full(world, unit)
            if room:
                world.place(unit, world.frame.board.draw(room, random))
                hide |= 1 << unit
        world.conceal(world.secret | hide)


def wait_no_more(seen: Position) -> Guess | None:
    """Let those who are on the map in a guess wait no more."""
    return _wait_no_more if seen.memory[ARRIVALS].groups else None


def _wait_no_more(world: Position, random: Random) -> None:
    here = mask_of(unit for unit, cell in enumerate(world.cells) if cell != OFF_MAP)
    groups = []
    for index, units, more in world.memory[ARRIVALS].groups:
        came = (units & here).bit_count()
        groups.append((index, units & ~here, max(0, more - came)))
    world.remember(ARRIVALS, ArrivedGroups(tuple(groups)))
