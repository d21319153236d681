"""Section ``control``: whose a hex is after units have left it."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "control",
    offers=("rules:ControlRules",),
    form="section:Control",
    fields={
        "conditions": adds("section:ControlConditions", "controlled"),
        "counts": adds("section:ControlCounts", "controlled"),
        "selectors": adds("section:ControlSelectors", "controlled"),
    },
    words={"foreseen": ("controlled",)},
    checks="checks",
    codes=frozenset({420}),
)
