"""What section ``sides`` may say.

The sides of a game in the order in which they are counted everywhere (a side is its index). All are
each other's enemies unless a side names allies; one that nobody plays is neutral.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Color,
    Form,
    defines,
    matching,
    name_of,
    says,
)
from hexwar.definition.grammar import Plural, SideName, as_it_seems, in_text


class Side(Form, example={"name": "Blue", "color": "#2f5f9e"}):
    """One side."""

    id: Annotated[str, ITS_KEY]
    name: Annotated[str, ONLY_READ, says("The side's name as players read it.", "Blue")]
    called: Annotated[
        str,
        ONLY_READ,
        says(
            "What a sentence calls the side where its name alone reads ill: *the League wins*, "
            "*the Soviets lose a unit*. Left out: its name, that of many with *the*.",
            "the League",
        ),
    ] = ""
    plural: Annotated[
        bool | None,
        ONLY_READ,
        says(
            "Whether the name is that of many, and takes a plural verb: *the Soviets win*, "
            "*Axis wins*. Left out: whether it is short and ends in s, but not in ss, is or us.",
            True,
        ),
    ] = None
    color: Annotated[
        Color,
        says(
            "The colour of its counters. Left out: that of the name, if it is one of red, blue, "
            "green and the like, else one that no other side has.",
            "#3f7a3a",
        ),
    ] = ""
    allies: Annotated[
        tuple[Annotated[str, name_of("side"), says("A side.", "green")], ...],
        NOT_EMPTY,
        ONCE,
        says(
            "Sides that are no enemies of it, in a game of three and more: their units pass "
            "through each other's hexes, and do not stop in one; neither fears the other's zones, "
            "attacks it or cuts its lines. It is enough if one of two says so.",
            ["green"],
        ),
    ] = ()

    neutral: Annotated[
        bool,
        says(
            "Whether nobody plays it: the units of neutrals and prizes that lie about stand where "
            "they are until somebody takes or attacks them. It needs no phase and no way to win.",
            True,
        ),
    ] = False

    beginner: Annotated[
        bool,
        ONLY_READ,
        says(
            "Whether it is the side for who plays the game for the first time: it is proposed, "
            "with the computer on the others. Left out everywhere, the first side is.",
            True,
        ),
    ] = False

    @property
    def told(self) -> SideName:
        """The name, with what a sentence calls the side, and that in its number."""
        called = in_text(self.called or self.name)
        called = as_it_seems(called) if self.plural is None else called
        many = isinstance(called, Plural) or bool(self.plural)
        if many and not self.called and not called.startswith("the "):
            called = f"the {called}"
        return SideName(self.name, Plural(called) if many else called)


_COLORS = {
    "blue": "#2f5f9e",
    "red": "#b3392f",
    "green": "#3f7a3a",
    "brown": "#7a5636",
    "grey": "#5f6670",
    "gray": "#5f6670",
    "yellow": "#b08a2e",
    "orange": "#b8652a",
    "purple": "#6d4a86",
    "white": "#b9b4a4",
    "black": "#3a3a3a",
}
"""Colours of counters by name, in the order in which sides without a colour take them."""


class Sides(
    Form,
    whole="by_id",
    example={
        "red": {"name": "Red", "color": "#b3392f"},
        "blue": {"name": "Blue", "color": "#2f5f9e"},
    },
):
    """The player sides, in order."""

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("side")], Side], NOT_EMPTY] = {}

    @classmethod
    def built(cls, values: dict[str, Any]) -> Any:
        """The sides, each with a colour, and a name that knows its number."""
        sides: Mapping[str, Side] = values.get("by_id", {})
        colors = {id_: side.color or _COLORS.get(id_.lower(), "") for id_, side in sides.items()}
        left = (color for color in dict.fromkeys(_COLORS.values()) if color not in colors.values())
        made = {
            id_: side.but(color=colors[id_] or next(left, "#808080"), name=side.told)
            for id_, side in sides.items()
        }
        return super().built({"by_id": made})

    @property
    def all(self) -> tuple[Side, ...]:
        """Every side: the first is named first everywhere."""
        return tuple(self.by_id.values())

    @property
    def played(self) -> tuple[Side, ...]:
        """Those that somebody plays: all but neutrals."""
        return tuple(side for side in self.all if not side.neutral)

    @property
    def for_beginners(self) -> Side:
        """The side that is proposed to people who play for the first time."""
        return next((side for side in self.played if side.beginner), self.played[0])

    def allied(self, side: str, other: str) -> bool:
        """Whether two sides are one, or no enemies."""
        return side == other or other in self.by_id[side].allies or side in self.by_id[other].allies

    @property
    def names(self) -> dict[str, str]:
        """Side id to the name that players read."""
        return {side.id: side.name for side in self.all}
