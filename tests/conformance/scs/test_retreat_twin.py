"""Retreats read plainly, against the engine on ground with every terrain.

What is asked is membership: every part of a stack to every hex around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.field import field
from tests.conformance.scs.results import ground
from tests.conformance.scs.test_movement_twin import terrain_cost, zone
from tests.conformance.scs.test_twins import LIMIT, class_of, may_step, parts, stacks

RESULTS = ["Dr1", "Dr2", "Dr3", "Ar1", "Ar2", "Ar3", "A1r1 D1r1", "Ar2 Dr2"]


@cache
def away(column: str, movement_class: str) -> dict[str, int]:
    """Hexes to go to a side's edge of the map over terrain that is open to a class."""
    hexmap = field().map
    fresh = [number for number in hexmap.numbers if number.startswith(column)]
    found = dict.fromkeys(fresh, 0)
    while fresh:
        at = fresh.pop(0)
        for near in hexmap.neighbors(at):
            if near not in found and terrain_cost(near, at, movement_class) is not None:
                found[near] = found[at] + 1
                fresh.append(near)
    return found


class Plainly:
    """What 9.0 to 9.1d leave one unit of the retreat that a position is in."""

    def __init__(self, state: State, unit: str) -> None:
        self.state, self.unit = state, unit
        self.enemy = "B" if unit[0] == "R" else "R"
        self.here = state.position(unit) or ""
        index = state.frame.unit_index[unit]
        parties = state.to_dict()["agenda"][-1]["parties"]
        (origin, self.left) = next((at, left) for who, at, left, *_ in parties if index in who)
        self.origin = state.frame.board.number[origin]

    def others(self, number: str) -> int:
        """How many of its own side stand in a hex, without it."""
        return len([unit for unit in self.state.units_at(number) if unit != self.unit])

    def onward(self, number: str) -> set[str]:
        """9.0b and 9.1b: where it could move to, farther from where it fought."""
        hexmap = field().map
        gone = hexmap.distance(self.origin, number)
        return {
            to
            for to in hexmap.neighbors(number)
            if hexmap.distance(self.origin, to) > gone
            and may_step(number, to, self.unit)
            and not any(other[0] == self.enemy for other in self.state.units_at(to))
        }

    def finds_room(self, number: str, more: int) -> bool:
        """4.0a: whether it can end here, or in one of the hexes to come."""
        if self.others(number) < LIMIT:
            return True
        return more > 0 and any(self.finds_room(to, more - 1) for to in self.onward(number))

    def goes_all_the_way(self, number: str, more: int) -> bool:
        """9.0a: whether all the hexes can be gone from here."""
        if not more:
            return self.others(number) < LIMIT
        return any(self.goes_all_the_way(to, more - 1) for to in self.onward(number))

    def preferred(self, hexes: set[str]) -> set[str]:
        """9.1c, then 9.1d."""
        to_go = away("01" if self.unit[0] == "R" else "12", class_of(self.unit))
        far = len(field().map)
        nearer = {to for to in hexes if to_go.get(to, far) < to_go.get(self.here, far)}
        best = nearer or hexes
        enemies = [
            (unit, at, self.state.steps_lost(unit))
            for unit in self.state.frame.unit_ids
            if unit[0] == self.enemy and (at := self.state.position(unit))
        ]
        return best - zone(enemies) or best

    def hexes(self) -> set[str]:
        """All of it together."""
        more = self.left - 1
        found = {number for number in self.onward(self.here) if self.finds_room(number, more)}
        whole = {number for number in found if self.goes_all_the_way(number, more)}
        return self.preferred(whole or found)


def retreating() -> Iterator[tuple[int, State]]:
    """Every choice of a retreat after attacks in many positions, gone through at random."""
    for seed in range(100):
        random = Random(seed)
        state = ground(stacks(random, 26), results_to_come=[random.choice(RESULTS)])
        attacks = [action for action in state.legal_actions() if action.verb == "attack"]
        if not attacks or state.phase != "red_combat":
            continue
        state.apply(random.choice(attacks))
        while state.decision is not None and state.decision.kind in ("loss", "retreat"):
            if state.decision.kind == "retreat":
                yield seed, state
            state.apply(state.sample_action(random))
            assert broken_invariants(state) == [], seed


@pytest.mark.rule("scs", "9.0b")
@pytest.mark.rule("scs", "9.1b")
@pytest.mark.rule("scs", "9.1c")
@pytest.mark.rule("scs", "9.1d")
@pytest.mark.rule("scs", "9.0e")
def test_retreats_lead_where_the_cases_let_them_on_any_ground() -> None:
    seen = together = 0
    for seed, state in retreating():
        assert state.decision is not None
        units = [unit for unit in state.decision.units if state.position(unit)]
        open_to = {unit: Plainly(state, unit).hexes() for unit in units}
        for unit in units:
            for number in field().map.neighbors(state.position(unit) or ""):
                legal = state.explain(f"retreat {unit} {number}") is None
                assert legal == (number in open_to[unit]), (seed, unit, number)
                seen += legal
        for at in {state.position(unit) or "" for unit in units}:
            for part in parts([unit for unit in units if state.position(unit) == at]):
                for number in field().map.neighbors(at):
                    room = len(state.units_at(number)) + len(part) <= LIMIT
                    if not room and Plainly(state, part[0]).left > 1:
                        continue  # passing through a hex that gets too full
                    line = f"retreat {'+'.join(part)} {number}"
                    expected = room and all(number in open_to[unit] for unit in part)
                    assert (state.explain(line) is None) == expected, (seed, line)
                    together += expected and len(part) > 1
    assert seen > 100
    assert together > 10
