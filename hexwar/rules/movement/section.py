"""What section ``movement`` may say."""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    NOT_EMPTY,
    ONCE,
    Form,
    cited,
    cites,
    defines,
    matching,
    says,
    word,
)
from hexwar.definition.values import ID, NO_RULES, Citations, Number


class Movement(Form, example={"allowance": 4}):
    """How units move."""

    allowance: Annotated[
        Number | None,
        word("printed", None),
        cited("allowance"),
        says("Movement points of every unit; printed if each counter shows its own.", 4, "printed"),
    ]
    classes: Annotated[
        tuple[
            Annotated[
                str, matching(ID), defines("movement-class"), says("A movement class.", "foot")
            ],
            ...,
        ],
        NOT_EMPTY,
        ONCE,
        says(
            "Movement classes, for terrain that costs some units more than others.",
            ["foot", "wheeled"],
        ),
    ] = ("all",)
    friends: Annotated[
        Literal["pass", "block"],
        says("Whether units pass through hexes with friendly units.", "pass"),
    ] = "pass"
    resume: Annotated[
        Literal["until_another_moves", "never"],
        says(
            "Whether a unit that stopped may go on with its remaining points until another unit "
            "moves.",
            "until_another_moves",
        ),
    ] = "until_another_moves"
    minimum_move: Annotated[
        Literal["none", "one_hex"],
        says(
            "Whether a unit that can move at all may always move one hex, whatever it costs.",
            "one_hex",
        ),
    ] = "none"
    stacks: Annotated[
        Literal["forbidden", "allowed"],
        says("Whether units of one hex may be moved together.", "allowed"),
    ] = "forbidden"
    cite: Annotated[
        Citations,
        cites(
            "Rules that refusals and events of movement come from.",
            allowance="Movement points and their spending.",
            one_at_a_time="Units move one at a time.",
            adjacent="A move goes from hex to adjacent hex.",
            enemy="Hexes with enemy units.",
            friends="Hexes with friendly units.",
            map_edge="The edge of the map.",
            owner="Whose units may be moved.",
            phase="When units may be moved.",
            stacks="Moving as a stack.",
        ),
    ] = NO_RULES

    def class_of(self, named: str) -> str:
        """The movement class of a type of unit that names this one, or none."""
        return named or self.classes[0]
