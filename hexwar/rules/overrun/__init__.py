"""Section ``overrun``: attacks in the course of movement."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "overrun",
    uses=("combat",),
    in_play=("*",),
    form="section:Overrun",
    checks="checks",
    codes=frozenset({451}),
)
