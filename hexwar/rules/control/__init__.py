"""Section ``control``: whose a hex is after units have left it."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "control",
    form="section:Control",
    fields={
        "conditions": "section:ControlConditions",
        "counts": "section:ControlCounts",
        "selectors": "section:ControlSelectors",
    },
    words={"foreseen": ("controlled",)},
    checks="checks",
    codes=frozenset({420}),
)
