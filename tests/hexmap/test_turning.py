"""Movement of who looks somewhere, beside a search that takes one step or turn at a time."""

from __future__ import annotations

import heapq
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.hexmap import Board, EntryCosts, Hex, Passage, ZoneEffect
from hexwar.hexmap.axial import (
    Orientation,
    corners,
    directions,
    distance,
    hexside_seen,
    hexsides_toward,
    turned,
)
from hexwar.hexmap.turning import SteeredPassage, Steering
from tests.examples import examples

HEXES = {f"{q}.{r}": Hex(q, r) for q in range(5) for r in range(-q // 2, 5 - q // 2)}
BOARD = Board(HEXES)
START = BOARD.cell["2.1"]


def drawn(random: Random) -> SteeredPassage:
    """A passage of any sort over country of any sort."""
    costs = {cell: random.choice((1, 1, 2, 3)) for cell in BOARD.cell.values()}
    shut = [cell for cell in costs if random.random() < 0.1 and cell != START]
    halting = sum(BOARD.bit[cell] for cell in costs if random.random() < 0.1)
    steering = Steering(
        enters=tuple(random.choice((0, 0, 1, None)) for _ in range(6)),
        keeps=tuple(random.random() < 0.4 for _ in range(6)),
        cost=random.choice((0, 1, 1, 2)),
        free=random.choice((0, 0, 1)),
        most=random.choice((1, 2, 3)),
        corner=random.random() < 0.3,
    )
    return SteeredPassage(
        BOARD,
        EntryCosts(BOARD, costs, halting=halting),
        steering,
        random.randrange(6),
        before=random.choice((0, 0, 1)),
        most_hexes=random.choice((0, 0, 2)),
        closed=sum(BOARD.bit[cell] for cell in shut),
        zone=sum(BOARD.bit[cell] for cell in costs if random.random() < 0.2),
        effect=random.choice((ZoneEffect(), ZoneEffect(stop=True), ZoneEffect(entry_cost=1))),
    )


def searched(passage: SteeredPassage) -> dict[tuple[int, int], int]:
    """The fewest points by cell and facing, one step or one turn by one hexside at a time."""
    steering = passage.steering
    best: dict[tuple[int, int], int] = {}
    # A cell, a facing, how it came in and by how many it turned one way since, the hexes entered.
    queue = [(0, START, passage.facing, 0, 0, 0, True)]
    seen = set()
    while queue:
        points, cell, look, by, way, hexes, first = heapq.heappop(queue)
        stance = cell, look, by, way, hexes, first
        if points > 12 or stance in seen:
            continue
        seen.add(stance)
        best.setdefault((cell, look), points)
        if passage.ends >> cell & 1 and not first:
            continue
        before = by + (passage.before if first else 0)
        for turn in (1, -1):
            if turn != -way and before < steering.most:
                price = steering.cost if before >= steering.free else 0
                more = (look + turn) % 6
                heapq.heappush(queue, (points + price, cell, more, by + 1, turn, hexes, first))
        if passage.most_hexes and hexes >= passage.most_hexes:
            continue
        for hexside, there in enumerate(BOARD.neighbours[cell]):
            seen_as = hexside_seen(look, hexside, corner=steering.corner)
            more_points, cost = steering.enters[seen_as], passage.step_cost(cell, there)
            if not there or more_points is None or cost is None:
                continue
            on = look if steering.corner or steering.keeps[seen_as] else hexside
            paid = points + cost + more_points
            heapq.heappush(queue, (paid, there, on, 0, 0, hexes + 1, False))
    return best


@examples(0.5)
@given(st.integers(0, 10_000))
def test_the_flood_finds_what_a_search_step_by_step_finds(seed: int) -> None:
    passage = drawn(Random(seed))
    best = searched(passage)
    layers = passage.flood(START, 8)
    for cell in BOARD.cell.values():
        fewest = min((best.get((cell, look), 99) for look in range(6)), default=99)
        for points in range(9):
            reached = bool(layers[points] >> cell & 1)
            assert reached == (cell != START and fewest <= points), (cell, points)


@examples(0.5)
@given(st.integers(0, 10_000))
def test_a_way_costs_what_a_search_finds_and_leads_along_itself(seed: int) -> None:
    passage = drawn(Random(seed))
    best = searched(passage)
    for cell in BOARD.cell.values():
        for look in range(6):
            way = passage.way(START, cell, 8, look)
            fewest = best.get((cell, look), 99)
            if cell == START:
                continue
            assert (way.cost if way else 99) == (fewest if fewest <= 8 else 99)
            if way is not None:
                along = passage.along(way.cells, look)
                assert along is not None
                assert (along.cost, along.facing) == (way.cost, look)


def test_who_enters_anywhere_and_turns_for_nothing_moves_as_if_it_looked_nowhere() -> None:
    costs = EntryCosts(BOARD, dict.fromkeys(BOARD.cell.values(), 2))
    steered = SteeredPassage(BOARD, costs, Steering(), 0)
    assert steered.flood(START, 6) == Passage(BOARD, costs).flood(START, 6)


def test_points_are_counted_for_turns_and_not_for_those_that_are_free() -> None:
    steering = Steering(cost=2, free=1, most=2)
    assert [steering.price(by) for by in (0, 1, 2, 3)] == [0, 0, 2, None]
    assert [steering.price(by, 1) for by in (0, 1, 2)] == [0, 2, None]
    assert [turned(0, look) for look in range(6)] == [0, 1, 2, 3, 2, 1]


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_hex_lies_beyond_the_hexside_to_whose_neighbour_it_is_nearest(
    orientation: Orientation,
) -> None:
    steps = list(directions(orientation).values())
    for q in range(-4, 5):
        for r in range(-4, 5):
            there, here = Hex(q, r), Hex(0, 0)

            def apart(step: Hex, there: Hex = there) -> float:
                dq, dr = there.q - 10 * step.q, there.r - 10 * step.r
                return float(dq * dq + dr * dr + dq * dr)

            nearest = min(map(apart, steps))
            sides = tuple(side for side, step in enumerate(steps) if apart(step) == nearest)
            assert hexsides_toward(here, there, orientation) == (sides if there != here else ())
            if distance(here, there) == 1:
                assert sides == (steps.index(there),)


def test_corners_lie_between_the_hexsides_that_they_join() -> None:
    assert corners("flat") == ("NNE", "E", "SSE", "SSW", "W", "NNW")
    assert corners("pointy") == ("ENE", "ESE", "S", "WSW", "WNW", "N")
    assert [hexside_seen(0, side, corner=True) for side in (1, 0)] == [0, 5]
