"""What section ``combat`` may say of attacks and battles; the table is in ``section``."""

from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    asked_at,
    between,
    cited,
    in_force_at,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
)
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.places import EACH, IN_BATTLE, OBLIGED
from hexwar.rules.language.section import If
from hexwar.rules.language.selector import Selector
from hexwar.rules.stacking.section import KeptApart


class Fighting(Form, not_empty=True, example={"declare": "all_first"}):
    """What one battle is, and when the battles of a phase are declared."""

    hexes: Annotated[
        Literal["one", "many"],
        cited("hexes"),
        says(
            "Whether a battle is against the units of one hex, or may be against those of several: "
            "they defend together, each on the terrain of its own hex; of what the hexes do to the "
            "attackers, the column and the die, that of the hardest hex counts.",
            "many",
        ),
    ] = "one"
    adjacent: Annotated[
        Literal["each_to_each", "each_to_one"],
        only_with("hexes", having=("many",)),
        says(
            "Against several hexes: whether each attacker is next to each of them, or to one at "
            "least, each of them is attacked, and all hang together.",
            "each_to_one",
        ),
    ] = "each_to_each"
    again: Annotated[
        Literal["allowed", "forbidden"],
        cited("once"),
        says(
            "Whether units that have been attacked may be attacked again in the same phase, by "
            "units that have not attacked yet.",
            "allowed",
        ),
    ] = "forbidden"
    declare: Annotated[
        Literal["one_by_one", "all_first"],
        cited("declare"),
        says(
            "Whether each battle is resolved as soon as it is declared, or all of a phase are "
            "declared before the first die is thrown. Until then a battle may be taken back; then "
            "the attacker chooses the order. Each is reckoned anew with those who are left: who "
            "has been eliminated, or stands elsewhere by now, is no part of it, and without "
            "attackers or defenders, or a column, it is not fought. Nobody retreats into a hex "
            "that is still to be attacked.",
            "all_first",
        ),
    ] = "one_by_one"


Column = Annotated[
    str,
    read_by(lambda: int | str),
    matching("^([0-9]{1,3}:[1-9][0-9]{0,2}|[-+]?[0-9]{1,3})$"),
    between(-1000, 1000),
    says("A column: a number of attackers, a differential, or odds such as 2:1.", 3, "1:2"),
]
Code = Annotated[str, name_of("result")]
EASIER = {"only": {"surrounded": True}, "at_least": "5:1"}


class Easier(Form, example=EASIER):
    """Other odds against some defenders."""

    only: Annotated[
        Selector, EACH, says("The defenders: all of them are such.", {"surrounded": True})
    ]
    at_least: Annotated[Column, says("The odds against these.", "5:1")]


class Automatic(Form, example={"at_least": "7:1", "or": EASIER, "result": "DE"}):
    """Odds at which a battle has its result without a roll."""

    at_least: Annotated[
        Column,
        says(
            "The odds. Where they are a column of the table, that column or a better one must be "
            "reached, with all that shifts it; if not, the strengths must reach them without "
            "shifts.",
            "7:1",
        ),
    ]
    easier: Annotated[
        Easier | None,
        key("or"),
        says("Odds that are enough against some defenders.", EASIER),
    ] = None
    result: Annotated[Code, says("The result.", "DE")]
    when: Annotated[
        tuple[
            Annotated[Literal["movement", "combat"], says("A kind of phase.", "movement")],
            ...,
        ],
        asked_at("battle", "move"),
        says(
            "In phases of which kinds. In those of movement, units that could attack at these odds "
            "in the next combat phase of their side may do it at once: they move and attack no "
            "more in this turn, and others may move on. Defenders whom the attacker does not see "
            "do not count for what he may do; if they make the odds worse, a die is rolled.",
            ["movement", "combat"],
        ),
    ] = ("combat",)


ASSAULT = {
    "attackers": {"trait": "infantry"},
    "distance": "adjacent",
    "patch": {"combat": {"modifiers": {"assault": {"shift": 1}}}},
}


