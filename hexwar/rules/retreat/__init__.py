"""Section ``retreat``: where beaten units go."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "retreat",
    form="section:Retreat",
    fields={"programs": "section:RetreatVerb", "selectors": "section:RetreatSelectors"},
    in_play=("*",),
    words={"acts": ("retreat",)},
    checks="checks",
)
