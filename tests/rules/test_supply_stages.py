"""Supply lines in stages, their lengths, what supplies, and when it is seen who is supplied.

In the tiny game *depots* there is one column of hexes, 0201 to 0212. Red's source is 0201, the
railway leads from there to 0204; units trace two hexes to a headquarters (its radius), which
traces two hexes to the railway.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, varied


def depots(
    options: str = "", phase: str = "red_movement", turn: int = 1, **setup: str | None
) -> State:
    """A position, of the units that stand somewhere; blue's B3 at its source if not given."""
    standing = {unit: number for unit, number in setup.items() if number}
    return place("depots", {"B3": "0212", **standing}, phase, options, turn=turn)


def column(first: int, last: int) -> tuple[str, ...]:
    """The hexes of the column from one to another."""
    step = 1 if first < last else -1
    return tuple(f"02{row:02}" for row in range(first, last + step, step))


@pytest.mark.parametrize(
    ("unit", "hq", "line"),
    [
        ("0208", "0206", column(8, 1)),
        ("0204", "0206", (*column(4, 6), *column(5, 1))),
        ("0209", "0206", None),
        ("0208", "0207", None),
        ("0201", "0206", None),
        ("0202", "0204", (*column(2, 4), *column(3, 1))),
    ],
)
def test_a_line_goes_by_the_headquarters(unit: str, hq: str, line: tuple[str, ...] | None) -> None:
    """Near enough to it, and it near enough to the railway; not past it, nor around it."""
    assert depots(R1=unit, RH=hq).supply_path("R1") == line


def test_a_railway_leads_as_far_as_it_is_in_ones_own_hands() -> None:
    """R2 has taken 0202; the railway leads there, and a hex beyond it units are supplied."""
    assert depots("own_railway", R1="0203", R2="0202").supply_path("R1") == column(3, 1)
    assert depots("own_railway", R1="0204", R2="0202").supply_path("R1") is None
    assert depots("own_railway", R1="0204", R2="0202", R3="0203").supply_path("R1") is not None


def test_where_no_paths_are_followed_all_of_a_line_keeps_to_its_ground() -> None:
    assert depots("own_ground", R1="0203", R2="0202").supply_path("R1") == column(3, 1)
    assert depots("own_ground", R1="0204", R2="0202").supply_path("R1") is None


def test_a_headquarters_traces_for_itself() -> None:
    assert depots(RH="0206").supply_path("RH") == column(6, 1)
    assert depots(RH="0207").supply_path("RH") is None


@pytest.mark.parametrize("enemy", ["0207", "0205", "0202"])
def test_an_enemy_anywhere_on_the_line_cuts_it(enemy: str) -> None:
    assert depots(R1="0208", RH="0206").supply_path("R1") is not None
    assert depots(R1="0208", RH="0206", B1=enemy).supply_path("R1") is None


def test_enemy_headquarters_lead_nowhere() -> None:
    """Heads are units of the side that traces, whatever else fits."""
    assert depots(B1="0211").supply_path("B1") is None


@pytest.mark.parametrize(
    ("unit", "hq", "end"), [("0204", None, "0201"), ("0208", "0206", "0201"), ("0205", None, None)]
)
def test_a_stage_may_go_to_either(unit: str, hq: str | None, end: str | None) -> None:
    """A source ends the line at once."""
    line = depots("either", R1=unit, RH=hq).supply_path("R1")
    assert (line[-1] if line else None) == end


def test_units_may_be_the_end_of_a_line() -> None:
    """A dump supplies wherever it is, and itself."""
    state = depots("dumps", R1="0209", R2="0205", RD="0206")
    assert state.supply_path("R1") == column(9, 6)
    assert state.supply_path("RD") == ("0206",)
    assert depots("dumps", R1="0202").supply_path("R1") is None


def test_the_way_along_paths_may_be_limited() -> None:
    """Two hexes of railway from the source, and one hex more."""
    assert depots("short_railway", R1="0204").supply_path("R1") == column(4, 1)
    assert depots("short_railway", R1="0205").supply_path("R1") is None


