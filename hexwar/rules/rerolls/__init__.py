"""Section ``rerolls``: dice that are thrown again for a price."""
