"""Section ``melee``: units of both sides in one hex."""
