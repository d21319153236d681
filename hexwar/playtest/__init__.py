"""Playtests: games between computer players in which every promise of the rules is checked.

``hexwar check --play`` plays them of an author's game and reports what went wrong or never
happened; ``tools/fuzz_play.py`` those of the shipped games, to look for mistakes of the engine.
"""
