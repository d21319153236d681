"""Section ``sheet``: what is printed on the map beside its hexes. It changes nothing in play."""
