"""When what units did is kept, and when it is forgotten."""

from __future__ import annotations

from hexwar.rules.deeds.rules import BEGUN, DeedRules

SLOTS = (BEGUN,)
HOOKS = {
    "placed": (DeedRules, DeedRules.unknown),
    "did": (DeedRules, DeedRules.did),
    "phase_begins": (DeedRules, DeedRules.phase_begins),
    "beaten": (DeedRules, DeedRules.beaten),
}
