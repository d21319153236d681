"""Section ``effects``: what lies over the game while a condition holds."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "effects",
    form="section:Effects",
    fields={
        "phases": "section:PhaseEffects",
        "conditions": "section:EffectConditions",
    },
    words={"foreseen": ("effect",)},
    reads="reading",
    checks="checks",
    codes=frozenset({437, 438}),
)
