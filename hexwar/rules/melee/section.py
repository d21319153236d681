"""What section ``melee`` may say.

Units may enter hexes that hold the enemy and fight him there: when they may, what it takes to leave
again (:class:`LeavingMelee`), what such a hex does to its terrain, to zones and to fire from
outside. The battles themselves are those of the section ``combat``.
"""

from fractions import Fraction
from typing import Annotated, Literal

from hexwar.definition.forms import (
    MADE,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    Number,
    asked_at,
    cited,
    cites,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.rules.language.effects import Cases, cases_of
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector

NOTHING = Fraction(0)


class LeavingMelee(
    Form, words={"allowed": {}, "forbidden": {"forbidden": True}}, example="forbidden"
):
    """What leaving a hex that holds enemies takes."""

    forbidden: Annotated[bool, MADE] = False
    cost: Annotated[Number, says("Extra movement points to leave it.", 1)] = NOTHING


LEAVING = cases_of(LeavingMelee, "forbidden", otherwise=LeavingMelee(), inside=LeavingMelee)


class Melee(
    Form, moments=("offer", "move"), example={"only": {"trait": "foot"}, "leaving": "forbidden"}
):
    """Units go into hexes that hold the enemy and fight him there: melees of ancients, close combat
    of squads, battles of blocks.

    A unit that moves into such a hex ends its move there. A unit that shares a hex with an enemy is
    in melee: in phases of combat it attacks the enemies in its hex, and no others; it may be
    attacked by them. A melee that neither side has won goes on in the next turn. Each side has its
    own stacking limit; a hex that holds units of both sides stays with the side that it belonged
    to, and no line of supply leads through it, though units in it may be reached. Retreats and
    advances never lead into it; the side that wins a melee stands in the hex already.
    """

    only: Annotated[
        Selector | None,
        EACH,
        cited("entering"),
        says("Who enters hexes of the enemy; all if left out.", {"trait": "foot"}),
    ] = None
    against: Annotated[
        Selector | None,
        EACH,
        cited("entering"),
        says(
            "Whom they meet there: all enemies in the hex that their side sees must be of these. "
            "Anybody if left out.",
            {"not": {"trait": "armour"}},
        ),
    ] = None
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_assault")], ...],
        NOT_EMPTY,
        ONCE,
        cited("entering"),
        says("The phases in which they do; all if left out.", ["red_assault"]),
    ] = ()
    cost: Annotated[
        Number, cited("entering"), says("Extra movement points to enter such a hex.", 1)
    ] = NOTHING
    leaving: Annotated[
        LeavingMelee | Cases[LeavingMelee],
        read_by(lambda: LEAVING),
        cited("leaving"),
        says(
            "What leaving a melee by a move takes. Forbidden: only retreats lead out of it, or the "
            "end of the enemies there. It may differ by unit, or by side.",
            "allowed",
            "forbidden",
            {"cost": 1},
            {"cases": [{"only": {"trait": "mounted"}, "is": {"cost": 2}}, "forbidden"]},
        ),
    ] = LeavingMelee()
    pinned: Annotated[
        Literal["none", "each"],
        cited("leaving"),
        says(
            "How many are held besides: none, or a unit by each enemy in the hex, so that only who "
            "is more than they are may leave.",
            "each",
        ),
    ] = "none"
    onward: Annotated[
        Literal["allowed", "forbidden"],
        cited("leaving"),
        says("Whether who leaves a melee may enter another one in the same move.", "allowed"),
    ] = "forbidden"
    beside: Annotated[
        Literal["allowed", "forbidden"],
        cited("attacks"),
        says(
            "Whether units that are in no melee attack hexes next to them. Where that is forbidden "
            "all battles are fought in the hex.",
            "forbidden",
        ),
    ] = "allowed"
    joined: Annotated[
        Literal["allowed", "forbidden"],
        cited("attacks"),
        says(
            "Whether they attack a hex next to them in which friends of theirs are in melee, "
            "together with these or by themselves.",
            "allowed",
        ),
    ] = "forbidden"
    fires_out: Annotated[
        Literal["allowed", "forbidden"],
        cited("fire"),
        says("Whether units in melee fire, or bombard, out of their hex.", "allowed"),
    ] = "forbidden"
    fired_into: Annotated[
        Literal["allowed", "forbidden"],
        cited("fire"),
        says(
            "Whether others fire, or bombard, into a hex where friends of theirs are in melee; the "
            "enemies there are hit, and the friends not.",
            "allowed",
        ),
    ] = "forbidden"
    terrain: Annotated[
        Literal["counts", "ignored"],
        asked_at("melee"),
        cited("terrain"),
        says(
            "Whether the terrain of a hex changes a battle that is fought within it, as it changes "
            "one from beside.",
            "ignored",
        ),
    ] = "counts"
    cite: Annotated[
        Citations,
        cites(
            "Rules about melee.",
            entering="Who enters hexes of the enemy.",
            leaving="Who leaves them, and at what price.",
            attacks="Who attacks whom.",
            fire="Fire out of a melee and into it.",
            terrain="What terrain does to a battle within a hex.",
        ),
    ] = NO_RULES


class MeleeSelectors(Form):
    """What the section adds to selectors."""

    in_melee: Annotated[
        bool | None,
        needs("melee", idle=True),
        says("Whether it stands in a hex with enemies that its side sees.", True),
    ] = None