@pytest.mark.parametrize(("unit", "reached"), [("0209", False), ("0208", True), ("0206", True)])
def test_a_line_in_movement_points_costs_what_the_march_would(unit: str, reached: bool) -> None:
    """From 0208 three points for the marsh and six for the rest; from 0209 one more."""
    line = depots("points", R1=unit).supply_path("R1")
    assert (line is not None) == reached


def test_lengths_differ_by_side() -> None:
    """Blue's lines are of 6 points: the ditch, which costs one more, is on the way to 0207."""
    assert depots("points", B1="0208").supply_path("B1") == column(8, 12)
    assert depots("points", B1="0207").supply_path("B1") == column(7, 12)
    assert depots("points", B1="0206").supply_path("B1") is None


def test_a_line_need_not_go_where_units_do() -> None:
    """Neither into a marsh nor across a ditch; out of the marsh it does."""
    state = depots("dry", R1="0208", R2="0207", B1="0209", B2="0210")
    assert state.supply_path("R1") is None
    assert state.supply_path("R2") == column(7, 1)
    assert state.supply_path("B1") is None
    assert state.supply_path("B2") == column(10, 12)


def test_a_source_supplies_who_controls_it() -> None:
    """Blue took 0201 and left it: red's units there are not supplied from it any more."""
    state = depots("gates", phase="blue_movement", R1="0205", B1="0202")
    assert state.supply_sources("red") == ("0201",)
    for line in ("move B1 0201", "done"):
        state.apply(line)
    assert state.supply_sources("red") == ()


@pytest.mark.parametrize(("turn", "sources"), [(2, ("0201",)), (3, ("0201", "0212"))])
def test_a_source_may_have_its_time(turn: int, sources: tuple[str, ...]) -> None:
    assert depots("gates", turn=turn, R1="0205").supply_sources("red") == sources


def test_supply_is_seen_anew_for_each_attack() -> None:
    """R3 is cut off by B1. Once that is gone the second attack is made at full strength."""
    setup = {"R1": "0204", "R2": "0204", "R3": "0207", "B1": "0205", "B2": "0208"}
    state = place("depots", setup, "red_combat", "at_once", dice=[1, 6, 6])
    before = state.view("red").preview("attack 0208 by R3")
    assert before.attacker_strength == 2
    assert not state.in_supply("R3")
    state.apply("attack 0205 by R1 R2")
    while not state.in_supply("R3") and state.decision and state.decision.kind != "combat":
        state.apply(state.legal_actions()[0])
    after = state.view("red").preview("attack 0208 by R3")
    assert after.attacker_strength == 4
    assert state.in_supply("R3")


def test_supply_is_seen_when_a_side_begins_to_move() -> None:
    """Of the side that moves, not of the other; who moves on keeps what was found."""
    state = depots("at_once", phase="red_movement", R1="0208", B1="0205", B2="0203")
    assert state.in_supply("B2")
    assert not state.in_supply("R1")
    assert state.movement_left("R1") == 1


def test_a_game_may_never_ask_in_a_phase() -> None:
    """A supply phase tells a game nothing that judges at the moment of use."""
    state = depots("at_once", phase="blue_combat", R1="0208", B1="0205")
    assert not state.in_supply("R1")


def flaws(path: Path, yaml: str) -> list[str]:
    """What is found to contradict itself in the game with this YAML added."""
    copytree(FOLDER / "meadow", path / "meadow")
    found = hexwar.check(folder(path, yaml, FOLDER / "depots"))
    return [one.message for one in found if one.code == "HW560"]


@pytest.mark.parametrize(
    ("trace", "says"),
    [
        ("{hexes: 3, movement: 4}", "in hexes and in movement points"),
        ("{hexes: {value: radius}}", "by a value of units, and it goes to sources"),
        ("[{hexes: 3}, {hexes: 2}]", "follows one that ends at sources"),
        ("{hexes: 3, path_hexes: 2}", "no paths are followed"),
    ],
)
def test_stages_that_contradict_themselves_are_found(tmp_path: Path, trace: str, says: str) -> None:
    assert any(says in message for message in flaws(tmp_path, f"supply: {{trace: {trace}}}"))


def test_attrition_needs_phases(tmp_path: Path) -> None:
    yaml = "supply: {judged: [attack], attrition: {after: 2, steps: 1}}"
    assert any("attrition" in message for message in flaws(tmp_path, yaml))


