"""Section ``reactions``: units of the other side act in the midst of what a unit does."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "reactions",
    form="section:Reactions",
    fields={"phases": "section:OverwatchPhase", "selectors": "section:Parts"},
    words={"phases": ("overwatch",), "phases_of_some": ("overwatch",), "acts": ("react",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({488, 489, 490, 491, 494, 495}),
)
