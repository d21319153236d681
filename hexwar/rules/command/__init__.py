"""Command: units that act in a phase by the order of a leader, who gives so many."""
