"""Attacks on some units of a hex (``combat.target: some``), and what rule-lawyers ask of them.

In the tiny game *parties* R1, R2, R3, B1 and B2 have 4-4, B3 is a guard of 8-8; odds of less than
one to two are forbidden, and at two to one the defender is lost but on a 6.
"""

from __future__ import annotations

from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny

STACK = {"B1": "0402", "B2": "0402", "B3": "0402"}
ALL = {"R1": "0302", "R2": "0303", "R3": "0502", **STACK}


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else str(violation)


def test_the_attacker_chooses_the_whole_stack_or_any_part_of_it() -> None:
    state = place("parties", ALL, "red_combat", dice=[1])
    state.apply("attack 0402 by R1 R2 R3")
    assert [line.split()[1] for line in listed(state)] == [
        *("B1", "B2", "B3", "B1+B2", "B1+B3", "B2+B3", "B1+B2+B3")
    ]
    assert str(state.preview("aim B1+B3").odds).startswith("12 to 12")
    state.apply("aim B1+B2")
    assert state.position("B3") == "0402"


def test_the_odds_are_those_against_the_part() -> None:
    """One against the guard is one to two, against guard and foot one to three."""
    state = place("parties", {"R1": "0302", **STACK}, "red_combat", dice=[1])
    state.apply("attack 0402 by R1")
    assert "aim B3" in listed(state)
    assert "aim B1+B3" not in listed(state)
    assert "table has no column" in why(state, "aim B1+B3")


def test_the_others_may_be_attacked_by_others_and_nobody_twice() -> None:
    state = place("parties", ALL, "red_combat", dice=[4, 1])
    state.apply("attack 0402 by R1")
    state.apply("aim B1")
    assert "attack 0402 by R1" not in listed(state)
    state.apply("attack 0402 by R2")
    assert listed(state) == ["aim B2", "aim B3"], "two of them are too strong, B1 is no more asked"
    assert why(state, "aim B1") == "7.6: B1 is not among the units to choose from."


def test_who_must_be_attacked_is_not_by_an_attack_on_others() -> None:
    state = place("parties", ALL, "red_combat", "must", dice=[4])
    state.apply("attack 0402 by R1")
    state.apply("aim B1")
    assert "B2 and B3 must be attacked" in why(state, "done")


def test_declared_battles_are_on_the_part_that_was_chosen() -> None:
    state = place("parties", ALL, "red_combat", "first", dice=[1, 1])
    for line in ("attack 0402 by R1", "aim B1", "attack 0402 by R2 R3", "aim B2"):
        state.apply(line)
    assert state.rolled == 0
    assert listed(state, "attack") == [], "nobody is left to attack the guard"
    assert tiny("parties").state_from_dict(state.to_dict()) == state
    state.apply("withdraw 0402 by R1")
    assert "attack 0402 by R1" in listed(state)
    state.apply("attack 0402 by R1")
    assert listed(state) == ["aim B1", "aim B3"]
    state.apply("aim B3")
    state.apply("done")
    state.apply("resolve 0402 by R2 R3")
    assert not state.position("B2"), "two to one"
    assert state.position("B1") == state.position("B3") == "0402"


def test_of_several_hexes_somebody_in_each_is_attacked() -> None:
    setup = {"R1": "0302", "R2": "0302", "B1": "0402", "B2": "0402", "B3": "0401"}
    state = place("parties", setup, "red_combat", "several", dice=[1])
    state.apply("attack 0401-0402 by R1 R2")
    assert listed(state) == ["aim B1+B3", "aim B2+B3", "aim B1+B2+B3"]
    assert why(state, "aim B3") == "7.6: Somebody in 0402 is attacked as well."


def test_who_may_not_attack_some_of_them_attacks_the_others() -> None:
    state = place("parties", ALL, "red_combat", "shy", dice=[1])
    state.apply("attack 0402 by R1 R2")
    assert listed(state) == ["aim B1", "aim B2", "aim B1+B2"]


def test_where_an_attack_is_on_one_unit_two_are_not_chosen() -> None:
    state = place("parties", ALL, "red_combat", "one", dice=[1])
    state.apply("attack 0402 by R1 R2")
    assert listed(state) == ["aim B1", "aim B2", "aim B3"]
    assert why(state, "aim B1+B2") == "7.6: An attack is on one unit."


def test_one_unit_that_is_chosen_is_declared_as_well() -> None:
    state = place("parties", ALL, "red_combat", "first one", dice=[1, 1])
    for line in ("attack 0402 by R1", "aim B2", "attack 0402 by R2", "aim B1", "done"):
        state.apply(line)
    assert listed(state) == ["resolve 0402 by R1", "resolve 0402 by R2"]
    assert state.preview("resolve 0402 by R1").defenders == ("B2",)


def test_a_battle_with_a_part_is_off_at_odds_that_the_table_has_not() -> None:
    """Two against foot and guard are eight to twelve; one of them alone is one to three."""
    state = place("parties", {"R1": "0302", "R2": "0303", **STACK}, "red_combat", "first")
    index, cell = state.frame.unit_index, state.frame.board.cell["0402"]
    r1, r2, b1, b3 = (index[name] for name in ("R1", "R2", "B1", "B3"))
    rules, both = state.rules[BattleRules], Engagement((cell,), (r1, r2), (b1, b3))
    assert rules.now(state, both) == both
    assert rules.now(state, both._replace(attackers=(r1,))) is None


@pytest.mark.parametrize("options", ["", "first", "several"])
def test_games_with_parties_go_on_to_their_end(options: str) -> None:
    state = tiny("parties").start("meeting", options.split(), seed=3)
    player, draw = make_player("greedy"), Random(3)
    for _ in range(200):
        if state.is_over:
            break
        state.apply(player.choose(state, draw))
    assert state.is_over or state.turn > 1
