"""Section ``advance``: advance after combat."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "advance",
    in_play=("*",),
    words={"acts": ("advance",)},
    form="section:Advance",
    fields={"programs": adds("section:AdvanceVerb", "advance")},
    checks="checks",
    codes=frozenset({642}),
)
