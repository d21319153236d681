"""Section ``initiative``: dice decide which side comes first in a turn."""
