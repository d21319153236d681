"""Section ``line_of_sight``: which hexes can be seen from which."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "line_of_sight",
    form="section:LineOfSight",
    fields={"selectors": adds("section:SightSelectors", "sees")},
    in_play=("range",),
    checks="checks",
    codes=frozenset({456, 457, 458}),
)
