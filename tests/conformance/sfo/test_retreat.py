"""Strike Force One, 5.6: what the results of the Standard Game do, and where units retreat."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import (
    CENTRE,
    attack,
    choices,
    first,
    kinds,
    lay,
    listed,
    play,
    refused,
    ring,
    zone_of,
)

DE, DR, AR, AE = ("ABC", 1), ("A", 1), ("A", 3), ("A", 6)
"""Attackers and a die that give each result."""


def open_to_retreat(game: Game, state: State, unit: str) -> set[str]:
    """The hexes that 5.6 leaves a unit: a plain reading of its three restrictions."""
    side = game.units[unit].side
    here = state.position(unit)
    assert here is not None
    occupied = {state.position(other) for other in game.units}
    enemies = [other for other in game.units if game.units[other].side != side]
    return {
        near
        for near in game.map.neighbors(here)
        if game.map.terrain(near) != "woods"
        and near not in occupied
        and near not in zone_of(game, state, enemies)
    }


def fought(game: Game, setup: dict[str, str], target: str, names: Iterable[str], die: int) -> State:
    """The state after a Soviet attack, at the first choice that it leaves."""
    state = game.start("standard", setup=setup, phase="soviet_combat", dice=[die])
    play(state, attack(target, names))
    return state


# -- the four results ------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.6")
def test_a_defender_eliminated_leaves_the_map(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {**dict(zip("ABC", around, strict=False)), "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    gone = first(play(state, attack(centre, "ABC")), "eliminated")
    assert (gone.unit, gone.hex, gone.rule) == ("W", centre, "5.6")
    assert state.position("W") is None
    assert "W" in state.to_dict()["eliminated"]


@pytest.mark.rule("sfo", "5.6")
def test_the_owner_of_a_beaten_defender_chooses_where_it_goes(sfo: Game) -> None:
    centre, around = ring(sfo)
    for goal in around[2:5]:
        state = fought(sfo, {"A": around[0], "W": centre}, centre, *DR)
        assert (state.side_to_act, state.phase) == ("us", "soviet_combat")
        assert listed(state, "retreat") == {f"retreat W {near}" for near in around[2:5]}
        assert choices(state) == listed(state, "retreat")
        told = first(play(state, f"retreat W {goal}"), "retreated")
        assert (told.unit, told.path, told.rule) == ("W", (centre, goal), "5.6")
        assert state.position("W") == goal


@pytest.mark.rule("sfo", "5.6")
@pytest.mark.parametrize("count", range(1, 4))
def test_all_attackers_retreat_and_the_attacker_chooses(sfo: Game, count: int) -> None:
    """AR: one after the other, order and hexes at the attacker's choice."""
    centre, around = ring(sfo)
    names = "ABC"[:count]
    setup = {**dict(zip(names, around[::2], strict=False)), "W": centre}
    state = fought(sfo, setup, centre, names, 3 if count == 1 else 6)
    assert state.side_to_act == "soviet"
    assert {line.split()[1] for line in listed(state, "retreat")} == set(names)
    for unit in reversed(names):
        mine = {line for line in listed(state, "retreat") if line.split()[1] == unit}
        assert mine == {f"retreat {unit} {near}" for near in open_to_retreat(sfo, state, unit)}
        play(state, min(mine))
    assert sfo.map.distance(state.position("A") or "", centre) == 2
    assert state.position("W") == centre


