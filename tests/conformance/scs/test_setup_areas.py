"""Scenarios with areas (set-up note 1, 0.3): units spread over one, never too many in a hex."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.field import field, play, refused
from tests.conformance.scs.variant import folder, variant

SCENARIO = """
scenarios:
  free_setup: null
  field: null
  areas:
    title: Areas
    setup_order: [blue, red]
    cite: {{setup: "0.3"}}
    setup: {{{}}}
"""
LEG = ("BI1", "BI2", "BI3", "BI4", "BI5", "BI6", "BL1", "BL2")


def written(setup: dict[str, tuple[str, int]]) -> str:
    """A scenario with these units, each within so many hexes of a hex."""
    areas = (f'{unit}: {{hex: "{at}", within: {far}}}' for unit, (at, far) in setup.items())
    return SCENARIO.format(", ".join(areas))


def opening(path: Path, setup: dict[str, tuple[str, int]], more: str = "") -> State:
    """The beginning of a game with these areas."""
    return variant(path, written(setup) + more).start("areas")


def standing(state: State) -> dict[str, str]:
    """Everybody's hex."""
    positions = {unit: state.position(unit) for unit in state.frame.unit_ids}
    return {unit: at for unit, at in positions.items() if at}


@pytest.mark.rule("scs", "0.3")
def test_more_units_than_stack_in_a_hex_may_begin_within_two_of_it(tmp_path: Path) -> None:
    setup = dict.fromkeys(LEG, ("03.05", 2)) | {"RI1": ("12.01", 0)}
    state = opening(tmp_path, setup)
    hexmap = state.resolved.map
    at = [state.position(unit) or "" for unit in LEG]
    assert max(Counter(at).values()) == 3
    assert [hexmap.distance("03.05", number) for number in at] == [0, 0, 0, 1, 1, 1, 1, 1]
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("setup", "blue")
    assert standing(state) == standing(opening(tmp_path, setup)), "always the same"


@pytest.mark.rule("scs", "0.3")
def test_an_area_leaves_out_what_is_closed_to_a_unit(tmp_path: Path) -> None:
    """The lake itself for everybody, the swamp beside for motor units."""
    setup = {
        "BT1": ("08.08", 1),
        "BI1": ("08.08", 1),
        "BI2": ("10.02", 1),
        "RI1": ("01.01", 0),
    }
    state = opening(tmp_path, setup)
    assert state.position("BI1") == "08.08"
    assert state.position("BT1") in state.resolved.map.neighbors("08.08")
    assert state.position("BI2") not in ("10.02", "10.03", None)
    assert "place BI2 10.03" not in state.legal_actions()


@pytest.mark.rule("scs", "0.3")
def test_who_has_a_choice_makes_way_for_who_has_none(tmp_path: Path) -> None:
    """Four units would like 03.05; three of them may stand nowhere else."""
    setup = {
        "BI1": ("03.05", 1),
        "BI2": ("03.05", 0),
        "BI3": ("03.05", 0),
        "BI4": ("03.05", 0),
        "RI1": ("04.05", 0),
    }
    state = opening(tmp_path, setup)
    assert [state.position(unit) for unit in ("BI2", "BI3", "BI4")] == ["03.05"] * 3
    assert state.position("BI1") not in ("03.05", "04.05")


@pytest.mark.rule("scs", "0.3")
def test_two_sides_with_one_area_between_them_share_it(tmp_path: Path) -> None:
    setup = dict.fromkeys(LEG, ("03.05", 1))
    setup |= dict.fromkeys(("RI1", "RI2", "RI3", "RI4"), ("03.05", 1))
    state = opening(tmp_path, setup)
    at = standing(state)
    assert len(at) == 12
    owners = {(at[unit], unit[0]) for unit in at}
    assert len({number for number, _ in owners}) == len(owners)


@pytest.mark.rule("scs", "0.3")
def test_units_that_are_set_up_later_are_in_nobodys_way(tmp_path: Path) -> None:
    """Blue is first, and may stand where Red would; Red's guns must stay in 03.04."""
    setup = {
        "BI1": ("03.06", 1),
        "BI2": ("03.06", 1),
        "RI1": ("03.05", 1),
        "RI2": ("03.05", 1),
        "RG1": ("03.04", 0),
    }
    state = opening(tmp_path, setup)
    assert state.position("RI1") == state.position("RI2") == "03.05"
    play(state, "place BI1 03.05")
    assert state.position("BI1") == "03.05"
    assert state.position("RI1") in state.resolved.map.neighbors("03.05")
    play(state, "done")
    assert "place RI1 03.05" not in state.legal_actions(), "the first are there to stay"
    play(state, "place RI1 02.05", "done")
    assert state.phase == "red_movement"


@pytest.mark.rule("scs", "0.3")
def test_every_arrangement_within_the_areas_can_be_set_up(tmp_path: Path) -> None:
    """Also one in which two units of a full area change places."""
    corner = field().map.within("01.01", 1)
    units = LEG[: len(corner)]
    setup = dict.fromkeys(units, ("01.01", 1)) | {"RI1": ("12.01", 0)}
    game = variant(tmp_path, written(setup) + "stacking: {limit: 1}\n")
    for arrangement in permutations(corner):
        state = game.start("areas")
        play(state, *(f"place {unit} {at}" for unit, at in zip(units, arrangement, strict=True)))
        assert [state.position(unit) for unit in units] == [*arrangement]
        assert state.phase == "red_movement"


