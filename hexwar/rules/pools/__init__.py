"""Section ``pools``: points that a side is given and spends."""
