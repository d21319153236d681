"""Section ``supply``: traces to a source, and what it is to have none."""
