"""What section ``sheet`` may say."""

from typing import Annotated, Literal

from hexwar.definition.forms import NOT_EMPTY, Form, name_of, says


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
    names: Annotated[
        tuple[PrintedName, ...],
        says("Names beside those of features.", [{"text": "The Moor", "along": ["0305"]}]),
    ] = ()
