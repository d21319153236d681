"""Section ``units``: the counters and what they are worth."""
