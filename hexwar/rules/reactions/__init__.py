"""Section ``reactions``: units of the other side act in the midst of what a unit does."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "reactions",
    uses=("activation",),
    form="section:Reactions",
    fields={
        "phases": adds("section:OverwatchPhase", "mark"),
        "selectors": adds("section:Parts", "role"),
    },
    words={"phases": ("overwatch",), "phases_of_some": ("overwatch",), "acts": ("react",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({488, 489, 490, 491, 494, 495}),
)
