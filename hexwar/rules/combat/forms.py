"""What section ``combat`` may say of attacks and battles; the table is in ``section``.

In this order: what one battle is and when battles are declared, odds that need no roll, kinds of
battle with rules of their own, which units may attack together, which must attack; at last the dice
with symbols that some games throw in place of reading a table. These forms decide nothing:
``attacks``, ``targets``, ``obligations`` and ``throws`` do what they say.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Form,
    asked_at,
    becomes,
    between,
    cited,
    in_force_at,
    key,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.places import (
    EACH,
    IN_BATTLE,
    OF_A_BATTLE,
    OF_ENEMIES_IN_PHASE,
    OF_OWN_IN_PHASE,
)
from hexwar.rules.language.section import If, Program, Selector
from hexwar.rules.language.wording import plural
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
        Easier | None, key("or"), says("Odds that are enough against some defenders.", EASIER)
    ] = None
    result: Annotated[Code, says("The result.", "DE")]
    when: Annotated[
        tuple[Annotated[Literal["movement", "combat"], says("A kind of phase.", "movement")], ...],
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
        in_force_at("commit", "bombard", "battle", "melee", "aftermath", beside="chosen"),
        in_force_at("attack", "bombard", "battle", "melee", "aftermath"),
        says(
            "What is different in such a battle, until all that it brings is over: sections that "
            "change, as in a phase.",
            {"combat": {"modifiers": {"assault": {"shift": 1}}}},
        ),
    ]


class Attackers(Form, single="most", example={"most": 6, "stacks": "allowed"}):
    """Which units may join an attack: the most units, or a mapping."""

    most: Annotated[
        int | None,
        between(1, 1000),
        cited("most_attackers"),
        says("The most units in one attack.", 6),
    ] = None
    stacks: Annotated[
        Literal["allowed", "required"],
        asked_at("attack"),
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
        says(
            "The units; all of the side if left out. They are asked when the phase begins, as "
            "the zones of control are then.",
            {"in_zone": True},
        ),
    ] = None
    excused: Annotated[
        Selector | None,
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
    """Which units must attack, and which must be attacked. A combat phase can only be ended with as
    many obligations met as can be met. A contact that comes about during the phase obliges no unit.
    """

    attack: Annotated[
        Obliged | None,
        OF_OWN_IN_PHASE,
        says("The units of the attacking side that must attack.", {"only": {"in_zone": True}}),
    ] = None
    targets: Annotated[
        Obliged | None,
        OF_ENEMIES_IN_PHASE,
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


# What section ``combat`` may say of dice with symbols, thrown in place of its table.


FaceName = Annotated[str, name_of("face")]

HIT = {
    "faces": {"infantry": {"trait": "foot"}, "armour": {"trait": "mechanised"}, "grenade": "all"},
    "each": [{"lose_steps": {"who": "defender", "count": 1}}],
}
FLAG = {"faces": "flag", "each": [{"retreat": "defender"}]}
BOLSTERED = {"title": "Bolstered", "only": {"at": {"feature": "fort"}}, "by": "owner"}

MOST_DICE = 40
"""No battle is fought with more dice."""


class CountedSymbol(NamedTuple):
    """A symbol that counts, and against which defenders; against all if there is no selector."""

    face: str
    against: Selector | None


def _counted_symbols(written: Any) -> tuple[CountedSymbol, ...]:
    if isinstance(written, Mapping):
        return tuple(CountedSymbol(face, against) for face, against in written.items())
    return tuple(
        CountedSymbol(face, None) for face in ((written,) if isinstance(written, str) else written)
    )


class Ignoring(Form, not_empty=True, example=BOLSTERED):
    """Symbols that come to nothing against some defenders."""

    title: Annotated[str, ONLY_READ, says("What players read.", "Bolstered")] = ""
    only: Annotated[
        Selector | None,
        IN_BATTLE,
        says("The defenders: all of them are such.", {"at": {"feature": "fort"}}),
    ] = None
    attackers: Annotated[
        Selector | None,
        IN_BATTLE,
        says("The attackers: all of them are such.", {"trait": "mechanised"}),
    ] = None
    count: Annotated[
        int | None,
        between(1, MOST_DICE),
        word("all", None),
        says("How many symbols of a throw, or all.", 1, "all"),
    ] = 1
    by: Annotated[
        Literal["owner"] | None,
        says("Who decides how many; if left out, it is always all of these.", "owner"),
    ] = None


class FaceEffect(Form, example={"title": "Hit", **HIT}):
    """What some symbols do. All that is said holds together."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read of one.", "Hit")] = ""
    plural: Annotated[
        str,
        ONLY_READ,
        says("What they read of several. Left out: the title with an s.", "Hits by cold steel"),
    ] = ""
    faces: Annotated[
        tuple[CountedSymbol, ...],
        IN_BATTLE,
        read_by(
            lambda: (
                FaceName
                | tuple[Annotated[FaceName, says("A symbol.", "flag")], ...]
                | Mapping[
                    FaceName,
                    Annotated[
                        Selector | None,
                        word("all", None),
                        says("The defenders against whom it counts, or all.", {"trait": "foot"}),
                    ],
                ]
            )
        ),
        NOT_EMPTY,
        becomes(_counted_symbols),
        says(
            "The symbols that do it: one, several, or each with the defenders against whom it "
            "counts; of several defenders, what it does is for those of them alone.",
            "flag",
            HIT["faces"],
        ),
    ]
    attackers: Annotated[
        Selector | None,
        IN_BATTLE,
        says("Only where one of these is among the attackers.", {"trait": "leader"}),
    ] = None
    condition: Annotated[
        If | None,
        IN_BATTLE,
        key("if"),
        says("Only while this holds in the game.", {"turn": {"at_least": 3}}),
    ] = None
    least: Annotated[
        int, between(1, MOST_DICE), says("Only where so many of these symbols are thrown.", 2)
    ] = 1
    each: Annotated[
        Program,
        OF_A_BATTLE,
        says(
            "What every one of them does. Several are added up: three flags are one retreat of "
            "three hexes.",
            FLAG["each"],
        ),
    ] = ()
    once: Annotated[
        Program,
        OF_A_BATTLE,
        says("What they do however many they are.", [{"mark": {"state": "pinned"}}]),
    ] = ()
    ignored: Annotated[
        tuple[Ignoring, ...],
        NOT_EMPTY,
        only_with("each"),
        says(
            "Defenders against whom some of them come to nothing. What several entries say is "
            "added up.",
            [BOLSTERED],
        ),
    ] = ()

    def several(self, count: int) -> str:
        """A number of them, as players read it."""
        singular = self.title.lower()
        return f"{count} {singular if count == 1 else self.plural.lower() or plural(singular)}"


