"""Section ``formations``: counters that belong together, such as the regiments of a division."""
