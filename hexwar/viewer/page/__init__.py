"""A replay as one page for a browser: the map as SVG, counters, the log, a script of its own.

It may ask the replay, as the side knew it for which the page is made.
"""
