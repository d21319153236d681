"""Section ``zones_of_control``: who controls the hexes around a unit."""
