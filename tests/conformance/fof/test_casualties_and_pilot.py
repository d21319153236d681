"""Figures that are casualties, the pilot and his escort, and who wins: sections 11 to 13."""

from __future__ import annotations

import pytest

from hexwar.rules.state import State
from tests.conformance.fof.table import (
    acts,
    aimed,
    begin,
    choice,
    escort,
    figures,
    fof,
    hit,
    let_be,
    listed,
    rule,
    run,
    until,
)

BESIDE = {"Bravo": "2215", "Pilot": "2318", "T3": "0101"}
"""Bravo three hexes from the pilot in his building; nobody else is near."""


def looked_at(state: State, unit: str) -> dict[str, int]:
    """The figures of a unit after the casualties of the next turn."""
    return figures(until(state, "overwatch", state.turn + 1), unit)


# -- what becomes of casualties --------------------------------------------------------------------


@pytest.mark.rule("fof", "11.1")
@pytest.mark.parametrize(
    ("die", "became"),
    [
        (1, "dead"),
        (2, "seriously_wounded"),
        (3, "seriously_wounded"),
        (4, "lightly_wounded"),
        (5, "lightly_wounded"),
        (6, "fit"),
    ],
)
def test_a_die_for_each_figure_that_is_down(die: int, became: str) -> None:
    state = begin({"Bravo": "0320", "T2": "3636"}, die, die)
    hit(state, "Bravo", 2)
    hit(state, "T2", 0)
    assert looked_at(state, "Bravo") == ({"fit": 4} if became == "fit" else {"fit": 2, became: 2})


@pytest.mark.rule("fof", "11.1")
def test_those_who_were_looked_at_roll_no_more() -> None:
    state = begin({"Bravo": "0320", "T2": "3636"})
    let_be(state, "Bravo", fit=2, lightly_wounded=1, seriously_wounded=1)
    assert looked_at(state, "Bravo") == {"fit": 2, "lightly_wounded": 1, "seriously_wounded": 1}


@pytest.mark.rule("fof", "11.2")
@pytest.mark.parametrize(("friend", "helped"), [("0321", True), ("0322", False)])
def test_a_team_with_nobody_effective_needs_a_friend_within_a_hex(
    friend: str, helped: bool
) -> None:
    state = begin({"Bravo": "0320", "Charlie": friend, "T2": "3636"}, *[6] * 4)
    hit(state, "Bravo", 4)
    assert looked_at(state, "Bravo") == ({"fit": 4} if helped else {"down": 4})


@pytest.mark.rule("fof", "11.2")
def test_neither_an_enemy_nor_a_friend_who_is_down_himself_helps() -> None:
    state = begin({"T2": "0320", "T4": "0321", "Bravo": "0332", "T3": "3636"})
    hit(state, "T2", 8)
    hit(state, "T4", 7)
    assert looked_at(state, "T2") == {"down": 8}


@pytest.mark.rule("fof", "11.3")
def test_marines_whom_nobody_protects_are_captured_when_the_turn_ends() -> None:
    state = begin({"T2": "0320", "Bravo": "0321", "Charlie": "0323"})
    let_be(state, "Bravo", down=2, seriously_wounded=1, dead=1)
    until(state, "others").apply("done")
    assert figures(state, "Bravo") == {"captured": 3, "dead": 1}
    assert state.position("Bravo") is None


@pytest.mark.rule("fof", "11.3")
@pytest.mark.parametrize(
    ("taliban", "friend", "down"), [("0319", "0330", 4), ("0320", "0322", 4), ("0320", "0330", 3)]
)
def test_not_two_hexes_away_nor_beside_an_effective_marine(
    taliban: str, friend: str, down: int
) -> None:
    state = begin({"T2": taliban, "Bravo": "0321", "Charlie": friend}, *[2] * 4)
    hit(state, "Bravo", down)
    until(state, "others").apply("done")
    assert "captured" not in figures(state, "Bravo")


@pytest.mark.rule("fof", "11.3")
def test_taliban_are_not_captured() -> None:
    state = begin({"Bravo": "0320", "T2": "0321", "T4": "3636"})
    hit(state, "T2", 8)
    until(state, "others").apply("done")
    assert figures(state, "T2") == {"down": 8}


# -- the pilot -------------------------------------------------------------------------------------


def with_pilot(*dice: int, turn: int = 2, setup: dict[str, str] | None = None) -> State:
    """Bravo has gone to the pilot in the USMC's part of a turn."""
    state = begin(setup or BESIDE, *dice, phase="others", turn=turn)
    state.apply("move Bravo 2217")
    while not state.is_over and choice(state)[1] == "reaction_window":
        state.apply("decline")
    return state


