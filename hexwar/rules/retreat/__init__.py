"""Section ``retreat``: where beaten units go."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "retreat",
    form="section:Retreat",
    fields={
        "programs": "section:RetreatVerb",
        "outcomes": "section:RetreatOutcome",
        "selectors": "section:RetreatSelectors",
    },
    in_play=("*",),
    words={"acts": ("retreat",)},
    checks="checks",
    codes=frozenset({450}),
)
