"""Retreat before combat, as rule-lawyers ask about it: who may leave, where to, and what then.

In the tiny game *skirmishers* R3, B1 and B2 are horse, and horse leaves when foot alone attacks.
"""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

from hexwar.players import make_player
from hexwar.rules.retreat.pending import PendingRetreat
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, told

DUEL = {"R1": "0302", "R2": "0303", "B1": "0402"}


def attacked(options: str = "", dice: tuple[int, ...] = (), **more: str) -> State:
    """R1 has attacked 0402, where B1 stands."""
    state = place("skirmishers", {**DUEL, **more}, "red_combat", options, dice=dice)
    state.apply("attack 0402 by R1")
    return state


def kind(state: State) -> tuple[str, str | None]:
    assert state.decision is not None
    return state.decision.kind, state.side_to_act


def test_the_defender_is_asked_before_the_die() -> None:
    state = attacked()
    assert kind(state) == ("before_combat", "blue")
    assert listed(state) == ["evade B1", "pass"]
    assert state.choices()[0].label == "B1 retreats before combat"
    assert state.rolled == 0
    assert state.decision is not None
    assert state.decision.prompt == "R1 attacks 0402: B1 may retreat before combat."


def test_who_leaves_goes_where_its_owner_likes_by_the_rules_of_retreats() -> None:
    """R1 in 0302 and R2 in 0303 exert zones, which nobody retreats into."""
    state = attacked()
    state.apply("evade B1")
    assert kind(state) == ("retreat", "blue")
    assert listed(state) == ["retreat B1 0502", "retreat B1 0503"]
    refused = state.explain("retreat B1 0403")
    assert refused is not None
    assert refused.reason == "retreat.zone"


def test_the_attacker_may_advance_where_nobody_stayed_and_no_die_is_thrown() -> None:
    state = attacked()
    state.apply("evade B1")
    state.apply("retreat B1 0502")
    assert kind(state) == ("advance", "red")
    assert told(state, "advance R1")[:2] == ["advanced", "battle_dissolved"]
    assert state.rolled == 0
    assert state.position("R1") == "0402"


def test_attackers_who_find_nobody_have_made_their_attack() -> None:
    """R1 stands beside B3 too, and may attack it only where the game leaves it free."""
    for options, attacks in (("", []), ("free", ["attack 0301 by R1"])):
        state = attacked(options, B3="0301")
        for line in ("evade B1", "retreat B1 0502", "pass"):
            state.apply(line)
        assert [a for a in listed(state, "attack") if "R1" in a] == attacks


def test_who_stays_is_fought() -> None:
    state = attacked(dice=(6,))
    assert told(state, "pass")[:1] == ["battle"]
    assert state.rolled == 1


def test_horse_among_the_attackers_lets_nobody_leave() -> None:
    state = place("skirmishers", {**DUEL, "R3": "0401"}, "red_combat", dice=[4, 4])
    assert told(state, "attack 0402 by R1 R3")[:1] == ["battle"]


def test_foot_does_not_leave() -> None:
    state = attacked(B3="0402", dice=(4,))
    refused = state.explain("evade B3")
    assert str(refused) == "7.7: B3 may not retreat before combat."
    assert state.explain("evade B1") is None


def test_who_leaves_a_stack_leaves_the_rest_to_its_battle() -> None:
    """B3 fights alone, so nobody advances before the die."""
    state = attacked(B3="0402", dice=(1,))
    assert told(state, "evade B1") == ["left_before_combat"]
    retreated, battle, *_ = state.apply("retreat B1 0502")
    assert (retreated.kind, battle.kind) == ("retreated", "battle")
    assert battle.defenders == ("B3",)


