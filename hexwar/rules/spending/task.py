"""When points come, are paid for what units do, and lapse."""

from __future__ import annotations

from hexwar.rules.spending.rules import PAID, STOOD_AT, GainRules, SpendingRules

SLOTS = (PAID, STOOD_AT)
CONTRIBUTIONS = {"barred": (SpendingRules,)}
HOOKS = {
    "phase_begins": (GainRules, GainRules.phase_begins),
    "did": (SpendingRules, SpendingRules.did),
    "phase_closing": (GainRules, GainRules.phase_closing),
    "turn_ended": (GainRules, GainRules.turn_ended),
}
