"""Section ``formations``: counters that belong together, such as the regiments of a division."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "formations",
    form="section:Formations",
    fields={
        "selectors": "section:FormationSelectors",
        "conditions": "section:FormationConditions",
        "counts": "section:FormationCounts",
    },
    checks="checks",
    codes=frozenset({520}),
)