def test_only_a_whole_hex_leaves_where_the_game_says_so() -> None:
    foot = place("skirmishers", {**DUEL, "B3": "0402"}, "red_combat", "whole", dice=[4])
    assert told(foot, "attack 0402 by R1")[:1] == ["battle"], "B3 is on foot and stays"
    state = attacked("whole", B2="0402")
    assert listed(state) == ["evade B1", "pass"]
    assert state.explain("evade B2") is None, "it names the same hex"
    state.apply("evade B1")
    for line in ("retreat B1 0502", "retreat B2 0502"):
        state.apply(line)
    assert state.units_at("0502") == ("B1", "B2")
    assert kind(state)[0] == "advance"


def test_a_stack_that_retreats_as_one_leaves_as_one() -> None:
    state = attacked("together", B2="0402")
    state.apply("evade B1")
    assert "retreat B1+B2 0502" in listed(state)


def test_who_cannot_retreat_so_far_is_not_asked() -> None:
    """Two hexes lead from 0402 to 0602; with an enemy zone there B1 would stop half-way."""
    near = place("skirmishers", DUEL, "red_combat", "two")
    near.apply("attack 0402 by R1")
    near.apply("evade B1")
    near.apply("retreat B1 0502")
    assert listed(near), "the second hex"
    setup = {"R1": "0102", "R2": "0202", "R3": "0301", "B1": "0101"}
    corner = place("skirmishers", setup, "red_combat", dice=[4])
    assert told(corner, "attack 0101 by R1")[:1] == ["battle"]


@pytest.mark.parametrize(("options", "asked"), [("free", True), ("free once", False)])
def test_who_has_retreated_may_be_attacked_by_others(options: str, asked: bool) -> None:
    """R2 stands beside the hex that B1 fled to; whether it may flee again, the game says."""
    setup = {"R1": "0302", "R2": "0603", "B1": "0402"}
    state = place("skirmishers", setup, "red_combat", f"{options} zones", dice=[4])
    for line in ("attack 0402 by R1", "evade B1", "retreat B1 0503", "pass"):
        state.apply(line)
    state.apply("attack 0503 by R2")
    assert (kind(state)[0] == "before_combat") is asked


def test_nobody_is_obliged_any_more_to_an_attack_that_found_nobody() -> None:
    """R1 and R2 had to attack B1, and are not lost for it."""
    state = place("skirmishers", DUEL, "red_combat", "must free")
    for line in ("attack 0402 by R1 R2", "evade B1", "retreat B1 0502", "advance R1"):
        state.apply(line)
    assert listed(state) == ["attack 0502 by R1", "done"], "a contact made by advance"
    assert "unmet" not in told(state, "done")
    assert state.position("R2") == "0303"


def test_where_battles_are_declared_first_each_is_asked_for_when_it_is_fought() -> None:
    setup = {**DUEL, "B3": "0304"}
    state = place("skirmishers", setup, "red_combat", "first", dice=[4])
    state.apply("attack 0402 by R1")
    assert kind(state) == ("combat", "red")
    state.apply("attack 0304 by R2")
    state.apply("done")
    state.apply("resolve 0402 by R1")
    assert kind(state) == ("before_combat", "blue")
    state.apply("evade B1")
    assert "retreat B1 0304" not in listed(state), "that hex is still to be attacked"


def test_of_several_hexes_only_those_are_fought_where_somebody_stays() -> None:
    setup = {**DUEL, "B2": "0301"}
    state = place("skirmishers", setup, "red_combat", "several", dice=[4])
    state.apply("attack 0301-0402 by R1")
    assert listed(state) == ["evade B1", "pass"], "B2 has nowhere to go"
    state.apply("evade B1")
    state.apply("retreat B1 0502")
    assert kind(state) == ("advance", "red"), "into 0402"
    battle = next(event for event in state.apply("pass") if event.kind == "battle")
    assert battle.hexes == ("0301",)


def test_an_attack_that_the_odds_forbid_against_the_rest_is_not_fought() -> None:
    """Differences up to 0 are on the table: two against two are, two against one are not."""
    setup = {**DUEL, "B3": "0402"}
    state = place("skirmishers", setup, "red_combat", "even")
    state.apply("attack 0402 by R1 R2")
    state.apply("evade B1")
    assert "battle_dissolved" in told(state, "retreat B1 0502")
    assert state.rolled == 0


