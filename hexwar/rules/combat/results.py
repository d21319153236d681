"""What results of battles come to: their programs, and how much of them befalls the defenders."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from hexwar.definition.model import Effect
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.branches import Branch, ProgramChoice
from hexwar.rules.language.layout import Layout
from hexwar.rules.retreat.section import Retreat

BACK = "back "
"""Before the code of a result of a battle that defenders fight back."""

NOT_BACK = ("battle_back", "again")
"""Steps of a result that are not done where defenders battle back."""

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


def without_answers(program: Sequence[Effect]) -> tuple[Effect, ...]:
    """A program, laid out, as it is carried out where defenders battle back."""
    nothing = Effect("nothing")
    # In their places and not left out: jumps lead to steps by their numbers.
    return tuple(nothing if step.verb in NOT_BACK else step for step in program)


class Distributions:
    """How likely defenders lose so many steps, and owe so many hexes of retreat."""

    def __init__(self) -> None:
        self.lost: dict[int, Fraction] = {}
        self.retreated: dict[int, Fraction] = {}

    def add(self, chance: Fraction, lost: Fraction, effects: Sequence[Effect]) -> None:
        """Count a result: the steps that it takes, in whole numbers, and the retreat that it asks
        for, the longest where its owner chooses.
        """
        for spread, number in ((self.lost, round(lost)), (self.retreated, _owed(effects))):
            spread[number] = spread.get(number, Fraction(0)) + chance
        self.lost, self.retreated = (
            dict(sorted(spread.items())) for spread in (self.lost, self.retreated)
        )


def _owed(effects: Sequence[Effect]) -> int:
    """The hexes of retreat that a program asks of defenders, the most of its ways."""
    hexes = 0
    for effect in effects:
        if effect.verb == "retreat" and effect.who == "defender":
            hexes += effect.hexes
        elif isinstance(effect.said, Branch):
            hexes += max(_owed(effect.said.then), _owed(effect.said.instead))
        elif isinstance(effect.said, ProgramChoice):
            hexes += max(map(_owed, effect.said.ways))
    return hexes
