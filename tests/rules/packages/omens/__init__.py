"""A package as an author adds one: it brings a word to every table that is open."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "omens",
    form="section:Omens",
    fields={
        "conditions": adds("section:OmenCondition", "omen"),
        "programs": adds("section:OmenVerb", "portend"),
    },
    words={"phases": ("omens",), "neutral_phases": ("omens",)},
)
