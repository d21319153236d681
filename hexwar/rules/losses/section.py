"""What section ``losses`` may say.

:class:`Losses` is what holds for all losses of a game: which units lose first, whether losses are
spread, what becomes of leaders that are left alone. Below are the steps of results by which units
are lost, each read as an :class:`~hexwar.definition.model.Effect`: in results of battles, where
sides are meant (:class:`LossVerbs`), and in those of tables, where one unit is
(:class:`LossOutcomes`). At the end, what conditions count of losses.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal, NamedTuple

from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    Number,
    SideName,
    asked,
    becomes,
    between,
    cited,
    cites,
    idle_beside,
    key,
    name_of,
    needs,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Effect
from hexwar.rules.language.places import ALONE, EACH
from hexwar.rules.language.section import (
    ACTOR,
    TARGET,
    WHO,
    CountOrShare,
    Only,
    Printed,
    Selector,
    Who,
)

AS_STRONG = Fraction(-1)
"""As many steps as the attackers are strong: neither a count nor a share."""
# A value of the type of shares that no share has. It stands in digests: another kind of value would
# part every save of a game that says so from its game (see hexwar.definition.binding.VERSION).

HALF = Fraction(1, 2)
"""Half of those concerned."""


def _outcomes() -> Any:
    """Results like those of tables: for games that say what becomes of a unit that is left
    alone.
    """
    from hexwar.rules.tables.section import Outcomes

    return Outcomes


LEADERS_ALONE = {"only": {"trait": "leader"}, "do": [{"eliminate": "actor"}]}


class Alone(Form, example=LEADERS_ALONE):
    """Units, such as leaders, that do not stand beside an enemy alone, that is, with no other kind
    of unit of their side in the hex.
    """

    only: Annotated[Selector, EACH, says("The units.", {"trait": "leader"})]
    does: Annotated[
        tuple[Effect, ...],
        asked("the side of the unit that is left alone", ALONE, units="any"),
        read_by(_outcomes),
        key("do"),
        says(
            "What becomes of each as soon as a unit has moved or a battle is over: steps of "
            "results of tables, in which `who: actor` is the unit.",
            [{"eliminate": "actor"}],
            [{"rejoin": {"within": 6}}],
        ),
    ]


class Losses(Form, example={"first": "strongest", "evenly": True}):
    """Whose steps are lost in combat."""

    first: Annotated[
        Literal["any", "strongest"],
        cited("first"),
        says(
            "Who loses the first step of a side: any unit of the battle, or the strongest as "
            "printed.",
            "strongest",
        ),
    ] = "any"
    evenly: Annotated[
        bool,
        cited("evenly"),
        says("Whether all units of a side lose a step before any loses two.", True),
    ] = False
    alone: Annotated[
        Alone | None,
        cited("alone"),
        says("What becomes of units that are left alone beside the enemy.", LEADERS_ALONE),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            alone="Units that are left alone.",
            first="Whose step is lost first.",
            evenly="That losses are spread.",
            steps="Losing steps.",
            involved="Who may take a loss.",
        ),
    ] = NO_RULES


def _share_or_count(values: dict[str, Any]) -> dict[str, Any]:
    """A share in place of a count, where that is what was written."""
    return {**values, "count": None, "share": HALF} if values.get("count") == HALF else values


class Boxes(NamedTuple):
    """The box that units are put into, each side's its own where it is said by side."""

    name: str
    by_side: Mapping[str, str]

    def of(self, side: str) -> str:
        """That of a side; none for a side that is left out."""
        return self.name or self.by_side.get(side, "")


def _boxes(boxes: str | Mapping[str, str]) -> Boxes:
    return Boxes(boxes, {}) if isinstance(boxes, str) else Boxes("", boxes)


