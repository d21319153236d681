"""A game for the table: leaves of paper with counters, map, player aid and rules."""
