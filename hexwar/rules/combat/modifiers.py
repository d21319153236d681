"""What modifiers of battles may say (``combat.modifiers``); ``in_force`` has when they count.

A modifier says which units and places it is about, all of which must hold, and what it does then:
to each unit's strength (:class:`Strength`, :class:`FromAfar`), to the column, to the die. What it
does is the same :class:`~hexwar.definition.model.CombatEffect` that terrain brings. The bounds at
the end are on all of them together: how far columns and dice are moved at most, and how strengths
round.
"""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    Number,
    RuleNumber,
    SideName,
    Signed,
    asked,
    asked_at,
    becomes,
    between,
    key,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import CombatEffect
from hexwar.rules.language.effects import LEADER, Aim, ByUnits, Distance, Who
from hexwar.rules.language.places import FIGHTING, IN_BATTLE
from hexwar.rules.language.section import If, Selector, Within
from hexwar.rules.units.section import ByValue

BOTH = [{"trait": "armour"}, {"trait": "infantry"}]
ARMS = {"title": "Combined arms", "attackers": BOTH, "shift": 1}
Present = Annotated[
    tuple[Selector, ...],
    read_by(lambda: Selector | tuple[Selector, ...]),
    NOT_EMPTY,
    becomes(lambda written: (written,) if isinstance(written, Selector) else written),
]


class Strength(Form, definition="strength", not_empty=True, example={"multiply": "1/2"}):
    """A change of strength. Of all that count for a unit first every `set`, then the others in
    order.
    """

    set: Annotated[
        ByValue | None,
        says(
            "This value of the unit counts in place of its strength, as against soft targets.",
            {"value": "soft"},
        ),
    ] = None
    add: Annotated[
        Signed | ByUnits | None, says("Added to the strength, once.", 1, {**LEADER, "most": 1})
    ] = None
    multiply: Annotated[Number | None, says("The strength is multiplied by this.", 2, "1/2")] = None
    only: Annotated[
        Selector | None,
        IN_BATTLE,
        says("The units concerned; all if left out.", {"trait": "mechanised"}),
    ] = None
    against: Annotated[
        Selector | None,
        IN_BATTLE,
        says("Only in battles against such: all defenders are.", {"trait": "mechanised"}),
    ] = None

    @property
    def aim(self) -> Aim:
        """Which units it counts against."""
        return Aim(self.against, None, None)

    def effects(self, who: Who) -> list[CombatEffect]:
        """What it does to the strength of one of the two."""
        effects = []
        if self.set is not None:
            effects.append(CombatEffect(who, "set", only=self.only, by=self.set))
        if self.add is not None:
            effects.append(_change_by(who, "add", self.add, self.only))
        if self.multiply is not None:
            effects.append(CombatEffect(who, "multiply", self.multiply, self.only))
        return self._with_aim(effects)

    def _with_aim(self, effects: list[CombatEffect]) -> list[CombatEffect]:
        aim = self.aim
        if all(part is None for part in aim):
            return effects
        return [replace(effect, aim=aim) for effect in effects]


class FromAfar(
    Strength, definition="strength_of_attacker", not_empty=True, example={"multiply": "1/2"}
):
    """A change of strength of attackers. Of all that count for a unit first every `set`, then the
    others in order.
    """

    within: Annotated[
        int | Distance | None,
        between(0, 1000),
        says(
            "Only of units that are no more hexes away from the hex attacked.",
            6,
            {"value": "range", "multiply": "1/2"},
        ),
    ] = None
    beyond: Annotated[
        int | Distance | None,
        between(0, 1000),
        says("Only of units that are more hexes away.", 6, {"value": "range", "multiply": "1/2"}),
    ] = None
    prohibited: Annotated[
        bool,
        asked_at("attack", "overrun"),
        says("True: such units take no part in such attacks.", True),
    ] = False

    @property
    def aim(self) -> Aim:
        """Against which units, and from how far, it counts."""
        return Aim(self.against, self.within, self.beyond)

    def effects(self, who: Who) -> list[CombatEffect]:
        """What it does to the strength of the attacker."""
        effects = super().effects(who)
        if self.prohibited:
            effects += self._with_aim([CombatEffect(who, "prohibit", only=self.only)])
        return effects


def _change_by(
    who: Who, operation: Literal["add", "shift", "roll"], by: Any, only: Any = None
) -> CombatEffect:
    """A change by a number, or by values of units."""
    if isinstance(by, ByUnits):
        return CombatEffect(who, operation, only=only, by=by)
    return CombatEffect(who, operation, Fraction(by), only)


class Spends(Form, example={"pool": "air", "most": 2}):
    """Points that are paid for a modifier before the die of a battle is thrown. Each time they are
    paid it counts once; a battle in movement (overrun) is fought without.
    """

    pool: Annotated[str, name_of("pool"), says("The pool; its side pays.", "air")]
    count: Annotated[int, between(1, 1000), says("How many points each time.", 1)] = 1
    most: Annotated[int, between(1, 100), says("How often in one battle at most.", 2)] = 1
    by: Annotated[
        Literal["attacker", "defender"],
        says("Who decides: the attacker, or after him the defender.", "defender"),
    ] = "attacker"


