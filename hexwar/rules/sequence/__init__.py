"""Section ``sequence``: the phases of a turn and the turns of a game."""
