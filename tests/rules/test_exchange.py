"""The result ``exchange``: one side is lost, the other pays at least that.

In the tiny game *exchanges* red units are worth 2, 3 and 5 (3 with a step lost), blue 4, 7 and 3 (2
with a step lost); the hill in 0403 doubles the defence.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import pytest

from hexwar.players import make_player
from hexwar.rules.losses.exchange import PendingExchange
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, varied

RED = {"R1": "0302", "R2": "0303", "R3": "0304"}


def fought(setup: dict[str, str], attack: str, options: str = "") -> State:
    """A position after a battle, every die of which is an exchange."""
    state = place("exchanges", setup, "red_combat", options, dice=[1])
    state.apply(attack)
    return state


def on_map(state: State) -> set[str]:
    """The units that are left."""
    return {unit for unit in state.frame.unit_ids if state.position(unit)}


def lost(state: State, unit: str) -> int:
    """The steps that a unit on the map has lost."""
    return state.lost[state.frame.unit_index[unit]]


def test_what_no_exact_sum_can_pay_is_paid_with_more() -> None:
    """Blue's 4 are lost. Of 2, 3 and 5 none makes 4: the owner pays 5 with 2 and 3, or one step of
    5, worth 2, and more.
    """
    setup = {**RED, "R3": "0203", "B1": "0202"}
    state = fought(setup, "attack 0202 by R1 R2 R3")
    assert not state.position("B1")
    assert state.decision is not None and state.decision.side == "red"
    assert "4 owed" in state.decision.prompt
    assert listed(state) == ["lose R1", "lose R2", "lose R3"]
    state.apply("lose R1")
    assert state.decision is not None and "2 owed" in state.decision.prompt
    state.apply("lose R2")
    assert on_map(state) >= {"R3"} and not {"R1", "R2"} & on_map(state)
    assert "advance R3" in listed(state), "paid: the battle goes on"


def test_the_owner_may_pay_more_than_he_need() -> None:
    """One unit of 3 and then a step of 5 (2), though R1 and a step would do."""
    state = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3")
    state.apply("lose R3")
    state.apply("lose R3")
    assert not state.position("R3")
    assert on_map(state) == {"R1", "R2"}


def test_a_step_pays_the_strength_that_goes_with_it() -> None:
    """4 are owed: R3 pays 2 with its first step, then R1 the other 2."""
    state = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3")
    state.apply("lose R3")
    state.apply("lose R1")
    assert on_map(state) == {"R2", "R3"}
    assert lost(state, "R3") == 1


def test_the_weaker_attacker_is_lost_and_the_defender_pays() -> None:
    """5 against 4 and 3: R1 and R2 are lost; blue has to pay 5 of its 7."""
    state = fought({"R1": "0302", "R2": "0303", "B1": "0402", "B3": "0402"}, "attack 0402 by R1 R2")
    assert on_map(state) == {"B1", "B3"}
    assert state.decision is not None and state.decision.side == "blue"
    state.apply("lose B1")
    assert on_map(state) == {"B3"}
    assert lost(state, "B3") == 1, "1 more is owed, and one step of B3 pays it"


def test_equals_are_lost_together() -> None:
    """2 and 2 more by a step: R1 and R3 less a step are 5 against 4 and none is left to choose."""
    state = fought({"R2": "0302", "B3": "0402"}, "attack 0402 by R2")
    assert on_map(state) == set()


def test_who_has_less_than_he_owes_pays_all() -> None:
    """The defender's 7 are lost whoever is weaker; 5 of red are all there is."""
    setup = {"R1": "0302", "R2": "0303", "B2": "0402"}
    assert on_map(fought(setup, "attack 0402 by R1 R2", "defender")) == set()


def test_as_reckoned_terrain_counts() -> None:
    """On the hill 3 are 6: red's 8 owe 6, where 3 printed would be paid with R2 alone."""
    setup = {"R2": "0303", "R3": "0404", "B3": "0403"}
    state = fought(setup, "attack 0403 by R2 R3", "current")
    assert state.decision is not None and "6 owed" in state.decision.prompt
    printed = fought(setup, "attack 0403 by R2 R3")
    assert printed.decision is not None and "3 owed" in printed.decision.prompt


