"""What the section ``units`` says beside the order of battle, which has every counter."""

from __future__ import annotations

from hexwar.rules.language.reading import Charted, Words
from hexwar.rules.units.section import Units, UnitType

WORDS: Words = {
    Units: {"counters": Charted()},
    # What counters show, and how they are drawn.
    UnitType: dict.fromkeys(("symbol", "size", "picture", "steps", "values", "traits"), Charted()),
}
