"""Section ``retreat``: where beaten units go."""
