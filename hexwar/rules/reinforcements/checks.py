"""What is proved of section ``reinforcements``."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.definition.checks import Subject, of_each_game_thoroughly
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame
from hexwar.rules.terrain.checks import enterable


@of_each_game_thoroughly
def blocked_entries_have_a_way_round(subject: Subject, findings: Findings) -> None:
    """`blocked` offers hexes that are not entry hexes themselves."""
    game = subject.game
    edge = _edge(game)
    for group in game.reinforcements.values():
        region = game.map.regions.get(group.area, frozenset())
        if not group.blocked_within or not region:
            continue
        along = group.blocked_along == "edge"
        others = _within(game, region, group.blocked_within) - region
        others = others & edge if along else others
        units = [game.units[unit] for unit in group.units if unit in game.units]
        if not any(enterable(game, unit, n) for unit in units for n in others) and units:
            place = subject.node("reinforcements", group.id, "entry", "blocked").place()
            where = " along the edge" if along else ""
            message = f"no other hex within {group.blocked_within}{where} can be entered"
            findings.add("HW606", place, message, help="raise `within`")


def _within(game: ResolvedGame, around: Iterable[str], distance: int) -> set[str]:
    """The hexes of the map at most so far from one of some hexes."""
    reached = fresh = set(around)
    for _ in range(distance):
        fresh = {near for number in fresh for near in game.map.neighbors(number)} - reached
        reached = reached | fresh
    return reached


def _edge(game: ResolvedGame) -> set[str]:
    """The hexes with fewer than six neighbours."""
    return {number for number in game.map if len(game.map.neighbors(number)) < 6}
