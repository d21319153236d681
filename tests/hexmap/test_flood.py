"""Movement as a flood: held to networkx, and to a plain reference where enemies are about."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexwar.hexmap import (
    CANNOT_CROSS,
    EntryCosts,
    HexMap,
    Numbering,
    Passage,
    ZoneEffect,
    spent,
)
from hexwar.hexmap.turning import ShortPassage
from tests.hexmap.maps import Situation, full_map, situations


def passage_of(situation: Situation) -> Passage:
    return Passage(
        situation.hexmap.board,
        situation.costs(),
        closed=situation.closed_mask(),
        zone=situation.zone_mask(),
        effect=situation.effect,
    )


def layers_of(situation: Situation) -> tuple[int, ...]:
    start = situation.hexmap.board.cell[situation.start]
    return passage_of(situation).flood(start, situation.allowance)


def reach_of(situation: Situation) -> dict[str, int | None]:
    """What the flood reaches, with the points spent, as the reference gives it."""
    board = situation.hexmap.board
    layers = layers_of(situation)
    return {number: spent(layers, board.cell[number]) for number in board.numbers(layers[-1])}


@given(situations(enemies=False))
def test_without_enemies_the_flood_is_dijkstras_algorithm(situation: Situation) -> None:
    hexmap = situation.hexmap
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node(situation.start)
    for here in hexmap:
        for there in hexmap.graph[here]:
            cost = situation.step_cost(here, there)
            if cost is not None:
                graph.add_edge(here, there, weight=cost)
    expected = nx.single_source_dijkstra_path_length(
        graph, situation.start, cutoff=situation.allowance
    )
    del expected[situation.start]
    assert reach_of(situation) == expected


@given(situations(crossings=False))
def test_among_enemies_the_flood_obeys_every_effect_of_zones(situation: Situation) -> None:
    assert reach_of(situation) == situation.reach()


@given(situations())
def test_among_enemies_and_rivers_and_roads_too(situation: Situation) -> None:
    assert reach_of(situation) == situation.reach()


@given(situations(scale=6))
def test_fractions_scaled_to_whole_numbers_change_nothing(situation: Situation) -> None:
    assert reach_of(situation) == situation.reach()


@given(situations(crossings=False, scale=6))
def test_scaled_costs_without_crossings_change_nothing(situation: Situation) -> None:
    assert reach_of(situation) == situation.reach()


@given(situations())
def test_layers_only_grow_and_never_hold_the_start(situation: Situation) -> None:
    layers = layers_of(situation)
    start = situation.hexmap.board.mask([situation.start])
    assert len(layers) == situation.allowance + 1
    assert layers[0] == 0
    assert all(fewer & ~more == 0 for fewer, more in pairwise(layers))
    assert not layers[-1] & (start | situation.closed_mask())


@given(situations(), st.integers(1, 8))
def test_steps_that_are_sure_are_those_that_the_points_suffice_for(
    situation: Situation, points: int
) -> None:
    """All of them, but for dear ones where some cost one point and no side matters."""
    board, passage = situation.hexmap.board, passage_of(situation)
    for here in situation.hexmap:
        sure = set(board.numbers(passage.sure_steps(board.cell[here], points)))
        steps = {
            there: situation.step_cost(here, there)
            for there in board.numbers(board.adjacent[board.cell[here]])
        }
        assert sure >= {there for there, cost in steps.items() if cost == 1}
        within = {there for there, cost in steps.items() if cost is not None and cost <= points}
        assert sure == within if passage.costs.sided else sure <= within


@given(situations())
def test_a_path_obeys_every_step_and_costs_what_was_spent(situation: Situation) -> None:
    board = situation.hexmap.board
    layers = layers_of(situation)
    passage, start = passage_of(situation), board.cell[situation.start]
    for goal in board.cells(layers[-1]):
        path = passage.path(start, goal, layers)
        names = [board.number[cell] for cell in path]
        assert (names[0], path[-1]) == (situation.start, goal)
        steps = [situation.step_cost(*step) for step in pairwise(names)]
        assert None not in steps
        assert sum(step or 0 for step in steps) == spent(layers, goal)
        if situation.effect.stop:
            assert not situation.zone & set(names[1:-1])
        assert path == passage_of(situation).path(start, goal, layers)


@given(situations())
def test_a_passage_prices_each_step_as_the_rules_do(situation: Situation) -> None:
    board = situation.hexmap.board
    passage = passage_of(situation)
    for here in situation.hexmap:
        for there in situation.hexmap.neighbors(here):
            expected = situation.step_cost(here, there)
            assert passage.step_cost(board.cell[here], board.cell[there]) == expected


def short_of(situation: Situation, most: int) -> ShortPassage:
    return ShortPassage(
        situation.hexmap.board,
        situation.costs(),
        most=most,
        closed=situation.closed_mask(),
        zone=situation.zone_mask(),
        effect=situation.effect,
    )


@settings(max_examples=25)
@given(situations())
def test_a_move_of_any_number_of_hexes_is_no_shorter(situation: Situation) -> None:
    start = situation.hexmap.board.cell[situation.start]
    short = short_of(situation, len(situation.hexmap))
    assert short.flood(start, situation.allowance) == layers_of(situation)


@settings(max_examples=25)
@given(situations(), st.integers(1, 3))
def test_a_short_move_has_a_path_that_is_short_and_costs_what_was_spent(
    situation: Situation, most: int
) -> None:
    board, short = situation.hexmap.board, short_of(situation, most)
    start = board.cell[situation.start]
    layers = short.flood(start, situation.allowance)
    for cell in board.cells(layers[-1]):
        path = short.path(start, cell, layers)
        price = sum(short.step_cost(a, b) or 0 for a, b in pairwise(path))
        assert (path[0], path[-1], price) == (start, cell, spent(layers, cell))
        assert len(path) <= most + 1


@given(situations(), st.data())
def test_the_threat_of_a_side_is_what_its_units_reach_together(
    situation: Situation, data: st.DataObject
) -> None:
    hexmap, board = situation.hexmap, situation.hexmap.board
    starts = data.draw(st.sets(st.sampled_from(hexmap.numbers), max_size=5))
    passage, mask = passage_of(situation), hexmap.mask(starts)
    expected = mask
    for start in starts:
        expected |= passage.flood(board.cell[start], situation.allowance)[-1]
    assert passage.threat(mask, situation.allowance) == expected


@given(situations())
def test_passable_are_the_hexes_that_can_be_entered_from_some_side(situation: Situation) -> None:
    board, costs = situation.hexmap.board, situation.costs()
    enterable = {
        there
        for there in situation.hexmap
        for here in situation.hexmap.neighbors(there)
        if costs.cost(board.cell[here], board.cell[there]) is not None
    }
    lonely = {number for number in situation.entry if not situation.hexmap.neighbors(number)}
    assert set(board.numbers(costs.passable)) - lonely == enterable


@pytest.fixture
def plain() -> HexMap:
    """Nine columns of eight hexes, as in Strike Force One."""
    return full_map(Numbering(9, 8))


def clear_costs(hexmap: HexMap, crossing: dict[tuple[str, str], int] | None = None) -> EntryCosts:
    cell = hexmap.board.cell
    pairs = {(cell[a], cell[b]): cost for (a, b), cost in (crossing or {}).items()}
    return EntryCosts(hexmap.board, dict.fromkeys(cell.values(), 1), pairs)


def test_a_unit_that_enters_a_zone_goes_no_further(plain: HexMap) -> None:
    board = plain.board
    zone = plain.mask(f"05{row:02}" for row in range(1, 9))
    passage = Passage(board, clear_costs(plain), zone=zone, effect=ZoneEffect(stop=True))
    layers = passage.flood(board.cell["0303"], 8)
    assert set(plain.hexes(layers[-1])) == {n for n in plain if n[:2] <= "05"} - {"0303"}


def test_a_unit_that_starts_in_a_zone_may_leave_it_but_not_for_another(plain: HexMap) -> None:
    board = plain.board
    zone = plain.mask(["0303", "0302"])
    rigid = ZoneEffect(stop=True, between=False)
    passage = Passage(board, clear_costs(plain), zone=zone, effect=rigid)
    layers = passage.flood(board.cell["0303"], 1)
    assert set(plain.hexes(layers[-1])) == set(plain.neighbors("0303")) - {"0302"}


def test_a_wall_can_shut_one_side_in_one_direction_only(plain: HexMap) -> None:
    board = plain.board
    costs = clear_costs(plain, {("0303", "0304"): CANNOT_CROSS})
    down, up = board.cell["0303"], board.cell["0304"]
    assert costs.cost(down, up) is None
    assert costs.cost(up, down) == 1
    passage = Passage(board, costs)
    assert spent(passage.flood(down, 3), up) == 2
    assert spent(passage.flood(up, 3), down) == 1


def test_a_road_leads_through_prohibited_terrain(plain: HexMap) -> None:
    cell = plain.board.cell
    costs = EntryCosts(plain.board, {cell["0303"]: 1}, {(cell["0303"], cell["0304"]): 1})
    assert costs.passable == plain.mask(["0303", "0304"])
    passage = Passage(plain.board, costs)
    assert plain.hexes(passage.flood(cell["0303"], 2)[-1]) == {"0304"}
    assert plain.hexes(passage.flood(cell["0404"], 2)[-1]) == set()


def test_a_unit_off_the_map_reaches_nothing(plain: HexMap) -> None:
    assert Passage(plain.board, clear_costs(plain)).flood(0, 3) == (0, 0, 0, 0)


def test_a_hex_out_of_reach_has_no_cost_and_no_path(plain: HexMap) -> None:
    board = plain.board
    start, goal = board.cell["0101"], board.cell["0908"]
    passage = Passage(board, clear_costs(plain))
    layers = passage.flood(start, 2)
    assert spent(layers, goal) is None
    with pytest.raises(ValueError, match="the flood does not reach 0908"):
        passage.path(start, goal, layers)


@pytest.mark.parametrize("cost", [0, -1])
def test_entering_costs_at_least_one_point(plain: HexMap, cost: int) -> None:
    with pytest.raises(ValueError, match="entering 0303 must cost 1 or more"):
        EntryCosts(plain.board, {plain.board.cell["0303"]: cost})


@pytest.mark.parametrize(
    ("pair", "cost", "message"),
    [
        (("0303", "0305"), 2, "0303 to 0305 is not between neighbours"),
        (("0303", "0304"), 0, "0303 to 0304 must cost 1 or more"),
    ],
)
def test_a_crossing_that_cannot_be_is_refused(
    plain: HexMap, pair: tuple[str, str], cost: int, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        clear_costs(plain, {pair: cost})


def test_the_same_costs_asked_about_other_enemies_answer_anew(plain: HexMap) -> None:
    board, costs = plain.board, clear_costs(plain)
    start = board.cell["0303"]
    north, south = board.cell["0302"], board.cell["0304"]
    stops = ZoneEffect(stop=True)

    def reached(closed: int, zone: int, effect: ZoneEffect) -> int:
        passage = Passage(board, costs, closed=closed, zone=zone, effect=effect)
        return passage.flood(start, 2)[-1].bit_count()

    for closed, zone, effect, hexes in (
        (0, 0, stops, 18),
        (board.bit[north], 0, stops, 16),
        (board.bit[north] | board.bit[south], 0, stops, 14),
        (0, 0, stops, 18),
        (0, board.adjacent[start], stops, 6),
        (0, board.adjacent[start], ZoneEffect(), 18),
        (0, board.bit[north], stops, 17),
    ):
        assert reached(closed, zone, effect) == hexes


def test_costs_that_markers_make_dearer_are_compiled_once(plain: HexMap) -> None:
    board = plain.board
    costs, cell = EntryCosts(board, dict.fromkeys(board.cells(board.on_map), 1)), board.cell["0202"]
    dearer = costs.dearer(board, {cell: 1})
    assert dearer is costs.dearer(board, {cell: 1})
    assert (dearer.entry(cell), costs.dearer(board, {cell: 2}).entry(cell)) == (2, 3)
    assert costs.dearer(board, {cell: 1}, board.bit[cell]).halting == board.bit[cell]


def test_a_river_does_not_open_a_step_from_zone_to_zone(plain: HexMap) -> None:
    board = plain.board
    rivers = {("0303", near): 2 for near in plain.neighbors("0303")}
    costs = clear_costs(plain, rivers)
    zone = plain.mask(["0303", "0302"])
    fluid = ZoneEffect(between=False)
    passage = Passage(board, costs, zone=zone, effect=fluid)
    layers = passage.flood(board.cell["0303"], 2)
    assert set(plain.hexes(layers[-1])) == set(plain.neighbors("0303")) - {"0302"}
