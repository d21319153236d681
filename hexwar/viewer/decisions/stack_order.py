"""The order of a stack, which is no decision: its owner may change it at any time."""

from __future__ import annotations

from hexwar.engine import Action

BUTTONS = {"top": "Put on top"}
"""What is written on the button for a verb."""


def put_on_top(unit: str) -> Action:
    """Put a unit on top of its stack, where everybody sees it."""
    return Action("top", (unit,))
