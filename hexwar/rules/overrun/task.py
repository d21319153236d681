"""Overruns are part of movement phases."""

from __future__ import annotations

from hexwar.engine.notation import ATTACKING, Verb
from hexwar.engine.registry import Previewing
from hexwar.rules.combat.preview import preview_attack, preview_seen
from hexwar.rules.overrun.rules import OVERRAN, OverrunRules

VERBS = {"overrun": Verb(ATTACKING, "target", commits=True)}
SLOTS = (OVERRAN,)
PREVIEWS = {"overrun": Previewing(preview_attack, preview_seen)}
HOOKS = {"battle_ends": (OverrunRules, OverrunRules.battle_ends)}
CONTRIBUTIONS = {"movement": (OverrunRules,)}
