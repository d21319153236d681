"""Section ``effects``: what lies over the game while a condition holds."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "effects",
    form="section:Effects",
    fields={
        "phases": adds("section:PhaseEffects", "effects"),
        "conditions": adds("section:EffectConditions", "effect"),
    },
    words={"foreseen": ("effect",)},
    reads="reading",
    checks="checks",
    codes=frozenset({437, 438}),
)
