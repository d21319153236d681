"""Modules for VASSAL: zips with a buildfile, pictures and saved games.

Read from the bottom up: ``sequences`` (how values are packed into text), ``pieces`` (traits of a
counter), ``grids`` and ``boards`` (where hexes lie and what they are called), ``module`` (all of a
file), ``saves`` and ``setups`` (where counters stand), ``drafting`` (what a game is made of).
"""
