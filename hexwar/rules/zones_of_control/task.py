"""The key ``in_zone`` of selectors, and moves that show where zones are."""

from __future__ import annotations

from hexwar.engine.state import State
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.units.rules import mask_of
from hexwar.rules.zones_of_control.rules import ZoneRules


def _in_zone(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: State) -> int:
        zones, cells = state.rules[ZoneRules], state.cells
        found = 0
        for owner, units in enumerate(selectors.forces.of_side):
            zone = zones.enemy_zone(state, owner)
            found |= mask_of([unit for unit in units if zone >> cells[unit] & 1])
        return found if wanted else selectors.everybody & ~found

    return now


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}in an enemy zone of control"


HOOKS = {"treads": (ZoneRules, ZoneRules.treads)}
SELECTS = {"in_zone": Key(_in_zone, _in_words)}
