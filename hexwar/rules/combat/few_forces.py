"""Which forces are listed where there are too many to list them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hexwar.rules.combat.parties import Group
from hexwar.rules.units.rules import Strength


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
