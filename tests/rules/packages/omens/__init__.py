"""A package as an author adds one: it brings a word to every table that is open."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "omens",
    form="section:Omens",
    fields={"conditions": "section:OmenCondition", "programs": "section:OmenVerb"},
    words={"phases": ("omens",), "neutral_phases": ("omens",)},
)
