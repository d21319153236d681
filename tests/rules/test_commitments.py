"""What sides bring to combat before its die: points, bombardment from behind the front, leaders.

In the tiny game *support* red has three air points, of which up to two shift a battle one column
each within four hexes of his staff; blue one shell, which shifts it back. Blue guns lend 2 to a
defender within two hexes. A leader who stands with attackers adds his rating (2, of a staff 1), the
better one; half the rating of leaders with defenders is added to the die. Foot is 4-4; the columns
are -4, -2, 0, 2, 4; woods, 0404, double the defence.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.engine import Preview
from hexwar.players import GreedyPlayer
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, told, varied

FRONT = {"R1": "0302", "RS": "0202", "B1": "0402", "B2": "0502", "B3": "0702"}
"""R1 beside B1, the staff behind him; B2 stands behind B1, B3 is three hexes away."""


def battle(dice: tuple[int, ...] = (), **setup: str) -> State:
    """The combat phase of red; units as in ``FRONT``, or as given."""
    units = {unit: at for unit, at in {**FRONT, **setup}.items() if at}
    return place("support", units, "red_combat", dice=dice)


def attacked(dice: tuple[int, ...] = (), **setup: str) -> State:
    """The same, when R1 has attacked B1."""
    state = battle(dice, **setup)
    state.apply("attack 0402 by R1")
    return state


def why(state: State, line: str) -> str:
    """Why an action is refused; empty if it is legal."""
    found = state.explain(line)
    return str(found) if found else ""


def foreseen(state: State, line: str) -> Preview:
    preview = state.preview(line)
    assert isinstance(preview, Preview)
    return preview


def prompt(state: State) -> str:
    assert state.decision is not None
    return state.decision.prompt


def column(state: State, line: str) -> str:
    preview = foreseen(state, line)
    return preview.headings[preview.column]


def test_the_battle_is_declared_until_it_is_rolled_for() -> None:
    state = attacked(dice=(5,))
    assert [(a.units, a.hexes) for a in state.declared_attacks()] == [(("R1",), ("0402",))]
    while state.decision is not None and state.decision.kind == "commitment":
        state.apply("pass")
    assert state.declared_attacks() == ()


# -- points ----------------------------------------------------------------------------------------


def test_the_attacker_decides_first_then_the_defender_then_the_die() -> None:
    state = attacked(dice=(5,))
    assert (state.side_to_act, listed(state)) == ("red", ["spend air", "pass"])
    state.apply("pass")
    assert state.side_to_act == "blue"
    assert listed(state) == ["spend shells", "support B2", "pass"]
    assert told(state, "pass") == ["battle"]


def test_each_point_moves_the_battle_as_the_preview_says() -> None:
    """Four to four: column 0; with a point 2, with two 4; the shell takes one back."""
    state = attacked(dice=(1,))
    assert "column 0" in prompt(state)
    assert column(state, "spend air") == "2"
    state.apply("spend air")
    assert column(state, "spend air") == "4"
    state.apply("spend air")
    assert state.side_to_act == "blue"
    assert column(state, "spend shells") == "2"
    state.apply("spend shells")
    fought = state.apply("pass")[0]
    assert (fought.kind, fought.column) == ("battle", "2")
    assert state.records()["air"] == 1
    assert state.records()["shells"] == 0


def test_points_that_are_not_there_are_not_spent() -> None:
    """Three points: two in the first battle, one in the next, and no more."""
    state = battle(dice=(5, 5), R2="0303", B2="0304")
    for line in ("attack 0402 by R1", "spend air", "spend air"):
        state.apply(line)
    while state.decision is not None and state.decision.kind == "commitment":
        state.apply("pass")
    state.apply("attack 0304 by R2")
    state.apply("spend air")
    assert (state.records()["air"], state.side_to_act) == (0, "blue")


def test_no_more_often_than_the_game_says() -> None:
    state = attacked()
    state.apply("spend air")
    state.apply("spend air")
    assert why(state, "spend air") == "8.1: Air support is not yours to pay for now."


def test_where_points_are_gone_nobody_is_asked(tmp_path: Path) -> None:
    game = varied(tmp_path, "pools: {air: {begins: 0}, shells: {begins: 0}}\n", "support")
    setup = {**FRONT, "B2": "0705"}
    state = game.start(None, setup=setup, phase="red_combat", dice=(5,))
    assert told(state, "attack 0402 by R1") == ["battle"]


CERTAIN = "combat: {automatic: {at_least: 4, result: DE}}\n"
"""Eight to four, column 4, is won without a die."""


def test_nobody_is_asked_where_the_battle_is_decided_without_a_die(tmp_path: Path) -> None:
    """Red has air points, and they would change nothing: blue has neither shells nor guns near."""
    game = varied(tmp_path, CERTAIN + "pools: {shells: {begins: 0}}\n", "support")
    setup = {**FRONT, "R2": "0302", "B2": "0705"}
    state = game.start(None, setup=setup, phase="red_combat", dice=())
    assert told(state, "attack 0402 by R1 R2")[0] == "battle"
    assert state.records()["air"] == 3


def test_who_can_pay_for_one_thing_of_two_is_asked_though_both_would_change_nothing(
    tmp_path: Path,
) -> None:
    """Smoke and flares outweigh one another, but blue has one shell, and smoke saves him."""
    paid = "spends: {pool: shells, by: defender}"
    changed = f"""
