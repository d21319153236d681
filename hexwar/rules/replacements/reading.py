"""What the section ``replacements`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.definition.grammar import does
from hexwar.rules.language.reading import Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, in_words, several
from hexwar.rules.replacements.section import (
    CostOf,
    Rebuilds,
    Replacement,
    ReplacementLimit,
    ReturnHexes,
    Returns,
)

_DOES = {
    "rebuild": "give steps back to units on the map",
    "return": "bring units back that were eliminated",
}


def _side(said: Replacement, speaker: Speaker) -> str:
    return f"{does(speaker.names[said.side], 'has')} them."


def _phase(said: Replacement, speaker: Speaker) -> str:
    return f"In {speaker.phases((said.phase,))}."


def _does(said: Replacement, speaker: Speaker) -> str:
    what = every(_DOES[deed] for deed in sorted(said.does))
    return f"Replacement points {what}."


def _pool(said: Replacement, speaker: Speaker) -> str:
    return f"The replacement points are those of {speaker.called('pool', said.pool)}."


def _cost(said: Replacement, speaker: Speaker) -> str:
    if isinstance(said.cost, CostOf):
        return f"They cost as many points as comes back of the unit's {in_words(said.cost.value)}."
    return f"Each step that comes back costs {several(said.cost, 'point')}."


def _only(said: Replacement, speaker: Speaker) -> str:
    units = speaker.units(said.only)
    return f"{units[:1].upper()}{units[1:]} get replacements."


def _condition(said: Replacement, speaker: Speaker) -> str:
    if said.condition is None:
        return "There are replacements in every turn."
    return f"Only if {speaker.condition(said.condition)}."


def _rebuilds(said: Replacement, speaker: Speaker) -> str:
    return f"Steps are given back {_where(said.rebuilds)}."


def _where(said: Rebuilds | ReturnHexes) -> str:
    zone = "in enemy zones of control too"
    if said.in_zone == "forbidden":
        zone = "outside of enemy zones of control only"
    supplied = ", and only in supply" if said.supplied == "required" else ""
    return f"{zone}{supplied}"


def _returns(said: Replacement, speaker: Speaker) -> str:
    if said.returns is None:
        return "Units that were eliminated do not come back."
    return _back(said.returns, speaker)


def _back(said: Returns, speaker: Speaker) -> str:
    how = "with their last step" if said.step == "last" else "with all their steps"
    own = " that their side controls" if said.at.controlled == "own" else ""
    where = f"in hexes of {speaker.called('region', said.at.region)}{own}, {_where(said.at)}"
    late = ""
    if said.after_turns:
        late = f", {several(said.after_turns, 'turn')} after they were lost at the earliest"
    return f"Units come back {how} {where}{late}."


def _most(said: Replacement, speaker: Speaker) -> str:
    return f"The most in a phase: {_often(said.most)}."


def _often(most: ReplacementLimit) -> str:
    hexes = "any number in a hex" if most.hex is None else f"{most.hex} in a hex"
    units = "any number for a unit" if most.unit is None else f"{most.unit} for a unit"
    return f"{hexes} and {units}"


WORDS: Words = {
    Replacement: {
        "side": _side,
        "phase": _phase,
        "does": _does,
        "pool": _pool,
        "cost": _cost,
        "condition": _condition,
        "only": _only,
        "rebuilds": _rebuilds,
        "returns": _returns,
        "most": _most,
    }
}
