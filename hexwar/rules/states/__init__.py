"""Section ``states``: what befalls units for a time, and what it does to them."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "states",
    form="section:States",
    fields={
        "selectors": "section:StateSelectors",
        "programs": "section:StateVerbs",
        "outcomes": "section:StateOutcomes",
    },
    words={
        "phases": ("recovery",),
        "neutral_phases": ("recovery",),
    },
    in_play=("*.modifiers", "*.forbids", "*.allows"),
    reads="reading",
    checks="checks",
    codes=frozenset({426, 455, 459, 460, 461, 499, 650}),
)
