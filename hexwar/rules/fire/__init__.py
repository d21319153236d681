"""Section ``fire``: one unit fires at a hex, with opposed pools of dice or on a table."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "fire",
    in_play=("*",),
    form="section:Fire",
    fields={
        "terrain_hexes": "section:Cover",
        "terrain_hexsides": "section:Cover",
        "outcomes": "section:FireVerbs",
    },
    words={"phases": ("fire",), "phases_of_some": ("fire",), "acts": ("fire",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({470, 471, 472, 473, 474, 476}),
)
