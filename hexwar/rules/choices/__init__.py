"""Sections ``variants``, ``options`` and ``editions``: what may be chosen beside a scenario."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "choices",
    is_choice=True,
    brings={
        "variants": "section:Variants",
        "options": "section:Options",
        "editions": "section:Editions",
    },
)
