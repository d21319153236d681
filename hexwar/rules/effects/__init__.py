"""Section ``effects``: what lies over the game while a condition holds."""
