"""What bounds movement besides terrain and units: limits to regions, markers, melee, facing.

:class:`MovementRules` asks here what the sections of few games add: which hexes are closed, what
steps cost, who stays where it is, and which sort of passage a unit needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import (
    NO_EFFECT,
    EntryCosts,
    Passage,
    ZoneEffect,
)
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import Movement
from hexwar.rules.zones_of_control.rules import ZoneRules

if TYPE_CHECKING:
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.markers.rules import MarkerRules
    from hexwar.rules.melee.rules import MeleeRules
    from hexwar.rules.states.rules import StateRules


class MovementLimits:
    """Who keeps to what; ``vary``: whether that may change while units of a side move."""

    __slots__ = (
        "_kept",
        "_limits",
        "_most_hexes",
        "_names",
        "_zones",
        "facing",
        "markers",
        "melee",
        "vary",
    )

    def __init__(
        self,
        frame: Frame,
        section: Movement,
        selectors: Selectors,
        markers: MarkerRules | None,
        zones: ZoneRules,
        melee: MeleeRules | None,
        facing: FacingRules | None,
    ) -> None:
        self.markers, self._zones, self._names = markers, zones, frame.unit_ids
        self.melee, self.facing = melee, facing
        board, keepers = frame.board, section.limits.values()
        self._most_hexes = section.most_hexes
        self._limits = tuple(
            (
                selectors.anywhere(keeper.only),
                board.on_map & ~board.mask(frame.map.region(keeper.within)),
            )
            for keeper in keepers
        )
        self._kept = [selectors.fitting(keeper.only) for keeper in keepers]
        self._kept += markers.concerned if markers else ()
        self._kept += [facing.fitting] if facing else ()
        # A selector that is no fixed mask asks the state: floods that hang on it are not worth
        # keeping.
        self.vary = melee is not None or any(not isinstance(mask, int) for mask in self._kept)

    def closed(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit may not move into."""
        mask = 0
        for fits, outside in self._limits:
            if fits(state) >> unit & 1:
                mask |= outside
        return mask | self.markers.closed(state, unit) if self.markers else mask

    def enemies(self, state: Position, unit: int) -> int:
        """Mask of the hexes that enemies close to a unit that moves."""
        enemies = state.enemies_of(state.frame.unit_side[unit])
        return enemies & ~self.melee.open_to(state, unit) if self.melee else enemies

    def held(self, state: Position, states: StateRules | None) -> int:
        """Mask of the units that do not move at all, for their states or for a melee."""
        barred = states.barred(state, "move") if states else 0
        return barred | self.melee.held(state) if self.melee else barred

    def why_held(self, state: Position, unit: int, states: StateRules | None) -> Violation | None:
        """Which state or what melee keeps a unit where it is; ``None`` if none does."""
        why = states.why_not(state, unit, "move") if states else None
        return why or (self.melee.why_held(state, unit) if self.melee else None)

    def costs(self, state: Position, unit: int, costs: EntryCosts) -> EntryCosts:
        """The costs of a unit's steps, with what comes on top of those of the terrain."""
        costs = self.markers.costs(state, unit, costs) if self.markers else costs
        return self.melee.costs(state, unit, costs) if self.melee else costs

    def passage(
        self,
        state: Position,
        unit: int,
        costs: EntryCosts,
        closed: int = 0,
        zone: int = 0,
        effect: ZoneEffect = NO_EFFECT,
        most: int = 0,
    ) -> Passage:
        """What a unit can enter: of hexes that are not closed, only so many, and for where it
        looks; ``most`` hexes, if that is less than all units enter.
        """
        limits = [hexes for hexes in (most, self._most_hexes) if hexes]
        most = min(limits, default=0)
        if self.facing is not None and self.facing.has(state, unit):
            from hexwar.hexmap.turning import SteeredPassage  # where units look somewhere

            return SteeredPassage(
                state.frame.board,
                costs,
                self.facing.steering(state, unit),
                self.facing.of(state, unit),
                before=self.facing.turned_here(state, unit),
                most_hexes=most,
                closed=closed,
                zone=zone,
                effect=effect,
            )
        board = state.frame.board
        if most:
            from hexwar.hexmap.short import ShortPassage  # where moves are so many hexes at most

            return ShortPassage(board, costs, most=most, closed=closed, zone=zone, effect=effect)
        return Passage(board, costs, closed=closed, zone=zone, effect=effect)

    def turn(self, state: Position, unit: int, passage: Passage, there: int) -> None:
        """Let a unit look where it does when it enters a hex from the one in which it stands."""
        steered = passage.steered
        if self.facing is None or steered is None:
            return
        here = state.cells[unit]
        beside = passage.board.neighbours[here]
        if there in beside:
            way = steered.along((here, there))
            self.facing.turn(state, unit, way.facing if way else beside.index(there))

    def why_stops(self, state: Position, unit: int, passage: Passage, cell: int) -> Violation:
        """Why a unit goes no further than a hex: a marker, terrain or a zone."""
        why = self.melee.why_stops(state, unit, cell) if self.melee else None
        why = why or (self.markers.why_stops(state, unit, cell) if self.markers else None)
        return why or self._zones.why_stops(passage, self._names[unit], cell)

    def alike(self, kinds: Sequence[int]) -> list[int]:
        """Kinds of units, told apart by what they keep to as well."""
        both = [
            (kind, tuple(mask >> unit & 1 for mask in self._kept if isinstance(mask, int)))
            for unit, kind in enumerate(kinds)
        ]
        # Numbered anew from 0 in order of first sight: passages are kept under these numbers.
        return list(map(list(dict.fromkeys(both)).index, both))
