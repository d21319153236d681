"""Section ``markers``: counters that are no units, such as entrenchments and interdiction."""
