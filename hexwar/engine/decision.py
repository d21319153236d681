"""Whose choice it is, and of what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice that the game waits for.

    ``kind`` is ``movement``, ``combat``, ``retreat``, ``loss`` or ``advance``; ``prompt`` says in
    one sentence what is to be done. ``units`` are those concerned, ``hexes`` the places
    (the battle's hex); ``may_decline``: ``done`` or ``pass`` is legal.
    """

    side: str
    kind: str
    prompt: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    may_decline: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "side": self.side,
            "kind": self.kind,
            "prompt": self.prompt,
            "units": list(self.units),
            "hexes": list(self.hexes),
            "may_decline": self.may_decline,
        }
