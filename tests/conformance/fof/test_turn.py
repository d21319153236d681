"""The game and its turn: sections 1 and 2."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.players import GreedyPlayer, choice_of
from tests.conformance.fof.table import (
    DUEL,
    QUIET,
    acts,
    aimed,
    begin,
    choice,
    figures,
    first,
    fof,
    hit,
    interrupted,
    let_be,
    listed,
    marked,
    rule,
    run,
    until,
    usmc_begins,
)

TALIBAN = {"T1": "1906", "T2": "1520", "T3": "1827", "T4": "3221"}
MARINES = {"Alpha": "0119", "Bravo": "0120", "Charlie": "0122"}


# -- the game ------------------------------------------------------------------------------------


@pytest.mark.rule("fof", "1.1")
def test_an_inch_is_a_hex_and_the_table_three_feet_square() -> None:
    game = fof()
    assert (len(game.map.numbers), len(set(game.map.region("west_edge")))) == (36 * 36, 36)
    assert game.map.distance("0101", "3601") == 35
    sides = {unit.side for unit in game.units.values()}
    assert sides == {"usmc", "taliban"}


@pytest.mark.rule("fof", "1.2")
def test_a_team_stands_in_a_hex_of_its_own() -> None:
    state = begin({"T2": "0310", "T4": "0312", "Charlie": "1827"})
    assert "move T2 0312" not in listed(state)
    assert rule(state, "move T2 0312") == "1.2"
    assert "move T2 0313" in listed(state), "but it passes through"


@pytest.mark.rule("fof", "1.2")
def test_a_team_shoots_as_one_and_is_shot_at_as_one() -> None:
    state = begin(DUEL)
    preview = aimed(state, "fire 0320 by T2")
    assert (preview.attackers, preview.defenders) == (("T2",), ("Bravo",))
    both = begin(DUEL | {"T4": "0311"})
    assert both.explain("fire 0320 by T2 T4") is not None


@pytest.mark.rule("fof", "1.3")
def test_only_the_fit_and_the_lightly_wounded_shoot_and_defend() -> None:
    state = begin(DUEL)
    let_be(state, "T2", fit=2, lightly_wounded=3, down=2, seriously_wounded=1)
    let_be(state, "Bravo", fit=1, lightly_wounded=1, seriously_wounded=1, down=1)
    preview = aimed(state, "fire 0320 by T2")
    assert len(preview.attack_dice) == 2 + 3 + 1
    assert len(preview.defense_dice) == 1 + 1 + 1
    assert max(preview.casualties) == 2


@pytest.mark.rule("fof", "1.3")
def test_a_team_with_nobody_effective_is_neither_shot_at_nor_shoots() -> None:
    state = begin(DUEL)
    hit(state, "Bravo", 4)
    assert rule(state, "fire 0320 by T2") == "1.3"
    state = begin(DUEL | {"T4": "0312"})
    hit(state, "T2", 8)
    assert "fire 0320 by T2" not in listed(state)


@pytest.mark.rule("fof", "1.4")
def test_quality_is_a_die_and_four_is_a_success_on_any() -> None:
    state = begin(DUEL, *[4] + [3] * 8, *[3] * 5, 4, 4, 4)
    preview = aimed(state, "fire 0320 by T2")
    assert (set(preview.attack_dice), set(preview.defense_dice)) == ({6}, {8})
    run(state, "fire 0320 by T2", "done")
    assert figures(state, "Bravo") == {"fit": 3, "down": 1}


@pytest.mark.rule("fof", "1.5")
def test_the_usmc_sets_up_whole_teams_in_the_west_first() -> None:
    state = fof().start("lost_and_found", dice=[])
    assert choice(state) == ("usmc", "setup")
    hexes = {action.hexes[-1] for action in state.legal_actions() if action.hexes}
    assert hexes <= {f"{column}{row:02}" for column in ("01", "02") for row in range(12, 29)}
    assert len(hexes) > 20
    assert acts(state) == {"Alpha", "Bravo", "Charlie"}
    state.apply("place Bravo 0220")
    assert (state.position("Bravo"), figures(state, "Bravo")) == ("0220", {"fit": 4})


@pytest.mark.rule("fof", "1.5")
def test_the_taliban_stand_in_their_positions_and_the_pilot_in_his_building() -> None:
    state = fof().start("lost_and_found", dice=[])
    for unit, place in TALIBAN.items():
        at = state.position(unit)
        assert at is not None
        assert fof().map.distance(at, place) <= 2
    at = state.position("Pilot")
    assert at is not None
    assert fof().map.terrain(at) == "building"
    forces = {unit: sum(figures(state, unit).values()) for unit in (*MARINES, *TALIBAN)}
    assert forces == {"Alpha": 5, "Bravo": 4, "Charlie": 4, "T1": 7, "T2": 8, "T3": 5, "T4": 7}


@pytest.mark.rule("fof", "1.5")
@pytest.mark.parametrize("scenario", ["lost_and_found", "three_teams"])
def test_where_teams_are_left_alone_no_taliban_team_sees_them(scenario: str) -> None:
    state = fof().start(scenario, dice=[])
    for marines in MARINES:
        for taliban in ("T1", "T2", "T3"):
            here, there = state.position(marines) or "", state.position(taliban) or ""
            sight = state.line_of_sight(here, there)
            assert sight is not None and not sight.clear, (marines, taliban)


@pytest.mark.rule("fof", "2.5")
@pytest.mark.parametrize("place", ["0120", "0124", "0220", "0223"])
def test_who_is_set_up_on_the_track_is_a_target_and_the_taliban_must_fire(place: str) -> None:
    state = fof().start("lost_and_found", dice=[])
    state.apply(f"place Charlie {place}")
    until(state, "actions")
    assert rule(state, "done") == "2.5", "somebody must fire"


@pytest.mark.parametrize("seed", range(4))
def test_nobody_is_hit_in_the_first_turn_of_a_player_who_only_goes_on(seed: int) -> None:
    """The computer leads the Taliban; the player sets nothing up and lets everything go on."""
    state, random, taliban = fof().start("lost_and_found", seed=seed), Random(seed), GreedyPlayer()
    while state.turn == 1:
        mine = state.side_to_act == "usmc"
        state.apply("done" if mine else choice_of(taliban, state, random))
    assert sum(figures(state, unit).get("fit", 0) for unit in MARINES) == 13


# -- the sequence --------------------------------------------------------------------------------


@pytest.mark.rule("fof", "2.1")
def test_a_turn_goes_through_its_steps_in_order() -> None:
    """The pilot is with Bravo, so that the airstrike is offered too."""
    setup = {"Bravo": "2215", "Pilot": "2318", "T1": "3601"} | QUIET
    state = begin(setup, 8, 1, 6, 8, 1, phase="others")
    state.apply("move Bravo 2217")
    until(state, "others")
    hit(state, "Bravo", 1)
    events = state.apply("done")
    assert (state.turn, choice(state)) == (3, ("usmc", "table_offered"))
    events += run(state, "pass", "done", "done", "done")
    seen = [e.phase for e in events if e.kind == "phase_begins" and e.turn == 3]
    assert seen == ["initiative", "casualties", "airstrike", "overwatch", "actions", "others"]


@pytest.mark.rule("fof", "2.1")
def test_the_first_turn_begins_with_overwatch() -> None:
    state = begin(DUEL | QUIET, phase="initiative", turn=1)
    assert choice(state) == ("taliban", "overwatch")


@pytest.mark.rule("fof", "2.2")
def test_the_taliban_have_the_initiative_first() -> None:
    state = begin(DUEL, turn=1)
    assert choice(state) == ("taliban", "activation")


@pytest.mark.rule("fof", "2.2")
@pytest.mark.parametrize(
    ("usmc", "taliban", "who"),
    [(4, 3, "usmc"), (3, 4, "taliban"), (4, 4, "taliban"), (3, 3, "taliban"), (8, 6, "taliban")],
)
def test_more_successes_win_the_initiative_and_equal_ones_leave_it(
    usmc: int, taliban: int, who: str
) -> None:
    """The booklet's example: three teams a side are one die each, d8 against d6."""
    three = MARINES | {unit: TALIBAN[unit] for unit in ("T1", "T2", "T3")} | {"Pilot": "2318"}
    state = begin(three, usmc, taliban, phase="initiative")
    assert choice(state) == (who, "overwatch")


