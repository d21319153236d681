"""A choice draws itself: enough to offer it without knowing what kind of decision it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

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
