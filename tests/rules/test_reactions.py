"""Section ``reactions``: interruptions, overwatch and opportunity fire, by what rule-lawyers ask.

In the tiny game *overwatch* units of the side with the initiative act one by one, then those of the
other; they move two hexes (``rapid``: four) and fire up to four far, one die of their quality (d6,
B1 d8), a 4 or more eliminates. In the first part enemies of who acts interrupt: every unit of the
exchange rolls its quality, 4 or more is needed, equal dice go to the side with the initiative,
red, and a 1 is a roll on the table of confusion. R2 and B2 may go on overwatch. In the second part
only who is fired at may answer.
"""

from __future__ import annotations

from pathlib import Path

from hexwar.rules.state import State
from tests.rules.reacting import APART, NEAR, WATCHED, at, contest, red_acts, refusal, run
from tests.rules.tiny import listed, place, varied

# -- when others may react ------------------------------------------------------------------------


def test_a_move_stops_at_each_hex_where_somebody_may_react() -> None:
    state = red_acts()
    state.apply("move R1 0203-0303-0403")
    assert (state.position("R1"), at(state)) == ("0303", ("blue", "reaction_window"))
    assert listed(state) == ["react B1", "done", "decline"]
    state.apply("done")
    assert (state.position("R1"), at(state)) == ("0403", ("blue", "reaction_window"))


def test_nobody_is_asked_where_nobody_could_do_anything(tmp_path: Path) -> None:
    """B1 is out of range, and nobody moves in reaction here."""
    yaml = "reactions: {interrupt: {may: [fire]}}"
    state = varied(tmp_path, yaml, "overwatch").start(setup=APART, phase="first", dice=[])
    state.apply("move R2 0204")
    assert at(state) == ("red", "activation")


def test_who_does_not_see_the_unit_that_acts_does_not_react(tmp_path: Path) -> None:
    yaml = (
        "map: {hexes: {woods: ['0503']}}\n"
        "terrain: {hexes: {woods: {cost: 1}}}\n"
        "line_of_sight: {blocked_by: {hexes: [woods]}}\n"
        "reactions: {interrupt: {only: {sees: {role: actor}}}}\n"
    )
    game = varied(tmp_path, yaml, "overwatch")
    state = game.start(setup={"R1": "0303", "B1": "0703"}, phase="first", dice=[])
    state.apply("move R1 0303-0304-0404")
    assert (state.position("R1"), at(state)) == ("0404", ("blue", "reaction_window"))


def test_why_a_unit_does_not_react_is_said() -> None:
    """B1 is asked; B2 is not on the map, R2 is no enemy of who acts."""
    state = red_acts()
    state.apply("move R1 0303")
    assert refusal(state, "react B2") == "B2 is not on the map."
    assert refusal(state, "react R2") == "R2 belongs to the other side."


def test_decline_is_for_all_the_rest_of_the_action() -> None:
    state = red_acts(1)
    run(state, "move R1 0403", "decline")
    assert (state.position("R1"), at(state)) == ("0403", ("red", "activated"))
    state.apply("fire 0703 by R1")
    assert at(state) == ("blue", "reaction_window")


def test_there_is_one_attempt_for_a_unit_and_action() -> None:
    state = red_acts(5, 4)
    run(state, "move R1 0403", "react B1")
    assert "react B1" not in listed(state)


def test_a_fire_may_be_interrupted_before_it_is_resolved() -> None:
    state = red_acts(4, 5, 6, setup=NEAR)
    state.apply("fire 0703 by R1")
    assert at(state) == ("blue", "reaction_window")
    run(state, "react B1", "done")
    assert at(state) == ("blue", "reaction")
    events = state.apply("fire 0303 by B1")
    assert [event.kind for event in events[:3]] == ["fire", "eliminated", "fire_lost"]
    assert events[2].text == "R1 can no longer fire at 0703."
    assert state.position("R1") is None


def test_units_that_do_not_act_are_no_part_of_it() -> None:
    state = red_acts()
    state.apply("move R1 0403")
    assert refusal(state, "react R2") == "R2 belongs to the other side."
    assert refusal(state, "move R1 0303").startswith("'move' is not possible now")


# -- the contest ----------------------------------------------------------------------------------


def test_the_higher_die_acts_before_the_action_goes_on() -> None:
    state = contest(4, 5)
    assert at(state) == ("blue", "reaction")
    assert "fire 0403 by B1" in listed(state)
    assert state.position("R1") == "0403"


def test_equal_dice_go_to_the_side_with_the_initiative() -> None:
    """B1 comes after the move, which ends in 0403."""
    state = red_acts(5, 5, setup=NEAR)
    run(state, "move R1 0502", "react B1", "done", "decline")
    assert (state.position("R1"), at(state)) == ("0502", ("blue", "reaction"))


