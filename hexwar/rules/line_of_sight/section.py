"""What section ``line_of_sight`` may say.

A line goes from the centre of a hex to that of another, and is the same both ways
(:class:`LineOfSight`). Kinds of hex and hexside block it (:class:`BlockedBy`), or the ground does
by its height (:class:`Levels`). Rules that need a line say so in sections of their own, such as
``fire``.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    NO_RULES,
    ONCE,
    Citations,
    Form,
    between,
    cited,
    cites,
    name_of,
    needs,
    only_with,
    says,
    word,
)
from hexwar.rules.language.places import OTHERS
from hexwar.rules.language.section import Selector

TerrainName = Annotated[str, name_of("terrain")]
FeatureName = Annotated[str, name_of("feature")]


class BlockedBy(Form, not_empty=True, example={"hexes": ["woods"]}):
    """What blocks a line of sight. The hexes of the two ends never do."""

    hexes: Annotated[
        tuple[Annotated[TerrainName, says("A kind of hex.", "woods")], ...],
        ANY_ORDER,
        ONCE,
        says("Kinds of hex: one blocks if the line crosses it.", ["woods"]),
    ] = ()
    features: Annotated[
        tuple[Annotated[FeatureName, says("A kind of feature.", "building")], ...],
        ANY_ORDER,
        ONCE,
        says("Kinds of feature: one blocks if the line crosses its hex.", ["building"]),
    ] = ()
    hexsides: Annotated[
        tuple[Annotated[str, name_of("hexside"), says("A kind of hexside.", "hedge")], ...],
        ANY_ORDER,
        ONCE,
        cited("hexsides"),
        says(
            "Kinds of hexside: one blocks if the line crosses it, not if the line runs along it or "
            "touches its end.",
            ["hedge"],
        ),
    ] = ()


class Elevation(Form, not_empty=True, example={"ground": 1}):
    """How high a kind of hex or feature lies and rises, in levels."""

    ground: Annotated[
        int,
        between(-100, 100),
        says("The level of the ground; what terrain and features give a hex is added up.", 1),
    ] = 0
    height: Annotated[
        int | None,
        between(0, 100),
        says(
            "How many levels it rises above its ground as something that blocks; if left out, "
            "nobody sees over it.",
            1,
        ),
    ] = None


class Levels(Form, not_empty=True, example={"hexes": {"hill": {"ground": 1}}}):
    """Levels: higher ground sees over what is low, and blocks by itself.

    The line rises evenly from the ground of one end to that of the other; over a hex it is as high
    as the numbers of hexes from there to the two ends make it. What blocks does so unless the line
    is higher than its top. Ground blocks if it is higher than the line.
    """

    hexes: Annotated[
        Mapping[TerrainName, Elevation],
        says("By kind of hex; 0 for the others.", {"hill": {"ground": 1}}),
    ] = {}
    features: Annotated[
        Mapping[FeatureName, Elevation],
        says("By kind of feature; 0 for the others.", {"building": {"height": 1}}),
    ] = {}


class LineOfSight(Form, example={"blocked_by": {"hexes": ["woods"]}}):
    """Lines of sight from the centre of a hex to the centre of another, the same both ways.

    A corner that the line only touches does not block, nor does what is no part of the map.
    """

    blocked_by: Annotated[BlockedBy | None, cited("blocked")] = None
    along_hexside: Annotated[
        Literal["both", "either", "never"],
        cited("along_hexside"),
        only_with("blocked_by", "levels"),
        says(
            "When a line that runs along a hexside is blocked there: if both hexes beside it "
            "block, if either does, or never.",
            "either",
        ),
    ] = "both"
    own_hexsides: Annotated[
        Literal["block", "clear"],
        cited("hexsides"),
        only_with("blocked_by"),
        says("Whether hexsides of the hexes at the two ends block too.", "clear"),
    ] = "block"
    range: Annotated[
        int | None,
        word("unlimited", None),
        between(1, 1000),
        cited("range"),
        says("The greatest distance in hexes at which anything is seen, or unlimited.", 12),
    ] = None
    levels: Annotated[Levels | None, cited("levels")] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about lines of sight.",
            blocked="What blocks a line of sight.",
            hexsides="Hexsides that block.",
            along_hexside="Lines along a hexside.",
            range="How far is seen.",
            levels="Seeing from higher ground, and over what blocks.",
        ),
    ] = NO_RULES


class SightSelectors(Form, needs=needs("line_of_sight")):
    """What the section adds to selectors."""

    sees: Annotated[
        Selector | None,
        OTHERS,
        says("Whom it sees: one at least of these units.", {"side": "enemy"}),
    ] = None
