"""Section ``figures``: units of several figures, each in a condition of its own."""