def test_in_steps_each_counts_one() -> None:
    """Two steps against one of red and two of his: 2 are owed of 3."""
    setup = {"R1": "0302", "R3": "0303", "B3": "0402"}
    state = fought(setup, "attack 0402 by R1 R3", "steps")
    assert state.decision is not None and "2 owed" in state.decision.prompt
    state.apply("lose R3")
    state.apply("lose R3")
    assert on_map(state) == {"R1"}


def test_in_units_each_counts_one_whatever_its_steps() -> None:
    """One unit of blue's, of two steps, against three of red's: R3 goes with both of its own."""
    state = fought({**RED, "R3": "0203", "B3": "0202"}, "attack 0202 by R1 R2 R3", "units")
    assert state.decision is not None
    assert state.decision.prompt == "Exchange, 1 owed: choose a unit to lose: R1, R2, R3."
    state.apply("lose R3")
    assert on_map(state) == {"R1", "R2"}


def test_the_side_with_fewer_units_is_the_weaker_and_equals_are_lost_together() -> None:
    """Two of 5 against two of 7 are lost with them; one against two costs blue one."""
    setup = {"R1": "0302", "R2": "0303", "B1": "0402", "B3": "0402"}
    assert on_map(fought(setup, "attack 0402 by R1 R2", "units")) == set()
    state = fought({**setup, "R2": "0101"}, "attack 0402 by R1", "units")
    assert on_map(state) == {"R2", "B1", "B3"}
    state.apply("lose B3")
    assert on_map(state) == {"R2", "B1"}


def test_strength_is_paid_with_whole_units_where_the_game_says_so() -> None:
    """4 are owed: R3 pays 5 with both its steps, where one step would pay 2 of them."""
    state = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3", "whole")
    state.apply("lose R3")
    assert on_map(state) == {"R1", "R2"} and not listed(state, "lose")
    others = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3", "whole")
    others.apply("lose R1")
    assert others.decision is not None and "2 owed" in others.decision.prompt
    assert listed(others) == ["lose R2", "lose R3"]


def test_only_those_who_fought_pay() -> None:
    state = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3")
    why = state.explain("lose B2")
    assert why is not None and why.reason == "losses.exchange"
    assert state.explain("done") is not None


def test_the_preview_says_what_is_owed() -> None:
    state = place("exchanges", {**RED, "R3": "0203", "B1": "0202"}, "red_combat")
    (outcome,) = state.preview("attack 0202 by R1 R2 R3").outcomes
    told = " ".join(outcome.effects)
    assert "B1 is eliminated" in told
    assert "R1, R2 or R3 is lost in exchange, 4 in all at least." in told


def test_an_exchange_is_saved_and_read_again() -> None:
    state = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3")
    owed = cast(PendingExchange, state.agenda[-1])
    assert PendingExchange.from_dict(owed.to_dict()) == owed


@pytest.mark.parametrize("options", ["", "current", "steps", "defender", "units", "whole"])
def test_computer_players_pay(options: str) -> None:
    state = fought({**RED, "R3": "0203", "B1": "0202"}, "attack 0202 by R1 R2 R3", options)
    player = make_player("greedy")
    while state.decision is not None and state.decision.kind == "loss":
        state.apply(player.choose(state, Random(1)))
    kept = on_map(state)
    assert kept and "B1" not in kept
    assert kept != set(RED) or lost(state, "R3") == 1


@pytest.mark.parametrize(
    ("does", "left"),
    [
        pytest.param("{eliminate: {who: attacker, count: half}}", "lose", id="two of three"),
        pytest.param("{lose_steps: {who: attacker, count: half}}", "lose", id="two of four"),
        pytest.param("{lose_steps: {who: attacker, count: all}}", "", id="all"),
    ],
)
def test_half_is_rounded_up(tmp_path: Path, does: str, left: str) -> None:
    """Half of three units are two, and half of their four steps."""
    game = varied(tmp_path, f"combat: {{results: {{EX: [{does}]}}}}", "exchanges")
    setup = {**RED, "R3": "0203", "B1": "0202"}
    state = game.start("meeting", setup=setup, phase="red_combat")
    state.apply("attack 0202 by R1 R2 R3")
    assert bool(listed(state, "lose")) is bool(left)
    for unit in ("R1", "R2") if left else ():
        state.apply(f"lose {unit}")
    assert listed(state, "lose") == []
    assert on_map(state) == ({"R3", "B1"} if left else {"B1"})


