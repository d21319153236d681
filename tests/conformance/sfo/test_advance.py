"""Strike Force One, 5.7: advance after combat."""

from __future__ import annotations

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import (
    attack,
    choices,
    elsewhere,
    first,
    kinds,
    lay,
    listed,
    play,
    refused,
    ring,
)


def offered(sfo: Game, die: int = 1, **more: str) -> tuple[State, str, tuple[str, ...]]:
    """A, B, C have attacked W in the middle of a ring; D stands by and touches W too."""
    centre, around = ring(sfo)
    setup = {**dict(zip("ABCD", around, strict=False)), "W": centre, **more}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[die, 1, 1])
    play(state, attack(centre, "ABC"))
    return state, centre, around


@pytest.mark.rule("sfo", "5.7")
def test_any_one_of_the_attackers_may_advance_after_an_elimination(sfo: Game) -> None:
    for unit in "ABC":
        state, centre, _ = offered(sfo)
        assert choices(state) == {"advance A", "advance B", "advance C", "pass"}
        told = first(play(state, f"advance {unit}"), "advanced")
        assert (told.unit, told.path[1], told.rule) == (unit, centre, "5.7")
        assert state.position(unit) == centre


@pytest.mark.rule("sfo", "5.7")
def test_or_after_a_retreat(sfo: Game) -> None:
    """DR: once the defender has gone, by choice or because it had to."""
    centre, around = ring(sfo)
    state = sfo.start(
        "standard", setup={"A": around[0], "W": centre}, phase="soviet_combat", dice=[1]
    )
    play(state, attack(centre, "A"), f"retreat W {around[3]}")
    assert choices(state) == {"advance A", "pass"}
    play(state, "advance A")
    assert state.position("A") == centre


@pytest.mark.rule("sfo", "5.7")
def test_or_when_the_defender_died_for_want_of_a_retreat(sfo: Game) -> None:
    state, _, _ = offered(sfo, die=2)
    assert state.position("W") is None
    assert listed(state, "advance") == {"advance A", "advance B", "advance C"}


@pytest.mark.rule("sfo", "5.7")
@pytest.mark.parametrize("line", ["advance D", "advance W", "advance E"])
def test_only_units_that_took_part_advance(sfo: Game, line: str) -> None:
    state, _, _ = offered(sfo)
    assert refused(state, line) == "5.7"


@pytest.mark.rule("sfo", "5.7")
def test_only_one_unit_advances(sfo: Game) -> None:
    state, _, _ = offered(sfo)
    assert state.explain("advance A+B") is not None
    play(state, "advance A")
    assert state.decision is None or state.decision.kind != "advance"
    assert state.explain("advance B") is not None


@pytest.mark.rule("sfo", "5.7")
def test_it_is_voluntary(sfo: Game) -> None:
    state, centre, around = offered(sfo)
    assert state.decision is not None
    assert state.decision.may_decline
    told = first(play(state, "pass"), "declined")
    assert told.rule == "5.7"
    assert state.units_at(centre) == ()
    assert [state.position(unit) for unit in "ABC"] == list(around[:3])


@pytest.mark.rule("sfo", "5.7")
def test_a_lone_advance_is_still_a_choice(sfo: Game) -> None:
    """One legal advance is not made by itself: it may be declined."""
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[2], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(centre, "A"))
    assert choices(state) == {"advance A", "pass"}


@pytest.mark.rule("sfo", "5.7")
def test_it_is_made_before_the_next_battle(sfo: Game) -> None:
    far = elsewhere(sfo, [ring(sfo)[0]], 4)
    beyond = next(h for h in sfo.map.neighbors(far) if sfo.map.terrain(h) == "open")
    state, centre, _ = offered(sfo, E=far, X=beyond)
    assert refused(state, attack(beyond, "E")) == "3.0"
    assert refused(state, "done") == "3.0"
    play(state, "pass")
    assert listed(state, "attack") == {attack(beyond, "E")}
    assert state.explain("advance A") is not None, "the chance is gone"
    assert state.units_at(centre) == ()


@pytest.mark.rule("sfo", "5.7")
def test_only_into_the_hex_that_was_vacated(sfo: Game) -> None:
    state, centre, around = offered(sfo)
    assert refused(state, f"advance A {around[0]}-{around[5]}") == "5.7"
    assert state.explain(f"advance A {around[0]}-{centre}") is None
    assert refused(state, f"advance A {around[0]}-{centre}-{around[3]}") == "5.7"


@pytest.mark.rule("sfo", "5.7")
def test_enemy_zones_do_not_matter(sfo: Game) -> None:
    """From the zone of X straight into the zone of X: what 4.33 forbids a move."""
    at = lay(sfo, {"a": (0, 0), "w": (1, 0), "x": (1, -1), "b": (0, 1), "c": (1, 1)})
    setup = {"A": at["a"], "B": at["b"], "C": at["c"], "W": at["w"], "X": at["x"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(at["w"], "ABC"), "advance A")
    assert state.position("A") == at["w"]


@pytest.mark.rule("sfo", "5.7")
def test_movement_points_do_not_matter(sfo: Game) -> None:
    """A spends all its four points, attacks and still advances a fifth hex."""
    at = lay(sfo, {name: (index, 0) for index, name in enumerate("abcdef")})
    state = sfo.start("standard", setup={"A": at["a"], "W": at["f"]}, dice=[1])
    play(state, f"move A {at['e']}")
    assert state.phase == "soviet_combat"
    play(state, attack(at["f"], "A"))
    if listed(state, "retreat"):
        play(state, min(listed(state, "retreat")))
    play(state, "advance A")
    assert state.position("A") == at["f"]


@pytest.mark.rule("sfo", "5.7")
def test_it_costs_nothing_in_the_next_turn(sfo: Game) -> None:
    state, centre, _ = offered(sfo)
    play(state, "advance A")
    while state.phase != "soviet_movement":
        play(state, "done")
    assert state.turn == 2
    assert max(int(step.cost) for step in state.reach("A").values()) == 4
    assert state.position("A") == centre


@pytest.mark.rule("sfo", "5.7")
@pytest.mark.parametrize(("names", "die"), [("A", 3), ("A", 6), ("AB", 4), ("ABC", 6)])
def test_defenders_never_advance(sfo: Game, names: str, die: int) -> None:
    """After AR and AE nobody advances: not the defender, and not the attacker."""
    centre, around = ring(sfo)
    setup = {**dict(zip(names, around[::2], strict=False)), "W": centre, "X": around[1]}
    setup["F"] = elsewhere(sfo, [centre], 4)
    setup["Y"] = next(h for h in sfo.map.neighbors(setup["F"]) if sfo.map.terrain(h) == "open")
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[die])
    told = play(state, attack(centre, names))
    while state.decision is not None and state.decision.kind == "retreat":
        told += play(state, min(listed(state, "retreat")))
    assert not {"advanced", "declined"} & set(kinds(told))
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("combat", "soviet")
    assert state.position("W") == centre


@pytest.mark.rule("sfo", "5.7")
def test_both_sides_advance_when_they_attack(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {**dict(zip("WXYZ", around, strict=False)), "A": centre}
    state = sfo.start("standard", setup=setup, phase="us_combat", dice=[1])
    play(state, attack(centre, "WXYZ"), "advance Z")
    assert state.position("Z") == centre
