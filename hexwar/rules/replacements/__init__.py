"""Section ``replacements``: units that get steps back, or come back themselves, for points."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "replacements",
    uses=("control",),
    form="section:Replacements",
    words={"phases": ("replacement",)},
    reads="reading",
    checks="checks",
    codes=frozenset({442, 443, 444, 445, 446}),
)
