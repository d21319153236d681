"""Section ``terrain``: what hexes, hexsides and paths cost, and what they do in battle."""