@pytest.mark.rule("fof", "12.1")
def test_the_pilot_waits_for_a_team_within_a_hex() -> None:
    state = begin(BESIDE, phase="others")
    assert "Pilot" not in acts(state)
    state.apply("move Bravo 2216")
    assert escort(state) == ""
    assert escort(with_pilot()) == "Bravo"


@pytest.mark.rule("fof", "12.1")
def test_the_pilot_neither_moves_nor_goes_on_overwatch() -> None:
    state = begin(BESIDE | {"Charlie": "2214", "T1": "3636"}, 8, 1, phase="initiative")
    assert listed(state) == ["overwatch Bravo", "overwatch Charlie", "done"]
    state.apply("done")
    assert acts(state) == {"Bravo", "Charlie"}


@pytest.mark.rule("fof", "12.2")
def test_he_moves_with_his_team_and_leaves_with_it() -> None:
    state = with_pilot()
    assert state.position("Pilot") is None
    until(state, "others", 3)
    state.apply("move Bravo 2216")
    assert (escort(state), state.position("Bravo")) == ("Bravo", "2216")


@pytest.mark.rule("fof", "12.2")
def test_he_is_handed_over_within_a_hex() -> None:
    state = with_pilot(setup=BESIDE | {"Charlie": "2216"})
    state.apply("hand Bravo Charlie")
    assert escort(state) == "Charlie"
    state = with_pilot(setup=BESIDE | {"Charlie": "2017"})
    assert not listed(state, "hand"), "Charlie is two hexes away"


@pytest.mark.rule("fof", "12.3")
def test_he_adds_no_dice_and_cannot_be_hit() -> None:
    state = with_pilot(*[1] * 9, setup=BESIDE | {"T2": "2211"})
    until(state, "others", 3)
    at = state.position("Bravo")
    assert len(aimed(state, "fire 2211 by Bravo").attack_dice) == 4 + 2 + 1
    assert figures(state, "Bravo") == {"fit": 4}
    until(state, "actions", 4)
    shot = aimed(state, f"fire {at} by T2")
    assert len(shot.defense_dice) == 4 + 1 + 1, "armour and the wall"
    assert max(shot.casualties) == 4


@pytest.mark.rule("fof", "12.3")
def test_he_is_no_target_in_plain_sight() -> None:
    state = begin({"Pilot": "0318", "Bravo": "0320", "T2": "0312", "T3": "3636"})
    assert listed(state, "fire") == ["fire 0320 by T2"]
    assert rule(state, "fire 0318 by T2") == "1.3"


@pytest.mark.rule("fof", "12.4")
def test_alone_he_goes_to_the_nearest_cover_away_from_the_taliban() -> None:
    game = fof()
    state = with_pilot(setup=BESIDE | {"T2": "2312"})
    hit(state, "Bravo", 4)
    refuge = state.position("Pilot")
    assert refuge is not None
    assert escort(state) == ""
    assert game.map.terrain(refuge) in ("woods", "building")
    close = game.map.distance("2217", "2312")
    assert game.map.distance(refuge, "2312") > close
    nearer = [n for n in game.map.numbers if game.map.terrain(n) in ("woods", "building")]
    nearer = [n for n in nearer if game.map.distance(n, "2312") > close]
    assert game.map.distance(refuge, "2217") == min(game.map.distance(n, "2217") for n in nearer)


@pytest.mark.rule("fof", "12.5")
def test_the_airstrike_ends_the_game_with_four_or_more_on_a_d8() -> None:
    state = until(with_pilot(4), "airstrike", 3)
    assert choice(state) == ("usmc", "table_offered")
    state.apply("roll")
    assert (state.is_over, state.turn, state.winner) == (True, 3, "usmc")


@pytest.mark.parametrize(
    ("die", "said"),
    [(4, "The airstrike: die 4, it comes."), (3, "The airstrike: die 3, no answer.")],
)
def test_the_airstrike_is_named_once_and_the_question_reads_as_a_sentence(
    die: int, said: str
) -> None:
    state = until(with_pilot(die), "airstrike", 3)
    assert state.decision is not None
    assert state.decision.prompt == "Roll for the airstrike, or decline."
    assert str(state.apply("roll")[0]) == said


@pytest.mark.rule("fof", "12.5")
def test_without_it_the_game_goes_on_and_the_next_turn_offers_it_again() -> None:
    state = until(with_pilot(3, 8), "airstrike", 3)
    state.apply("roll")
    assert not state.is_over
    until(state, "airstrike", 4).apply("roll")
    assert state.is_over


