"""Tracing a map over a picture: the grid is measured, then what lies in the hexes is painted.

It asks the game's files and the sheet that shows the picture; nothing is played here.
"""