FORMS = {
    "{exchange: {least: defender, in: strength, pays: 1/2}}": ({"B1"}, "2 owed", "red"),
    "{exchange: {least: attacker, in: strength}}": ({"R1", "R2"}, "", ""),
    "{exchange: {least: attacker, in: steps}}": ({"R1", "R2"}, "", ""),
    "{exchange: {least: defender, in: strength, loses: 1/2}}": ({"B1"}, "2 owed", "red"),
    "{exchange: {least: defender, in: strength, loses: 1/2, pays: lost}}": (
        *({"B1"}, "4 owed", "red"),
    ),
    "{exchange: {least: defender, in: strength, loses: 1/2, pays: {lost: 1/4}}}": (
        *({"B1"}, "1 owed", "red"),
    ),
    "{exchange: {least: defender, in: strength, pays: lost}}": ({"B1"}, "4 owed", "red"),
}


@pytest.mark.parametrize("does", FORMS)
def test_an_exchange_may_be_at_half_and_may_be_the_attackers(tmp_path: Path, does: str) -> None:
    """R1 and R2 (2 and 3) attack B1 (4), who has one step and no half of it; B1 alone is worth
    less than an attacker who is lost.
    """
    game = varied(tmp_path, f"combat: {{results: {{EX: [{does}]}}}}", "exchanges")
    setup = {"R1": "0302", "R2": "0303", "B1": "0402"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[1])
    state.apply("attack 0402 by R1 R2")
    gone, prompt, side = FORMS[does]
    if not prompt:
        assert on_map(state) == set(), "and the others pay all that they have"
        return
    assert gone == set(setup) - on_map(state)
    assert state.decision is not None and prompt in state.decision.prompt
    assert state.side_to_act == side


def test_both_lose_half_of_the_weaker_each_owner_choosing(tmp_path: Path) -> None:
    """Red's 10 against blue's 11 are the weaker: 5 of red first, then 5 of blue."""
    does = "{exchange: {least: weaker, in: strength, loses: 1/2}}"
    game = varied(tmp_path, f"combat: {{results: {{EX: [{does}]}}}}", "exchanges")
    setup = {"R1": "0302", "R2": "0302", "R3": "0303", "B1": "0402", "B2": "0402"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[1])
    state.apply("attack 0402 by R1 R2 R3")
    assert (state.side_to_act, "5 owed" in str(state.decision)) == ("red", True)
    assert game.state_from_dict(state.to_dict()) == state
    state.apply("lose R1")
    state.apply("lose R2")
    assert (state.side_to_act, "5 owed" in str(state.decision)) == ("blue", True)
    state.apply("lose B2")
    assert on_map(state) == {"R3", "B1"}


def test_who_chose_to_lose_more_is_paid_for_it(tmp_path: Path) -> None:
    """Blue must lose 4 of 11, and loses a unit of 7: red owes 7, not 4."""
    does = "{exchange: {least: defender, in: strength, loses: 4/11, pays: lost, paid: units}}"
    game = varied(tmp_path, f"combat: {{results: {{EX: [{does}]}}}}", "exchanges")
    setup = {"R1": "0302", "R2": "0302", "R3": "0303", "B1": "0402", "B2": "0402"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[1])
    state.apply("attack 0402 by R1 R2 R3")
    assert (state.side_to_act, "4 owed" in str(state.decision)) == ("blue", True)
    assert game.state_from_dict(state.to_dict()) == state
    state.apply("lose B2")
    assert (state.side_to_act, "7 owed" in str(state.decision)) == ("red", True)


@pytest.mark.parametrize(("by", "side"), [("owner", "blue"), ("enemy", "red")])
def test_a_result_says_who_chooses_whose_steps(tmp_path: Path, by: str, side: str) -> None:
    does = f"{{lose_steps: {{who: defender, count: 2, by: {by}}}}}"
    game = varied(tmp_path, f"combat: {{results: {{EX: [{does}]}}}}", "exchanges")
    setup = {"R1": "0302", "R3": "0303", "B1": "0402", "B3": "0402"}
    state = game.start("meeting", setup=setup, phase="red_combat", dice=[1])
    state.apply("attack 0402 by R1 R3")
    assert state.side_to_act == side
    state.apply("lose B3")
    assert state.side_to_act == side, "the second as well"
    state.apply("lose B3")
    assert on_map(state) == {"R1", "R3", "B1"}
