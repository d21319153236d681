"""What each unit is to reach: by the conditions that a game's points and victory ask for.

All conditions are taken apart to their leaves. A unit is to leave the map where that is counted of
it or of whom it escorts; else to come to those of its side that are to be escorted and stand alone,
or near who escorts already; and to the regions that its side is to occupy or to bring such units
to. ``prey`` is the other way round: where that lies now what the other sides are after.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.position import bits
from hexwar.engine.rules import Rules
from hexwar.rules.escort.rules import EscortRules
from hexwar.rules.escort.section import Escort
from hexwar.rules.exits.rules import ExitRules
from hexwar.rules.figures.section import Figures
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.points.section import Points
from hexwar.rules.state import State
from hexwar.rules.victory.section import Victory

SUPPORT = 4
"""Who does not escort stays so near to who does."""


class Objective(NamedTuple):
    """Hexes (a mask) to come to, how much it matters, 1 for what decides, and whether to leave
    the map from there. ``after``: hexes to come to from there, before the game ends.
    """

    hexes: int
    weight: float
    leaves: bool = False
    after: int = 0


class Objectives:
    """The objectives of the units of one game.

    ``kinds`` are the conditions that it names anywhere; ``singles_out``: whether any may be about
    some units of a side alone.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules, self._board = rules, rules.frame.board
        resolved = rules.frame.resolved
        named = [line.condition for line in resolved[Victory].lines]
        for award in resolved[Points].awards.values():
            named += [award.counted, award.condition]
        self._conditions = [leaf for condition in named if condition for leaf in _leaves(condition)]
        self._brought = list(self._to_be_brought())
        self.kinds = frozenset(leaf.kind for leaf in self._conditions)
        self.singles_out = "exited" in self.kinds or any(
            leaf.arguments.get("only")
            for leaf in self._conditions
            if leaf.kind in ("eliminated", "steps_lost")
        )
        escort = resolved.section(Escort)
        selectors = rules[Selectors]
        self._count_out = [
            selectors.fits(leaf.arguments.get("of"))
            for leaf in self._conditions
            if leaf.kind == "exited"
        ]
        self._contact = escort.contact if escort is not None else 0
        figures = resolved.section(Figures)
        evacuation = figures.evacuation if figures is not None else None
        parties = evacuation.units if evacuation is not None else ()
        self._named: dict[int, bool] = {}
        self._parties = {rules.frame.unit_index[name] for name in parties}

    def _to_be_brought(self) -> Iterator[tuple[str, int, int]]:
        """What some units of a side are to be brought to: the side, the hexes, and who may be meant
        (masks): where they stand counts for it.
        """
        resolved, selectors = self._rules.frame.resolved, self._rules[Selectors]
        asked_for = [(line.winner, line.condition) for line in resolved[Victory].lines]
        for award in resolved[Points].awards.values():
            asked_for += [(award.side, award.counted), (award.side, award.condition)]
        for side, condition in asked_for:
            for leaf in _leaves(condition) if condition else ():
                region, of = leaf.arguments.get("region"), leaf.arguments.get("of")
                if leaf.kind == "hexes" and side and region and of is not None:
                    hexes = self._board.mask(self._rules.frame.map.region(str(region)))
                    yield side, hexes, selectors.perhaps(of)

    def own(self, state: State, unit: int) -> list[Objective]:
        """What a unit itself is to reach."""
        return [*self._with_escorts(state, unit), *self._places(unit)]

    def _with_escorts(self, state: State, unit: int) -> Iterator[Objective]:
        escort, side = self._rules.find(EscortRules), self._rules.frame.unit_side[unit]
        goes = (unit, *(escort.with_unit(state, unit) if escort is not None else ()))
        leaves = 0
        if unit in self._parties or any(self.counts_out(state, goer) for goer in goes):
            leaves = self.exits_of(state, unit)
        if leaves:
            yield Objective(leaves, 1.0, leaves=True)
            return
        if escort is None or not self.kinds & {"exited", "contacted"}:
            return
        for escorted in self._alone(state, side):
            if escort.may_escort(state, unit):
                near = self._board.within(self._board.bit[state.cells[escorted]], self._contact)
                yield Objective(near, 1.0, after=self._ways_out(state, escorted))
        for by in bits(escort.escorting(state)):
            if self._rules.frame.unit_side[by] == side and state.cells[by]:
                near = self._board.within(self._board.bit[state.cells[by]], SUPPORT)
                yield Objective(near, 0.5)

    def counts_out(self, state: State, unit: int) -> bool:
        """Whether it is counted if a unit leaves the map."""
        return any(counts(state, unit) for counts in self._count_out)

    def exits_of(self, state: State, unit: int) -> int:
        """Mask of the hexes from which a unit may leave the map."""
        exits, side, hexes_out = self._rules.find(ExitRules), self._rules.frame.unit_side[unit], 0
        for _, whose, hexes, fits in exits.exits if exits is not None else ():
            hexes_out |= hexes if whose == side and fits(state, unit) else 0
        return hexes_out

    def _ways_out(self, state: State, one: int) -> int:
        """Mask of the hexes by which a side's units leave the map, if somebody is to."""
        if not self.counts_out(state, one):
            return 0
        exits, side, hexes_out = self._rules.find(ExitRules), self._rules.frame.unit_side[one], 0
        for _, whose, hexes, _ in exits.exits if exits is not None else ():
            hexes_out |= hexes if whose == side else 0
        return hexes_out

    def losses_count(self, unit: int) -> bool:
        """Whether the rules name what has been lost of such units, and not of the whole side."""
        named = self._named.get(unit)
        if named is None:
            named = self._named[unit] = self._losses_count(unit)
        return named

    def _losses_count(self, unit: int) -> bool:
        frame = self._rules.frame
        side = frame.side_ids[frame.unit_side[unit]]
        selectors = self._rules[Selectors]
        return any(
            leaf.kind in ("eliminated", "steps_lost")
            and leaf.arguments["side"] == side
            and leaf.arguments.get("only")
            and selectors.perhaps(leaf.arguments["only"]) >> unit & 1
            for leaf in self._conditions
        )

    def counts_figures(self, side: int, condition: str) -> bool:
        """Whether figures of a side are counted that are in a condition."""
        name = self._rules.frame.side_ids[side]
        return any(
            leaf.kind == "figures"
            and leaf.arguments["side"] == name
            and condition in leaf.arguments.get("condition", ())
            for leaf in self._conditions
        )

    def _alone(self, state: State, side: int) -> list[int]:
        """Those of a side, by unit, that are to be escorted and are on the map alone."""
        escort, sides = self._rules.find(EscortRules), self._rules.frame.unit_side
        known = bits(escort.escorted) if escort is not None else ()
        return [unit for unit in known if sides[unit] == side and state.cells[unit]]

    def _places(self, unit: int) -> Iterator[Objective]:
        """The regions that the unit's side is to occupy."""
        frame = self._rules.frame
        side = frame.side_ids[frame.unit_side[unit]]
        for whose, hexes, units in self._brought:
            if whose == side and units >> unit & 1:
                yield Objective(hexes, 1.0)
        for condition in self._conditions:
            if condition.kind in ("occupied", "controlled") and condition.arguments["side"] == side:
                yield Objective(
                    self._board.mask(frame.map.region(str(condition.arguments["region"]))), 1.0
                )

    def prey(self, state: State, side: int) -> int:
        """Mask of the hexes where what the other sides are after is now."""
        escort, mask = self._rules.find(EscortRules), 0
        if escort is None or not self.kinds & {"contacted", "exited", "escorted"}:
            return 0
        for other in range(len(self._rules.frame.side_ids)):
            if other != side:
                for escorted in self._alone(state, other):
                    mask |= self._board.bit[state.cells[escorted]]
        for by in bits(escort.escorting(state)):
            if self._rules.frame.unit_side[by] != side and state.cells[by]:
                mask |= self._board.bit[state.cells[by]]
        return mask


def _leaves(condition: Condition) -> Iterator[Condition]:
    if condition.of:
        for part in condition.of:
            yield from _leaves(part)
    else:
        yield condition


@lru_cache(maxsize=8)
def objectives_of(rules: Rules) -> Objectives:
    """The objectives of a game."""
    return Objectives(rules)
