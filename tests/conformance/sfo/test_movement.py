"""Strike Force One, 4.0 to 4.2: who may move, how far, and where not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import networkx as nx
import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import (
    AMERICANS,
    SOVIETS,
    allowed,
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
"""Six hexes in a straight line."""


def path(*hexes: str) -> str:
    """The notation of a path."""
    return "-".join(hexes)


def reached(game: Game, start: str, points: int, barred: Iterable[str] = ()) -> set[str]:
    """The hexes within so many steps over Open ground: a plain search."""
    graph = game.map.graph
    barred = set(barred)
    ground = graph.subgraph(
        h for h in graph if graph.nodes[h]["terrain"] != "woods" and h not in barred
    )
    return set(nx.single_source_shortest_path_length(ground, start, cutoff=points)) - {start}


# -- 4.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "4.0")
@pytest.mark.parametrize("phase", ["soviet_movement", "us_movement"])
def test_a_player_may_move_nobody(sfo: Game, phase: str) -> None:
    state = sfo.start("standard", phase=phase)
    before = {unit: state.position(unit) for unit in sfo.units}
    assert allowed(state, "done")
    play(state, "done")
    assert {unit: state.position(unit) for unit in sfo.units} == before


@pytest.mark.rule("sfo", "4.0")
@pytest.mark.parametrize("order", ["ABCDEF", "FEDCBA", "CADFBE"])
def test_units_move_in_any_order_and_all_of_them_may(sfo: Game, order: str) -> None:
    state = sfo.start("standard")
    for unit in order:
        assert goals(state, unit), f"{unit} can not move"
        play(state, f"move {unit} {min(goals(state, unit))}")


@pytest.mark.rule("sfo", "4.0")
@pytest.mark.parametrize(
    ("phase", "unit"), [("soviet_movement", "W"), ("us_movement", "A"), ("us_movement", "F")]
)
def test_nobody_moves_the_units_of_the_opponent(sfo: Game, phase: str, unit: str) -> None:
    state = sfo.start("standard", phase=phase)
    here = state.position(unit)
    assert here is not None
    for near in sfo.map.neighbors(here):
        assert refused(state, f"move {unit} {near}") == "4.0"
    assert not {a for a in listed(state, "move") if a.startswith(f"move {unit} ")}


@pytest.mark.rule("sfo", "4.0")
def test_a_path_does_not_jump(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    assert refused(state, f"move A {path(at['a'], at['c'])}") == "4.0"
    assert refused(state, f"move A {path(at['a'], at['b'], at['d'])}") == "4.0"
    assert allowed(state, f"move A {path(at['a'], at['b'], at['c'], at['d'])}")


@pytest.mark.rule("sfo", "4.0")
def test_a_path_begins_where_the_unit_stands(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    assert refused(state, f"move A {path(at['b'], at['c'])}") == "4.0"


@pytest.mark.rule("sfo", "4.0")
def test_a_unit_out_of_play_does_not_move(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    assert refused(state, f"move B {at['b']}") == "4.0"
    assert goals(state, "B") == set()


@pytest.mark.rule("sfo", "4.0")
def test_a_unit_goes_in_any_direction(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = sfo.start("standard", setup={"A": centre})
    for near in around:
        assert allowed(state, f"move A {path(centre, near)}")


@pytest.mark.rule("sfo", "4.0")
def test_a_path_may_be_as_crooked_as_one_likes(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = sfo.start("standard", setup={"A": around[0], "F": elsewhere(sfo, around)})
    crooked = path(around[0], centre, around[1], around[2], centre)
    moved = first(play(state, f"move A {crooked}"), "moved")
    assert state.position("A") == centre
    assert (moved.path, moved.rule) == (tuple(crooked.split("-")), "4.1")
    assert goals(state, "A") == set()


@pytest.mark.rule("sfo", "4.0")
def test_the_opponent_does_nothing_meanwhile(sfo: Game) -> None:
    state = sfo.start("standard")
    for unit in SOVIETS:
        assert state.side_to_act == "soviet"
        assert {a.units[0] for a in state.legal_actions() if a.units} <= set(SOVIETS)
        play(state, f"move {unit} {min(goals(state, unit))}")


# -- 4.1 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "4.1")
def test_a_lone_unit_reaches_whatever_is_four_hexes_away_round_the_woods(sfo: Game) -> None:
    for start in sorted(sfo.map.numbers):
        if sfo.map.terrain(start) == "woods":
            continue
        for unit, phase in (("A", "soviet_movement"), ("W", "us_movement")):
            state = sfo.start("standard", setup={unit: start}, phase=phase)
            assert goals(state, unit) == reached(sfo, start, 4)


@pytest.mark.rule("sfo", "4.1")
def test_four_hexes_are_in_reach_and_five_are_not(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    straight = [at[name] for name in "abcdef"]
    assert allowed(state, f"move A {path(*straight[:5])}")
    assert refused(state, f"move A {path(*straight)}") == "4.1"
    assert sfo.map.distance(at["a"], at["f"]) == 5
    assert refused(state, f"move A {at['f']}") == "4.1"
    far = state.reach("A")[at["e"]]
    assert far.cost == 4
    assert far.left == 0


@pytest.mark.rule("sfo", "4.1")
def test_a_detour_costs_what_it_is_long(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = sfo.start("standard", setup={"A": centre})
    play(state, f"move A {path(centre, around[0], around[1], around[2])}")
    assert goals(state, "A") == set(sfo.map.neighbors(around[2])) & reached(sfo, around[2], 1)


@pytest.mark.rule("sfo", "4.1")
def test_a_unit_may_go_on_with_what_it_has_left(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    play(state, f"move A {at['b']}")
    assert goals(state, "A") == reached(sfo, at["b"], 3)
    play(state, f"move A {at['d']}")
    assert goals(state, "A") == reached(sfo, at["d"], 1)
    assert refused(state, f"move A {at['f']}") == "4.1"


@pytest.mark.rule("sfo", "4.1")
def test_a_unit_has_moved_once_another_moves(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["f"]})
    play(state, f"move A {at['b']}", f"move B {at['e']}")
    assert refused(state, f"move A {at['c']}") == "4.1"
    assert goals(state, "A") == set()
    assert goals(state, "B")


@pytest.mark.rule("sfo", "4.1")
def test_a_unit_that_spent_all_its_points_stays(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["f"]})
    play(state, f"move A {at['e']}")
    assert refused(state, f"move A {at['d']}") == "4.1"


@pytest.mark.rule("sfo", "4.1")
def test_points_are_not_saved(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    play(state, "done")
    while state.phase != "soviet_movement":
        play(state, "done")
    assert state.turn == 2
    assert goals(state, "A") == reached(sfo, at["a"], 4)


@pytest.mark.rule("sfo", "4.1")
def test_points_are_not_given_away(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["f"]})
    play(state, f"move A {at['b']}")
    assert goals(state, "B") == reached(sfo, at["f"], 4) - {at["b"]}


@pytest.mark.rule("sfo", "4.1")
def test_points_come_back_every_turn(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"]})
    play(state, f"move A {at['e']}")
    while state.turn == 1:
        play(state, "done")
    assert goals(state, "A") == reached(sfo, at["e"], 4)


@pytest.mark.rule("sfo", "4.1")
def test_units_move_one_at_a_time(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["f"]})
    assert refused(state, f"move A+B {at['c']}") == "4.1"


# -- 4.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "4.2")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_nobody_enters_a_hex_with_an_enemy(sfo: Game, scenario: str) -> None:
    at = lay(sfo, LINE)
    far = elsewhere(sfo, at.values(), 3)
    state = sfo.start(scenario, setup={"A": at["a"], "F": far, "W": at["b"]})
    assert refused(state, f"move A {at['b']}") == "4.2"
    assert refused(state, f"move A {path(at['a'], at['b'])}") == "4.2"
    assert refused(state, f"move A {path(at['a'], at['b'], at['c'])}") == "4.2"


@pytest.mark.rule("sfo", "4.2")
def test_nobody_leaves_the_map(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "out": (1, 0), "b": (-1, 0)}, off=["out"])
    state = sfo.start("standard", setup={"A": at["a"]})
    for beyond in ("0000", "1001", "0009", "0208", "9999"):
        assert refused(state, f"move A {beyond}") == "4.2"
        assert refused(state, f"move A {path(at['a'], beyond)}") == "4.2"


@pytest.mark.rule("sfo", "4.2")
def test_woods_are_closed_in_the_standard_game(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "w": (1, 0), "b": (2, 0)}, woods=["w"])
    state = sfo.start("standard", setup={"A": at["a"]})
    assert refused(state, f"move A {at['w']}") == "4.2"
    assert refused(state, f"move A {path(at['a'], at['w'])}") == "4.2"
    assert refused(state, f"move A {path(at['a'], at['w'], at['b'])}") == "4.2"


@pytest.mark.rule("sfo", "4.2")
def test_no_unit_is_ever_offered_woods_in_the_standard_game(sfo: Game) -> None:
    woods = {h for h in sfo.map.numbers if sfo.map.terrain(h) == "woods"}
    for phase, units in (("soviet_movement", SOVIETS), ("us_movement", AMERICANS)):
        state = sfo.start("standard", phase=phase)
        assert not woods & {goal for unit in units for goal in goals(state, unit)}


@pytest.mark.rule("sfo", "4.2")
def test_units_pass_through_friends(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["b"], "C": at["c"]})
    play(state, f"move A {path(at['a'], at['b'], at['c'], at['d'])}")
    assert state.position("A") == at["d"]
    assert allowed(state, "done")


@pytest.mark.rule("sfo", "4.2")
def test_a_corridor_of_friends_is_no_obstacle(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": centre, **dict(zip("BCDEF", around, strict=False))}
    state = sfo.start("standard", setup=setup)
    assert goals(state, "A") >= reached(sfo, centre, 4) - set(around)


@pytest.mark.rule("sfo", "4.2")
def test_a_step_does_not_end_with_two_units_in_a_hex(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["b"]})
    assert allowed(state, f"move A {at['b']}")
    play(state, f"move A {at['b']}")
    assert refused(state, "done") == "4.2"
    assert "done" not in {str(action) for action in state.legal_actions()}
    play(state, f"move B {at['d']}")
    assert allowed(state, "done")


@pytest.mark.rule("sfo", "4.2")
def test_the_unit_that_stopped_on_a_friend_may_itself_go_on(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["b"]})
    play(state, f"move A {at['b']}", f"move A {at['c']}")
    assert allowed(state, "done")
    assert (state.position("A"), state.position("B")) == (at["c"], at["b"])


@pytest.mark.rule("sfo", "4.2")
def test_two_neighbours_may_swap_hexes(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["b"]})
    play(state, f"move A {at['b']}", f"move B {at['a']}", "done")
    assert (state.position("A"), state.position("B")) == (at["b"], at["a"])


@pytest.mark.rule("sfo", "4.2")
def test_three_units_may_go_round_in_a_circle(sfo: Game) -> None:
    centre, around = ring(sfo)
    state = sfo.start("standard", setup={"A": centre, "B": around[0], "C": around[1]})
    play(state, f"move A {around[0]}", f"move B {around[1]}", f"move C {centre}", "done")
    assert [state.position(unit) for unit in "ABC"] == [around[0], around[1], centre]


@pytest.mark.rule("sfo", "4.2")
def test_nobody_stops_on_a_friend_that_has_moved(sfo: Game) -> None:
    at = lay(sfo, LINE)
    state = sfo.start("standard", setup={"A": at["a"], "B": at["f"]})
    play(state, f"move B {at['d']}")
    assert refused(state, f"move A {at['d']}") == "4.2"
    assert at["d"] not in goals(state, "A")


HEMMED = {"b": (0, 0), "a": (1, 0), "x": (0, 1), "y": (-1, 0), "z": (1, -1), "far": (2, 0)}


@pytest.mark.rule("sfo", "4.2")
def test_nobody_stops_on_a_friend_that_cannot_move(sfo: Game) -> None:
    """B is hemmed in by zones of control (4.33), so the hex could not be cleared."""
    at = lay(sfo, HEMMED)
    setup = {"B": at["b"], "A": at["far"], "X": at["x"], "Y": at["y"], "Z": at["z"]}
    state = sfo.start("standard", setup=setup)
    assert goals(state, "B") == set()
    assert state.explain(f"move A {at['b']}") is not None
    state = sfo.start("standard", setup={**setup, "A": at["a"]})
    assert state.explain(f"move A {at['b']}") is not None
    assert at["b"] not in goals(state, "A")


# -- 4.2, the ruling: what can no longer be mended ---------------------------------------------


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
"""A corner of the map: whoever leaves ``b`` enters ``a`` or ``e``, where W's zone stops it."""


