"""Section ``transport``: units that carry others."""
