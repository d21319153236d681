"""Section ``reinforcements``: units that come later."""
