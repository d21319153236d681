"""Overruns, attacks, advances and supply read plainly, against the engine in scattered positions.

The ground is that of ``scs_field`` with all its terrain. What is asked of the engine is
membership: every subset of a stack, every target, every path, legal or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from tests.conformance.scs.field import field, position
from tests.conformance.scs.results import ground, results
from tests.conformance.scs.test_movement_twin import reach, terrain_cost, zone

LIMIT = 3
UNITS = [unit for unit in field().units if unit[1] in "ITMGHLF"]


def stacks(random: Random, count: int = 24) -> dict[str, str]:
    """Units of both sides in a few columns of mixed terrain, in stacks within the limit."""
    near = [n for n in sorted(field().map.numbers) if "06" <= n[:2] <= "11"]
    setup: dict[str, str] = {}
    owner: dict[str, str] = {}
    for unit in random.sample(UNITS, count):
        number = random.choice(near)
        kind = field().units[unit].type.movement_class
        there = [other for other, at in setup.items() if at == number]
        open_to = cost_of(number, kind) is not None
        if open_to and len(there) < LIMIT and owner.setdefault(number, unit[0]) == unit[0]:
            setup[unit] = number
    return setup


def cost_of(number: str, movement_class: str) -> Fraction | None:
    """What the terrain of a hex costs, without paths and hexsides."""
    hexes = field().ruleset("field").frame.resolved[Terrain].hexes
    return hexes[field().map.terrain(number)].cost[movement_class]


def class_of(unit: str) -> str:
    """The movement class of a unit."""
    return field().units[unit].type.movement_class


def may_step(a: str, b: str, unit: str) -> bool:
    """Whether a unit could go from one hex to the next by an ordinary move."""
    return terrain_cost(a, b, class_of(unit)) is not None


def off_road(a: str, b: str, unit: str) -> bool:
    """The same without the help of roads (6.1d)."""
    hexmap, terrain = field().map, field().ruleset("field").frame.resolved[Terrain]
    there = hexmap.hexside(a, b)
    negated = {other for kind in there for other in terrain.hexsides[kind].negates}
    closed = any(
        terrain.hexsides[kind].cost[class_of(unit)] is None for kind in there if kind not in negated
    )
    return not closed and cost_of(b, class_of(unit)) is not None


def side_of(setup: dict[str, str], letter: str) -> list[str]:
    """The units of a side."""
    return [unit for unit in setup if unit[0] == letter]


def controlled(setup: dict[str, str], units: list[str]) -> set[str]:
    """The zones of control of these units."""
    return zone((unit, setup[unit], 0) for unit in units)


def parts(units: list[str]) -> Iterator[tuple[str, ...]]:
    """All the ways to take some of these units."""
    for count in range(1, len(units) + 1):
        yield from combinations(units, count)


def prohibited(a: str, b: str) -> bool:
    """Whether the terrain chart forbids attacks across the hexsides between two hexes (7.3)."""
    hexmap, terrain = field().map, field().ruleset("field").frame.resolved[Terrain]
    there = hexmap.hexside(a, b)
    negated = {other for kind in there for other in terrain.hexsides[kind].negates}
    return any(
        effect.operation == "prohibit"
        for kind in there
        if kind not in negated
        for effect in terrain.hexsides[kind].combat
    )


def in_own_zone(setup: dict[str, str], unit: str, target: str) -> bool:
    """Whether a hex is in the zone of control of a unit."""
    return target in zone([(unit, setup[unit], 0)])


def attacks(setup: dict[str, str], units: tuple[str, ...], target: str) -> bool:
    """2.1c, 7.2e and 7.3: all could go there, each has it in its zone or no strength at all."""
    for unit in units:
        at = setup[unit]
        if target not in field().map.neighbors(at) or not may_step(at, target, unit):
            return False
        if prohibited(at, target):
            return False
        strength = field().units[unit].steps[0].attack
        if strength and not in_own_zone(setup, unit, target):
            return False
    return any(in_own_zone(setup, unit, target) for unit in units)


def overruns(setup: dict[str, str], units: tuple[str, ...], target: str) -> bool:
    """6.0 to 6.1e, for units that have not moved."""
    enemies = side_of(setup, "B")
    for unit in units:
        cost = cost_of(target, class_of(unit))
        if setup[unit] in controlled(setup, enemies) or cost is None or cost > 2:
            return False
        if (field().units[unit].steps[0].movement or 0) < 2:
            return False
        if not off_road(setup[unit], target, unit):
            return False
    return len({setup[unit] for unit in units}) == 1 and attacks(setup, units, target)


@pytest.mark.rule("scs", "6.0")
@pytest.mark.rule("scs", "6.0c")
@pytest.mark.rule("scs", "6.1d")
def test_overruns_are_what_the_cases_allow_in_any_position() -> None:
    legal = 0
    for seed in range(20):
        setup = stacks(Random(seed))
        state = position(setup)
        if state.phase != "red_movement":
            continue
        targets = sorted({setup[unit] for unit in side_of(setup, "B")})
        red = side_of(setup, "R")
        for target in targets:
            for at in field().map.neighbors(target):
                for units in parts([unit for unit in red if setup[unit] == at]):
                    line = f"overrun {target} by {' '.join(units)}"
                    expected = overruns(setup, units, target)
                    assert (state.explain(line) is None) == expected, (seed, line)
                    legal += expected
    assert legal > 10


@pytest.mark.rule("scs", "6.0")
@pytest.mark.rule("scs", "6.1e")
def test_after_a_move_two_points_must_be_left_to_overrun() -> None:
    """What the way costs is added up plainly; 3.1e leaves nothing."""
    legal = illegal = 0
    for seed in range(4):
        setup = stacks(Random(seed), 16)
        state = position(setup)
        blue = side_of(setup, "B")
        enemies = [(unit, setup[unit], 0) for unit in blue]
        for unit in side_of(setup, "R"):
            costs = reach(unit, setup[unit], enemies)
            began = setup[unit] in controlled(setup, blue)
            for at in sorted(costs):
                targets = {setup[other] for other in blue} & {*field().map.neighbors(at)}
                if not targets or state.explain(f"move {unit} {at}") is not None:
                    continue
                moved = state.clone()
                moved.apply(f"move {unit} {at}")
                if moved.phase != "red_movement" or moved.position(unit) != at:
                    continue
                left = (field().units[unit].steps[0].movement or 0) - costs[at]
                there = {**setup, unit: at}
                friends = [u for u in side_of(there, "R") if there[u] == at]
                for target in sorted(targets):
                    expected = (
                        left >= 2
                        and not began
                        and len(friends) <= LIMIT
                        and (cost_of(target, class_of(unit)) or 9) <= 2
                        and off_road(at, target, unit)
                        and attacks(there, (unit,), target)
                    )
                    line = f"overrun {target} by {unit}"
                    assert (moved.explain(line) is None) == expected, (seed, at, line)
                    legal += expected
                    illegal += not expected
    assert min(legal, illegal) > 15


@pytest.mark.rule("scs", "2.1c")
@pytest.mark.rule("scs", "7.2b")
@pytest.mark.rule("scs", "7.2e")
@pytest.mark.rule("scs", "7.3")
def test_attacks_are_what_the_cases_allow_in_any_position() -> None:
    legal = illegal = 0
    for seed in range(20):
        setup = stacks(Random(seed))
        state = position(setup, "red_combat")
        if state.phase != "red_combat":
            continue
        red = side_of(setup, "R")
        for target in sorted({setup[unit] for unit in side_of(setup, "B")}):
            near = [unit for unit in red if setup[unit] in field().map.neighbors(target)]
            for units in list(parts(near))[:64]:
                line = f"attack {target} by {' '.join(units)}"
                expected = attacks(setup, units, target)
                assert (state.explain(line) is None) == expected, (seed, line)
                legal += expected
                illegal += not expected
    assert min(legal, illegal) > 50


@pytest.mark.rule("scs", "12.1a")
@pytest.mark.rule("scs", "2.1h")
def test_supply_is_what_the_case_says_in_any_position() -> None:
    """A line from hex to hex to the side's own edge, each hex free of enemies and their zones."""
    seen = {True: 0, False: 0}
    for seed in range(15):
        setup = stacks(Random(seed), 30)
        state = position(setup, "red_combat")
        for side, column in (("R", "01"), ("B", "12")):
            mine, theirs = side_of(setup, side), side_of(setup, "B" if side == "R" else "R")
            held, friends = {setup[u] for u in theirs}, {setup[u] for u in mine}
            closed = held | (controlled(setup, theirs) - friends)
            supply = state.supply("red" if side == "R" else "blue")
            for unit in mine:
                gone, fresh = {setup[unit]}, [setup[unit]]
                while fresh:
                    at = fresh.pop()
                    for to in field().map.neighbors(at):
                        if to not in gone and to not in closed and may_step(at, to, unit):
                            gone.add(to)
                            fresh.append(to)
                expected = any(number.startswith(column) for number in gone)
                assert (setup[unit] in supply[class_of(unit)]) == expected, (seed, unit)
                line = state.supply_path(unit)
                assert bool(line) == expected
                seen[expected] += 1
    assert min(seen.values()) > 10


