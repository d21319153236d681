"""What section ``untried`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

from hexwar.definition.forms import NOT_EMPTY, Form, between, matching, says
from hexwar.definition.values import ID, RuleNumber
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Selector

Strengths = tuple[int, int]
"""Attack and defence strength of a chit."""


class StrengthChit(NamedTuple):
    """One kind of chit: its strengths, at full strength first, and how many copies there are."""

    written: str
    steps: tuple[Strengths, ...]
    copies: int


def _strengths(written: str) -> Strengths:
    attack, defense = map(int, written.split("-"))
    return attack, defense


_Draw = Annotated[
    Mapping[
        Annotated[str, matching("^[0-9]{1,3}-[0-9]{1,3}(/[0-9]{1,3}-[0-9]{1,3})*$")],
        Annotated[int, between(1, 1000), says("How many of these chits there are.", 9)],
    ],
    NOT_EMPTY,
    says(
        "The chits in the bag: attack and defence strength on the left, how many on the right. A "
        "chit for a unit of several steps has the strengths of each: `6-6/3-3`.",
        {"6-6": 9, "4-6": 30, "0-1": 6},
        {"6-6/3-3": 9, "4-6/2-3": 30},
    ),
]


class Bag(Form, example={"only": {"trait": "mechanised"}, "draw": {"5-5": 4, "2-3": 6}}):
    """A bag of its own for some units."""

    only: Annotated[Selector, EACH, says("The units.", {"trait": "mechanised"})]
    draw: _Draw

    @property
    def chits(self) -> tuple[StrengthChit, ...]:
        """What is in it."""
        return tuple(
            StrengthChit(written, tuple(map(_strengths, written.split("/"))), count)
            for written, count in self.draw.items()
        )


class Untried(Form, example={"only": {"trait": "militia"}, "draw": {"6-6": 9, "0-1": 6}}):
    """Units whose strength nobody knows, their owner included, before they first fight: then it
    is drawn from a bag by dice. A chit stays with its unit, and goes back into the bag when the
    unit comes back after its loss. Until then the unit counts with what is printed on it.
    """

    only: Annotated[Selector, EACH, says("The units.", {"trait": "militia"})]
    draw: _Draw
    bags: Annotated[
        Mapping[Annotated[str, matching(ID)], Bag],
        NOT_EMPTY,
        says(
            "Bags of their own for other units, such as those of armour. Of a unit that several "
            "mean the first counts.",
            {"tanks": {"only": {"trait": "mechanised"}, "draw": {"5-5": 4, "2-3": 6}}},
        ),
    ] = {}
    revealed: Annotated[
        frozenset[
            Annotated[
                Literal["attack", "defend"], says("What the unit does in a battle.", "defend")
            ]
        ],
        NOT_EMPTY,
        says("In which battles it is drawn: before odds are reckoned.", ["attack", "defend"]),
    ] = frozenset({"attack", "defend"})
    zero: Annotated[
        Literal["eliminated", "stays"],
        says(
            "What becomes of a unit that draws no strength for what it does: it is eliminated and "
            "the battle goes on without it, or it stays.",
            "eliminated",
        ),
    ] = "eliminated"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "5.3")] = ""

    @property
    def all_bags(self) -> tuple[Bag, ...]:
        """Every bag, in the order in which they are asked."""
        return Bag(only=self.only, draw=self.draw), *self.bags.values()
