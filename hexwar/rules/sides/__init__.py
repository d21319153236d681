"""Section ``sides``: who plays."""
