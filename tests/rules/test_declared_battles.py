"""Battles declared first: all before the first die, then fought in the attacker's order.

In the tiny game *declared* one, two or three attackers find the column; 0505 is a lake.
"""

from __future__ import annotations

from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, told

LINE = {"R1": "0203", "R2": "0304", "R3": "0102", "B1": "0303", "B2": "0403"}
"""R1 beside B1 alone, R2 beside B1 and B2, R3 beside nobody."""
BOTH = ("attack 0303 by R1", "attack 0403 by R2")


def battle(
    setup: dict[str, str], *lines: str, options: str = "", dice: tuple[int, ...] = ()
) -> State:
    """A position in the combat phase of red, after some actions."""
    state = place("declared", setup, "red_combat", options, dice=dice)
    for line in lines:
        state.apply(line)
    return state


def why(state: State, line: str) -> str:
    """Why an action is refused; empty if it is legal."""
    return str(state.explain(line) or "")


def test_a_declared_battle_is_not_fought_before_all_are_declared() -> None:
    state = battle(LINE)
    rolled = state.rolled
    assert told(state, BOTH[0]) == ["battle_declared"]
    assert state.rolled == rolled
    assert state.phase == "red_combat"
    assert listed(state) == [*BOTH[1:], "withdraw 0303 by R1", "done"]


def test_each_unit_is_in_one_battle_and_each_defender_in_one() -> None:
    state = battle({**LINE, "R1": "0304"}, BOTH[0])
    assert why(state, "attack 0403 by R1") == "R1 has already attacked in this phase."
    assert "have been attacked" in why(state, "attack 0303 by R2")


def test_where_units_may_be_attacked_again_each_attacker_may_make_a_battle_of_its_own() -> None:
    state = battle(LINE, BOTH[0], options="again")
    assert listed(state, "attack") == ["attack 0303 by R2", "attack 0403 by R2"]
    assert "already attacked" in why(state, "attack 0303 by R1")
    state = battle(LINE, BOTH[0], "attack 0303 by R2", "done", options="again", dice=(4, 4))
    assert len(listed(state, "resolve")) == 2
    assert told(state, "resolve 0303 by R1") == ["battle", "battle"]


def test_who_must_be_attacked_still_is_when_one_of_two_battles_is_taken_back() -> None:
    """R1 and R3 must attack B1, and B1 must be attacked: by R1 it still is."""
    setup = {"R1": "0203", "R3": "0302", "B1": "0303"}
    state = battle(setup, BOTH[0], "attack 0303 by R3", options="again must")
    state.apply("withdraw 0303 by R3")
    assert why(state, "done") == "7.1: R3 must attack."


def test_a_declared_battle_may_be_taken_back_until_the_first_die() -> None:
    state = battle(LINE, BOTH[0])
    assert told(state, "withdraw 0303 by R1") == ["battle_withdrawn"]
    assert state == battle(LINE)
    assert why(state, "withdraw 0303 by R1") == "8.2: No attack of R1 on 0303 is declared."
    for line in (*BOTH, "done"):
        state.apply(line)
    assert why(state, "withdraw 0303 by R1") == "8.2: All battles of this phase are declared."
    assert why(state, "attack 0403 by R2") == "8.2: All battles of this phase are declared."
    assert why(state, "done")


def test_where_battles_are_fought_one_by_one_nothing_is_taken_back() -> None:
    state = place("meadow", {"R1": "0203", "B1": "0303"}, "red_combat")
    assert why(state, "withdraw 0303 by R1")
    assert listed(state) == ["attack 0303 by R1", "done"]


def test_what_is_declared_can_be_foreseen() -> None:
    state = battle(LINE, *BOTH)
    chances = {o.code: str(o.probability) for o in state.preview("withdraw 0403 by R2").outcomes}
    assert chances == {"DR": "1/2", "NE": "1/6", "AR": "1/3"}
    state.apply("done")
    assert state.preview("resolve 0403 by R2").attackers == ("R2",)


