"""What section ``formations`` may say, and what it adds to selectors, conditions and counts."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    between,
    defines,
    key,
    matching,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.definition.values import ID, Number, SideName
from hexwar.rules.language.section import CountOrShare
from hexwar.rules.language.selector import Names, Selector, one_of

FormationName = Annotated[str, name_of("formation")]
WHOLE = Fraction(1)
GUARD = {"title": "Guard Division"}


class Formation(Form, example=GUARD):
    """One formation."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Guard Division")] = ""


class Formations(Form, whole="by_id", example={"guard": GUARD}):
    """Formations: counters that belong together, such as the regiments of a division. A counter
    says which it belongs to (`formation`); rules ask for it in selectors and conditions.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("formation")], Formation], NOT_EMPTY
    ] = {}


class FormationLosses(Form, words={"all": {}}, example={"share": "1/2"}):
    """How much of a formation is lost."""

    share: Annotated[Number, says("At least this share of what it began with.", "1/2")] = WHOLE
    at_least: Annotated[
        int | None,
        between(1, 1000),
        says("In place of a share, so many at least.", 5),
    ] = None
    in_: Annotated[
        Literal["steps", "units"],
        key("in"),
        says("What is counted: a unit that is out of play has lost all its steps.", "units"),
    ] = "steps"


class FormationSelectors(Form, needs=needs("formations", idle=True)):
    """What the section adds to selectors."""

    formation: Annotated[
        Names,
        read_by(lambda: one_of(FormationName, "A formation.", "guard")),
        says("Of this formation.", "guard", ["guard", "line"]),
    ] = ()
    complete: Annotated[
        Literal["formation", "full_formation"] | None,
        says(
            "In one hex with all units of its formation: formation, all that are in play; "
            "full_formation, all that take part in the scenario, none of them lost. Where a unit "
            "hides, the other side does not take its formation for complete.",
            "formation",
        ),
    ] = None
    formation_lost: Annotated[
        FormationLosses | None,
        says(
            "Of a formation of which this much is lost: brigades that are no longer effective, "
            "divisions that are demoralised.",
            "all",
            {"share": "1/2"},
        ),
    ] = None


class FormationsOf(Form, example={"side": "red", "lost": "all"}):
    """How many formations there are of some; of one without units in the scenario there is none."""

    side: Annotated[SideName | None, says("Those of this side.", "red")] = None
    formation: Annotated[
        Names,
        read_by(lambda: one_of(FormationName, "A formation.", "guard")),
        says("One of these.", "guard", ["guard", "line"]),
    ] = ()
    lost: Annotated[
        FormationLosses | None,
        says("Those of which this much is lost: all, or a share.", "all", {"share": "1/2"}),
    ] = None
    only: Annotated[
        Selector | None,
        says(
            "Those of which every unit in play is one of these, and there is one at least.",
            {"at": {"region": "towns"}},
        ),
    ] = None


class FormationsAre(
    FormationsOf, CountOrShare, example={"side": "red", "lost": "all", "at_least": 2}
):
    """How many formations there are of some; at least one if no number is given."""


class FormationConditions(Form, one_of=True, needs=needs("formations", idle=True)):
    """What the section adds to conditions."""

    formations: FormationsAre


class FormationCounts(Form, one_of=True, needs=needs("formations", idle=True)):
    """What the section adds to counts."""

    formations: FormationsOf
