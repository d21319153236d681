"""What section ``activation`` may say.

In phases of kind activation the units of a side act one after the other, each once: which of move,
fire, and fire after a move is open to them, and when the first action of a side must be a fire.
"""

from typing import Annotated, Final, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    between,
    cited,
    cites,
    name_of,
    says,
)

MOVE: Final = "move"
FIRE: Final = "fire"
MOVE_THEN_FIRE: Final = "move_then_fire"


class MustFire(Form, example={"turn": 1, "phase": "red_movement"}):
    """When the first action of a side must be a fire."""

    turn: Annotated[int, between(1, 1000), says("The turn.", 1)]
    phase: Annotated[str, name_of("phase"), says("The phase, of kind activation.", "red_movement")]


class Activation(Form, example={"may": ["move", "fire", "move_then_fire"]}):
    """Phases of kind activation: the units of a side act one after the other, each once a turn, and
    each is done before the next begins.
    """

    may: Annotated[
        tuple[
            Annotated[Literal["move", "fire", "move_then_fire"], says("What a unit does.", "move")],
            ...,
        ],
        ANY_ORDER,
        NOT_EMPTY,
        ONCE,
        says("What a unit may do when it acts.", ["move", "fire", "move_then_fire"]),
    ] = (MOVE, FIRE, MOVE_THEN_FIRE)
    must_fire: Annotated[
        MustFire | None,
        cited("must_fire"),
        says(
            "When the first action must be a fire, if any unit has a target.",
            {"turn": 1, "phase": "red_movement"},
        ),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about activation.",
            once="That a unit acts once a turn.",
            one_at_a_time="That a unit ends what it does before the next begins.",
            may="What a unit does when it acts.",
            phase="Which units act.",
            must_fire="When the first action must be a fire.",
            lost="What is interrupted and lost.",
        ),
    ] = NO_RULES
