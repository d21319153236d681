"""Strike Force One, 7.2 to 7.22: Woods in the Advanced Game."""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import pytest

from hexwar.rules.game import Game
from tests.conformance.sfo.ground import (
    allowed,
    attack,
    elsewhere,
    goals,
    lay,
    play,
    refused,
)

WOODED = {"a": (-1, 0), "w": (0, 0), "b": (1, 0)}


def woods(game: Game) -> list[str]:
    """The five Woods hexes."""
    return [number for number in sorted(game.map.numbers) if game.map.terrain(number) == "woods"]


def by_cost(game: Game, start: str) -> dict[str, int]:
    """Points to every hex, Woods at two: a plain search over the map's graph."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for a, b in game.map.graph.to_directed().edges:
        graph.add_edge(a, b, cost=2 if game.map.terrain(b) == "woods" else 1)
    costs = nx.single_source_dijkstra_path_length(graph, start, weight="cost")
    return {number: int(cost) for number, cost in costs.items()}


# -- 7.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.2")
@pytest.mark.parametrize(("unit", "phase"), [("A", "soviet_movement"), ("W", "us_movement")])
def test_units_use_woods(sfo: Game, unit: str, phase: str) -> None:
    at = lay(sfo, WOODED, woods=["w"])
    state = sfo.start("advanced", setup={unit: at["a"]}, phase=phase)
    assert allowed(state, f"move {unit} {at['w']}")
    assert allowed(state, f"move {unit} {at['a']}-{at['w']}-{at['b']}")
    standard = sfo.start("standard", setup={unit: at["a"]}, phase=phase)
    assert refused(standard, f"move {unit} {at['w']}") == "4.2"


@pytest.mark.rule("sfo", "7.2")
def test_units_attack_out_of_woods_and_into_them(sfo: Game) -> None:
    at = lay(sfo, WOODED, woods=["w"])
    state = sfo.start("advanced", setup={"A": at["w"], "W": at["b"]}, phase="soviet_combat")
    preview = state.preview(attack(at["b"], "A"))
    assert (preview.headings[preview.column], preview.modifiers) == ("0", ())
    state = sfo.start("advanced", setup={"A": at["w"], "W": at["b"]}, phase="us_combat")
    assert state.phase != "us_combat" or refused(state, attack(at["w"], "W")) == "7.31"


@pytest.mark.rule("sfo", "7.2")
def test_units_advance_into_woods(sfo: Game) -> None:
    at = lay(sfo, {**WOODED, "n": (0, -1)}, woods=["w"])
    setup = {"A": at["a"], "B": at["a"], "C": at["b"], "D": at["b"], "W": at["w"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[2])
    play(state, attack(at["w"], "ABCD"))
    while state.decision is not None and state.decision.kind == "retreat":
        play(state, str(next(iter(state.legal_actions()))))
    play(state, "advance C")
    assert state.position("C") == at["w"]


# -- 7.21 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.21")
def test_woods_cost_two_points_each(sfo: Game) -> None:
    """From every hex of the map, reach and costs are those of a plain search."""
    for start in sorted(sfo.map.numbers):
        state = sfo.start("advanced", setup={"A": start})
        expected = {h: cost for h, cost in by_cost(sfo, start).items() if 0 < cost <= 4}
        assert {h: int(step.cost) for h, step in state.reach("A").items()} == expected


@pytest.mark.rule("sfo", "7.21")
def test_leaving_woods_is_not_penalised(sfo: Game) -> None:
    for start in woods(sfo):
        state = sfo.start("advanced", setup={"A": start})
        for near in sfo.map.neighbors(start):
            cost = int(state.reach("A")[near].cost)
            assert cost == (2 if sfo.map.terrain(near) == "woods" else 1)
        assert max(int(step.cost) for step in state.reach("A").values()) == 4


@pytest.mark.rule("sfo", "7.21")
def test_one_point_is_not_enough_for_woods(sfo_on: Callable[..., Game]) -> None:
    game = sfo_on(woods=["0405", "0505"])
    state = game.start("advanced", setup={"A": "0401", "F": "0901"})
    path = "0401-0402-0403-0404-0405"
    assert refused(state, f"move A {path}") == "7.21"
    assert refused(state, "move A 0405") == "7.21"
    assert allowed(state, "move A 0404")
    play(state, "move A 0404")
    assert "0405" not in goals(state, "A")
    assert refused(state, "move A 0405") == "7.21"


@pytest.mark.rule("sfo", "7.21")
def test_two_woods_take_a_whole_turn(sfo_on: Callable[..., Game]) -> None:
    game = sfo_on(woods=["0405", "0406"])
    state = game.start("advanced", setup={"A": "0404", "F": "0901"})
    assert allowed(state, "move A 0404-0405-0406")
    assert refused(state, "move A 0404-0405-0406-0407") == "4.1"
    play(state, "move A 0404-0405-0406")
    assert goals(state, "A") == set()


@pytest.mark.rule("sfo", "7.21")
def test_the_cheaper_way_round_is_taken(sfo_on: Callable[..., Game]) -> None:
    """Through Woods it is two hexes and three points; both ways are legal when asked for."""
    game = sfo_on(woods=["0405"])
    state = game.start("advanced", setup={"A": "0404", "F": "0901"})
    assert int(state.reach("A")["0406"].cost) == 3
    assert allowed(state, "move A 0404-0405-0406")


@pytest.mark.rule("sfo", "7.21")
def test_three_points_left_after_one_move_pay_for_woods_and_one_more(
    sfo_on: Callable[..., Game],
) -> None:
    game = sfo_on(woods=["0405"])
    state = game.start("advanced", setup={"A": "0403", "F": "0901"})
    play(state, "move A 0404", "move A 0405", "move A 0406")
    assert state.position("A") == "0406"
    assert goals(state, "A") == set()


# -- 7.22 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "7.22")
@pytest.mark.parametrize(
    ("attackers", "defenders", "heading"),
    [
        (2, 1, "0"),
        (3, 1, "+1"),
        (4, 1, "+2"),
        (6, 1, "+4"),
        (3, 2, "0"),
        (5, 2, "+2"),
        (6, 2, "+3"),
    ],
)
def test_one_more_for_the_hex_whether_one_unit_defends_or_two(
    sfo: Game, attackers: int, defenders: int, heading: str
) -> None:
    """The rulebook's own examples are three on one (+1) and five on two (+2)."""
    at = lay(sfo, {"w": (0, 0), "p": (1, 0), "q": (0, 1), "r": (-1, 1)}, woods=["w"])
    names = "ABCDEF"[:attackers]
    places = [at[spot] for spot in "pqr" for _ in "12"]
    setup = dict(zip(names, places, strict=False)) | dict.fromkeys("WX"[:defenders], at["w"])
    state = sfo.start("advanced", setup=setup, phase="soviet_combat", dice=[6])
    preview = state.preview(attack(at["w"], names))
    assert preview.headings[preview.column] == heading
    assert int(preview.defender_strength) == defenders + 1
    assert [(line.value, line.rule) for line in preview.modifiers] == [("+1", "7.22")]
    told = state.apply(attack(at["w"], names))
    assert told[0].column == heading