@pytest.mark.rule("sfo", "5.6")
def test_a_lone_attacker_eliminated_leaves_the_defender_alone(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = sfo.start(
        "standard", setup={"A": around[0], "W": centre}, phase="soviet_combat", dice=[6]
    )
    events = play(state, attack(centre, "A"))
    assert kinds(events)[:2] == ["battle", "eliminated"]
    assert first(events, "eliminated").unit == "A"
    assert (state.position("A"), state.position("W")) == (None, centre)


# -- where units may not retreat -------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.6")
def test_not_into_a_hex_that_a_friend_occupies(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = fought(sfo, {"A": around[0], "W": centre, "X": around[3]}, centre, *DR)
    assert refused(state, f"retreat W {around[3]}") == "5.6"
    assert listed(state, "retreat") == {f"retreat W {around[2]}", f"retreat W {around[4]}"}


@pytest.mark.rule("sfo", "5.6")
def test_not_into_a_hex_that_an_enemy_occupies(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = fought(sfo, {"A": around[0], "B": around[1], "W": centre}, centre, "AB", 1)
    for enemy in around[:2]:
        assert refused(state, f"retreat W {enemy}") == "5.6"


@pytest.mark.rule("sfo", "5.6")
def test_not_into_an_enemy_zone(sfo: Game) -> None:
    """The zone of the attacker, and that of B, which is two hexes away and does not fight."""
    centre, around = ring(sfo)
    state = fought(sfo, {"A": around[0], "W": centre}, centre, *DR)
    for near in (around[1], around[5]):
        assert refused(state, f"retreat W {near}") == "5.6"
    at = lay(
        sfo, {"w": CENTRE, "a": (1, 0), "b": (-2, 0), "s": (-1, 0), "t": (0, -1), "u": (-1, 1)}
    )
    state = fought(sfo, {"A": at["a"], "B": at["b"], "W": at["w"]}, at["w"], *DR)
    assert at["s"] not in {line.split()[2] for line in listed(state, "retreat")}
    assert refused(state, f"retreat W {at['s']}") == "5.6"


@pytest.mark.rule("sfo", "5.6")
def test_not_into_woods(sfo: Game) -> None:
    at = lay(
        sfo,
        {"c": CENTRE, "a": (1, 0), "w": (-1, 0), "n": (-1, 1), "m": (0, -1)},
        woods=["w"],
    )
    state = fought(sfo, {"A": at["a"], "W": at["c"]}, at["c"], *DR)
    assert refused(state, f"retreat W {at['w']}") == "5.6"
    why = state.explain(f"retreat W {at['w']}")
    assert why is not None
    assert why.reason == "retreat.terrain", "nobody is in its way there"
    assert listed(state, "retreat") == {f"retreat W {at['n']}", f"retreat W {at['m']}"}


@pytest.mark.rule("sfo", "5.6")
def test_not_off_the_map(sfo: Game) -> None:
    at = lay(
        sfo,
        {"c": CENTRE, "a": (1, 0), "out": (-1, 0), "n": (-1, 1), "m": (0, -1)},
        off=["out", "n"],
    )
    state = fought(sfo, {"A": at["a"], "W": at["c"]}, at["c"], *DR)
    assert state.position("W") == at["m"], "the one hex that is left"
    at = lay(sfo, {"c": CENTRE, "a": (1, 0), "o": (0, 1), "n": (-1, 0), "m": (0, -1)}, off=["o"])
    state = fought(sfo, {"A": at["a"], "W": at["c"]}, at["c"], *DR)
    assert refused(state, "retreat W 0000") == "5.6"


@pytest.mark.rule("sfo", "5.6")
def test_one_hex_and_no_more(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = fought(sfo, {"A": around[0], "W": centre}, centre, *DR)
    two_away = next(h for h in sfo.map.neighbors(around[3]) if sfo.map.distance(h, centre) == 2)
    assert refused(state, f"retreat W {two_away}") == "5.6"
    assert refused(state, f"retreat W {centre}") == "5.6"


@pytest.mark.rule("sfo", "5.6")
def test_only_the_beaten_unit_retreats(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre, "X": around[3]}
    state = fought(sfo, setup, centre, *DR)
    free = min(open_to_retreat(sfo, state, "X"))
    assert refused(state, f"retreat X {free}") == "5.6"
    assert refused(state, f"retreat A {free}") == "5.6"


@pytest.mark.rule("sfo", "5.6")
@pytest.mark.parametrize("line", ["pass", "done", "lose W", "move W {}", "advance A"])
def test_a_retreat_is_not_declined(sfo: Game, line: str) -> None:
    centre, around = ring(sfo)
    state = fought(sfo, {"A": around[0], "W": centre}, centre, *DR)
    assert refused(state, line.format(around[3])) == "3.0"


@pytest.mark.rule("sfo", "5.6")
def test_the_only_retreat_there_is_is_made_at_once_and_told(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[2], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    told = first(play(state, attack(centre, "A")), "retreated")
    assert told.forced
    assert state.position("W") == around[4]
    assert state.side_to_act == "soviet", "and the advance is offered"


@pytest.mark.rule("sfo", "5.6")
def test_the_only_retreat_of_several_attackers_is_made_at_once(sfo: Game) -> None:
    """A in the corner can go nowhere, so B, with one hex open, is the only choice there is."""
    setup = {"A": "0101", "B": "0102", "W": "0201"}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[4])
    events = play(state, "attack 0201 by A B")
    assert first(events, "retreated").forced
    assert (state.position("A"), state.position("B")) == (None, "0103")


# -- eliminated instead ----------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.6")
def test_a_defender_with_nowhere_to_go_is_eliminated(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[2], "C": around[4], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    events = play(state, attack(centre, "A"))
    assert kinds(events) == ["battle", "retreat_blocked", "eliminated"]
    assert events[1].rule == "5.6"
    assert state.position("W") is None
    assert listed(state, "advance") == {"advance A"}


@pytest.mark.rule("sfo", "5.6")
def test_friends_woods_and_the_edge_can_shut_a_unit_in_together(sfo: Game) -> None:
    """No enemy zone but the attacker's: friends in all the other hexes are enough."""
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre, **dict(zip("XYZ", around[2:5], strict=True))}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(centre, "A"))
    assert state.position("W") is None
    assert [state.position(unit) for unit in "XYZ"] == list(around[2:5])


@pytest.mark.rule("sfo", "5.6")
def test_an_attacker_with_nowhere_to_go_is_eliminated(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": centre, **dict(zip("WXY", around[::2], strict=True))}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[3])
    events = play(state, attack(around[0], "A"))
    assert kinds(events)[:3] == ["battle", "retreat_blocked", "eliminated"]
    assert state.position("A") is None


@pytest.mark.rule("sfo", "5.6")
@pytest.mark.parametrize(("saved", "lost"), [("A", "B"), ("B", "A")])
def test_the_attacker_chooses_who_takes_the_last_hex(sfo: Game, saved: str, lost: str) -> None:
    """One hex is left for two attackers: whoever goes first has it, the other is eliminated."""
    at = lay(sfo, {"w": CENTRE, "a": (1, 0), "b": (0, 1), "last": (1, 1)})
    setup = {"A": at["a"], "B": at["b"], "W": at["w"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat")
    back = open_to_retreat(sfo, state, "A") | open_to_retreat(sfo, state, "B")
    friends = dict(zip("CDEF", sorted(back - {at["last"]}), strict=False))
    state = fought(sfo, {**setup, **friends}, at["w"], "AB", 6)
    assert choices(state) == {f"retreat A {at['last']}", f"retreat B {at['last']}"}
    events = play(state, f"retreat {saved} {at['last']}")
    assert first(events, "eliminated").unit == lost
    assert (state.position(saved), state.position(lost)) == (at["last"], None)


# -- zones that are gone ---------------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.6")
def test_a_defender_that_is_gone_has_no_zone_any_more(sfo: Game) -> None:
    """W dies first; then A, beaten by X, retreats into a hex that only W controlled."""
    at = lay(
        sfo,
        {
            "x": (0, 0),
            "a": (1, 0),
            "free": (2, 0),
            "w": (3, 0),
            "b": (3, -1),
            "c": (4, -1),
            "d": (4, 0),
        },
    )
    setup = {"A": at["a"], "X": at["x"], "W": at["w"]}
    attackers = {"B": at["b"], "C": at["c"], "D": at["d"]}
    state = sfo.start("standard", setup={**setup, **attackers}, phase="soviet_combat", dice=[1, 3])
    assert at["free"] not in open_to_retreat(sfo, state, "A")
    play(state, attack(at["w"], "BCD"), "pass", attack(at["x"], "A"))
    assert state.position("W") is None
    if state.decision is not None and state.decision.kind == "retreat":
        play(state, f"retreat A {at['free']}")
    assert state.position("A") == at["free"]


# -- all of it, in any position --------------------------------------------------------------------


@pytest.mark.rule("sfo", "5.6")
@pytest.mark.parametrize("die", [1, 3, 6])
def test_retreats_are_what_the_rule_says_in_any_position(sfo: Game, die: int) -> None:
    """Whatever the position, the retreats offered are those of a plain reading of the rule."""
    random = Random(die)
    ground = [h for h in sorted(sfo.map.numbers) if sfo.map.terrain(h) != "woods"]
    seen = 0
    for _ in range(150):
        middle = random.choice(ground)
        near = [h for h in ground if sfo.map.distance(h, middle) <= 2]
        units = random.sample("ABCDEFWXYZ", min(len(near), 8))
        setup = dict(zip(units, random.sample(near, len(units)), strict=True))
        state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[die] * 12)
        if state.phase != "soviet_combat" or not listed(state, "attack"):
            continue
        play(state, random.choice(sorted(listed(state, "attack"))))
        while state.decision is not None and state.decision.kind == "retreat":
            for unit in state.decision.units:
                mine = {
                    line.split()[2] for line in listed(state, "retreat") if line.split()[1] == unit
                }
                assert mine == open_to_retreat(sfo, state, unit), (setup, unit)
            seen += 1
            play(state, random.choice(sorted(listed(state, "retreat"))))
    assert seen > 10
