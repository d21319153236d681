"""Battles in any position: what 8.0 to 10.0 say, read plainly, against what the engine offers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hexwar.engine import Action
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from tests.conformance.scs.results import results, retreats

RED = ("RI1", "RI2", "RT1", "RT2", "RM1", "RG1", "RH1", "RL1")
BLUE = ("BI1", "BI2", "BI3", "BT1", "BM1", "BG1", "BH1", "BL1")
CLEAR = tuple(f"{column:02}.{row:02}" for column in range(1, 6) for row in range(2, 8))
LIMIT = 3


def crowded(seed: int) -> State:
    """Two armies close together on clear ground, in Red's combat phase."""
    random = Random(seed)
    setup: dict[str, str] = {}
    middle = random.choice(CLEAR)
    game = results()
    near = [number for number in CLEAR if game.map.distance(number, middle) <= 2]
    side_of: dict[str, str] = {}
    for unit in random.sample(RED + BLUE, 14):
        number = random.choice(near)
        full = list(setup.values()).count(number) == LIMIT
        if side_of.setdefault(number, unit[0]) == unit[0] and not full:
            setup[unit] = number
    return game.start("field", setup=setup, phase="red_combat", seed=seed)


def decisions(state: State, random: Random) -> Iterator[State]:
    """The state at each decision of the battles of one combat phase."""
    while not state.is_over and state.phase == "red_combat":
        yield state
        action = state.sample_action(random)
        if action.verb == "done" and random.random() < 0.8:
            action = state.sample_action(random)
        state.apply(action)
    yield state


def zone_of(state: State, side: str) -> set[str]:
    """2.0 on clear ground: all hexes around units that attack with 1 or more and are no guns."""
    found: set[str] = set()
    for name, unit in results().units.items():
        at = state.position(name)
        attack = unit.steps[state.steps_lost(name)].attack if at else 0
        if at and unit.side == side and attack >= 1 and "barrage" not in unit.type.traits:
            found |= set(state.resolved.map.neighbors(at))
    return found


def party_of(state: State, unit: str) -> tuple[str, int]:
    """Where the retreat of a unit began, and how many hexes it still has to go."""
    index = state.frame.unit_index[unit]
    for units, origin, left, *_ in state.to_dict()["agenda"][-1]["parties"]:
        if index in units:
            return state.frame.board.number[origin], left
    raise AssertionError(f"{unit} owes no retreat")


def read_plainly(state: State, unit: str) -> set[str]:
    """The hexes that 9.0b, 9.1b, 9.1c, 9.1d and 4.0a leave a unit, in this order.

    All hexes of a retreat have to be gone (9.0a): dead ends are open only if nothing else is.
    """
    hexmap, side = state.resolved.map, results().units[unit].side
    here = state.position(unit) or ""
    origin, left = party_of(state, unit)
    source = 1 if side == "red" else 12
    costs = state.resolved[Terrain].hexes

    def open_to(number: str) -> bool:
        others = state.units_at(number)
        passable = costs[hexmap.terrain(number)].cost[results().units[unit].type.movement_class]
        return passable is not None and all(results().units[u].side == side for u in others)

    def onward(number: str) -> set[str]:
        gone = hexmap.distance(origin, number)
        return {
            to
            for to in hexmap.neighbors(number)
            if hexmap.distance(origin, to) > gone and open_to(to)
        }

    def ends_well(number: str, more: int) -> bool:
        if len(state.units_at(number)) < LIMIT:
            return True
        return more > 0 and any(ends_well(to, more - 1) for to in onward(number))

    def goes_on(number: str, more: int) -> bool:
        if not more:
            return len(state.units_at(number)) < LIMIT
        return any(goes_on(to, more - 1) for to in onward(number))

    def preferred(hexes: set[str]) -> set[str]:
        nearer = {to for to in hexes if distance_to(to, source) < distance_to(here, source)}
        best = nearer or hexes
        return best - zone_of(state, "blue" if side == "red" else "red") or best

    found = {number for number in onward(here) if ends_well(number, left - 1)}
    whole = {number for number in found if goes_on(number, left - 1)}
    return preferred(whole or found)


