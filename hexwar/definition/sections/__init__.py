"""From a validated tree to the frozen dataclasses of :mod:`hexwar.definition.model`."""
