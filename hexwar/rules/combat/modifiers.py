"""Modifiers of battles that section ``combat`` may have."""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    NOT_EMPTY,
    ONCE,
    Form,
    between,
    key,
    says,
)
from hexwar.definition.model import CombatEffect
from hexwar.definition.values import Number, RuleNumber, SideName, Signed, TraitName
from hexwar.rules.language.effects import Roll, Shift, on_table
from hexwar.rules.language.section import If
from hexwar.rules.language.selector import Selector

ARMS = {"title": "Combined arms", "attackers": ["armour", "infantry"], "shift": 1}
Traits = Annotated[
    tuple[Annotated[TraitName, says("A trait.", "armour")], ...],
    NOT_EMPTY,
    ONCE,
]


class Strength(Form, definition="strength", not_empty=True, example={"multiply": "1/2"}):
    """A change of strength."""

    add: Annotated[Signed | None, says("Added to the strength, once.", 1)] = None
    multiply: Annotated[Number | None, says("The strength is multiplied by this.", 2, "1/2")] = None
    only: Annotated[
        Selector | None, says("The units concerned; all if left out.", {"trait": "mechanised"})
    ] = None

    def effects(self, who: Literal["attacker", "defender"]) -> list[CombatEffect]:
        """What it does to the strength of one of the two."""
        found = [] if self.add is None else [CombatEffect(who, "add", self.add, self.only)]
        if self.multiply is not None:
            found.append(CombatEffect(who, "multiply", self.multiply, self.only))
        return found


class BattleModifier(Form, example=ARMS):
    """One modifier: when it is in force, and what it does."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY, says("Its name in the odds.", "Combined arms")] = ""
    condition: Annotated[
        If | None,
        key("if"),
        says(
            "The condition of the game under which it is in force; always if left out.",
            {"turn": {"at_least": 3}},
        ),
    ] = None
    side: Annotated[
        SideName,
        says("The attacking side for which it is in force; any if left out.", "red"),
    ] = ""
    attackers: Annotated[
        Traits,
        says(
            "In force when the attackers have a unit of each of these traits.",
            ["armour", "infantry"],
        ),
    ] = ()
    defenders: Annotated[
        Traits,
        says(
            "In force when the defenders have a unit of each of these traits.",
            ["armour", "infantry"],
        ),
    ] = ()
    shift: Shift = None
    roll: Roll = None
    attacker: Annotated[
        Strength | tuple[Strength, ...],
        NOT_EMPTY,
        says(
            "What it does to the strength of the attacker. A list holds several, each with the "
            "units that it concerns.",
            {"multiply": "1/2"},
        ),
    ] = ()
    defender: Annotated[
        Strength | tuple[Strength, ...],
        NOT_EMPTY,
        says(
            "What it does to the strength of the defender. A list holds several, each with the "
            "units that it concerns.",
            {"multiply": "1/2"},
        ),
    ] = ()
    cite: Annotated[RuleNumber, says("Its rule.", "23.4")] = ""

    @property
    def effects(self) -> tuple[CombatEffect, ...]:
        """All that it does, as terrain would."""
        found = [*on_table(self.shift, self.roll)]
        for changes, who in ((self.attacker, ATTACKER), (self.defender, DEFENDER)):
            for one in (changes,) if isinstance(changes, Strength) else changes:
                found += one.effects(who)
        return tuple(found)


class Bounds(Form, not_empty=True, example={"at_least": -3, "at_most": 2}):
    """The least and the most that it may come to."""

    at_least: Annotated[int | None, between(-100, 100), says("The least.", -3)] = None
    at_most: Annotated[int | None, between(-100, 100), says("The most.", 2)] = None


class Limits(Form, not_empty=True, example={"shift": 2, "roll": 3}):
    """How far all modifiers together may move the result on the table. Terrain counts with them."""

    shift: Annotated[
        int | Bounds | None,
        between(0, 100),
        says("The most columns, to either side, or bounds.", 2, {"at_most": 2}),
    ] = None
    roll: Annotated[
        int | Bounds | None,
        between(0, 100),
        says("The most that is added to the die or taken from it, or bounds.", 3, {"at_most": 2}),
    ] = None


def limited(total: int, limit: int | Bounds | None) -> int:
    """What a limit leaves of a sum of modifiers.

    >>> limited(-5, 3), limited(-5, Bounds(at_most=2)), limited(4, Bounds(at_most=2))
    (-3, -5, 2)
    """
    if limit is None:
        return total
    if isinstance(limit, int):
        return max(-limit, min(total, limit))
    least = total if limit.at_least is None else max(total, limit.at_least)
    return least if limit.at_most is None else min(least, limit.at_most)


ATTACKER: Literal["attacker"] = "attacker"
DEFENDER: Literal["defender"] = "defender"
