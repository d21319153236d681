"""What the section ``zones_of_control`` says, in sentences that players read."""

from __future__ import annotations

from hexwar.rules.language.reading import Always, Words
from hexwar.rules.language.saying import Speaker
from hexwar.rules.language.wording import every, in_words, number, several
from hexwar.rules.zones_of_control.section import (
    Between,
    Bonding,
    EnteringZone,
    LeavingZone,
    ZonesOfControl,
)

_PASSES = {"movement": "units that move", "retreat": "units that retreat", "supply": "supply lines"}


def _exerted(zones: ZonesOfControl, speaker: Speaker) -> str:
    if zones.exerted_by == "all":
        return "All units exert a zone of control."
    if zones.exerted_by == "none":
        return "No unit exerts a zone of control."
    units = speaker.units(zones.exerted_by)
    return f"{units[:1].upper()}{units[1:]} exert a zone of control, and no others."


def _costs(said: EnteringZone | LeavingZone | Between) -> str:
    points = f"costs {number(said.cost)} MP more" if said.cost else "costs nothing more"
    stops = " and ends the move" if isinstance(said, EnteringZone) and said.stop else ""
    return "is forbidden to units that move" if said.forbidden else f"{points}{stops}"


def _entering(zones: ZonesOfControl, speaker: Speaker) -> str:
    return f"Entering an enemy zone of control {speaker.amount(zones.entering, _costs)}."


def _leaving(zones: ZonesOfControl, speaker: Speaker) -> str:
    return f"Leaving an enemy zone of control {speaker.amount(zones.leaving, _costs)}."


def _between(zones: ZonesOfControl, speaker: Speaker) -> str:
    cost = speaker.amount(zones.zone_to_zone, _costs)
    return f"Going from one enemy zone of control straight to another {cost}."


def _ignored(zones: ZonesOfControl, speaker: Speaker) -> str:
    whom = "No units" if zones.ignored_by is None else speaker.units(zones.ignored_by)
    return f"{whom[:1].upper()}{whom[1:]} move as if there were no enemy zones of control."


def _reach(zones: ZonesOfControl, speaker: Speaker) -> str:
    return f"A zone of control reaches {speaker.amount(zones.reach, _hexes)}."


def _hexes(count: int) -> str:
    return several(count, "hex")


def _extends(zones: ZonesOfControl, speaker: Speaker) -> str:
    if zones.extends_to == "passable":
        return "A zone of control extends only into hexes that its unit could enter."
    return "A zone of control extends into all hexes within its reach."


def _across(zones: ZonesOfControl, speaker: Speaker) -> str:
    kinds = every(map(in_words, zones.not_across)) or "nothing"
    return f"No zone of control extends across {kinds}." if zones.not_across else _everywhere()


def _into(zones: ZonesOfControl, speaker: Speaker) -> str:
    if zones.not_into is None:
        return _everywhere()
    return f"No zone of control extends into hexes {speaker.where(zones.not_into)}."


def _everywhere() -> str:
    return "No ground keeps zones of control out."


def _negated(zones: ZonesOfControl, speaker: Speaker) -> str:
    if not zones.negated_by_friends:
        return "Friendly units in a hex cancel no enemy zone of control."
    what = every(_PASSES[kind] for kind in sorted(zones.negated_by_friends))
    return f"A friendly unit in the hex cancels enemy zones of control for {what}."


def _bonded(bonds: Bonding, speaker: Speaker) -> str:
    who = speaker.units(bonds.only)
    what = every(_PASSES[kind] for kind in sorted(bonds.blocks))
    return f"Two units of a side ({who}), two hexes apart, close what lies between to {what}."


def _bonds(zones: ZonesOfControl, speaker: Speaker) -> str:
    none = "No two units close what lies between."
    return none if zones.bonds is None else _bonded(zones.bonds, speaker)


WORDS: Words = {
    ZonesOfControl: {
        "exerted_by": Always(_exerted),
        "entering": Always(_entering),
        "leaving": _leaving,
        "zone_to_zone": _between,
        "ignored_by": _ignored,
        "reach": Always(_reach),
        "extends_to": _extends,
        "not_across": _across,
        "not_into": _into,
        "negated_by_friends": _negated,
        "bonds": _bonds,
    }
}
