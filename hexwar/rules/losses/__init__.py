"""Section ``losses``: who is eliminated and who loses steps."""
