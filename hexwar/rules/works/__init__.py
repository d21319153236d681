"""Section ``works``: bridges, road blocks and wire that units build and wreck on hexsides."""
