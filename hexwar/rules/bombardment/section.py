"""What section ``bombardment`` may say."""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, between, cited, cites, says
from hexwar.definition.values import NO_RULES, Citations
from hexwar.rules.language.selector import Selector
from hexwar.rules.units.section import ByValue


class Bombardment(Form, example={"only": {"trait": "artillery"}, "range": {"value": "range"}}):
    """Units that attack from a distance in phases of combat, on the combat results table: they
    join the attack of others, or make one by themselves. Beside its target such a unit is an
    attacker like any other.

    Who attacks from a distance crosses no hexside; what the hex does to a battle counts for him
    too. He counts among the most attackers, attacks once in a phase, and never advances.
    """

    only: Annotated[
        Selector | None,
        cited("only"),
        says(
            "Who bombards; every unit with a range if left out. Guns that an enemy pins down where "
            "he stands are left out with `not: {in_zone: true}`.",
            {"trait": "artillery"},
        ),
    ] = None
    targets: Annotated[
        Selector | None,
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
    joins: Annotated[
        Literal["allowed", "forbidden"],
        cited("joins"),
        says("Whether such units take part in attacks of units beside the target.", "forbidden"),
    ] = "allowed"
    suffers: Annotated[
        Literal["nothing", "all"],
        cited("suffers"),
        says(
            "What the results of a battle do to attackers at a distance: nothing, or all that they "
            "do to attackers.",
            "all",
        ),
    ] = "nothing"
    mandatory: Annotated[
        Literal["met", "unmet"],
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
            joins="Joining attacks of others from a distance.",
            suffers="What happens to who attacks from a distance.",
            mandatory="Whether a bombardment is an attack that must be made.",
        ),
    ] = NO_RULES
