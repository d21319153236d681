"""Section ``hidden``: units that begin out of sight, until they are found or show themselves."""
