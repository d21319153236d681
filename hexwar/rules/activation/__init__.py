"""Section ``activation``: units act one after the other, each to its end."""
