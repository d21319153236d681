"""Section ``replacements``: units that get steps back, or come back themselves, for points."""
