"""Section ``exits``: where units may leave the map for good."""
