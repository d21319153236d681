"""Section ``tables``: tables that a phase rolls on, and what their results do."""
