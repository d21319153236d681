"""Result programs of battles, laid out step after step."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.definition.model import Effect
from hexwar.rules.combat.branches import Choosing
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.layout import Layout
from hexwar.rules.retreat.section import Retreat

CHOOSE = "choose"
LEFT = "left before combat"
"""The program for those who have left before the die: a code that no result can have."""


class Ways(NamedTuple):
    """Where each way begins in a program that is laid out."""

    starts: tuple[int, ...]
    choosing: Choosing


class BattleLayout(Layout):
    """Programs in which a side may choose how they go on."""

    def _forked(self, effect: Effect, found: list[Effect]) -> Effect:
        if isinstance(effect.said, Choosing):
            return Effect(CHOOSE, said=Ways(self._ways(effect.said.ways, found), effect.said))
        return super()._forked(effect, found)


def programs_of(
    section: Combat, retreat: Retreat | None, layout: BattleLayout
) -> dict[str, tuple[Effect, ...]]:
    """What results come to, by code; what becomes of an attack whose target has left as well."""
    programs = {code: layout.steps(does.effects) for code, does in section.results.items()}
    if retreat and retreat.before_combat:
        programs[LEFT] = layout.steps(retreat.before_combat.does)
    return programs
