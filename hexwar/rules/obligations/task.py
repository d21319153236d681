"""When phases oblige, and what is noted of who has acted."""

from __future__ import annotations

from hexwar.rules.obligations.rules import CALLED, SERVED, ObligationRules

SLOTS = (CALLED, SERVED)
HOOKS = {
    "did": (ObligationRules, ObligationRules.did),
    "obliges": (ObligationRules, ObligationRules.owed),
}
