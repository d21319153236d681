"""Section ``capture``: units that fall to whoever moves into their hex.

In the tiny game *booty* units have three movement points, and 0402 is a marsh that costs them all.
Blue's supplies (BS) become Red's (RS) when they are taken, its staff (BH) is lost. Two to a hex.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import hexwar
from hexwar.definition import load
from hexwar.records import Session
from hexwar.rules.capture import CaptureRules
from hexwar.rules.state import State
from hexwar.viewer.screens.choosing import NewGameDraft
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, told, varied


def red(**setup: str) -> State:
    return place("booty", {"B3": "0705", **setup}, "red_movement")


def refused(state: State, line: str) -> tuple[str, str]:
    violation = state.explain(line)
    assert violation is not None, line
    assert line not in listed(state)
    return violation.rule, violation.message


def test_supplies_change_hands() -> None:
    state = red(R1="0303", BS="0304")
    assert listed(state, "capture") == ["capture R1 0304"]
    assert told(state, "capture R1 0304") == ["captured", "taken_over"]
    assert state.units_at("0304") == ("R1", "RS")
    assert state.names_of(state.eliminated) == ("BS",)


def test_a_staff_is_lost() -> None:
    state = red(R1="0303", BH="0304")
    assert told(state, "capture R1 0304") == ["captured", "eliminated"]
    assert state.units_at("0304") == ("R1",)
    assert state.names_of(state.eliminated) == ("BH",)


def test_who_takes_others_moves_on_with_the_rest() -> None:
    """One point of three for the hex, and two for two more."""
    state = red(R1="0303", BH="0304")
    state.apply("capture R1 0304")
    assert state.movement_left("R1") == 2
    state.apply("move R1 0305")
    assert state.position("R1") == "0305"


def test_it_is_paid_for() -> None:
    state = red(R1="0301", BH="0402")
    state.apply("move R1 0302")
    assert refused(state, "capture R1 0402") == ("9.3", "R1 cannot enter 0402 from where it is.")
    state = red(R1="0302", BH="0402")
    state.apply("capture R1 0402")
    assert state.movement_left("R1") in (None, 0)


def test_nobody_is_taken_beside_a_unit_that_is_not() -> None:
    state = red(R1="0303", BS="0304", B1="0304")
    assert refused(state, "capture R1 0304") == ("9.1", "Not everybody in 0304 can be taken.")
    assert refused(state, "move R1 0304")[1]


def test_only_some_take_others() -> None:
    state = red(RS="0303", BS="0304")
    assert refused(state, "capture RS 0304") == ("9.3", "RS takes nobody.")


def test_a_zone_stops_who_takes_others_there() -> None:
    state = red(R1="0303", BS="0304", B1="0404")
    state.apply("capture R1 0304")
    assert state.movement_left("R1") in (None, 0)


def test_what_is_in_play_already_comes_to_nobody() -> None:
    """RS is on the map: what is taken is lost."""
    state = red(R1="0303", BS="0304", RS="0101")
    state.apply("capture R1 0304")
    assert state.units_at("0304") == ("R1",)
    assert state.position("RS") == "0101"


def test_who_is_far_away_takes_nobody() -> None:
    state = red(R1="0101", BS="0304")
    assert refused(state, "capture R1 0304")[1] == "R1 cannot enter 0304 from where it is."
    assert refused(state, "capture R1 0303")[1] == "There is nobody to take in 0303."
    assert state.rules.find(CaptureRules) is not None


def test_captives_become_counters_of_the_enemy_that_are_not_set_up(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = "capture: {becomes: {BS: RS, BH: B2, B1: R1}}\n"
    found = [str(f) for f in hexwar.check(folder(tmp_path, yaml, FOLDER / "booty"))]
    said = [line for line in found if "HW594" in line]
    assert len(said) == 2
    assert "B2 is of the same side as BH" in said[0]
    assert "R1 is on the map from the start" in said[1]


def test_a_prize_goes_from_hand_to_hand(tmp_path: Path) -> None:
    """What was lost when it changed hands is there again when it comes back."""
    yaml = "capture: {becomes: {BS: RS, RS: BS}}\nscenarios: {meeting: {setup: {R1: null}}}\n"
    game = varied(tmp_path, yaml, "booty")
    setup = {"R1": "0303", "B1": "0505", "BS": "0304"}
    state = game.start(setup=setup, phase="red_movement")
    state.apply("capture R1 0304")
    state.apply("move R1 0204")
    while state.phase != "blue_movement":
        state.apply("done")
    state.apply("move B1 0404")
    state.apply("capture B1 0304")
    assert state.units_at("0304") == ("B1", "BS")
    assert state.names_of(state.eliminated) == ("RS",)
    assert [str(f) for f in hexwar.check(tmp_path / "booty") if f.code == "HW594"] == []


def test_a_prize_becomes_the_counter_of_whoever_takes_it(tmp_path: Path) -> None:
    yaml = """
