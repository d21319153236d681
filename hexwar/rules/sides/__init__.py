"""Section ``sides``: the sides that play."""
