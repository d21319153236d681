"""Groups of units that stay apart: formations, or nations on one side that do nothing together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.stacking.section import KeptApart
from hexwar.rules.units.rules import mask_of
from hexwar.rules.units.section import Units

Group = Callable[[Position], int]
"""The mask of the units of a group."""


def groups_apart(frame: Frame, said: KeptApart, selectors: Selectors) -> list[Group]:
    """The groups that stay apart."""
    if said != "formations":
        return [selectors.anywhere(group) for group in said or ()]
    units: dict[str, list[int]] = {}
    for index, unit in enumerate(frame.resolved[Units].counters.values()):
        if unit.formation:
            units.setdefault(unit.formation, []).append(index)
    return [_always(mask_of(members)) for members in units.values()]


def are_of_one(state: Position, groups: Sequence[Group], units: Sequence[int]) -> bool:
    """Whether no two of some units belong to different groups; those of none go with all."""
    # Not `mask_of`: a unit that is asked about where it stands is named twice.
    together = reduce(or_, (1 << unit for unit in units), 0)
    return sum(bool(fits(state) & together) for fits in groups) < 2


def of_each(
    state: Position, groups: Sequence[Group], forces: Sequence[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], ...]]:
    """Of some forces those that go with a group, for each group; all of them if there are none."""
    masks = [fits(state) for fits in groups]
    by_group = []
    for mine in masks:
        # Who is of no group is foreign to none.
        foreign = reduce(or_, masks, 0) & ~mine
        by_group.append(tuple(force for force in forces if not mask_of(force) & foreign))
    return list(filter(None, by_group)) or [tuple(forces)]


def _always(mask: int) -> Group:
    return lambda state: mask
