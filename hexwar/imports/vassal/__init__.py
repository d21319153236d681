"""Modules for VASSAL: zips with a buildfile, pictures and saved games.

Read from the bottom up: ``pieces`` (how values are packed into text, traits of a counter),
``boards`` (where hexes lie and what they are called), ``module`` (all of a file, its saves),
``counters``, ``setups`` (where they stand), ``maps``, ``drafting`` (what a game is made of).
"""