@pytest.mark.rule("sfo", "7.22")
@pytest.mark.parametrize(("attackers", "defenders"), [(1, 1), (2, 2), (1, 2)])
def test_woods_can_make_an_attack_impossible(sfo: Game, attackers: int, defenders: int) -> None:
    at = lay(sfo, {"w": (0, 0), "p": (1, 0)}, woods=["w"])
    setup = dict.fromkeys("AB"[:attackers], at["p"]) | dict.fromkeys("WX"[:defenders], at["w"])
    far = elsewhere(sfo, at.values())
    beyond = next(h for h in sfo.map.neighbors(far) if sfo.map.terrain(h) == "open")
    state = sfo.start("advanced", setup={**setup, "F": far, "Z": beyond}, phase="soviet_combat")
    assert refused(state, attack(at["w"], "AB"[:attackers])) == "7.31"


@pytest.mark.rule("sfo", "7.22")
def test_woods_do_not_help_the_attacker(sfo: Game) -> None:
    at = lay(sfo, WOODED, woods=["w"])
    setup = {"A": at["w"], "B": at["w"], "W": at["a"]}
    state = sfo.start("advanced", setup=setup, phase="soviet_combat")
    preview = state.preview(attack(at["a"], "AB"))
    assert (int(preview.attacker_strength), preview.headings[preview.column]) == (2, "+1")
