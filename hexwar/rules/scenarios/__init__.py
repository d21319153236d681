"""Section ``scenarios``: where units begin, and setting them up."""
