"""Section ``markers``: counters that are no units, such as entrenchments and interdiction."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "markers",
    form="section:Markers",
    fields={
        "selectors": "section:MarkerSelector",
        "programs": "section:MarkerVerbs",
        "outcomes": "section:MarkerVerbs",
    },
    words={"phases": ("markers",)},
    checks="checks",
    codes=frozenset({564, 565, 566, 567}),
)
