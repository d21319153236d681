"""The keys ``in_zone`` and ``surrounded`` of selectors, and moves that show where zones are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import Position
from hexwar.rules.language.cases import values_of
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.units.rules import mask_of
from hexwar.rules.zones_of_control.rules import ZoneRules
from hexwar.rules.zones_of_control.section import ZonesOfControl


def _in_zone(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        zones, cells = state.rules[ZoneRules], state.cells
        in_zones = 0
        for owner, units in enumerate(selectors.forces.of_side):
            zone = zones.enemy_zone(state, owner)
            in_zones |= mask_of([unit for unit in units if zone >> cells[unit] & 1])
        return in_zones if wanted else selectors.everybody & ~in_zones

    return now


def _surrounded(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        zones, adjacent = state.rules[ZoneRules], state.frame.board.adjacent
        surrounded = 0
        for owner, units in enumerate(selectors.forces.of_side):
            closed = zones.met_in_retreat(state, owner) | state.enemies_of(owner)
            for unit in units:
                cell = state.cells[unit]
                # Off the map nothing is next to a unit, and it is not surrounded for that.
                if adjacent[cell] and not adjacent[cell] & ~closed:
                    surrounded |= 1 << unit
        return surrounded if wanted else selectors.everybody & ~surrounded

    return now


def _surrounded_in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}surrounded"


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}in an enemy zone of control"


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    zones = game.section(ZonesOfControl)
    if zones is not None:
        yield from (entering.cost for entering in values_of(zones.entering))
        yield from (leaving.cost for leaving in values_of(zones.leaving))
        yield from (between.cost for between in values_of(zones.zone_to_zone))


HOOKS = {"treads": (ZoneRules, ZoneRules.treads)}
SELECTS = {
    "in_zone": Key(_in_zone, _in_words),
    "surrounded": Key(_surrounded, _surrounded_in_words),
}
AMOUNTS = (_amounts,)
