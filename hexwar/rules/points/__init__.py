"""Section ``points``: victory points."""
