"""Battles whose results say nothing of losses: fought on a copy, again and again, and counted.

A result that rolls on other tables, asks what is there or puts units into states is read nowhere:
it is carried out on the scenario's own position, with units of the same kind on ground of the same
kind, and what it takes from both sides is what it comes to. What is known once is kept by result,
by the units that fight and by the ground; it depends on nothing else, so that equal positions are
judged alike whatever was asked before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from random import Random
from typing import NamedTuple

from hexwar.engine.rules import Rules
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.combat.battle import Battle
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.consequences import SAMPLES, ResultRules, carry_on, opened
from hexwar.rules.losses.section import AS_STRONG
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import Units

PLAIN = frozenset(("nothing", "lose_steps", "eliminate", "exchange", "retreat", "advance"))
"""What is read in the tables, and needs no battle to be fought."""

MOST_BATTLES = 5_000
"""So many are kept."""


class BattleLoss(NamedTuple):
    """What a battle costs both sides, the attacked and the attackers (``own``): steps, and whether
    (0 or 1) they leave their hex alive.
    """

    lost: float
    hexes: int
    own_lost: float
    own_hexes: int


class Fighter(NamedTuple):
    """What matters of a unit that fights: its kind, the steps that it has lost, its states."""

    kind: int
    lost: int
    states: tuple[str, ...]


Ground = tuple[str, ...]
"""A kind of ground, as it matters to a battle."""


class BattleSamples:
    """The battles of one game in one scope, each result fought :data:`SAMPLES` times."""

    def __init__(self, rules: Rules, combat: CombatRules) -> None:
        self._rules, self._forces, self._combat = rules, rules[Forces], combat
        self._results = rules[ResultRules]
        section = combat.section
        self.codes = frozenset(
            code
            for code in section.results
            if any(
                # Steps by the attackers' strength are read in no table either.
                effect.verb not in PLAIN or effect.said == AS_STRONG
                for effect in combat.program(code)
            )
        )
        # By unit the number of its kind, counted as kinds come.
        kinds: dict[Hashable, int] = {}
        self._kind: list[int] = []
        for counter in map(rules.frame.resolved[Units].counters.__getitem__, rules.frame.unit_ids):
            kind = (counter.side, counter.type.id, len(counter.steps))
            self._kind.append(kinds.setdefault(kind, len(kinds)))
        hexes = rules.frame.map
        # What kind of ground each hex is: its terrain, then its features by their ids.
        self._grounds: dict[str, Ground] = {
            number: (hexes.terrain(number), *sorted(hexes.features(number))) for number in hexes
        }
        self._known: dict[Hashable, dict[BattleLoss, float]] = {}

    def of(
        self,
        state: State,
        codes: Iterable[str],
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
    ) -> dict[str, dict[BattleLoss, float]]:
        """What results come to when units attack others in a cell: by code each outcome with its
        chance; nothing without attackers or without defenders.
        """
        if not (attackers and defenders):
            return {}
        ground = self._grounds[self._rules.frame.board.number[cell]]
        sides = [self._fighters(state, units) for units in (attackers, defenders)]
        fought_by_code = {}
        for code in codes:
            key = (state.phase_index, state.effects, code, ground, *sides)
            fought = self._known.get(key)
            if fought is None:
                if len(self._known) >= MOST_BATTLES:
                    self._known.clear()
                times = self._fought(state, code, ground, sides)
                fought = {loss: count / SAMPLES for loss, count in times.items()}
                self._known[key] = fought
            fought_by_code[code] = fought
        return fought_by_code

    def _fighters(self, state: State, units: Sequence[int]) -> tuple[Fighter, ...]:
        """What matters of some units, whichever of them is which."""
        marked = [(name, mask) for name in self._results.states if (mask := state.marks.get(name))]
        fighters = [
            Fighter(
                self._kind[unit],
                state.lost[unit],
                tuple([name for name, mask in marked if mask >> unit & 1]),
            )
            for unit in units
        ]
        return tuple(sorted(fighters))

    def _fought(
        self, state: State, code: str, ground: Ground, sides: list[tuple[Fighter, ...]]
    ) -> Counter[BattleLoss]:
        """What a battle cost, by how often: the first units of these kinds fight it on the first
        ground of this kind, beside which the attackers stand.
        """
        frame, losses = self._rules.frame, Counter[BattleLoss]()
        target = frame.board.cell[next(n for n, kind in self._grounds.items() if kind == ground)]
        beside = frame.board.cells(frame.board.adjacent[target])
        origin = beside[0] if beside else target
        for seed in range(SAMPLES):
            twin = opened(state, seed)
            if twin is None:
                break
            for unit in (*twin.standing(target), *twin.standing(origin)):
                twin.place(unit, OFF_MAP)  # only units that fight may stand in the way
            attackers = self._placed(twin, sides[0], origin)
            defenders = self._placed(twin, sides[1], target)
            battle = Battle(code, (target,), attackers, defenders, origins=(origin,))
            fighting = twin.clone()
            random = Random(seed)
            carry_on(fighting, battle, random)
            driven = not any(fighting.cells[unit] == target for unit in defenders)
            thrown = all(fighting.cells[unit] not in (origin, target) for unit in attackers)
            steps = self._results.steps_lost_later(twin, fighting, (defenders, attackers), random)
            complete = [
                sum(self._forces.steps_left(twin, unit) for unit in units)
                for units in (defenders, attackers)
            ]
            loss = BattleLoss(
                round(steps[0], 2),
                int(driven and steps[0] < complete[0]),
                round(steps[1], 2),
                int(thrown and steps[1] < complete[1]),
            )
            losses[loss] += 1
            # Nothing was thrown, and so every other battle would be the same.
            if fighting.rolled == twin.rolled:
                losses[next(iter(losses))] = SAMPLES
                break
        return losses

    def _placed(self, state: Position, fighters: Sequence[Fighter], cell: int) -> tuple[int, ...]:
        """The first units that are like these, put into a cell as they are to be."""
        placed: list[int] = []
        for kind, lost, states in fighters:
            alike = (unit for unit, other in enumerate(self._kind) if other == kind)
            unit = next((unit for unit in alike if unit not in placed), None)
            if unit is None:
                continue
            placed.append(unit)
            state.eliminated &= ~(1 << unit)
            state.place(unit, cell)
            state.lose(unit, lost)
            for name in states:
                state.mark(name, state.marks.get(name, 0) | 1 << unit)
        return tuple(placed)
