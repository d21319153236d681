"""Sections ``plots`` and ``carried_out``: orders written in secret, then carried out together."""