sides: {nobody: {name: Nobody, neutral: true}}
units: {counters: {N: {side: nobody, type: supply}}}
capture: {becomes: {N: [RS, BS]}}
scenarios: {meeting: {setup: {N: "0101", BS: null}}}
"""
    game = varied(tmp_path, yaml, "booty")
    for unit, phase, own in (("R1", "red_movement", "RS"), ("B1", "blue_movement", "BS")):
        state = game.start(setup={unit: "0303", "N": "0304"}, phase=phase)
        state.apply(f"capture {unit} 0304")
        assert set(state.units_at("0304")) == {unit, own}
    found = {f.code for f in hexwar.check(tmp_path / "booty")}
    assert not found & {"HW507", "HW508"}, "a neutral side needs no phase and no way to win"
    assert NewGameDraft(load(tmp_path / "booty")).players.keys() == {"red", "blue"}, (
        "nobody is asked for it"
    )
    assert Session.new(game).players == {"red": "human", "blue": "human", "nobody": "normal"}
    state.apply("resign")
    assert state.winner == "red", "and it wins nothing"


def beside_zones(path: Path, zones: str) -> State:
    """R1 stands in a zone of B1, as the supplies do that it may take."""
    game = varied(path, f"zones_of_control: {{{zones}}}\n", "booty")
    setup = {"R1": "0403", "BS": "0304", "B1": "0404", "B3": "0705"}
    return game.start(setup=setup, phase="red_movement")


def test_whoever_takes_others_pays_from_zone_to_zone(tmp_path: Path) -> None:
    """One point of three for the hex, and one for the way between the zones."""
    state = beside_zones(tmp_path, "entering: allowed, zone_to_zone: {cost: 1}")
    state.apply("capture R1 0304")
    assert state.movement_left("R1") == 1


def test_nobody_is_taken_in_a_zone_that_may_not_be_entered(tmp_path: Path) -> None:
    state = beside_zones(tmp_path, "entering: forbidden")
    assert refused(state, "capture R1 0304")[1] == "R1 cannot enter 0304 from where it is."


def test_nobody_is_taken_out_of_the_region_that_a_unit_may_not_leave(tmp_path: Path) -> None:
    yaml = """
map: {regions: {home: ["0303", "0302"]}}
movement: {limits: {garrison: {within: home}}}
"""
    game = varied(tmp_path, yaml, "booty")
    setup = {"R1": "0303", "BS": "0304", "B3": "0705"}
    state = game.start(setup=setup, phase="red_movement")
    assert refused(state, "capture R1 0304")[1] == "R1 cannot enter 0304 from where it is."


def test_a_move_into_a_hex_says_that_those_there_can_be_taken() -> None:
    """Whoever can only be fought there is not spoken of."""
    state = red(R1="0303", BS="0304", B1="0202")
    assert refused(state, "move R1 0304")[1].endswith("it can be taken: capture R1 0304.")
    assert refused(state, "move R1 0202")[1].endswith("an enemy unit is there.")