def test_a_computer_player_leaves_where_it_would_be_lost_and_stays_where_it_would_not() -> None:
    """Two eliminate B1 on a 1; on the table of the option they never do."""
    for options, does in (("", "evade B1"), ("harmless", "pass")):
        state = place("skirmishers", DUEL, "red_combat", options)
        state.apply("attack 0402 by R1 R2")
        assert str(make_player("greedy").choose(state, Random(1))) == does


def test_a_position_between_attack_and_die_is_saved() -> None:
    state = attacked()
    twin = tiny("skirmishers").state_from_dict(state.to_dict())
    assert listed(twin) == listed(state)
    twin.apply("evade B1")
    assert tiny("skirmishers").state_from_dict(twin.to_dict()) == twin


# -- as far as the owner likes -------------------------------------------------------------------


def test_the_owner_chooses_how_far_between_the_least_and_the_most() -> None:
    for stops, ends in ((True, "0502"), (False, "0602")):
        state = attacked("longer")
        state.apply("evade B1")
        state.apply("retreat B1 0502")
        assert state.decision is not None and state.decision.may_decline
        assert state.decision.prompt == "Retreat B1 one hex more, or pass to stop here."
        assert "retreat B1 0602" in listed(state) and listed(state)[-1] == "pass"
        assert state.choices()[-1].label == "Go no farther"
        state.apply("pass" if stops else "retreat B1 0602")
        assert state.position("B1") == ends
        assert kind(state)[0] == "advance", "and two hexes are the most"


def test_each_hex_more_leads_farther_away() -> None:
    state = attacked("longer zones")
    state.apply("evade B1")
    state.apply("retreat B1 0502")
    more = ["retreat B1 0501", "retreat B1 0601", "retreat B1 0602"]
    assert listed(state) == [*more, "pass"]
    refused = state.explain("retreat B1 0402")
    assert refused is not None and refused.reason == "retreat.farther"


def test_who_can_go_no_farther_stops_and_is_not_lost() -> None:
    """Beyond 0502 there are two friends in 0501 and the zone of R3, who stands in 0702."""
    state = attacked("longer", R3="0702", B2="0501", B3="0501")
    state.apply("evade B1")
    state.apply("retreat B1 0502")
    assert kind(state)[0] == "advance"
    assert state.position("B1") == "0502"


def test_an_allowance_pays_for_the_hexes_of_the_way() -> None:
    """Of three points 0502, woods, takes two: one is left, which the woods of 0602 exceed."""
    state = attacked("gallop")
    state.apply("evade B1")
    state.apply("retreat B1 0502")
    assert listed(state) == ["retreat B1 0501", "retreat B1 0601", "pass"]
    refused = state.explain("retreat B1 0602")
    assert str(refused) == "7.7: B1 has no movement points left to go on to 0602."
    state.apply("retreat B1 0601")
    assert kind(state)[0] == "advance", "the allowance is spent"
    other = attacked("gallop")
    for line in ("evade B1", "retreat B1 0503", "retreat B1 0603", "retreat B1 0703"):
        other.apply(line)
    assert other.position("B1") == "0703"
    assert kind(other)[0] == "advance"


def test_a_retreat_that_may_go_on_is_saved_and_read_again() -> None:
    state = attacked("gallop")
    for line in ("evade B1", "retreat B1 0503"):
        state.apply(line)
    owed = cast(PendingRetreat, state.agenda[-1])
    assert PendingRetreat.from_dict(owed.to_dict()) == owed


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_computer_players_stop_somewhere(name: str) -> None:
    state, player = attacked("gallop", B2="0402"), make_player(name)
    state.apply("evade B1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(player.choose(state, Random(2)))
    assert state.position("B1") not in (None, "0402")
