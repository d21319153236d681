"""Section ``terrain``: what hexes, hexsides and paths cost and do to combat."""
