"""Who takes part in attacks on whom, and the unit of a hex that an attacker would choose."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine.state import State
from hexwar.rules.combat.in_force import NOTHING_COMMITTED, Committed, Line
from hexwar.rules.combat.odds import Odds, OddsRules
from hexwar.rules.combat.parties import Target


class TargetRules:
    """Modifiers that keep units out of attacks, and attacks on one unit of several."""

    __slots__ = ("_keeping_out", "_odds")

    def __init__(self, odds: OddsRules) -> None:
        self._odds = odds
        self._keeping_out = tuple(modifier for modifier in odds.in_force if modifier.bars)

    @property
    def bar(self) -> bool:
        """Whether any modifier keeps units out."""
        return bool(self._keeping_out)

    def kept_out(self, state: State, unit: int, defenders: Sequence[int], cell: int) -> Line | None:
        """The modifier that keeps a unit out of an attack on these defenders, if one does."""
        found = (one.keeps_out(state, unit, defenders, cell) for one in self._keeping_out)
        return next(filter(None, found), None)

    def aims(
        self, state: State, force: Sequence[int], target: Target, *, any_odds: bool = False
    ) -> tuple[int, ...]:
        """Those of the defenders whom a force may choose to attack, each by itself.

        ``any_odds``: whatever the odds, as the odds are those against several.
        """
        return tuple(
            one
            for one in target.defenders
            if not any(self.kept_out(state, unit, (one,), target.cell) for unit in force)
            and (any_odds or self.against(state, force, target, (one,)).column is not None)
        )

    def best_aim(self, state: State, force: Sequence[int], target: Target) -> tuple[int, ...]:
        """The defender whom a force that may choose attacks at the best odds."""
        aims = self.aims(state, force, target) or target.defenders

        def column(unit: int) -> int:
            found = self.against(state, force, target, (unit,)).column
            return -2 if found is None else found

        return (max(aims, key=column),) if aims else ()

    def against(
        self,
        state: State,
        force: Sequence[int],
        target: Target,
        defenders: tuple[int, ...],
        committed: Committed = NOTHING_COMMITTED,
    ) -> Odds:
        """The odds against these defenders of a target."""
        cell, also, kind = target.cell, target.also, target.kind
        return self._odds.reckon(
            state, force, defenders, cell, committed=committed, also=also, kind=kind
        )
