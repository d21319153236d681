"""Movement, placing and overruns: 3.0 to 6.2."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from heapq import heappop, heappush

from tests.conformance.scs.referee.ground import (
    Arrival,
    along,
    arrivals,
    cost,
    counters,
    edge,
    hex_cost,
    neighbours,
    terrain,
)
from tests.conformance.scs.referee.position import LIMIT, Position

INTO_ZONE = 2
OVERRUN = 2


def may_move(position: Position, unit: str) -> bool:
    """Whether the phase lets a unit move at all (3.3b, 11.0, 2.1b)."""
    counter = position.counter(unit)
    if counter.side != position.side:
        return False
    if not position.exploiting:
        return True
    in_zone = position.at[unit] in position.enemy_zone(position.side)
    return exploits(position, unit) and not in_zone


def exploits(position: Position, unit: str) -> bool:
    """Whether the phase is for a unit at all (11.0a, 22.1)."""
    return not position.exploiting or "exploitation" in position.counter(unit).traits


def reach(position: Position, unit: str) -> dict[str, Fraction]:
    """Where a unit that has not moved can go, and the points that it takes (3.0 to 3.3)."""
    if not may_move(position, unit):
        return {}
    start, leg = position.at[unit], position.counter(unit).leg
    points = position.allowance(unit)
    held, zone = position.held(position.side), position.enemy_zone(position.side)
    best: dict[str, Fraction] = {start: Fraction(0)}
    queue: list[tuple[Fraction, str]] = [(Fraction(0), start)]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        for there in neighbours(here):
            price = cost(here, there, leg)
            if price is None or there in held:
                continue
            total = spent + price + (INTO_ZONE if there in zone else 0)
            if total <= points and total < best.get(there, total + 1):
                best[there] = total
                heappush(queue, (total, there))
    for there in neighbours(start):  # 3.1e: one hex always, for all it has
        if cost(start, there, leg) is not None and there not in held and points > 0:
            best.setdefault(there, Fraction(points))
    del best[start]
    return {goal: spent for goal, spent in best.items() if _room(position, unit, goal, spent)}


def _room(position: Position, unit: str, goal: str, spent: Fraction) -> bool:
    """4.0a: a full hex may be entered while somebody there can still move on."""
    friends = position.here(goal, position.side)
    if len(friends) < LIMIT:
        return True
    held = position.held(position.side)
    return any(
        may_move(position, friend)
        and any(
            cost(goal, there, position.counter(friend).leg) is not None and there not in held
            for there in neighbours(goal)
        )
        for friend in friends
    )


# -- 5.0 -----------------------------------------------------------------------------------------


def waiting(position: Position, turn: int) -> dict[str, Arrival]:
    """Who arrives in this movement phase, with the group."""
    return {
        unit: group
        for group in arrivals()
        if group.side == position.side and turn >= group.turn and not position.exploiting
        for unit in group.units
        if unit not in position.at
    }


def entries(position: Position, unit: str, group: Arrival) -> frozenset[str]:
    """Where a unit can be placed (5.0, 5.0c)."""
    held, leg = position.held(position.side), counters()[unit].leg
    hexes = group.hexes
    if hexes <= held:
        on_edge = hexes <= edge()
        among = edge() if on_edge else frozenset(terrain())
        hexes = frozenset(along(hexes, 10 if on_edge else 5, among))
    return frozenset(h for h in hexes - held if hex_cost(h, leg) is not None)


# -- 6.0 -----------------------------------------------------------------------------------------


def may_overrun(
    position: Position,
    units: Iterable[str],
    target: str,
    left: dict[str, Fraction],
    began_in_zone: frozenset[str],
) -> bool:
    """Whether a stack that began together may overrun a hex from where it stands."""
    force = list(units)
    here = position.at[force[0]]
    if target not in neighbours(here) or not position.here(target, _other(position.side)):
        return False
    for unit in force:
        leg, light = position.counter(unit).leg, hex_cost(target, position.counter(unit).leg)
        if not exploits(position, unit) or unit in began_in_zone or left[unit] < OVERRUN:
            return False
        if light is None or light > OVERRUN or cost(here, target, leg) is None:
            return False
    if len(position.here(here, position.side)) > LIMIT:
        return False
    return any(target in position.zone(unit) for unit in force)


def _other(side: str) -> str:
    return "republic" if side == "league" else "league"
