"""The printed map: ground, heights, lines, names, grid, the frame with title and key; in tiles.

It may ask a game for its map and for its words, and its caller for what lies there in play.
"""
