"""Section ``line_of_sight``: which hexes can be seen from which."""
