"""Values that several sections share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

Cost = Fraction | None
"""Movement points to enter; ``None`` means prohibited."""

Citations = Mapping[str, str]
"""Reason (such as ``"entering"``) to the number of the rule in the game's own rulebook."""
