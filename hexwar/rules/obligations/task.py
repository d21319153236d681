"""When phases oblige, and what is noted of who has acted."""

from __future__ import annotations

from hexwar.rules.obligations.rules import SERVED, ObligationRules

SLOTS = (SERVED,)
HOOKS = {
    "did": (ObligationRules, ObligationRules.did),
    "obliges": (ObligationRules, ObligationRules.owed),
}