pools: {{air: {{begins: 0}}}}
combat:
  automatic: {{at_least: 4, result: DE}}
  modifiers:
    shells: null
    smoke: {{title: Smoke, {paid}, shift: -1}}
    flares: {{title: Flares, {paid}, shift: 1}}
"""
    game = varied(tmp_path, changed, "support")
    setup = {**FRONT, "R2": "0302", "B2": "0705"}
    state = game.start(None, setup=setup, phase="red_combat", dice=(5,))
    state.apply("attack 0402 by R1 R2")
    assert state.side_to_act == "blue"
    assert column(state, "spend smoke") == "2"


@pytest.mark.parametrize(
    ("shells", "gun", "goes_on"), [(1, "0705", "spend shells"), (0, "0502", "support B2")]
)
def test_who_can_bring_the_die_back_is_asked(
    tmp_path: Path, shells: int, gun: str, goes_on: str
) -> None:
    """A shell, or the gun at 0502, makes the certain battle one that is rolled for."""
    game = varied(tmp_path, f"{CERTAIN}pools: {{shells: {{begins: {shells}}}}}\n", "support")
    setup = {**FRONT, "R2": "0302", "B2": gun}
    state = game.start(None, setup=setup, phase="red_combat", dice=(6,))
    state.apply("attack 0402 by R1 R2")
    assert (state.side_to_act, listed(state)) == ("red", ["spend air", "pass"])
    state.apply("pass")
    assert (state.side_to_act, listed(state)) == ("blue", [goes_on, "pass"])


def test_too_few_points_are_refused_with_the_reason(tmp_path: Path) -> None:
    more = "combat: {modifiers: {air: {spends: {pool: air, count: 2, most: 2}}}}\n"
    game = varied(tmp_path, more, "support")
    state = game.start(None, setup=FRONT, phase="red_combat")
    state.apply("attack 0402 by R1")
    # The first use costs two of three points; red passes on his own, so blue is asked.
    state.apply("spend air")
    assert (state.side_to_act, state.records()["air"]) == ("blue", 1)


def test_what_is_too_far_away_is_not_spent() -> None:
    """The staff must be within four hexes of the battle; without one there is no air support."""
    state = battle(R1="0102", B1="0202", RS="0705", B2="0101")
    state.apply("attack 0202 by R1")
    assert state.side_to_act == "blue"
    none = battle(RS="")
    none.apply("attack 0402 by R1")
    assert none.side_to_act == "blue"


def test_nobody_spends_the_points_of_the_other() -> None:
    state = attacked()
    assert why(state, "spend shells") == "8.2: Barrage is not yours to pay for now."
    state.apply("pass")
    assert why(state, "spend air") == "8.1: Air support is not yours to pay for now."


def test_blue_has_no_air_support_when_he_attacks() -> None:
    units = {"R1": "0302", "RS": "0202", "B1": "0402"}
    state = place("support", units, "blue_combat", dice=(5,))
    assert told(state, "attack 0302 by B1") == ["battle"]


# -- guns behind the front -------------------------------------------------------------------------


def test_a_gun_lends_a_defender_in_range_its_own_strength() -> None:
    """B2 lends 2: four to six. B3 is three hexes away."""
    state = attacked(dice=(6,))
    state.apply("pass")
    assert column(state, "support B2") == "-2"
    assert why(state, "support B3") == "6.2: 0402 is 3 hexes away from B3, and its range is 2."
    assert why(state, "support B1") == "B1 cannot support this defence."
    state.apply("support B2")
    assert "a differential of -2" in prompt(state)


def test_terrain_does_nothing_to_what_is_lent() -> None:
    """In the woods B1 is worth 8, and 10 with the gun."""
    state = battle(R1="0304", B1="0404", B2="0504")
    state.apply("attack 0404 by R1")
    while state.side_to_act == "red":
        state.apply("pass")
    assert foreseen(state, "support B2").defender_strength == 10


def test_a_gun_supports_once_in_a_phase() -> None:
    state = battle(dice=(3, 3), R2="0603", B3="0503")
    for line in ("attack 0402 by R1", "pass", "support B2"):
        state.apply(line)
    while state.decision is not None and state.decision.kind == "commitment":
        state.apply("pass")
    state.apply("attack 0503 by R2")
    while state.side_to_act == "red":
        state.apply("pass")
    text = "6.3: B2 has lent its strength already in this phase."
    assert why(state, "support B2") == text


def test_nothing_happens_to_who_supports() -> None:
    """A 1 in column 2 eliminates a defender: it is B1."""
    state = attacked(dice=(1,))
    for line in ("spend air", "spend air", "support B2", "pass"):
        state.apply(line)
    assert (state.position("B1"), state.position("B2")) == (None, "0502")


def test_attackers_get_no_support_where_only_defenders_do() -> None:
    """The guns of this game lend nothing to attacks."""
    units = {"R1": "0302", "B1": "0402", "B2": "0502"}
    state = place("support", units, "blue_combat")
    assert "attack 0302 by B1 B2" not in listed(state)


# -- leaders ---------------------------------------------------------------------------------------


def test_a_leader_with_the_attackers_adds_his_rating_once() -> None:
    """The better of two, whether or not he attacks himself; not one in another hex."""
    stacked = battle(R2="0303", RL="0303", RS="0303")
    preview = foreseen(stacked, "attack 0402 by R1 R2")
    assert preview.attacker_strength == 10
    assert "Leader (RL)" in [line.label for line in preview.modifiers]
    assert foreseen(battle(RL="0202"), "attack 0402 by R1").attacker_strength == 4
    assert foreseen(battle(RS="0302"), "attack 0402 by R1").attacker_strength == 5


def test_a_leader_of_the_defenders_changes_the_die() -> None:
    """Half of a rating of 2; of the attackers' leader nothing."""
    assert foreseen(battle(BL="0402"), "attack 0402 by R1").roll == 1
    assert foreseen(battle(BL="0502", RL="0302"), "attack 0402 by R1").roll == 0