@pytest.mark.rule("fof", "2.2")
def test_who_won_it_keeps_it_when_the_next_roll_is_equal() -> None:
    state = usmc_begins(DUEL | QUIET, 4, 4)
    until(state, "overwatch", 3)
    assert choice(state) == ("usmc", "overwatch")


@pytest.mark.rule("fof", "2.2")
def test_only_teams_with_somebody_effective_count_for_the_initiative() -> None:
    """Four Taliban teams roll two dice; with one of them down there are three, and one die."""
    everybody = MARINES | TALIBAN
    state = begin(everybody, 8, 6, 6, phase="initiative")
    assert choice(state) == ("taliban", "overwatch")
    state = begin(everybody, 8, 1, phase="others")
    hit(state, "T4", 7)
    events = until(state, "others").apply("done")
    assert first(events, "initiative").dice == (8, 1)


@pytest.mark.rule("fof", "2.3")
def test_each_team_ends_what_it_does_before_the_next_begins() -> None:
    state = begin({"T2": "0310", "T4": "0410", "Bravo": "0320"})
    state.apply("move T2 0309")
    while choice(state)[0] == "usmc":
        state.apply("decline")
    assert acts(state) == {"T2"}
    assert rule(state, "fire 0320 by T4") == "2.3"


@pytest.mark.rule("fof", "2.3")
def test_a_team_acts_once_in_a_turn() -> None:
    state = begin({"T2": "0820", "T4": "3636", "Charlie": "3601"})
    state.apply("move T2 0821")
    assert acts(state) == {"T4"}
    assert rule(state, "move T2 0822") == "2.3"
    state.apply("done")
    assert choice(state) == ("usmc", "activation")


