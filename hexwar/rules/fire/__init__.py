"""Section ``fire``: units fire at a hex, with opposed pools of dice or on a table."""
