"""Places that are no use: set-up areas, ways round a blocked entry."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.definition.checks import Subject, of_each_game_thoroughly
from hexwar.definition.deployment import has_area
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import ResolvedGame, Unit
from hexwar.definition.tree import descend


@of_each_game_thoroughly
def set_up_areas_are_used(subject: Subject, findings: Findings) -> None:
    """A unit with an area has a player who may place it."""
    game = subject.game
    for unit_id in game.scenario.setup:
        unit = game.units.get(unit_id)
        if (
            unit is not None
            and has_area(game, unit_id)
            and unit.side not in game.scenario.setup_order
        ):
            place = subject.setup(unit_id).place()
            message = f"{unit_id} has a set-up area, and {unit.side} does not set up"
            hint = f"add `setup_order: [{unit.side}]` to the scenario"
            findings.add("HW513", place, message, help=hint)
            return  # once for a scenario, not for each of its units


@of_each_game_thoroughly
def sides_that_set_up_have_units_to_place(subject: Subject, findings: Findings) -> None:
    """Every side of `setup_order` has a unit with an area."""
    game, scenario, units = subject.game, subject.game.scenario, subject.game.units
    placed = {units[u].side for u in scenario.setup if u in units and has_area(game, u)}
    for index, side in enumerate(scenario.setup_order):
        if side not in placed:
            path = "scenarios", scenario.id, "setup_order", index
            place = descend(subject.root, path).place()
            message = f"{side} has no unit with a set-up area: it has nothing to place"
            own = (n for u, n in scenario.setup.items() if u in units and units[u].side == side)
            example = next(own, game.map.numbers[0])
            hint = f'write {{hex: "{example}", within: 2}} for a unit, or leave the side out'
            findings.add("HW514", place, message, help=hint)


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


def enterable(game: ResolvedGame, unit: Unit, number: str) -> bool:
    """Whether terrain lets a unit into a hex."""
    if number not in game.map:
        return False
    kind = game.terrain.hexes[game.map.terrain(number)]
    return kind.cost[unit.type.movement_class] is not None
