"""Strike Force One, 7.1 to 7.12: stacking and combat integrity in the Advanced Game."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
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

LINE = {name: (index, 0) for index, name in enumerate("abcdef")}


# -- 7.1 and 7.11 ----------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.1")
@pytest.mark.parametrize(
    ("first_unit", "second", "phase"), [("A", "B", "soviet_movement"), ("W", "X", "us_movement")]
)
def test_two_units_may_share_a_hex(sfo: Game, first_unit: str, second: str, phase: str) -> None:
    at = lay(sfo, LINE)
    setup = {first_unit: at["a"], second: at["d"]}
    state = sfo.start("advanced", setup=setup, phase=phase)
    play(state, f"move {first_unit} {at['d']}")
    assert allowed(state, "done")
    play(state, "done")
    assert state.units_at(at["d"]) == (first_unit, second)


@pytest.mark.rule("sfo", "7.1")
def test_not_in_the_standard_game(sfo: Game) -> None:
    at = lay(sfo, LINE)
    with pytest.raises(ValueError, match="too many"):
        sfo.start("standard", setup={"A": at["a"], "B": at["a"]})
    with pytest.raises(ValueError, match="too many"):
        sfo.start("advanced", setup={"A": at["a"], "B": at["a"], "C": at["a"]})


@pytest.mark.rule("sfo", "7.1")
def test_units_of_two_sides_never_share_a_hex(sfo: Game) -> None:
    at = lay(sfo, LINE)
    with pytest.raises(ValueError, match="two sides"):
        sfo.start("advanced", setup={"A": at["a"], "W": at["a"]})


@pytest.mark.rule("sfo", "7.11")
def test_a_third_unit_does_not_stay(sfo: Game) -> None:
    """It may stop there while the others can still leave; the step cannot end so."""
    at = lay(sfo, LINE)
    state = sfo.start("advanced", setup={"A": at["a"], "B": at["c"], "C": at["c"]})
    play(state, f"move A {at['c']}")
    assert refused(state, "done") == "7.11"
    play(state, f"move C {at['d']}")
    assert allowed(state, "done")
    assert state.units_at(at["c"]) == ("A", "B")


@pytest.mark.rule("sfo", "7.11")
def test_a_third_unit_does_not_join_two_that_are_done(sfo: Game) -> None:
    at = lay(sfo, LINE)
    setup = {"A": at["a"], "B": at["b"], "C": at["f"], "F": elsewhere(sfo, at.values(), 3)}
    state = sfo.start("advanced", setup=setup)
    play(state, f"move A {at['d']}", f"move B {at['d']}")
    assert refused(state, f"move C {at['d']}") == "7.11"
    assert at["d"] not in goals(state, "C")


@pytest.mark.rule("sfo", "7.11")
def test_passing_through_is_free(sfo: Game) -> None:
    at = lay(sfo, LINE)
    setup = {"A": at["a"], "B": at["b"], "C": at["b"], "D": at["c"], "E": at["c"]}
    state = sfo.start("advanced", setup=setup)
    straight = "-".join(at[name] for name in "abcde")
    play(state, f"move A {straight}")
    assert state.position("A") == at["e"]
    assert allowed(state, "done")


@pytest.mark.rule("sfo", "7.11")
def test_a_stack_may_part_and_each_unit_has_its_own_points(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("advanced", setup={"A": at["a"], "B": at["a"]})
    play(state, f"move A {at['e']}")
    assert state.units_at(at["a"]) == ("B",)
    assert at["e"] in goals(state, "B")


@pytest.mark.rule("sfo", "7.11")
def test_nobody_enters_a_hex_with_enemies_however_many(sfo: Game) -> None:
    at = lay(sfo, LINE)
    far = elsewhere(sfo, at.values(), 3)
    setup = {"A": at["a"], "F": far, "W": at["c"], "X": at["c"]}
    state = sfo.start("advanced", setup=setup)
    assert refused(state, f"move A {at['c']}") in ("4.2", "7.11")


CORNER: dict[str, tuple[int, int]] = {
    "b": (0, 0),
    "a": (1, 0),
    "e": (0, 1),
    "w": (1, 1),
    "c": (2, -1),
    "off1": (-1, 1),
    "off2": (-1, 0),
    "off3": (0, -1),
    "off4": (1, -1),
}


@pytest.mark.rule("sfo", "7.11")
def test_nobody_goes_back_while_one_more_fits_into_the_way_out(sfo: Game) -> None:
    """E and F fill one way out of the corner; D joins B and C there; A takes room in the other."""
    at = lay(sfo, CORNER, off=[name for name in CORNER if name.startswith("off")])
    setup = {"B": at["b"], "C": at["b"], "D": at["a"], "E": at["e"], "F": at["e"], "A": at["c"]}
    state = sfo.start("advanced", setup={**setup, "W": at["w"]})
    play(state, f"move D {at['b']}")
    assert refused(state, "done") == "7.11"
    told = play(state, f"move A {at['a']}")
    assert "sent_back" not in kinds(told), "there is still room for one in a"
    assert refused(state, "done") == "7.11"
    told = play(state, f"move B {at['a']}")
    assert "sent_back" not in kinds(told)
    assert state.units_at(at["a"]) == ("A", "B")
    assert state.units_at(at["b"]) == ("C", "D")


@pytest.mark.rule("sfo", "7.11")
def test_two_who_came_go_back_in_turn(sfo: Game) -> None:
    """D and then E join B and C in the corner; A and F fill a: both must go, E before D."""
    at = lay(sfo, {**CORNER, "g": (3, -1)}, off=[n for n in CORNER if n.startswith("off")])
    setup = {"B": at["b"], "C": at["b"], "D": at["e"], "E": at["e"], "A": at["c"], "F": at["g"]}
    state = sfo.start("advanced", setup={**setup, "W": at["w"], "X": elsewhere(sfo, at.values())})
    play(state, f"move D {at['b']}", f"move E {at['b']}")
    assert len(state.units_at(at["b"])) == 4
    told = play(state, f"move A {at['a']}", f"move F {at['a']}")
    assert "sent_back" not in kinds(told), "e has room for two"
    told = play(state, f"move B {at['e']}", f"move C {at['e']}")
    assert "sent_back" not in kinds(told)
    assert state.units_at(at["b"]) == ("D", "E")


@pytest.mark.rule("sfo", "7.11")
@pytest.mark.parametrize("options", [(), ("second_echelon", "west_german")])
def test_never_more_than_two_after_a_step_a_retreat_or_an_advance(
    sfo: Game, options: tuple[str, ...]
) -> None:
    for seed in range(15):
        random = Random(seed)
        state = sfo.start("advanced", options, seed=seed)
        while not state.is_over:
            told = state.apply(state.sample_action(random))
            if {"phase_ends", "retreated", "advanced"} & set(kinds(told)):
                places = [h for unit in sfo.units if (h := state.position(unit))]
                assert max(places.count(number) for number in places) <= 2


# -- 7.12 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.12")
def test_an_attack_on_a_hex_is_against_both_its_units(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {**dict(zip("ABC", around, strict=False)), "W": centre, "X": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[4])
    assert state.preview(attack(centre, "ABC")).defenders == ("W", "X")
    assert first(play(state, attack(centre, "ABC")), "battle").defenders == ("W", "X")


@pytest.mark.rule("sfo", "7.12")
def test_a_hex_attacks_with_both_its_units(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[0], "C": around[2], "W": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    assert listed(state, "attack") == {attack(centre, force) for force in ("C", "AB", "ABC")}
    for force in ("A", "B", "AC", "BC"):
        assert refused(state, attack(centre, force)) == "7.12"


@pytest.mark.rule("sfo", "7.12")
def test_stacked_units_do_not_attack_different_hexes(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0), "y": (0, 1)})
    setup = {"A": at["a"], "B": at["a"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[5])
    assert listed(state, "attack") == {attack(at["x"], "AB"), attack(at["y"], "AB")}
    for target in (at["x"], at["y"]):
        for unit in "AB":
            assert refused(state, attack(target, unit)) == "7.12"


@pytest.mark.rule("sfo", "7.12")
def test_after_its_attack_the_whole_hex_has_attacked(sfo: Game) -> None:
    """No effect on X: A and B stay where they are, and neither may attack Y."""
    at = lay(sfo, {"a": (0, 0), "x": (1, 0), "y": (0, 1)})
    setup = {"A": at["a"], "B": at["a"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[4])
    told = play(state, attack(at["x"], "AB"))
    assert first(told, "battle").result == "NE"
    assert state.phase != "soviet_combat", "nothing is left to do"


@pytest.mark.rule("sfo", "7.12")
def test_a_hex_that_was_attacked_is_not_attacked_again(sfo: Game) -> None:
    centre, around = ring(sfo)
    far = elsewhere(sfo, [centre], 4)
    beyond = next(h for h in sfo.map.neighbors(far) if sfo.map.terrain(h) == "open")
    setup = {"A": around[0], "B": around[3], "W": centre, "C": far, "X": beyond}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[3])
    assert first(play(state, attack(centre, "A")), "battle").result == "NE"
    assert refused(state, attack(centre, "B")) == "5.3"
    assert refused(state, attack(centre, "A")) == "5.3"
    assert listed(state, "attack") == {attack(beyond, "C")}


@pytest.mark.rule("sfo", "7.12")
def test_it_is_still_voluntary_to_attack_with_a_stack(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[0], "W": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[])
    assert choices(state) == {attack(centre, "AB"), "done"}


@pytest.mark.rule("sfo", "7.12")
def test_both_units_count_as_attackers(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[0], "W": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    preview = state.preview(attack(centre, "AB"))
    assert preview.headings[preview.column] == "+1"


@pytest.mark.rule("sfo", "7.12")
def test_six_units_in_three_hexes_attack_together(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = dict(zip("ABCDEF", [h for h in around[:3] for _ in "12"], strict=True))
    state = sfo.start("advanced", setup={**setup, "W": centre}, phase="soviet_combat")
    forces = ("AB", "CD", "EF", "ABCD", "ABEF", "CDEF", "ABCDEF")
    assert listed(state, "attack") == {attack(centre, force) for force in forces}
    preview = state.preview(attack(centre, "ABCDEF"))
    assert preview.headings[preview.column] == "+5"


def remembered(game: Game, state: State, what: str, *units: str) -> State:
    """The same position when these units have ``fought`` or been ``attacked`` in this step."""
    data = state.to_dict()
    mask = sum(1 << list(game.units).index(unit) for unit in units)
    data["memory"].setdefault("combat", {})[what] = mask
    return game.state_from_dict(data)


@pytest.mark.rule("sfo", "7.12")
def test_who_stands_with_a_unit_that_has_attacked_does_not_attack(sfo: Game) -> None:
    """B has fought and then joined A, as a retreat may bring about."""
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[0], "C": around[2], "W": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    state = remembered(sfo, state, "fought", "B")
    assert listed(state, "attack") == {attack(centre, "C")}
    assert refused(state, attack(centre, "A")) == "7.12"
    assert refused(state, attack(centre, "AC")) == "7.12"
    assert refused(state, attack(centre, "AB")) == "5.3"


@pytest.mark.rule("sfo", "7.12")
def test_who_stands_with_a_unit_that_was_attacked_is_not_attacked(sfo: Game) -> None:
    """X has been attacked and then joined W: the hex has been attacked."""
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[1], "W": centre, "X": centre}
    far = elsewhere(sfo, [centre], 4)
    beyond = next(h for h in sfo.map.neighbors(far) if sfo.map.terrain(h) == "open")
    setup |= {"C": far, "Y": beyond}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    state = remembered(sfo, state, "attacked", "X")
    assert listed(state, "attack") == {attack(beyond, "C")}
    assert refused(state, attack(centre, "AB")) in ("5.3", "7.12")


@pytest.mark.rule("sfo", "7.12")
def test_u_s_stacks_fight_together_as_well(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"W": around[0], "X": around[0], "Y": around[1], "Z": around[1], "A": centre}
    state = sfo.start("advanced", setup=setup, phase="us_combat")
    assert listed(state, "attack") == {attack(centre, force) for force in ("WX", "YZ", "WXYZ")}
    assert refused(state, attack(centre, "WY")) == "7.12"
