"""Section ``sheet``: what is printed on the map beside its hexes. It changes nothing in play.

A scale, where north lies, and names that run along the course of a river or a ridge. They are drawn
by windows and on paper alone.
"""

from __future__ import annotations

from typing import Annotated, Literal

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import NOT_EMPTY, Form, name_of, says

# What section ``sheet`` may say.


class PrintedName(Form, example={"text": "The Orva", "along": ["0804", "0905"], "of": "river"}):
    """A name that is printed along the course of something, in italics."""

    text: Annotated[str, says("The name.", "The Orva")]
    along: Annotated[
        tuple[Annotated[str, name_of("hex"), says("A hex.", "0804")], ...],
        NOT_EMPTY,
        says(
            "The hexes that the name runs along, from its beginning to its end.", ["0804", "0905"]
        ),
    ]
    of: Annotated[
        Annotated[str, name_of("hexside")] | None,
        says(
            "The kind of hexside whose course the name follows, where it runs by these hexes; else "
            "it runs through the middles of the hexes.",
            "river",
        ),
    ] = None


class Sheet(
    Form,
    only_read=True,
    example={"scale": "15 km", "names": [{"text": "The Moor", "along": ["0305"]}]},
):
    """The sheet that the map is printed on: its scale, where north lies, and the names of rivers
    and of stretches of country. It is for the eye alone.
    """

    scale: Annotated[str, says("How far it is across a hex.", "15 km")] = ""
    north: Annotated[
        Literal["up", "right", "down", "left"], says("Where north lies on the sheet.", "up")
    ] = "up"
    wind: Annotated[
        Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"] | None,
        says("Where the wind comes from: an arrow over the map shows it all the time.", "NW"),
    ] = None
    names: Annotated[
        tuple[PrintedName, ...],
        says("Names beside those of features.", [{"text": "The Moor", "along": ["0305"]}]),
    ] = ()

    @property
    def wind_bearing(self) -> float | None:
        """Where the wind comes from on the page, clockwise from its top, in degrees; or none."""
        if self.wind is None:
            return None
        names = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
        turned = {"up": 0, "right": 90, "down": 180, "left": 270}[self.north]
        return float((names.index(self.wind) * 45 + turned) % 360)


# What is proved of section ``sheet``: that names run along what they name.


@of_each_game
def names_run_along_what_they_name(subject: Subject, findings: Findings) -> None:
    """A kind of hexside lies by one of the hexes at least."""
    sheet = subject.game.section(Sheet)
    board = subject.game.map
    for place, name in enumerate(sheet.names if sheet else ()):
        by = set(name.along)
        lies = (kinds for pair, kinds in board.hexsides.items() if not by.isdisjoint(pair))
        if name.of is not None and not any(name.of in kinds for kinds in lies):
            node = subject.node("sheet", "names", place, "of")
            message = f"no {name.of} runs by the hexes of {name.text!r}"
            findings.add(
                "HW570", node.place(), message, help="list hexes beside it, or leave `of` out"
            )
