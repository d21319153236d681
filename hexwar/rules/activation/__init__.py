"""Section ``activation``: units act one after the other, each to its end."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "activation",
    uses=("cup",),
    form="section:Activation",
    words={"phases": ("activation",), "phases_of_some": ("activation",)},
    checks="checks",
    codes=frozenset({492}),
)
