"""What section ``bombardment`` may say."""

from typing import Annotated, Literal

from hexwar.definition.forms import ONCE, Form, asked, asked_at, between, cited, cites, says
from hexwar.definition.values import NO_RULES, Citations
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Selector
from hexwar.rules.units.section import ByValue


class BombardmentValues(Form, not_empty=True, example={"defender": {"value": "support"}}):
    """The values that count from a distance."""

    attacker: Annotated[
        ByValue | None, says("In an attack, alone or not.", {"value": "barrage"})
    ] = None
    defender: Annotated[ByValue | None, says("Lent to a defender.", {"value": "support"})] = None


class Bombardment(
    Form, moments=("offer",), example={"only": {"trait": "artillery"}, "range": {"value": "range"}}
):
    """Units that attack from a distance in phases of combat, on the combat results table: they
    join the attack of others, or make one by themselves. Beside its target such a unit is an
    attacker like any other.

    Who attacks from a distance crosses no hexside; what the hex does to a battle counts for him
    too. He counts among the most attackers, attacks once in a phase, and never advances.
    """

    only: Annotated[
        Selector | None,
        EACH,
        cited("only"),
        says(
            "Who bombards; every unit with a range if left out. Guns that an enemy pins down where "
            "he stands are left out with `not: {in_zone: true}`.",
            {"trait": "artillery"},
        ),
    ] = None
    targets: Annotated[
        Selector | None,
        asked("the side that attacks", units="enemy"),
        cited("targets"),
        says(
            "Who can be bombarded: a hex is a target with one such unit. All enemies if left out.",
            {"not": {"at": {"terrain": "woods"}}},
        ),
    ] = None
    range: Annotated[
        int | ByValue,
        between(2, 1000),
        cited("range"),
        says("The most hexes to a target.", 2, {"value": "range"}),
    ]
    line_of_sight: Annotated[
        Literal["required", "not_needed"],
        cited("line_of_sight"),
        says("Whether the unit must see the hex, see the section line_of_sight.", "required"),
    ] = "not_needed"
    alone: Annotated[
        Literal["allowed", "forbidden"],
        cited("alone"),
        says("Whether an attack can be made from a distance only.", "forbidden"),
    ] = "allowed"
    support: Annotated[
        tuple[
            Annotated[
                Literal["attacker", "defender"], says("Whom they lend their strength.", "attacker")
            ],
            ...,
        ],
        asked_at("offer", "commit"),
        ONCE,
        cited("support"),
        says(
            "Whom they lend their strength from a distance: the attacker, as part of the attack "
            "of units beside the target; the defender of a hex within range, once in a phase, when "
            "its owner says so before the die. What is lent to the defender terrain does not "
            "change, and nothing happens to who lends it.",
            ["attacker", "defender"],
        ),
    ] = ("attacker",)
    strength: Annotated[
        BombardmentValues,
        asked_at("battle"),
        says(
            "Which values count from a distance; attack strengths do if left out.",
            {"attacker": {"value": "barrage"}, "defender": {"value": "support"}},
        ),
    ] = BombardmentValues()
    suffers: Annotated[
        Literal["nothing", "all"],
        asked_at("battle", "aftermath"),
        cited("suffers"),
        says(
            "What the results of a battle do to attackers at a distance: nothing, or all that they "
            "do to attackers. That they may attack once more (`again`) holds for them in any case.",
            "all",
        ),
    ] = "nothing"
    mandatory: Annotated[
        Literal["met", "unmet"],
        asked_at("battle"),
        cited("mandatory"),
        says(
            "Whether a unit that must be attacked (combat.mandatory) has been when it was attacked "
            "from a distance only.",
            "unmet",
        ),
    ] = "met"
    cite: Annotated[
        Citations,
        cites(
            "Rules about bombardment.",
            only="Who bombards.",
            targets="Who can be bombarded.",
            range="How far units bombard.",
            line_of_sight="That a target must be seen.",
            alone="Attacks from a distance only.",
            support="Lending strength to others from a distance.",
            suffers="What happens to who attacks from a distance.",
            mandatory="Whether a bombardment is an attack that must be made.",
        ),
    ] = NO_RULES
