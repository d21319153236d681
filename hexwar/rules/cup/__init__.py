"""Section ``cup``: chits that are drawn to see who is activated, and the other orders of that."""
