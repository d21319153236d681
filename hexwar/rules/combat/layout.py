"""Result programs of battles, laid out step after step."""

from __future__ import annotations

from hexwar.definition.model import Effect
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.layout import Layout
from hexwar.rules.retreat.section import Retreat

LEFT = "left before combat"
"""The program for those who have left before the die: a code that no result can have."""


def programs_of(
    section: Combat, retreat: Retreat | None, layout: Layout
) -> dict[str, tuple[Effect, ...]]:
    """What results come to, by code; what becomes of an attack whose target has left as well."""
    programs = {code: layout.steps(does.effects) for code, does in section.results.items()}
    if retreat and retreat.before_combat:
        programs[LEFT] = layout.steps(retreat.before_combat.does)
    return programs
