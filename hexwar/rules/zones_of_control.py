"""Section ``zones_of_control``: who controls the hexes around a unit, and what that does."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame, ZonesOfControl
from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.hexmap import ZoneEffect
from hexwar.rules.terrain import TerrainRules

_NO_ZONES = ZonesOfControl(exerted_by="none")


class ZoneRules:
    """Zones as masks. A unit's zone is the six hexes around it, whoever stands there."""

    __slots__ = ("cite", "effect", "exerted", "expand")

    def __init__(self, resolved: ResolvedGame, terrain: TerrainRules) -> None:
        section = resolved.zones_of_control or _NO_ZONES
        self.cite = section.cite
        self.exerted = section.exerted_by == "all"
        self.expand = resolved.map.board.expand
        self.effect = ZoneEffect(
            stop=section.stop_on_entry,
            between=section.zone_to_zone == "allowed",
            entry_cost=terrain.scaled(section.entry_cost) or 0,
            exit_cost=terrain.scaled(section.exit_cost) or 0,
        )

    def enemy_zone(self, state: State, side: int) -> int:
        """Mask of the hexes in the zones of control of ``side``'s enemies, as they stand now."""
        return self.expand(state.enemies_of(side)) if self.exerted else 0

    def must_stop(self, unit: str, number: str) -> Violation:
        """Why a unit that entered ``number`` goes no further."""
        return Violation(
            self.cite.get("entering", ""),
            f"{unit} enters an enemy zone of control in {number} and must stop there.",
            "zones_of_control.entering",
        )

    def zone_to_zone(self, unit: str, origin: str, number: str) -> Violation:
        """Why a unit cannot step from one enemy zone hex to another."""
        return Violation(
            self.cite.get("zone_to_zone", ""),
            f"{unit} may not move from {origin} directly to {number}: both are in enemy zones "
            "of control.",
            "zones_of_control.zone_to_zone",
        )
