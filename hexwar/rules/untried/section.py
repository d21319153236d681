"""What section ``untried`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import NOT_EMPTY, Form, between, matching, says
from hexwar.definition.values import RuleNumber
from hexwar.rules.language.selector import Selector

Strengths = tuple[int, int]
"""Attack and defence strength of a chit."""


def _strengths(written: str) -> Strengths:
    attack, defense = map(int, written.split("-"))
    return attack, defense


class Untried(Form, example={"only": {"trait": "militia"}, "draw": {"6-6": 9, "0-1": 6}}):
    """Units whose strength nobody knows, their owner included, before they first fight: then it
    is drawn from a bag by dice. A chit stays with its unit, and goes back into the bag when the
    unit comes back after its loss. Until then the unit counts with what is printed on it.
    """

    only: Annotated[Selector, says("The units.", {"trait": "militia"})]
    draw: Annotated[
        Mapping[
            Annotated[str, matching("^[0-9]{1,3}-[0-9]{1,3}$")],
            Annotated[int, between(1, 1000), says("How many of these chits there are.", 9)],
        ],
        NOT_EMPTY,
        says(
            "The chits in the bag: attack and defence strength on the left, how many on the right.",
            {"6-6": 9, "4-6": 30, "0-1": 6},
        ),
    ]
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
    def chits(self) -> tuple[tuple[Strengths, int], ...]:
        """The strengths that there are, each with how many chits have it."""
        return tuple((_strengths(written), count) for written, count in self.draw.items())
