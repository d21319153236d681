"""What section ``works`` may say.

A kind of work (:class:`HexsideWork`) is built and wrecked by units, each as :class:`Work` says, or
is wrecked though nobody does it (:class:`Falling`), as by a charge. While it stands, the hexside is
of the kind that it names: that is all that other rules see of it.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    PathName,
    asked,
    between,
    cited,
    cites,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
)
from hexwar.hexmap import HexMap
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If, Names, Selector, one_of
from hexwar.rules.markers.section import ClearingRoll, PhaseName

Pair = tuple[str, str]
"""The two hexes that a hexside parts."""

WRECKING = {"phase": "blue_orders", "by": {"side": "blue"}, "roll": {"dice": "1d6", "at_least": 3}}
CHARGE = {"nears": {"side": "red"}, "roll": {"dice": "1d6", "at_least": 3}, "again": "forbidden"}
BRIDGES = {"carries": ["road"], "standing": ["0503/0603"], "wreck": WRECKING}
Hexside = Annotated[str, says("Two adjacent hexes.", "0503/0603")]


class Work(Form, example=WRECKING):
    """When and by whom it is done: `build E1 0503-0603 bridge`, `wreck E1 0503-0603 bridge`."""

    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "blue_movement")),
        says(
            "The phases in which it is done, of kind orders, or of kind movement in place of the "
            "unit's move.",
            "blue_movement",
        ),
    ]
    by: Annotated[
        Selector | None,
        asked("the side that builds or wrecks", units="own"),
        says(
            "The units that do it, of the side whose phase it is: each once in a phase; all if "
            "left out.",
            {"type": "engineers"},
        ),
    ] = None
    within: Annotated[
        int,
        between(0, 100),
        says("How far from the hexside they stand: in one of its hexes if left out.", 1),
    ] = 0
    enemies: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether it is done while an enemy is in one of its hexes.", "forbidden"),
    ] = "allowed"
    roll: Annotated[
        ClearingRoll | None,
        says("What they roll for it; nothing if left out.", {"dice": "1d6", "at_least": 3}),
    ] = None


class Falling(Form, not_empty=True, example=CHARGE):
    """When it is wrecked and nobody does it: a charge that goes off as the enemy comes near, ice
    that breaks.
    """

    nears: Annotated[
        Selector | None,
        EACH,
        says(
            "When such a unit comes into one of its hexes, by a move, a retreat or an advance; it "
            "is looked at before the unit goes on.",
            {"side": "red"},
        ),
    ] = None
    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "red_movement")),
        says("When such a phase begins.", "red_movement"),
    ] = ()
    condition: Annotated[
        If | None, EACH, key("if"), says("Only under this condition.", {"turn": {"at_least": 3}})
    ] = None
    roll: Annotated[
        ClearingRoll | None,
        says("What is rolled for it; nothing if left out.", {"dice": "1d6", "at_least": 3}),
    ] = None
    again: Annotated[
        Literal["allowed", "forbidden"],
        only_with("roll"),
        says(
            "Whether it is rolled for again after a roll that failed; a charge that is dud stays "
            "one.",
            "forbidden",
        ),
    ] = "allowed"


class HexsideWork(Form, example={"title": "Bridge", **BRIDGES}):
    """Works of one kind."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Bridge")] = ""
    kind: Annotated[
        str,
        name_of("hexside"),
        says(
            "The kind of hexside that is there as long as it stands: a bridge that negates the "
            "river, a road block, wire. What it costs and does to battles, terrain says.",
            "bridge",
        ),
    ] = ""
    carries: Annotated[
        tuple[Annotated[PathName, says("A kind of path.", "road")], ...],
        ANY_ORDER,
        NOT_EMPTY,
        ONCE,
        says("Kinds of path that lead across only as long as it stands.", ["road", "rail"]),
    ] = ()
    standing: Annotated[
        tuple[Hexside, ...],
        NOT_EMPTY,
        ONCE,
        says(
            "Where it stands when the game begins; if left out, on every hexside that the map "
            "gives its `kind`.",
            ["0503/0603"],
        ),
    ] = ()
    sites: Annotated[
        tuple[Annotated[str, says("A hexside, or all of a kind.", "0504/0604", "river")], ...],
        NOT_EMPTY,
        ONCE,
        only_with("build"),
        says("Where it may be built besides: hexsides, or all of a kind.", ["river"]),
    ] = ()
    build: Annotated[
        Work | None,
        cited("build"),
        says("How it is built; never if left out.", {"phase": "red_movement"}),
    ] = None
    wreck: Annotated[
        Work | None, cited("wreck"), says("How it is wrecked; never if left out.", WRECKING)
    ] = None
    falls: Annotated[
        Falling | None,
        cited("falls"),
        says("How it is wrecked by itself; it is not if left out.", CHARGE),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            build="Who builds it, and how.",
            wreck="Who wrecks it, and how.",
            falls="How it is wrecked by itself.",
        ),
    ] = NO_RULES

    def begins(self, board: HexMap) -> list[Pair]:
        """The hexsides on which it stands when the game begins."""
        if self.standing:
            return sorted(pair_of(hexside) for hexside in self.standing)
        return of_kind(self.kind, board)

    def places(self, board: HexMap) -> list[Pair]:
        """The hexsides on which it may stand at some time."""
        pairs = set(self.begins(board))
        for site in self.sites:
            if "/" in site:
                pairs.add(pair_of(site))
            else:
                pairs.update(of_kind(site, board))
        return sorted(pairs)


def of_kind(kind: str, board: HexMap) -> list[Pair]:
    """The hexsides of a kind."""
    return sorted(in_order(*pair) for pair, kinds in board.hexsides.items() if kind in kinds)


def in_order(a: str, b: str) -> Pair:
    """Two hexes of a hexside in the one order in which works name them."""
    return (a, b) if a < b else (b, a)


def pair_of(hexside: str) -> Pair:
    """The hexes of a hexside as it is written."""
    first, _, second = hexside.partition("/")
    return in_order(first, second)


class Works(Form, whole="by_id", example={"bridge": BRIDGES}):
    """What units build and wreck on hexsides: bridges, road blocks, wire. While it stands, the
    hexside is of its `kind`, and paths that it `carries` lead across; movement, retreats, supply
    and battles go by what stands at the moment. Everybody sees it.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], HexsideWork], NOT_EMPTY] = {}
