"""Section ``reinforcements``: units that come on from off the map."""
