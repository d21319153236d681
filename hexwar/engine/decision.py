"""Whose choice it is, and of what; what can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexwar.engine.action import Action
from hexwar.engine.violation import Violation


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the side to act can choose now.

    ``action`` is what choosing it does, ``label`` a line for a list. ``units`` and ``hexes`` are
    what it concerns: pick the units and point at the last hex, and it is meant. ``why_not`` is why
    the action is illegal, filled in only for what was picked and pointed at.
    """

    action: Action
    label: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    why_not: Violation | None = None


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