def distance_to(number: str, column: int) -> int:
    """Hexes to the nearest hex of a column."""
    distance = results().map.distance
    return min(distance(number, f"{column:02}.{row:02}") for row in range(1, 11))


@pytest.mark.rule("scs", "9.0b")
@pytest.mark.rule("scs", "9.1b")
@pytest.mark.rule("scs", "9.1c")
@pytest.mark.rule("scs", "9.1d")
def test_retreats_are_what_the_cases_say_in_any_position() -> None:
    seen = 0
    for seed in range(75):
        for state in decisions(crowded(seed), Random(seed)):
            if state.decision is None or state.decision.kind != "retreat":
                continue
            for unit in state.decision.units:
                assert retreats(state, unit) == read_plainly(state, unit), (seed, unit)
                seen += 1
    assert seen > 50


def test_battles_leave_no_position_broken_and_list_nothing_illegal() -> None:
    for seed in range(75):
        for state in decisions(crowded(seed), Random(seed)):
            assert broken_invariants(state) == [], seed
            if state.decision is not None and state.decision.kind != "combat":
                assert [a for a in state.legal_actions() if state.explain(a)] == []
                for action in list(state.legal_actions())[:10]:
                    twin = state.clone()
                    twin.apply(action)
                    assert broken_invariants(twin) == [], (seed, action)


@pytest.mark.rule("scs", "8.0b")
def test_a_side_loses_as_many_steps_as_the_result_says_or_all_it_has() -> None:
    """Counted over results without retreats: nothing else costs steps there."""
    counted = 0
    for seed in range(60):
        state, random = crowded(seed), Random(seed)
        for at in decisions(state, random):
            if at.decision is None or at.decision.kind in ("loss", "retreat", "advance"):
                continue
            attack = next((a for a in at.legal_actions() if a.verb == "attack"), None)
            if attack is None or at.phase != "red_combat":
                break
            twin = at.clone()
            fought = next(e for e in twin.apply(attack) if e.kind == "battle")
            if "r" in fought.result or not fought.result.startswith("D"):
                continue
            before = {unit: left(at, unit) for unit in fought.defenders}
            settle(twin, random)
            lost = sum(before.values()) - sum(left(twin, unit) for unit in before)
            assert lost == min(int(fought.result[1:]), sum(before.values()))
            counted += 1
    assert counted > 5


def settle(state: State, random: Random) -> None:
    """Play until no loss is owed."""
    while state.decision is not None and state.decision.kind == "loss":
        state.apply(state.sample_action(random))


def left(state: State, unit: str) -> int:
    """Steps that a unit has left; none once it is gone."""
    if state.position(unit) is None:
        return 0
    return len(results().units[unit].steps) - state.steps_lost(unit)


@pytest.mark.rule("scs", "10.0")
def test_advances_are_what_the_case_says_in_any_position() -> None:
    """Nobody goes farther than the result, and only those able to exploit beyond one hex."""
    seen = 0
    for seed in range(75):
        for state in decisions(crowded(seed), Random(seed)):
            if state.decision is None or state.decision.kind != "advance":
                continue
            task = state.to_dict()["agenda"][-1]
            how_far = dict(zip(task["units"], task["hexes"], strict=True))
            for action in state.legal_actions():
                if action.verb == "advance":
                    most = how_far[state.frame.unit_index[action.units[0]]]
                    assert advances(state, action) <= most
                    assert exploits(action) or most == 1
                    seen += 1
    assert seen > 25


def advances(state: State, action: Action) -> int:
    """How many hexes an advance goes."""
    return max(len(action.hexes), 1)


def exploits(action: Action) -> bool:
    """Whether the unit is able to exploit."""
    return "exploitation" in results().units[action.units[0]].type.traits