def test_the_beaten_acts_after_the_action() -> None:
    state = red_acts(6, 5, 4, setup=NEAR)
    run(state, "move R1 0502", "react B1", "done", "decline")
    assert state.position("R1") == "0502"
    assert run(state, "fire 0502 by B1") == ["fire", "eliminated"]
    assert at(state) == ("red", "activation")


def test_below_success_nothing_happens_and_reactions_end_for_the_turn() -> None:
    state = contest(2, 3)
    assert at(state) != ("blue", "reaction")
    run(state, *(["decline"] if at(state)[1] == "reaction_window" else []), "done")
    state.apply("move R2 0405")
    assert "react B1" not in listed(state)


def test_who_failed_keeps_its_action_at_the_end() -> None:
    state = contest(2, 3)
    while state.phase == "first":
        state.apply("done")
    assert "move B1 0803" in state.legal_actions()


def test_the_one_that_acts_goes_on_with_whatever_die() -> None:
    """R1 rolls 2, B1 3: neither is a success, and the move goes on."""
    state = contest(2, 3)
    assert state.position("R1") == "0403"


def test_who_acts_and_rolls_below_success_comes_after_all_who_succeed() -> None:
    """However little it rolls: R1's 3 is no success, and B1's 4 comes first."""
    state = contest(3, 4)
    assert (state.position("R1"), at(state)) == ("0403", ("blue", "reaction"))


def test_those_beaten_in_several_exchanges_of_one_action_all_act_after_it() -> None:
    """B1 tries at the first hex, B2 at the second; the higher die of the two acts first."""
    state = red_acts(6, 4, 6, 5, setup=NEAR)
    run(state, "move R1 0303-0403-0503", "react B1", "done", "react B2")
    assert state.position("R1") == "0503"
    assert state.decision is not None
    assert state.decision.units == ("B2",)
    state.apply("pass")
    assert state.decision.units == ("B1",)


def test_dice_are_told() -> None:
    state = red_acts(4, 5, setup=NEAR)
    run(state, "move R1 0403", "react B1")
    told = next(event for event in state.apply("done") if event.kind == "contest")
    assert str(told) == "Who acts first: R1 4, B1 5. B1 acts first."
    assert (told.units, told.dice) == (("R1", "B1"), (4, 5))


def test_several_act_in_the_order_of_their_dice() -> None:
    state = contest(4, 5, 6, reacting=("B1", "B2"))
    assert state.decision is not None
    assert state.decision.units == ("B2",)
    state.apply("pass")
    assert state.decision.units == ("B1",)


def test_equal_dice_of_one_side_come_in_its_own_order() -> None:
    state = contest(4, 5, 5, reacting=("B1", "B2"))
    assert at(state) == ("blue", "exchange")
    assert listed(state) == ["first B1", "first B2"]
    assert refusal(state, "first R1") == "R1 is none of those whose dice are equal."
    state.apply("first B2")
    assert state.decision is not None
    assert state.decision.units == ("B2",)


def test_each_one_is_a_roll_on_the_table() -> None:
    state = contest(1, 1, 6, 6)
    assert state.records()["confusion"] == 2


def test_a_higher_die_without_a_one_rolls_on_no_table() -> None:
    assert contest(4, 5).records()["confusion"] == 0


# -- what a unit does in reaction -----------------------------------------------------------------


def test_it_fires_at_the_unit_that_it_interrupts_and_at_no_other() -> None:
    state = red_acts(4, 5, setup=NEAR | {"R2": "0405"})
    run(state, "move R1 0403", "react B1", "done", "done")
    assert listed(state, "fire") == ["fire 0403 by B1"]
    assert refusal(state, "fire 0405 by B1") == "B1 fires in reaction at R1 only."
    assert refusal(state, "fire 0403 by B2") == "B1 acts now."


def test_a_unit_that_is_eliminated_loses_the_rest_of_its_move() -> None:
    state = red_acts(4, 5, 4, setup=NEAR)
    run(state, "move R1 0502", "react B1", "done")
    assert run(state, "fire 0402 by B1") == ["fire", "eliminated"]
    assert at(state) == ("red", "activation")


def test_a_unit_that_was_missed_goes_on() -> None:
    state = red_acts(4, 5, 3, setup=NEAR)
    run(state, "move R1 0502", "react B1", "done", "fire 0402 by B1", "pass")
    if at(state)[1] == "reaction_window":
        state.apply("done")
    assert state.position("R1") == "0502"


def test_who_reacted_does_not_act_in_the_second_part() -> None:
    state = contest(4, 5, 3)
    run(state, "fire 0403 by B1", "pass")
    while state.phase == "first":
        state.apply("done")
    assert refusal(state, "move B1 0803") == "B1 has already acted in this turn."
    assert "move B2 0805" in state.legal_actions()


