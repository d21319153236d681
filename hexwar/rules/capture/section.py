"""What section ``capture`` may say."""

from collections.abc import Mapping
from typing import Annotated

from hexwar.definition.forms import NOT_EMPTY, Form, cited, cites, name_of, read_by, says
from hexwar.definition.values import NO_RULES, Citations
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Names, Selector, one_of

UnitName = Annotated[str, name_of("unit")]


class Capture(Form, example={"only": {"trait": "supply"}}):
    """Units that fall to an enemy who moves into their hex: supplies, staffs, leaders. Where nobody
    else stands a unit next to the hex enters it in its movement phase, for what the step costs, as
    if it were empty, and takes all of them; it may move on.
    """

    only: Annotated[
        Selector, EACH, cited("only"), says("The units that can be taken.", {"trait": "supply"})
    ]
    by: Annotated[
        Selector | None,
        EACH,
        cited("by"),
        says("The units that take others; all if left out.", {"trait": "mechanised"}),
    ] = None
    becomes: Annotated[
        Mapping[
            UnitName,
            Annotated[
                Names,
                read_by(
                    lambda: one_of(UnitName, "The counter for it in the hands of the enemy.", "R9")
                ),
                says(
                    "The counter for it, or one for each side that may take it.", "R9", ["R9", "G9"]
                ),
            ],
        ],
        NOT_EMPTY,
        cited("becomes"),
        says(
            "What is put in its place for who takes it: a counter off the map. Whoever is not "
            "named here, or whose counter is in play, is lost.",
            {"B9": "R9"},
            {"N1": ["R9", "B9"]},
        ),
    ] = {}
    cite: Annotated[
        Citations,
        cites(
            "Rules about captures.",
            only="Who can be taken.",
            by="Who takes others.",
            becomes="What becomes of who is taken.",
        ),
    ] = NO_RULES
