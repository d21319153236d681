"""What effects on battles look like on a printed chart."""

from __future__ import annotations

from hexwar.definition.model import CombatEffect
from hexwar.rules.units.rules import Strength


def printed(effect: CombatEffect) -> str:
    """What an effect does: ``x2``, ``1 column left``, ``die +1``."""
    if effect.operation == "multiply":
        return f"x{effect.value}"
    if effect.operation == "shift":
        columns = "column" if abs(effect.value) == 1 else "columns"
        way = " right" if effect.value > 0 else " left" if effect.value else ""
        return f"{abs(effect.value)} {columns}{way}"
    if effect.operation == "roll":
        return f"die {signed(effect.value)}"
    if effect.operation == "set":
        return f"{effect.by.value} counts"
    return signed(effect.value)


def signed(value: Strength) -> str:
    """A number with its sign, as on a printed chart: ``+2``, ``0``, ``-1/2``."""
    return f"+{value}" if value > 0 else str(value)
