"""Section ``initiative``: dice decide which side comes first in a turn."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "initiative",
    form="section:Initiative",
    words={
        "phases": ("initiative",),
        "neutral_phases": ("initiative",),
        "phase_sides": ("initiative", "others", "second", "third", "fourth"),
    },
    checks="checks",
    codes=frozenset({485, 486, 487}),
)
