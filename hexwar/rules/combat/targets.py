"""Targets and battles as they are kept, and attacks on one unit of several (``combat.target``).

:class:`Target` is what could be attacked, :class:`Engagement` a battle that is: hexes, attackers,
defenders and what is committed to it. ``FOUGHT`` remembers who has attacked and been attacked in
the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.combat.in_force import NOTHING_COMMITTED, Committed
from hexwar.rules.combat.odds import Odds, OddsRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.effect_lines import Line
from hexwar.rules.language.wording import every
from hexwar.rules.units.rules import Strength

Group = tuple[int, ...]
"""Units of one hex that attack together, or a single unit."""


class Fought(NamedTuple):
    """Masks of the units that have attacked, and that have been attacked, in this phase.

    ``bombarded``: those of the latter whose attack met no obligation, as it came from a distance.
    """

    fought: int = 0
    attacked: int = 0
    bombarded: int = 0


FOUGHT = Slot("combat", Fought(), lasts="phase")


def still_open(here: tuple[int, ...], attacked: int, section: Combat) -> tuple[int, ...]:
    """The units in a hex that may still be attacked, when some (a mask) have been in this phase.

    Where they may be attacked again, those come first who have not been, if it is one by one.
    """
    left = tuple(unit for unit in here if not attacked >> unit & 1)
    if section.battle.again == "allowed":
        return left if left and section.target == "unit" else here
    return () if section.target == "hex" and len(left) < len(here) else left


class Target(NamedTuple):
    """A hex that can be attacked now: who defends, and the groups that could attack it.

    ``also``: further hexes that are attacked in the same battle. ``kind``: the kind of battle,
    where that does not follow from who fights it.
    """

    cell: int
    defenders: tuple[int, ...]
    groups: tuple[Group, ...]
    also: tuple[int, ...] = ()
    kind: str = ""

    @property
    def hexes(self) -> tuple[int, ...]:
        """All hexes that are attacked."""
        return (self.cell, *self.also)


Plain = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The hexes, attackers and defenders of a battle, as they are kept."""


class Engagement(NamedTuple):
    """A battle: the hexes attacked, the units that fight it, what its sides have committed to it.

    An ``overrun`` is fought in movement: it counts for nobody's attack of the combat phase, and its
    advance must be made. One that is fought ``back`` by the defenders of another counts for
    nobody's attack of the phase either, and nothing follows it.
    """

    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    committed: Committed = NOTHING_COMMITTED
    overrun: bool = False
    back: bool = False

    @property
    def plain(self) -> Plain:
        """What a task or a memory keeps of it."""
        return self[:3]

    def still_there(self, state: Position) -> Engagement:
        """The battle with those who are still on the map."""
        cells = state.cells
        attackers = tuple(unit for unit in self.attackers if cells[unit])
        defenders = tuple(unit for unit in self.defenders if cells[unit])
        return self._replace(attackers=attackers, defenders=defenders)

    def in_words(self, frame: Frame) -> str:
        """Who attacks what: ``A and B attack 0503``."""
        attack = "attack" if len(self.attackers) > 1 else "attacks"
        by = every(frame.unit_ids[unit] for unit in self.attackers)
        return f"{by} {attack} {every(frame.board.number[cell] for cell in self.hexes)}"

    @property
    def target(self) -> Target:
        """What is attacked."""
        return Target(self.hexes[0], self.defenders, (), self.hexes[1:])


class TargetRules:
    """Modifiers that keep units out of attacks, and attacks on one unit of several.

    ``bar``: whether any modifier keeps units out.
    """

    __slots__ = ("_keeping_out", "_odds", "bar")

    def __init__(self, odds: OddsRules) -> None:
        self._odds = odds
        self._keeping_out = tuple(modifier for modifier in odds.in_force if modifier.bars)
        self.bar = bool(self._keeping_out)

    def kept_out(
        self, state: Position, unit: int, defenders: Sequence[int], cell: int
    ) -> Line | None:
        """The modifier that keeps a unit out of an attack on these defenders, if one does."""
        bars = (modifier.keeps_out(state, unit, defenders, cell) for modifier in self._keeping_out)
        return next(filter(None, bars), None)

    def aims(
        self, state: Position, force: Sequence[int], target: Target, *, any_odds: bool = False
    ) -> tuple[int, ...]:
        """Those of the defenders whom a force may choose to attack, each by itself.

        ``any_odds``: whatever the odds, as the odds are those against several.
        """
        return tuple(
            defender
            for defender in target.defenders
            if not any(self.kept_out(state, unit, (defender,), target.cell) for unit in force)
            and (any_odds or self.against(state, force, target, (defender,)).column is not None)
        )

    def best_aim(self, state: Position, force: Sequence[int], target: Target) -> tuple[int, ...]:
        """The defender whom a force that may choose attacks at the best odds."""
        aims = self.aims(state, force, target) or target.defenders

        def column(unit: int) -> int:
            reached = self.against(state, force, target, (unit,)).column
            # Worse than below the table, which is a column as well.
            return -2 if reached is None else reached

        return (max(aims, key=column),) if aims else ()

    def against(
        self,
        state: Position,
        force: Sequence[int],
        target: Target,
        defenders: tuple[int, ...],
        committed: Committed = NOTHING_COMMITTED,
    ) -> Odds:
        """The odds against these defenders of a target."""
        cell, also, kind = target.cell, target.also, target.kind
        return self._odds.reckon(
            state, force, defenders, cell, committed=committed, also=also, kind=kind
        )


def few_forces(
    groups: Sequence[Group],
    cells: Sequence[int],
    strength: Callable[[Group], Strength],
    column: Callable[[Group], int | None] | None,
) -> set[Group]:
    """The whole force, each group and each stack alone; of the strongest two, three and so on the
    smallest force that reaches each column, or all of them where nobody may know the column.
    """
    stacks: dict[int, list[Group]] = {}
    for group in groups:
        stacks.setdefault(cells[group[0]], []).append(group)
    strongest = sorted(groups, key=strength, reverse=True)
    growing = [force_of(strongest[:count]) for count in range(1, len(groups) + 1)]
    kept = {growing[-1], *groups, *(force_of(stack) for stack in stacks.values())}
    if column is None:
        return kept.union(growing)
    # A force that may not attack reaches no column, and is never the first to do so.
    seen: set[int | None] = {None}
    for force in growing:
        reached = column(force)
        if reached not in seen:
            kept.add(force)
        seen.add(reached)
    return kept


def force_of(groups: Iterable[Group]) -> Group:
    """The units of several groups."""
    return tuple(sorted(unit for group in groups for unit in group))
