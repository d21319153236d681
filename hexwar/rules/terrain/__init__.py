"""Section ``terrain``: what hexes, hexsides and paths cost, and what they do in battle."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "terrain",
    form="section:Terrain",
    needed=True,
    in_play=(
        "hexes.*.cost",
        "hexes.*.combat",
        "hexes.*.entering",
        "hexsides.*.cost",
        "hexsides.*.combat",
        "hexsides.*.counts",
        "paths.*.cost",
        "features.*.cost",
        "features.*.combat",
        "together",
    ),
    reads="reading",
    checks="checks",
    codes=frozenset({207, 407, 410, 475, 543}),
)
