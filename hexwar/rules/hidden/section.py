"""What section ``hidden`` may say.

Units that begin where only their own side knows (:class:`Hidden`): in which hexes they may, what
shows them, how they are looked for (:class:`Search`), and how they fire before any side can
interrupt it (:class:`Ambush`).
"""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    SideName,
    becomes,
    between,
    cited,
    cites,
    says,
)
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import At, Selector, ValueOf
from hexwar.rules.units.section import DieName

End = Literal["moved", "fired"]
SomeSides = Annotated[
    SideName | tuple[Annotated[SideName, says("A side.", "red")], ...],
    ONCE,
    NOT_EMPTY,
    becomes(lambda sides: (sides,) if isinstance(sides, str) else sides),
]


class Search(Form, example={"within": {"value": "quality"}, "die": "quality", "success": 4}):
    """How hidden units are found: a unit searches a hex in which units can hide, whether any do or
    not, and rolls one die; it must see the hex. A unit searches once in a phase.
    """

    within: Annotated[
        int | ValueOf, between(1, 1000), says("How far it can search.", 8, {"value": "quality"})
    ]
    die: Annotated[DieName, says("The value that is the die of the unit.", "quality")]
    success: Annotated[int, between(1, 100), says("It finds who is there with this or more.", 4)]


class Ambush(Form, example={"die": "quality", "success": 4}):
    """A hidden unit that fires rolls one die: with a success no side interrupts its fire."""

    die: Annotated[DieName, says("The value that is the die of the unit.", "quality")]
    success: Annotated[int, between(1, 100), says("A success is this or more.", 4)]


class Hidden(Form, example={"side": "red", "where": {"terrain": ["woods"]}}):
    """Units that may begin hidden: where they are is known only to their own side.

    Before the first turn the side chooses those of its units that hide, among those that begin in
    such hexes. To the other sides the hex is as empty as any: a unit that would enter it stops
    before it, and those hidden are seen from then on. So are those whose hex a friend enters, as no
    unit hides beside one that is seen, and those that attack, before the dice are told. A unit that
    retreats, advances or enters the map upon them finds them and goes elsewhere. A hidden unit is
    no target, has no zone of control, holds no hex and is near to no unit. That it takes part in
    the game, and with what strength, is no secret.
    """

    side: Annotated[
        SomeSides, says("The side whose units may hide, or several.", "red", ["red", "blue"])
    ]
    only: Annotated[
        Selector | None,
        EACH,
        says("The units that may hide; all of the side if left out.", {"trait": "foot"}),
    ] = None
    where: Annotated[At, says("The hexes in which they can hide.", {"terrain": ["woods", "town"]})]
    ends: Annotated[
        frozenset[Annotated[End, says("What ends it.", "moved")]],
        says("What ends it besides being found; both if left out.", ["moved", "fired"]),
    ] = frozenset({"moved", "fired"})
    search: Annotated[Search | None, cited("search")] = None
    ambush: Annotated[Ambush | None, cited("ambush")] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about hidden units.",
            hide="Choosing who hides.",
            revealed="Units that are seen from now on.",
            search="Searching.",
            ambush="Fire from hiding.",
        ),
    ] = NO_RULES
