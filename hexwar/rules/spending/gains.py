"""When points come to pools, and when they lapse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, Measure
from hexwar.rules.language.dice import DiceThrow
from hexwar.rules.pools.section import Gain, Pool
from hexwar.rules.spending.rules import SpendingRules

if TYPE_CHECKING:
    from hexwar.rules.pools.rules import PoolRules


class GainRules:
    """What comes in each phase, and what is not kept beyond one, or beyond a turn."""

    __slots__ = ("_gains", "_pools", "_spending")

    def __init__(
        self, frame: Frame, pools: PoolRules, conditions: Conditions, spending: SpendingRules
    ) -> None:
        self._pools, self._spending = pools, spending
        self._gains = tuple(
            tuple(
                (pool.id, _points(pool, gain, conditions), conditions.test(gain.condition))
                for pool in pools.all_pools
                for gain in pool.gain
                if gain.phase == phase
            )
            for phase in frame.phase_ids
        )

    def phase_begins(self, state: Position) -> None:
        """Points come that come in this phase."""
        self._spending.phase_begins(state)
        for name, count, holds in self._gains[state.phase_index]:
            if holds(state) and (come := count(state)) > 0:
                self._pools.gain(state, name, come)

    def phase_closing(self, state: Position) -> None:
        """What is never kept is lost."""
        self._lose_what_is_kept(state, "never")

    def turn_ended(self, state: Position) -> None:
        """What is kept for a turn is lost."""
        self._lose_what_is_kept(state, "turn")

    def _lose_what_is_kept(self, state: Position, kept: str) -> None:
        for pool in self._pools.all_pools:
            if pool.kept == kept:
                self._pools.lose(
                    state, pool.id, self._pools.points(state, pool.id), "points_lapsed"
                )


def _points(pool: Pool, gain: Gain, conditions: Conditions) -> Measure:
    """How many points come."""
    count = gain.count
    if isinstance(count, DiceThrow):
        return lambda state: _rolled(state, pool, count)
    return (lambda state: count) if isinstance(count, int) else conditions.measure(count)


def _rolled(state: Position, pool: Pool, dice: DiceThrow) -> int:
    """How many points dice bring to a pool."""
    faces = tuple([state.roll(dice.sides) for _ in range(dice.count)])
    if state.events is not None:
        thrown = ", ".join(map(str, faces))
        text = f"{pool.title}: die {thrown} ({dice})."
        state.tell("points_roll", pool.cite.get("gain", ""), text, pool=pool.id, dice=faces)
    return dice.read(faces)
