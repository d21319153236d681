"""Strike Force One, 2.0: the printed facts about map, units and set-up."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from hexwar.rules.game import Game
from tests.conformance.sfo.ground import AMERICANS, SOVIETS, elsewhere, goals

COLUMNS = {"01": 8, "02": 7, "03": 8, "04": 7, "05": 8, "06": 7, "07": 8, "08": 7, "09": 8}

pytestmark = pytest.mark.rule("sfo", "2.0")


def test_sixty_eight_hexes_in_nine_columns_of_eight_and_seven(sfo: Game) -> None:
    numbers = set(sfo.map.numbers)
    assert len(numbers) == len(sfo.map) == 68
    assert Counter(number[:2] for number in numbers) == COLUMNS
    for column, rows in COLUMNS.items():
        assert {f"{column}{row:02}" for row in range(1, rows + 1)} <= numbers


def test_the_neighbours_of_0503(sfo: Game) -> None:
    assert set(sfo.map.neighbors("0503")) == {"0502", "0504", "0402", "0403", "0602", "0603"}


@pytest.mark.parametrize(
    ("number", "near"),
    [
        ("0101", {"0102", "0201"}),
        ("0108", {"0107", "0207"}),
        ("0901", {"0902", "0801"}),
        ("0908", {"0907", "0807"}),
        ("0401", {"0402", "0301", "0302", "0501", "0502"}),
        ("0407", {"0406", "0307", "0308", "0507", "0508"}),
        ("0604", {"0603", "0605", "0504", "0505", "0704", "0705"}),
    ],
)
def test_even_columns_stand_half_a_hex_lower(sfo: Game, number: str, near: set[str]) -> None:
    assert set(sfo.map.neighbors(number)) == near


def test_rows_count_down_from_the_north_and_columns_from_the_west(sfo: Game) -> None:
    assert sfo.map.direction("0503", "0502") == "N"
    assert sfo.map.direction("0503", "0504") == "S"
    assert sfo.map.direction("0503", "0603") == "SE"
    assert sfo.map.direction("0503", "0402") == "NW"


def test_neighbours_are_mutual_and_one_hex_apart(sfo: Game) -> None:
    for number in sfo.map.numbers:
        for near in sfo.map.neighbors(number):
            assert number in sfo.map.neighbors(near)
            assert sfo.map.distance(number, near) == 1


def test_five_woods_three_towns_and_the_rest_open(sfo: Game) -> None:
    terrain = Counter(sfo.map.terrain(number) for number in sfo.map.numbers)
    assert terrain == {"woods": 5, "open": 63}
    towns = sfo.map.region("towns")
    assert len(towns) == 3
    assert all(sfo.map.features(town)["town"] for town in towns)
    assert {sfo.map.terrain(town) for town in towns} == {"open"}


def test_a_town_costs_what_open_ground_costs(sfo: Game) -> None:
    for town, scenario in product(sorted(sfo.map.region("towns")), ("standard", "advanced")):
        near = next(h for h in sfo.map.neighbors(town) if sfo.map.terrain(h) == "open")
        state = sfo.start(scenario, setup={"A": near})
        assert int(state.reach("A")[town].cost) == 1


def test_a_town_does_not_help_its_defender(sfo: Game) -> None:
    for town in sorted(sfo.map.region("towns")):
        near = next(h for h in sfo.map.neighbors(town) if sfo.map.terrain(h) == "open")
        setup = {"A": near, "W": town}
        state = sfo.start("advanced", setup=setup, phase="soviet_combat")
        preview = state.preview(f"attack {town} by A")
        assert (preview.headings[preview.column], preview.modifiers) == ("0", ())


def test_the_names_of_the_towns(sfo: Game) -> None:
    names = {sfo.map.features(town)["town"] for town in sfo.map.region("towns")}
    assert names == {"Rasdorf", "Hünfeld", "Burghaun"}


def test_six_soviet_companies_four_u_s_and_a_west_german_one(sfo: Game) -> None:
    assert "".join(u for u in sfo.units if sfo.units[u].side == "soviet") == SOVIETS
    assert "".join(sorted(u for u in sfo.units if sfo.units[u].side == "us")) == "G" + AMERICANS


@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_everybody_but_the_west_german_unit_is_set_up(sfo: Game, scenario: str) -> None:
    state = sfo.start(scenario)
    assert {unit for unit in sfo.units if state.position(unit)} == set(SOVIETS + AMERICANS)
    assert state.position("G") is None


@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_nobody_begins_next_to_an_enemy_or_in_woods_or_in_a_stack(sfo: Game, scenario: str) -> None:
    state = sfo.start(scenario)
    at = {unit: state.position(unit) or "" for unit in SOVIETS + AMERICANS}
    assert len(set(at.values())) == 10
    assert {sfo.map.terrain(number) for number in at.values()} == {"open"}
    for soviet, american in product(SOVIETS, AMERICANS):
        assert sfo.map.distance(at[soviet], at[american]) >= 2


@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_the_soviets_begin_in_the_east_and_the_u_s_in_the_west_and_centre(
    sfo: Game, scenario: str
) -> None:
    state = sfo.start(scenario)
    soviets = [int((state.position(unit) or "00")[:2]) for unit in SOVIETS]
    americans = [int((state.position(unit) or "99")[:2]) for unit in AMERICANS]
    assert min(soviets) > max(americans)
    assert min(soviets) >= 6


def test_both_scenarios_begin_in_the_same_hexes(sfo: Game) -> None:
    standard, advanced = sfo.start("standard"), sfo.start("advanced")
    assert [standard.position(u) for u in sfo.units] == [advanced.position(u) for u in sfo.units]


def test_no_first_move_is_forced(sfo: Game) -> None:
    for phase, units in (("soviet_movement", SOVIETS), ("us_movement", AMERICANS)):
        state = sfo.start("standard", phase=phase)
        assert all(len(goals(state, unit)) > 1 for unit in units)


def test_all_companies_are_equal(sfo: Game) -> None:
    centre = elsewhere(sfo, [])
    reaches = []
    for unit in sfo.units:
        phase = "soviet_movement" if sfo.units[unit].side == "soviet" else "us_movement"
        reaches.append(goals(sfo.start("standard", setup={unit: centre}, phase=phase), unit))
    assert all(reach == reaches[0] for reach in reaches)


def test_the_edges_by_which_reinforcements_come(sfo: Game) -> None:
    assert sfo.map.region("east_edge") == {f"09{row:02}" for row in range(1, 9)}
    assert sfo.map.region("west_edge") == {f"01{row:02}" for row in range(1, 9)}