class FromHexes(Form, example={"hexes": 3}):
    """From how many hexes beside it a hex is attacked."""

    hexes: Annotated[int, between(1, 6), says("So many at least.", 3)]


class BattleModifier(Form, example=ARMS):
    """One modifier: when it is in force, and what it does."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("Its name in the odds.", "Combined arms")] = ""
    condition: Annotated[
        If | None,
        IN_BATTLE,
        key("if"),
        says(
            "The condition of the game under which it is in force; always if left out.",
            {"turn": {"at_least": 3}},
        ),
    ] = None
    side: Annotated[
        SideName, says("The attacking side for which it is in force; any if left out.", "red")
    ] = ""
    attackers: Annotated[
        Present,
        IN_BATTLE,
        says(
            "In force when one of these is among the attackers; of a list, one of each.",
            {"trait": "armour"},
            BOTH,
        ),
    ] = ()
    defenders: Annotated[
        Present,
        IN_BATTLE,
        says(
            "In force when one of these is among the defenders; of a list, one of each.",
            {"trait": "armour"},
            BOTH,
        ),
    ] = ()
    comes_from: Annotated[
        FromHexes | Literal["opposite", "around"] | None,
        key("from"),
        says(
            "In force only when the hex is attacked from these hexes beside it: from so many; from "
            "two that lie opposite each other; or around, from two such or from three of which no "
            "two touch. Of several hexes that are attacked the first is meant.",
            "opposite",
            {"hexes": 3},
        ),
    ] = None
    spends: Annotated[
        Spends | None,
        asked_at("commit"),
        says("In force only if it is paid for: points of a pool.", {"pool": "air", "most": 2}),
    ] = None
    within: Annotated[
        Within | None,
        asked("the side that pays for it, or that attacks", *FIGHTING, units="any"),
        says(
            "In force only when the hex that is attacked is so near to one of these units; own and "
            "enemy as seen from who pays for it, or from the attacker.",
            {"hexes": 8, "of": {"type": "headquarters", "side": "own"}},
        ),
    ] = None
    shift: Annotated[
        int | ByUnits | None,
        between(-20, 20),
        says(
            "Columns by which the result moves on the table; below 0 favours the defender.",
            -1,
            {**LEADER, "most": 1},
        ),
    ] = None
    roll: Annotated[
        int | ByUnits | None,
        between(-100, 100),
        says(
            "Added to the die: so many rows further down the table, or up if it is negative; "
            "beyond its ends the last row counts.",
            -1,
            {**LEADER, "most": 1},
        ),
    ] = None
    attacker: Annotated[
        FromAfar | tuple[FromAfar, ...],
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
        effects = []
        if self.shift is not None:
            effects.append(_change_by("attacker", "shift", self.shift))
        if self.roll is not None:
            effects.append(_change_by("attacker", "roll", self.roll))
        for changes, who in ((self.attacker, ATTACKER), (self.defender, DEFENDER)):
            for strength in (changes,) if isinstance(changes, Strength) else changes:
                effects += strength.effects(who)
        return tuple(effects)


class ModifierBounds(Form, not_empty=True, example={"at_least": -3, "at_most": 2}):
    """The least and the most that it may come to."""

    at_least: Annotated[int | None, between(-100, 100), says("The least.", -3)] = None
    at_most: Annotated[int | None, between(-100, 100), says("The most.", 2)] = None


class Limits(Form, not_empty=True, example={"shift": 2, "roll": 3}):
    """How far all modifiers together may move the result on the table, or raise the strength of a
    unit. Terrain counts with them.
    """

    shift: Annotated[
        int | ModifierBounds | None,
        between(0, 100),
        says("The most columns, to either side, or bounds.", 2, {"at_most": 2}),
    ] = None
    roll: Annotated[
        int | ModifierBounds | None,
        between(0, 100),
        says("The most that is added to the die or taken from it, or bounds.", 3, {"at_most": 2}),
    ] = None
    multiply: Annotated[
        Number | None, says("By how much the strength of a unit is multiplied at most.", 3)
    ] = None


Direction = Literal["down", "up", "nearest"]
"""A half goes up to the nearest."""


class Whole(Form, not_empty=True, example={"unit": "up"}):
    """How fractions of strength become whole numbers, when all has been multiplied and added."""

    unit: Annotated[
        Direction | None, says("The strength of each unit; kept if left out.", "up")
    ] = None
    side: Annotated[
        Direction | None, says("The sum of a side in a battle; kept if left out.", "down")
    ] = None


def limited(total: int, limit: int | ModifierBounds | None) -> int:
    """What a limit leaves of a sum of modifiers.

    >>> up_to = ModifierBounds(at_most=2)
    >>> limited(-5, 3), limited(-5, up_to), limited(4, up_to)
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
