"""What section ``overrun`` may say.

Attacks in the course of movement: which units make them, what they cost, and under which patch they
are fought, as a kind of battle of their own. Their results are those of the section ``combat``.
"""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    NO_RULES,
    Citations,
    Form,
    Number,
    cited,
    cites,
    idle_beside,
    in_force_at,
    only_with,
    says,
)
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector


class Overrun(Form, moments=("move",), example={"cost": 2, "most_entry_cost": 2}):
    """Attacks in the course of movement. A game without this section has none. Units that begin the
    phase in an enemy zone of control never overrun in it, whether or not they may leave the zone.
    Units that overrun enter a hex that falls empty where the result has them advance
    (`advance: all`, or as many as it says), and then must: a result without `advance` leaves them
    where they are.
    """

    cost: Annotated[Number, cited("cost"), says("Movement points that an overrun costs.", 2)]
    only: Annotated[
        Selector | None,
        EACH,
        cited("who"),
        says(
            "The units that may; if left out, all that move and did not begin the phase in an "
            "enemy zone of control.",
            {"trait": "mechanised"},
        ),
    ] = None
    most_entry_cost: Annotated[
        Number | None,
        cited("terrain"),
        says(
            "The dearest terrain that can be overrun, in movement points without roads and zones; "
            "any if left out.",
            2,
        ),
    ] = None
    ends: Annotated[
        Literal["move", "unless_vacated", "nothing"],
        cited("ends"),
        says(
            "Whether an overrun ends the move of the units, or ends it unless the hex falls empty; "
            "or they go on with what they have left.",
            "nothing",
        ),
    ] = "move"
    again: Annotated[
        Literal["forbidden", "elsewhere", "allowed"],
        cited("again"),
        idle_beside("ends", "move"),
        only_with("ends"),
        says(
            "Whether units that have overrun may do so again in the phase, as long as they have "
            "movement points: not at all; hexes that have not been overrun yet; or any hex.",
            "elsewhere",
        ),
    ] = "forbidden"
    stacks: Annotated[
        Literal["one", "several"],
        cited("together"),
        says(
            "Whether the units that overrun a hex together stand in one hex and began the phase in "
            "one, or may come from all around it.",
            "several",
        ),
    ] = "one"
    through: Annotated[
        Literal["allowed", "forbidden"],
        cited("through"),
        says(
            "Whether units whose overrun has not cleared the hex, and that stand where they were, "
            "may go through it to a hex behind it, next to it and not to where they come from, "
            "which they pay for. Afterwards their move is over, unless an overrun ends nothing.",
            "allowed",
        ),
    ] = "forbidden"
    patch: Annotated[
        MappingNode | None,
        in_force_at("overrun", "battle", "aftermath"),
        says(
            "What is different while an overrun is fought: sections that change, as in a phase.",
            {"combat": {"table": {1: ["DE", "DE", "DE"]}}},
        ),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            cost="What an overrun costs.",
            phase="In which phases, and by whom.",
            who="Which units overrun.",
            advance="That whoever overruns enters the hex when it falls empty.",
            owner="Whose units overrun.",
            path="That paths make no hex easier to overrun.",
            ends="That an overrun ends the move.",
            together="That one stack overruns at a time.",
            once="That a unit overruns once.",
            hex_once="That a hex is overrun once.",
            again="Overruns after another.",
            through="Going through the hex.",
            zone="Units that began next to the enemy.",
            target="What can be overrun.",
            stack="Overrunning as a stack.",
            stacking="Stacking at that moment.",
            terrain="Which terrain can be overrun.",
        ),
    ] = NO_RULES
