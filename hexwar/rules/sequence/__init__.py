"""Section ``sequence``: the phases of a turn and the turns of a game.

Packages bring kinds of phase: words of ``phases``. Those that may be nobody's they also name among
the words of ``neutral_phases``. Words of ``phase_sides`` leave it to the game whose phase it is.
"""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "sequence",
    form="section:SequenceOfPlay",
    needed=True,
    fields={"conditions": adds("section:PhaseConditions", "phase")},
    checks="checks",
    codes=frozenset({306, 409, 424, 467}),
)
