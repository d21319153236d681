"""Section ``fire``: what a rule-lawyer asks about who fires at whom, with what, and what it does.

In the tiny game *musket line* foot and guards fire three dice at one hex, guns four at two hexes
and two more (canister) at one; a success is a 4, each step of the target defends with a die, woods
(0404) give two dice of cover and the wall on two sides of 0402 one. Foot and guns roll d6, guards
d8. Hits cost steps; foot and guards have two, guns one. A unit fires once in a phase, and with a
die less for every fire before.

In *tank duel* a table decides, by range: the gun is added to the roll, the armour of the target and
its cover are taken from it, and beyond 12 hexes one more.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from hexwar.players import GreedyPlayer
from hexwar.rules.fire.pools import odds, times_fired
from hexwar.rules.fire.section import in_lines
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.states.rules import StateRules
from tests.rules.firing import LINE, duel, foreseen, line, lines, refused
from tests.rules.tiny import listed, place, play, tiny, told, varied

# -- who may fire at whom ------------------------------------------------------------------------


def test_it_is_a_decision_of_its_own() -> None:
    state = line()
    decision = state.decision
    assert decision is not None
    assert (decision.side, decision.kind, decision.units) == ("red", "fire", ("R1", "R2"))
    assert decision.hexes == ("0402", "0404", "0503")
    assert listed(state) == [
        "fire 0402 by R1",
        "fire 0402 by R2",
        "fire 0404 by R2",
        "fire 0503 by R2",
        "done",
    ]
    assert state.choices()[0].label == "R1 fires at 0402"


def test_a_target_beyond_the_range_is_refused() -> None:
    assert refused(line(), "fire 0503 by R1") == (
        "range",
        "0503 is 2 hexes away, and R1 fires no farther than 1.",
    )


def test_there_must_be_an_enemy() -> None:
    state = line()
    assert refused(state, "fire 0401 by R2")[0] == "targets"
    # Its own hex, behind a wall: no line enters it.
    assert refused(state, "fire 0302 by R1")[0] == "targets"
    assert refused(state, "fire 0202 by R2") == (
        "targets",
        "There is no enemy in 0202 that R2 could fire at.",
    )


def test_units_of_the_other_side_do_not_fire() -> None:
    assert refused(line(), "fire 0302 by B1") == ("owner", "B1 belongs to the other side.")


def test_how_far_a_fire_goes_is_told_before_the_dice() -> None:
    state = duel(R1="0202", B1="0302", B2="0602")
    for number, who, away in (("0302", "B1", "1 hex"), ("0602", "B2", "4 hexes")):
        told = next(in_lines(foreseen(state, f"fire {number} by R1"), state.resolved))
        assert told == f"R1 fires at {who} in {number}, {away} away."


def test_units_fire_one_by_one() -> None:
    assert refused(line(), "fire 0402 by R1 R2")[0] == "notation"


def test_a_unit_fires_once_in_a_phase() -> None:
    state = line(dice=(1,) * 20)
    state.apply("fire 0404 by R2")
    assert refused(state, "fire 0404 by R2") == ("most", "R2 has fired once in this phase.")
    assert listed(state) == ["fire 0402 by R1", "done"]


def test_a_phase_in_which_nobody_can_fire_ends_by_itself() -> None:
    state = place("musket_line", {"R1": "0101", "B1": "0702"}, "red_fire")
    assert state.phase == "red_movement"


def test_only_those_whom_the_phase_names_fire_in_it(tmp_path: Path) -> None:
    yaml = (
        "sequence: {turns: 2, phases: [{id: red_fire, kind: fire, side: red, only: {trait: gun}}, "
        "{id: red_movement, kind: movement, side: red}]}"
    )
    state = varied(tmp_path, yaml, "musket_line").start(setup=LINE, phase="red_fire")
    outside = "R1 does not fire in this phase: it is for gun units."
    assert refused(state, "fire 0402 by R1") == ("only", outside)
    assert "fire 0402 by R2" in listed(state)


def test_only_those_whom_the_section_names_fire(tmp_path: Path) -> None:
    game = varied(tmp_path, "fire: {only: {trait: gun}}", "musket_line")
    state = game.start(setup=LINE, phase="red_fire")
    assert refused(state, "fire 0402 by R1") == ("only", "R1 is no unit that fires.")


def test_only_those_whom_the_section_names_are_fired_at(tmp_path: Path) -> None:
    game = varied(tmp_path, "fire: {targets: {trait: gun}}", "musket_line")
    setup = {"R2": "0303", "B1": "0404"}
    assert game.start(setup=setup, phase="red_fire").phase == "red_movement"


def test_what_blocks_the_line_of_sight_is_named(tmp_path: Path) -> None:
    yaml = "line_of_sight: {blocked_by: {hexes: [woods]}}\nfire: {line_of_sight: required}"
    game = varied(tmp_path, yaml, "musket_line")
    state = game.start(setup={"R2": "0403", "B1": "0405", "B2": "0503"}, phase="red_fire")
    assert refused(state, "fire 0405 by R2") == (
        "line_of_sight.blocked",
        "No line of sight from 0403 to 0405: 0404 (Woods) blocks it.",
    )
    assert listed(state) == ["fire 0503 by R2", "done"]


def test_where_no_line_of_sight_is_required_nothing_blocks_fire() -> None:
    assert "fire 0405 by R2" in listed(line(R2="0403", B1="0405"))


def test_the_preview_has_the_line() -> None:
    sight = foreseen(line(), "fire 0404 by R2").line_of_sight
    assert (sight.clear, sight.hexes, sight.distance) == (True, ("0303", "0404"), 2)


STATES = (
    "states: {pinned: {title: Pinned, forbids: [fire], ends: {at: end, turn: true}}, "
    "shaken: {title: Shaken, modifiers: {drill: {set: d8}, volley: {add: -1}}, "
    "ends: {fired: true}}}"
)


def test_who_is_pinned_does_not_fire(tmp_path: Path) -> None:
    game = varied(tmp_path, STATES, "musket_line")
    state = game.start(setup=LINE, phase="red_fire")
    state.rules[StateRules].put(state, "pinned", 1 << state.frame.unit_index["R1"])
    assert refused(state, "fire 0402 by R1") == ("states.fire", "R1 may not fire: Pinned.")
    assert "fire 0402 by R1" not in listed(state)


def test_states_change_the_dice_and_end_by_fire(tmp_path: Path) -> None:
    game = varied(tmp_path, STATES, "musket_line")
    state = game.start(setup=LINE, phase="red_fire", dice=(1,) * 9)
    state.rules[StateRules].put(state, "shaken", 1 << state.frame.unit_index["R1"])
    assert foreseen(state, "fire 0402 by R1").attack_dice == (8, 8)
    (_, fired) = (e for e in state.apply("fire 0402 by R1") if e.kind in ("state_ends", "fire"))
    assert len(fired.dice) == 2  # with the dice that were foreseen
    assert not state.rules[StateRules].has(state, "shaken")


# -- dice ----------------------------------------------------------------------------------------


def test_dice_are_counted_line_by_line() -> None:
    preview = foreseen(line(), "fire 0402 by R2")
    assert lines(preview) == ["red Volley +4", "red Canister +2", "blue Steps +2", "blue Wall +1"]
    assert (preview.attack_dice, preview.defense_dice) == ((6,) * 6, (6,) * 3)


def test_what_counts_within_a_range_counts_at_it_and_not_beyond() -> None:
    assert len(foreseen(line(), "fire 0402 by R2").attack_dice) == 6
    assert len(foreseen(line(), "fire 0503 by R2").attack_dice) == 4


def test_what_is_for_some_units_is_not_for_others() -> None:
    assert lines(foreseen(line(), "fire 0402 by R1"))[:1] == ["red Volley +3"]
    assert len(foreseen(line(), "fire 0402 by R1").attack_dice) == 3


def test_each_unit_rolls_its_own_die() -> None:
    preview = foreseen(line(), "fire 0404 by R2")
    assert preview.defense_dice == (8,) * 4  # a guard of two steps in woods


def test_cover_of_a_hexside_counts_where_the_line_enters() -> None:
    wall = foreseen(line(), "fire 0402 by R1")
    open_side = foreseen(line(R1="0401"), "fire 0402 by R1")
    assert "blue Wall +1" in lines(wall)
    assert len(open_side.defense_dice) == 2


def test_cover_counts_once_and_the_best(tmp_path: Path) -> None:
    game = varied(tmp_path, "map: {hexsides: {wall: [0403/0404]}}", "musket_line")
    state = game.start(setup={**LINE, "R2": "0403"}, phase="red_fire")
    preview = foreseen(state, "fire 0404 by R2")
    assert lines(preview)[-1] == "blue Woods +2"
    assert len(preview.defense_dice) == 4


def test_by_a_corner_both_hexsides_must_be_there(tmp_path: Path) -> None:
    """From 0303 to 0503 the line runs between 0402 and 0403 into the corner of the target."""
    setup = {"R2": "0303", "B1": "0503"}
    one, both = "[0402/0503]", "[0402/0503, 0403/0503]"
    found = []
    for name, walls in (("one", one), ("both", both)):
        folder = tmp_path / name
        folder.mkdir()
        game = varied(folder, f"map: {{hexsides: {{wall: {walls}}}}}", "musket_line")
        state = game.start(setup=setup, phase="red_fire")
        found.append(len(foreseen(state, "fire 0503 by R2").defense_dice))
    assert found == [2, 3]


def test_every_fire_before_in_the_turn_costs_a_die(tmp_path: Path) -> None:
    game = varied(tmp_path, "fire: {most: {phase: 9}}", "musket_line")
    setup = {"R1": "0302", "B1": "0402"}
    state = game.start(setup=setup, phase="red_fire", dice=(1,) * 30)
    left = []
    while state.phase == "red_fire":
        left.append(len(foreseen(state, "fire 0402 by R1").attack_dice))
        state.apply("fire 0402 by R1")
    assert left == [3, 2, 1]  # with none left there is no fire
    assert times_fired(state, state.frame.unit_index["R1"]) == 3


def test_with_no_dice_left_there_is_no_fire(tmp_path: Path) -> None:
    game = varied(tmp_path, "fire: {most: {phase: 9}}", "musket_line")
    state = game.start(setup={**LINE, "B3": "0401"}, phase="red_fire", dice=(1,) * 30)
    for _ in range(3):
        state.apply("fire 0402 by R1")
    assert refused(state, "fire 0402 by R1") == ("dice", "R1 has no dice to fire at 0402 with.")


def test_dice_are_back_in_the_next_turn(tmp_path: Path) -> None:
    game = varied(tmp_path, "fire: {most: {phase: 1, turn: 1}}", "musket_line")
    state = game.start(setup={"R1": "0302", "B1": "0402"}, phase="red_fire", dice=(1,) * 30)
    state.apply("fire 0402 by R1")
    while state.turn == 1:
        state.apply("done")
    assert len(foreseen(state, "fire 0402 by R1").attack_dice) == 3


def test_a_turn_may_have_its_own_limit(tmp_path: Path) -> None:
    game = varied(tmp_path, "fire: {most: {phase: 5, turn: 2}}", "musket_line")
    state = game.start(setup=LINE, phase="red_fire", dice=(1,) * 30)
    state.apply("fire 0402 by R1")
    state.apply("fire 0402 by R1")
    assert refused(state, "fire 0402 by R1") == ("most", "R1 has fired twice in this turn.")


def test_everybody_may_read_how_often_a_unit_has_fired() -> None:
    state = line(dice=(1,) * 20)
    state.apply("fire 0404 by R2")
    assert [status.text for status in state.status("R2")] == ["has fired once"]
    assert not list(state.status("R1"))


# -- what comes of it ----------------------------------------------------------------------------


def test_successes_that_nothing_blocks_are_hits() -> None:
    state = line(dice=(6, 5, 2, 5, 3, 1))
    events = state.apply("fire 0402 by R1")
    assert (
        str(events[0])
        == "R1 fires at B1 in 0402, hits on 4 or more: 6-5-2 against 5-3-1, 1 blocked, 1 hit."
    )
    assert (events[0].dice, events[0].defense, events[0].unblocked) == ((6, 5, 2), (5, 3, 1), (6,))
    assert (state.steps_lost("B1"), state.position("B1")) == (1, "0402")


def test_no_more_is_lost_than_there_is() -> None:
    state = line(dice=(6, 6, 6, 1, 1, 1))
    (fired, *_) = state.apply("fire 0402 by R1")
    assert fired.hits == 2
    assert state.position("B1") is None
    assert not broken_invariants(state)


def test_of_several_in_a_hex_the_one_with_the_most_dice_of_defence_is_the_target() -> None:
    state = line(B3="0402", R1="0401")
    state.lose(state.frame.unit_index["B1"], 1)
    assert foreseen(state, "fire 0402 by R1").defenders == ("B3",)


def test_chances_are_those_of_the_dice() -> None:
    preview = foreseen(line(R1="0401"), "fire 0402 by R1")
    assert sum(preview.casualties.values()) == 1
    assert set(preview.casualties) == {0, 1, 2}
    # Against two dice that never block: three successes at 1/2 each.
    lone = foreseen(line(R1="0401", B1="0701", B2="0402"), "fire 0402 by R1")
    assert lone.casualties[0] > Fraction(1, 8)


def test_the_preview_tells_what_comes_about() -> None:
    """Many fires come out as foreseen, within what chance allows."""
    start = tiny("musket_line").start(setup=LINE, phase="red_fire", seed=1)
    chance = float(foreseen(start, "fire 0402 by R1").casualties[0])
    states = [start.clone(seed=seed) for seed in range(400)]
    missed = sum(state.apply("fire 0402 by R1")[0].hits == 0 for state in states)
    assert abs(missed / 400 - chance) < 0.1


def test_who_fires_is_seen_from_where_a_side_stands(tmp_path: Path) -> None:
    """Under the top counter of a stack nothing is fired at, and nothing is told of it."""
    yaml = "stacking: {visible: top}"
    game = varied(tmp_path, yaml, "musket_line")
    state = game.start(setup={"R1": "0401", "B1": "0402", "B2": "0402"}, phase="red_fire")
    assert state.view("red").preview("fire 0402 by R1") == state.preview("fire 0402 by R1")
    assert foreseen(state, "fire 0402 by R1").defenders == ("B1",)


def test_a_fire_is_not_taken_back() -> None:
    history = History(line(dice=(1,) * 8))
    history.apply("fire 0404 by R2")
    assert not history.can_undo


# -- a table -------------------------------------------------------------------------------------


def test_the_range_chooses_the_column() -> None:
    near = duel(R1="0102", B3="0502")
    far = duel(R1="0102", B3="1102")
    assert foreseen(near, "fire 0502 by R1").headings == ("1..4",)
    assert foreseen(far, "fire 1102 by R1").headings == ("10",)


def test_gun_and_armour_change_the_roll() -> None:
    preview = foreseen(duel(R1="0102", B1="0502"), "fire 0502 by R1")
    assert lines(preview) == ["red Gun +1", "red Armor -4"]
    # 7 or more of 2d6 less 3: a 10, 11 or 12.
    assert preview.casualties == {0: Fraction(30, 36), 1: Fraction(6, 36)}


def test_cover_and_long_range_change_the_roll() -> None:
    state = place("tank_duel", {"B1": "1402", "R1": "0102"}, "blue_fire")
    assert lines(foreseen(state, "fire 0102 by B1")) == [
        "blue Gun +3",
        "blue Armor -2",
        "blue Long range -1",
    ]
    hull_down = foreseen(duel(R1="0502", B1="0902"), "fire 0902 by R1")
    assert lines(hull_down)[-1] == "red Hull down -1"


def test_a_hit_takes_the_unit() -> None:
    state = duel(dice=(6, 4), R1="0102", B1="0502", B2="1302")
    assert told(state, "fire 0502 by R1") == ["fire", "table", "eliminated"]
    assert state.position("B1") is None


def test_a_miss_takes_nothing() -> None:
    state = duel(dice=(6, 3), R1="0102", B1="0502")
    assert told(state, "fire 0502 by R1") == ["fire", "table"]
    assert state.position("B1") == "0502"


BY_STRENGTH = (
    "tables: {gunnery: {columns: COLUMNS}}\n"
    "fire: {resolve: {column: WHAT, roll: null}, "
    "dice: {count: {value: gun}}, defense: {count: {value: armor}}}"
)


@pytest.mark.parametrize(
    ("what", "columns", "column"),
    [
        ("strength", "[0, 1, 3]", "1"),
        ("differential", "[-3, -1, 1]", "-3"),
        ("odds", "[-4, -2, 1]", "-4"),
    ],
)
def test_strength_differential_and_odds_choose_columns(
    tmp_path: Path, what: str, columns: str, column: str
) -> None:
    """A gun of 1 against an armour of 4."""
    yaml = BY_STRENGTH.replace("WHAT", what).replace("COLUMNS", columns)
    game = varied(tmp_path, yaml, "tank_duel")
    state = game.start(setup={"R1": "0102", "B1": "0502"}, phase="red_fire")
    assert foreseen(state, "fire 0502 by R1").headings == (column,)


def test_odds_are_rounded_in_favour_of_the_defence() -> None:
    assert [odds(7, 2), odds(2, 2), odds(2, 3), odds(1, 4)] == [3, 1, -2, -4]


# -- the whole of it -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["musket_line", "squads", "tank_duel"])
def test_random_games_keep_the_invariants(name: str) -> None:
    for seed in range(6):
        state = tiny(name).start(seed=seed)
        lines = play(state, Random(seed))
        assert state.is_over
        assert not broken_invariants(state)
        assert any(line.startswith("fire") for line in lines)


@pytest.mark.parametrize("name", ["musket_line", "squads", "tank_duel"])
def test_a_saved_position_goes_on_alike(name: str) -> None:
    state = tiny(name).start(seed=5)
    draw = Random(5)
    for _ in range(4):
        state.apply(state.sample_action(draw))
    again = tiny(name).state_from_dict(state.to_dict())
    assert again == state
    assert listed(again) == listed(state)


@pytest.mark.parametrize("name", ["musket_line", "squads", "tank_duel"])
def test_computer_players_shoot(name: str) -> None:
    state = tiny(name).start(seed=2)
    assert GreedyPlayer().choose(state, Random(1)).verb == "fire"


# -- what else it does ---------------------------------------------------------------------------


SUPPRESSION = """
states: {suppressed: {forbids: [fire], ends: {at: end, turn: true}}}
fire: {mark: suppressed}
"""


@pytest.mark.parametrize(("dice", "left"), [((1, 1), True), ((6, 6), False)])
def test_who_is_fired_at_comes_into_a_state_hit_or_not(
    tmp_path: Path, dice: tuple[int, ...], left: bool
) -> None:
    """The duel decides by a table; a unit that is lost is in no state."""
    game = varied(tmp_path, SUPPRESSION, "tank_duel")
    setup = {"R1": "0102", "B3": "0402", "B1": "1202"}
    state = game.start(setup=setup, phase="red_fire", dice=dice)
    state.apply("fire 0402 by R1")
    suppressed = state.rules[StateRules].has(state, "suppressed")
    assert (state.names_of(suppressed) == ("B3",)) is left
    assert state.names_of(suppressed) == (("B3",) if left else ())


def test_pools_put_the_target_into_the_state_too(tmp_path: Path) -> None:
    game = varied(tmp_path, SUPPRESSION, "musket_line")
    state = game.start(setup={"R1": "0302", "B1": "0402"}, phase="red_fire", dice=[1] * 9)
    state.apply("fire 0402 by R1")
    assert state.names_of(state.rules[StateRules].has(state, "suppressed")) == ("B1",)


def test_a_patch_in_play_may_change_how_far_units_fire(tmp_path: Path) -> None:
    """At night R1 fires at what stands within three hexes only."""
    yaml = "effects: {night: {if: {turn: 2}, patch: {fire: {range: {most: 3}}}}}"
    game = varied(tmp_path, yaml, "tank_duel")
    for turn, fires in ((1, True), (2, False)):
        setup = {"R1": "0102", "B3": "0702"}
        state = game.start(setup=setup, phase="red_fire", turn=turn, dice=[])
        assert ("fire 0702 by R1" in listed(state)) is fires
