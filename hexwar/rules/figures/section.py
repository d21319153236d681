"""What section ``figures`` may say.

A unit of several figures has each of them in a condition (:class:`FigureCondition`).
:class:`Figures` says which there are, which of them still count, and what a hit brings; then what
becomes of those that are down: a roll in a phase of kind casualties (:class:`Check`), capture
(:class:`FigureCapture`), or to be carried away (:class:`Evacuating`). Below, what conditions,
selectors and results of tables say of figures.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    RegionName,
    SideName,
    becomes,
    between,
    cited,
    cites,
    defines,
    matching,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.definition.model import Effect
from hexwar.rules.language.dice import DiceThrow
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Bounds, Selector

DIE = "^1?d([2-9]|[1-9][0-9]|100)$"
ROW = r"^[0-9]{1,3}(\.\.[0-9]{1,3})?$"

ConditionName = Annotated[str, name_of("figure-condition"), says("The condition.", "down")]
SomeConditions = Annotated[
    ConditionName | tuple[ConditionName, ...],
    ONCE,
    NOT_EMPTY,
    becomes(lambda conditions: (conditions,) if isinstance(conditions, str) else conditions),
]
NEAR = {"hexes": 1, "of": {"side": "own", "trait": "mechanised"}}
OUTCOMES = {"1": "dead", "2..3": "seriously_wounded", "4..5": "lightly_wounded", "6": "fit"}
CASUALTIES = {
    "conditions": {
        "fit": {"title": "Fit", "effective": True},
        "lightly_wounded": {"title": "Lightly wounded", "effective": True},
        "down": {"title": "Down"},
        "seriously_wounded": {"title": "Seriously wounded"},
        "dead": {"title": "Dead", "gone": True},
    },
    "hit": "down",
    "check": {"condition": "down", "die": "d6", "results": OUTCOMES, "helped_within": 1},
}


class FigureCondition(Form, example={"title": "Down"}):
    """One condition."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Lightly wounded")] = ""
    effective: Annotated[
        bool, says("Whether a figure in it fires, defends and checks morale.", True)
    ] = False
    gone: Annotated[
        bool, says("Whether a figure in it is no longer with its unit, as the dead.", True)
    ] = False


