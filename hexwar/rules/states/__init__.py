"""Section ``states``: what befalls units for a time, and what it does to them."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "states",
    offers=("rules:StateRules",),
    form="section:States",
    fields={
        "selectors": adds("section:StateSelectors", "state"),
        "programs": adds("section:StateVerbs", "mark", "unmark"),
        "outcomes": adds("section:StateOutcomes", "mark", "unmark"),
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