BoxName = Annotated[str, name_of("region")]
TO = Annotated[
    Boxes,
    read_by(lambda: BoxName | Mapping[SideName, Annotated[BoxName, says("Its box.", "rallying")]]),
    NOT_EMPTY,
    becomes(_boxes),
    says(
        "The box, see `map.boxes`; or for each side its own. Units of a side that is left out are "
        "eliminated.",
        "rallying",
        {"red": "rallying"},
    ),
]


class Eliminate(Form, words=WHO, example={"who": "defender"}):
    """Units are eliminated."""

    who: Annotated[Who, says("The side that loses units.", "defender")]
    count: Annotated[
        int | Fraction | None,
        read_by(lambda: int | None),
        between(1, 1000),
        word("all", None),
        word("half", HALF),
        says("How many, or half of them, rounded up; all if left out.", 1, "half"),
    ] = None
    chooser: Annotated[
        Literal["owner", "enemy"],
        key("by"),
        only_with("count"),
        says("Who chooses the unit.", "owner"),
    ] = "owner"
    only: Only = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("eliminate", **{"count": None, **_share_or_count(values)})


class Remove(Eliminate, example={"who": "defender", "to": "rallying"}):
    """Units are taken off the map into a box, such as those that are routed and may rally, and are
    not lost. A unit that finds no room there, or an enemy, is eliminated.
    """

    to: TO

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        boxes = {"count": None, **values, "said": values["to"]}
        return Effect("remove", **_share_or_count({k: v for k, v in boxes.items() if k != "to"}))


class LoseSteps(Form, example={"who": "defender", "count": 2}):
    """Units lose steps."""

    who: Annotated[Who, says("The side that loses steps.", "defender")]
    count: Annotated[
        int | Fraction | None,
        read_by(lambda: int | None),
        between(1, 1000),
        word("all", None),
        word("half", HALF),
        word("strength", AS_STRONG),
        says(
            "How many, all, or half of them, rounded up; or as many as the strength of the "
            "attackers is in this battle, rounded down.",
            2,
            "half",
            "strength",
        ),
    ]
    chooser: Annotated[
        Literal["owner", "enemy"],
        key("by"),
        idle_beside("count", "all"),
        says("Who chooses whose steps.", "enemy"),
    ] = "owner"
    only: Only = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        if values["count"] == AS_STRONG:
            return Effect("lose_steps", **{**values, "count": None, "said": AS_STRONG})
        return Effect("lose_steps", **_share_or_count(values))


class AsLost(Form, words={"lost": {}}, example={"lost": "1/2"}):
    """What was really lost, or a share of it: a side that must lose three and has a unit of four
    has lost four.
    """

    lost: Annotated[Number, says("The share.", "1/2")] = Fraction(1)


class Exchange(Form, not_empty=True, example={"least": "weaker", "in": "strength"}):
    """One side is lost, and the owner of the other chooses units that pay at least as much."""

    least: Annotated[
        Literal["weaker", "defender", "attacker"],
        says("Who is lost: a side of the battle, or the one that is worth less.", "weaker"),
    ] = "defender"
    loses: Annotated[
        Number,
        between(0, 1),
        says(
            "What share of its worth that side loses, its owner choosing; it is lost as a whole if "
            "left out.",
            "1/2",
        ),
    ] = Fraction(1)
    pays: Annotated[
        Number | AsLost,
        says(
            "What share of that the other side pays: an exchange at half. Or what the first side "
            "really lost, which may be more than it had to: as much, or a share of that.",
            "1/2",
            "lost",
            {"lost": "1/2"},
        ),
    ] = Fraction(1)
    measure: Annotated[
        Literal["strength", "steps", "units"],
        key("in"),
        says(
            "What is exchanged. Of a unit with several steps each pays the strength that is lost "
            "with it. Units count one each, whatever they are worth.",
            "units",
        ),
    ] = "strength"
    paid: Annotated[
        Literal["steps", "units"],
        idle_beside("in", "units"),
        says(
            "Whether strength and steps are paid step by step, or with units that are lost with "
            "all their steps; units are paid with units.",
            "units",
        ),
    ] = "steps"
    strength: Annotated[
        Literal["printed", "current"],
        key("as"),
        idle_beside("in", "steps", "units"),
        says(
            "Strength as printed on the side of the counter that shows, or as this battle reckons "
            "it, with terrain and modifiers; in attack for attackers, in defence for defenders.",
            "printed",
        ),
    ] = "printed"

    @property
    def share(self) -> Fraction:
        """The share that the other side pays."""
        return self.pays.lost if isinstance(self.pays, AsLost) else self.pays

    @property
    def in_units(self) -> bool:
        """Whether units are lost as a whole."""
        return "units" in (self.measure, self.paid)

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("exchange", said=cls(**values))


