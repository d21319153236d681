"""The ends at which somebody may have won."""

from __future__ import annotations

from hexwar.rules.victory.rules import VictoryRules

HOOKS = {
    "phase_closed": (VictoryRules, VictoryRules.phase_closed),
    "turn_ends": (VictoryRules, VictoryRules.turn_ends),
    "game_ends": (VictoryRules, VictoryRules.game_ends),
}