class BattleKind(Form, example=ASSAULT):
    """One kind: which battles are of it, and what is different in them. All that is said holds
    together.
    """

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Close assault")] = ""
    attackers: Annotated[
        Selector | None,
        IN_BATTLE,
        says("All attackers are such; any if left out.", {"trait": "infantry"}),
    ] = None
    defenders: Annotated[
        Selector | None,
        IN_BATTLE,
        says("All defenders are such; any if left out.", {"trait": "armoured"}),
    ] = None
    distance: Annotated[
        Literal["adjacent", "afar"] | None,
        says(
            "Whether all attackers stand next to the hex that is attacked, or none of them does.",
            "adjacent",
        ),
    ] = None
    condition: Annotated[
        If | None,
        IN_BATTLE,
        key("if"),
        says("The condition of the game under which there are such battles.", {"turn": 1}),
    ] = None
    chosen: Annotated[
        Literal["attacker", "defender"] | None,
        says(
            "Battles are of this kind only where a side of the battle chooses so, once the attack "
            "is announced: a table among several, a tactic. Where both sides have such kinds, the "
            "attacker chooses first, the defender answers, and both kinds are in force. So is the "
            "kind that nobody chooses and that the battle is of by itself.",
            "attacker",
        ),
    ] = None
    patch: Annotated[
        MappingNode,
        in_force_at("commit", "battle", "aftermath", beside="chosen"),
        in_force_at("attack", "battle", "aftermath"),
        says(
            "What is different in such a battle, until all that it brings is over: sections that "
            "change, as in a phase.",
            {"combat": {"modifiers": {"assault": {"shift": 1}}}},
        ),
    ]


class Attackers(Form, single="most", example={"most": 6, "stacks": "allowed"}):
    """Who may join an attack: the most units, or a mapping."""

    most: Annotated[
        int | None,
        between(1, 1000),
        cited("most_attackers"),
        says("The most units in one attack.", 6),
    ] = None
    stacks: Annotated[
        Literal["allowed", "required"],
        says(
            "Whether units of one hex may attack together, or must: all of them one target.",
            "required",
        ),
    ] = "allowed"
    reach: Annotated[
        Literal["adjacent", "own_zone"],
        cited("zone"),
        says(
            "Into which hexes units attack: adjacent ones, or only those of their own zone of "
            "control.",
            "own_zone",
        ),
    ] = "adjacent"
    apart: Annotated[
        KeptApart,
        EACH,
        NOT_EMPTY,
        cited("apart"),
        says(
            "Units that do not attack together: those of one of these groups with those of "
            "another, or those of different formations. Units that belong to none attack with all.",
            "formations",
            [{"trait": "guards"}, {"trait": "allies"}],
        ),
    ] = None
    support: Annotated[
        Selector | None,
        EACH,
        cited("support"),
        only_with("reach", having=("own_zone",)),
        says(
            "With own_zone, these units (artillery, say) join attacks that others make "
            "with all their strength, though the hex is in no zone of theirs. Without it units "
            "that have a strength but no zone do not attack; those of strength 0 may always join. "
            "What a supporting unit prints is no attack strength where the strongest is asked for, "
            "or who may be on top of a stack.",
            {"trait": "barrage"},
        ),
    ] = None


class Obliged(Form, example={"only": {"in_zone": True}}):
    """Units that are obliged."""

    only: Annotated[
        Selector | None,
        OBLIGED,
        says(
            "The units; all of the side if left out. They are asked when the phase begins, as "
            "the zones of control are then.",
            {"in_zone": True},
        ),
    ] = None
    excused: Annotated[
        Selector | None,
        OBLIGED,
        key("except"),
        says("Those of them that are excused.", {"at": {"terrain": "woods"}}),
    ] = None
    each: Annotated[
        Literal["unit", "stack"],
        says(
            "Whether each of them is obliged, or at least one of those that stand in one hex when "
            "the phase begins.",
            "stack",
        ),
    ] = "unit"


class Mandatory(Form, not_empty=True, example={"attack": {"only": {"in_zone": True}}}):
    """Who must attack, and who must be attacked. A combat phase can only be ended with as many
    obligations met as can be met. A contact that comes about during the phase obliges nobody.
    """

    attack: Annotated[
        Obliged | None,
        says("The units of the attacking side that must attack.", {"only": {"in_zone": True}}),
    ] = None
    targets: Annotated[
        Obliged | None,
        says("The enemy units that must be attacked.", {"only": {"in_zone": True}}),
    ] = None
    unmet: Annotated[
        Literal["allowed", "retreats", "eliminated"],
        says(
            "What becomes of units that must attack and cannot when the phase ends: nothing, they "
            "retreat one hex (as the section retreat says), or they are lost.",
            "eliminated",
        ),
    ] = "allowed"
