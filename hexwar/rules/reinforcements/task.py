"""When reinforcements become available, and that they enter in movement phases."""

from __future__ import annotations

from hexwar.rules.reinforcements.rules import ARRIVALS, ENTERING, ReinforcementRules

SLOTS = (ARRIVALS, ENTERING)
HOOKS = {
    "to_come": (ReinforcementRules, ReinforcementRules.to_come),
    "could_have_come": (ReinforcementRules, ReinforcementRules.free_to_enter),
    "forgets": (ReinforcementRules, ReinforcementRules.expect),
    "phase_begins": (ReinforcementRules, ReinforcementRules.phase_begins),
    "phase_closing": (ReinforcementRules, ReinforcementRules.phase_ends),
}
CONTRIBUTIONS = {"movement": (ReinforcementRules,)}