def ways(state: State, unit: str, target: str, most: int) -> set[tuple[str, ...]]:
    """10.0: all the paths of an advance, the vacated hex first."""
    enemy = "B" if unit[0] == "R" else "R"

    def free(number: str) -> bool:
        return not any(other[0] == enemy for other in state.units_at(number))

    found: set[tuple[str, ...]] = set()
    fresh: list[tuple[str, ...]] = [(target,)]
    start = state.position(unit) or ""
    if not may_step(start, target, unit):
        return set()
    while fresh:
        way = fresh.pop()
        others = [other for other in state.units_at(way[-1]) if other != unit]
        if len(others) < LIMIT:
            found.add(way)
        if len(way) < most:
            fresh += [
                (*way, to)
                for to in field().map.neighbors(way[-1])
                if free(to) and may_step(way[-1], to, unit)
            ]
    return found


@pytest.mark.rule("scs", "10.0")
@pytest.mark.rule("scs", "10.0a")
@pytest.mark.rule("scs", "2.1e")
def test_advances_go_wherever_the_case_lets_them_in_any_position() -> None:
    seen = 0
    for seed in range(30):
        random = Random(seed)
        setup = stacks(random, 20)
        result = random.choice(["D5", "D3r2", "D4r3", "Dr2"])
        state = ground(setup, results_to_come=[result])
        attack = next((a for a in state.legal_actions() if a.verb == "attack"), None)
        if state.phase != "red_combat" or attack is None:
            continue
        state.apply(attack)
        while state.decision is not None and state.decision.kind in ("loss", "retreat"):
            state.apply(state.sample_action(random))
        if state.decision is None or state.decision.kind != "advance":
            continue
        hexes = int(result.partition("r")[2] or 1)
        for unit in attack.units:
            able = "exploitation" in results().units[unit].type.traits
            expected = ways(state, unit, attack.hexes[0], hexes if able else 1)
            everywhere = ways_of_all(attack.hexes[0], hexes + 1)
            for way in everywhere | expected:
                line = f"advance {unit} {'-'.join(way)}"
                assert (state.explain(line) is None) == (way in expected), (seed, line)
                seen += way in expected
            ends = {
                action.hexes[-1] if action.hexes else attack.hexes[0]
                for action in state.legal_actions()
                if action.verb == "advance" and action.units == (unit,)
            }
            assert ends == {way[-1] for way in expected}, (seed, unit)
    assert seen > 50


def ways_of_all(target: str, most: int) -> set[tuple[str, ...]]:
    """All paths on the map that begin at a hex."""
    found: set[tuple[str, ...]] = {(target,)}
    fresh = found
    for _ in range(most - 1):
        fresh = {(*way, to) for way in fresh for to in field().map.neighbors(way[-1])}
        found = found | fresh
    return found
