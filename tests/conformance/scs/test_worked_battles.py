"""The two battles that the series rulebook works out, from the set-up to the result.

The ground is ours (``tests/games/scs_worked``), the relations and the numbers are the book's.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import hexwar
from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.scs.field import battle, goals, kinds, listed, play, refused

FOLDER = Path(__file__).resolve().parents[2] / "games" / "scs_worked"
TARGET, ATTACK = "03.05", "attack 03.05 by U3 U4 U6 U8"


@cache
def worked() -> Game:
    """The ground of both battles, loaded once."""
    return hexwar.load_game(FOLDER)


# -- five to one -----------------------------------------------------------------------------------


def assault() -> State:
    """Black has moved up; a total of 8 is to come."""
    state = worked().start("assault", dice=[3, 5])
    play(state, "move U3 02.05", "move U4 02.05", "move U6 02.06", "move U8 03.04", "done")
    assert state.phase == "black_combat"
    return state


@pytest.mark.rule("scs", "7.4")
def test_eighteen_against_four_is_five_to_one() -> None:
    preview = assault().preview(ATTACK)
    assert preview.attacker_strength == 18
    assert preview.defender_strength == 4
    assert preview.headings[preview.column] == "5:1"
    assert "D2r2" in preview.probabilities


@pytest.mark.rule("scs", "7.1")
@pytest.mark.rule("scs", "8.0a")
@pytest.mark.rule("scs", "8.0b")
def test_each_defender_loses_a_step() -> None:
    state = assault()
    fought = battle(play(state, ATTACK))
    assert (fought.column, fought.die, fought.result) == ("5:1", 8, "D2r2")
    assert state.side_to_act == "white"
    assert listed(state) == {"lose U7", "lose U14"}, "both defend with 2"
    events = play(state, "lose U7")
    assert kinds(events)[:2] == ["step_lost", "step_lost"], "the second can only be the other's"
    assert [state.steps_lost(unit) for unit in ("U7", "U14")] == [1, 1]


def driven_back() -> State:
    """The defenders have lost their steps and gone two hexes back; the zone is still to be paid."""
    state = assault()
    play(state, ATTACK, "lose U14")
    assert {"hold 1", "hold 2"} <= listed(state)
    play(state, "retreat U7+U14 04.06", "retreat U7+U14 05.06")
    return state


@pytest.mark.rule("scs", "9.1d")
def test_the_retreat_keeps_out_of_the_zone_that_it_can_avoid() -> None:
    state = assault()
    play(state, ATTACK, "lose U14")
    assert refused(state, "retreat U7+U14 04.05") == "9.1d", "next to U8"
    assert refused(state, "retreat U7+U14 03.06") == "9.1c"


@pytest.mark.rule("scs", "9.0d")
@pytest.mark.rule("scs", "2.1d")
def test_the_retreat_into_the_zone_of_the_first_unit_costs_one_step_of_the_owners_choice() -> None:
    state = driven_back()
    assert listed(state) == {"lose U7", "lose U14"}
    play(state, "lose U7")
    assert (state.position("U7"), state.position("U14")) == (None, "05.06")
    assert state.steps_lost("U14") == 1


def advancing() -> State:
    """The retreat is over; Black may advance."""
    state = driven_back()
    play(state, "lose U7")
    assert state.side_to_act == "black"
    return state


@pytest.mark.rule("scs", "10.0")
def test_one_unit_holds_the_hex_and_the_one_that_can_exploit_goes_two_hexes() -> None:
    state = advancing()
    assert refused(state, "advance U3 03.05-04.06") == "10.0"
    play(state, "advance U3", "advance U6 03.05-04.06")
    assert (state.position("U3"), state.position("U6")) == (TARGET, "04.06")
    assert refused(advancing(), "advance U6 03.05-04.05-05.05") == "10.0", "two, as the result said"


def exploiting(*advances: str) -> State:
    """The exploitation phase after these advances."""
    state = advancing()
    play(state, *advances)
    while state.phase == "black_combat":
        play(state, "pass" if "pass" in listed(state) else "done")
    return state


@pytest.mark.rule("scs", "11.0b")
@pytest.mark.rule("scs", "2.0a")
def test_it_may_exploit_because_the_beaten_unit_has_no_zone_any_more() -> None:
    """U14 stands next to it, and its other side attacks with 0."""
    state = exploiting("advance U3", "advance U6 03.05-04.06")
    assert state.phase == "black_exploitation"
    assert "05.06" in state.resolved.map.neighbors("04.06")
    assert goals(state, "U6")
    assert state.movement_left("U6") == 9
    assert refused(state, "move U3 03.04") == "11.0"


@pytest.mark.rule("scs", "11.0b")
@pytest.mark.rule("scs", "2.1b")
def test_it_may_not_after_an_advance_into_a_zone() -> None:
    """03.06 is in the zone of U2: nobody can exploit, and the phase is over at once."""
    state = advancing()
    play(state, "advance U6 03.05-03.06", "pass")
    while state.phase == "black_combat":
        play(state, "done")
    assert state.position("U6") == "03.06"
    assert state.phase == "white_movement"


# -- the pontoon bridge ----------------------------------------------------------------------------

ACROSS = "attack 09.04 by U4 U6 U8"


def at_the_river() -> State:
    """Black has moved up to the river; a total of 2 is to come."""
    state = worked().start("pontoon", dice=[1, 1])
    play(state, "move U3 08.04", "move U4 08.05", "move U6 08.05", "move U8 09.03", "done")
    assert state.phase == "black_combat"
    return state


@pytest.mark.rule("scs", "7.3")
@pytest.mark.rule("scs", "2.1c")
def test_who_stands_behind_the_bare_river_cannot_attack() -> None:
    state = at_the_river()
    assert refused(state, "attack 09.04 by U3") in ("2.1c", "7.3")
    assert refused(state, "attack 09.04 by U3 U4 U6 U8") in ("2.1c", "7.3")


@pytest.mark.rule("scs", "7.3")
@pytest.mark.rule("scs", "0.4")
def test_across_the_pontoon_bridge_units_are_worth_a_quarter() -> None:
    state = at_the_river()
    assert state.preview("attack 09.04 by U4 U6").attacker_strength == Fraction(5, 2)
    assert state.preview("attack 09.04 by U8").attacker_strength == 3


@pytest.mark.rule("scs", "7.4")
@pytest.mark.rule("scs", "0.5")
def test_five_and_a_half_against_four_is_one_to_one() -> None:
    preview = at_the_river().preview(ACROSS)
    assert preview.attacker_strength == Fraction(11, 2)
    assert preview.defender_strength == 4
    assert preview.headings[preview.column] == "1:1"


@pytest.mark.rule("scs", "7.1")
@pytest.mark.rule("scs", "8.0a")
@pytest.mark.rule("scs", "9.0a")
def test_the_attackers_lose_two_steps_and_go_back_one_hex() -> None:
    state = at_the_river()
    fought = battle(play(state, ACROSS))
    assert (fought.column, fought.die, fought.result) == ("1:1", 2, "A2r1")
    assert state.steps_lost("U6") == 1, "the strongest in raw strength, a quarter or not"
    assert listed(state) == {"lose U4", "lose U8"}
    play(state, "lose U8")
    assert state.side_to_act == "black"
    assert refused(state, "retreat U3 07.03") == "9.0a"
    play(state, "retreat U4+U6 07.05", "retreat U8 08.03")
    assert [state.position(unit) for unit in ("U4", "U6", "U8")] == ["07.05", "07.05", "08.03"]
    assert [state.steps_lost(unit) for unit in ("U4", "U6", "U8")] == [0, 1, 1]
    assert [state.steps_lost(unit) for unit in ("U7", "U14")] == [0, 0]


@pytest.mark.rule("scs", "10.0c")
def test_the_defender_does_not_advance_into_the_hexes_left() -> None:
    state = at_the_river()
    play(state, ACROSS, "lose U8", "retreat U4+U6 07.05")
    events = play(state, "retreat U8 08.03")
    assert "advanced" not in kinds(events)
    assert not listed(state, "advance")
    assert [state.position(unit) for unit in ("U7", "U14")] == ["09.04", "09.04"]
