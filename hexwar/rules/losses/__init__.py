"""Section ``losses``: which units are eliminated and which lose steps."""