def test_a_leader_who_is_thought_elsewhere_is_asked_anew() -> None:
    """A preview leaves nothing behind: the same question has the same answer."""
    state = battle(RL="0302")
    first = foreseen(state, "attack 0402 by R1")
    assert foreseen(state, "attack 0402 by R1") == first
    assert broken_invariants(state) == []


# -- everything else -------------------------------------------------------------------------------


def test_a_battle_under_way_survives_saving() -> None:
    state = attacked()
    state.apply("spend air")
    state.apply("pass")
    state.apply("support B2")
    again = tiny("support").state_from_dict(state.to_dict())
    assert again == state
    assert (prompt(again), listed(again)) == (prompt(state), listed(state))


def test_declared_battles_are_supported_when_they_are_fought(tmp_path: Path) -> None:
    game = varied(tmp_path, "combat: {battle: {declare: all_first}}\n", "support")
    state = game.start(None, setup=FRONT, phase="red_combat", dice=(1,))
    state.apply("attack 0402 by R1")
    assert "spend air" not in listed(state)
    state.apply("done")
    assert listed(state) == ["spend air", "pass"]


def test_random_games_end() -> None:
    for seed in range(10):
        state = tiny("support").start(seed=seed)
        play(state, Random(seed))
        assert state.is_over


@pytest.mark.parametrize(("dice", "line"), [((1,), "spend air")])
def test_the_computer_pays_for_what_helps_him(dice: tuple[int, ...], line: str) -> None:
    state = attacked(dice)
    assert str(GreedyPlayer().choose(state, Random(1))) == line
    state.apply("pass")
    assert GreedyPlayer().choose(state, Random(1)).verb in ("spend", "support")
