"""The words for symbols of units: those that are drawn, and other names of the same."""

from __future__ import annotations

DRAWN = frozenset(
    {
        "air_assault",
        "air_defence",
        "airborne",
        "airborne_artillery",
        "ammunition",
        "amphibious",
        "anti_tank",
        "armour",
        "armoured_anti_tank",
        "armoured_engineer",
        "armoured_reconnaissance",
        "artillery",
        "aviation",
        "bridging",
        "cavalry",
        "cbrn",
        "combined_arms",
        "engineer",
        "fixed_wing",
        "infantry",
        "maintenance",
        "marine",
        "mechanised_infantry",
        "mechanised_infantry_with_gun",
        "medical",
        "missile",
        "mortar",
        "motorised_engineer",
        "motorised_infantry",
        "motorised_reconnaissance",
        "mountain",
        "mountain_artillery",
        "observer",
        "ordnance",
        "petroleum",
        "railhead",
        "reconnaissance",
        "rocket_artillery",
        "self_propelled_artillery",
        "self_propelled_mortar",
        "signal",
        "ski",
        "sniper",
        "supply",
        "surveillance",
        "transportation",
        "unmanned",
        "water",
    }
)
"""Symbols that have a drawing of their own."""

LETTERED = {
    "headquarters": "HQ",
    "special_forces": "SF",
    "special_operations": "SOF",
    "military_police": "MP",
    "military_intelligence": "MI",
    "electronic_warfare": "EW",
    "civil_affairs": "CA",
    "ranger": "RGR",
    "security": "SEC",
}
"""Symbols that APP-6 draws with letters, which the SVG files cannot hold."""

OTHER_NAMES = {
    "armor": "armour",
    "armored": "armour",
    "tank": "armour",
    "mechanized_infantry": "mechanised_infantry",
    "mechanized": "mechanised_infantry",
    "mechanised": "mechanised_infantry",
    "motorized_infantry": "motorised_infantry",
    "motorized": "motorised_infantry",
    "motorised": "motorised_infantry",
    "parachute": "airborne",
    "paratroop": "airborne",
    "recon": "reconnaissance",
    "antitank": "anti_tank",
    "anti_aircraft": "air_defence",
    "air_defense": "air_defence",
    "engineers": "engineer",
    "marines": "marine",
    "mountain_infantry": "mountain",
    "hq": "headquarters",
    "helicopter": "aviation",
    "logistics": "supply",
    "transport": "transportation",
}


def known_symbol(name: str) -> str | None:
    """The symbol that is drawn for a word, None for a word that nothing is drawn for.

    >>> known_symbol("Armor"), known_symbol("elephants")
    ('armour', None)
    """
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    plain = OTHER_NAMES.get(plain, plain)
    return plain if plain in DRAWN else None
