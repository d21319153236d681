"""Battles against several hexes at once (``combat.battle.hexes``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.rules.combat.parties import Group, Target
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.language.wording import every


class SeveralRules:
    """Which hexes are attacked together, and by whom."""

    __slots__ = ("_combat", "allowed")

    def __init__(self, combat: CombatRules) -> None:
        self._combat = combat
        self.allowed = combat.section.battle.hexes == "many"

    def listed(self, state: State, side: int) -> Iterator[tuple[Target, Group]]:
        """Attacks on several hexes: around each hex of attackers every pair, all there are, and any
        of those next to it, as who must attack may have to take just these; where each attacker is
        next to one only, also all hexes that hang together.

        Of the attackers all that can, each group and each two. Any other is legal as well.
        """
        if not self.allowed:
            return
        found = self._combat.targets(state, side)
        for hexes in sorted(self._together(state, found)):
            target = self._joined(state, [found[cell] for cell in hexes])
            groups = target.groups
            parties = {_units(party) for most in (1, 2) for party in combinations(groups, most)}
            parties.add(_units(groups))
            for force in sorted(parties, key=lambda force: (len(force), force)):
                if force and self._combat.may_attack(state, force, target):
                    yield target, force

    def _together(self, state: State, found: dict[int, Target]) -> set[tuple[int, ...]]:
        near: dict[int, list[int]] = {}
        for cell, target in found.items():
            for place in dict.fromkeys(state.cells[group[0]] for group in target.groups):
                near.setdefault(place, []).append(cell)
        chosen: set[tuple[int, ...]] = {
            pair for hexes in near.values() for pair in combinations(hexes, 2)
        }
        chosen |= {tuple(hexes) for hexes in near.values() if len(hexes) > 1}
        for place, hexes in near.items():
            beside = [cell for cell in hexes if state.frame.board.adjacent[place] >> cell & 1]
            for many in range(3, len(beside)):
                chosen.update(combinations(beside, many))
            if len(beside) > 1:
                chosen.add(tuple(beside))
        if not self._combat.each_to_each:
            chosen |= {hexes for hexes in _connected(near.values()) if len(hexes) > 1}
        return chosen

    def _joined(self, state: State, targets: Sequence[Target]) -> Target:
        """Several hexes as one target, with the groups that could take part."""
        first, *others = targets
        groups = dict.fromkeys(group for target in targets for group in target.groups)
        if self._combat.each_to_each:
            groups = dict.fromkeys(
                group for group in groups if all(group in target.groups for target in targets)
            )
        defenders = sorted(unit for target in targets for unit in target.defenders)
        also = tuple(target.cell for target in others)
        return Target(first.cell, tuple(defenders), tuple(groups), also)

    def why_not(self, numbers: Sequence[str]) -> Violation | None:
        """Why no attack is on just these hexes; ``None`` if one may be."""
        if len(numbers) == 1:
            return None
        if not self.allowed:
            return self._combat.refuse("hexes", "An attack is on one hex.")
        if len(set(numbers)) < len(numbers):
            return self._combat.refuse("hexes", f"{every(numbers)} names a hex twice.")
        return None


def _units(groups: Sequence[Group]) -> Group:
    return tuple(sorted(unit for group in groups for unit in group))


def _connected(near: Iterable[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """Hexes joined to each other by attackers that stand beside two of them."""
    parts: list[set[int]] = []
    for hexes in near:
        joined = {*hexes}.union(*(part for part in parts if part & {*hexes}))
        parts = [part for part in parts if not part & joined] + [joined]
    return (tuple(sorted(part)) for part in parts)
