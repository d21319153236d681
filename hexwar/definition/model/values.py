"""Values that several sections share."""

from __future__ import annotations

from collections.abc import Mapping

Citations = Mapping[str, str]
"""Reason (such as ``"entering"``) to the number of the rule in the game's own rulebook."""
