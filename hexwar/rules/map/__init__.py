"""Section ``map``: the board."""