@pytest.mark.rule("fof", "2.4")
def test_a_team_moves_or_fires_or_moves_and_then_fires() -> None:
    state = begin(DUEL | {"T4": "3636"}, *[1] * 9, *[1] * 5)
    assert {"move T2 0311", "fire 0320 by T2"} <= set(listed(state))
    run(state, "move T2 0311", "decline")
    assert "fire 0320 by T2" in listed(state)
    assert rule(state, "move T2 0312") == "2.4"


@pytest.mark.rule("fof", "2.4")
def test_who_has_fired_does_not_move_any_more() -> None:
    state = begin(DUEL | {"T4": "3636"}, *[1] * 9, *[1] * 5)
    run(state, "fire 0320 by T2", "decline")
    assert "T2" not in acts(state)


@pytest.mark.rule("fof", "2.5")
def test_the_first_action_of_the_game_is_a_fire_of_the_taliban() -> None:
    state = begin(DUEL | {"T4": "3601"}, turn=1)
    assert listed(state) == ["fire 0320 by T2"]
    assert rule(state, "move T2 0311") == rule(state, "done") == "2.5"
    state = begin(DUEL | {"T4": "3601"}, turn=2)
    assert "move T2 0311" in listed(state)


@pytest.mark.rule("fof", "2.5")
def test_it_is_free_when_no_team_has_a_target() -> None:
    state = begin({"T2": "0815", "Bravo": "0821"}, turn=1)
    assert "move T2 0814" in listed(state)


@pytest.mark.rule("fof", "2.6")
def test_the_other_side_acts_with_those_who_have_not_moved_or_fired_in_reaction() -> None:
    state = begin(DUEL | {"Charlie": "1827"}, 2, 4, *[1] * 6, *[1] * 8, *[1] * 9, *[1] * 5)
    interrupted(state, "fire 0320 by T2", "Bravo")
    run(state, "fire 0310 by Bravo", "pass")
    until(state, "others")
    assert acts(state) == {"Charlie"}
    assert rule(state, "move Bravo 0321") == "2.3"


@pytest.mark.rule("fof", "2.6")
def test_who_moved_in_reaction_does_not_act_any_more_either() -> None:
    state = begin(DUEL | {"Charlie": "1827"}, 2, 4, *[1] * 9, *[1] * 5)
    interrupted(state, "fire 0320 by T2", "Bravo")
    state.apply("move Bravo 0321")
    assert "Bravo" not in acts(until(state, "others"))


@pytest.mark.rule("fof", "2.7")
def test_the_end_of_the_turn_lifts_pins_overwatch_rapid_and_lost_dice() -> None:
    """Bravo hits T2 six times, whose two that are left fail; then all are fit again."""
    setup = {"T2": "0310", "Bravo": "0320"} | QUIET
    dice = (*[8] * 6, *[1] * 8, 1, 1)
    state = usmc_begins(setup, *dice, 8, 1, 6, 6, 6, 6, 6, 6)
    run(state, "overwatch Charlie", "done", "fire 0310 by Bravo", "decline")
    assert marked(state, "pinned") == {"T2"}
    assert marked(state, "overwatch") == {"Charlie"}
    until(state, "actions", 3)
    assert marked(state, "pinned") == marked(state, "overwatch") == set()
    assert len(aimed(state, "fire 0310 by Bravo").attack_dice) == 6


@pytest.mark.rule("fof", "2.7")
def test_rapid_movement_weighs_until_the_turn_ends_and_no_longer() -> None:
    state = begin(DUEL | {"Charlie": "1827", "T3": "3636"}, 1, 1)
    run(state, "move T2 0309 rapid", "decline", "done")
    assert marked(state, "rapid") == {"T2"}
    until(state, "overwatch", 3)
    assert marked(state, "rapid") == set()


@pytest.mark.rule("fof", "2.7")
def test_who_failed_to_react_may_react_again_in_the_next_turn() -> None:
    state = begin(DUEL | {"Charlie": "1827", "T3": "3636"}, 4, 3, *[1] * 14, 1, 1)
    interrupted(state, "move T2 0309", "Bravo")
    assert "react Bravo" not in listed(state)
    until(state, "actions", 3)
    state.apply("move T2 0308")
    assert listed(state, "react") == ["react Bravo"]
