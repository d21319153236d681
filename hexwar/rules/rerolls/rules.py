"""Section ``rerolls``: who may have which dice thrown again, and what that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Battle
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.rerolls.section import Reroll, Rerolls
from hexwar.rules.tables.task import TableResult

if TYPE_CHECKING:
    from hexwar.rules.pools.rules import PoolRules


class RerollRules:
    """What may be thrown again; ``all`` are what the section says, in its order."""

    __slots__ = ("_frame", "_holds", "_pools", "_sides", "all")

    def __init__(
        self, frame: Frame, section: Rerolls, pools: PoolRules, conditions: Conditions
    ) -> None:
        self._frame, self._pools = frame, pools
        self.all: tuple[Reroll, ...] = tuple(section.by_id.values())
        self._holds = tuple(conditions.test(reroll.condition) for reroll in self.all)
        self._sides = tuple(frame.side_index[reroll.side] for reroll in self.all)

    def side(self, index: int) -> int:
        """Whose it is."""
        return self._sides[index]

    def price(self, state: Position, index: int) -> str:
        """What it costs, and how much there is."""
        price = self.all[index].spends
        left = self._pools.points(state, price.pool)
        return f"{price.count} of {left} {self._pools.pool(price.pool).title}"

    def able(self, state: Position, index: int, thrown: Any, times: int) -> bool:
        """Whether dice, of what ``thrown`` carries out, may be thrown again by one of these now."""
        reroll = self.all[index]
        if (
            times >= reroll.most
            or self._pools.points(state, reroll.spends.pool) < reroll.spends.count
        ):
            return False
        return self._concerns(state, index, reroll, thrown) and self._holds[index](state)

    def _concerns(self, state: Position, index: int, said: Reroll, thrown: Any) -> bool:
        if isinstance(thrown, Battle):
            owner, side = self._frame.unit_side, self._sides[index]
            fights = {
                role
                for role, units in (("attacker", thrown.attackers), ("defender", thrown.defenders))
                if any(owner[unit] == side for unit in units)
            }
            if "battle" not in said.of:
                return False
            return bool(fights) if said.who == "any" else said.who in fights
        if isinstance(thrown, TableResult):
            return "table" in said.of and (not said.tables or thrown.name(state) in said.tables)
        return False

    def pay(self, state: Position, index: int) -> None:
        """Take the price, and say what for."""
        reroll = self.all[index]
        self._pools.pay(state, reroll.spends.pool, reroll.spends.count)
        if state.events is not None:
            side = self._frame.side_names[self._sides[index]]
            text = f"{reroll.title}: the dice are thrown again for {side}."
            rule = reroll.cite.get("reroll", "")
            state.tell("thrown_again", rule, text, side=reroll.side, reroll=reroll.id)

    def refuse(self, index: int, name: str) -> Violation:
        """Why nothing else may be thrown again now."""
        reroll = self.all[index]
        text = f"{name or 'That'} cannot be used now: {reroll.title} can."
        return Violation(reroll.cite.get("reroll", ""), text, "rerolls.reroll")
