"""What section ``reactions`` may say, and what it adds to phases and selectors.

A :class:`Reaction` says in which phases units of the other side may break into what a unit does,
how often and by what. Whether they come first is decided by a :class:`Contest` of dice, to which
:class:`Bonus` adds; without one they do. A phase of kind overwatch puts units into the state from
which they react, and results ask which unit plays which part in a reaction (:class:`Parts`).
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    ID,
    ITS_KEY,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    asked,
    between,
    cited,
    cites,
    hangs_on_place,
    matching,
    name_of,
    only_with,
    says,
    word,
)
from hexwar.rules.language.places import IN_REACTION, REACTING, ROLLS_IN_CONTEST
from hexwar.rules.language.section import Selector
from hexwar.rules.units.section import DieName

HEX_MOVED: Final = "hex_moved"
FIRE: Final = "fire"
MOVE: Final = "move"
INITIATIVE: Final = "initiative"
ACTOR: Final = "actor"
ACTION: Final = "action"
PHASE: Final = "phase"
TURN: Final = "turn"
ENDS_REACTIONS: Final = "ends_reactions"

SKIRMISHERS = {"trait": "mechanised"}
INTERRUPT = {
    "phases": ["red_movement"],
    "only": {"sees": {"role": "actor"}},
    "contest": {"die": "quality", "success": 4},
}


class Bonus(Form, example={"add": 1, "only": SKIRMISHERS}):
    """What is added to the die of some units; a 1 is a 1 all the same."""

    add: Annotated[int, between(-100, 100), says("What is added.", 1)]
    only: Annotated[
        Selector | None, IN_REACTION, says("The units; all if left out.", SKIRMISHERS)
    ] = None


class Contest(Form, example={"die": "quality", "success": 4, "ties": "initiative"}):
    """Each unit of the exchange, the one that acts too, rolls one die; the highest acts first. A
    unit that was beaten acts after the action.
    """

    die: Annotated[DieName, says("The die: a value of the unit.", "quality")]
    success: Annotated[
        int, between(1, 100), says("The least face; who rolls less does not act.", 4)
    ]
    plus: Annotated[
        tuple[Bonus, ...],
        NOT_EMPTY,
        says("What is added to dice.", [{"add": 1, "only": SKIRMISHERS}]),
    ] = ()
    ties: Annotated[
        Literal["initiative", "actor", "reactor"],
        says(
            "Who comes first where dice are equal: the side with the initiative, the side of the "
            "unit that acts, or the other. Equal dice of one side come in its own order.",
            "initiative",
        ),
    ] = ACTOR
    below_success: Annotated[
        Literal["nothing", "ends_reactions"],
        says(
            "What a die below `success` costs who tried to react: nothing but the try, or all its "
            "reactions in this turn.",
            "ends_reactions",
        ),
    ] = "nothing"
    on_one: Annotated[
        str,
        name_of("table"),
        ROLLS_IN_CONTEST,
        says("The table that is rolled on for each die that shows a 1.", "fog_of_war"),
    ] = ""


class Reaction(Form, example=INTERRUPT):
    """How units of the other side may react to units that act in some phases."""

    id: Annotated[str, ITS_KEY]
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_movement")], ...],
        NOT_EMPTY,
        ONCE,
        says("In these phases, of kind activation, movement or carry_out.", ["red_movement"]),
    ]
    only: Annotated[
        Selector | None,
        asked("the side that reacts", *REACTING, units="own"),
        cited("who"),
        says(
            "Who may react; all units of the other side if left out.", {"sees": {"role": "actor"}}
        ),
    ] = None
    opens_at: Annotated[
        tuple[Annotated[Literal["hex_moved", "fire"], says("A moment.", "hex_moved")], ...],
        ANY_ORDER,
        NOT_EMPTY,
        ONCE,
        says(
            "When they may: after each hex that a unit has moved, before it fires.",
            ["hex_moved", "fire"],
        ),
    ] = (HEX_MOVED, FIRE)
    may: Annotated[
        frozenset[Annotated[Literal["fire", "move"], says("What they may do.", "fire")]],
        NOT_EMPTY,
        says("Fire at the unit that acts; move, once a turn.", ["fire", "move"]),
    ] = frozenset({FIRE})
    each: Annotated[
        Literal["action", "phase", "turn"],
        cited("each"),
        says("A unit tries once in each action, phase or turn; a move and a fire are two.", "turn"),
    ] = ACTION
    contest: Annotated[
        Contest | None,
        word("none", None),
        cited("contest"),
        says(
            "Dice decide who acts first; without them who reacts does so before the action goes "
            "on.",
            {"die": "quality", "success": 4},
            "none",
        ),
    ] = None
    join: Annotated[
        Selector | None,
        IN_REACTION,
        cited("join"),
        says(
            "Units of the side that acts that may join the contest, and fire at those who tried "
            "to react; none if left out.",
            SKIRMISHERS,
        ),
    ] = None
    return_fire: Annotated[
        Literal["allowed", "forbidden"],
        cited("return_fire"),
        says("Whether units that are fired at in reaction may fire back at once.", "allowed"),
    ] = "forbidden"
    counts: Annotated[
        Literal["as_action", "besides"],
        says(
            "Whether a unit that has moved or fired in reaction has acted for this turn, see the "
            "section activation.",
            "besides",
        ),
    ] = "as_action"
    cite: Annotated[
        Citations,
        cites(
            "Rules about the reaction.",
            who="Who may react.",
            each="How often.",
            contest="The contest, and in what order units act.",
            join="Who may join the contest.",
            act="What a unit does in reaction.",
            return_fire="Firing back.",
        ),
    ] = NO_RULES


class Reactions(Form, whole="by_id", example={"interrupt": INTERRUPT}):
    """Reactions: in the midst of what a unit does, units of the other side may fire or move."""

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Reaction], NOT_EMPTY] = {}


class OverwatchPhase(Form):
    """What the section adds to phases."""

    mark: Annotated[
        str,
        name_of("state"),
        only_with("kind", having=("overwatch",)),
        says(
            "In a phase of kind overwatch: the state that units are put in, see the section "
            "states.",
            "overwatch",
        ),
    ] = "overwatch"


class Parts(Form):
    """What the section adds to selectors."""

    role: Annotated[
        Literal["", "actor", "target", "roller", "attacker", "defender"],
        hangs_on_place("role"),
        says(
            "In reactions: the unit that acts, those in the hex that it fires at, or those of the "
            "side that rolled the 1. In battles: those who attack, or defend. In fires: who fires "
            "is the actor, at whom the target. In tables: the unit that is rolled for is the "
            "actor, who was fired at the target. Which roles there are, the key says under which "
            "the selector stands.",
            "target",
            "attacker",
        ),
    ] = ""
