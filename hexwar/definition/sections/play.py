"""The header, scenarios, and what may be chosen beside them."""

from __future__ import annotations

from hexwar.definition.model import (
    Choice,
    Header,
    Scenario,
)
from hexwar.definition.tree import MappingNode


def citations(section: MappingNode) -> dict[str, str]:
    """The ``cite`` of a section: reason to rule number."""
    cite = section.mapping("cite")
    return {reason: cite.text(reason) for reason in cite}


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