def cornered(sfo: Game) -> tuple[dict[str, str], State]:
    """A, B, E side by side in a corner, C about to come in, F far away."""
    at = lay(sfo, CORNER, off=[name for name in CORNER if name.startswith("off")])
    at["far"] = elsewhere(sfo, at.values())
    spots = {"A": "a", "B": "b", "C": "c", "E": "e", "F": "far", "W": "w"}
    return at, sfo.start("standard", setup={unit: at[spot] for unit, spot in spots.items()})


@pytest.mark.rule("sfo", "4.2")
def test_who_can_no_longer_stay_goes_back_to_where_it_began(sfo: Game) -> None:
    """A stops on B, C takes the hex that B would leave to: A goes back, and so does C."""
    at, state = cornered(sfo)
    assert goals(state, "B") == {at["a"], at["e"]}
    play(state, f"move A {at['b']}")
    assert refused(state, "done") == "4.2"
    events = play(state, f"move C {at['a']}")
    back = [event for event in events if event.kind == "sent_back"]
    assert [(event.unit, event.rule) for event in back] == [("A", "4.2"), ("C", "4.2")]
    assert back[0].path == (at["b"], at["a"])
    assert [state.position(unit) for unit in "ABC"] == [at["a"], at["b"], at["c"]]


@pytest.mark.rule("sfo", "4.2")
def test_who_was_sent_back_has_moved(sfo: Game) -> None:
    at, state = cornered(sfo)
    play(state, f"move A {at['b']}", f"move C {at['a']}")
    assert goals(state, "A") == goals(state, "C") == set()
    assert allowed(state, "done")
    play(state, f"move F {min(goals(state, 'F'))}")
    assert refused(state, f"move A {at['b']}") == "4.1"


