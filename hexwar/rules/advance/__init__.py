"""Section ``advance``: advance after combat."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "advance",
    in_play=("*",),
    words={"acts": ("advance",)},
    form="section:Advance",
    fields={"programs": "section:AdvanceVerb"},
    checks="checks",
    codes=frozenset({642}),
)
