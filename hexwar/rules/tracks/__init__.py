"""Section ``tracks``: the markers beside the map, each at a word or at a number."""
