"""Section ``bombardment``: what a rule-lawyer asks about guns in combat from a distance.

In the tiny game *battery* foot (4-4) attack beside them, guns (3-1) at two hexes too unless they
stand in an enemy zone. Odds are ratios, columns 1:2, 1:1, 2:1 and 3:1. The woods, 0404, double the
defence, and so does the brook between 0303 and 0403 if all who cross a hexside cross it.

In *barrage* a gun (4-1) prints a range of 3, a mortar one of 1; targets must be seen past the
woods, 0402, where nobody can be bombarded. Units attack into their own zones; the odds are a
differential.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.engine import Preview
from hexwar.players import GreedyPlayer
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, told, varied

LINE = {"R1": "0303", "R2": "0203", "R3": "0103", "B1": "0403", "B3": "0705"}
"""R1 beside B1, R2 two hexes away, R3 three."""


def battle(options: str = "", dice: tuple[int, ...] = (), **setup: str) -> State:
    """The combat phase of red in *battery*; units as in ``LINE``, or as given."""
    chosen = {**LINE, **setup}
    return place(
        "battery", {u: at for u, at in chosen.items() if at}, "red_combat", options, dice=dice
    )


def modern(options: str = "", dice: tuple[int, ...] = (), **setup: str) -> State:
    """The combat phase of red in *barrage*."""
    return place("barrage", setup, "red_combat", options, dice=dice)


def why(state: State, line: str) -> str:
    """Why an action is refused; empty if it is legal."""
    found = state.explain(line)
    return str(found) if found else ""


def foreseen(state: State, line: str) -> Preview:
    preview = state.preview(line)
    assert isinstance(preview, Preview)
    return preview


# -- who attacks what ----------------------------------------------------------------------------


def test_a_gun_joins_from_two_hexes_away_and_not_from_three() -> None:
    state = battle()
    assert listed(state, "attack") == [
        "attack 0403 by R1",
        "attack 0403 by R2",
        "attack 0403 by R1 R2",
    ]
    text = "9.2: 0403 is 3 hexes away from R3, and its range is 2."
    assert why(state, "attack 0403 by R1 R3") == text


def test_who_is_no_gun_attacks_beside_him_only() -> None:
    state = battle(R1="0203", R2="0303")
    assert (
        why(state, "attack 0403 by R1")
        == "9.1: R1 is not adjacent to 0403, and may not attack from a distance."
    )


def test_a_gun_beside_the_enemy_is_an_attacker_like_any_other() -> None:
    """Its zone is no hindrance there, it retreats, and it may advance."""
    state = battle(R1="", R2="0303", R3="", dice=(1,))
    assert listed(state, "attack") == ["attack 0403 by R2"]
    assert told(battle(R1="", R2="0303", dice=(4,)), "attack 0403 by R2")[:2] == [
        "battle",
        "eliminated",
    ]


def test_a_gun_in_an_enemy_zone_bombards_nobody() -> None:
    state = battle(R1="0102", R2="0304", R3="", B1="0403", B2="0503")
    assert why(state, "attack 0503 by R2").startswith("9.1: R2 is not adjacent to 0503")
    assert why(state, "attack 0403 by R2") == ""


def test_the_preview_counts_the_guns_and_the_die_decides_alike() -> None:
    state = battle(R1="0304", R2="0203", dice=(3,))
    preview = foreseen(state, "attack 0403 by R1 R2")
    assert preview.attackers == ("R1", "R2")
    assert [preview.attacker_strength, preview.defender_strength] == [7, 4]
    assert preview.headings[preview.column] == "1:1"
    fought = state.apply("attack 0403 by R1 R2")[0]
    assert (fought.column, fought.result) == ("1:1", "EX")


def test_guns_alone_attack_if_the_game_allows_it() -> None:
    assert why(battle(), "attack 0403 by R2") == ""
    state = battle("joining")
    text = "9.3: Nobody beside 0403 attacks it, and from a distance R2 may only join."
    assert why(state, "attack 0403 by R2") == text
    assert listed(state, "attack") == ["attack 0403 by R1", "attack 0403 by R1 R2"]


def test_where_guns_only_join_a_hex_with_nobody_beside_it_is_no_target() -> None:
    state = battle("joining", R1="0101", R2="0203")
    assert state.attack_options() == {}


def test_guns_may_be_kept_out_of_the_attacks_of_others(tmp_path: Path) -> None:
    game = varied(tmp_path, "bombardment: {support: []}\n", "battery")
    state = game.start(None, setup=LINE, phase="red_combat")
    assert listed(state, "attack") == ["attack 0403 by R1", "attack 0403 by R2"]
    text = "9.4: R2 may not join an attack on 0403 of units beside it."
    assert why(state, "attack 0403 by R1 R2") == text


def test_a_gun_attacks_once_in_a_phase() -> None:
    state = battle(B2="0404", R3="0205", dice=(3,))
    state.apply("attack 0403 by R2")
    assert why(state, "attack 0404 by R2") == "R2 has already attacked in this phase."


def test_a_stack_that_attacks_together_waits_for_nobody_who_cannot_reach() -> None:
    state = battle("together", R1="0203", R2="0203", R3="0303")
    assert "attack 0403 by R2" in listed(state)
    assert why(state, "attack 0403 by R2") == ""


def test_two_guns_of_a_stack_that_attacks_together_do_so_from_a_distance_too() -> None:
    state = battle("together", R1="", R2="0203", R3="0203")
    assert listed(state, "attack") == ["attack 0403 by R2 R3"]
    assert "may only attack together with R3" in why(state, "attack 0403 by R2")


# -- terrain -------------------------------------------------------------------------------------


def test_who_fires_across_crosses_no_hexside() -> None:
    """The brook doubles the defence if all who cross do so over it, guns behind them or not."""
    assert foreseen(battle(), "attack 0403 by R1 R2").defender_strength == 8
    assert foreseen(battle(), "attack 0403 by R2").defender_strength == 4
    assert foreseen(battle(R3="0304"), "attack 0403 by R1 R2 R3").defender_strength == 4


def test_the_hex_itself_shelters_from_guns_too() -> None:
    assert foreseen(battle(B1="0404", R2="0204"), "attack 0404 by R2").defender_strength == 8


@pytest.mark.parametrize(("word", "may"), [("enemy", True), ("own", False)])
def test_whom_guns_may_bombard_is_seen_from_their_side(
    word: str, may: bool, tmp_path: Path
) -> None:
    game = varied(tmp_path, f"bombardment: {{targets: {{side: {word}}}}}\n", "battery")
    state = game.start(setup=LINE, phase="red_combat")
    assert (state.explain("attack 0403 by R2") is None) == may


# -- what results do -----------------------------------------------------------------------------


def test_guns_at_a_distance_suffer_nothing() -> None:
    """At 1:2 a 6 eliminates the attackers: R1, who is beside the target, and not R2."""
    state = battle(dice=(6,))
    assert told(state, "attack 0403 by R1 R2") == ["battle", "eliminated"]
    assert (state.position("R1"), state.position("R2")) == (None, "0203")


def test_guns_alone_suffer_nothing() -> None:
    state = battle(dice=(6,))
    state.apply("attack 0403 by R2")
    assert state.position("R2") == "0203"
    assert foreseen(battle(), "attack 0403 by R2").expected_losses["red"] == 0


def test_unless_the_game_says_that_all_suffer() -> None:
    state = battle("exposed", dice=(6,))
    state.apply("attack 0403 by R1 R2")
    assert (state.position("R1"), state.position("R2")) == (None, None)


@pytest.mark.parametrize("by", ["R2", "R1 R2"])
def test_guns_at_a_distance_may_be_let_attack_again(by: str, tmp_path: Path) -> None:
    """Whatever results do to attackers they do not to guns; to attack once more is a right."""
    once_more = (
        "combat: {results: {AE: [{again: {only: {type: gun}}}]}, battle: {again: allowed}}\n"
    )
    game = varied(tmp_path, once_more, "battery")
    state = game.start(setup=LINE, phase="red_combat", dice=(5, 5, 5))
    assert "attacks_again" in told(state, f"attack 0403 by {by}")
    assert "attack 0403 by R2" in listed(state)
    state.apply("attack 0403 by R2")
    assert "attack 0403 by R2" not in listed(state), "once in a phase"


def test_guns_at_a_distance_do_not_retreat_nor_pay_in_an_exchange() -> None:
    """At 1:2 a 2 drives the attackers back. At 1:1 a 3 exchanges them: R1 pays alone."""
    back = battle(dice=(2,))
    back.apply("attack 0403 by R1 R2")
    assert back.side_to_act == "red"
    assert {action.units for action in back.legal_actions()} == {("R1",)}
    paid = battle(R1="0304", dice=(3,))
    paid.apply("attack 0403 by R1 R2")
    assert (paid.position("R1"), paid.position("R2"), paid.position("B1")) == (None, "0203", None)


def test_nobody_advances_from_a_distance() -> None:
    """Not even where all suffer: the defender is driven off and the hex stays empty."""
    state = battle("exposed", R1="0102", dice=(1,))
    assert told(state, "attack 0403 by R2")[0] == "battle"
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(next(iter(state.legal_actions())))
    assert state.position("B1") != "0403"
    assert state.decision is None or state.decision.kind != "advance"
    assert state.position("R2") == "0203"


def test_the_log_names_who_fought_from_a_distance() -> None:
    state = battle(dice=(6,))
    events = state.apply("attack 0403 by R1 R2")
    assert str(events[0]).startswith("R1, R2 from a distance attack 0403: column 1:2")
    events = battle(dice=(6,)).apply("attack 0403 by R2")
    assert str(events[0]).startswith("R2 attacks 0403 from a distance: ")


# -- obligations -----------------------------------------------------------------------------------


def test_a_bombardment_meets_the_obligation_that_a_unit_be_attacked() -> None:
    """B1 stands in the zone of R1, who may leave the attack to the guns."""
    state = battle(R3="0105", B2="0305", dice=(1,))
    assert why(state, "done") == "7.1: B1 must be attacked."
    state.apply("attack 0403 by R2")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(next(iter(state.legal_actions())))
    assert (state.phase, why(state, "done")) == ("red_combat", "")


def test_unless_only_contact_counts() -> None:
    """Then guns alone would take the target from those who must attack it."""
    state = battle("contact")
    assert "attack 0403 by R2" not in listed(state)
    assert why(state, "attack 0403 by R2") == (
        "7.1: If R2 attacked 0403, fewer could do what they must: B1 must be attacked."
    )
    assert why(state, "attack 0403 by R1 R2") == ""


def test_guns_may_bombard_whom_nobody_must_attack() -> None:
    """With contact or without: B2 stands in no zone."""
    state = battle("contact", R3="0105", B2="0305")
    assert why(state, "attack 0305 by R3") == ""


# -- a modern army -------------------------------------------------------------------------------


def test_the_range_is_what_the_counter_prints() -> None:
    state = modern(R1="0303", R2="0103", R3="0304", B1="0403", B3="0504")
    assert why(state, "attack 0403 by R2") == ""
    assert "0504 is 4 hexes away from R2, and its range is 3" in why(state, "attack 0504 by R2")
    assert "0504 is 2 hexes away from R3, and its range is 1" in why(state, "attack 0504 by R3")


def test_what_is_not_seen_is_not_bombarded() -> None:
    """The woods, 0402, lie between 0303 and 0502."""
    state = modern(R1="0602", R2="0303", B1="0502")
    assert why(state, "attack 0502 by R2").startswith("5.1: No line of sight from 0303 to 0502")
    assert why(modern(R2="0303", B1="0503"), "attack 0503 by R2") == ""


def test_some_targets_are_only_attacked_from_beside_them() -> None:
    state = modern(R1="0302", R2="0203", B1="0402")
    assert why(state, "attack 0402 by R2") == "4.2: 0402 may not be attacked from a distance."
    assert why(state, "attack 0402 by R1") == ""


def test_who_may_be_a_target_can_depend_on_who_sees_him() -> None:
    """With an observer only: infantry beside the target."""
    far = modern("observed", R1="0202", R2="0303", B1="0503")
    assert far.attack_options() == {}
    near = modern("observed", R1="0602", R2="0303", B1="0503")
    assert why(near, "attack 0503 by R2") == ""


def test_guns_need_no_zone_to_attack_into_from_a_distance() -> None:
    assert why(modern(R2="0303", B1="0504"), "attack 0504 by R2") == ""


def test_guns_count_among_the_most_attackers(tmp_path: Path) -> None:
    game = varied(tmp_path, "combat: {attackers: {most: 2}}\n", "barrage")
    setup = {"R1": "0303", "R2": "0203", "R3": "0304", "B1": "0403"}
    state = game.start(None, setup=setup, phase="red_combat")
    assert why(state, "attack 0403 by R1 R2") == ""
    assert "At most 2 units" in why(state, "attack 0403 by R1 R2 R3")


# -- everything else -----------------------------------------------------------------------------


def test_a_bombardment_is_not_taken_back_and_survives_saving() -> None:
    state = battle(dice=(2,))
    history = History(state)
    state.apply("attack 0403 by R1 R2")
    assert not history.can_undo
    assert tiny("battery").state_from_dict(state.to_dict()) == state


@pytest.mark.parametrize("name", ["battery", "barrage"])
def test_games_with_guns_end(name: str) -> None:
    for seed in range(10):
        state = tiny(name).start(seed=seed)
        play(state, Random(seed))
        assert state.is_over


def test_computer_players_use_guns() -> None:
    """A gun and infantry against one unit in the open, whom the two together can drive off."""
    state = modern(R1="0304", R2="0303", R3="0101", B3="0504", B1="0404")
    action = GreedyPlayer().choose(state, Random(1))
    assert (action.verb, "R2" in action.units) == ("attack", True)


def test_guns_take_part_in_battles_declared_first(tmp_path: Path) -> None:
    """What has been declared and is taken back obliges again; a gun alone meets no obligation."""
    more = "combat: {battle: {declare: all_first}}\nbombardment: {mandatory: unmet}\n"
    state = varied(tmp_path, more, "battery").start(None, setup=LINE, phase="red_combat", dice=(6,))
    state.apply("attack 0403 by R1 R2")
    assert why(state, "done") == ""
    state.apply("withdraw 0403 by R1 R2")
    assert why(state, "done") == "7.1: B1 must be attacked."
    state.apply("attack 0403 by R1 R2")
    state.apply("done")
    assert (state.position("R1"), state.position("R2")) == (None, "0203")