@pytest.mark.rule("sfo", "4.2")
def test_nobody_is_sent_back_while_the_friend_can_still_leave(sfo: Game) -> None:
    at, state = cornered(sfo)
    events = play(state, f"move A {at['b']}", f"move F {min(goals(state, 'F'))}")
    assert "sent_back" not in kinds(events)
    play(state, f"move B {at['a']}", "done")
    assert [state.position(unit) for unit in "AB"] == [at["b"], at["a"]]


@pytest.mark.rule("sfo", "4.2")
def test_the_whole_chain_goes_back_when_its_end_is_shut(sfo: Game) -> None:
    """B waits on E, whose only other hex A has filled."""
    at, state = cornered(sfo)
    play(state, f"move B {at['e']}", f"move A {at['b']}", f"move C {at['a']}")
    assert [state.position(unit) for unit in "ABCE"] == [at[spot] for spot in "abce"]
    at, state = cornered(sfo)
    play(state, f"move A {at['b']}", f"move B {at['a']}")
    assert goals(state, "E") == set()
    assert refused(state, f"move E {at['b']}") == "4.2"


TUNNEL = ("0101", "0102", "0103", "0104", "0105", "0106")
WALL = ("0201", "0202", "0203", "0204", "0205")


def in_the_tunnel(sfo_on: Callable[..., Game]) -> State:
    """B at the end of a passage between the map edge and Woods, the others behind it."""
    game = sfo_on(woods=WALL)
    state = game.start("standard", setup=dict(zip("BADEFC", TUNNEL, strict=True)))
    shift = zip("ADEF", TUNNEL, strict=False)
    play(state, *(f"move {unit} {number}" for unit, number in shift))
    assert state.units_at("0101") == ("A", "B")
    return state


@pytest.mark.rule("sfo", "4.2")
def test_nobody_goes_back_while_the_unit_that_moves_may_still_make_room(
    sfo_on: Callable[..., Game],
) -> None:
    """C shuts the passage, but has points left to open it again."""
    state = in_the_tunnel(sfo_on)
    assert "sent_back" not in kinds(play(state, "move C 0105"))
    assert refused(state, "done") == "4.2"
    play(state, "move C 0106", "move B 0105")
    assert state.position("A") == "0101"


@pytest.mark.rule("sfo", "4.2")
def test_all_who_are_in_the_way_go_back_one_after_the_other(sfo_on: Callable[..., Game]) -> None:
    state = in_the_tunnel(sfo_on)
    events = play(state, "move C 0106-0107-0206-0106-0105")
    assert [event.unit for event in events if event.kind == "sent_back"] == list("ADEFC")
