"""A game for the table: leaves of paper with counters, map, player aid and rules.

It may ask a game, as it is before anybody plays, and no match.
"""
