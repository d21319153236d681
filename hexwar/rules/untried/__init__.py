"""Section ``untried``: units of which nobody knows how strong they are before they fight."""
