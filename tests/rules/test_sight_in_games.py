"""Lines of sight in a game: what players ask about them, and what its files may say of them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.test_selectors import who
from tests.rules.tiny import FOLDER, tiny, varied

MEADOW = FOLDER / "meadow"
GROVES = """
map:
  hexes: {woods: ["0303"]}
  hexsides: {hedge: [0501/0502]}
  features:
    building: {"0605": Mill}
terrain:
  hexes: {woods: {title: Woods, cost: 2}}
  hexsides: {hedge: {title: Hedge}}
  features: {building: {title: Building}}
line_of_sight:
  blocked_by: {hexes: [woods], features: [building], hexsides: [hedge]}
  range: 4
  cite: {blocked: "9.1", hexsides: "9.2"}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red, patch: {line_of_sight: {range: 2}}}
    - {id: red_combat, kind: combat, side: red}
"""
CLOSE = {"R1": "0102", "B1": "0103"}


@pytest.fixture
def groves(tmp_path: Path) -> State:
    """The meadow with woods, a mill and a hedge, in a phase without mist."""
    return varied(tmp_path, GROVES, "meadow").start(setup=CLOSE, phase="red_combat")


def test_players_ask_about_a_line_by_its_hexes(groves: State) -> None:
    """The answer has what the window draws; a side's view answers alike."""
    sight = groves.line_of_sight("0302", "0304")
    assert sight is not None
    assert (sight.clear, sight.blocked_by, sight.blocking) == (False, "0303 (Woods)", ("0303",))
    assert (sight.hexes, sight.along, sight.distance) == (("0302", "0303", "0304"), (), 2)
    assert str(sight.why) == "9.1: No line of sight from 0302 to 0304: 0303 (Woods) blocks it."
    assert groves.view("blue").line_of_sight("0302", "0304") == sight


def test_a_clear_line_has_no_reason(groves: State) -> None:
    sight = groves.line_of_sight("0102", "0302")
    assert sight is not None
    assert (sight.clear, sight.why, sight.blocked_by, sight.blocking) == (True, None, "", ())
    assert (sight.hexes, sight.along) == (("0102", "0302"), (("0201", "0202"),))


def test_each_reason_cites_its_own_rule_or_that_of_blocking(groves: State) -> None:
    across = groves.line_of_sight("0501", "0502")
    over = groves.line_of_sight("0604", "0605")
    far = groves.line_of_sight("0101", "0601")
    assert across is not None
    assert far is not None
    assert over is not None
    assert (
        str(across.why) == "9.2: No line of sight from 0501 to 0502: 0501/0502 (Hedge) blocks it."
    )
    assert str(far.why) == "0601 is 5 hexes from 0101: sight reaches 4."
    assert over.clear


def test_a_phase_may_change_the_range(tmp_path: Path) -> None:
    """In the mist of red's movement nobody sees farther than two hexes."""
    game = varied(tmp_path, GROVES, "meadow")
    seen = {}
    for phase in ("red_movement", "red_combat"):
        sight = game.start(setup=CLOSE, phase=phase).line_of_sight("0102", "0402")
        assert sight is not None
        seen[phase] = sight.clear
    assert seen == {"red_movement": False, "red_combat": True}


@pytest.mark.parametrize(
    ("yaml", "units"),
    [
        ("sees: {side: enemy}", "R1 R2 B1"),
        ("sees: {unit: R3}", "R3"),
        ("{sees: {unit: B1}, side: red}", "R1 R2"),
        ("not: {sees: {unit: R1}}", "R3"),
    ],
)
def test_units_are_selected_by_whom_they_see(tmp_path: Path, yaml: str, units: str) -> None:
    """R3 stands behind the woods, out of everybody's sight; who is off the map sees nobody."""
    setup = {"R1": "0302", "R2": "0301", "R3": "0305", "B1": "0201"}
    state = varied(tmp_path, GROVES, "meadow").start(setup=setup, phase="red_combat")
    assert who(state, yaml) == units


def test_whom_units_see_is_asked_only_where_sight_is_known(tmp_path: Path) -> None:
    """The finding names the section that is missing, and where it is needed."""
    sees = "combat: {modifiers: {seen: {shift: 1, if: {units: {of: {sees: {side: red}}}}}}}"
    lacking = hexwar.check(folder(tmp_path, sees, MEADOW))
    assert [found.message for found in lacking if found.code == "HW411"] == [
        "sees means nothing without section line_of_sight, which the game lacks"
    ]
    known = hexwar.check(folder(tmp_path, f"{sees}\nline_of_sight: {{range: 9}}", MEADOW))
    assert [found.code for found in known if found.code == "HW411"] == []


def test_a_game_without_the_section_says_nothing_about_sight() -> None:
    assert tiny("meadow").start().line_of_sight("0101", "0102") is None


def test_there_is_no_line_to_a_hex_that_there_is_not(groves: State) -> None:
    with pytest.raises(ValueError, match="9999"):
        groves.line_of_sight("0102", "9999")


@pytest.mark.parametrize(
    ("kind", "said", "message"),
    [
        ("hexes", "wood", "there is no terrain wood"),
        ("features", "bilding", "there is no feature bilding"),
        ("hexsides", "hege", "there is no hexside hege"),
    ],
)
def test_what_blocks_must_be_terrain_of_the_game(
    tmp_path: Path, kind: str, said: str, message: str
) -> None:
    """The finding names what was meant."""
    known = {"hexes": "woods", "features": "building", "hexsides": "hedge"}[kind]
    yaml = GROVES.replace(f"{kind}: [{known}]}}", f"{kind}: [{said}]}}")
    yaml = yaml.replace(f"{kind}: [{known}],", f"{kind}: [{said}],")
    findings = hexwar.check(folder(tmp_path, yaml, MEADOW))
    unknown = [(found.message, found.help) for found in findings if found.code == "HW301"]
    assert unknown == [(message, f"did you mean {known}?")]
