"""What the section ``terrain`` says, in sentences that players read. The chart has most of it."""

from __future__ import annotations

from fractions import Fraction

from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, in_words, number
from hexwar.rules.terrain.section import (
    WHOLE_MOVE,
    ClassCosts,
    Feature,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Terrain,
)

AnyTerrain = HexTerrain | HexsideTerrain | PathTerrain | Feature
_CROSSED = {
    "all": "What it does in battle counts if all attackers cross it.",
    "any": "What it does in battle counts if any attacker crosses it.",
    "each": "What it does in battle counts against the attackers who cross it.",
}


def costs_in_words(costs: ClassCosts) -> str:
    """``1 MP``; ``2 MP for leg, 3 MP for motor``."""
    if not costs.by_class:
        return _points(costs.usual)
    return ", ".join(
        f"{_points(cost)} for {in_words(name)}" for name, cost in costs.by_class.items()
    )


def _points(cost: Fraction | None) -> str:
    if cost is None:
        return "not entered at all"
    return "a whole move" if cost == WHOLE_MOVE else f"{number(cost)} MP"


def _cost(kind: AnyTerrain, speaker: Speaker) -> str:
    return f"{kind.title} costs {costs_in_words(kind.cost)}."


def _entering(kind: HexTerrain, speaker: Speaker) -> str:
    words = {"stop": "units that enter must stop", "allowed": "units that enter may go on"}
    if isinstance(kind.entering, str):
        return f"{kind.title}: {words[kind.entering]}."
    by_class = (f"{words[how]} if they are {in_words(name)}" for name, how in kind.entering.items())
    return f"{kind.title}: {'; '.join(by_class)}."


def _combat(kind: HexTerrain | HexsideTerrain | Feature, speaker: Speaker) -> str:
    effects = every([speaker.said(effect) for effect in kind.combat]) or "no effect"
    return f"{kind.title} in battle: {effects}."


def _negates(kind: HexsideTerrain, speaker: Speaker) -> str:
    return f"{kind.title} makes {every(map(in_words, kind.negates)) or 'nothing'} harmless."


def _counts(kind: HexsideTerrain, speaker: Speaker) -> str:
    return _CROSSED[kind.counts]


def _direction(kind: HexsideTerrain, speaker: Speaker) -> str:
    if kind.direction == "one_way":
        return "It is crossed so only by those who come from the hex that the map names first."
    return "It is the same whichever way it is crossed."


def _hexsides(kind: PathTerrain, speaker: Speaker) -> str:
    paid = "The hexsides that it crosses are paid for too."
    return paid if kind.hexsides == "paid" else "The hexsides that it crosses cost nothing more."


def _together(terrain: Terrain, speaker: Speaker) -> str:
    if terrain.together == "best":
        return "Of what hex and hexsides do in battle in the same way only the best counts."
    return "What hex and hexsides do in battle adds up."


_DRAWN = {"color": Charted(), "pattern": Charted()}
WORDS: Words = {
    Terrain: {"together": _together},
    HexTerrain: {
        "cost": Charted(_cost),
        "combat": Charted(_combat),
        "entering": Charted(_entering),
        **_DRAWN,
    },
    HexsideTerrain: {
        "cost": Charted(_cost),
        "combat": Charted(_combat),
        "negates": Charted(_negates),
        "counts": _counts,
        "direction": _direction,
        **_DRAWN,
    },
    PathTerrain: {"cost": Charted(_cost), "hexsides": _hexsides, **_DRAWN},
    Feature: {"cost": Charted(_cost), "combat": Charted(_combat), "sign": Charted(), **_DRAWN},
}
