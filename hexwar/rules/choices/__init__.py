"""Sections ``variants``, ``options`` and ``editions``: what may be chosen beside a scenario."""
