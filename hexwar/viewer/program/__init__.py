"""The program around a game: commands, settings, work beside a frame, the window on the screen.

It may ask a game nothing, and draws no part of one.
"""
