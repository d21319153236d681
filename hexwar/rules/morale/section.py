"""What section ``morale`` may say."""

from typing import Annotated

from hexwar.definition.forms import Form, between, cited, cites, matching, name_of, says
from hexwar.definition.values import ID, NO_RULES, Citations

PINNED = {"die": "morale", "success": 4, "fails": "pinned"}


class Successes(Form, example={"successes": 1}):
    """A number of successes."""

    successes: Annotated[int, between(1, 100), says("How many dice must succeed.", 1)]


class Morale(Form, example=PINNED):
    """A unit that has lost somebody to fire rolls one die for each of its effective figures, or of
    its steps where units have no figures. What happens to it if it fails is a state.
    """

    die: Annotated[
        str,
        matching(ID),
        name_of("die"),
        says("The value of units that is the die.", "morale"),
    ] = "morale"
    success: Annotated[int, between(1, 100), says("The least face that is a success.", 4)] = 4
    passes: Annotated[
        Successes | None,
        says(
            "How many successes are needed; as many as there are failures if left out.",
            {"successes": 1},
        ),
    ] = None
    fails: Annotated[
        str,
        name_of("state"),
        cited("fails"),
        says("The state of a unit that fails.", "pinned"),
    ]
    cite: Annotated[
        Citations,
        cites("Rules about morale.", check="The check.", fails="Units that fail it."),
    ] = NO_RULES
