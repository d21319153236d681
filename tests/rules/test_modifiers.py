"""Key ``combat.modifiers``: what a game adds to battles besides terrain."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

import hexwar
from hexwar.cli import main
from hexwar.players import make_player
from hexwar.rules.game import Game
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from tests.conformance.scs.field import CENTRE, RING, dice_for
from tests.conformance.scs.variant import folder, variant
from tests.rules import tiny

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING

MODIFIERS = """
combat:
  modifiers:
    combined_arms:
      title: Combined arms
      attackers: [{trait: armour}, {trait: exploitation}]
      shift: 1
      cite: "6.1f"
    mud:
      title: Mud
      if: {turn: {at_least: 3, at_most: 4}}
      attacker: {multiply: 1/2, only: {trait: armour}}
      cite: "7.3"
    blue_nerve: {title: Nerve, side: blue, attacker: {add: 2}}
    against_guns: {title: Against guns, defenders: {trait: barrage}, defender: {multiply: 1/2}}
"""


@cache
def game() -> Game:
    """The field of the series with all of them."""
    with TemporaryDirectory() as path:
        return variant(Path(path), MODIFIERS)


def battle(setup: dict[str, str], phase: str = "red_combat", turn: int = 1) -> State:
    """A position on the field."""
    return game().start("field", setup=setup, phase=phase, turn=turn)


def modified(state: State, attack: str) -> list[tuple[str, str, str]]:
    """The lines of the arithmetic: what, how, and by which rule."""
    return [(m.label, m.value, m.rule) for m in state.preview(attack).modifiers]


def test_units_of_several_kinds_together_shift_the_column() -> None:
    """6 to 4 is 2:1, with combined arms 3:1; a mechanised unit alone has one trait only."""
    state = battle({"RT1": WEST, "BI1": CENTRE})
    preview = state.preview(f"attack {CENTRE} by RT1")
    assert preview.headings[preview.column] == "3:1"  # armour has both traits by itself here
    assert preview.shifts == 1
    assert modified(state, f"attack {CENTRE} by RT1") == [
        ("Combined arms", "1 column right", "6.1f")
    ]
    state = battle({"RM1": WEST, "BI1": CENTRE})
    assert modified(state, f"attack {CENTRE} by RM1") == []


def test_a_modifier_under_a_condition_counts_while_it_holds() -> None:
    """Mud in turns 3 and 4 halves armour: 6 and 4 are 3 and 4."""
    setup = {"RT1": WEST, "RI1": WEST, "BI1": CENTRE}
    attack = f"attack {CENTRE} by RI1 RT1"
    strengths = [battle(setup, turn=t).preview(attack).attacker_strength for t in (2, 3, 4, 5)]
    assert strengths == [10, 7, 7, 10]
    assert ("Mud", "x1/2", "7.3") in modified(battle(setup, turn=3), attack)
    without = battle({"RI1": WEST, "BI1": CENTRE}, turn=3)
    assert modified(without, f"attack {CENTRE} by RI1") == [], "it concerns nobody here"


def test_a_modifier_of_one_side_and_what_is_added_is_added_once() -> None:
    blue = battle({"BI1": WEST, "BI2": WEST, "RI1": CENTRE}, "blue_combat")
    assert blue.preview(f"attack {CENTRE} by BI1 BI2").attacker_strength == 10
    red = battle({"RI1": WEST, "RI2": WEST, "BI1": CENTRE})
    assert red.preview(f"attack {CENTRE} by RI1 RI2").attacker_strength == 8


def test_a_modifier_that_asks_for_defenders() -> None:
    guns = battle({"RI1": WEST, "BG1": CENTRE})
    preview = guns.preview(f"attack {CENTRE} by RI1")
    printed = guns.resolved[Units].counters["BG1"].steps[0].defense
    assert preview.defender_strength == Fraction(printed) / 2


def test_a_modifier_may_ask_where_those_stand_who_fight(tmp_path: Path) -> None:
    """Whoever attacks from beside an armoured unit is one column better."""
    led = "{stacked_with: {trait: armour}}"
    yaml = f"combat: {{modifiers: {{led: {{attackers: {led}, shift: 1}}}}}}\n"
    game, attack = variant(tmp_path, yaml), f"attack {CENTRE} by RI1"
    shifts = [
        game.start("field", setup={"RI1": WEST, "RT1": there, "BI1": CENTRE}, phase="red_combat")
        .preview(attack)
        .shifts
        for there in (WEST, NORTH_WEST)
    ]
    assert shifts == [1, 0]


@pytest.mark.rule("scs", "6.1f")
def test_the_modifiers_of_a_game_apply_to_overruns() -> None:
    """As to any battle: 6 to 4 is 2:1, one to the right for combined arms."""
    state = battle({"RT1": "01.05", "BI1": CENTRE}, "red_movement")
    state.apply(f"move RT1 {WEST}")
    preview = state.preview(f"overrun {CENTRE} by RT1")
    assert preview.headings[preview.column] == "3:1"


def test_the_battle_is_resolved_in_the_column_of_its_preview() -> None:
    dice = dice_for("3:1", "D1", game())
    state = game().start("field", setup={"RT1": WEST, "BI1": CENTRE}, phase="red_combat", dice=dice)
    (told, *_) = state.apply(f"attack {CENTRE} by RT1")
    assert (told.column, told.result) == ("3:1", "D1")


@pytest.mark.parametrize(
    ("yaml", "code", "said"),
    [
        ("attackers: {trait: amour}, shift: 1", "HW301", "amour"),
        ("side: rde, shift: 1", "HW301", "rde"),
        ("shfit: 1", "HW101", "shfit"),
        ("if: {trun: {at_least: 2}}, shift: 1", "HW101", "trun"),
    ],
)
def test_a_mistake_in_a_modifier_is_found(tmp_path: Path, yaml: str, code: str, said: str) -> None:
    found = hexwar.check(folder(tmp_path, f"combat:\n  modifiers:\n    m: {{{yaml}}}\n"))
    assert any(f.code == code and said in f.message for f in found), found


def test_show_prints_the_modifiers_with_their_conditions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", str(folder(tmp_path, MODIFIERS))]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert (
        "Combined arms: +1 column, if armour and exploitation units attack (rule 6.1f)." in printed
    )
    assert "Mud: attacker x1/2 (armour only), if it is turn 3 to 4 (rule 7.3)." in printed
    assert "Nerve: attacker +2, if Blue attacks." in printed


@pytest.mark.parametrize(("turn", "attacks"), [(1, True), (2, False)])
def test_the_computer_player_reckons_with_them(tmp_path: Path, turn: int, attacks: bool) -> None:
    """In fog eight columns are lost from turn 2 on: it waits."""
    fog = "combat:\n  modifiers:\n    fog: {if: {turn: {at_least: 2}}, shift: -8}\n"
    setup = {"RI1": WEST, "RI2": NORTH_WEST, "RI3": SOUTH, "BL1": CENTRE, "BI1": "11.08"}
    state = variant(tmp_path, fog).start("field", setup=setup, phase="red_combat", turn=turn)
    chosen = make_player("greedy").choose(state, Random(1))
    assert (chosen.verb == "attack") is attacks


@pytest.mark.rule("scs", "7.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "column"),
    [
        pytest.param("R3", "B9", "", id="1:3 is below the table, and no shift to the right helps"),
        pytest.param("R1", "B9", "", id="nor does it at 1:9"),
        pytest.param("R4", "B8", "1:1", id="1:2 is on the table, and one to the right is 1:1"),
        pytest.param("R11", "B1", "7:1", id="11:1 is limited to the last column"),
    ],
)
def test_the_odds_are_limited_to_the_table_before_they_are_shifted_right(
    tmp_path: Path, attacker: str, defender: str, column: str
) -> None:
    shift = "combat:\n  modifiers:\n    luck: {shift: 1}\n"
    setup = {attacker: WEST, defender: CENTRE}
    state = variant(tmp_path, shift).start("field", setup=setup, phase="red_combat")
    preview = state.preview(f"attack {CENTRE} by {attacker}")
    assert (preview.headings[preview.column] if preview.column >= 0 else "") == column


@pytest.mark.rule("scs", "7.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "column"),
    [
        pytest.param("R11", "B1", "6:1", id="11:1 is limited to 7:1, and one to the left is 6:1"),
        pytest.param("R4", "B4", "1:2", id="1:1 and one to the left is 1:2"),
        pytest.param("R4", "B8", "", id="1:2 is shifted off the left side"),
    ],
)
def test_the_odds_are_limited_to_the_table_before_they_are_shifted_left(
    tmp_path: Path, attacker: str, defender: str, column: str
) -> None:
    shift = "combat:\n  modifiers:\n    rain: {shift: -1}\n"
    setup = {attacker: WEST, defender: CENTRE}
    state = variant(tmp_path, shift).start("field", setup=setup, phase="red_combat")
    preview = state.preview(f"attack {CENTRE} by {attacker}")
    assert (preview.headings[preview.column] if preview.column >= 0 else "") == column


def test_two_modifiers_that_add_the_same_both_count(tmp_path: Path) -> None:
    """4 and 2 and 2: what is shown is what was reckoned."""
    both = "a: {title: Air, attacker: {add: 2}}, b: {title: Sea, attacker: {add: 2}}"
    game = variant(tmp_path, f"combat: {{modifiers: {{{both}}}}}\n")
    state = game.start("field", setup={"RI1": WEST, "BI1": CENTRE}, phase="red_combat")
    attack = f"attack {CENTRE} by RI1"
    assert modified(state, attack) == [("Air", "+2", ""), ("Sea", "+2", "")]
    assert state.preview(attack).attacker_strength == 8


def test_at_worst_a_hidden_stack_holds_what_modifiers_ask_of_defenders(tmp_path: Path) -> None:
    """Of four unseen units the two strongest make 21 to 12, 2:1; one of them and guns make it 1:1.

    21 to 9 is 2:1 as well, and guns in defence shift it one column.
    """
    game = variant(
        tmp_path, "combat: {modifiers: {fire: {defenders: {trait: barrage}, shift: -1}}}\n"
    )
    stack = {**dict.fromkeys(("BI1", "BI2", "BI3"), CENTRE), "BI6": "11.08", "BG1": "11.08"}
    setup = {"R11": WEST, "R10": NORTH_WEST, **stack}
    state = game.start("field", setup=setup, phase="red_combat")
    preview = state.view("red").preview(f"attack {CENTRE} by R10 R11")
    assert [preview.headings[column] for column in preview.columns] == ["1:1", "5:1"]
    assert preview.most_defense == 12


@pytest.mark.parametrize(("limit", "most"), [(4, 12), (3, 8)])
def test_at_worst_a_hidden_stack_holds_all_for_whose_steps_there_is_room(
    tmp_path: Path, limit: int, most: int
) -> None:
    """Two steps are seen; of those out of sight, of one step each, as many are below as fit."""
    guns = """