class CheckModifier(Form, example={"roll": 1, "only": {"within": NEAR}}):
    """What is added to the rolls for figures of some units; the result is a face of the die."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Corpsman")] = ""
    roll: Annotated[int, between(-100, 100), says("What is added.", 1)]
    only: Annotated[
        Selector | None, EACH, says("The units concerned; all if left out.", {"within": NEAR})
    ] = None


class Check(Form, example=CASUALTIES["check"]):
    """How it is found out, in a phase of kind casualties, what became of figures: one roll for
    each.
    """

    condition: Annotated[SomeConditions, says("The figures that are looked at.", "down")]
    die: Annotated[str, matching(DIE, "A die has 2 to 100 faces."), says("The die.", "d6")]
    results: Annotated[
        Mapping[Annotated[str, matching(ROW)], ConditionName],
        NOT_EMPTY,
        says("What the die makes of a figure: a face, or several.", OUTCOMES),
    ]
    helped_within: Annotated[
        int | None,
        between(0, 100),
        cited("check"),
        says(
            "A unit without an effective figure is only looked at if a friendly unit with one is "
            "within so many hexes; if left out, always.",
            1,
        ),
    ] = None

    modifiers: Annotated[
        Mapping[Annotated[str, matching(ID)], CheckModifier],
        says("What changes the roll.", {"corpsman": {"roll": 1, "only": {"within": NEAR}}}),
    ] = {}

    @property
    def thrown(self) -> DiceThrow:
        """Its die."""
        return DiceThrow.written("1d" + self.die.partition("d")[2])


class FigureCapture(
    Form, example={"condition": ["down", "seriously_wounded"], "becomes": "captured"}
):
    """Figures that fall into the enemy's hands when a turn ends: an effective enemy is near, and
    no effective friend.
    """

    condition: Annotated[SomeConditions, says("The figures that may be taken.", ["down"])]
    becomes: Annotated[str, name_of("figure-condition"), says("What they become.", "captured")]
    side: Annotated[
        SideName | None, says("The side whose figures are taken; both if left out.", "blue")
    ] = None
    within: Annotated[int, between(0, 100), says("How near, in hexes.", 1)] = 1


class Evacuating(Form, example={"condition": "seriously_wounded", "units": ["E1"]}):
    """Where units act one at a time, an effective figure may leave its unit with a casualty, to
    take it off the map: they are a unit of their own.
    """

    condition: Annotated[
        SomeConditions, says("The casualties that may be taken.", "seriously_wounded")
    ]
    units: Annotated[
        tuple[Annotated[str, name_of("unit"), says("A counter.", "E1")], ...],
        NOT_EMPTY,
        ONCE,
        says("Counters for them that begin off the map, of either side.", ["E1"]),
    ]


class Figures(Form, example=CASUALTIES):
    """Units of several figures: in what condition each may be, and what becomes of those hit.

    None of it is hidden unless the unit is.
    """

    number: Annotated[
        str,
        matching(ID),
        name_of("value"),
        says("The value of units that is their number of figures.", "figures"),
    ] = "figures"
    conditions: Annotated[
        Mapping[Annotated[str, matching(ID), defines("figure-condition")], FigureCondition],
        NOT_EMPTY,
        says(
            "The conditions. All figures begin in the first; hits are taken by effective figures "
            "in this order.",
            CASUALTIES["conditions"],
        ),
    ]
    hit: Annotated[str, name_of("figure-condition"), says("What a figure becomes.", "down")]
    check: Check | None = None
    capture: FigureCapture | None = None
    evacuation: Evacuating | None = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about figures.",
            effective="Units in which nobody is effective.",
            hit="Figures that are hit.",
            check="What becomes of them.",
            capture="Figures taken by the enemy.",
            evacuation="Casualties that are taken away.",
            reinforce="Figures that come back.",
        ),
    ] = NO_RULES


# -- conditions and counts ---------------------------------------------------------------------


class Counted(Form, example={"side": "blue", "condition": "dead"}):
    """How many figures of a side are in a condition; effective ones if none is named."""

    side: Annotated[SideName, says("The side.", "blue")]
    condition: Annotated[SomeConditions, says("The condition, or several.", "dead")] = ()


class CountedIs(Counted, Bounds, example={"side": "blue", "condition": "dead", "at_least": 3}):
    """How many figures of a side are in a condition, effective ones if none is named; at least one
    if no number is given.
    """


class FigureConditions(Form, one_of=True, needs=needs("figures")):
    """What the section adds to conditions."""

    figures: CountedIs


class EffectiveUnits(Form, example={"side": "blue"}):
    """How many units of a side have an effective figure."""

    side: Annotated[SideName, says("The side.", "blue")]


class FigureCounts(Form, one_of=True, needs=needs("figures")):
    """What the section adds to counts."""

    figures: Counted
    effective_units: EffectiveUnits


# -- selectors ---------------------------------------------------------------------------------


class FigureSelector(Form, needs=needs("figures")):
    """What the section adds to selectors."""

    effective: Annotated[
        bool | None, says("Whether it has an effective figure, or has none.", True)
    ] = None
    figures: Annotated[
        tuple[str, ...],
        read_by(lambda: SomeConditions),
        says("With a figure in this condition.", "down", ["down", "seriously_wounded"]),
    ] = ()


# -- results of tables -------------------------------------------------------------------------


class Reinforce(
    Form,
    example={
        "condition": "dead",
        "side": "red",
        "becomes": "replaced",
        "units": ["R1"],
        "region": "east_edge",
    },
):
    """Figures come back together as a new unit, where their owner chooses."""

    condition: Annotated[str, name_of("figure-condition"), says("The figures that come.", "dead")]
    side: Annotated[SideName, says("Whose figures they are.", "red")]
    becomes: Annotated[
        str,
        name_of("figure-condition"),
        says("What those become that came, as they still count as lost.", "replaced"),
    ]
    units: Annotated[
        tuple[Annotated[str, name_of("unit"), says("A counter.", "R1")], ...],
        NOT_EMPTY,
        ONCE,
        says(
            "Counters that begin off the map and print no figures; the first that is there takes "
            "all figures.",
            ["R1"],
        ),
    ]
    region: Annotated[RegionName, says("Where its owner may bring it on.", "east_edge")]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("reinforce", said=cls(**values))


class FigureVerbs(Form, one_of=True, needs=needs("figures")):
    """What the section adds to the results of tables."""

    reinforce: Annotated[Effect, read_by(lambda: Reinforce)]
