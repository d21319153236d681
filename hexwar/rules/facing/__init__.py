"""Section ``facing``: units that look somewhere: arcs, what they enter, what turns cost."""
