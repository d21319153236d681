"""Action points: what units spend a few at a time, in turn with the enemy."""
