"""The words that every section shares: conditions, names and numbers in sentences."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "language",
    always=True,
    shared=("section:ConditionForm", "section:Counts", "steps:Step", "selector:Selector"),
    words={"foreseen": ("occupied", "hexes", "units", "eliminated", "steps_lost")},
    checks="checks",
    codes=frozenset({479, 512, 516}),
)