class FaceTable(Form, example={"die": "battle", "does": {"hit": HIT, "flag": FLAG}}):
    """Dice with symbols in place of a table: how many, and what each symbol does."""

    die: Annotated[str, name_of("dice"), says("The die, see the section dice.", "battle")]
    count: Annotated[
        Literal["strength", "differential"],
        says(
            "How many dice: the strength of the attackers, or that less the strength of the "
            "defenders, with all that terrain and modifiers add, rounded down. Columns that "
            "modifiers shift are dice.",
            "differential",
        ),
    ] = "strength"
    least: Annotated[
        int,
        between(0, MOST_DICE),
        says(
            "The least dice that are thrown, however few they come to; if it is 0, there is no "
            "attack without dice.",
            1,
        ),
    ] = 0
    most: Annotated[
        int, between(1, MOST_DICE), says("The most dice that are thrown, whatever they come to.", 5)
    ] = 10
    does: Annotated[
        Mapping[Annotated[str, matching(ID)], FaceEffect],
        NOT_EMPTY,
        says(
            "What the symbols do, by id, in the order in which it is carried out: hits before "
            "flags, say.",
            {"hit": HIT, "flag": FLAG},
        ),
    ]
    misses: Annotated[
        tuple[Annotated[FaceName, says("A symbol.", "star")], ...],
        ONCE,
        says("Symbols that do nothing.", ["star"]),
    ] = ()
    then: Annotated[
        Program,
        OF_A_BATTLE,
        says(
            "What follows when all symbols have been carried out, in any case.",
            [{"advance": "all"}],
        ),
    ] = ()
