"""Points of pools in the course of play: when they come, what acting costs, when they lapse."""
