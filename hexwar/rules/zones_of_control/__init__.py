"""Section ``zones_of_control``: who controls the hexes around a unit."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "zones_of_control",
    always=True,
    form="section:ZonesOfControl",
    fields={"selectors": adds("section:ZoneSelectors", "in_zone", "surrounded")},
    in_play=("*",),
    words={"acts": ("exert_zone",)},
    idle=("acts",),
    reads="reading",
    checks="checks",
    codes=frozenset({484, 640}),
)
