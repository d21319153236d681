"""Section ``zones_of_control``: control of the hexes around a unit."""
