"""What section ``effects`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    Form,
    between,
    defines,
    key,
    matching,
    name_of,
    only_with,
    says,
)
from hexwar.definition.tree import MappingNode
from hexwar.definition.values import ID, RuleNumber
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If
from hexwar.rules.language.wording import every, in_words

MUD = {"if": {"track": {"weather": "mud"}}, "patch": {"movement": {"allowance": 2}}}

EffectName = Annotated[str, name_of("effect"), says("The effect.", "mud")]


class ForTurns(Form, example={"turns": 2}):
    """So many turns, the one counted in which it begins."""

    turns: Annotated[int, between(1, 1000), says("How many turns.", 2)]


class InPlay(Form, example={"title": "Mud", **MUD}):
    """One effect."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Mud")] = ""
    summary: Annotated[
        str,
        ONLY_READ,
        says(
            "What it changes, in a sentence or two, beside the map while it is in force. If left "
            "out, players read which sections change.",
            "Two movement points at most.",
        ),
    ] = ""
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "When it is in force; if left out, in the phases that name it under `effects`.",
            {"track": {"weather": "mud"}},
        ),
    ] = None
    judged: Annotated[
        Literal["phase", "battle"],
        only_with("if"),
        says(
            "Whether its condition is judged when a phase begins, or also when a battle has ended "
            "and nothing is owed for it any more. Never in the middle of anything.",
            "battle",
        ),
    ] = "phase"
    lasts: Annotated[
        Literal["while", "game"] | ForTurns,
        only_with("if"),
        says(
            "Whether it holds only while its condition does, from then on for the rest of the "
            "game, or for some turns.",
            "game",
            {"turns": 2},
        ),
    ] = "while"
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_movement")], ...],
        ONCE,
        NOT_EMPTY,
        says("The phases that it concerns; all if left out.", ["red_movement"]),
    ] = ()
    patch: Annotated[
        MappingNode,
        says("What is different meanwhile.", {"movement": {"allowance": 2}}),
    ]
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""

    @property
    def told(self) -> str:
        """What it changes, in words."""
        return self.summary.strip() or f"changes {every(map(in_words, self.patch.entries))}."


class Effects(Form, whole="effects", example={"mud": MUD}):
    """What lies over the game for a time. Of several in force at once, those further down are laid
    over those above.
    """

    effects: Annotated[
        Mapping[Annotated[str, matching(ID), defines("effect")], InPlay], NOT_EMPTY
    ] = {}


class PhaseEffects(Form):
    """What the section adds to phases."""

    effects: Annotated[
        tuple[EffectName, ...],
        ONCE,
        NOT_EMPTY,
        says("Effects without a condition that are in force in this phase.", ["mud"]),
    ] = ()


class EffectConditions(Form, one_of=True):
    """What the section adds to conditions."""

    effect: Annotated[EffectName, says("An effect that is in force.", "mud")]
