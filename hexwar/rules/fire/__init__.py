"""Section ``fire``: units fire at a hex, with opposed pools of dice or on a table."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "fire",
    in_play=("*",),
    form="section:Fire",
    fields={
        "terrain_hexes": adds("section:Cover", "cover"),
        "terrain_hexsides": adds("section:Cover", "cover"),
        "outcomes": adds("section:FireVerbs", "hits", "strike"),
    },
    words={"phases": ("fire",), "phases_of_some": ("fire",), "acts": ("fire",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({470, 471, 472, 473, 474, 476, 477, 478}),
)
