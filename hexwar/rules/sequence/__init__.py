"""Section ``sequence``: the phases of a turn and the turns of a game."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "sequence",
    form="section:SequenceOfPlay",
    checks="checks",
    codes=frozenset({306, 409}),
)