units:
  types: {gun: {title: Gun, steps: 1-4-1}}
  counters: {G1: {side: blue, type: gun}, G2: {side: blue, type: gun}}
"""
    game = variant(tmp_path, f"{guns}stacking: {{in: steps, limit: {limit}}}\n")
    setup = {"R11": WEST, "BI1": CENTRE, "G1": CENTRE, "BI6": "11.08", "G2": "11.08"}
    state = game.start("field", setup=setup, phase="red_combat")
    preview = state.view("red").preview(f"attack {CENTRE} by R11")
    assert preview.most_defense == most


WHEELS = """
units:
  types:
    cart: {title: Cart, traits: [wheels], steps: 2-2-3}
terrain:
  hexes:
    open: {title: Open, cost: 1, combat: {attacker: {multiply: 1/2, only: {trait: wheels}}}}
"""


def test_terrain_that_hinders_some_units_lets_the_others_be(tmp_path: Path) -> None:
    """Also in a game without effects of hexsides: 2 of the foot and half of the 2 of the cart."""
    game = tiny.varied(tmp_path, WHEELS, "holdings")
    setup = {"R1": "0402", "R4": "0303", "B1": "0403"}
    state = game.start("meeting", setup=setup, phase="red_combat")
    strengths = {
        by: state.preview(f"attack 0403 by {by}").attacker_strength for by in ("R1", "R4", "R1 R4")
    }
    assert strengths == {"R1": 2, "R4": 1, "R1 R4": 3}
