"""The roles of units in a battle that is being reckoned, or in a roll on a table, for selectors
that ask about them.

A battle is reckoned for previews and plans before anybody has attacked, so its parties are no part
of a position. They are given to selectors for as long as the question lasts; so is the unit that is
rolled for, and who was fired at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from hexwar.definition.forms import Form
from hexwar.definition.model import Condition
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.selector import Selector
from hexwar.rules.units.rules import mask_of

Answer = TypeVar("Answer")


class UnitsByRole(NamedTuple):
    """Masks of the units in each role, by the role's name.

    ``places``: pairs of a unit and the cell where it is thought to stand, of those that are.
    """

    attacker: int = 0
    defender: int = 0
    actor: int = 0
    target: int = 0
    places: tuple[tuple[int, int], ...] = ()


PARTIES = Slot("parties", UnitsByRole(), lasts="phase")


def in_battle(
    state: Position,
    attackers: Iterable[int],
    defenders: Iterable[int],
    question: Callable[[Position], Answer],
    *,
    actors: Iterable[int] = (),
    targets: Iterable[int] = (),
    places: tuple[tuple[int, int], ...] = (),
) -> Answer:
    """The answer to a question about a position, in which these are attackers and defenders,
    ``actors`` the unit that is rolled for or fires and ``targets`` those who are fired at.
    """
    strikers, struck = mask_of(attackers), mask_of(defenders)
    parties = UnitsByRole(strikers, struck, mask_of(actors), mask_of(targets), places)
    # What is kept of a position was reckoned in other roles, and what is reckoned in these must not
    # stay.
    known, outside = state.near, state.memory[PARTIES]
    state.memory[PARTIES] = parties
    state.near = {}
    try:
        return question(state)
    finally:
        state.memory[PARTIES] = outside
        state.near = known


def elsewhere(
    state: Position, cells: Sequence[int] | None, units: Iterable[int]
) -> tuple[tuple[int, int], ...]:
    """Those of some units that are thought to stand elsewhere than they do, each with where."""
    if cells is None or cells is state.cells:
        return ()
    return tuple((unit, cells[unit]) for unit in units if cells[unit] != state.cells[unit])


def names_roles(*several: Selector | Condition | Form | None) -> bool:
    """Whether a selector, or one inside a condition or a section, asks for a role: only then is it
    worth while to tell who has which.
    """
    return any(
        key == "role"
        for said in several
        for chosen in _selectors(said)
        for selector in chosen.everywhere()
        for key, _ in selector.said()
    )


def _selectors(said: Selector | Condition | Form | None) -> Iterator[Selector]:
    if isinstance(said, Selector):
        yield said
    elif isinstance(said, Form):
        yield from said.parts(Selector)
    elif said is not None:
        for part in said.of:
            yield from _selectors(part)
        for given in said.arguments.values():
            if isinstance(given, Selector | Condition):
                yield from _selectors(given)


def in_role(state: Position, role: str) -> int:
    """The mask of the units in a role; nobody outside a battle."""
    units: int = getattr(state.memory[PARTIES], role)
    return units


SLOTS = (PARTIES,)
