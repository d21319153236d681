"""Section ``reactions``: units of the other side act in the midst of what a unit does."""
