"""The program around a game: commands, settings, work beside a frame, the window on the screen.

It may ask nothing of a game, and draws nothing of one.
"""
