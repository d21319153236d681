"""Section ``markers``: counters that are no units, such as entrenchments and interdiction."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "markers",
    offers=("rules:MarkerRules",),
    form="section:Markers",
    fields={
        "selectors": adds("section:MarkerSelector", "marker"),
        "programs": adds("section:MarkerVerbs", "place", "clear"),
        "outcomes": adds("section:MarkerVerbs", "place", "clear"),
    },
    words={"phases": ("markers",)},
    checks="checks",
    codes=frozenset({564, 565, 566, 567}),
)
