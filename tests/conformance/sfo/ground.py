"""Positions by relation: tests say how hexes lie to each other, never which hexes they are.

Towns, Woods and set-up hexes of the map may still move. A test therefore describes the ground that
it needs in axial offsets, and :func:`lay` finds a place on the shipped map that looks like it,
turned or mirrored if need be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product

import pytest

from hexwar.engine.event import Event
from hexwar.hexmap.axial import Hex
from hexwar.rules.game import Game
from hexwar.rules.state import State

Offset = tuple[int, int]
Spots = dict[str, str]
"""Name of a spot to the number of its hex."""

CENTRE: Offset = (0, 0)
RING: tuple[Offset, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six offsets around the centre, each next to the one before it."""

SOVIETS, AMERICANS = "ABCDEF", "WXYZ"


def lay(
    game: Game,
    spots: Mapping[str, Offset],
    *,
    woods: Collection[str] = (),
    off: Collection[str] = (),
) -> Spots:
    """A place on the map where the named spots lie like these axial offsets.

    Spots named in ``woods`` are Woods, those in ``off`` lie beyond the edge (and are not in the
    answer), all the others are Open. The test fails when the map has no such place.
    """
    hexmap = game.map
    wanted = {name: _kind(name, woods, off) for name in spots}
    for origin, turns, mirrored in product(sorted(hexmap.numbers), range(6), (False, True)):
        start = hexmap.axial(origin)
        found = {
            name: hexmap.number_at(_moved(start, offset, turns, mirrored))
            for name, offset in spots.items()
        }
        if all(_looks(game, found[name], wanted[name]) for name in spots):
            return {name: number for name, number in found.items() if number is not None}
    pytest.fail(f"the map has no place for {wanted}")


def ring(game: Game, *, woods: Collection[str] = ()) -> tuple[str, tuple[str, ...]]:
    """An Open hex ``c`` and the six Open ones around it, ``r0`` to ``r5``, in a circle."""
    names = {f"r{index}": offset for index, offset in enumerate(RING)}
    spots = lay(game, {"c": CENTRE, **names}, woods=woods)
    return spots["c"], tuple(spots[name] for name in names)


def _kind(name: str, woods: Collection[str], off: Collection[str]) -> str:
    if name in off:
        return "off"
    return "woods" if name in woods else "open"


def _moved(start: Hex, offset: Offset, turns: int, mirrored: bool) -> Hex:
    q, r = offset[::-1] if mirrored else offset
    for _ in range(turns):
        q, r = -r, q + r
    return Hex(start.q + q, start.r + r)


def _looks(game: Game, number: str | None, wanted: str) -> bool:
    return wanted == ("off" if number is None else game.map.terrain(number))


def listed(state: State, verb: str) -> set[str]:
    """The notation of the legal actions that begin with a verb."""
    return {str(action) for action in state.legal_actions() if action.verb == verb}


def goals(state: State, unit: str) -> set[str]:
    """The hexes that the legal moves of a unit lead to."""
    actions = state.legal_actions()
    return {a.hexes[-1] for a in actions if a.verb == "move" and a.units == (unit,)}


def choices(state: State) -> set[str]:
    """The notation of every legal action."""
    return {str(action) for action in state.legal_actions()}


def refused(state: State, action: str) -> str:
    """The number of the rule that forbids an action, which must be illegal, with a reason."""
    before = state.to_dict()
    violation = state.explain(action)
    assert violation is not None, f"{action} is legal"
    assert violation.message
    assert action not in state.legal_actions()
    assert state.to_dict() == before
    return violation.rule


def allowed(state: State, action: str) -> bool:
    """Whether an action is legal: by the refusal and by the list, which must agree."""
    legal = state.explain(action) is None
    assert (action in state.legal_actions()) == legal
    return legal


def play(state: State, *actions: str) -> list[Event]:
    """Apply actions one after the other; everything that happened."""
    return [event for action in actions for event in state.apply(action)]


def kinds(events: Iterable[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def first(events: Iterable[Event], kind: str) -> Event:
    """The first event of a kind."""
    return next(event for event in events if event.kind == kind)


def attack(target: str, units: Iterable[str]) -> str:
    """The notation of an attack."""
    return f"attack {target} by {' '.join(units)}"


def zone_of(game: Game, state: State, units: Iterable[str]) -> set[str]:
    """The hexes next to any of these units that are on the map: the plain meaning of 4.3."""
    standing = [number for unit in units if (number := state.position(unit)) is not None]
    return {near for number in standing for near in game.map.neighbors(number)}


def elsewhere(game: Game, hexes: Iterable[str], distance: int = 5) -> str:
    """An Open hex at least so far from all of these: for a unit that only has to be somewhere."""
    hexes = list(hexes)
    for number in sorted(game.map.numbers):
        far = all(game.map.distance(number, other) >= distance for other in hexes)
        if far and game.map.terrain(number) == "open":
            return number
    pytest.fail(f"the map has no Open hex {distance} hexes from {hexes}")


def with_losses(game: Game, state: State, units: Iterable[str]) -> State:
    """The same position with these units, which are out of play, among the eliminated."""
    data = state.to_dict()
    data["eliminated"] = [*data["eliminated"], *units]
    return game.state_from_dict(data)
