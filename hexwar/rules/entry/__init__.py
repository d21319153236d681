"""Section ``entry``: what all groups of reinforcements have in common."""
