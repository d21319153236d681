"""Section ``losses``: who is eliminated and who loses steps."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "losses",
    form="section:Losses",
    fields={"programs": "section:LossVerbs"},
    checks="checks",
    codes=frozenset({414}),
)
