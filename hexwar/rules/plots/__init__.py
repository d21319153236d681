"""Sections ``plots`` and ``carried_out``: orders written in secret, then carried out together."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "plots",
    brings={"plots": "section:Plots", "carried_out": "section:CarriedOut"},
    fields={"phases": adds("section:PlotPhases", "sides", "plots")},
    words={
        "phases": ("plot", "carry_out"),
        "neutral_phases": ("plot", "carry_out"),
    },
    checks="checks",
    codes=frozenset(range(710, 719)),
)
