"""Sections ``sequence`` and ``reinforcements``; conditions; scenarios."""

from __future__ import annotations

from typing import Literal, cast

from hexwar.definition.building import read_section
from hexwar.definition.model import (
    Choice,
    Condition,
    Header,
    Reinforcement,
    Scenario,
)
from hexwar.definition.packages import paged
from hexwar.definition.sections.terrain import citations
from hexwar.definition.tree import MappingNode, Node, ScalarNode
from hexwar.hexmap import HexMap

ELIMINATED = "eliminated"


def build_header(root: MappingNode) -> Header:
    """The top of ``game.yaml``."""
    return Header(
        id=root.text("id"),
        title=root.text("title") or root.text("id"),
        version=root.text("version"),
        summary=root.text("summary").strip(),
        authors=root.texts("authors"),
        license=root.text("license"),
    )


def build_choices(section: MappingNode) -> dict[str, Choice]:
    """Section ``variants``, ``options`` or ``editions``."""
    return {
        key: Choice(
            key, choice.text("title", key), choice.text("summary").strip(), choice.texts("variants")
        )
        for key, choice in section.children()
    }


def build_scenarios(section: MappingNode) -> dict[str, Scenario]:
    """Section ``scenarios``."""
    scenarios = {}
    for key, scenario in section.children():
        setup = scenario.mapping("setup")
        areas = dict(setup.children())
        scenarios[key] = Scenario(
            id=key,
            title=scenario.text("title", key),
            summary=scenario.text("summary").strip(),
            variant=scenario.text("variant"),
            setup={
                unit: areas[unit].text("hex") if unit in areas else setup.text(unit)
                for unit in setup
            },
            within={unit: area.integer("within") or 0 for unit, area in areas.items()},
            setup_order=scenario.texts("setup_order"),
            cite=citations(scenario),
        )
    return scenarios


def build_condition(node: Node | None) -> Condition | None:
    """A condition, or ``None`` where there is none."""
    if node is None:
        return None
    read: Condition = read_section(paged("conditions"), node).value
    return read


def build_reinforcements(
    section: MappingNode, usual: MappingNode, board: HexMap, *, blocked: bool
) -> dict[str, Reinforcement]:
    """Section ``reinforcements``, with what section ``entry`` says of all groups (``usual``).

    ``blocked``: zones block reinforcement, and so forbid entering them unless one of the two says
    otherwise.
    """
    zone = usual.text("into_zone", "forbidden" if blocked else "allowed")
    friends = usual.text("into_friends", "within_stacking")
    when = usual.text("when", "any_time")
    groups = {}
    for key, group in section.children():
        entry = group.mapping("entry")
        area = entry.text("region") or group.text("entry")
        within, along = _way_round(entry, usual, area, board)
        cost = entry.number("cost")
        units = group.get("units")
        eliminated = isinstance(units, ScalarNode) and units.raw == ELIMINATED
        groups[key] = Reinforcement(
            id=key,
            title=group.text("title", key),
            side=group.text("side"),
            phase=group.text("phase"),
            area=area,
            units=() if eliminated else group.texts("units"),
            eliminated=eliminated,
            most=group.integer("most"),
            declared=group.text("declared") == "once_per_game",
            condition=build_condition(group.get("if")),
            cost=usual.number("cost") if cost is None else cost,
            when=cast(Literal["start_of_phase", "any_time"], entry.text("when", when)),
            into_zone=cast(Literal["forbidden", "allowed"], entry.text("into_zone", zone)),
            into_friends=cast(
                Literal["within_stacking", "overstack"], entry.text("into_friends", friends)
            ),
            blocked_within=within,
            blocked_along=along,
            until=cast(Literal["end_of_phase", "end_of_game"], group.text("until", "end_of_game")),
            cite={**citations(usual), **citations(group)},
        )
    return groups


def _way_round(
    entry: MappingNode, usual: MappingNode, area: str, board: HexMap
) -> tuple[int, Literal["edge", "map"]]:
    """How far from a blocked area units may enter, and where: what the group says, or the rule."""
    if "blocked" in entry:
        own = entry.mapping("blocked")
        return own.integer("within") or 0, cast(Literal["edge", "map"], own.text("along", "map"))
    hexes = board.regions.get(area, frozenset())
    on_edge = bool(hexes) and all(len(board.neighbors(number)) < 6 for number in hexes)
    along: Literal["edge", "map"] = "edge" if on_edge else "map"
    return usual.mapping("blocked").integer(along) or 0, along
