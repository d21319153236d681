"""What follows a battle: who loses steps, where who retreats, who advances (8.0 to 10.0)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache

from tests.conformance.scs.referee.ground import cost, distance, neighbours, sources, terrain
from tests.conformance.scs.referee.position import LIMIT, Position

# -- 8.0 -----------------------------------------------------------------------------------------


def may_lose(
    position: Position, involved: Iterable[str], taken: dict[str, int], attacks: bool
) -> set[str]:
    """Who may lose the next step of a side, after those that its units have ``taken``."""
    left = [unit for unit in involved if position.steps_left(unit)]
    if not left:
        return set()
    if not any(taken.values()):
        strength = {
            unit: position.raw_attack(unit) if attacks else position.raw(unit).defence
            for unit in left
        }
        return {unit for unit in left if strength[unit] == max(strength.values())}
    least = min(taken.get(unit, 0) for unit in left)
    return {unit for unit in left if taken.get(unit, 0) == least}


# -- 9.0 -----------------------------------------------------------------------------------------


@cache
def to_supply(source: str, leg: bool) -> dict[str, int]:
    """Hexes from each hex to a source, over ground that units can cross."""
    found = {source: 0}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for back in neighbours(here):
            if back not in found and cost(back, here, leg) is not None:
                found[back] = found[here] + 1
                queue.append(back)
    return found


def nearer_supply(side: str, leg: bool, here: str, there: str) -> bool:
    """Whether a hex is nearer than another to a source: 9.1c names no certain one."""
    ways = [to_supply(source, leg) for source in sources(side)]
    far = len(terrain())
    return any(away.get(there, far) < away.get(here, far) for away in ways)


def _steps(position: Position, unit: str, here: str, origin: str) -> list[str]:
    """The hexes farther from where the unit fought that it could go to (9.0b, 9.1b)."""
    counter = position.counter(unit)
    held = position.held(counter.side)
    return [
        there
        for there in neighbours(here)
        if there not in held
        and cost(here, there, counter.leg) is not None
        and distance(origin, there) == distance(origin, here) + 1
    ]


def _full(position: Position, unit: str, number: str) -> bool:
    mates = position.here(number, position.counter(unit).side)
    return len([mate for mate in mates if mate != unit]) >= LIMIT


def _farthest(position: Position, unit: str, here: str, origin: str, hexes: int) -> int:
    """How many more of so many hexes the unit can go from here, and end where there is room."""
    if hexes == 0:
        return 0 if not _full(position, unit, here) else -1
    found = [
        1 + further
        for there in _steps(position, unit, here, origin)
        if (further := _farthest(position, unit, there, origin, hexes - 1)) >= 0
    ]
    stays = 0 if not _full(position, unit, here) else -1
    return max([stays, *found])


def may_retreat(position: Position, unit: str, origin: str, hexes: int) -> set[str]:
    """The next hex of a retreat of which so many hexes are left (9.0b to 9.1d)."""
    here, counter = position.at[unit], position.counter(unit)
    zone = position.enemy_zone(counter.side)
    comes = {
        there: _farthest(position, unit, there, origin, hexes - 1)
        for there in _steps(position, unit, here, origin)
    }
    comes = {there: far for there, far in comes.items() if far >= 0}
    if not comes:
        return set()
    far = max(comes.values())
    nearer = {t for t in comes if nearer_supply(counter.side, counter.leg, here, t)}
    best = {there for there in comes if comes[there] == far}
    towards = nearer & best
    if towards:
        return _clear(towards, zone)
    return _clear(nearer, zone) | _clear(best, zone) if nearer else _clear(best, zone)


def _clear(hexes: set[str], zone: frozenset[str]) -> set[str]:
    """Those outside enemy zones, if there are any (9.1d)."""
    return hexes - zone or hexes


# -- 10.0 ----------------------------------------------------------------------------------------


def may_advance(position: Position, unit: str, vacated: str, hexes: int) -> set[str]:
    """Where a unit that took part may end its advance; ``hexes`` are the defender's retreat."""
    counter = position.counter(unit)
    held = position.held(counter.side)
    far = max(hexes, 1) if "exploitation" in counter.traits else 1
    fresh = reached = {vacated}
    for _ in range(far - 1):
        fresh = {
            there
            for here in fresh
            for there in neighbours(here)
            if there not in held and cost(here, there, counter.leg) is not None
        }
        reached = reached | fresh
    return {number for number in reached if not _full(position, unit, number)}