@pytest.mark.rule("scs", "0.3")
def test_nobody_is_left_without_a_hex_by_who_sets_up_first(tmp_path: Path) -> None:
    """RI1 has the four hexes of a corner: Blue may take three of them."""
    blue = ("BI1", "BI2", "BI3", "BI4")
    setup = dict.fromkeys(blue, ("01.01", 2)) | {"RI1": ("01.01", 1)}
    state = opening(tmp_path, setup)
    first, second, third, last = state.resolved.map.within("01.01", 1)
    play(state, f"place BI1 {first}", f"place BI2 {second}", f"place BI3 {third}")
    assert state.position("RI1") == last
    assert refused(state, f"place BI4 {last}") == "0.3"


@pytest.mark.rule("scs", "0.3")
@pytest.mark.rule("scs", "4.0a")
def test_an_area_without_room_for_all_is_no_set_up(tmp_path: Path) -> None:
    """Seven hexes of one unit each cannot hold eight."""
    setup = dict.fromkeys(LEG, ("03.05", 1)) | {"RI1": ("12.01", 0)}
    found = hexwar.check(folder(tmp_path, written(setup) + "stacking: {limit: 1}\n"))
    assert "HW502" in {finding.code for finding in found}


@pytest.mark.rule("scs", "0.3")
def test_a_set_up_is_found_whenever_there_is_one(tmp_path: Path) -> None:
    """Against every way to set up a few units of two sides, one to a hex, near each other."""
    hexmap, seen = field().map, Counter[bool]()
    for seed in range(30):
        random = Random(seed)
        near = hexmap.within("03.05", 2)
        units = [*LEG[: random.randint(2, 4)], "RI1", "RI2", "RI3"]
        setup = {unit: (random.choice(near), random.choice([0, 0, 1])) for unit in units}
        areas = [hexmap.within(at, far) for at, far in setup.values()]
        possible = any(len(set(at)) == len(at) for at in product(*areas))
        path = tmp_path / str(seed)
        path.mkdir()
        folder(path, written(setup) + "stacking: {limit: 1}\n")
        try:
            at = standing(hexwar.load_game(path).start("areas"))
        except hexwar.DefinitionError as refused:
            assert not possible, setup
            assert {found.code for found in refused.diagnostics} & {"HW502", "HW503"}
        else:
            assert len(set(at.values())) == len(units)
            for unit, number in at.items():
                assert hexmap.distance(number, setup[unit][0]) <= setup[unit][1]
        seen[possible] += 1
    assert min(seen[True], seen[False]) > 5, "some of both"


# -- note 4: boundaries ----------------------------------------------------------------------------

BANK = """
map: {regions: {bank: ["08.07..08.09", "09.08"]}}
scenarios:
  free_setup: null
  field: null
  bank:
    title: On the bank
    setup_order: [blue, red]
    cite: {setup: "0.3"}
    setup: {BI1: bank, BI2: bank, BI3: bank, BI4: bank, BT1: bank, RI1: {hex: "01.01", within: 1}}
"""


@pytest.mark.rule("scs", "0.3")
def test_a_zone_takes_in_its_boundary_and_nothing_beyond(tmp_path: Path) -> None:
    state = variant(tmp_path, BANK).start("bank")
    zone = {"08.07", "08.08", "08.09", "09.08"}
    at = standing(state)
    assert {at[unit] for unit in at if unit[0] == "B"} <= zone
    assert max(Counter(at.values()).values()) <= 3
    for unit, open_to in (("BI4", zone), ("BT1", zone - {"08.08"})):  # a swamp
        offered = {a.hexes[0] for a in state.legal_actions() if a.units == (unit,)}
        assert offered == open_to
    assert refused(state, "place BI4 09.09") == "0.3"
    play(state, "place BI4 09.08", "place BI3 09.08", "place BI2 09.08")
    assert refused(state, "place BI1 09.08") == "4.0a"
    play(state, "done", "done")
    assert state.phase == "red_movement"


@pytest.mark.rule("scs", "0.3")
def test_a_zone_without_room_for_all_is_no_set_up(tmp_path: Path) -> None:
    crowd = ", ".join(f"{unit}: bank" for unit in ("BI5", "BI6", "BL1", "BL2", "BM1", "BM2"))
    yaml = BANK.replace("{BI1: bank", f"{{{crowd}, BG1: bank, BG2: bank, BI1: bank")
    assert "HW502" in {found.code for found in hexwar.check(folder(tmp_path, yaml))}


def test_another_area_is_another_game_to_a_save(tmp_path: Path) -> None:
    (tmp_path / "near").mkdir()
    (tmp_path / "far").mkdir()
    near = variant(tmp_path / "near", written({"BI1": ("03.05", 1), "RI1": ("12.01", 0)}))
    far = variant(tmp_path / "far", written({"BI1": ("03.05", 2), "RI1": ("12.01", 0)}))
    assert near.definition.resolve().digest != far.definition.resolve().digest
