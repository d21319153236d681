"""Strike Force One, 5.0 to 5.5: who attacks whom, and the Standard Game's table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from hexwar.engine.dice import DiceExhaustedError
from hexwar.engine.violation import IllegalAction
from hexwar.rules.game import Game
from tests.conformance.sfo.ground import (
    allowed,
    attack,
    choices,
    elsewhere,
    first,
    goals,
    kinds,
    lay,
    listed,
    play,
    refused,
    ring,
)

TABLE = {
    1: ("DR", "DR", "DE", "DE", "DE", "DE"),
    2: ("DR", "DR", "DR", "DE", "DE", "DE"),
    3: ("AR", "DR", "DR", "DR", "DE", "DE"),
    4: ("AR", "AR", "DR", "DR", "DR", "DE"),
    5: ("AR", "AR", "DR", "DR", "DR", "DR"),
    6: ("AE", "AR", "AR", "DR", "DR", "DR"),
}
"""The printed table: die to the results for one to six attackers."""

CELLS = [(die, count) for die in TABLE for count in range(1, 7)]

PAIR = {"a": (0, 0), "x": (1, 0), "b": (1, -1), "y": (2, -1)}
"""A touches X alone; B touches both X and Y."""


# -- 5.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.0")
def test_only_adjacent_units_attack(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "b": (1, 0), "x": (2, 0)})
    setup = {"A": at["a"], "B": at["b"], "X": at["x"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat")
    assert listed(state, "attack") == {attack(at["x"], "B")}
    assert refused(state, attack(at["x"], "A")) == "5.0"
    assert refused(state, attack(at["x"], "AB")) == "5.0"


@pytest.mark.rule("sfo", "5.0")
@pytest.mark.parametrize("spot", ["empty", "friend"])
def test_only_enemies_are_attacked(sfo: Game, spot: str) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0), "friend": (-1, 0), "empty": (0, 1)})
    setup = {"A": at["a"], "B": at["friend"], "X": at["x"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat")
    assert refused(state, attack(at[spot], "A")) == "5.0"
    assert refused(state, "attack 9999 by A") == "5.0"


@pytest.mark.rule("sfo", "5.0")
@pytest.mark.parametrize(
    ("phase", "unit", "target"), [("soviet_combat", "X", "a"), ("us_combat", "A", "x")]
)
def test_only_the_side_whose_step_it_is_attacks(
    sfo: Game, phase: str, unit: str, target: str
) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0)})
    state = sfo.start("standard", setup={"A": at["a"], "X": at["x"]}, phase=phase)
    assert refused(state, attack(at[target], unit)) == "5.0"


@pytest.mark.rule("sfo", "5.0")
def test_a_unit_out_of_play_does_not_attack(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0)})
    state = sfo.start("standard", setup={"A": at["a"], "X": at["x"]}, phase="soviet_combat")
    assert refused(state, attack(at["x"], "AB")) == "5.0"


@pytest.mark.rule("sfo", "5.0")
@pytest.mark.parametrize("order", ["xy", "yx"])
def test_battles_in_any_order_each_with_its_result_before_the_next(sfo: Game, order: str) -> None:
    at = lay(sfo, PAIR)
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6, 6])
    by = {"x": "A", "y": "B"}
    events = []
    for target in order:
        events += play(state, attack(at[target], by[target]))
    assert kinds(events)[:4] == ["battle", "eliminated", "battle", "eliminated"]
    assert state.position("A") is state.position("B") is None


@pytest.mark.rule("sfo", "5.0")
def test_no_battle_begins_before_the_last_is_settled(sfo: Game) -> None:
    at = lay(sfo, PAIR)
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1, 1])
    play(state, attack(at["x"], "A"))
    assert state.decision is not None
    assert state.decision.kind != "combat"
    assert refused(state, attack(at["y"], "B")) == "3.0"


# -- 5.1 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.1")
def test_nobody_has_to_attack(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = dict(zip("ABCDEF", around, strict=True))
    state = sfo.start("standard", setup={**setup, "W": centre}, phase="soviet_combat", dice=[])
    assert allowed(state, "done")
    play(state, "done")
    assert state.phase == "us_combat", "W can not move, and may attack"
    assert state.position("W") == centre


@pytest.mark.rule("sfo", "5.1")
def test_after_one_battle_the_others_are_still_voluntary(sfo: Game) -> None:
    at = lay(sfo, PAIR)
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6])
    play(state, attack(at["x"], "A"))
    assert "done" in choices(state)
    assert listed(state, "attack") == {attack(at["y"], "B")}


@pytest.mark.rule("sfo", "5.1")
def test_the_defender_is_not_asked(sfo: Game) -> None:
    """The die is rolled at once; nothing lets the defender decline or answer."""
    centre, around = ring(sfo)
    setup = dict(zip("ABC", around[:3], strict=True))
    state = sfo.start("standard", setup={**setup, "W": centre}, phase="soviet_combat", dice=[1])
    events = play(state, attack(centre, "ABC"))
    assert kinds(events) == ["battle", "eliminated"]
    assert state.side_to_act == "soviet"


# -- 5.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.2")
def test_any_of_the_adjacent_units_attack_together(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = dict(zip("ABC", around[:3], strict=True))
    state = sfo.start("standard", setup={**setup, "W": centre}, phase="soviet_combat")
    forces = ["A", "B", "C", "AB", "AC", "BC", "ABC"]
    assert listed(state, "attack") == {attack(centre, force) for force in forces}


@pytest.mark.rule("sfo", "5.2")
def test_six_units_around_one_enemy_attack_together(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = dict(zip("ABCDEF", around, strict=True))
    state = sfo.start("standard", setup={**setup, "W": centre}, phase="soviet_combat", dice=[4])
    assert len(listed(state, "attack")) == 2**6 - 1
    battle = first(play(state, attack(centre, "ABCDEF")), "battle")
    assert battle.attackers == tuple("ABCDEF")
    assert battle.column == "6"


@pytest.mark.rule("sfo", "5.2")
def test_the_order_of_the_names_does_not_matter(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {**dict(zip("ABC", around[:3], strict=True)), "W": centre}
    told = []
    for names in ("ABC", "CBA", "BCA"):
        state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[2])
        told.append([str(event) for event in play(state, attack(centre, names))])
    assert told[0] == told[1] == told[2]


@pytest.mark.rule("sfo", "5.2")
def test_the_attacker_chooses_whom_to_engage_and_whom_to_ignore(sfo: Game) -> None:
    """Two on one, one on each, or one alone: all of them are legal from the same position."""
    at = lay(sfo, PAIR)
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6, 6])
    expected = {attack(at["x"], force) for force in ("A", "B", "AB")} | {attack(at["y"], "B")}
    assert listed(state, "attack") == expected
    assert state.attack_options() == {at["x"]: (("A",), ("B",)), at["y"]: (("B",),)}


@pytest.mark.rule("sfo", "5.2")
def test_who_is_not_adjacent_does_not_join(sfo: Game) -> None:
    at = lay(sfo, PAIR)
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat")
    assert refused(state, attack(at["y"], "AB")) == "5.0"


# -- 5.3 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.3")
def test_no_unit_attacks_twice(sfo: Game) -> None:
    at = lay(sfo, {**PAIR, "far": (3, -1)})
    setup = {"B": at["b"], "X": at["x"], "Y": at["y"], "A": at["a"], "C": at["far"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1, 6])
    play(state, attack(at["x"], "B"))
    while state.decision is not None and state.decision.kind != "combat":
        play(state, "pass" if "pass" in choices(state) else min(listed(state, "retreat")))
    assert refused(state, attack(at["y"], "B")) == "5.3"
    assert refused(state, attack(at["y"], "BC")) == "5.3"
    assert allowed(state, attack(at["y"], "C"))


@pytest.mark.rule("sfo", "5.3")
def test_no_unit_is_attacked_twice(sfo: Game) -> None:
    """A dies on W (AE); B stands beside W too, but W has been attacked."""
    centre, around = ring(sfo)
    at = {"A": around[0], "B": around[2], "W": centre}
    far = elsewhere(sfo, [centre], 4)
    beyond = next(h for h in sfo.map.neighbors(far) if sfo.map.terrain(h) == "open")
    setup = {**at, "C": far, "X": beyond}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6])
    play(state, attack(centre, "A"))
    assert state.position("A") is None
    assert refused(state, attack(centre, "B")) == "5.3"
    assert listed(state, "attack") == {attack(beyond, "C")}


@pytest.mark.rule("sfo", "5.3")
def test_a_unit_that_advanced_does_not_attack_from_its_new_hex(sfo: Game) -> None:
    at = lay(
        sfo,
        {"a": (0, 0), "b": (1, -1), "x": (1, 0), "y": (2, 0), "c": (0, 1), "d": (2, -1)},
    )
    setup = {"A": at["a"], "B": at["b"], "C": at["c"], "D": at["d"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(at["x"], "ABC"), "advance A")
    assert state.position("A") == at["x"]
    assert refused(state, attack(at["y"], "A")) == "5.3"
    assert listed(state, "attack") == {attack(at["y"], "D")}


@pytest.mark.rule("sfo", "5.3")
def test_everybody_may_fight_again_in_the_next_turn(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[1], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6, 6])
    play(state, attack(centre, "A"))
    assert state.side_to_act == "us"
    while state.phase != "soviet_combat":
        play(state, "done")
    assert allowed(state, attack(centre, "B"))


@pytest.mark.rule("sfo", "5.3")
def test_who_was_attacked_may_attack_in_its_own_step(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[3], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6])
    play(state, attack(centre, "A"))
    while state.phase != "us_combat":
        play(state, "done")
    assert allowed(state, attack(around[3], "W"))


@pytest.mark.rule("sfo", "5.3")
def test_a_battle_has_one_defending_unit(sfo: Game) -> None:
    at = lay(sfo, PAIR)
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    assert first(play(state, attack(at["x"], "AB")), "battle").defenders == ("X",)


# -- 5.4 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.4")
@pytest.mark.parametrize("line", ["attack 0503", "attack 0503 by", "attack 0503 by A A", "attack"])
def test_a_battle_needs_attackers_and_a_target(sfo: Game, line: str) -> None:
    state = sfo.start("standard", phase="us_movement")
    before = state.to_dict()
    with pytest.raises(IllegalAction):
        state.apply(line)
    assert state.to_dict() == before


@pytest.mark.rule("sfo", "5.4")
def test_a_battle_is_told_with_attackers_defender_die_and_result(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[1], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[5])
    battle = first(play(state, attack(centre, "AB")), "battle")
    assert (battle.attackers, battle.defenders) == (("A", "B"), ("W",))
    assert (battle.target, battle.die, battle.column, battle.result) == (centre, 5, "2", "AR")


# -- 5.5 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.5")
@pytest.mark.parametrize(("die", "count"), CELLS)
def test_every_cell_of_the_table(sfo: Game, die: int, count: int) -> None:
    """For each number of attackers and each die: the printed result, and what it does at once."""
    centre, around = ring(sfo)
    names = "ABCDEF"[:count]
    setup = {**dict(zip(names, around, strict=False)), "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[die])
    battle = first(play(state, attack(centre, names)), "battle")
    expected = TABLE[die][count - 1]
    assert (battle.result, battle.die, battle.column) == (expected, die, str(count))
    assert battle.rule == "5.5"
    if expected == "DE":
        assert state.position("W") is None
    elif expected in ("AR", "AE"):
        assert state.position("W") == centre
    if expected == "AE":
        assert state.position("A") is None


@pytest.mark.rule("sfo", "5.5")
@pytest.mark.parametrize("count", range(1, 5))
def test_the_table_is_the_same_for_the_other_side(sfo: Game, count: int) -> None:
    centre, around = ring(sfo)
    names = "WXYZ"[:count]
    setup = {**dict(zip(names, around, strict=False)), "A": centre}
    for die, results in TABLE.items():
        state = sfo.start("standard", setup=setup, phase="us_combat", dice=[die])
        assert first(play(state, attack(centre, names)), "battle").result == results[count - 1]


@pytest.mark.rule("sfo", "5.5")
@pytest.mark.parametrize("count", range(1, 7))
def test_the_preview_gives_each_result_its_share_of_the_die(sfo: Game, count: int) -> None:
    centre, around = ring(sfo)
    names = "ABCDEF"[:count]
    setup = {**dict(zip(names, around, strict=False)), "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[])
    preview = state.preview(attack(centre, names))
    column = Counter(results[count - 1] for results in TABLE.values())
    assert preview.probabilities == {code: Fraction(n, 6) for code, n in column.items()}
    assert preview.headings[preview.column] == str(count)
    assert sum(preview.probabilities.values()) == 1


@pytest.mark.rule("sfo", "5.5")
@pytest.mark.parametrize("count", range(1, 7))
def test_one_die_a_battle_however_many_attack(sfo: Game, count: int) -> None:
    centre, around = ring(sfo)
    names = "ABCDEF"[:count]
    setup = {**dict(zip(names, around, strict=False)), "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[3])
    events = play(state, attack(centre, names))
    assert state.rolled == kinds(events).count("battle") == 1


@pytest.mark.rule("sfo", "5.5")
def test_the_die_has_nothing_to_do_with_movement(sfo: Game) -> None:
    """A whole movement step with no die to throw."""
    state = sfo.start("standard", dice=[])
    for unit in "ABCDEF":
        play(state, f"move {unit} {max(goals(state, unit))}")
    assert state.rolled == 0


@pytest.mark.rule("sfo", "5.5")
def test_a_battle_with_no_die_to_throw_is_an_error(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0)})
    state = sfo.start(
        "standard", setup={"A": at["a"], "X": at["x"]}, phase="soviet_combat", dice=[]
    )
    before, legal = state.to_dict(), state.legal_actions()
    actions = iter(legal)
    first_of_them = next(actions)
    with pytest.raises(DiceExhaustedError):
        state.apply(attack(at["x"], "A"))
    assert state.to_dict() == before
    assert [first_of_them, *actions] == list(legal), "the state has not moved on"


@pytest.mark.rule("sfo", "5.5")
def test_seeded_dice_show_every_face(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0)})
    setup = {"A": at["a"], "X": at["x"]}
    faces = set()
    for seed in range(60):
        state = sfo.start("standard", setup=setup, phase="soviet_combat", seed=seed)
        faces.add(first(play(state, attack(at["x"], "A")), "battle").die)
    assert faces == {1, 2, 3, 4, 5, 6}
