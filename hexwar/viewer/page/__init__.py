"""A replay as one page for a browser: the map as SVG, counters, the log, a script of its own."""