@pytest.mark.rule("fof", "12.5")
def test_it_is_optional_and_only_for_a_pilot_with_a_team() -> None:
    state = until(with_pilot(), "airstrike", 3)
    state.apply("pass")
    assert not state.is_over
    state = begin(BESIDE, phase="others")
    state.apply("done")
    assert (state.turn, choice(state)[1]) == (3, "overwatch")


# -- winning ---------------------------------------------------------------------------------------


def home(turn: int) -> State:
    """Bravo beside the west edge takes the pilot along and leaves with him in a turn."""
    setup = {"Bravo": "0418", "Pilot": "0218", "Charlie": "1827", "T3": "3636", "T1": "3601"}
    state = begin(setup, *[1] * 40, phase="others", turn=turn)
    run(state, "move Bravo 0118", "leave Bravo")
    return state


@pytest.mark.rule("fof", "13.1")
@pytest.mark.parametrize(("turn", "points"), [(2, 13), (5, 13), (6, 10), (8, 10)])
def test_contact_is_three_and_the_pilot_home_ten_or_seven(turn: int, points: int) -> None:
    assert home(turn).points()["usmc"] == points


@pytest.mark.rule("fof", "13.1")
def test_contact_counts_once() -> None:
    state = with_pilot(setup=BESIDE | {"Charlie": "2216"})
    assert state.points()["usmc"] == 3
    state.apply("hand Bravo Charlie")
    assert state.points()["usmc"] == 3
    hit(state, "Charlie", 4)
    assert state.points()["usmc"] == 3


@pytest.mark.rule("fof", "13.2")
def test_the_taliban_count_marines_dead_wounded_and_captured() -> None:
    state = begin({"Bravo": "0320", "Alpha": "0332", "T2": "3636"})
    assert state.points()["taliban"] == 0
    for men, points in (
        ({"fit": 3, "dead": 1}, 2),
        ({"fit": 3, "seriously_wounded": 1}, 1),
        ({"fit": 3, "captured": 1}, 3),
        ({"fit": 2, "down": 1, "lightly_wounded": 1}, 0),
    ):
        let_be(state, "Bravo", **men)
        assert state.points()["taliban"] == points
    let_be(state, "T2", fit=1, dead=3, seriously_wounded=4)
    assert state.points() == {"usmc": 0, "taliban": 0}


@pytest.mark.rule("fof", "13.3")
def test_with_the_pilot_on_the_table_after_turn_8_the_taliban_win_whatever_the_points() -> None:
    state = with_pilot(turn=8)
    assert state.points() == {"usmc": 3, "taliban": 0}
    while not state.is_over:
        state.apply("done")
    assert (state.is_over, state.turn, state.winner) == (True, 8, "taliban")


@pytest.mark.rule("fof", "13.3")
def test_turn_9_is_played_when_he_is_home() -> None:
    state = home(8)
    until(state, "overwatch", 9)
    assert not state.is_over


def last_turn(ours: int, *dice: int, dead: int, serious: int = 0, down: int = 0) -> State:
    """The end of turn 9, Bravo with these casualties; the pilot is home since turn 8."""
    state = home(8)
    until(state, "overwatch", 9)
    let_be(state, "Charlie", fit=4 - serious - down, seriously_wounded=serious, down=down)
    let_be(state, "Alpha", dead=dead)
    assert ours == state.points()["usmc"]
    while not state.is_over:
        state.apply(next(line for line in ("done", "pass", "decline") if line in listed(state)))
    return state


@pytest.mark.rule("fof", "13.4")
@pytest.mark.parametrize(
    ("dead", "serious", "winner"), [(4, 1, "usmc"), (5, 0, ""), (5, 1, "taliban")]
)
def test_after_turn_9_more_points_win_and_equal_points_are_a_draw(
    dead: int, serious: int, winner: str
) -> None:
    """The USMC has ten points."""
    state = last_turn(10, dead=dead, serious=serious)
    assert (state.turn, state.winner or "") == (9, winner)


@pytest.mark.rule("fof", "13.4")
def test_casualties_are_looked_at_a_last_time() -> None:
    """The die of the one that is down is a 1: he is dead and counts two."""
    state = last_turn(10, dead=4, down=1)
    assert figures(state, "Charlie") == {"fit": 3, "dead": 1}
    assert (state.points(), state.winner) == ({"usmc": 10, "taliban": 10}, None)
