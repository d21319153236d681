"""Kinds of battle: what section ``combat`` says of battles that are resolved otherwise."""

from typing import Annotated, Literal

from hexwar.definition.forms import ITS_KEY, ITS_KEY_IN_WORDS, Form, key, says
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.section import If
from hexwar.rules.language.selector import Selector

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
        says("All attackers are such; any if left out.", {"trait": "infantry"}),
    ] = None
    defenders: Annotated[
        Selector | None,
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
        key("if"),
        says("The condition of the game under which there are such battles.", {"turn": 1}),
    ] = None
    chosen: Annotated[
        Literal["attacker", "defender"] | None,
        says(
            "Battles are of this kind only where a side of the battle chooses so, once the attack "
            "is announced: a table among several, a tactic. Where both sides have such kinds, the "
            "attacker chooses first, the defender answers, and both kinds are in force. Battles of "
            "a kind that nobody chooses are not asked about.",
            "attacker",
        ),
    ] = None
    patch: Annotated[
        MappingNode,
        says(
            "What is different in such a battle, until all that it brings is over: sections that "
            "change, as in a phase.",
            {"combat": {"modifiers": {"assault": {"shift": 1}}}},
        ),
    ]
