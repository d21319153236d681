"""Strike Force One, 7.3 to 7.4: the combat differential and what the results do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import (
    CENTRE,
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
    zone_of,
)

HEADINGS = ("0", "+1", "+2", "+3", "+4", "+5")
TABLE = {
    1: ("DR", "DR", "EX", "DE", "DE", "DE"),
    2: ("DR", "DR", "DR", "EX", "DE", "DE"),
    3: ("NE", "DR", "DR", "DR", "EX", "DE"),
    4: ("AR", "NE", "DR", "DR", "DR", "EX"),
    5: ("AR", "AR", "DR", "DR", "DR", "DR"),
    6: ("AE", "AR", "NE", "DR", "DR", "DR"),
}
"""The printed table: die to the results for differentials from 0 to +5."""

CELLS = [
    (die, column, defenders)
    for die in TABLE
    for column in range(6)
    for defenders in ("W", "WX")
    if column + len(defenders) <= 6  # the Soviets have six units
]


def open_to_retreat(game: Game, state: State, unit: str) -> set[str]:
    """The hexes that 7.4 leaves a unit: a plain reading of its restrictions."""
    side = game.units[unit].side
    here = state.position(unit)
    assert here is not None
    enemies = [other for other in game.units if game.units[other].side != side]
    enemy_hexes = {state.position(other) for other in enemies}
    return {
        near
        for near in game.map.neighbors(here)
        if near not in enemy_hexes
        and near not in zone_of(game, state, enemies)
        and len(state.units_at(near)) < 2
    }


def battle(sfo: Game, names: str, defenders: str, die: int, **more: str) -> tuple[State, list[str]]:
    """These Soviet units, two to a hex, attack these in the middle of a ring; kinds of events."""
    centre, around = ring(sfo)
    places = [number for number in (around[0], around[1], around[2]) for _ in "12"]
    setup = dict(zip(names, places, strict=False)) | dict.fromkeys(defenders, centre) | more
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[die])
    return state, kinds(play(state, attack(centre, names)))


# -- 7.3 and 7.31 ----------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.3")
@pytest.mark.rule("sfo", "7.31")
@pytest.mark.parametrize(("die", "column", "defenders"), CELLS)
def test_every_cell_of_the_table(sfo: Game, die: int, column: int, defenders: str) -> None:
    count = column + len(defenders)
    centre, around = ring(sfo)
    names = "ABCDEF"[:count]
    setup = dict(zip(names, around, strict=False)) | dict.fromkeys(defenders, centre)
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[die])
    told = first(play(state, attack(centre, names)), "battle")
    assert (told.result, told.die, told.column) == (TABLE[die][column], die, HEADINGS[column])


@pytest.mark.rule("sfo", "7.31")
@pytest.mark.parametrize("column", range(6))
def test_the_preview_gives_each_result_its_share_of_the_die(sfo: Game, column: int) -> None:
    centre, around = ring(sfo)
    names = "ABCDEF"[: column + 1]
    setup = {**dict(zip(names, around, strict=False)), "W": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[])
    counted = Counter(results[column] for results in TABLE.values())
    preview = state.preview(attack(centre, names))
    assert preview.probabilities == {code: Fraction(n, 6) for code, n in counted.items()}


@pytest.mark.rule("sfo", "7.31")
@pytest.mark.parametrize(("attackers", "defenders"), [(1, 2)])
def test_below_zero_there_is_no_attack(sfo: Game, attackers: int, defenders: int) -> None:
    centre, around = ring(sfo)
    far = elsewhere(sfo, [centre])
    beyond = next(h for h in sfo.map.neighbors(far) if sfo.map.terrain(h) == "open")
    names = "AB"[:attackers]
    setup = dict(zip(names, around, strict=False)) | dict.fromkeys("WX"[:defenders], centre)
    state = sfo.start("advanced", setup={**setup, "F": far, "Z": beyond}, phase="soviet_combat")
    assert refused(state, attack(centre, names)) == "7.31"
    assert listed(state, "attack") == {attack(beyond, "F")}


@pytest.mark.rule("sfo", "7.31")
def test_a_step_with_no_attack_but_below_zero_ends_by_itself(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre, "X": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    assert state.phase != "soviet_combat"


@pytest.mark.rule("sfo", "7.31")
def test_joined_by_others_the_same_unit_may_attack(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {**dict(zip("AB", around, strict=False)), "W": centre, "X": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    assert listed(state, "attack") == {attack(centre, "AB")}
    assert refused(state, attack(centre, "A")) == "7.31"


@pytest.mark.rule("sfo", "7.31")
def test_the_rulebooks_example_of_four_on_two(sfo: Game) -> None:
    centre, around = ring(sfo)
    places = (around[0], around[0], around[1], around[1])
    setup = {**dict(zip("ABCD", places, strict=True)), "W": centre, "X": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    preview = state.preview(attack(centre, "ABCD"))
    assert (preview.headings[preview.column], preview.odds) == ("+2", "a differential of +2")


@pytest.mark.rule("sfo", "7.31")
@pytest.mark.parametrize("count", [6, 7, 8])
def test_above_five_the_last_column_is_used(sfo_on: Callable[..., Game], count: int) -> None:
    """With two more companies than the game has, to get beyond +5."""
    more = [f"{unit}: {{side: soviet, type: infantry, name: {unit} Company}}" for unit in "HI"]
    game = sfo_on(woods=["0904"], counters=more)
    centre, around = ring(game)
    names = "HIABCDEF"[:count]
    setup = {**dict(zip(names, [h for h in around for _ in "12"], strict=False)), "W": centre}
    state = game.start("advanced", setup=setup, phase="soviet_combat", dice=[3])
    told = first(play(state, attack(centre, names)), "battle")
    assert (told.column, told.result) == ("+5", "DE")


# -- 7.4: what the results do ----------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.4")
def test_de_takes_one_defender_and_the_other_retreats(sfo: Game) -> None:
    """Its owner chooses which is lost; then the one that is left goes; then the advance."""
    for lost, left in (("W", "X"), ("X", "W")):
        state, told = battle(sfo, "ABCDEF", "WX", 1)
        assert told == ["battle"]
        assert (state.side_to_act, choices(state)) == ("us", {"lose W", "lose X"})
        assert refused(state, f"retreat W {ring(sfo)[1][4]}") == "3.0"
        play(state, f"lose {lost}")
        assert state.position(lost) is None
        if state.decision is not None and state.decision.kind == "retreat":
            assert {line.split()[1] for line in choices(state)} == {left}
            play(state, min(choices(state)))
        assert listed(state, "advance") == {f"advance {unit}" for unit in "ABCDEF"}


@pytest.mark.rule("sfo", "7.4")
def test_de_takes_a_lone_defender_at_once(sfo: Game) -> None:
    state, told = battle(sfo, "ABCDE", "W", 1)
    assert told == ["battle", "eliminated"]
    assert listed(state, "advance") == {f"advance {unit}" for unit in "ABCDE"}


@pytest.mark.rule("sfo", "7.4")
def test_de_kills_both_when_the_second_cannot_retreat(sfo: Game) -> None:
    centre, around = ring(sfo)
    places = [around[0], around[0], around[2], around[2], around[4], around[4]]
    setup = {**dict(zip("ABCDEF", places, strict=True)), "W": centre, "X": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[1])
    told = kinds(play(state, attack(centre, "ABCDEF"), "lose W"))
    assert told == ["battle", "eliminated", "retreat_blocked", "eliminated"]
    assert state.position("X") is None


@pytest.mark.rule("sfo", "7.4")
def test_dr_sends_every_defender_back_each_where_its_owner_likes(sfo: Game) -> None:
    state, _ = battle(sfo, "AB", "WX", 1)
    centre, around = ring(sfo)
    free = open_to_retreat(sfo, state, "W")
    assert free == set(around[2:5])
    assert choices(state) == {f"retreat {unit} {near}" for unit in "WX" for near in free}
    play(state, f"retreat X {around[2]}", f"retreat W {around[4]}")
    assert (state.position("W"), state.position("X")) == (around[4], around[2])
    assert listed(state, "advance") == {"advance A", "advance B"}
    assert state.units_at(centre) == ()


@pytest.mark.rule("sfo", "7.4")
def test_stacked_units_may_retreat_together_too(sfo: Game) -> None:
    state, _ = battle(sfo, "AB", "WX", 1)
    _, around = ring(sfo)
    play(state, f"retreat W {around[3]}", f"retreat X {around[3]}")
    assert state.units_at(around[3]) == ("W", "X")


@pytest.mark.rule("sfo", "7.4")
def test_no_advance_before_both_have_gone(sfo: Game) -> None:
    state, _ = battle(sfo, "AB", "WX", 1)
    play(state, min(choices(state)))
    assert state.side_to_act == "us"
    assert refused(state, "advance A") == "3.0"


@pytest.mark.rule("sfo", "7.4")
def test_ex_takes_one_of_each_first_the_defender(sfo: Game) -> None:
    """+4 and a 3: one defender (its owner's choice), one attacker, the retreat, the advance."""
    state, told = battle(sfo, "ABCDEF", "WX", 3)
    assert told == ["battle"]
    assert (state.side_to_act, choices(state)) == ("us", {"lose W", "lose X"})
    play(state, "lose X")
    assert state.position("W") == ring(sfo)[0], "it retreats only after the attacker's loss"
    assert (state.side_to_act, choices(state)) == ("soviet", {f"lose {u}" for u in "ABCDEF"})
    assert refused(state, "lose W") == "7.4"
    play(state, "lose B")
    assert state.position("B") is None
    if state.decision is not None and state.decision.kind == "retreat":
        assert state.side_to_act == "us"
        play(state, min(choices(state)))
    assert listed(state, "advance") == {f"advance {unit}" for unit in "ACDEF"}
    assert refused(state, "advance B") == "7.4"


@pytest.mark.rule("sfo", "7.4")
def test_ex_with_one_defender(sfo: Game) -> None:
    state, told = battle(sfo, "ABC", "W", 1)
    assert told == ["battle", "eliminated"]
    assert choices(state) == {"lose A", "lose B", "lose C"}
    play(state, "lose A", "advance B")
    assert state.position("B") == ring(sfo)[0]


@pytest.mark.rule("sfo", "7.4")
def test_the_attacker_lost_in_an_exchange_no_longer_bars_the_retreat(sfo: Game) -> None:
    """Three lone attackers leave X no way out; the one that is lost opens one."""
    centre, around = ring(sfo)
    places = [around[0], around[2], around[2], around[4], around[4]]
    setup = {**dict(zip("ABCDE", places, strict=True)), "W": centre, "X": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[2])
    told = play(state, attack(centre, "ABCDE"), "lose W")
    assert first(told, "battle").result == "EX"
    assert open_to_retreat(sfo, state, "X") == set()
    play(state, "lose A")
    assert state.position("X") == around[0], "the only hex that is free of zones"


@pytest.mark.rule("sfo", "7.4")
def test_ae_takes_one_attacker_and_the_others_retreat(sfo: Game) -> None:
    for lost, left in (("A", "B"), ("B", "A")):
        state, told = battle(sfo, "AB", "WX", 6)
        assert told == ["battle"]
        assert (state.side_to_act, choices(state)) == ("soviet", {"lose A", "lose B"})
        play(state, f"lose {lost}")
        assert state.decision is not None
        assert (state.decision.kind, state.decision.units) == ("retreat", (left,))
        play(state, min(choices(state)))
        assert state.position(lost) is None
        assert sfo.map.distance(state.position(left) or "", ring(sfo)[0]) == 2
        assert state.units_at(ring(sfo)[0]) == ("W", "X")


@pytest.mark.rule("sfo", "7.4")
def test_ae_takes_a_lone_attacker_at_once(sfo: Game) -> None:
    state, told = battle(sfo, "A", "W", 6)
    assert told[:2] == ["battle", "eliminated"]
    assert state.position("A") is None


@pytest.mark.rule("sfo", "7.4")
@pytest.mark.parametrize("die", [4, 5])
def test_ar_sends_every_attacker_back(sfo: Game, die: int) -> None:
    state, _ = battle(sfo, "AB", "WX", die)
    assert state.side_to_act == "soviet"
    assert {line.split()[1] for line in choices(state)} == {"A", "B"}
    play(
        state,
        min(choices(state)),
    )
    play(state, max(choices(state)))
    for unit in "AB":
        assert sfo.map.distance(state.position(unit) or "", ring(sfo)[0]) == 2


@pytest.mark.rule("sfo", "7.4")
@pytest.mark.parametrize(
    ("names", "defenders", "die"), [("A", "W", 3), ("AB", "W", 4), ("ABC", "W", 6), ("AB", "WX", 3)]
)
def test_ne_changes_nothing(sfo: Game, names: str, defenders: str, die: int) -> None:
    state, told = battle(sfo, names, defenders, die)
    assert told[0] == "battle"
    assert not {"eliminated", "retreated", "advanced"} & set(told)
    assert state.units_at(ring(sfo)[0]) == tuple(defenders)
    assert all(state.position(unit) for unit in names)


# -- 7.4: where units retreat ----------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.4")
def test_a_retreat_joins_one_friend_but_not_two(sfo: Game) -> None:
    _, around = ring(sfo)
    state, _ = battle(sfo, "A", "W", 1, X=around[2], Y=around[3], Z=around[3])
    assert refused(state, f"retreat W {around[3]}") == "7.4"
    assert choices(state) == {f"retreat W {around[2]}", f"retreat W {around[4]}"}
    play(state, f"retreat W {around[2]}")
    assert state.units_at(around[2]) == ("W", "X")


@pytest.mark.rule("sfo", "7.4")
def test_not_into_an_enemy_zone_even_if_a_friend_is_there(sfo: Game) -> None:
    _, around = ring(sfo)
    state, _ = battle(sfo, "A", "W", 1, X=around[1])
    assert refused(state, f"retreat W {around[1]}") == "7.4"


@pytest.mark.rule("sfo", "7.4")
def test_not_onto_an_enemy(sfo: Game) -> None:
    _, around = ring(sfo)
    state, _ = battle(sfo, "A", "W", 1)
    assert refused(state, f"retreat W {around[0]}") == "7.4"


@pytest.mark.rule("sfo", "7.4")
def test_into_woods(sfo: Game) -> None:
    at = lay(sfo, {"c": CENTRE, "a": (1, 0), "w": (-1, 0), "n": (-1, 1)}, woods=["w"])
    setup = {"A": at["a"], "W": at["c"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(at["c"], "A"), f"retreat W {at['w']}")
    assert state.position("W") == at["w"]


@pytest.mark.rule("sfo", "7.4")
def test_not_off_the_map(sfo: Game) -> None:
    at = lay(sfo, {"c": CENTRE, "a": (1, 0), "o": (-1, 0), "n": (-1, 1), "m": (0, -1)}, off=["o"])
    setup = {"A": at["a"], "W": at["c"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(at["c"], "A"))
    assert choices(state) == {f"retreat W {at['n']}", f"retreat W {at['m']}"}
    assert refused(state, "retreat W 0000") == "7.4"


@pytest.mark.rule("sfo", "7.4")
def test_two_attackers_retreat_into_one_hex_but_not_three(sfo: Game) -> None:
    """The limit is counted after each retreat: the third of three goes elsewhere or dies."""
    at = lay(sfo, {"w": CENTRE, "a": (1, 0), "b": (0, 1), "last": (1, 1)})
    setup = {"A": at["a"], "B": at["a"], "C": at["b"], "W": at["w"], "X": at["w"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[5])
    assert first(play(state, attack(at["w"], "ABC")), "battle").result == "AR"
    play(state, f"retreat A {at['last']}", f"retreat B {at['last']}")
    if state.decision is not None and state.decision.kind == "retreat":
        assert refused(state, f"retreat C {at['last']}") == "7.4"
    assert state.position("C") != at["last"]


@pytest.mark.rule("sfo", "7.4")
def test_a_unit_with_nowhere_to_go_is_eliminated(sfo: Game) -> None:
    """Friends, two to a hex, in the three hexes outside the zone: no room for W."""
    centre, around = ring(sfo)
    setup = {"A": around[0], "B": around[2], "C": around[4], "W": centre}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[1])
    told = play(state, attack(centre, "A"))
    assert kinds(told) == ["battle", "retreat_blocked", "eliminated"]
    assert told[1].rule == "7.4"


@pytest.mark.rule("sfo", "7.4")
@pytest.mark.parametrize("die", [1, 4, 6])
def test_retreats_are_what_the_rule_says_in_any_position(sfo: Game, die: int) -> None:
    random = Random(die)
    hexes = sorted(sfo.map.numbers)
    seen = 0
    for _ in range(150):
        middle = random.choice(hexes)
        near = [h for h in hexes if sfo.map.distance(h, middle) <= 2]
        setup: dict[str, str] = {}
        for unit in random.sample("ABCDEFWXYZ", 9):
            number = random.choice(near)
            there = [other for other, h in setup.items() if h == number]
            if len(there) < 2 and all(sfo.units[o].side == sfo.units[unit].side for o in there):
                setup[unit] = number
        state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[die] * 12)
        if state.phase != "soviet_combat" or not listed(state, "attack"):
            continue
        play(state, random.choice(sorted(listed(state, "attack"))))
        while state.decision is not None and state.decision.kind in ("retreat", "loss"):
            lines = [line.split() for line in listed(state, "retreat")]
            for unit in state.decision.units if lines else ():
                mine = {goal for _, who, goal in lines if who == unit}
                assert mine == open_to_retreat(sfo, state, unit), (setup, unit)
            seen += bool(lines)
            play(state, random.choice(sorted(choices(state))))
    assert seen > 10


# -- 7.4: the advance ------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.4")
def test_only_one_unit_advances_although_two_could_stack(sfo: Game) -> None:
    state, _ = battle(sfo, "ABCDE", "W", 1)
    play(state, "advance A")
    assert listed(state, "advance") == set()
    assert state.units_at(ring(sfo)[0]) == ("A",)


@pytest.mark.rule("sfo", "7.4")
def test_one_of_a_stack_may_advance_and_the_other_stay(sfo: Game) -> None:
    state, _ = battle(sfo, "AB", "W", 1)
    if state.decision is not None and state.decision.kind == "retreat":
        play(state, min(choices(state)))
    play(state, "advance B")
    assert (state.position("A"), state.position("B")) == (ring(sfo)[1][0], ring(sfo)[0])


@pytest.mark.rule("sfo", "7.4")
def test_who_did_not_attack_does_not_advance(sfo: Game) -> None:
    _, around = ring(sfo)
    state, _ = battle(sfo, "ABCDE", "W", 1, F=around[4])
    assert refused(state, "advance F") == "7.4"


@pytest.mark.rule("sfo", "7.4")
def test_the_advance_may_be_declined(sfo: Game) -> None:
    state, _ = battle(sfo, "ABCDE", "W", 1)
    told = first(play(state, "pass"), "declined")
    assert told.rule == "7.4"
    assert state.units_at(ring(sfo)[0]) == ()
