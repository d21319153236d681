"""Battles followed from the attack to the last advance, decision by decision (7.1 to 10.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from hexwar.engine import Action, Event
from hexwar.rules.state import State
from tests.conformance.scs.referee.aftermath import may_advance, may_lose, may_retreat
from tests.conformance.scs.referee.fighting import odds, result
from tests.conformance.scs.referee.ground import counters
from tests.conformance.scs.referee.position import Position
from tests.conformance.scs.referee.positions import dump
from tests.conformance.scs.referee.words import Differences, differ, differ_in


def battles(position: Position, state: State, draw: Random) -> Differences:
    """Up to three battles of a combat phase."""
    side = position.side
    for _ in range(3):
        listed = [action for action in state.legal_actions() if action.verb == "attack"]
        if not listed:
            return
        yield from Battle(dump(state), state, draw.choice(listed)).fought(draw)
        over = state.is_over or state.decision is None or state.decision.kind != "combat"
        if over or not state.phase.startswith(side):
            return


class Battle:
    """One attack: what of its result is still owed, and what has been done of it."""

    def __init__(self, position: Position, state: State, attack: Action) -> None:
        self.position, self.state, self.attack = position, state, attack
        (self.target,) = attack.hexes
        self.attacks = list(attack.units)
        foe = "republic" if position.side == "league" else "league"
        self.defends = position.here(self.target, foe)
        self.foe = foe
        self.origin = dict(position.at)
        self.gone = dict.fromkeys([*self.attacks, *self.defends], 0)
        self.taken = {position.side: dict[str, int](), foe: dict[str, int]()}
        self.held = {position.side: 0, foe: 0}
        self.into_zones: dict[str, list[tuple[str, str]]] = {position.side: [], foe: []}
        self.paid = {position.side: 0, foe: 0}
        self.steps: dict[str, int] = {}
        self.hexes: dict[str, int] = {}
        self.advanced: set[str] = set()

    def fought(self, draw: Random) -> Differences:
        """Everything in which the engine differs."""
        events = self.state.apply(self.attack)
        fight = next(event for event in events if event.kind == "battle")
        yield from differ_in(f"{self.attack}: defenders", fight.defenders, self.defends)
        column = odds(self.position, self.attacks, self.target).column
        if (column is None) == bool(fight.dice):
            yield f"{self.attack}: the engine rolled {fight.dice}, the referee has column {column}"
            return
        mine = result(column, fight.die)
        self.steps = {self.position.side: mine.attacker[0], self.foe: mine.defender[0]}
        self.hexes = {self.position.side: mine.attacker[1], self.foe: mine.defender[1]}
        for side, force in ((self.position.side, self.attacks), (self.foe, self.defends)):
            left = sum(self.position.steps_left(unit) for unit in force)
            self.steps[side] = min(self.steps[side], left)
        yield from differ(f"{self.attack}: dice", fight.die, sum(fight.dice) if fight.dice else 0)
        while True:
            yield from self._happened(events)
            decision = self.state.decision
            if decision is None or decision.kind not in ("loss", "retreat", "advance"):
                break
            yield from self._asked(decision.kind, decision.side)
            events = self.state.apply(self.state.sample_action(draw))
        yield from self._price(self.position.side)
        yield from self._price(self.foe)

    def _price(self, side: str) -> Differences:
        """What the retreat has cost a force that is not destroyed (9.0b, 9.0d, 9.2).

        Units of a stack that follow each other into a zone pay once, those that part each: what is
        owed lies between the two.
        """
        alive = [unit for unit in self._force(side) if unit in self.position.at]
        if not alive or self.advanced:
            return
        blocked: dict[str, int] = {}
        for unit in alive:
            left = self._left(unit)
            if left > 0:
                ways = may_retreat(self.position, unit, self.origin[unit], left)
                yield from differ(f"{self.attack}: {unit} goes no further", set(), ways)
                stack = self.origin[unit]
                blocked[stack] = max(left, blocked.get(stack, 0))
        entered = self.into_zones[side]
        least, most = (self.held[side] + zones for zones in (len({*entered}), len(entered)))
        fits = least <= self.paid[side] <= most + sum(blocked.values())
        yield from differ(f"{self.attack}: {side} paid {self.paid[side]}", fits, True)

    def _force(self, side: str) -> list[str]:
        return self.attacks if side == self.position.side else self.defends

    # -- what is asked ---------------------------------------------------------------------------

    def _asked(self, kind: str, side: str) -> Differences:
        listed = list(self.state.legal_actions())
        if kind == "loss" and self.steps[side]:
            yield from self._in_order(side)
            offered = [action.units[0] for action in listed]
            yield from differ_in(f"{self.attack}: losses", offered, self._losers(side))
        elif kind == "retreat":
            yield from self._retreats(side, listed)
        elif kind == "advance":
            yield from self._advances(listed)

    def _losers(self, side: str) -> set[str]:
        attacks = side == self.position.side
        return may_lose(self.position, self._force(side), self.taken[side], attacks)

    def _in_order(self, side: str) -> Differences:
        """7.1: the defender executes his result first."""
        if side != self.foe:
            owed = self.steps[self.foe]
            yield from differ(f"{self.attack}: steps of the defender still owed", owed, 0)

    def _left(self, unit: str) -> int:
        side = counters()[unit].side
        return self.hexes[side] - self.held[side] - self.gone[unit]

    def _retreats(self, side: str, listed: Sequence[Action]) -> Differences:
        force = [unit for unit in self._force(side) if unit in self.position.at]
        for unit in {action.units[0] for action in listed if len(action.units) == 1}:
            offered = [a.hexes[-1] for a in listed if a.verb == "retreat" and a.units == (unit,)]
            ways = may_retreat(self.position, unit, self.origin[unit], self._left(unit))
            yield from differ_in(f"{self.attack}: retreats of {unit}", offered, ways)
        if not any(self.gone[unit] for unit in self._force(side)) and not self.held[side]:
            most = min(self.hexes[side], sum(map(self.position.steps_left, force)))
            held = [action.name for action in listed if action.verb == "hold"]
            yield from differ_in(f"{self.attack}: hold", held, map(str, range(1, most + 1)))

    def _advances(self, listed: Sequence[Action]) -> Differences:
        yield from differ(f"{self.attack}: vacant", self.position.here(self.target, self.foe), [])
        # Who has retreated into the hex is there already.
        there = {*self.advanced, *self.position.here(self.target, self.position.side)}
        able = [u for u in self.attacks if u in self.position.at and u not in there]
        offers = {unit: set[str]() for unit in able}
        for action in listed:
            if action.verb == "advance":
                goal = action.hexes[-1] if action.hexes else self.target
                offers.setdefault(action.units[0], set()).add(goal)
        for unit, offered in offers.items():
            goals = may_advance(self.position, unit, self.target, self.hexes[self.foe])
            yield from differ_in(f"{self.attack}: advance of {unit}", offered, goals)

    # -- what happens ----------------------------------------------------------------------------

    def _happened(self, events: Iterable[Event]) -> Differences:
        for event in events:
            if event.kind == "phase_ends":
                return
            if event.kind in ("step_lost", "eliminated"):
                yield from self._lost(event.unit)
            elif event.kind == "held":
                self.held[counters()[event.units[0]].side] += self._held(event)
            elif event.kind == "retreated":
                yield from self._retreated(event)
            elif event.kind == "advanced":
                self.position.at[event.unit] = event.path[-1]
                self.advanced.add(event.unit)

    def _held(self, event: Event) -> int:
        words = {"one": 1, "two": 2, "three": 3}
        return next((n for word, n in words.items() if f"{word} step" in event.text), 0)

    def _lost(self, unit: str) -> Differences:
        side = counters()[unit].side
        if self.steps[side]:
            yield from self._in_order(side)
            allowed = unit in self._losers(side)
            yield from differ(f"{self.attack}: {unit} loses a step", True, allowed)
            self.steps[side] -= 1
        else:
            self.paid[side] += 1
        self.taken[side][unit] = self.taken[side].get(unit, 0) + 1
        if self.position.steps_left(unit) == 1:
            del self.position.at[unit]
        else:
            self.position.lost[unit] = self.position.lost.get(unit, 0) + 1

    def _retreated(self, event: Event) -> Differences:
        unit, goal = event.unit, event.path[-1]
        ways = may_retreat(self.position, unit, self.origin[unit], self._left(unit))
        allowed = goal in ways or len(event.path) > 2
        yield from differ(f"{self.attack}: {unit} retreats to {goal}", True, allowed)
        self.position.at[unit] = goal
        side = counters()[unit].side
        entered = self.position.enemy_zone(side) & {*event.path[1:]}
        self.into_zones[side] += [(self.origin[unit], number) for number in entered]
        self.gone[unit] += len(event.path) - 1