def test_attrition_does_something(tmp_path: Path) -> None:
    assert "attrition does nothing" in flaws(tmp_path, "supply: {attrition: {after: 2}}")


@pytest.mark.parametrize(("turns", "where"), [(1, "0208"), (2, None)])
def test_who_is_long_out_of_supply_may_be_eliminated(
    tmp_path: Path, turns: int, where: str | None
) -> None:
    """In the second supply phase in a row, with all steps."""
    yaml = "supply: {attrition: {after: 2, steps: all}}\n"
    yaml += "units: {types: {foot: {steps: [4-4-3, 2-2-3]}}}"
    setup = {"R1": "0208", "B3": "0212"}
    state = varied(tmp_path, yaml, "depots").start(setup=setup, phase="red_supply")
    while state.turn < turns:
        state.apply("done")
    assert state.position("R1") == where


def test_who_is_long_out_of_supply_may_come_into_a_state(tmp_path: Path) -> None:
    """Until a supply phase finds it supplied; the other side's phases change nothing."""
    yaml = "supply: {attrition: {after: 1, mark: isolated}}\nstates: {isolated: {title: Isolated}}"
    setup = {"R1": "0208", "B3": "0212"}
    state = varied(tmp_path, yaml, "depots").start(setup=setup, phase="red_supply")
    isolated = 1 << state.frame.unit_index["R1"]
    assert state.marks["isolated"] & isolated
    state.place(state.frame.unit_index["RH"], state.frame.board.cell["0206"])
    while state.turn < 2:
        assert state.marks["isolated"] & isolated
        state.apply("done")
    assert not state.marks["isolated"] & isolated


def test_a_side_may_have_no_limit(tmp_path: Path) -> None:
    """A length by side binds the sides that it names."""
    game = varied(tmp_path, "supply: {trace: {hexes: {red: 1}}}", "depots")
    state = game.start(None, [], setup={"R1": "0203", "B1": "0202"}, phase="red_movement")
    assert (state.supply_path("R1"), state.supply_path("B1") is None) == (None, True)
    state = game.start(None, [], setup={"R1": "0202", "B1": "0203"}, phase="red_movement")
    assert state.supply_path("R1") == ("0202", "0201")
    assert state.supply_path("B1") == column(3, 12)


def test_lines_may_go_otherwise_for_each_side(tmp_path: Path) -> None:
    """Red's by its headquarters and the railway, blue's straight to its source."""
    red = "[{to: {type: hq}, hexes: {value: radius}}, {hexes: 2, along: [rail]}]"
    game = varied(tmp_path, f"supply: {{trace: {{red: {red}, blue: {{hexes: 2}}}}}}", "depots")
    setup = {"R1": "0208", "RH": "0206", "B1": "0210", "B2": "0209"}
    state = game.start(None, [], setup=setup, phase="red_movement")
    assert state.supply_path("R1") == column(8, 1)
    assert state.supply_path("B1") == column(10, 12)
    assert state.supply_path("B2") is None
    state = game.start(None, [], setup={"R1": "0205", "RD": "0203"}, phase="red_movement")
    assert state.supply_path("R1") is None


def test_what_stands_beside_sides_is_for_the_others(tmp_path: Path) -> None:
    yaml = "supply: {trace: null}\noptions: {by_side: {title: By side, patch: {supply: {trace: "
    game = varied(tmp_path, yaml + "{hexes: 1, blue: {hexes: 3}}}}}}", "depots")
    setup = {"R1": "0203", "R2": "0202", "B1": "0209", "B2": "0208"}
    state = game.start(None, ["by_side"], setup=setup, phase="red_movement")
    lines = {unit: state.supply_path(unit) for unit in setup}
    assert lines == {"R1": None, "R2": column(2, 1), "B1": column(9, 12), "B2": None}


def test_a_side_whose_line_contradicts_itself_is_named(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = "supply:\n  trace:\n    red: {hexes: 3}\n    blue: {hexes: 4, movement: 3}\n"
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "depots"))
    assert [(d.code, d.message, d.column) for d in found if d.severity == "error"] == [
        ("HW560", "its length is given in hexes and in movement points", len("    blue: {"))
    ]
