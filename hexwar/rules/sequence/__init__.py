"""Section ``sequence``: the phases of a turn and the turns of a game.

Packages bring kinds of phase: words of ``phases``. Those that may be nobody's they also name among
the words of ``neutral_phases``. Words of ``phase_sides`` leave it to the game whose phase it is.
"""
