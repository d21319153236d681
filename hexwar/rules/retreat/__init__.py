"""Section ``retreat``: where beaten units go."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "retreat",
    uses=("combat",),
    form="section:Retreat",
    fields={
        "programs": adds("section:RetreatVerb", "retreat"),
        "outcomes": adds("section:RetreatOutcome", "retreat"),
        "selectors": adds("section:RetreatSelectors", "can_retreat"),
    },
    in_play=("*",),
    reads="reading",
    words={"acts": ("retreat",)},
    checks="checks",
    codes=frozenset({450}),
)
