"""Section ``formations``: counters that belong together, such as the regiments of a division."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "formations",
    form="section:Formations",
    fields={
        "selectors": adds("section:FormationSelectors", "formation", "complete", "formation_lost"),
        "conditions": adds("section:FormationConditions", "formations"),
        "counts": adds("section:FormationCounts", "formations"),
    },
    checks="checks",
    codes=frozenset({520}),
)
