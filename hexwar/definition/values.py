"""Short values that several sections share, each with a heading of its own in the reference."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Self

from hexwar.definition.forms import (
    ANY_ORDER,
    LIKE_A_NUMBER,
    ONLY_READ,
    becomes,
    between,
    matching,
    name_of,
    says,
    shared,
)

Citations = Mapping[str, str]
"""Reason (such as ``"entering"``) to the number of the rule in the game's own rulebook."""

NO_RULES: Citations = {}


class PictureFile(str):
    """The name of a picture as the game says it, and the ``folder`` (or pack) that it lies in."""

    folder: Path

    @classmethod
    def named(cls, name: str, folder: Path) -> Self:
        """A picture of a folder."""
        made = cls(name)
        made.folder = folder
        return made


RuleNumber = Annotated[
    str,
    ONLY_READ,
    matching(r"^[0-9]+(\.[0-9]+)*[a-z]?$"),
    name_of("rule"),
    shared("rule", "The number of a rule in the game's own rulebook.", "4.31"),
]
Number = Annotated[
    Fraction,
    between(0, 1000),
    matching("^[0-9]{1,4}/[1-9][0-9]{0,3}$"),
    shared("number", "A number of 0 or more: whole, decimal, or a fraction such as 1/2.", 2, "1/2"),
]


def _six_digits(color: str) -> str:
    """A colour in six digits, of each that is written once two.

    >>> _six_digits("#a33")
    '#aa3333'
    """
    return color if len(color) > 4 else "#" + "".join(digit * 2 for digit in color[1:])


Color = Annotated[
    str,
    ONLY_READ,
    matching("^#([0-9a-fA-F]{3}){1,2}$"),
    becomes(_six_digits),
    shared(
        "color",
        "A colour as red, green and blue in hexadecimal, in six digits or in three; quote it, or "
        "YAML takes it for a comment.",
        "#8a5a2b",
    ),
]
ID = r"^[A-Za-z][A-Za-z0-9_]*$"
"""What most things that a game defines may be called."""

Signed = Annotated[
    Fraction,
    between(-1000, 1000),
    matching(r"^[-+]?[0-9]{1,4}(/[1-9][0-9]{0,3})?$"),
    shared(
        "signed", "A number, which may be negative: whole, decimal, or a fraction.", 1, -1, "1/2"
    ),
]
Hexes = Annotated[
    tuple[
        Annotated[str, LIKE_A_NUMBER, says("A hex, or a range of hexes.", "0305", "0901..0908")],
        ...,
    ],
    ANY_ORDER,
    shared(
        "hexes",
        "Hexes by number; a range such as 0901..0908 runs down a column or along a row.",
        ["0305", "0901..0908"],
    ),
]
SideName = Annotated[str, name_of("side")]
RegionName = Annotated[str, name_of("region")]
Places = Annotated[
    tuple[Annotated[str, name_of("place"), says("A region or a hex.", "towns")], ...],
    says("Regions and hexes.", ["towns", "0508"]),
]
PathName = Annotated[str, name_of("path")]
TraitName = Annotated[str, name_of("trait")]
