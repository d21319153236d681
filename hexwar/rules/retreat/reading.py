"""What the section ``retreat`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.rules.language.reading import Always, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import several
from hexwar.rules.retreat.section import Retreat

_INTO_FRIENDS = {
    "within_stacking": "A retreat may end on friends within the stacking limit.",
    "forbidden": "A retreat may not enter a hex with friends.",
    "passing": "A retreat may pass through a hex that is full, and not end in it.",
    "extending": "Where a retreat would end in a full hex, it goes on until there is room.",
    "displacing": "Where a retreat must end in a full hex, friends there make way by one hex.",
}


def _by(retreat: Retreat, speaker: Speaker) -> str:
    by = retreat.by
    mover = {"owner": "their owner", "enemy": "their enemy"}
    if by.attacker == by.defender:
        return f"Units that retreat are moved by {mover[by.attacker]}."
    attackers = f"Attackers that retreat are moved by {mover[by.attacker]}"
    return f"{attackers}, defenders by {mover[by.defender]}."


def _into_zone(retreat: Retreat, speaker: Speaker) -> str:
    if retreat.into_zone == "forbidden":
        return "A retreat may not enter an enemy zone of control."
    if retreat.into_zone == "costs_step":
        only = "only if no other hex is open, and at the loss of a step"
        return f"A retreat may enter an enemy zone of control {only}."
    return "A retreat may enter enemy zones of control."


def _into_friends(retreat: Retreat, speaker: Speaker) -> str:
    return _INTO_FRIENDS[retreat.into_friends]


def _prefers(retreat: Retreat, speaker: Speaker) -> str:
    if retreat.prefers == "vacant":
        return "A retreat ends in a hex without friends if it can."
    return "A retreat ends in any hex that it may end in."


def _blocked(retreat: Retreat, speaker: Speaker) -> str:
    if retreat.blocked == "loses_steps":
        price = several(retreat.price, "step")
        return f"Units that cannot retreat lose {price} for every hex not retreated."
    what = "are eliminated" if retreat.blocked == "eliminated" else "stay where they are"
    return f"Units that cannot retreat {what}."


def _stacks(retreat: Retreat, speaker: Speaker) -> str:
    if retreat.stacks == "allowed":
        return "Units of one hex may retreat together."
    return "Each unit retreats by itself."


def _convertible(retreat: Retreat, speaker: Speaker) -> str:
    may = "may" if retreat.convertible == "allowed" else "may not"
    return f"Steps {may} be lost in place of hexes of retreat, one for one."


WORDS: Words = {
    Retreat: {
        "by": Always(_by),
        "into_zone": Always(_into_zone),
        "into_friends": _into_friends,
        "prefers": _prefers,
        "blocked": Always(_blocked),
        "price": _blocked,
        "stacks": _stacks,
        "convertible": _convertible,
    },
}
