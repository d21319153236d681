"""Section ``zones_of_control``: who controls the hexes around a unit."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "zones_of_control", in_play=("*",), form="section:ZonesOfControl", checks="checks"
)