class LossVerbs(Form, one_of=True):
    """What the section adds to result programs."""

    eliminate: Annotated[Eliminate, says("Units are eliminated.", {"who": "defender"}, "attacker")]
    remove: Remove
    lose_steps: LoseSteps
    exchange: Exchange


WHICH = "The unit that is rolled for, or that was fired at."


class UnitEliminated(
    Form, words={word: {"who": word} for word in (ACTOR, TARGET)}, example={"who": "actor"}
):
    """The unit that is rolled for, or the target of a fire, is eliminated."""

    who: Annotated[Literal["actor", "target"], says(WHICH, "actor")]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("eliminate", count=None, **values)


class UnitRemoved(Form, example={"who": "actor", "to": "rallying"}):
    """The unit that is rolled for is taken off the map into a box, and is not lost. If there is no
    room for it, or an enemy, it is eliminated.
    """

    who: Annotated[Literal["actor"], says("The unit.", "actor")]
    to: TO

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("remove", who="actor", count=None, said=values["to"])


class UnitLosesSteps(Form, example={"who": "actor", "count": 1}):
    """The unit that is rolled for, or the target of a fire, loses steps."""

    who: Annotated[Literal["actor", "target"], says(WHICH, "target")]
    count: Annotated[int, between(1, 100), says("How many.", 1)]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("lose_steps", **values)


class Rejoin(Form, example={"within": 6}):
    """The unit that is rolled for is put with the nearest of some units of its side; it is
    eliminated where there is none.
    """

    only: Annotated[
        Selector | None,
        EACH,
        says(
            "Whom it may be put with; any unit that is not left alone itself if left out.",
            {"not": {"trait": "leader"}},
        ),
    ] = None
    within: Annotated[
        int | None, between(1, 1000), says("At most so many hexes away; anywhere if left out.", 6)
    ] = None

    @property
    def who(self) -> str:
        """The units that the step is about, as other steps say it."""
        return ACTOR


class LossOutcomes(Form, one_of=True):
    """What the section adds to the results of tables."""

    eliminate: Annotated[
        UnitEliminated,
        says(
            "The unit for which a phase rolls (`for_each`), or that was fired at, is eliminated.",
            "actor",
            "target",
        ),
    ]
    remove: UnitRemoved
    lose_steps: UnitLosesSteps
    rejoin: Annotated[Rejoin, needs("losses")]


# -- what is counted ----------------------------------------------------------------------------


class LostOf(Form, example={"value": "attack", "of": {"side": "red"}}):
    """How much has been lost of some units: of those that take part in the scenario."""

    value: Annotated[Printed, says("What is counted, as printed.", "attack")] = "attack"
    of: Annotated[Selector, says("The units.", {"side": "red"})]


class LostIs(
    LostOf, CountOrShare, example={"value": "attack", "of": {"side": "red"}, "share": "1/2"}
):
    """How much has been lost of some units; at least one point if nothing is given."""


class LossConditions(Form, one_of=True):
    """What the section adds to conditions."""

    lost: LostIs


class LossCounts(Form, one_of=True):
    """What the section adds to counts."""

    lost: LostOf
