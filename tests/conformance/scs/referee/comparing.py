"""What the referee says of a position beside what the engine says; every difference in words."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hexwar.rules.state import State
from tests.conformance.scs.referee.battles import battles
from tests.conformance.scs.referee.fighting import may_attack, odds
from tests.conformance.scs.referee.ground import neighbours
from tests.conformance.scs.referee.moving import entries, may_overrun, reach, waiting
from tests.conformance.scs.referee.position import Position
from tests.conformance.scs.referee.positions import dump, set_up
from tests.conformance.scs.referee.words import Differences, differ, differ_in


def differences(position: Position, phase: str, turn: int, draw: Random) -> Differences:
    """Everything about a position, as its phase is."""
    state = set_up(position, phase, turn, dice=[draw.randint(1, 6) for _ in range(400)])
    kind = phase.partition("_")[2]
    if kind == "supply":
        yield from supply(position, state, phase)
        return
    yield from zones(position, state)
    if state.phase != phase:
        return  # nothing can be done in it
    if kind == "combat":
        yield from attacks(position, state, draw)
        yield from battles(position, state, draw)
    else:
        yield from placing(position, state, turn, draw)
        # Whoever has been placed begins the phase where it stands.
        now = dump(state)
        yield from moves(now, state)
        yield from overruns(now, state, draw)


# -- 2.0 and 12.0 --------------------------------------------------------------------------------


def zones(position: Position, state: State) -> Differences:
    """The zone of each unit."""
    for unit in position.at:
        yield from differ_in(f"zone of {unit}", state.zone(unit), position.zone(unit))


def supply(position: Position, state: State, phase: str) -> Differences:
    """Who is marked when the supply phase is over."""
    # Those that were out of supply before may have lost a step, and stand no more.
    for unit in position.of(position.side):
        if state.position(unit):
            yield from differ(f"{phase}: {unit}", state.in_supply(unit), position.supplied(unit))


# -- 3.0 to 6.0 ----------------------------------------------------------------------------------


def placing(position: Position, state: State, turn: int, draw: Random) -> Differences:
    """Who can be placed and where; then all are."""
    groups = waiting(position, turn)
    while True:
        listed = [action for action in state.legal_actions() if action.verb == "enter"]
        now = dump(state)
        for unit, group in groups.items():
            if unit not in now.at:
                here = {action.hexes[0] for action in listed if action.units == (unit,)}
                yield from differ_in(f"placing {unit}", here, entries(now, unit, group))
        yield from differ("who is placed", {a.units[0] for a in listed} <= {*groups}, True)
        if not listed:
            return
        state.apply(draw.choice(listed))


def moves(position: Position, state: State) -> Differences:
    """Where each unit can go, for how much."""
    listed: dict[str, set[str]] = {}
    for action in state.legal_actions():
        if action.verb == "move" and len(action.units) == 1:
            listed.setdefault(action.units[0], set()).add(action.hexes[-1])
    yield from stacks(position, state)
    for unit in position.at:
        goals = reach(position, unit)
        found = {number: there.cost for number, there in state.reach(unit).items()}
        yield from differ_in(f"moves of {unit}", listed.get(unit, set()), goals)
        yield from differ_in(f"reach of {unit}", found, goals)
        for number in found.keys() & goals.keys():
            yield from differ(f"cost of {unit} to {number}", found[number], goals[number])


def stacks(position: Position, state: State) -> Differences:
    """Where stacks of units that move alike can go as one, if there is room for all."""
    listed: dict[tuple[str, ...], set[str]] = {}
    for action in state.legal_actions():
        if action.verb == "move" and len(action.units) > 1:
            listed.setdefault(tuple(sorted(action.units)), set()).add(action.hexes[-1])
    for units, goals in listed.items():
        alike = {(position.counter(u).leg, position.allowance(u)) for u in units}
        common = set.intersection(*({*reach(position, unit)} for unit in units))
        empty = {n for n in common if not position.here(n, position.side)}
        yield from differ_in(f"moves of {units}, too far", goals - common, ())
        if len(alike) == 1:
            yield from differ_in(f"moves of {units}", goals & empty, empty)


def overruns(position: Position, state: State, draw: Random) -> Differences:
    """Which stacks may overrun which hexes from where they stand, and after a move."""
    zone = position.enemy_zone(position.side)
    began = frozenset(unit for unit in position.of(position.side) if position.at[unit] in zone)
    left = {unit: Fraction(position.allowance(unit)) for unit in position.at}
    yield from _overruns(position, state, left, began)
    go = [action for action in state.legal_actions() if action.verb == "move"]
    near = {n for foe in position.held(position.side) for n in neighbours(foe)}
    go = [action for action in go if action.hexes[-1] in near and len(action.units) == 1]
    if go:
        action = draw.choice(go)
        (mover,) = action.units
        left[mover] -= reach(position, mover)[action.hexes[-1]]
        state.apply(action)
        if dump(state).side == position.side and not state.is_over:
            position.at[mover] = action.hexes[-1]
            yield from _overruns(position, state, left, began, (mover,))


def _overruns(
    position: Position,
    state: State,
    left: dict[str, Fraction],
    began: frozenset[str],
    only: tuple[str, ...] = (),
) -> Differences:
    stacks: dict[str, list[str]] = {}
    for unit in only or position.of(position.side):
        stacks.setdefault(position.at[unit], []).append(unit)
    for number, stack in stacks.items():
        forces = [[unit] for unit in stack] + ([stack] if len(stack) > 1 else [])
        for target in neighbours(number):
            if target not in position.held(position.side):
                continue
            for force in forces:
                line = f"overrun {target} by {' '.join(force)}"
                yield from differ(
                    line,
                    state.explain(line) is None,
                    may_overrun(position, force, target, left, began),
                )


# -- 7.0 -----------------------------------------------------------------------------------------


def attacks(position: Position, state: State, draw: Random) -> Differences:
    """Which forces may attack which hexes, with which strength and in which column."""
    for target in sorted(position.held(position.side)):
        able = [u for u in position.of(position.side) if position.at[u] in neighbours(target)]
        forces = [[unit] for unit in able] + ([able] if len(able) > 1 else [])
        forces += [draw.sample(able, draw.randint(1, len(able))) for _ in range(4) if able]
        for force in forces:
            line = f"attack {target} by {' '.join(force)}"
            legal = may_attack(position, force, target)
            yield from differ(line, state.explain(line) is None, legal)
            if legal and state.explain(line) is None:
                preview, mine = state.preview(line), odds(position, force, target)
                below = None if preview.column < 0 else preview.column
                yield from differ(f"{line}: attack", preview.attacker_strength, mine.attack)
                yield from differ(f"{line}: defence", preview.defender_strength, mine.defence)
                yield from differ(f"{line}: column", below, mine.column)