def test_the_attacker_chooses_the_order() -> None:
    state = battle(LINE, *BOTH, "done", dice=(4, 4))
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("battle_order", "red")
    assert listed(state) == ["resolve 0303 by R1", "resolve 0403 by R2"]
    assert next(choice.label for choice in state.choices()) == "Fight: R1 against 0303"
    events = state.apply("resolve 0403 by R2")
    fought = [event.target for event in events if event.kind == "battle"]
    assert fought == ["0403", "0303"], "the last is fought unasked"
    assert state.phase == "blue_movement"


def test_a_new_contact_is_not_attacked_in_the_same_phase() -> None:
    """R1 takes 0303 and stands beside B2, whom nobody has attacked."""
    state = battle(LINE, BOTH[0], "done", dice=(2,))
    for line in ("retreat B1 0302", "advance R1"):
        state.apply(line)
    assert state.position("R1") == "0303"
    assert state.phase == "blue_movement"


def test_a_battle_without_attackers_is_not_fought() -> None:
    """R1 is taken from beside B1 before the attack is fought: B1 is not attacked any more."""
    state = battle(LINE, *BOTH, "done", dice=(4,))
    state.place(state.frame.unit_index["R1"], state.frame.board.cell["0101"])
    assert told(state, "resolve 0403 by R2") == ["battle", "battle_dissolved"]


def test_a_battle_is_reckoned_anew_with_those_who_are_left() -> None:
    setup = {**LINE, "R3": "0202"}
    state = battle(setup, "attack 0303 by R1 R3", "attack 0403 by R2", "done", dice=(4, 4))
    assert state.preview("resolve 0303 by R1 R3").column == 1
    state.place(state.frame.unit_index["R3"], state.frame.board.cell["0101"])
    assert state.preview("resolve 0303 by R1 R3").column == 0
    battles = [e for e in state.apply("resolve 0303 by R1 R3") if e.kind == "battle"]
    assert (battles[0].column, battles[0].attackers) == ("1", ("R1",))


def test_odds_that_have_become_impossible_dissolve_a_battle() -> None:
    state = battle({**LINE, "R3": "0202"}, "attack 0303 by R1 R3", options="odds")
    state.place(state.frame.unit_index["R3"], state.frame.board.cell["0101"])
    assert told(state, "done") == ["battle_dissolved"]


def test_nobody_retreats_into_a_hex_that_is_still_to_be_attacked() -> None:
    """There is room for B1 beside B2, but only when the battle there has been fought."""
    state = battle(LINE, *BOTH, "done", dice=(2, 4))
    state.apply("resolve 0303 by R1")
    assert why(state, "retreat B1 0403") == "8.5: 0403 is still to be attacked."
    assert "retreat B1 0403" not in listed(state)
    state = battle(LINE, *BOTH, "done", dice=(4, 2))
    state.apply("resolve 0403 by R2")
    assert "retreat B1 0403" in listed(state)


def test_the_declarations_end_with_as_many_obligations_met_as_can_be() -> None:
    state = battle(LINE, options="must")
    assert why(state, "done") == "7.1: R1 and R2 must attack; B1 and B2 must be attacked."
    state.apply(BOTH[0])
    assert state.decision is not None
    assert "R2 must attack; B2 must be attacked" in state.decision.prompt
    assert why(state, "done") == "7.1: R2 must attack; B2 must be attacked."
    state.apply(BOTH[1])
    assert why(state, "done") == ""
    state.apply("withdraw 0303 by R1")
    assert why(state, "done") == "7.1: R1 must attack; B1 must be attacked."


def test_a_save_keeps_what_is_declared() -> None:
    for lines in ((BOTH[0],), (*BOTH, "done")):
        state = battle(LINE, *lines, dice=(4, 4))
        assert tiny("declared").state_from_dict(state.to_dict()) == state


@pytest.mark.parametrize("options", ["", "must", "odds"])
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_players_declare_and_fight(options: str, player: str) -> None:
    """No game is stuck, and battles are fought."""
    fought = 0
    for seed in range(4):
        state = tiny("declared").start("contact", options.split(), seed)
        chooser, random = make_player(player), Random(seed)
        while not state.is_over:
            action = chooser.choose(state, random)
            assert state.explain(action) is None
            fought += sum(event.kind == "battle" for event in state.apply(action))
    assert fought