def test_a_unit_moves_in_reaction_once_a_turn_and_nobody_reacts_to_that() -> None:
    state = contest(4, 5, 4, 5)
    state.apply("move B1 0903 rapid")
    assert state.position("B1") == "0903"
    assert state.names_of(state.marks["moved_fast"]) == ("B1",)
    run(state, "done", "move R2 0405")
    assert refusal(state, "react B1") == "B1 may not react to R2 now."


def test_who_passes_has_not_acted() -> None:
    state = contest(4, 5)
    run(state, "pass", "done")
    while state.phase == "first":
        state.apply("done")
    assert "move B1 0803" in state.legal_actions()


def test_a_move_and_the_fire_after_it_are_two_actions() -> None:
    state = red_acts(6, 5, setup=NEAR)
    run(state, "move R1 0403", "react B1", "decline", "pass", "fire 0703 by R1")
    assert "react B1" in listed(state)


def test_who_failed_does_not_react_to_the_fire_after_the_move() -> None:
    state = red_acts(6, 3, setup=NEAR)
    run(state, "move R1 0403", "react B1", "decline", "fire 0703 by R1")
    assert refusal(state, "react B1") == "B1 may not react to R1 now."


def test_a_move_goes_no_further_than_where_it_is_barred() -> None:
    """B1 moves into R1's way."""
    setup = {"R1": "0303", "B1": "0603"}
    state = red_acts(4, 5, setup=setup)
    run(state, "move R1 0303-0402-0503", "react B1")
    assert run(state, "move B1 0503")[-1] == "stopped"
    assert state.position("R1") == "0402"


def test_the_fire_at_a_unit_that_went_away_is_not_the_end() -> None:
    state = red_acts(4, 5, setup=NEAR)
    run(state, "fire 0703 by R1", "react B1", "done", "move B1 1102 rapid")
    assert at(state) == ("red", "activated")
    assert "move R1 0403" in state.legal_actions()


# -- return fire and overwatch --------------------------------------------------------------------


def test_who_is_fired_at_may_fire_back() -> None:
    state = contest(4, 5, 3, 6)
    state.apply("fire 0403 by B1")
    assert (at(state), listed(state)) == (("red", "return_fire"), ["fire 0703 by R1", "pass"])
    assert refusal(state, "fire 0705 by R1") == "R1 fires back at B1 only."
    assert run(state, "fire 0703 by R1") == ["fire", "eliminated"]
    assert at(state)[0] == "red"


def test_who_reacts_and_is_fired_at_by_one_that_joined_does_not_fire_back() -> None:
    state = joined(4, 5, 6, 1)
    state.apply("fire 0703 by R2")
    assert (at(state), listed(state, "fire")) == (("blue", "reaction"), ["fire 0402 by B1"])


def test_who_is_eliminated_does_not_fire_back() -> None:
    state = contest(4, 5, 4)
    assert run(state, "fire 0403 by B1") == ["fire", "eliminated"]
    assert at(state) == ("red", "activation")


def test_units_are_put_on_overwatch() -> None:
    state = place("overwatch", NEAR, "watch")
    assert listed(state) == ["overwatch R2", "done"]
    assert refusal(state, "overwatch R1") == "R1 may not go on overwatch in this phase."
    assert refusal(state, "overwatch B2") == "B2 belongs to the other side."
    state.apply("overwatch R2")
    assert state.names_of(state.marks["overwatch"]) == ("R2",)
    assert state.phase == "first"


def joined(*dice: int) -> State:
    """R1 moves, B1 reacts, R2 joins in."""
    state = red_acts(*dice, setup=WATCHED)
    run(state, "move R1 0402", "react B1")
    assert (at(state), listed(state)) == (("red", "joining"), ["join R2", "done"])
    assert state.may_react() == ("R2",)
    state.apply("join R2")
    return state


def test_overwatch_joins_and_fires_at_who_tried_to_interrupt() -> None:
    state = joined(4, 5, 6, 4)
    assert listed(state) == ["fire 0703 by R2", "pass"]
    assert run(state, "fire 0703 by R2") == ["fire", "eliminated"]
    assert at(state) == ("red", "activation")


def test_it_fires_though_the_interruption_failed() -> None:
    """B1 rolls 3; R2 rolls as much as R1, and red puts them in order."""
    state = joined(5, 3, 5, 1)
    assert listed(state) == ["first R1", "first R2"]
    state.apply("first R2")
    assert listed(state) == ["fire 0703 by R2", "pass"]


def test_it_does_nothing_below_success() -> None:
    state = joined(4, 5, 3)
    assert at(state) == ("blue", "reaction")


def test_who_joins_after_the_action_still_fires() -> None:
    state = joined(6, 3, 5, 1)
    assert (state.position("R1"), listed(state)) == ("0402", ["fire 0703 by R2", "pass"])


def test_who_may_not_join_does_not() -> None:
    state = red_acts(2, 5, setup=NEAR)
    run(state, "move R1 0402", "react B1", "done")
    assert at(state) == ("blue", "reaction")
