"""What section ``replacements`` may say.

In a phase of its own a side spends points of a pool (:class:`Replacement`): to rebuild units where
they stand (:class:`Rebuilds`), or to bring back some that were eliminated (:class:`Returns`), in
hexes that are theirs (:class:`ReturnHexes`), so often at most in a phase.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    Kind,
    RegionName,
    SideName,
    between,
    cited,
    cites,
    key,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.definition.model import Condition
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If, Printed, Selector

REBUILD, RETURN = "rebuild", "return"

CITIES = {"region": "towns", "controlled": "own", "in_zone": "forbidden"}
BY_CADRES = {"step": "last", "at": CITIES, "after_turns": 1}
RED = {"phase": "red_movement", "pool": "factors", "does": ["rebuild", "return"]}


class Rebuilds(Form, example={"in_zone": "forbidden", "supplied": "required"}):
    """Where a unit must be to get a step back."""

    in_zone: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether units in enemy zones of control get steps back.", "forbidden"),
    ] = "allowed"
    supplied: Annotated[
        Literal["required", "not_needed"],
        says("Whether only units that are in supply get steps back.", "required"),
    ] = "not_needed"


class CostOf(Form, example={"value": "attack"}):
    """A value printed on the unit: a replacement costs as much of it as comes back with it."""

    value: Annotated[str, read_by(lambda: Printed), says("The value.", "attack")]


class ReturnHexes(Form, example=CITIES):
    """Where units come back."""

    region: Annotated[RegionName, says("The region in whose hexes they come back.", "towns")]
    controlled: Annotated[
        Literal["any", "own"],
        says(
            "Whether only in those that their side controls, see the section control; an enemy "
            "unit keeps them out of its hex in any case.",
            "own",
        ),
    ] = "any"
    in_zone: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether they come back in enemy zones of control as well.", "forbidden"),
    ] = "allowed"
    supplied: Annotated[
        Literal["required", "not_needed"],
        says("Whether they come back only where they are in supply.", "required"),
    ] = "not_needed"


class Returns(Form, example=BY_CADRES):
    """How units that were eliminated come back."""

    step: Annotated[
        Literal["full", "last"],
        says("With their last step only, or with all that they have.", "last"),
    ]
    at: ReturnHexes
    after_turns: Annotated[
        int,
        between(0, 1000),
        says(
            "How many turns must have ended since a unit was eliminated: with 1 it comes back in "
            "the turn after at the earliest.",
            1,
        ),
    ] = 0


class ReplacementLimit(Form, not_empty=True, example={"hex": 1, "unit": 1}):
    """How often in one phase."""

    hex: Annotated[
        int | None, between(1, 1000), says("Replacements in one hex, of whatever units.", 1)
    ] = None
    unit: Annotated[int | None, between(1, 1000), says("Replacements for one unit.", 1)] = None


class Replacement(Form, example={**RED, "returns": BY_CADRES, "most": {"hex": 1, "unit": 1}}):
    """What a side does in a replacement phase; in several, with points of several kinds."""

    id: Annotated[str, ITS_KEY]
    side: Annotated[
        SideName,
        ITS_KEY,
        says("The side that does; the one that it is called after if left out.", "red"),
    ] = ""
    phase: Annotated[
        str,
        name_of("phase"),
        says("The phase in which it does: one of kind replacement of its own.", "red_movement"),
    ]
    pool: Annotated[
        str,
        name_of("pool"),
        says("The pool of its own that pays, see the section pools.", "factors"),
    ]
    cost: Annotated[
        int | CostOf,
        between(0, 1000),
        cited("cost"),
        says(
            "Points for every step that comes back: a unit that returns whole pays for each. Or a "
            "value printed on the unit, of which it pays as much as comes back.",
            1,
            {"value": "attack"},
        ),
    ] = 1
    does: Annotated[
        frozenset[Annotated[Literal["rebuild", "return"], says("What may be done.", "rebuild")]],
        NOT_EMPTY,
        says(
            "Rebuild steps of units on the map, return units that were eliminated, or both.",
            ["rebuild", "return"],
        ),
    ]
    only: Annotated[
        Selector | None, EACH, cited("only"), says("For these units only.", {"trait": "mechanised"})
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        cited("if"),
        says(
            "The condition of the game under which there are any; always if left out.",
            {"turn": {"at_least": 2}},
        ),
    ] = None
    rebuilds: Annotated[Rebuilds, cited("rebuild")] = Rebuilds()
    returns: Annotated[Returns | None, cited("return")] = None
    most: Annotated[ReplacementLimit, cited("most")] = ReplacementLimit()
    cite: Annotated[
        Citations,
        cites(
            "Rules about replacements.",
            rebuild="Rebuilding steps.",
            **{"return": "Returning units.", "if": "When there are replacements."},
            cost="What a step costs.",
            only="Which units get replacements.",
            most="How many replacements a hex or a unit gets in a phase.",
        ),
    ] = NO_RULES

    @property
    def is_by_value(self) -> bool:
        """Whether what a replacement costs is printed on the unit."""
        return isinstance(self.cost, CostOf)

    @property
    def turns_away(self) -> int:
        """How many turns must have ended since a unit that comes back was eliminated."""
        return self.returns.after_turns if self.returns is not None else 0

    def parts(self, kind: type[Kind]) -> Iterator[Kind]:
        """With the condition that control of the region is, so that control of it is kept."""
        yield from super().parts(kind)
        at = self.returns.at if self.returns else None
        if at is not None and at.controlled == "own":
            held: Any = Condition("controlled", (), {"region": at.region, "side": self.side})
            if isinstance(held, kind):
                yield held

    def _classes(self) -> frozenset[type[Any]]:
        return super()._classes() | {Condition}  # as that condition stands in no field


class Replacements(Form, whole="by_id", example={"red": RED}):
    """Replacements: in a phase of kind replacement a side spends points of a pool to rebuild units
    or to bring them back.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Replacement], NOT_EMPTY] = {}
