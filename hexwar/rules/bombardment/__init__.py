"""Section ``bombardment``: units that take part in battles from a distance."""
